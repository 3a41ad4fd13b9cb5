"""What Witch's Brew says and shows: its sentences, and what stands on the table."""
