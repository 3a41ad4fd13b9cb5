"""Games that are soon over, and the same every time."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass

import pytest

from coven.engine.decks import AnyDeck
from coven.games import load_game
from coven.server.opening import known_deck

BREW = "witchs-brew"
BOT_SEED = 5


@dataclass(frozen=True)
class Short:
    """A game that is soon over."""

    key: str
    title: str
    players: int
    seed: int


SHORT = {
    game.key: game
    for game in (
        Short("three-witches", "3 Witches", 3, 5),
        Short(BREW, "Witch's Brew", 5, 0),
        Short("midnight", "Witching Hour: Midnight", 2, 31),
        Short("whirling-witchcraft", "Whirling Witchcraft", 2, 21),
    )
}


def early_ravens() -> AnyDeck:
    """Witch's Brew with the ravens on top of each stack: its last set is the second one or the third (WB-63)."""
    decks = load_game(BREW).decks
    data = deepcopy(decks.default().data)
    for stack in data.values():
        if isinstance(stack, list):
            for place, card in enumerate(stack):
                card.pop("raven", None)
                if place < 2:
                    card["raven"] = True
    return decks.load(data, "early ravens")


def soon_over(patch: pytest.MonkeyPatch, game: Short) -> None:
    """Let a server in this process deal this game at every table, against bots that always play alike."""
    patch.setattr("coven.server.entries.game_seed", lambda share, nonces: game.seed)
    patch.setattr("coven.players.secrets.randbits", lambda bits: BOT_SEED)
    if game.key == BREW:
        with_early_ravens(patch)


def with_early_ravens(patch: pytest.MonkeyPatch) -> None:
    """Let a server in this process play Witch's Brew with `early_ravens`."""
    early = early_ravens()
    patch.setattr(
        "coven.server.opening.known_deck", lambda game, name: early if game.key == BREW else known_deck(game, name)
    )
