"""The rules of Midnight: states, views, actions, and everything that plays."""
