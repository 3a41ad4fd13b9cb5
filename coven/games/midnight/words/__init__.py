"""What Midnight says and shows: its sentences, and what is on the table."""
