"""The rules of Witch's Brew: states, views, actions, and everything that plays."""
