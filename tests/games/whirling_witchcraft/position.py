"""Positions drawn as text: read into a state, played on in words, and drawn again.

    lay, balls 0 1, deck ws-rk rr-bw@1 ...
    0 bench ggg bbb r w | lab g-br | hand bb-gw (gg-rw) s-brw@1
    1 bench bb rrr      | lab b-gr | hand rr-gw rrr-s br-w

The deck lies from its top; "..." are all ordinary recipes that lie nowhere else. What is in brackets lies face down;
after @ stand the seats that know a card besides its holder. "produce" is step 3, "last" that of WW-52: "asked 0"
names those who are not done, and a seat may have "| fed rr-bw | used rr | made b w". The round follows from the labs.
A view has "?" for a card unseen, and "laid" at a hand of which some card lies face down.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from coven.engine.decks import AnyDeck
from coven.engine.match import Match
from coven.engine.sentences import Names
from coven.engine.states import TRUTH
from coven.games.whirling_witchcraft.deck import default_deck, load_deck
from coven.games.whirling_witchcraft.game import GAME
from coven.games.whirling_witchcraft.rules.cubes import LETTERS, bag, counts
from coven.games.whirling_witchcraft.rules.lay import clear_table
from coven.games.whirling_witchcraft.rules.state import HIDDEN, NONE, Phase, WhirlingWitchcraft
from tests.games.position import Positions, bits_of, rows_of, seats_of, sections

PLAYERS = (2, 3, 4, 5)
NAMES = Names(("Ann", "Bob", "Cat", "Dan", "Eve"))
TABLE = """
    lay, balls 0 1 2, deck ws-rk rr-bw gr-w s-grw
    0 bench ggg bbb rrr w | lab g-br | hand bb-gw gg-rw br-w
    1 bench ggg bbb rrr w | lab b-gr | hand rr-gw rrr-s gw-s
    2 bench ggg bbb rrr w | lab r-gb | hand k-brs gs-k ww-ggg
    """
ORDINARY = default_deck().cards[6:]
PHASES = {"lay": Phase.LAY, "produce": Phase.PRODUCE, "last": Phase.PRODUCE}


def twins() -> AnyDeck:
    """The deck with RR -> BW three times and BB -> GW twice, and B -> R, R -> B and RB -> RB, which has a cycle."""
    data = default_deck().data
    swaps = {"RR -> GW": "RR -> BW", "RR -> GB": "RR -> BW", "BB -> RW": "BB -> GW",
             "BBB -> S": "B -> R", "RRR -> S": "R -> B", "BR -> W": "BR -> BR"}  # fmt: skip
    ordinary = [swaps.get(recipe, recipe) for recipe in data["ordinary"]]
    return load_deck({"starting": data["starting"], "ordinary": ordinary}, "twins")


def position(text: str, deck: AnyDeck | None = None, top: int = 0) -> WhirlingWitchcraft:
    """The state of a picture: see the module. `top` is where in its ring the deck begins."""
    deck = deck or default_deck()
    first, *lines = rows_of(text)
    head, seats = sections(first, ","), [sections(line[2:], "|") for line in lines]
    word = first.split(",")[0]
    s = WhirlingWitchcraft()
    s.viewer, s.players, s.seed, s.top = TRUTH, len(seats), [1, 2, 3, 4], top
    clear_table(s)
    s.phase, s.is_last, s.balls = PHASES[word], int(word == "last"), bits_of(head.get("balls", []))
    s.round = max(len(seat["lab"]) for seat in seats) - int(word == "produce")
    s.owing = (1 << s.players) - 1
    for number, seat in enumerate(seats):
        place_seat(deck, s, number, seat)
    if "asked" in head:
        s.owing = bits_of(head["asked"])
    cards = head.get("deck", [])
    if "..." in cards:
        elsewhere = [card for seat in seats for card in [*seat["lab"], *hand(seat)]]
        cards = [*cards[:-1], *others(deck, [*cards[:-1], *elsewhere])]
    s.left = len(cards)
    for i, card in enumerate(cards):
        place = (top + i) % len(s.pile)
        s.pile[place], s.pile_known[place] = read_card(deck, card)
    return s


def hand(seat: dict[str, list[str]]) -> list[str]:
    return [card for card in seat.get("hand", []) if card != "-"]


def place_seat(deck: AnyDeck, s: WhirlingWitchcraft, number: int, seat: dict[str, list[str]]) -> None:
    """Put on the table what the picture gives a seat."""
    s.bench[number] = cubes(*seat["bench"])
    s.labs[number], s.fed[number] = recipes(deck, seat["lab"]), recipes(deck, seat.get("fed", []))
    s.used[number], s.made[number] = cubes(*seat.get("used", [])), cubes(*seat.get("made", []))
    for i, card in enumerate(seat["lab"]):
        s.arrivals[number][i] = deck.cards.index(card)
    cards = hand(seat)
    assert number == 0 or len(cards) == s.hand_size, "hands are equal"
    s.hand_size = len(cards)
    for i, card in enumerate(cards):
        if card.startswith("("):
            s.laid[number] = i
            s.owing &= ~(1 << number)
        s.hands[number][i], known = read_card(deck, card.strip("()"))
        s.hand_known[number][i] = known | 1 << number


def read_card(deck: AnyDeck, card: str) -> tuple[int, int]:
    """A card and the bits of the seats after its @."""
    text, _, known = card.partition("@")
    return deck.cards.index(text), bits_of(known)


def others(deck: AnyDeck, cards: list[str]) -> list[str]:
    """The ordinary recipes without these, in the deck's order."""
    left = list(deck.cards[6:])
    for card in cards:
        text = card.strip("()").partition("@")[0]
        if text in left:
            left.remove(text)
    return left


