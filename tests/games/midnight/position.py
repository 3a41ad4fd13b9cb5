"""Positions drawn as text: read into a state, played on in words, and drawn again.

    turn 0, top cauldron-bat, pile hat-frog spell ..., under wild recipe*
    0 curse-hat wild
    1 hat-moon ball-moon pox

Cards have short names, as actions have here: "0 play wild midnight", "1 declare cat". The pile lies from its top;
"under" is the discard pile below its top. "..." there, or in the pile, are all cards that lie nowhere else, in the
deck's order; without it the game has no cards but those of the picture. After * a card's effect is still being carried
out (MN-13). What counts is all that the top card bears, unless "counts cat" (a suit alone), "counts red" or "counts
any" says otherwise. Further words: reversed, follow cat, curses 2, sidesteps 1, forgot 1 2 (who has not called),
still 1, turns 999, calls made. `draw` has "declare 0", "pass 0 1" (who must still choose) and "over" besides.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

from coven.engine.decks import AnyDeck
from coven.engine.dice import seed_words
from coven.engine.sentences import Names
from coven.engine.states import TRUTH
from coven.games.midnight.deck import SHAPES, default_deck
from coven.games.midnight.game import GAME
from coven.games.midnight.rules import contract
from coven.games.midnight.rules.account import begin_account
from coven.games.midnight.rules.cards import NONE, SUIT_TEXTS, Type
from coven.games.midnight.rules.piles import bind_top, give, lay_on_top
from coven.games.midnight.rules.playing import count_in_full, count_suit
from coven.games.midnight.rules.state import BY_LOT, Midnight, Phase
from coven.games.midnight.rules.turns import start_turn
from tests.games.position import Positions, bits_of, rows_of, seats_of, sections

PLAYERS = (2, 3, 4, 5, 6, 7, 8)
NAMES = Names(("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"))
SHORT = {
    "witchs-hat": "hat", "broomstick": "broom", "black-cat": "cat", "crystal-ball": "ball",
    "counter-stir": "stir", "curse-you": "curse", "follow-the-recipe": "recipe", "a-pox-on-all-of-you": "pox",
    "coven-circle": "circle", "failed-spell": "spell", "wicked-cackle": "cackle", "witch-gone-wild": "wild",
}  # fmt: skip
HANDS = (
    "hat-eyeball hat-moon cauldron-crow", "cauldron-eyeball broom-moon broom-crow", "cat-eyeball cat-moon cat-crow",
    "ball-eyeball ball-moon ball-crow", "hat-eyeball broom-moon cat-crow", "cauldron-eyeball cat-moon ball-crow",
    "cat-eyeball ball-moon cauldron-crow", "ball-eyeball hat-moon broom-crow",
)  # fmt: skip
"""Three cards for each seat, for tables at which it does not matter what others hold."""


def short(text: str) -> str:
    """A text of an action, a card or a suit with short names."""
    for long, name in SHORT.items():
        text = text.replace(long, name)
    return text


@cache
def long_names() -> dict[str, str]:
    """The names of suits and cards by their short ones, in either split of cards."""
    standard = [f"{suit}-{shape}" for suit in SUIT_TEXTS for shape in SHAPES]
    return {short(name): name for name in (*SUIT_TEXTS, *standard, *default_deck().cards)}


def long(text: str) -> str:
    """The text of an action as the game knows it."""
    verb, *words = text.split()
    return " ".join([verb, *(long_names().get(word, word) for word in words[:1]), *words[1:]])


def cards_of(deck: AnyDeck) -> tuple[str, ...]:
    """The short names of a deck's kinds, by number."""
    return short_names(deck.cards)


