"""What 3 Witches says and shows: its sentences, and what is on the table."""
