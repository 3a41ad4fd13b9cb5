"""What players of Whirling Witchcraft think with: states behind a view, rules of thumb, and values."""