@cache
def short_names(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(short(name) for name in names)


def position(text: str, deck: AnyDeck | None = None) -> Midnight:
    """The state of a picture: see the module."""
    deck = deck or default_deck()
    first, *rows = rows_of(text)
    head, names = sections(first), cards_of(deck)
    s = Midnight()
    s.viewer, s.players, s.seed, s.first_seat = TRUTH, len(rows), seed_words(7), BY_LOT
    contract.clear_table(s)
    for seat, row in enumerate(rows):
        for card in row.split()[1:]:
            if card != "-":
                give(s, seat, names.index(card))
    lay_discard(deck, s, head)
    for word in ("curses", "sidesteps", "still", "turns"):
        setattr(s, word, int(head.get(word, ["0"])[0]))
    place_rest(deck, s, head)
    missing(deck, s, s.pile[: s.pile_left])
    s.follow = suit_number(head["follow"][0]) if "follow" in head else NONE
    s.direction = -1 if "reversed" in head else 1
    s.calls_made = int("calls" in head)
    s.starter = int(head["turn"][0])
    start_turn(s, s.starter)
    s.offences = bits_of(head.get("forgot", []))
    bound = {what: sum(s.bound[kind] for kind in kinds_of(deck, what)) for what in Type.names()}
    assert bound[Type.CURSE_YOU] == s.curses, "curses of the stack have a *"
    assert bound[Type.FOLLOW_THE_RECIPE] == (s.follow != NONE), "recipes that are followed have a *"
    begin_account(s)
    return s


def kinds_of(deck: AnyDeck, what: int) -> list[int]:
    return [kind for kind in range(len(deck.cards)) if deck.tables.of_type[what] >> kind & 1]


def suit_number(name: str) -> int:
    return [short(suit) for suit in SUIT_TEXTS].index(name)


def lay_discard(deck: AnyDeck, s: Midnight, head: dict[str, list[str]]) -> None:
    """The discard pile, its top last, and what counts on it."""
    for card in [*head.get("under", []), *head["top"]]:
        if card != "...":
            lay_on_top(s, cards_of(deck).index(card.strip("*")))
            if card.endswith("*"):
                bind_top(s)
    count_in_full(deck.tables, s, s.top)
    s.red_only = int(deck.tables.type[s.top] == Type.BETRAYED)
    for what in head.get("counts", []):
        count_suit(s, suit_number(what) if what in map(short, SUIT_TEXTS) else NONE)
        s.red_only, s.any_suit = int(what == "red"), int(what == "any")


def place_rest(deck: AnyDeck, s: Midnight, head: dict[str, list[str]]) -> None:
    """The draw pile, and the cards that "..." stands for."""
    pile = [cards_of(deck).index(card) for card in head.get("pile", []) if card not in ("-", "...")]
    if "..." in head.get("pile", []):
        pile += missing(deck, s, pile)
    if "..." in head.get("under", []):
        for kind in missing(deck, s, pile):
            s.discard[kind] += 1
    s.pile_left = len(pile)
    s.pile[: len(pile)] = pile


def missing(deck: AnyDeck, s: Midnight, pile: list[int]) -> list[int]:
    """The cards that lie neither in this pile nor elsewhere, in the deck's order."""
    copies, there = deck.tables.copies, all_cards(deck, s, pile)
    kinds = range(len(deck.cards))
    assert [deck.cards[kind] for kind in kinds if there[kind] > copies[kind]] == [], "more than there are"
    return [kind for kind in kinds for _ in range(copies[kind] - there[kind])]


def all_cards(deck: AnyDeck, s: Midnight, pile: list[int]) -> Counter[int]:
    """How many cards of each kind there are, with this draw pile."""
    there = Counter(pile)
    for row in (s.discard, *s.counts):
        there.update({kind: number for kind, number in enumerate(row) if number})
    there[deck.cards.index("a-pox-on-all-of-you")] += s.sidesteps
    return there


def table(head: str, *hands: str, players: int = 0, deck: AnyDeck | None = None) -> Midnight:
    """A state from the first line of a picture and the first hands; the others hold three cards each."""
    rows = [*hands, *HANDS[len(hands) : players]]
    return position("\n".join([head, *(f"{seat} {hand}" for seat, hand in enumerate(rows))]), deck)


def pile(s: Midnight, deck: AnyDeck | None = None) -> str:
    """The draw pile from its top."""
    names = cards_of(deck or default_deck())
    return " ".join(names[kind] for kind in s.pile[s.pile_top : s.pile_top + s.pile_left])


def hand(s: Midnight, seat: int, deck: AnyDeck | None = None) -> str:
    """A hand in the deck's order."""
    return listed(s.counts[seat], deck)


def top(s: Midnight, deck: AnyDeck | None = None) -> str:
    """The card on top."""
    return cards_of(deck or default_deck())[s.top]


def under(s: Midnight, deck: AnyDeck | None = None) -> str:
    """The discard pile below its top in the deck's order."""
    below = list(s.discard)
    below[s.top] -= 1
    return listed(below, deck)


def listed(numbers: list[int], deck: AnyDeck | None = None) -> str:
    names = cards_of(deck or default_deck())
    return " ".join(names[kind] for kind, number in enumerate(numbers) for _ in range(number))


def cards(*texts: str) -> Counter[str]:
    """How many cards of each kind there are in hands, piles and the like."""
    return Counter(" ".join(texts).split())


def sizes(s: Midnight) -> list[int]:
    """How many cards each seat holds."""
    assert [sum(row) for row in s.counts[: s.players]] == s.hand_size[: s.players]
    return s.hand_size[: s.players]


def counts(s: Midnight, deck: AnyDeck | None = None) -> str:
    """What counts for the next card: a suit alone, "red", "any", "nothing", or suit, shape and colour."""
    if s.red_only or s.any_suit:
        return "red" if s.red_only else "any"
    return bears(deck or default_deck(), s.suit, s.shape, s.colour)


def bears(deck: AnyDeck, suit: int, shape: int, colour: int) -> str:
    if suit == NONE:
        return "nothing"
    return short(SUIT_TEXTS[suit]) + (f" {SHAPES[shape]} {deck.data['colours'][colour]}" if shape != NONE else "")


def in_full(deck: AnyDeck, kind: int) -> str:
    """What counts on a card of which nothing has been declared."""
    tables = deck.tables
    if tables.type[kind] == Type.BETRAYED:
        return "red"
    return bears(deck, tables.suit[kind], tables.shape[kind], tables.colour[kind])


def draw(s: Midnight, deck: AnyDeck | None = None) -> str:
    """The picture of a state."""
    deck = deck or default_deck()
    names = cards_of(deck)
    head = [f"{Phase.names()[s.phase]} {seats_of(s.owing)}".strip()]
    if s.phase == Phase.OVER:
        head.append(f"won {seats_of(s.winners)} by {GAME.texts.reason(s)}")
    head += ["reversed"] * (s.direction == -1)
    head.append(f"top {names[s.top]}{'*' * s.top_bound}")
    if counts(s, deck) != in_full(deck, s.top):
        head.append(f"counts {counts(s, deck)}")
    if s.follow != NONE:
        head.append(f"follow {short(SUIT_TEXTS[s.follow])}")
    numbers = {"curses": s.curses, "sidesteps": s.sidesteps, "still": s.still}
    head += [f"{word} {number}" for word, number in numbers.items() if number]
    head += [f"forgot {seats_of(s.offences)}"] * (s.offences != 0)
    head += draw_piles(deck, s)
    return "\n".join([", ".join(head), *(draw_seat(deck, s, seat) for seat in range(s.players))])


def draw_piles(deck: AnyDeck, s: Midnight) -> list[str]:
    """The draw pile and what lies under the top: where all cards are there, the longer of them ends with "..."."""
    drawn, names = pile(s, deck).split(), cards_of(deck)
    bound = list(s.bound)
    bound[s.top] -= s.top_bound
    below = under(s, deck).split()
    for card in listed(bound, deck).split():
        below[below.index(card)] += "*"
    if not missing(deck, s, [names.index(card) for card in drawn]):
        if len(drawn) >= len(below):
            last = len(drawn)
            while last and (last == len(drawn) or names.index(drawn[last - 1]) <= names.index(drawn[last])):
                last -= 1
            drawn[last:] = ["..."]
        else:
            below = [*(card for card in below if card.endswith("*")), "..."]
    return [f"{word} {' '.join(lying)}" for word, lying in (("pile", drawn), ("under", below)) if lying]


def draw_seat(deck: AnyDeck, s: Midnight, seat: int) -> str:
    passed = f" | passes {cards_of(deck)[s.passed[seat]]}" if s.passed[seat] != NONE else ""
    return f"{seat} {hand(s, seat, deck) or '-'}{passed}"


POSITIONS = Positions(GAME, NAMES, draw, short, long)
dealt, legal, play, same, why = POSITIONS.dealt, POSITIONS.legal, POSITIONS.play, POSITIONS.same, POSITIONS.why
shares = POSITIONS.shares


def plays(s: Midnight, deck: AnyDeck | None = None) -> str:
    """The cards that the seat at turn may play, whatever it calls, in the deck's order."""
    kinds = [text.split()[1] for text in legal(s, s.turn, deck) if text.startswith("play")]
    return " ".join(dict.fromkeys(kinds))


def clause(s: Midnight, seat: int, text: str) -> str | None:
    """The clause by which the seat may not; None if it may."""
    refusal = why(s, seat, text)
    return refusal and refusal.rpartition("(")[2].strip(")")


def with_seed(s: Midnight, seed: int) -> Midnight:
    """The same position under other dice."""
    other = s.copy()
    other.seed = seed_words(seed)
    return other
