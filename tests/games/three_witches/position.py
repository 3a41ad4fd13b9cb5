"""Positions drawn as text: read into a state, played on in words, and drawn again.

    bid 3, trick 2, tokens 0 2 1
    0 second  frog-3 newt-3 bat-6
    1 lead    owl-3 owl-5 elixir newt-2
    2 first   owl-2 dog-4 bat-3

Without roles it is a bidding ("passings 1" in the first line for one after a passing). `draw` adds what lies on
the table.
"""

from __future__ import annotations

import re

from coven.engine.decks import AnyDeck
from coven.engine.sentences import Names
from coven.games.three_witches.deck import default_deck
from coven.games.three_witches.game import GAME
from coven.games.three_witches.rules import bidding, contract
from coven.games.three_witches.rules.cards import ELIXIR_BIT, DeckTables
from coven.games.three_witches.rules.state import HIDDEN, NONE, PASSED, SEATS, Phase, ThreeWitches
from tests.games.position import Positions, rows_of

MARKS = {NONE: "-", HIDDEN: "?", PASSED: "pass"}
NAMES = Names(("Ann", "Bob", "Cat"))
ROLES = ("lead", "first", "second")


def tables(deck: AnyDeck) -> DeckTables:
    assert isinstance(deck.tables, DeckTables)
    return deck.tables


def position(text: str, deck: AnyDeck | None = None) -> ThreeWitches:
    """The state of a picture: see the module."""
    deck = deck or default_deck()
    head, *seats = rows_of(text)
    s = ThreeWitches()
    s.players, s.seed = SEATS, [1, 2, 3, 4]
    contract.setup(tables(deck), s)
    s.elixir = NONE
    s.tokens = numbers(head, "tokens", [0, 0, 0])
    roles = [line.split()[1] for line in seats]
    for seat, line in enumerate(seats):
        s.hands[seat] = cards(deck, [word for word in line.split()[1:] if word not in ROLES])
        if s.hands[seat] & ELIXIR_BIT:
            s.elixir = seat
    s.passings = numbers(head, "passings", [0])[0]
    bidding.start_bidding(s)
    if "lead" in roles:
        start_brew(s, roles.index("lead"), head)
    return s


def start_brew(s: ThreeWitches, lead: int, head: str) -> None:
    bidding.win_bid(s, lead, numbers(head, "bid", [3])[0])
    s.trick = numbers(head, "trick", [1])[0] - 1
    won = numbers(head, "won", [0])[0]
    for t in range(s.trick):
        s.lead_won[t] = int(t < won)
    bidding.start_trick(s)


def numbers(head: str, word: str, default: list[int]) -> list[int]:
    found = re.search(rf"{word}((?: \d+)+)", head)
    return [int(number) for number in found[1].split()] if found else default


def cards(deck: AnyDeck, texts: list[str]) -> int:
    """A set of cards from their texts; alike cards may be named twice."""
    found = 0
    for text in texts:
        card = deck.cards.index(text)
        while found >> card & 1:
            card += 1
        found |= 1 << card
    return found


def draw(s: ThreeWitches, deck: AnyDeck | None = None) -> str:
    """The picture of a state or a view: who owes what, hands, and the trick."""
    deck = deck or default_deck()
    asked = " ".join(str(seat) for seat in range(SEATS) if s.owing >> seat & 1)
    phase = Phase.names()[s.phase]
    lines = [f"{phase}, asked {asked}" if asked else phase]
    for seat in range(SEATS):
        hand = [text for card, text in enumerate(deck.cards) if s.hands[seat] >> card & 1]
        lines.append(" ".join([str(seat), *hand]))
    if s.phase > Phase.DISCARD:
        t = s.trick
        shown = [MARKS.get(card) or deck.cards[card] for card in (s.up[t], s.down[t], s.first[t], s.second[t])]
        lines.append("up {} down {} first {} second {}".format(*shown))
    return "\n".join(lines)


POSITIONS = Positions(GAME, NAMES, draw)
legal, play, same, seen = POSITIONS.legal, POSITIONS.play, POSITIONS.same, POSITIONS.seen
