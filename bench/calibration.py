"""3 Witches: what high witches believe of a bid, and what comes true among equals.

python -m bench.calibration [ROUNDS] [FILE]     FILE keeps the finished games, and continues with them
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, cast

from bench.figures import Section, machine
from coven.engine.decks import AnyDeck
from coven.engine.dice import next_rng
from coven.engine.match import Match
from coven.games import load_game
from coven.games.three_witches.mind.value import value
from coven.games.three_witches.rules.contract import payoff
from coven.games.three_witches.rules.state import GOAL, NONE, SEATS, TRICKS, Call, Phase, ThreeWitches
from coven.lab.statistics import t_95, wilson
from coven.players.witches import HIGH_WITCH, Witch

GAME = "three-witches"
SEED = 23
ROUNDS = 1000
WITHIN = 0.05
"""What is asked: the belief differs from what comes true by at most this."""
THIRDS = 3


@dataclass(frozen=True)
class Lead:
    """One round: the bid, whether the Lead made it, and the chance of that (0 to 1) in the eyes of high witches."""

    bid: int
    made: bool
    before: list[float | None]
    """The Lead's belief before each trick; None if she did not have to think."""
    lesser: list[float]
    """What the Lesser Witches believed when they discarded."""

    @property
    def believed(self) -> float:
        """The Lead's belief at her first lay."""
        return cast(float, self.before[0])


def chances(deck: AnyDeck, view: ThreeWitches, made: bool) -> float:
    """The viewer's chance to win the game if the Lead makes her bid, or does not."""
    after, out = view.copy(), [0.0] * SEATS
    for seat in range(SEATS):
        after.tokens[seat] += (2 if seat == view.lead else 0) if made else (0 if seat == view.lead else 1)
    if max(after.tokens) >= GOAL:
        payoff(after, out)
    else:
        value(deck.tables, after, out)
    return out[view.viewer]


def leads(number: int) -> list[Lead]:
    """The rounds of one game among high witches."""
    game = load_game(GAME)
    deck, match = game.decks.default(), Match(game, SEATS, SEED * 1_000_000 + number)
    witch, rng, noted = Witch(HIGH_WITCH), next_rng(number + 1), dict[int, Lead]()
    while not match.over:
        seat, rng = match.pending[0], next_rng(rng)
        view: Any = match.view_record(seat)
        legal = match.numbers(seat)
        if len(legal) == 1:
            match.act(seat, legal[0])
            continue
        best = witch.think(game, deck, view, seat, rng, legal=legal)[0]
        if view.phase in (Phase.DISCARD, Phase.LEAD):
            lead = noted.setdefault(view.round, Lead(view.bid, False, [None] * TRICKS, []))
            note(lead, view, belief(deck, view, best.chance))
        match.act(seat, best.action)
    state: Any = match.state
    ended = [(lead, state.sheet_won[number - 1]) for number, lead in noted.items()]
    return [replace(lead, made=bool(won == lead.bid)) for lead, won in ended if won != NONE]


def belief(deck: AnyDeck, view: ThreeWitches, chance: float) -> float | None:
    """The chance that the Lead makes her bid, from the viewer's chance to win the game; None if that says nothing."""
    low, high = chances(deck, view, made=False), chances(deck, view, made=True)
    return (chance - low) / (high - low) if high != low else None


def note(lead: Lead, view: ThreeWitches, believed: float | None) -> None:
    """Keep what the viewer believes."""
    if view.phase == Phase.LEAD:
        lead.before[view.trick] = believed
    elif believed is not None:
        lead.lesser.append(believed)


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


def change(name: str, changes: Sequence[float]) -> str:
    """A line of the other table: how a belief differs from another one about the same round."""
    half = t_95(len(changes) - 1) * stdev(changes) / len(changes) ** 0.5
    return f"| {name} | {len(changes):,} | {fmean(changes):+.3f} ± {half:.3f} |"


def changes(found: Sequence[Lead]) -> str:
    """How the Lead's belief moves from trick to trick, which is 0 on average if it is a chance; and how Lesser Witches
    judge the same bids."""
    rows = ["| beliefs about the same round | number | difference (95 %) |", "|---|--:|--:|"]
    for trick in range(1, TRICKS):
        pairs = [(lead.before[trick - 1], lead.before[trick]) for lead in found]
        moved = [after - before for before, after in pairs if before is not None and after is not None]
        rows.append(change(f"Lead: before trick {trick + 1}, less before trick {trick}", moved))
    apart = [fmean(lead.lesser) - lead.believed for lead in found if lead.lesser]
    rows.append(change("Lesser Witches at their discards, less the Lead before trick 1", apart))
    return "\n".join(rows)


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
    return Section("What a Lead believes of her bid", about, [], ("\n".join(rows), changes(found)))


if __name__ == "__main__":
    print(machine())
    print(calibration(int(sys.argv[1]) if sys.argv[1:] else ROUNDS, Path(sys.argv[2]) if sys.argv[2:] else None).text())
