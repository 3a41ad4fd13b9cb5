"""Whirling Witchcraft, Fastaval print-and-play edition: everything about this game and nothing about any other."""
