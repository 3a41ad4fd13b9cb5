"""What players of Midnight think with: states behind a view, and rules of thumb."""
