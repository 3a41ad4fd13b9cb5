"""The engine: knows no game. The contract is `game.Game`."""
