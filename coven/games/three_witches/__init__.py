"""3 Witches: trick-taking for three, one against two. Rules: RULES.md in this folder."""
