"""Every special card on every other: what may be played right after it, by which clause, and what counts then.

A row's card lies on top: seat 0 has played it, what it does is done, and seat 1 would play the column's card.

    yes    it may be played
    no     it may not
    suit   if its suit is the one that counts
    any    whatever its suit
    pile   if it fits the pile beside which the sidestep lies
    gone   nobody can hold one any more: it came down with the cackle

The number is that of the clause that decides. "taken" and "over" are the same cards once their effect is at its end: a
curse that has been taken, and a recipe that somebody could not follow.
"""

from __future__ import annotations

import pytest

from coven.games.midnight.rules.cards import NONE, SUIT_TEXTS
from coven.games.midnight.rules.state import Midnight, Phase
from tests.games.midnight.position import clause, counts, hand, play, plays, short, sizes, table

MEETINGS = """
               betrayed   polymorph  stir       curse      recipe     pox        circle     spell      cackle     wild
    betrayed   yes/20     no/22      no/22      no/22      no/22      yes/50     yes/22     yes/22     yes/22     yes/22
    polymorph  no/20      any/25     suit/30    suit/35    no/40      yes/50     yes/55     yes/58     yes/60     yes/66
    stir       no/20      suit/25    any/30     suit/35    no/40      yes/50     yes/55     yes/58     yes/60     yes/66
    curse      no/36      no/36      no/36      any/36     no/36      no/36      no/36      no/36      no/36      no/36
    recipe     no/41      suit/44    suit/44    suit/43    no/41      yes/41     no/41      no/41      no/41      no/41
    pox        pile/50    suit/50    suit/50    suit/50    pile/50    yes/50     yes/55     yes/58     yes/60     yes/66
    circle     no/20      suit/25    suit/30    suit/35    no/40      yes/50     yes/55     yes/58     yes/60     yes/66
    spell      no/20      suit/25    suit/30    suit/35    no/40      yes/50     yes/55     yes/58     yes/60     yes/66
    cackle     gone/60    suit/25    suit/30    suit/35    no/40      yes/50     yes/55     gone/60    yes/60     yes/66
    wild       no/20      suit/25    suit/30    suit/35    no/40      yes/50     yes/55     yes/58     yes/60     yes/66
    taken      no/20      suit/25    suit/30    suit/37    no/40      yes/50     yes/55     yes/58     yes/60     yes/66
    over       pile/20    suit/25    suit/30    suit/35    pile/40    yes/50     yes/55     yes/58     yes/60     yes/66
"""
SETUPS = """
    betrayed   | cat-snake      |                                        | betrayed
    polymorph  | hat-moon       |                                        | polymorph-hat, declare ball
    stir       | ball-moon      |                                        | stir-ball
    curse      | ball-moon      |                                        | curse-ball
    recipe     | cauldron-skull | FIT                                    | recipe
    pox        | FIT            | hat-bat hat-bat                        | pox pox
    circle     | hat-moon       |                                        | circle, declare ball
    spell      | hat-moon       | hat-bat hat-bat cat-bat cat-bat wild   | spell, declare ball
    cackle     | hat-moon       | ball-moon                              | cackle
    wild       | hat-moon       |                                        | wild, declare ball
    taken      | ball-moon      | hat-bat                                | curse-ball, take
    over       | cauldron-skull | FIT hat-bat hat-bat cat-bat            | recipe, draw
"""
"""For each row the top, the draw pile before TURNED_UP, and what seat 0 plays, so that "ball" counts, or red. FIT is a
card on which the column's card goes or does not go."""
OUTCOMES = """
    card       own  others  counts    then     turn
    betrayed   rob  robbed  red       turn     on
    polymorph  -1   0       declared  declare  on
    stir       -1   0       own       turn     back
    curse      -1   0       own       turn     on
    recipe     -1   0       turned    turn     on
    pox        -1   +1      same      turn     on
    circle     -1   0       declared  declare  on
    spell      +4   0       declared  declare  on
    cackle     -1   0       turned    turn     on
    wild       -1   0       declared  declare  on
"""
"""What the second card does to hands at a table of three, what counts afterwards, and which way the turn goes."""
SUITED = ("polymorph", "stir", "curse")
FITTING = {"betrayed": "ball-spider", "recipe": "ball-snake"}
TURNED_UP = "broom-pentagram"
"""On top of the draw pile when the second card is played."""


def rows(picture: str) -> list[list[str]]:
    return [line.split() for line in picture.strip().splitlines()]


TABLE = {row[0]: dict(zip(rows(MEETINGS)[0], row[1:], strict=True)) for row in rows(MEETINGS)[1:]}
OUTCOME = {row[0]: dict(zip(rows(OUTCOMES)[0], row, strict=True)) for row in rows(OUTCOMES)[1:]}
SETUP = {parts[0].strip(): parts[1:] for parts in (line.split("|") for line in SETUPS.strip().splitlines())}


