"""Files of targets: what is refused, and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from coven.games import load_game
from coven.lab.metrics import Metric
from coven.lab.report import make_plan
from coven.lab.targets import Target, TargetError, read_targets

GAME = load_game("whirling-witchcraft")
PLAN = make_plan(GAME, [GAME.decks.default()], ["thumb"] * 3, 0)
METRICS: list[Metric] = [metric for _, metric in PLAN.every_metric]


def read(tmp_path: Path, text: str) -> list[Target]:
    path = tmp_path / "wanted.toml"
    path.write_text(text)
    return read_targets(path, METRICS)


def target(metric: str, low: object, high: object) -> str:
    return f'[[target]]\nmetric = "{metric}"\nfrom = {low}\nto = {high}\n'


def test_a_target_is_for_each_metric_that_it_names(tmp_path: Path) -> None:
    found = read(tmp_path, target("flooded-*", 0, 0.3) + target("rounds", 5, 9) + target("flooded-red", 0.1, 1))
    assert len(found) == 7
    assert Target("flooded-red", 0.1, 0.3) in found
    assert Target("rounds", 5, 9) in found


REFUSED = [
    ("", "is empty"),
    ("target = 3", "needs one or more"),
    ("[target", "is not TOML"),
    (target("rounds", 9, 5), "target 1: from 9 to 5 is no range"),
    (target("ties", 1.2, 1.5), "ties is never from 1.2 to 1.5: it is from 0 to 1"),
    (target("rounds", -3, -1), "rounds is never from -3 to -1"),
    (target("floods-red", 0, 1), 'there is no metric "floods-red"; the nearest is flooded-red'),
    (target("ties", '"few"', 1), "target 1: from: must be a number, not few"),
    (target("ties", "nan", 1), "target 1: from: must be a number"),
    (target("ties", 0, 1) + "but = 2", "target 1: must have metric"),
    (target("ties", 0, 0.1) + target("ties", 0.2, 1), "targets 1 and 2 contradict each other: no ties is in both"),
    (
        target("wins.seat-*", 0.4, 0.5),
        "the targets of wins.seat-* contradict each other: together they ask for at least 1.2",
    ),
    (target("ending.*", 0, 0.1), "the targets of ending.* contradict each other: together they ask for at most 0.5"),
]


@pytest.mark.parametrize(("text", "sentence"), REFUSED)
def test_a_target_that_cannot_be_met_is_refused_with_its_place(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(TargetError) as caught:
        read(tmp_path, text)
    assert str(caught.value).startswith(f"{tmp_path / 'wanted.toml'}: ")
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_parts_may_leave_room(tmp_path: Path) -> None:
    assert len(read(tmp_path, target("wins.seat-0", 0.4, 0.5) + target("wins.seat-1", 0, 0.1))) == 2
