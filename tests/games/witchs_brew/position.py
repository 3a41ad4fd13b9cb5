"""Positions drawn as text: read into a state, played on in words, and drawn again.

    call 1, set 2, book optio copia, lying gold 2 r1
    0 r2 g1 gold 5 vials 1 | hand witch druid | cards iron-1..3 gold-1 | played wizard
    1 w4 gold 1 | hand witch | cards drops-1 | played wizard

"call 1" or "choose 0 1" (who still chooses) begins a picture. Roles and stacks have short names, as actions have here:
"0 call wolf", "1 take red". `book` names the spell books from the top (the rest follows in the order of their numbers),
`lying` what lies on the top shelves, gold on one and drops on the other. What is called in this set is what has been
played, and what has been taken from a stack is what somebody has. With a spare pack: "turned wolf monk", of which the
last are out in this set, and "next witch ...". `draw` has other phases besides, "as witch" with what was said in the
round at each seat, "in full" while the full action is carried out, and "over, won 0 2 by WB-60". In a view unseen cards
of a hand are "?".
"""

from __future__ import annotations

from typing import Any

from coven.engine.decks import AnyDeck
from coven.engine.dice import seed_words
from coven.engine.jit import popcount
from coven.engine.sentences import Names
from coven.engine.states import TRUTH
from coven.games.witchs_brew.deck import default_deck, load_deck
from coven.games.witchs_brew.game import GAME
from coven.games.witchs_brew.rules import actions
from coven.games.witchs_brew.rules.goods import LETTERS, NAMES, bag, counts, drops_of
from coven.games.witchs_brew.rules.roles import CHOSEN, HEIGHTS, ROLES, SPELLS, STACKS
from coven.games.witchs_brew.rules.sets import TURNED_UP, clear_table
from coven.games.witchs_brew.rules.state import BY_LOT, HIDDEN, NONE, Answer, Deed, Phase, WitchsBrew, is_round_running
from coven.games.witchs_brew.words.describe import SPELL_TEXTS
from tests.games.position import Positions, rows_of, sections

PLAYERS = (3, 4, 5)
SEATS = Names(("Ann", "Bob", "Cat", "Dan", "Eve"))
SHORT = {
    "wolf-keeper": "wolf", "snake-hunter": "snake", "herb-collector": "herb", "fortune-teller": "fortune",
    "begging-monk": "monk", "gold-shelf": "gold", "ingredient-shelf": "drops",
}  # fmt: skip
SHORT_ROLES = tuple(SHORT.get(name, name) for name in actions.ROLE_TEXTS)
SHORT_STACKS = tuple(SHORT.get(name, name) for name in actions.STACK_TEXTS)
DEFAULT_ROW = "r1 g1 w1 gold 2"


def short(text: str) -> str:
    """The text of an action with short names."""
    return " ".join(SHORT.get(word, word) for word in text.split())


def long(text: str) -> str:
    """The text of an action as the game knows it."""
    names = {name: text for text, name in SHORT.items()}
    verb, *words = text.split()
    return " ".join([verb, *(names.get(word, word) if verb in ("choose", "call") else word for word in words)])


def roles(names: list[str]) -> int:
    """A set of roles."""
    return sum(1 << SHORT_ROLES.index(name) for name in names if name != "-")


def role_names(bits: int) -> str:
    return " ".join(name for role, name in enumerate(SHORT_ROLES) if bits >> role & 1)


def goods(text: str) -> int:
    """A bag from "r2 w1 gold 3 vials 1"."""
    words, found = text.split(), [0] * len(NAMES)
    for i, word in enumerate(words):
        if word in NAMES:
            found[NAMES.index(word)] = int(words[i + 1])
        elif word[0] in LETTERS:
            found[LETTERS.index(word[0])] = int(word[1:])
    return bag(*found)


def goods_text(some: int) -> str:
    parts = [f"{name[0] if i < 3 else name + ' '}{counts(some)[i]}" for i, name in enumerate(NAMES) if counts(some)[i]]
    return " ".join(parts) or "-"


