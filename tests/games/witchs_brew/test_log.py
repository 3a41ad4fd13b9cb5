"""The log: its sentences, and that it is enough to keep the books of a whole game, for every reader alike."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from coven.engine.match import Match
from coven.engine.sentences import Names, listed
from coven.engine.states import SPECTATOR, TRUTH
from coven.games.witchs_brew.deck import default_deck
from coven.games.witchs_brew.game import GAME
from coven.games.witchs_brew.rules.goods import counts
from coven.games.witchs_brew.rules.state import Answer, WitchsBrew
from coven.games.witchs_brew.words.sentences import role_name
from tests.games.witchs_brew.position import PLAYERS, SEATS, choices, dealt, goods, phase, play, position, seen, table
from tests.random_play import some_act

GOODS = ("red", "green", "white", "gold", "vial")
LINE = re.compile(
    r"(?P<who>You|Seat \d) (?P<verb>uses?|casts?|turns?|gives?|adds?|takes?) "
    r"(?:(?:the full action|the favour|[A-Z][a-z]+)(?:: | and takes? ))?(?P<what>.*)"
)


def told(s: WitchsBrew, *steps: str, you: int = SPECTATOR) -> list[str]:
    """What the reader is told of these steps, each by itself."""
    lines, names = [], Names(SEATS.seats, you)
    for step in steps:
        before = seen(s, you)
        play(s, step)
        lines += GAME.texts.tell(default_deck(), before, seen(s, you), names)
    return lines


@pytest.mark.clause("WB-12", "WB-13", "WB-15")
def test_a_round_in_words() -> None:
    def start() -> WitchsBrew:
        return table(
            "call 3", "r1 | hand witch", "-", "gold 2 | hand witch", "r3 g1 | hand witch wolf", "- | hand herb"
        )

    steps = ("3 call witch", "0 claim", "2 favour", "0 use")
    assert told(start(), *steps) == [
        'Dan begins: "I am the Witch!"',
        "Eve passes",
        'Ann says: "No, I am the Witch!" Dan turns the card down',
        "Bob passes",
        'Cat says: "So be it!"',
        "Cat cannot use the favour",
        "Ann uses the full action: 1 red for the iron cauldron worth 2",
    ]
    assert told(start(), *steps, you=3)[:3] == [
        'You begin: "I am the Witch!"',
        "Eve passes",
        'Ann says: "No, I am the Witch!" You turn the card down',
    ]
    assert told(start(), *steps, you=2)[-3:-1] == ['You say: "So be it!"', "You cannot use the favour"]
    assert told(start(), *steps, you=1)[3] == "You pass"


@pytest.mark.clause("WB-34", "WB-35", "WB-37", "WB-52")
def test_deeds_in_words() -> None:
    s = table("call 0, book optio", "r2 g1 gold 9 | hand witch warlock wolf", "r4 w1 gold 2 | hand witch wolf", "-")
    assert told(s, "0 call witch", "1 favour", "1 use", "1 pay white", you=1)[2:] == [
        "You use the favour: 1 red and 2 gold for the iron cauldron worth 2",
        "You turn 1 white into a vial",
        "Cat passes",
    ]
    steps = ("0 use", "0 decline", "0 call warlock", "0 brew iron", "0 call wolf", "1 favour", "1 use", "0 use")
    assert told(s, *steps[:2], you=0) == [
        "You use the full action: 1 red and 1 green for the iron cauldron worth 3",
        "You buy no vial",
    ]
    assert phase(s) == "call 0"
    s.goods[0] += goods("r1")
    assert told(s, *steps[2:]) == [
        'Ann begins: "I am the Warlock!"',
        "Bob and Cat pass",
        "Ann casts Optio: 2 red for the iron cauldron worth 3",
        'Ann begins: "I am the Wolf Keeper!"',
        'Bob says: "So be it!"',
        "Bob uses the favour and takes 1 red",
        "Cat passes",
        "Ann uses the full action and takes 3 red",
        "The set is over. Ravens: 0 (the game ends at 4)",
        "Set 2: Ann begins. The spell book is Copia",
    ]


@pytest.mark.clause("WB-22", "WB-37", "WB-53")
def test_the_spell_is_that_of_the_round_though_the_book_has_turned() -> None:
    for number in (1, 8):
        s = table(f"call 0, set {number}, book herba lupus", "g1 | hand warlock", "-", "-")
        assert told(s, "0 call warlock", "0 use")[2] == "Ann casts Herba: 1 green for 2 vials"
        s = table(
            f"call 0, set {number}, book herba lupus", "g1 | hand warlock | cards copper-1..7 iron-1..7", "-", "-"
        )
        assert told(s, "0 call warlock", "0 use", you=0)[2] == "You cast Herba: 1 green for 2 vials"


@pytest.mark.clause("WB-22", "WB-37", "WB-51")
def test_after_an_absence_the_log_tells_first_how_the_last_set_ended() -> None:
    s = table("call 0, book magus lupus", "r1 | hand warlock", "-", "-")
    before = seen(s, SPECTATOR)
    play(s, "0 call warlock", "0 pay red", *choices(0, "wolf herb witch druid monk"))
    play(s, *choices(1, "wolf herb witch druid monk"), *choices(2, "wolf herb witch druid monk"))
    assert phase(s) == "call 0"
    assert GAME.texts.tell(default_deck(), before, seen(s, SPECTATOR), SEATS) == [
        'Ann begins: "I am the Warlock!"',
        "Bob and Cat pass",
        "Ann casts Magus: 1 red for the copper cauldron worth 2",
        "All have chosen five roles",
    ]


@pytest.mark.clause("WB-38", "WB-39", "WB-40")
def test_shelves_in_words() -> None:
    s = position("call 0\n0 gold 5 | hand cutpurse monk\n1 gold 4 r4 w4 | hand wolf\n2 w8 gold 2 | hand wolf")
    assert told(s, "0 call cutpurse", "0 use", "0 add gold", "0 done", you=1) == [
        'Ann begins: "I am the Cutpurse!"',
        "You and Cat pass",
        "Ann collects for the gold shelf worth 2",
        "You give 1 gold",
        "Ann adds 1 gold",
        "On the gold shelf, which needs 3: 2 gold",
    ]
    assert told(s, "0 call monk", "0 use", "1 give red", "1 give white", you=0) == [
        'You begin: "I am the Begging Monk!"',
        "Bob and Cat pass",
        "You collect for the ingredients shelf worth 3",
        "Bob gives 1 red and 1 white",
        "Cat gives 2 white",
        "On the ingredients shelf, which needs 5: 1 red and 3 white",
    ]


@pytest.mark.clause("WB-4", "WB-22", "WB-60", "WB-62", "WB-70")
def test_sets_and_ends_in_words() -> None:
    s = dealt(3, 1, first_seat=1)
    empty = WitchsBrew()
    first = GAME.texts.tell(default_deck(), empty, seen(s, 0), Names(SEATS.seats, 0))
    assert first == [f"Set 1: Bob begins. The spell book is {first[0].split()[-1]}"]
    assert GAME.texts.tell(default_deck(), empty, seen(s, 1), Names(SEATS.seats, 1))[0].startswith(
        "Set 1: you begin. The spell"
    )
    s = position("call 0, book herba lupus, turned witch druid, next wolf monk\n0 - | hand wolf\n1 -\n2 -")
    assert told(s, "0 call wolf", "0 decline")[2:] == [
        "Ann declines the full action",
        "The set is over. Ravens: 0 (the game ends at 4)",
        "Set 2: Ann begins. The spell book is Lupus. Out: Wolf Keeper and Begging Monk",
    ]
    s = table("call 0", "- | hand wolf | cards copper-1..7", "- | cards iron-1..7", "vials 1")
    assert told(s, "0 call wolf", "0 decline", you=1)[3:] == [
        "The set is over. Ravens: 4 (the game ends at 4)",
        "4 ravens are out: that ends the game",
        "Ann: 28 points (28 from cards, 0 from vials)",
        "You: 28 points (28 from cards, 0 from vials)",
        "Cat: 1 point (0 from cards, 1 from vials)",
        "Equal points. Drops and gold left: Ann 0 and you 0",
        "Ann and you share the victory",
    ]


@pytest.mark.clause("WB-10", "WB-20")
def test_chosen_roles_are_told_to_nobody_else() -> None:
    hand = "wolf snake herb witch druid"
    for you in (SPECTATOR, 0, 1):
        s = dealt(3, 1, first_seat=0)
        steps = [*choices(0, hand), *choices(2, hand), *choices(1, hand)]
        assert told(s, *steps[:-1], you=you) == []
        own = [] if you < 0 else ["Your roles: Wolf Keeper, Snake Hunter, Herb Collector, Witch and Druid"]
        assert told(s, steps[-1], you=you) == ["All have chosen five roles", *own]


def goods_in(text: str) -> list[int]:
    """The goods named in a part of a line."""
    found = Counter({kind: int(number) for number, kind in re.findall(r"(\d+) (red|green|white|gold|vial)", text)})
    found["vial"] += "a vial" in text
    return [found[kind] for kind in GOODS]


class Books:
    """Goods and potion cards of each seat, from the lines of one reader alone."""

    def __init__(self, match: Match, you: int) -> None:
        self.you, self.view = you, match.view_record(you)
        self.goods = [[1, 1, 1, 2, 0] for _ in range(match.players)]
        self.cards = [0] * match.players

    def read(self, line: str) -> None:
        found = LINE.fullmatch(line)
        if not found:
            return
        seat = self.you if found["who"] == "You" else int(found["who"][-1])
        paid, _, gain = found["what"].rpartition(" into " if found["verb"].startswith("turn") else " for ")
        if found["verb"].startswith(("give", "add")):
            paid, gain = found["what"], ""
        self.cards[seat] += gain.count("cauldron worth") + gain.count("shelf worth")
        changes = zip(goods_in(gain), goods_in(paid), strict=True)
        self.goods[seat] = [a + more - less for a, (more, less) in zip(self.goods[seat], changes, strict=True)]

    def check(self, s: WitchsBrew) -> None:
        assert self.goods == [list(counts(s.goods[seat])) for seat in range(s.players)]
        assert self.cards == [sum(owner == seat for row in s.owners for owner in row) for seat in range(s.players)]


def expected_words(before: WitchsBrew, after: WitchsBrew, names: Names) -> list[str]:
    """What is said between two truths, of one round."""
    lines: list[str] = []
    passing: list[int] = []
    role, claimant = role_name(after.role), before.claimant
    is_new = before.rounds != after.rounds
    for i in range(after.players):
        seat = (after.leader + i) % after.players
        answer = after.answer[seat]
        if answer == (Answer.OPEN if is_new else before.answer[seat]):
            continue
        you = seat == names.you
        who = "You" if you else f"Seat {seat}"
        if answer == Answer.PASS:
            passing.append(seat)
        elif answer == Answer.FAVOUR:
            lines.append(f'{who} {"say" if you else "says"}: "So be it!"')
        elif is_new:
            lines.append(f'{who} {"begin" if you else "begins"}: "I am the {role}!"')
        else:
            whom = "You turn" if claimant == names.you else f"Seat {claimant} turns"
            lines.append(f'{who} {"say" if you else "says"}: "No, I am the {role}!" {whom} the card down')
    if passing:
        text = listed([names[seat] for seat in passing])
        lines.append(f"{text[0].upper()}{text[1:]} {'pass' if len(passing) > 1 or text == 'you' else 'passes'}")
    return lines


def is_said(line: str) -> bool:
    return bool(re.search(r'begins?: "|says?: "| pass$| passes$', line))


def state_of(match: Match) -> WitchsBrew:
    assert isinstance(match.state, WitchsBrew)
    return match.state


def check_game(players: int, seed: int, spare_pack: int) -> Counter[str]:
    match, rng = Match(GAME, players, seed, options={"spare_pack": spare_pack}), random.Random(seed)
    books = [Books(match, you) for you in range(SPECTATOR, players)]
    seen_words: Counter[str] = Counter()
    while match.pending:
        before = state_of(match).copy()
        match.act(*some_act(match, rng))
        for book in books:
            view, names = match.view_record(book.you), match.names(book.you)
            lines = match.game.texts.tell(match.deck, book.view, view, names)
            assert all(line and line[0].isupper() | line[0].isdigit() and "{" not in line for line in lines)
            assert [line for line in lines if is_said(line)] == expected_words(before, state_of(match), names)
            for line in lines:
                book.read(line)
                seen_words.update(line.split()[:3])
            book.check(state_of(match))
            book.view = view
    return seen_words


@pytest.mark.slow
@pytest.mark.clause("WB-13", "WB-17", "WB-38", "WB-39")
@pytest.mark.parametrize("players", PLAYERS)
def test_from_the_log_alone_one_can_keep_the_books(players: int) -> None:
    words = sum((check_game(players, seed, int(seed == 1 and players < 5)) for seed in range(2)), Counter[str]())
    for word in ("gives", "adds", "uses", "casts", "turns", "takes", "declines", "collects", "buys", "cannot"):
        assert words[word] > 0, word


@pytest.mark.parametrize("players", [3, *(pytest.param(players, marks=pytest.mark.slow) for players in PLAYERS[1:])])
def test_the_log_over_a_long_gap_is_sensible(players: int) -> None:
    match, rng = Match(GAME, players, 8), random.Random(players)
    views = {you: match.game.state() for you in range(SPECTATOR, players)}
    while match.pending:
        match.act(*some_act(match, rng))
        if rng.random() < 0.15:
            for you in views:
                view = match.view_record(you)
                lines = match.game.texts.tell(match.deck, views[you], view, match.names(you))
                assert all("{" not in line and "None" not in line for line in lines)
                views[you] = view


def test_after_the_end_nothing_is_told() -> None:
    s = table("call 0", "- | hand wolf | cards copper-1..7", "- | cards iron-1..7", "-")
    play(s, "0 call wolf", "0 decline")
    assert s.viewer == TRUTH
    assert GAME.texts.tell(default_deck(), seen(s, 0), seen(s, 0), SEATS) == []
