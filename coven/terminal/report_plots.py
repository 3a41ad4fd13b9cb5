"""Plots for reports, as SVG to put into a page; drawn by matplotlib, which is an extra of its own."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence

from coven.lab.report import Row

WIDTH = 4.4
"""Inches: about the width of a phone, on which the letters keep their size."""
ROW = 0.3
"""Inches for each line of a plot."""
CLEAR, UNCLEAR, EVEN = "#5d4391", "#9a93a3", "#a23f2b"
LONGEST = 26
"""Letters of a label."""
PROLOGUE = re.compile(r"^.*?(?=<svg)|<metadata>.*?</metadata>", re.DOTALL)


def check_plots() -> None:
    """Raise ImportError, with what to install, if matplotlib is missing."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise ImportError("--html draws with matplotlib: install it with pip install 'coven-games[plots]'") from None


def dots(rows: Sequence[Row], labels: Sequence[str], even: float | None, told: str, axis: str) -> str:
    """Values with their intervals, one below the other, as SVG. `even`: where a line is drawn; `told`: the plot in a
    sentence, for those who cannot see it. Shares are drawn in per cent."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    scale = 1 if any(row.kind == "mean" for row in rows) else 100
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": told, "font.family": "sans-serif", "font.size": 10}):
        figure = Figure(figsize=(WIDTH, 0.7 + ROW * len(rows)), layout="constrained")
        axes = figure.subplots()
        for place, row in enumerate(rows):
            low, high = (row.value if end is None else end for end in (row.low, row.high))
            colour = CLEAR if row.p is None or row.is_clear else UNCLEAR
            axes.plot([scale * low, scale * high], [place, place], color=colour, linewidth=2, solid_capstyle="butt")
            axes.plot(scale * row.value, place, "o", color=colour, markersize=5)
        if even is not None:
            axes.axvline(scale * even, color=EVEN, linewidth=1, linestyle="--")
        axes.set_yticks(range(len(rows)), [_short(label) for label in labels])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlabel(axis)
        axes.tick_params(axis="y", length=0)
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.grid(axis="x", color="#e4dccb", linewidth=0.8)
        axes.set_axisbelow(True)
        return _inline(figure, told)


def _short(label: str) -> str:
    return label if len(label) <= LONGEST else label[: LONGEST - 1] + "…"


def _inline(figure: object, told: str) -> str:
    """The figure as an SVG element without the parts that only files need."""
    from html import escape

    out = io.StringIO()
    figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})  # type: ignore[attr-defined]
    svg = PROLOGUE.sub("", out.getvalue())
    return svg.replace("<svg ", f'<svg role="img" aria-label="{escape(told, quote=True)}" ', 1)
