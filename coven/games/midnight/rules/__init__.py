"""The rules of Midnight: states, views and actions, and all that plays."""
