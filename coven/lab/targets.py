"""Targets: what a maker wants of a deck, as a TOML file of metrics with ranges.

[[target]]
metric = "ending.WW-31"
from = 0.20
to = 0.35
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from coven.engine.decks import DeckError, read_toml
from coven.engine.sentences import shown
from coven.lab.metrics import MEAN, SHARE, Metric

KEYS = {"metric", "from", "to"}
PARTS_OF_ONE = ("wins.seat-", "wins.place-", "ending.")
"""Metrics that begin like this sum to 1 over all of them."""


class TargetError(ValueError):
    """A file of targets that cannot be used: names the file, the target and the reason."""


@dataclass(frozen=True)
class Target:
    """The range that a metric shall be in, ends included."""

    metric: str
    low: float
    high: float


def read_targets(path: Path, metrics: Sequence[Metric]) -> list[Target]:
    """The targets of a file, one for each metric; `*` in a name stands for anything. Raises TargetError."""
    try:
        data = read_toml(path)
    except DeckError as error:
        raise TargetError(str(error)) from None
    return check_targets(data, str(path), metrics)


def check_targets(data: dict[str, Any], source: str, metrics: Sequence[Metric]) -> list[Target]:
    """The targets of a file's content. Raises TargetError."""
    listed = data.get("target")
    if set(data) != {"target"} or not isinstance(listed, list) or not listed:
        raise TargetError(f"{source}: needs one or more [[target]] with metric, from and to, and nothing else")
    found: dict[str, tuple[int, Target]] = {}
    for number, one in enumerate(listed, 1):
        for target in _expanded(one, f"{source}: target {number}", metrics):
            before = found.get(target.metric)
            if before:
                low, high = max(before[1].low, target.low), min(before[1].high, target.high)
                if low > high:
                    raise TargetError(f"{source}: targets {before[0]} and {number} contradict each other: no "
                                      f"{target.metric} is in both ranges")  # fmt: skip
                target = Target(target.metric, low, high)
            found[target.metric] = (number, target)
    targets = [target for _, target in found.values()]
    _check_sums(targets, source, metrics)
    return targets


def _expanded(one: Any, where: str, metrics: Sequence[Metric]) -> list[Target]:
    """The targets of one entry, for every metric that it names."""
    if not isinstance(one, dict) or set(one) != KEYS or not isinstance(one["metric"], str):
        raise TargetError(f'{where}: must have metric = "...", from and to, and nothing else')
    name = one["metric"]
    ends = [_end(one[key], f"{where}: {key}") for key in ("from", "to")]
    if ends[0] > ends[1]:
        raise TargetError(f"{where}: from {ends[0]:g} to {ends[1]:g} is no range: from is more than to")
    named = [metric for metric in metrics if fnmatchcase(metric.key, name)]
    if not named:
        near = get_close_matches(name, [metric.key for metric in metrics], 1, 0.0)
        raise TargetError(f'{where}: there is no metric "{shown(name)}"; the nearest is {near[0]}')
    for metric in named:
        least, most = {SHARE: (0.0, 1.0), MEAN: (0.0, float("inf"))}.get(metric.kind, (-1.0, 1.0))
        if ends[1] < least or ends[0] > most:
            raise TargetError(
                f"{where}: {metric.key} is never from {ends[0]:g} to {ends[1]:g}: it is from {least:g} to {most:g}"
            )
    return [Target(metric.key, ends[0], ends[1]) for metric in named]


def _end(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        raise TargetError(f"{where}: must be a number, not {shown(value)}")
    return float(value)


def _check_sums(targets: Sequence[Target], source: str, metrics: Sequence[Metric]) -> None:
    """Parts of one whole must be able to sum to 1."""
    for start in PARTS_OF_ONE:
        parts = [target for target in targets if target.metric.startswith(start)]
        whole = len(parts) == sum(1 for metric in metrics if metric.key.startswith(start))
        least, most = sum(max(0.0, one.low) for one in parts), sum(one.high for one in parts)
        if parts and (least > 1 + 1e-9 or (whole and most < 1 - 1e-9)):
            sum_told = f"at least {least:g}" if least > 1 else f"at most {most:g}"
            raise TargetError(f"{source}: the targets of {start}* contradict each other: together they ask for "
                              f"{sum_told}, and such shares sum to 1")  # fmt: skip
