"""Games as environments for learners and searchers: many at once (`batch`), and as other libraries know them."""
