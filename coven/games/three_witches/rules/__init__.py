"""The rules of 3 Witches: states, views, actions, and everything that plays."""
