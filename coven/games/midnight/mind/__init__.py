"""What players of Midnight think with: states behind a view, rules of thumb, and what things are worth."""
