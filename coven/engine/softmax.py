"""Softmax: probabilities from scores."""

from __future__ import annotations

import math

from coven.engine.jit import rule


@rule
def softmax(out: list[float], n: int) -> None:
    """Turn n scores into chances that sum to 1, in proportion to e to the power of the score."""
    most, total = out[0], 0.0
    for i in range(n):
        most = max(most, out[i])
    for i in range(n):
        out[i] = math.exp(out[i] - most)
        total += out[i]
    for i in range(n):
        out[i] /= total


@rule
def softmax_of(scores: list[int], n: int, place: int, heat: float) -> float:
    """The chance, above 0 and at most 1, that softmax gives the score at a place among n scores, divided by `heat`."""
    total = 0.0
    for i in range(n):
        total += math.exp((scores[i] - scores[place]) / heat)
    return 1.0 / total
