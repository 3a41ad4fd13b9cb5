"""The rules of Witch's Brew: states, views and actions, and all that plays."""
