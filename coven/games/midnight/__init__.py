"""Witching Hour: Midnight: shedding for two to eight. Rules: RULES.md in this folder."""
