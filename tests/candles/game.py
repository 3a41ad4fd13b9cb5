"""Candles: a small game that is not shipped, written as CONTRIBUTING says: hidden hands, and all acts in the open."""

from __future__ import annotations

from typing import Any

from coven.engine.decks import DeckError, Shipped, check_keys
from coven.engine.game import Actions, Decks, Game, Texts
from coven.engine.rules import Rules
from tests.candles import mind, rules, words
from tests.candles.rules import CARDS, HAND, ROUNDS, SEATS, Candles, CardTables, Deck


def load_deck(data: dict[str, Any], source: str) -> Deck:
    """CA-1. Check a deck file's content and make the deck; raises DeckError naming `source`, the key and the reason."""
    check_keys(data, {"ranks"}, source)
    ranks = data.get("ranks")
    if not isinstance(ranks, list) or len(ranks) != CARDS or ranks != sorted(set(ranks)):
        raise DeckError(source, "ranks", f"needs {CARDS} different ranks, ascending")
    tables = CardTables()
    tables.rank = list(ranks)
    return Deck(
        data=dict(data),
        tables=tables,
        cards=tuple(f"candle-{rank}" for rank in ranks),
        titles=tuple(f"the {rank}" for rank in ranks),
    )


GAME = Game(
    key="candles",
    package=__package__,
    title="Candles",
    edition="test",
    summary="The middle card lights the candle.",
    goal="The most candles win.",
    minutes="2",
    rules_version=1,
    players=(SEATS,),
    most_decisions={SEATS: SEATS * ROUNDS},
    state=Candles,
    rules=Rules(
        setup=rules.setup,
        legal=rules.legal,
        apply=rules.apply,
        hide=rules.hide,
        redeal=mind.redeal,
        fits=mind.fits,
        thumb=mind.thumb,
    ),
    actions=Actions(count=CARDS, most_legal=HAND, text=rules.action_text, parse=rules.parse_action),
    decks=Decks(load_deck, Shipped(load_deck, __package__)),
    texts=Texts(
        action_label=words.action_label,
        why_not=words.why_not,
        question=words.question,
        tell=words.tell,
        describe=words.describe,
        table=words.table,
        reason=words.reason,
        endings=("CA-5",),
        verdict=words.verdict,
    ),
)