def cubes(*letters: str) -> int:
    """A bag from letters, "-" for none: "ggg", "b"."""
    text = "".join(letters).upper()
    return bag(*(text.count(letter) for letter in LETTERS))


def recipes(deck: AnyDeck, texts: list[str]) -> int:
    """A set of recipes from their texts: alike ones are the lowest of their numbers."""
    found = 0
    for text in texts:
        number = deck.cards.index(text)
        while found >> number & 1:
            number += 1
        assert deck.cards[number] == text, f"too many {text}"
        found |= 1 << number
    return found


def pile(s: WhirlingWitchcraft) -> list[int]:
    """The deck from its top."""
    return [s.pile[(s.top + i) % len(s.pile)] for i in range(s.left)]


def texts(s: WhirlingWitchcraft, recipes: list[int]) -> list[str]:
    """Recipes of the default deck as text, without places where none is."""
    return [default_deck().cards[recipe] for recipe in recipes if recipe != NONE]


def draw(s: WhirlingWitchcraft, deck: AnyDeck | None = None) -> str:
    """The picture of a state or a view."""
    deck = deck or default_deck()
    seats = range(s.players)
    head = ["last" if s.is_last else Phase.names()[s.phase], f"round {s.round}"]
    if s.phase == Phase.OVER:
        head = ["over", head[1], f"won {seats_of(s.winners)} by {GAME.texts.reason(s)}"]
    if s.owing:
        head.append(f"asked {seats_of(s.owing)}")
    if s.balls:
        head.append(f"balls {seats_of(s.balls)}")
    pile = [(s.top + i) % len(s.pile) for i in range(s.left)]
    if pile:
        head.append("deck " + " ".join(card_text(deck, s.pile[place], s.pile_known[place]) for place in pile))
    return "\n".join([", ".join(head), *(draw_seat(deck, s, seat) for seat in seats)])


def draw_seat(deck: AnyDeck, s: WhirlingWitchcraft, seat: int) -> str:
    lab = [deck.cards[recipe] for recipe in s.arrivals[seat] if recipe != NONE]
    assert recipes(deck, lab) == s.labs[seat], "the lab and its order of arrival are one"
    cards = []
    for i in range(s.hand_size):
        text = card_text(deck, s.hands[seat][i], s.hand_known[seat][i] & ~(1 << seat))
        cards.append(f"({text})" if i == s.laid[seat] and s.phase == Phase.LAY else text)
    if s.laid[seat] == HIDDEN:
        cards.append("laid")
    parts = [f"{seat} bench {cube_text(s.bench[seat])}", f"lab {' '.join(lab)}", f"hand {' '.join(cards) or '-'}"]
    if s.fed[seat]:
        parts.append("fed " + " ".join(text for i, text in enumerate(deck.cards) if s.fed[seat] >> i & 1))
    parts += [f"{word} {cube_text(some)}" for word, some in (("used", s.used[seat]), ("made", s.made[seat])) if some]
    return " | ".join(parts)


def card_text(deck: AnyDeck, recipe: int, known: int) -> str:
    text = "?" if recipe == HIDDEN else deck.cards[recipe]
    return f"{text}@{seats_of(known).replace(' ', '')}" if known else text


def cube_text(some: int) -> str:
    groups = [letter.lower() * number for letter, number in zip(LETTERS, counts(some), strict=True)]
    return " ".join(filter(None, groups)) or "-"


POSITIONS = Positions(GAME, NAMES, draw)
dealt, play, same, seen, why = POSITIONS.dealt, POSITIONS.play, POSITIONS.same, POSITIONS.seen, POSITIONS.why
shares = POSITIONS.shares


def legal(s: WhirlingWitchcraft, seat: int, deck: AnyDeck | None = None) -> list[str]:
    """The texts of the seat's legal actions, sorted: ball, done, feed, lay."""
    return sorted(POSITIONS.legal(s, seat, deck))


def choice(match: Match, seat: int) -> str:
    """A recipe that the seat can lay, or feed; "done" if it can feed none."""
    return sorted(action.text for action in match.legal(seat))[-1]


def random_game(players: int, seed: int, deck: AnyDeck | None = None) -> Iterator[tuple[WhirlingWitchcraft, int, str]]:
    """Each state of a random game with the seat that goes on from it and what it does; at the end (s, -1, "")."""
    rng, s = random.Random(seed), dealt(players, seed, deck)
    while s.owing:
        seat = rng.choice([seat for seat in range(players) if s.owing >> seat & 1])
        text = rng.choice(legal(s, seat, deck))
        yield s.copy(), seat, text
        play(s, f"{seat} {text}", deck=deck)
    yield s, -1, ""
