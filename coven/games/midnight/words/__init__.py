"""What Midnight says and shows: its sentences, and what stands on the table."""
