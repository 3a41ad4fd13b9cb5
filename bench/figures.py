"""Measured figures, the machine they come from, and their tables."""

from __future__ import annotations

import os
import platform
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Figure:
    """One figure, measured once or several times."""

    name: str
    unit: str
    values: list[float]

    def row(self) -> str:
        """Its line in the table."""
        numbers = (median(self.values), min(self.values), max(self.values))
        cells = (self.name, self.unit, *map(short, numbers), str(len(self.values)))
        return f"| {' | '.join(cells)} |"


@dataclass(frozen=True)
class Section:
    """A table of figures with a description; `notes` follow it."""

    title: str
    about: str
    figures: list[Figure]
    notes: tuple[str, ...] = ()

    def text(self) -> str:
        """The section in Markdown."""
        head = ["| figure | unit | median | lowest | highest | repetitions |", "|---|---|--:|--:|--:|--:|"]
        table = [*head, *(figure.row() for figure in self.figures)] if self.figures else []
        blocks = [f"## {self.title}", self.about, "\n".join(table), *self.notes]
        return "\n\n".join(block for block in blocks if block)


def short(number: float) -> str:
    """A number with about four significant digits."""
    if abs(number) >= 1e6:
        return f"{number / 1e6:.1f} million"
    if abs(number) >= 1000:
        return f"{number:,.0f}"
    return f"{number:.3g}" if abs(number) < 100 else f"{number:.1f}"


def said(*command: str | Path) -> str:
    """A command's output; raises CalledProcessError if it fails."""
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def commit() -> str:
    """The commit that was measured, with "+ changes" if the tree differs from it."""
    changed = said("git", "status", "--porcelain", "--", ".", ":!bench/results.md")
    return said("git", "rev-parse", "--short", "HEAD") + (" + changes" if changed else "")


def processor() -> str:
    """The processor's name."""
    info = Path("/proc/cpuinfo")
    for line in info.read_text().splitlines() if info.exists() else ():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def machine() -> str:
    """The machine and versions behind the figures, in Markdown."""
    facts = {
        "commit": commit(),
        "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "processor": f"{processor()}, {os.cpu_count()} cores",
        "system": platform.platform(),
        "versions": f"Python {platform.python_version()}, numba {version('numba')}, numpy {version('numpy')}",
    }
    return "\n".join(f"- {name}: {fact}" for name, fact in facts.items())
