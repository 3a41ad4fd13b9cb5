"""What Whirling Witchcraft says and shows: its sentences, and what is on the table."""
