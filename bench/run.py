"""Measure what the README claims, and write bench/results.md."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.figures import ROOT, Section, machine
from bench.openspiel import openspiel
from bench.play import players
from bench.speed import build, first_use, random_play, same_games
from bench.table import page_sizes, starts, traffic, views

RESULTS = ROOT / "bench" / "results.md"

HEAD = """# Measurements

Made by `make bench`. Median, lowest and highest of the repetitions; the machine may be shared, so trust ratios of
figures in one table more than the figures.
"""


def sections(quick: bool) -> Iterator[Section]:
    """Every section, each measured when it is asked for."""
    repetitions, seconds = (3, 0.2) if quick else (9, 1.0)
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        yield random_play(program, repetitions, seconds)
        yield same_games(program, 20_000, 500)
    yield first_use(1 if quick else 5)
    yield views(3 if quick else 9)
    yield traffic(1 if quick else 5, 3 if quick else 10)
    yield starts(2 if quick else 5)
    yield page_sizes()
    yield openspiel(repetitions, seconds)
    yield players(2_000 if quick else 20_000)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.run", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a short run, whose figures are rough")
    parser.add_argument("--out", type=Path, default=RESULTS, help="the file to write (default: bench/results.md)")
    options = parser.parse_args()
    parts = [HEAD + ("\nA quick run: rough figures.\n" if options.quick else ""), machine()]
    for section in sections(options.quick):
        parts.append(section.text())
        print(parts[-1], flush=True)
    options.out.write_text("\n\n".join(part.strip() for part in parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