def position(text: str, deck: AnyDeck | None = None) -> WitchsBrew:
    """The state of a picture: see the module."""
    first, *rows = rows_of(text)
    head, s = sections(first, ","), WitchsBrew()
    s.viewer, s.players, s.seed, s.first_seat = TRUTH, len(rows), seed_words(7), BY_LOT
    clear_table(s)
    s.set, s.starter = int(head.get("set", ["1"])[0]), 0
    lying = goods(" ".join(head.get("lying", [])))
    s.on_shelf[:2] = [lying - drops_of(lying), drops_of(lying)]
    order_books(s, head.get("book", []))
    order_spare(s, head)
    for seat, row in enumerate(rows):
        place_seat(deck or default_deck(), s, seat, row)
    s.taken = [sum(owner != NONE for owner in row) for row in s.owners]
    assert all(NONE not in row[:taken] for row, taken in zip(s.owners, s.taken, strict=True)), "a card below is taken"
    s.round = s.rounds = popcount(s.called)
    asked = [int(seat) for seat in head.get("call", head.get("choose", []))]
    s.phase = Phase.CALL if "call" in head else Phase.CHOOSE
    s.owing, s.turn = sum(1 << seat for seat in asked), asked[0]
    if "call" in head:
        s.hand_size = [popcount(hand) for hand in s.hand]
    return s


def order_books(s: WitchsBrew, names: list[str]) -> None:
    """The spell books from the top."""
    first = [SPELL_TEXTS.index(name) for name in names]
    s.book = (s.set - 1) % SPELLS
    for place, book in enumerate([*first, *(book for book in range(SPELLS) if book not in first)]):
        s.books[(s.book + place) % SPELLS] = book


def order_spare(s: WitchsBrew, head: dict[str, list[str]]) -> None:
    """WB-70: what has been turned up, and the order of what has not."""
    s.turned = ROLES
    if "turned" not in head:
        return
    turned = head["turned"]
    s.spare_pack, s.shuffles, s.turned = 1, 1, len(turned)
    known = [*turned, *head.get("next", [])]
    s.spare = [SHORT_ROLES.index(name) for name in [*known, *(name for name in SHORT_ROLES if name not in known)]]
    s.excluded = roles(turned[-TURNED_UP[s.players] :])


def place_seat(deck: AnyDeck, s: WitchsBrew, seat: int, row: str) -> None:
    number, _, rest = row.strip().partition(" ")
    assert int(number) == seat
    parts = sections(f"has {rest}", "|")
    s.goods[seat] = goods(" ".join(parts["has"]))
    s.hand[seat], s.played[seat] = roles(parts.get("hand", [])), roles(parts.get("played", []))
    s.called |= s.played[seat]
    for card in parts.get("cards", []):
        name, _, places = card.rpartition("-")
        stack, (low, _, high) = SHORT_STACKS.index(name), places.partition("..")
        for place in range(int(low) - 1, int(high or low)):
            assert s.owners[stack][place] == NONE, f"{card} is taken twice"
            s.owners[stack][place] = seat
            s.card_points[seat] += deck.tables.points[stack][place]
            s.ravens[seat] += deck.tables.raven[stack][place]


def table(head: str, *rows: str, players: int = 0, deck: AnyDeck | None = None) -> WitchsBrew:
    """A state from the first line of a picture and the first seats; the others have the goods of the beginning."""
    filled = [*rows, *[DEFAULT_ROW] * (players - len(rows))]
    return position("\n".join([head, *(f"{seat} {row}" for seat, row in enumerate(filled))]), deck)


def draw(s: WitchsBrew, deck: AnyDeck | None = None) -> str:
    """The picture of a state or a view."""
    asked = [str(seat) for seat in range(s.players) if s.owing >> seat & 1]
    head = [" ".join([Phase.names()[s.phase], *asked])]
    if s.phase == Phase.OVER:
        head.append(f"won {' '.join(str(seat) for seat in winners(s))} by {GAME.texts.reason(s)}")
    head += [f"set {s.set}"] * (s.set > 1)
    head.append(f"book {books(s).split()[0]}")
    if is_round_running(s):
        head.append(f"as {SHORT_ROLES[s.role]}{' in full' if s.is_full else ''}")
    head += [f"lying {goods_text(sum(s.on_shelf))}"] * any(s.on_shelf)
    if s.spare_pack:
        head.append(f"turned {' '.join(SHORT_ROLES[role] for role in s.spare[: s.turned])}")
    return "\n".join([", ".join(head), *(draw_seat(s, seat) for seat in range(s.players))])