def cases() -> list[tuple[str, str, bool, str]]:
    """Each meeting in each of its cases: what lies there, the card to play, whether it fits, and the cell."""
    found = []
    for lying, row in TABLE.items():
        for second, cell in row.items():
            for fits in (True, False) if cell.startswith(("suit", "any", "pile")) else (True,):
                card = f"{second}-{'ball' if fits else 'cat'}" if second in SUITED else second
                found.append((lying, card, fits, cell))
    return found


def meeting(lying: str, card: str, *, fits: bool) -> Midnight:
    """Seat 0 has played what lies there, and whoever is at turn holds the second card."""
    fit = FITTING.get(card, "ball-moon") if fits else "ball-moon"
    head, drawn, steps = (part.strip().replace("FIT", fit) for part in SETUP[lying])
    hands = [f"{steps.split()[0].strip(',')} hat-frog hat-frog cat-skull", "hat-skull", "hat-pentagram"]
    holder = 2 if lying in ("stir", "taken", "over") else 1
    hands[holder] += f" {card}"
    if lying != "betrayed":
        hands = [hands[0], *(f"{held} hat-spellbook broom-crow" for held in hands[1:])]
    s = table(f"turn 0, top {head}, pile {drawn} {TURNED_UP} ...".replace("  ", " "), *hands)
    for number, step in enumerate(steps.split(", ")):
        play(s, f"{s.turn} {step}" if number else f"0 play {step}")
    pass_on(s)
    assert s.turn == holder
    return s


def pass_on(s: Midnight) -> None:
    """In a Coven Circle everybody passes a hat."""
    if s.phase == Phase.PASS:
        play(s, *(f"{seat} pass {hand(s, seat).split()[0]}" for seat in range(3)))


def test_the_table_is_complete() -> None:
    specials = list(OUTCOME)
    assert len(specials) == 10
    assert list(TABLE) == list(SETUP) == [*specials, "taken", "over"]
    assert all(list(row) == specials for row in TABLE.values())


@pytest.mark.clause("MN-20", "MN-22", "MN-25", "MN-30", "MN-35", "MN-36", "MN-37", "MN-40", "MN-41", "MN-43", "MN-44")
@pytest.mark.clause("MN-50", "MN-55", "MN-58", "MN-60", "MN-66")
@pytest.mark.parametrize(("lying", "card", "fits", "cell"), cases())
def test_one_special_card_after_another(lying: str, card: str, fits: bool, cell: str) -> None:
    answer, _, number = cell.partition("/")
    s = meeting(lying, card, fits=fits)
    if answer == "gone":
        assert not any(card in hand(s, seat).split() for seat in range(3))
        assert clause(s, s.turn, f"play {card}") == "MN-12"
        return
    assert counts(s).split()[0] == ("red" if lying == "betrayed" else "ball")
    if answer in ("yes", "any") or (answer != "no" and fits):
        assert card in plays(s).split()
        play_second(s, card)
    else:
        assert card not in plays(s).split()
        refusals = {f"MN-{number}"} if answer == "no" else {"MN-3", "MN-6", "MN-20", "MN-40", "MN-41"}
        assert clause(s, s.turn, f"play {card}") in refusals


def play_second(s: Midnight, card: str) -> None:
    """Play the second card to its end; the table of outcomes says all that has changed."""
    seat, before = s.turn, s.copy()
    row = OUTCOME[card if card in OUTCOME else card.partition("-")[0]]
    play(s, f"{seat} play {card}{' pox' * (card == 'pox')}")
    assert Phase.names()[s.phase] == row["then"]
    if row["then"] == "declare":
        play(s, f"{seat} declare cauldron")
    pass_on(s)
    assert s.phase == Phase.TURN
    assert sizes(s) == sizes_after(before, row)
    what = {"declared": "cauldron", "own": card.rpartition("-")[2], "same": counts(before), "red": "red"}
    turned = "broom pentagram green" if card == "recipe" else "broom"
    assert counts(s) == what.get(row["counts"], turned)
    assert follow(s) == follow_after(before, card)
    assert s.curses == (before.curses + 1 if row["card"] == "curse" else 0)
    assert s.sidesteps == before.sidesteps + (card == "pox")
    assert s.direction == (-before.direction if row["turn"] == "back" else before.direction)
    assert s.turn == (seat + s.direction) % 3


def sizes_after(before: Midnight, row: dict[str, str]) -> list[int]:
    found = sizes(before)
    robbed = [seat for seat in range(3) if seat != before.turn and found[seat] >= 3]
    for seat in range(3):
        change = row["own"] if seat == before.turn else row["others"]
        taken = {"rob": len(robbed) - 1, "robbed": -(seat in robbed)}
        found[seat] += taken[change] if change in taken else int(change)
    return found


def follow(s: Midnight) -> str:
    return "nothing" if s.follow == NONE else short(SUIT_TEXTS[s.follow])


def follow_after(before: Midnight, card: str) -> str:
    if card == "recipe":
        return TURNED_UP.partition("-")[0]
    if card.startswith("polymorph") and before.follow != NONE:
        return "cauldron"
    return follow(before)
