"""The engine, which knows no game. The contract is `game.Game`."""
