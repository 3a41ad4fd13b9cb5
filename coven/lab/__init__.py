"""The laboratory: plays many games and measures players, seats and cards."""
