"""Things to touch on a table of 3 Witches: cards by their texts, advice for a first game, what comes out at the end."""

from __future__ import annotations

from coven.engine.decks import Deck
from coven.engine.game import Board, Cited, Names
from coven.engine.plain import Plain, to_builtins
from coven.games.three_witches.deck import default_deck, suit_names, tables_of
from coven.games.three_witches.rules import actions
from coven.games.three_witches.rules.actions import CONCEAL, DISCARD, GIVE, LEAD, PLAY, action_card
from coven.games.three_witches.rules.bidding import left_of, must_bid, right_of
from coven.games.three_witches.rules.brew import is_eye
from coven.games.three_witches.rules.cards import CARDS, ELIXIR, without_cards
from coven.games.three_witches.rules.contract import legal
from coven.games.three_witches.rules.state import TRICKS, Phase, ThreeWitches
from coven.games.three_witches.rules.view import is_secret_return
from coven.games.three_witches.words.captions import LABELS, between, captions
from coven.games.three_witches.words.sentences import WORDS, card_name, say
from coven.games.three_witches.words.why import why_not

PICTURE = ("owl-5", "elixir", "frog-3")
"""Cards for the picture of the game on the home page."""
BASES = {
    Phase.GIVE: GIVE,
    Phase.DISCARD: DISCARD,
    Phase.LEAD: LEAD,
    Phase.CONCEAL: CONCEAL,
    Phase.FIRST: PLAY,
    Phase.SECOND: PLAY,
    Phase.LATE: PLAY,
}
"""What touching a card of one's hand means, by phase."""


class CardFace(Plain):
    """A kind of card."""

    id: str
    title: str
    name: str
    """As it is printed: "Wing of Owl"."""
    suit: str | None
    """In lower case; None for the Elixir."""
    rank: int | None
    part: str | None
    """In lower case."""
    count: int


def faces(deck: Deck) -> list[CardFace]:
    """Each kind of card."""
    tables = tables_of(deck)
    return [_face(deck, card) for card in range(CARDS) if tables.kind[card] == card]


def _face(deck: Deck, card: int) -> CardFace:
    tables, title = tables_of(deck), deck.titles[card]
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
    """A card's actions stand at the card; calls are buttons."""
    return [thing(deck, action_card(action))] if action >= GIVE else []


def closed(deck: Deck, view: ThreeWitches, seat: int, names: Names) -> list[tuple[str, Cited]]:
    """The cards of the hand that may not be played now."""
    base = BASES.get(view.phase)
    if base is None or not view.owing >> seat & 1:
        return []
    hand = view.hands[seat]
    if view.phase == Phase.GIVE:
        hand = without_cards(tables_of(deck), hand, view.given[view.passings][seat])
    kinds = [card for card in range(CARDS) if hand >> card & 1 and tables_of(deck).kind[card] == card]
    refusals = [(thing(deck, card), why_not(deck, view, seat, base + card, names)) for card in kinds]
    return [(touch, refusal) for touch, refusal in refusals if refusal]


def hint(deck: Deck, view: ThreeWitches, seat: int) -> tuple[str, str] | None:
    """Advice at the moment it matters, to a seat that owes a decision."""
    if not view.owing >> seat & 1:
        return None
    key = _hint_key(deck, view, seat)
    return (key, str(WORDS["hint"][key])) if key else None


def _hint_key(deck: Deck, view: ThreeWitches, seat: int) -> str | None:
    if view.phase in (Phase.FIRST, Phase.SECOND, Phase.LATE):
        if is_eye(tables_of(deck), view):
            return "eye"
        return "pass" if may_pass(deck, view, seat) else "follow"
    is_forced = view.phase == Phase.BID and must_bid(view)
    return None if view.phase == Phase.RAISE or is_forced else Phase.names()[view.phase]


def may_pass(deck: Deck, view: ThreeWitches, seat: int) -> bool:
    """TW-33: is passing among the seat's legal actions?"""
    out = [0] * actions.MOST_LEGAL
    return actions.PASS in out[: legal(tables_of(deck), view, seat, out)]


def reveal(deck: Deck, before: ThreeWitches, after: ThreeWitches, names: Names) -> list[str]:
    """When a round has ended: the discards, and what the Lead took back unseen."""
    if after.phase != Phase.OVER and after.round == before.round:
        return []
    lead = before.lead
    a, b = left_of(lead), right_of(lead)
    cards = [card_name(deck, before.discards[seat]) for seat in (a, b)]
    lines = [
        say(
            "log", "reveal_discards", round=before.round, a=names[a], card_a=cards[0], b=names[b], card_b=cards[1],
        )
    ]  # fmt: skip
    for t in range(TRICKS):
        if before.lead_won[t] == 1 and before.back[t] >= 0 and is_secret_return(before, t):
            card = card_name(deck, before.back[t])
            lines.append(say("log", "reveal_return", round=before.round, trick=t + 1, whom=names[lead], card=card))
    return lines


def _picture() -> list[CardFace]:
    found = {face.id: face for face in faces(default_deck())}
    return [found[card] for card in PICTURE]


BOARD = Board(
    faces=faces, touches=touches, closed=closed, hint=hint, reveal=reveal, captions=captions, between=between,
    labels={**LABELS, "picture": to_builtins(_picture())},
)  # fmt: skip
