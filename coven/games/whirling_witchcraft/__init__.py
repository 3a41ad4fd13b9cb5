"""Whirling Witchcraft, Fastaval print-and-play edition: everything of this game and nothing of another."""
