"""Coven in a terminal: what the command line shows and asks. It knows no rule of any game."""
