"""What Witch's Brew says and shows: its sentences, and what is on the table."""
