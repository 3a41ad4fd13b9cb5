"""The constants of `coven.games.witchs_brew.value`: what a position at the beginning of a set is worth.

Facts that were tried and left out, because each lowers the log loss by less than 0.0005: gold or drops up to a limit,
drops that the top cauldrons take, the rarest drop, all cauldrons in reach instead of the best one, shelves in reach,
ravens of one's own, and leading or beginning as such.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from bench.stages import Stages, log_loss, played, provenance
from coven.engine.jit import compiled
from coven.games import load_game
from coven.games.witchs_brew.value import FACTS, PARTS, POINTS, note_facts, part

KEY = "witchs-brew"
STEPS = 12
"""Newton's method is done after half of them."""
RIDGE = 1e-3
"""Keeps weights finite that nothing is known of."""
BINS = 10


def collect(deck: Any, views: Any, facts: Any, parts: Any) -> None:
    """facts[i][seat] and parts[i] of every view."""
    for i in range(len(views)):
        s = views[i]
        parts[i] = part(s)
        for seat in range(s.players):
            note_facts(deck, s, seat, facts[i][seat])


def facts_of(stages: Stages) -> tuple[Any, Any]:
    """Facts by stage, seat and fact; and parts of the game by stage: as the rules see them."""
    deck = load_game(KEY).default_deck().tables.to_record()
    facts = np.zeros((len(stages.views), stages.players, FACTS), dtype=np.int64)
    parts = np.zeros(len(stages.views), dtype=np.int64)
    arguments = (deck, stages.views, facts, parts)
    compiled(collect, *arguments)(*arguments)
    return facts.astype(float), parts


def softmax(scores: Any) -> Any:
    """Chances by stage and seat from scores."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def fit(facts: Any, won: Any) -> Any:
    """The weights that make these outcomes likeliest (multinomial logit, Newton's method)."""
    count = facts.shape[2]
    weights = np.zeros(count)
    for _ in range(STEPS):
        chances = softmax(facts @ weights)
        slope = np.einsum("nsf,ns->f", facts, won - chances) - RIDGE * weights
        mean = np.einsum("ns,nsf->nf", chances, facts)
        bend = np.einsum("ns,nsf,nsg->fg", chances, facts, facts, optimize=True) - mean.T @ mean + RIDGE * np.eye(count)
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def fit_parts(facts: Any, parts: Any, won: Any) -> Any:
    """Weights by part of the game, as precise as they are printed."""
    rows = [fit(facts[parts == one], won[parts == one]) for one in range(PARTS)]
    return np.round(np.array(rows), 3)


def foretold(facts: Any, parts: Any, weights: Any) -> Any:
    """Chances by stage and seat."""
    return softmax(np.einsum("nsf,nf->ns", facts, weights[parts]))


def losses(fitted: tuple[Any, Any, Any], judged: tuple[Any, Any, Any], weights: Any) -> str:
    """Log loss on the second half of the games: the model, without each of its facts, and with points alone."""
    facts, parts, won = judged

    def without(kept: list[int]) -> float:
        rows = fit_parts(fitted[0][:, :, kept], fitted[1], fitted[2])
        return float(log_loss(foretold(facts[:, :, kept], parts, rows), won).mean())

    loss = log_loss(foretold(facts, parts, weights), won)
    known = f"points alone {without([POINTS]):.4f}, model {loss.mean():.4f}"
    lines = [f"log loss: equal shares {np.log(won.shape[1]):.4f}, {known}"]
    lines += [f"part {one}: {loss[parts == one].mean():.4f} in {(parts == one).sum():,} sets" for one in range(PARTS)]
    for fact in range(FACTS):
        kept = [other for other in range(FACTS) if other != fact]
        lines.append(f"without fact {fact}: {without(kept) - loss.mean():+.5f}")
    return "\n".join(lines)


def calibration(chances: Any, won: Any) -> str:
    """Chances foretold beside shares of the victory, in ten bins."""
    place = np.minimum((chances * BINS).astype(int), BINS - 1)
    lines, off = [], 0.0
    for one in range(BINS):
        here = place == one
        if here.any():
            said, seen = float(chances[here].mean()), float(won[here].mean())
            off += abs(said - seen) * here.mean()
            bounds = f"{one / BINS:.1f} to {(one + 1) / BINS:.1f}"
            lines.append(f"{bounds}: foretold {said:.4f}, won {seen:.4f} of {here.sum():,}")
    return "\n".join(["calibration", *lines, f"mean deviation {off:.4f}"])


def report(player: str, games: int, seed: int) -> Iterator[str]:
    """The constants and their checks."""
    rows = []
    for players in load_game(KEY).players:
        stages = played(KEY, players, player, games, seed)
        fitted, judged = ((*facts_of(half), half.won) for half in (stages.part(0.0, 0.5), stages.part(0.5, 1.0)))
        weights = fit_parts(*fitted)
        rows += [f"    {', '.join(f'{weight:.3f}' for weight in row)},  # {players} players, part {one}"
                 for one, row in enumerate(weights)]  # fmt: skip
        yield f"{players} players\n{losses(fitted, judged, weights)}"
        yield calibration(foretold(judged[0], judged[1], weights), judged[2])
    yield "\n".join(["WEIGHTS = (", *rows, ")  # fmt: skip"])
    yield provenance(KEY, player, games, seed)
