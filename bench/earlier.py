"""High witches against an earlier one: the same deals for both in all seatings, and the time of both.

python tools/keep.py high-witch-1
python -m bench.earlier [DEALS] [FILE] [GAME]     FILE keeps the finished deals, and continues with them
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from bench.figures import Section, machine
from bench.strength import SEATS
from coven.engine.match import Match
from coven.games import load_game
from coven.lab.tournament import make_plan, play_tournament, player_seed
from coven.players import make_player
from coven.players.earlier import asked_about, why_not_here

GAME, NEW, OLD = "three-witches", "high-witch", "high-witch-1"
SEED = 23
DEALS = 40
TIMED = 6
"""Games whose decisions are timed."""


def earlier(deals: int = DEALS, save: Path | None = None, key: str = GAME) -> Section:
    """The duel in a game, and how long both take for the same decisions."""
    title, why = f"{NEW} against {OLD}", why_not_here(OLD)
    if why:
        return Section(title, f"Not measured: {why}.", [])
    found = play_tournament(make_plan(load_game(key), (NEW, OLD), SEATS[key], SEED), deals, save=save)
    (pair,) = found.pairs
    sign = 1 if pair.a == NEW else -1
    low, high = sorted((sign * pair.low, sign * pair.high))
    shares = {one.player: one.win_share for one in found.standings}
    ours, hers, decisions = times(TIMED, key)
    rows = [
        "| deals | games | share | share of the earlier | difference (95 %) | processor time, new / earlier |",
        "|--:|--:|--:|--:|--:|--:|",
        f"| {found.deals} | {found.games:,} | {shares[NEW]:.3f} | {shares[OLD]:.3f} | {sign * pair.difference:+.3f} "
        f"({low:+.3f} to {high:+.3f}) | {1000 * ours:.1f} ms / {1000 * hers:.1f} ms = {ours / hers:.2f} |",
    ]
    about = f"Duplicate deals, seed {SEED}, tables of {SEATS[key]} that the two fill in all seatings. Win shares are \
per seat; the interval is from the deals. Time: both are asked about the same {decisions:,} decisions in turn."
    return Section(title, about, [], ("\n".join(rows),))


def times(games: int, key: str) -> tuple[float, float, int]:
    """Processor seconds per decision of the new and the earlier player, and how many decisions both were asked for."""
    game, spent, decisions = load_game(key), [0.0, 0.0], 0
    process = asked_about(OLD, key).process
    for number in range(-1, games):
        match = Match(game, SEATS[key], SEED + number)
        minds = [make_player(name, player_seed(SEED, number + 1, 0, 0)) for name in (NEW, OLD)]
        while not match.over:
            seat = match.pending[0]
            view, legal = match.view_record(seat), match.numbers(seat)
            action = legal[0]
            if len(legal) > 1:
                before = time.process_time(), processor_time(process)
                actions = [mind(game, match.deck, view, seat, list(legal)) for mind in minds]
                action = actions[decisions % 2]
                decisions += 1
                if number >= 0:  # the first game is not counted: it loads and compiles
                    spent[1] += processor_time(process) - before[1]
                    spent[0] += time.process_time() - before[0]
            match.act(seat, action)
        if number < 0:
            decisions = 0
    return spent[0] / decisions, spent[1] / decisions, decisions


def processor_time(process: int) -> float:
    """Seconds that a process has had a processor (Linux)."""
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9


if __name__ == "__main__":
    print(machine())
    count = int(sys.argv[1]) if sys.argv[1:] else DEALS
    print(earlier(count, Path(sys.argv[2]) if sys.argv[2:] else None, *sys.argv[3:4]).text())
