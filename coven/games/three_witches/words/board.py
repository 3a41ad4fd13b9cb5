"""Things to touch on a table of 3 Witches: cards by their texts, advice for a first game, what the end reveals."""

from __future__ import annotations

from collections.abc import Sequence

from coven.engine.game import Board
from coven.engine.plain import Plain, to_builtins
from coven.engine.seats import left_of, right_of
from coven.engine.sentences import Names, listed
from coven.engine.sets import members
from coven.engine.states import SPECTATOR
from coven.engine.story import Revealed
from coven.games.three_witches.deck import default_deck, suit_names
from coven.games.three_witches.rules import actions
from coven.games.three_witches.rules.actions import CONCEAL, DISCARD, GIVE, LEAD, PLAY, action_card
from coven.games.three_witches.rules.bidding import must_bid
from coven.games.three_witches.rules.brew import is_eye
from coven.games.three_witches.rules.cards import CARDS, ELIXIR, Deck, without_cards
from coven.games.three_witches.rules.state import HIDDEN, TRICKS, Phase, ThreeWitches
from coven.games.three_witches.rules.view import hide, is_secret_return
from coven.games.three_witches.words.captions import LABELS, between, captions
from coven.games.three_witches.words.sentences import WORDS, say

PICTURE = ("owl-5", "elixir", "frog-3")
"""Cards in the picture of the game on the home page."""
BASES = {
    Phase.GIVE: GIVE,
    Phase.DISCARD: DISCARD,
    Phase.LEAD: LEAD,
    Phase.CONCEAL: CONCEAL,
    Phase.FIRST: PLAY,
    Phase.SECOND: PLAY,
    Phase.LATE: PLAY,
}
"""What touching a card in hand means, by phase."""


class CardFace(Plain):
    """A kind of card."""

    id: str
    title: str
    name: str
    """As printed on the card: "Wing of Owl"."""
    suit: str | None
    """In lower case; None for the Elixir."""
    rank: int | None
    part: str | None
    """In lower case."""
    count: int


def faces(deck: Deck) -> list[CardFace]:
    """Each kind of card."""
    tables = deck.tables
    return [_face(deck, card) for card in range(CARDS) if tables.kind[card] == card]


def _face(deck: Deck, card: int) -> CardFace:
    tables, title = deck.tables, deck.titles[card]
    rank = tables.rank[card]
    suit = None if card == ELIXIR else suit_names(deck)[tables.suit[card]]
    part = deck.data["parts"].get(str(rank))
    return CardFace(
        id=deck.cards[card],
        title=title,
        name=f"{part} of {suit}" if suit and part else title,
        suit=suit.lower() if suit else None,
        rank=rank or None,
        part=part.lower() if part else None,
        count=tables.alike[card].bit_count(),
    )


def thing(deck: Deck, card: int) -> str:
    """The id of a card."""
    return f"card:{deck.cards[card]}"


def touches(deck: Deck, view: ThreeWitches, action: int) -> list[str]:
    """A card's actions belong to the card; calls are buttons."""
    return [thing(deck, action_card(action))] if action >= GIVE else []


def usable(deck: Deck, view: ThreeWitches, seat: int) -> list[tuple[str, int]]:
    """The cards of the hand, including those set aside on their way to the left."""
    base = BASES.get(view.phase)
    if base is None:
        return []
    hand = view.hands[seat]
    if view.phase == Phase.GIVE:
        hand = without_cards(deck.tables, hand, view.given[view.passings][seat])
    return [(thing(deck, card), base + card) for card in members(hand & deck.tables.kinds)]


def hint(deck: Deck, view: ThreeWitches, seat: int, legal: Sequence[int]) -> str | None:
    """Advice at the moment when it matters."""
    if view.phase in (Phase.FIRST, Phase.SECOND, Phase.LATE):
        if is_eye(deck.tables, view):
            return "eye"
        return "pass" if actions.PASS in legal else "follow"
    is_forced = view.phase == Phase.BID and must_bid(view)
    return None if view.phase == Phase.RAISE or is_forced else Phase.names()[view.phase]


def reveal(deck: Deck, before: ThreeWitches, after: ThreeWitches, names: Names) -> list[Revealed]:
    """At the end of a round: the discards, and what the Lead took back unseen."""
    if after.phase != Phase.OVER and after.round == before.round:
        return []
    lead = before.lead
    a, b = left_of(before, lead), right_of(before, lead)
    kind = deck.tables.kind
    tricks = [
        t for t in range(TRICKS) if before.lead_won[t] == 1 and before.back[t] >= 0 and is_secret_return(before, t)
    ]
    cards = [*(before.discards[seat] for seat in (a, b)), *(before.back[t] for t in tricks)]
    text = say("end", "discards", round=before.round, a=names[a], b=names[b])
    if tricks:
        places = listed([str(t + 1) for t in tricks])
        text = say(
            "end", "returned", discards=text, whom=names[lead], tricks=places, trick="tricks" if tricks[1:] else "trick"
        )
    return [Revealed(text, [deck.cards[kind[card]] for card in cards])]


def hands(deck: Deck, s: ThreeWitches, names: Names) -> list[Revealed]:
    """The hands, what was discarded, and what lies face down in this trick."""
    kind, everybody = deck.tables.kind, range(s.players)
    seen = ThreeWitches()
    hide(deck.tables, s, SPECTATOR, seen)
    trick = [
        (one[s.trick], other[s.trick])
        for one, other in ((s.down, seen.down), (s.first, seen.first), (s.second, seen.second))
    ]
    found = [(say("end", "hand", whom=names[seat]), members(s.hands[seat])) for seat in everybody]
    found += [
        (say("end", "aside", whom=names[seat]), [s.discards[seat]]) for seat in everybody if s.discards[seat] >= 0
    ]
    found.append((say("end", "down"), [card for card, shown in trick if card >= 0 and shown == HIDDEN]))
    return [Revealed(text, [deck.cards[kind[card]] for card in cards]) for text, cards in found if cards]


def _picture() -> list[CardFace]:
    found = {face.id: face for face in faces(default_deck())}
    return [found[card] for card in PICTURE]


BOARD = Board(
    faces=faces, touches=touches, usable=usable, hint=hint, hints=WORDS["hint"], reveal=reveal, hands=hands,
    captions=captions,
    between=between, labels={**LABELS, "picture": to_builtins(_picture())},
)  # fmt: skip
