"""The constants of `coven.games.three_witches.mind.value`: what fate tokens are worth at the beginning of a round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from bench.stages import Stages, log_loss, played, provenance
from coven.games.three_witches.rules.state import GOAL, SEATS
from coven.lab.statistics import wilson

KEY = "three-witches"
FOR_LEAD = 2
"""Tokens that a Lead gets who made the bid."""
SMOOTHING = 300
"""Where tokens matter, what was seen with the same tokens counts against so many rounds of the overall shares."""
CLEAR = 4.753
"""Tokens matter if chi-square is so many standard deviations too high: one time in a million by chance."""
CLOSE = 1e-9
"""Where equal tokens leave nothing to chance, shares spread no more than this."""
ALL_TOKENS = list(product(range(GOAL), repeat=SEATS))

Tokens = tuple[int, ...]
Shares = tuple[tuple[float, float], ...]
"""By seat: in what share of the rounds it leads and does not make the bid, and does."""


def rounds(stages: Stages) -> tuple[Any, Any, Any]:
    """Of all rounds: the tokens before it, by seat; who led; and whether the bid was made (0 or 1)."""
    end, number = stages.ends[stages.game], np.arange(len(stages.views))
    place = stages.views["round"] - 1
    made = end["sheet_won"][number, place] == end["sheet_bid"][number, place]
    return stages.views["tokens"].astype(int), end["sheet_lead"][number, place].astype(int), made.astype(int)


def counted(stages: Stages) -> dict[Tokens, Any]:
    """By tokens in ascending order: how often a seat with the first, second, third of them led and (0, 1) made the bid.

    Seats with equal tokens share what is counted.
    """
    tokens, lead, made = rounds(stages)
    ranks = np.argsort(np.argsort(tokens, axis=1, kind="stable"), axis=1, kind="stable")
    found: dict[Tokens, Any] = {}
    held = np.sort(tokens, axis=1)
    for one in {tuple(row) for row in np.unique(held, axis=0).tolist()}:
        here = (held == one).all(axis=1)
        table = np.zeros((SEATS, 2))
        np.add.at(table, (ranks[here, lead[here]], made[here]), 1)
        found[one] = np.array([table[[other == own for other in one]].mean(axis=0) for own in one])
    return found


def overall(counts: dict[Tokens, Any]) -> Shares:
    """The shares whatever the tokens: every seat leads as often."""
    total = sum(table.sum(axis=0) for table in counts.values())
    lost, made = (total / total.sum() / SEATS).tolist()
    return ((lost, made),) * SEATS


def surprise(counts: dict[Tokens, Any]) -> tuple[float, int]:
    """Chi-square of the counts by tokens against the shares overall, and its degrees of freedom."""
    shares, chi_square, freedom = np.array(overall(counts)), 0.0, -1
    for one, table in counts.items():
        expected = table.sum() * shares
        chi_square += float(((table - expected) ** 2 / expected).sum())
        freedom += 2 * len(set(one)) - 1
    return chi_square, freedom


def matter(counts: dict[Tokens, Any]) -> bool:
    """Do the tokens show in who leads and who makes the bid (Wilson and Hilferty 1931)?"""
    chi_square, freedom = surprise(counts)
    spread = 2 / (9 * freedom)
    return bool((chi_square / freedom) ** (1 / 3) > 1 - spread + CLEAR * spread**0.5)


def shares_by_tokens(counts: dict[Tokens, Any]) -> Callable[[Tokens], Shares]:
    """The shares for any tokens in ascending order: those overall, and where tokens matter drawn to what was seen."""
    everywhere = overall(counts)
    if not matter(counts):
        return lambda tokens: everywhere

    def smoothed(tokens: Tokens) -> Shares:
        table = counts.get(tokens, np.zeros((SEATS, 2))) + SMOOTHING * np.array(everywhere)
        return tuple((float(lost), float(made)) for lost, made in table / table.sum())

    return smoothed


def chances(shares: Callable[[Tokens], Shares]) -> dict[Tokens, Tokens | tuple[float, ...]]:
    """Each seat's chance to win from any tokens below the goal, exact for these shares of rounds."""

    @cache
    def of(tokens: Tokens) -> tuple[float, ...]:
        winners = sum(number >= GOAL for number in tokens)
        if winners:
            return tuple((number >= GOAL) / winners for number in tokens)
        order = sorted(range(SEATS), key=tokens.__getitem__)
        total = np.zeros(SEATS)
        for lead, (lost, made) in zip(order, shares(tuple(sorted(tokens))), strict=True):
            total += made * np.array(of(tuple(n + FOR_LEAD * (seat == lead) for seat, n in enumerate(tokens))))
            total += lost * np.array(of(tuple(n + (seat != lead) for seat, n in enumerate(tokens))))
        return tuple(total.tolist())

    return {tokens: of(tokens) for tokens in ALL_TOKENS}


