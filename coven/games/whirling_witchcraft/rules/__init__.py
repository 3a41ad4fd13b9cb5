"""The rules of Whirling Witchcraft: states, views, actions, and everything that plays."""
