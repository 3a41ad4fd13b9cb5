"""What 3 Witches says and shows: its sentences, and what stands on the table."""