def constants(table: dict[Tokens, Any]) -> str:
    """CHANCES as it stands in the module."""
    rows = [[f"{table[*two, right][0]:.5f}" for right in range(GOAL)] for two in product(range(GOAL), repeat=2)]
    lines = "\n".join(f"    {', '.join(row)}," for row in rows)
    return f"CHANCES = (\n{lines}\n)  # fmt: skip"


def seats_checked(stages: Stages) -> str:
    """Whether it matters where one sits: who leads and who wins."""
    _, lead, made = rounds(stages)
    low, high = wilson(float(made.sum()), len(made))
    lines = [f"rounds {len(made):,}, bid made {made.mean():.4f} (95 % interval {low:.4f} to {high:.4f})"]
    for seat in range(SEATS):
        own = lead == seat
        won = stages.shares[:, seat].mean()
        lines.append(f"seat {seat}: leads {own.mean():.4f}, makes it {made[own].mean():.4f}, wins {won:.4f}")
    return "\n".join(lines)


def deviations(stages: Stages, table: dict[Tokens, Any]) -> str:
    """Counted shares of the victory beside the table, for every distinct seat of every state of tokens."""
    tokens, won, rows, worst = stages.views["tokens"].astype(int), stages.won, [], []
    held = np.sort(tokens, axis=1)
    for one in np.unique(held, axis=0).tolist():
        here = (held == one).all(axis=1)
        for own in sorted(set(one)):
            place = tokens[here] == own
            seen = (won[here] * place).sum(axis=1) / place.sum(axis=1)
            chance = table[own, *[number for i, number in enumerate(one) if i != one.index(own)]][0]
            error = float(seen.std()) / len(seen) ** 0.5
            off = float(seen.mean()) - chance
            worst.append((off, off / error if error > CLOSE else 0.0, len(seen)))
            rows.append(f"{one} seat with {own}: table {chance:.4f}, counted {seen.mean():.4f} of {len(seen):,}")
    off, errors, numbers = np.array(worst).T
    off, errors = np.abs(off), np.abs(errors[errors != 0])
    by_rounds = np.average(off, weights=numbers)
    rows.append(f"largest deviation {off.max():.4f}, mean {by_rounds:.5f} by rounds, {off.mean():.5f} by states")
    rows.append(f"in standard errors: largest {errors.max():.2f}, root mean square {(errors**2).mean() ** 0.5:.2f}")
    return "\n".join(rows)


def report(player: str, games: int, seed: int) -> Iterator[str]:
    """The constants and their checks."""
    stages = played(KEY, SEATS, player, games, seed)
    fitted, judged = stages.part(0.0, 0.5), stages.part(0.5, 1.0)
    counts = counted(fitted)
    table = chances(shares_by_tokens(counts))
    yield constants(table)
    yield provenance(KEY, player, games, seed)
    yield seats_checked(fitted)
    chi_square, freedom = surprise(counts)
    yield f"tokens {'matter' if matter(counts) else 'do not matter'}: chi-square {chi_square:.1f} of {freedom} degrees"
    yield deviations(judged, table)
    guess = np.array([table[tuple(row)] for row in judged.views["tokens"].tolist()])
    yield f"log loss: equal shares {np.log(SEATS):.4f}, table {log_loss(guess, judged.won).mean():.4f}"
