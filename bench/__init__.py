"""Measurements of Coven's speed and players, and of its peers: `python -m bench.run`."""
