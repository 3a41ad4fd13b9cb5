"""What players of 3 Witches think with: states behind a view, rules of thumb, and values."""
