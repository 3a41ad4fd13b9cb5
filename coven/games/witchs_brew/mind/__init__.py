"""What players of Witch's Brew think with: states behind a view, rules of thumb, and values."""
