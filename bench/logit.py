"""A model of the value of a stage's beginning: chances proportional to the exponential of weighted sums of facts.

Each part of a game has its own weights, fitted to self-play (multinomial logit).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from bench.stages import Stages, log_loss, played, provenance
from coven.engine.jit import compiled
from coven.games import load_game

STEPS = 12
"""Newton's method converges after half of them."""
RIDGE = 1e-3
"""Keeps weights without data finite."""
BINS = 10
PLACES = 3
"""Decimal places of printed weights."""


def softmax(scores: Any) -> Any:
    """Chances by stage and seat from scores."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def fit(facts: Any, won: Any) -> Any:
    """The maximum-likelihood weights for these outcomes (multinomial logit, Newton's method)."""
    count = facts.shape[2]
    weights = np.zeros(count)
    for _ in range(STEPS):
        chances = softmax(facts @ weights)
        slope = np.einsum("nsf,ns->f", facts, won - chances) - RIDGE * weights
        mean = np.einsum("ns,nsf->nf", chances, facts)
        rooted = (np.sqrt(chances)[:, :, None] * facts).reshape(-1, count)
        bend = rooted.T @ rooted - mean.T @ mean + RIDGE * np.eye(count)
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def foretold(facts: Any, parts: Any, weights: Any) -> Any:
    """Chances by stage and seat."""
    return softmax(np.einsum("nsf,nf->ns", facts, weights[parts]))


def calibration(chances: Any, won: Any) -> str:
    """Predicted chances beside shares of the victory, in ten bins."""
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


@dataclass(frozen=True)
class Logit:
    """The model of a game: which facts, and which parts of a game."""

    key: str
    facts: tuple[str, ...]
    """What they are called, in the order of their numbers; the first is also tried alone."""
    parts: int
    note_facts: Callable[[Any, Any, int, Any], None]
    """note_facts(deck, s, seat, facts): a rule that writes the facts of a seat."""
    part: Callable[[Any], int]
    """part(s): a rule: in which part of the game a stage begins."""
    stage: str
    """What the game calls its stages, in the plural."""
    present: tuple[float, ...]
    """The constants that the game has: weights by number of players, part and fact, in one row."""

    def facts_of(self, stages: Stages) -> tuple[Any, Any]:
        """Facts by stage, seat and fact; and parts of the game by stage: as the rules see them."""
        note_facts, part = self.note_facts, self.part

        def collect(deck: Any, views: Any, facts: Any, parts: Any) -> None:
            for i in range(len(views)):
                s = views[i]
                parts[i] = part(s)
                for seat in range(s.players):
                    note_facts(deck, s, seat, facts[i][seat])

        deck = load_game(self.key).decks.default().tables.to_record()
        facts = np.zeros((len(stages.views), stages.players, len(self.facts)), dtype=np.int64)
        parts = np.zeros(len(stages.views), dtype=np.int64)
        arguments = (deck, stages.views, facts, parts)
        compiled(collect, *arguments)(*arguments)
        return facts.astype(float), parts

    def present_weights(self, players: int) -> Any:
        """The constants that the game has for a number of players, by part and fact."""
        rows = np.array(self.present).reshape(-1, self.parts, len(self.facts))
        return rows[load_game(self.key).players.index(players)]

    def fit_parts(self, facts: Any, parts: Any, won: Any) -> Any:
        """Weights by part of the game, as precise as they are printed."""
        rows = [fit(facts[parts == one], won[parts == one]) for one in range(self.parts)]
        return np.round(np.array(rows), PLACES)

    def losses(self, fitted: tuple[Any, Any, Any], judged: tuple[Any, Any, Any], weights: Any) -> str:
        """Log loss on the second half of the games: the model, with the constants that the game has, without each of
        its facts, and with the first alone."""
        facts, parts, won = judged
        present = log_loss(foretold(facts, parts, self.present_weights(won.shape[1])), won).mean()

        def with_only(kept: list[int]) -> float:
            rows = self.fit_parts(fitted[0][:, :, kept], fitted[1], fitted[2])
            return float(log_loss(foretold(facts[:, :, kept], parts, rows), won).mean())

        loss = log_loss(foretold(facts, parts, weights), won)
        known = f"{self.facts[0]} alone {with_only([0]):.4f}, model {loss.mean():.4f}, as it is {present:.4f}"
        lines = [f"log loss: equal shares {np.log(won.shape[1]):.4f}, {known}"]
        lines += [
            f"part {one}: {loss[parts == one].mean():.4f} in {(parts == one).sum():,} {self.stage}"
            for one in range(self.parts)
        ]
        for fact, name in enumerate(self.facts):
            kept = [other for other in range(len(self.facts)) if other != fact]
            lines.append(f"without {name}: {with_only(kept) - loss.mean():+.5f}")
        return "\n".join(lines)

    def report(self, player: str, games: int, seed: int) -> Iterator[str]:
        """The constants and their checks."""
        rows = []
        for players in load_game(self.key).players:
            stages = played(self.key, players, player, games, seed)
            fitted, judged = ((*self.facts_of(half), half.won) for half in (stages.part(0.0, 0.5), stages.part(0.5, 1)))
            weights = self.fit_parts(*fitted)
            rows += [f"    {', '.join(f'{weight:.{PLACES}f}' for weight in row)},  # {players} players, part {one}"
                     for one, row in enumerate(weights)]  # fmt: skip
            yield f"{players} players\n{self.losses(fitted, judged, weights)}"
            yield calibration(foretold(judged[0], judged[1], weights), judged[2])
        yield "\n".join(["WEIGHTS = (", *rows, ")  # fmt: skip"])
        yield provenance(self.key, player, games, seed)
