"""Comparing decks at a terminal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from coven.lab.balance import UNDECIDED, Comparison, Difference, Judged, balance
from coven.lab.blocks import Plan
from coven.lab.report import deals_for
from coven.lab.sensitivity import Sensitivity, sensitivity
from coven.lab.targets import TargetError, read_targets
from coven.lab.workers import cores
from coven.terminal.lab import kept_in, with_progress
from coven.terminal.report import progress_bar
from coven.terminal.screen import Screen
from coven.terminal.typed import fail

QUICK, SLOW, STEPS = 50000, 60, 2000
"""The default numbers of games a deck."""
MOST_CARDS = 12


def run_balance(
    plan: Plan, names: Sequence[str], games: int | None, target: Path | None, jobs: int | None, save: Path | None,
    *, as_json: bool,
) -> None:  # fmt: skip
    """Compare the decks of a plan, and show the figures."""
    try:
        targets = read_targets(target, [metric for _, metric in plan.every_metric]) if target else []
    except TargetError as error:
        fail(error)
    deals = deals_for(plan, games or (QUICK if plan.is_quick else SLOW))
    with kept_in(save):
        found = with_progress(
            plan, deals * plan.games_a_deal * len(plan.decks),
            lambda progress: balance(
                plan, deals, targets, names, jobs=jobs or cores(), save=save, progress=progress
            ), is_shown=not as_json,
        )  # fmt: skip
    if as_json:
        click.echo(json.dumps(found.as_dict(), ensure_ascii=False))
    else:
        show_comparison(Screen(), found)


def run_sensitivity(
    plan: Plan, games: int | None, metrics: Sequence[str], jobs: int | None, save: Path | None, *, as_json: bool
) -> None:
    """Play every deck near by, and show what moves what."""
    deals = deals_for(plan, games or (STEPS if plan.is_quick else SLOW))
    count = len(plan.game.measures.nearby(plan.decks[0]))
    try:
        with kept_in(save), progress_bar(count, is_shown=not as_json) as report:
            found = sensitivity(plan, deals, metrics, jobs=jobs or cores(), save=save, progress=report)
    except ValueError as error:
        fail(error)
    if as_json:
        click.echo(json.dumps(found.as_dict(), ensure_ascii=False))
    else:
        show_sensitivity(Screen(), found)


def number(value: float, kind: str, *, signed: bool = False) -> str:
    """A value in its unit: per cent and points, or as it is."""
    sign = "+" if signed or kind == "gain" else ""
    return f"{value:{sign}.2f}" if kind == "mean" else f"{100 * value:{sign}.1f}"


def show_comparison(screen: Screen, found: Comparison) -> None:
    """The figures for people."""
    decks = " and ".join(found.names)
    screen.line(f"{found.title}: {decks}, {found.games:,} games, the same {found.deals:,} deals for all", "bold")
    how = "Everything asked is decided" if found.is_decided else "Not everything is decided: more --games would tell"
    screen.line(f"{how}. The chance that any decision is wrong is {100 * found.alpha:.0f} % at most.")
    for one in found.targets:
        screen.line(_target(one, found.names[one.deck]))
    asked = [one for one in found.differences if one.verdict]
    for difference in asked:
        screen.line(_difference(difference))
    cards = [one for one in found.differences if not one.verdict and (one.low > 0 or one.high < 0)]
    cards.sort(key=lambda one: -abs(one.difference) / max(one.high - one.low, 1e-12))
    if cards:
        screen.line("Beside that, not decided on, and some of it chance:")
    for difference in cards[:MOST_CARDS]:
        screen.line(_difference(difference))


def _difference(one: Difference) -> str:
    values = f"{number(one.first, one.kind)} and {number(one.second, one.kind)}"
    apart = f"{number(one.difference, one.kind, signed=True)}"
    ends = f"{number(one.low, one.kind, signed=True)} to {number(one.high, one.kind, signed=True)}"
    half = number(one.unpaired, one.kind).removeprefix("+")
    tail = f": {one.verdict}" if one.verdict else ""
    return (
        f"{one.title} ({one.key}): {values}, {apart}, 95 % interval {ends} "
        f"(unpaired ±{half}, correlation {one.correlation:.2f}){tail}"
    )


def _target(one: Judged, name: str) -> str:
    kind = "mean" if one.wanted_high > 1 or one.high > 1 else "share"
    if one.value is None:
        return f"{one.metric} of {name}: has not come up: {UNDECIDED}"
    return (
        f"{one.metric} of {name}: {number(one.value, kind)}, surely {number(one.low, kind)} to "
        f"{number(one.high, kind)}, wanted {number(one.wanted_low, kind)} to {number(one.wanted_high, kind)}: "
        f"{one.verdict}"
    )


def show_sensitivity(screen: Screen, found: Sensitivity) -> None:
    """The figures for people."""
    screen.line(f"{found.game}: {found.changes} decks near by, {found.deals:,} deals each", "bold")
    screen.line("What moves each metric most; * is clear after Holm's correction for all changes and metrics.")
    last = ""
    for step in found.steps:
        if step.key != last:
            screen.line(f"{step.title} ({step.key}), now {number(step.base, step.kind)}:")
            last = step.key
        ends = f"{number(step.low, step.kind, signed=True)} to {number(step.high, step.kind, signed=True)}"
        mark = " *" if step.is_clear else ""
        screen.line(f"  {step.change}: {number(step.difference, step.kind, signed=True)} ({ends}){mark}")
