"""The laboratory: many games between players, and what they say about players, seats and cards."""
