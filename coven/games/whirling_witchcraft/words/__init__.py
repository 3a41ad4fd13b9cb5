"""What Whirling Witchcraft says and shows: its sentences, and what stands on the table."""
