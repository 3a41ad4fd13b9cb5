"""The rules of Whirling Witchcraft: states, views and actions, and all that plays."""
