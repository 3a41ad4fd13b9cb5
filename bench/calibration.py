"""3 Witches: what a high witch believes of her bid when she first leads, and what comes true among equals.

python -m bench.calibration [ROUNDS] [FILE]     FILE keeps the finished games, and continues with them
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from bench.figures import Section, machine
from coven.engine.decks import AnyDeck
from coven.engine.dice import next_rng
from coven.engine.match import Match
from coven.games import load_game
from coven.games.three_witches.mind.value import value
from coven.games.three_witches.rules.contract import payoff
from coven.games.three_witches.rules.state import GOAL, NONE, SEATS, Call, Phase, ThreeWitches
from coven.lab.statistics import wilson
from coven.players.witches import HIGH_WITCH, Witch

GAME = "three-witches"
SEED = 23
ROUNDS = 1000
WITHIN = 0.05
"""What is asked: the belief differs from what comes true by at most this."""
THIRDS = 3


@dataclass(frozen=True)
class Lead:
    """One round: the bid, the Lead's belief at her first lay that she makes it (0 to 1), and whether she did."""

    bid: int
    believed: float
    made: bool


def chances(deck: AnyDeck, view: ThreeWitches, made: bool) -> float:
    """The Lead's chance to win the game if she makes her bid, or does not."""
    after, out = view.copy(), [0.0] * SEATS
    for seat in range(SEATS):
        after.tokens[seat] += (2 if seat == view.lead else 0) if made else (0 if seat == view.lead else 1)
    if max(after.tokens) >= GOAL:
        payoff(after, out)
    else:
        value(deck.tables, after, out)
    return out[view.lead]


def leads(number: int) -> list[Lead]:
    """The rounds of one game among high witches."""
    game = load_game(GAME)
    deck, match = game.decks.default(), Match(game, SEATS, SEED * 1_000_000 + number)
    witch, rng, believed, found = Witch(HIGH_WITCH), next_rng(number + 1), {}, []
    while not match.over:
        seat, rng = match.pending[0], next_rng(rng)
        view: Any = match.view_record(seat)
        legal = match.numbers(seat)
        if len(legal) == 1:
            match.act(seat, legal[0])
            continue
        best = witch.think(game, deck, view, seat, rng, legal=legal)[0]
        if view.phase == Phase.LEAD and view.trick == 0:
            low, high = chances(deck, view, made=False), chances(deck, view, made=True)
            believed[view.round] = (view.bid, (best.chance - low) / (high - low))
        match.act(seat, best.action)
    state: Any = match.state
    for round_, (bid, belief) in believed.items():
        if state.sheet_won[round_ - 1] != NONE:
            found.append(Lead(bid, belief, bool(state.sheet_won[round_ - 1] == bid)))
    return found


def rounds(count: int, save: Path | None = None) -> Iterator[Lead]:
    """At least so many rounds, game by game. `save`: a file of finished games, a line for each."""
    lines = save.read_text().splitlines() if save and save.exists() else []
    games = [[Lead(*lead) for lead in json.loads(line)] for line in lines]
    yield from (lead for game in games for lead in game)
    done = sum(map(len, games))
    for number in range(len(games), 10 * count):
        if done >= count:
            return
        found = leads(number)
        if save:
            with save.open("a") as file:
                file.write(json.dumps([astuple(lead) for lead in found]) + "\n")
        yield from found
        done += len(found)


def row(name: str, found: Sequence[Lead]) -> str:
    """A line of the table."""
    made = sum(lead.made for lead in found)
    low, high = wilson(made, len(found))
    believed = sum(lead.believed for lead in found) / len(found)
    share = made / len(found)
    made_so_often = f"{share:.3f} ({low:.3f} to {high:.3f})"
    return f"| {name} | {len(found):,} | {believed:.3f} | {made_so_often} | {believed - share:+.3f} |"


def calibration(count: int = ROUNDS, save: Path | None = None) -> Section:
    """What is believed and what comes true: in all, by bid, and by thirds of the belief."""
    found = sorted(rounds(count, save), key=lambda lead: lead.believed)
    groups = {"all": found}
    groups |= {f"bid {bid}": [lead for lead in found if lead.bid == bid] for bid in (Call.THREE, Call.FOUR)}
    size = -(-len(found) // THIRDS)
    for name, start in zip(("least", "medium", "most"), range(0, len(found), size), strict=False):
        groups[f"{name} confident third"] = found[start : start + size]
    rows = ["| rounds | number | believed | made (95 %) | too sure by |", "|---|--:|--:|--:|--:|"]
    rows += [row(name, some) for name, some in groups.items() if some]
    about = (
        f"Games among three high witches, seed {SEED}. At her first lay the Lead's search gives her a chance to win \
the game, and the tokens say what that means for her bid. Asked: within {WITHIN} in all."
    )
    return Section("What a Lead believes of her bid", about, [], ("\n".join(rows),))


if __name__ == "__main__":
    print(machine())
    print(calibration(int(sys.argv[1]) if sys.argv[1:] else ROUNDS, Path(sys.argv[2]) if sys.argv[2:] else None).text())
