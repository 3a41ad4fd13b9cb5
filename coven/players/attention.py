"""What a player notices that can be done out of turn. Bots at a table miss some of it, as people do."""

from __future__ import annotations

import random
from collections.abc import Sequence

NOTICES = {"random": 0.1, "apprentice": 0.2, "thumb": 0.3, "witch": 0.5, "high-witch": 0.7}
"""How likely a player is to notice something, by name. Drawn once for each thing, for as long as it can be done."""


class Attention:
    """The attention of one seat's player."""

    def __init__(self, player: str, seed: int | None = None) -> None:
        self._chance, self._rng = NOTICES.get(player, 1.0), random.Random(seed)
        self._noticed: dict[int, bool] = {}

    def sees(self, legal: Sequence[int], out_of_turn: int) -> list[int]:
        """The legal actions without those out of turn (from `out_of_turn` on) that it has not noticed."""
        before, self._noticed = self._noticed, {}
        for action in legal:
            if action >= out_of_turn:
                self._noticed[action] = before[action] if action in before else self._rng.random() < self._chance
        return [action for action in legal if self._noticed.get(action, True)]
