"""The rules of 3 Witches: states, views and actions, and all that plays."""