def draw_seat(s: WitchsBrew, seat: int) -> str:
    parts = [f"{seat} {goods_text(s.goods[seat])}"]
    hidden = s.hand_size[seat] if s.viewer not in (TRUTH, seat) else 0
    hand = " ".join("?" * hidden) or role_names(s.hand[seat])
    facts = {"hand": hand, "cards": cards(s, seat), "played": role_names(s.played[seat])}
    parts += [f"{what} {text}" for what, text in facts.items() if text]
    if is_round_running(s):
        parts += [said(s, seat)] * (s.answer[seat] != Answer.OPEN)
        parts += [f"toll {s.toll[seat]}"] * (s.toll[seat] > 0)
        parts += [f"picked {goods_text(s.picked[seat])}"] * (s.picked[seat] > 0)
    return " | ".join(parts)


def said(s: WitchsBrew, seat: int) -> str:
    """What a seat has said in this round, and made of it."""
    if s.answer[seat] == Answer.CLAIM and seat != s.claimant:
        return "deposed"
    deed = f" {Deed.names()[s.deed[seat]]}" if s.deed[seat] != Deed.OPEN else ""
    return Answer.names()[s.answer[seat]] + deed


def cards(s: WitchsBrew, seat: int) -> str:
    """A seat's potion cards, those in a row as "iron-1..3"."""
    found = []
    for stack, name in enumerate(SHORT_STACKS):
        places = [place for place in range(HEIGHTS[stack]) if s.owners[stack][place] == seat]
        firsts = [place for place in places if place - 1 not in places]
        lasts = [place for place in places if place + 1 not in places]
        rows = zip(firsts, lasts, strict=True)
        found += [f"{name}-{low + 1}" + (f"..{high + 1}" if high > low else "") for low, high in rows]
    return " ".join(found)


def books(s: WitchsBrew) -> str:
    """The spell books from the top."""
    order = [s.books[(s.book + place) % SPELLS] for place in range(SPELLS)]
    return " ".join("?" if book == HIDDEN else SPELL_TEXTS[book] for book in order)


def winners(s: WitchsBrew) -> list[int]:
    return [seat for seat in range(s.players) if s.winners >> seat & 1]


POSITIONS = Positions(GAME, SEATS, draw, short, long)
dealt, legal, play, same, seen = POSITIONS.dealt, POSITIONS.legal, POSITIONS.play, POSITIONS.same, POSITIONS.seen
shares, why = POSITIONS.shares, POSITIONS.why


def row(s: WitchsBrew, seat: int) -> str:
    """A seat's row of the picture, without its number."""
    return draw_seat(s, seat).partition(" ")[2]


def has(s: WitchsBrew, seat: int) -> str:
    """A seat's goods."""
    return goods_text(s.goods[seat])


def asked(s: WitchsBrew) -> list[int]:
    """The seats that owe a decision."""
    return [seat for seat in range(s.players) if s.owing >> seat & 1]


def phase(s: WitchsBrew) -> str:
    """The phase and who is asked: "use 1"."""
    return draw(s).splitlines()[0].split(",")[0]


def choices(seat: int, names: str) -> list[str]:
    """The steps by which a seat chooses these roles."""
    return [f"{seat} choose {role}" for role in names.split()]


def choose_all(s: WitchsBrew, *hands: str) -> WitchsBrew:
    """All choose these roles, one seat after the other."""
    assert [len(hand.split()) for hand in hands] == [CHOSEN] * s.players
    return play(s, *(step for seat, hand in enumerate(hands) for step in choices(seat, hand)))


def play_set(s: WitchsBrew, wanted: tuple[str, ...] = ("favour", "decline", "done")) -> list[str]:
    """Play on to the end of the set, choosing what is wanted and else the first; returns what was played."""
    steps, number = [], s.set
    while s.set == number and s.owing:
        seat = asked(s)[0]
        texts = legal(s, seat)
        text = next((text for text in wanted if text in texts), texts[0])
        steps.append(f"{seat} {text}")
        play(s, steps[-1])
    return steps


def custom(**stacks: Any) -> AnyDeck:
    """The default deck with other stacks."""
    return load_deck({**default_deck().data, **stacks}, "custom")


assert len(SHORT_STACKS) == STACKS
