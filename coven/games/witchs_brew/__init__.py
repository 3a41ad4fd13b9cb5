"""Witch's Brew: choosing roles, claiming them, brewing, for three to five. Rules: RULES.md in this folder."""
