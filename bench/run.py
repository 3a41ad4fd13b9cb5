"""Measure what the README claims, and write bench/results.md: all its parts, or one of them with --only."""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from bench import midnight, whirling_witchcraft, witchs_brew
from bench.calibration import calibration
from bench.earlier import earlier
from bench.environments import environments
from bench.evening import evening
from bench.figures import ROOT, Section, machine
from bench.games import players, speed
from bench.growth import OPEN, lengths, room, starting
from bench.hostile import Size, hostile
from bench.openspiel import openspiel
from bench.pace import pace
from bench.play import play
from bench.search import beside, every_game
from bench.speed import build, first_use, random_play, same_games
from bench.strength import strength
from bench.table import page_sizes, profile, starts, traffic, views
from bench.thinking import crowd, strangers
from bench.warm import waits

RESULTS = ROOT / "bench" / "results.md"

HEAD = """# Measurements

Made by `make bench`, part by part, each in one run with the commit and the machine that it says. Median, lowest and
highest of the repetitions; the machine may be shared, so trust ratios of figures in one table more than the figures.
"""
QUICK = "A quick run: rough figures."


def engine(quick: bool) -> Iterator[Section]:
    """The engine, on 3 Witches."""
    repetitions, seconds = (3, 0.2) if quick else (9, 1.0)
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        yield random_play(program, repetitions, seconds)
        yield same_games(program, 20_000, 500)
    yield first_use(1 if quick else 5)
    yield openspiel(repetitions, seconds)
    yield play(2_000 if quick else 20_000)


def whirling(quick: bool) -> Iterator[Section]:
    """Whirling Witchcraft."""
    yield from game("whirling-witchcraft", "Uniform random games.", whirling_witchcraft.whole_games, quick)


def midnight_games(quick: bool) -> Iterator[Section]:
    """Midnight."""
    about = "Random games in which a card is drawn only where none can be played."
    yield from game("midnight", about, midnight.whole_games, quick)


def brew(quick: bool) -> Iterator[Section]:
    """Witch's Brew."""
    yield from game("witchs-brew", "Uniform random games.", witchs_brew.whole_games, quick)


def game(key: str, about: str, whole_games: Callable[[int], Section], quick: bool) -> Iterator[Section]:
    """Measurements for a game."""
    games = 2_000 if quick else 20_000
    yield speed(key, about, *((3, 0.2) if quick else (9, 1.0)))
    yield whole_games(games)
    yield players(key, games)


def search(quick: bool) -> Iterator[Section]:
    """How fast bots think."""
    repetitions, seconds = (3, 0.2) if quick else (9, 1.0)
    yield beside(repetitions, seconds)
    yield every_game(repetitions, seconds)


def beliefs(quick: bool) -> Iterator[Section]:
    """High witches of 3 Witches: against an earlier one, and what they believe."""
    yield earlier(2) if quick else earlier()
    yield calibration(20) if quick else calibration()


def table(quick: bool) -> Iterator[Section]:
    """The table in the browser."""
    yield views(3 if quick else 9)
    yield traffic(1 if quick else 5, 3 if quick else 10)
    yield profile(5 if quick else 20)
    yield starts(2 if quick else 5)
    yield page_sizes()


def growth(quick: bool) -> Iterator[Section]:
    """What long games and many tables cost."""
    yield lengths(3 if quick else 9)
    yield room(20 if quick else 200)
    yield starting(1 if quick else 5, 1_000 if quick else OPEN)


def crowded(quick: bool) -> Iterator[Section]:
    """What a host of many tables notices."""
    yield evening(100, 20) if quick else evening(1_000, 300)


def thinking(quick: bool) -> Iterator[Section]:
    """How long bots keep people waiting."""
    yield strangers(1 if quick else 3, 30 if quick else 60)
    yield crowd(1 if quick else 3, 30 if quick else 60)


def paces(quick: bool) -> Iterator[Section]:
    """How long a person waits at each pace."""
    yield pace(20, 4) if quick else pace(200, 4)


def strangers_around(quick: bool) -> Iterator[Section]:
    """What a table notices among hostile strangers."""
    yield hostile(1, Size(2, 3, 6_000, 60) if quick else Size(5, 10, 100_000, 300))


def warm(quick: bool) -> Iterator[Section]:
    """What is compiled once."""
    yield waits(1 if quick else 3)


PARTS: dict[str, tuple[str, Callable[[bool], Iterator[Section]]]] = {
    "engine": ("The engine, and 3 Witches", engine),
    "witchs-brew": ("Witch's Brew", brew),
    "midnight": ("Witching Hour: Midnight", midnight_games),
    "whirling-witchcraft": ("Whirling Witchcraft", whirling),
    "environments": ("Games for learners", environments),
    "search": ("Bots that think", search),
    "three-witches-players": ("Players of 3 Witches", strength("three-witches")),
    "three-witches-high-witches": ("High witches of 3 Witches", beliefs),
    "witchs-brew-players": ("Players of Witch's Brew", strength("witchs-brew")),
    "midnight-players": ("Players of Midnight", strength("midnight")),
    "whirling-witchcraft-players": ("Players of Whirling Witchcraft", strength("whirling-witchcraft")),
    "table": ("The table in the browser", table),
    "growth": ("Long games and many tables", growth),
    "evening": ("A thousand tables", crowded),
    "thinking": ("Bots that search, for many at once", thinking),
    "pace": ("The pace of a table", paces),
    "hostile": ("Among hostile strangers", strangers_around),
    "warm": ("Compiling", warm),
}


def measured(key: str, quick: bool) -> str:
    """Measure one part now."""
    title, sections = PARTS[key]
    parts = [f"# {title}", *([QUICK] if quick else []), machine()]
    for section in sections(quick):
        parts.append(section.text())
        print(parts[-1], flush=True)
    return "\n\n".join(part.strip() for part in parts) + "\n"


def kept(path: Path) -> dict[str, str]:
    """The parts that a file has already, by title."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    found = re.split(r"^(?=# )", text, flags=re.MULTILINE)
    return {part.splitlines()[0].removeprefix("# "): part for part in found if part.strip()}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.run", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a short run, whose figures are rough")
    parser.add_argument("--only", choices=PARTS, help="measure this part, and keep the others as they are")
    parser.add_argument("--out", type=Path, default=RESULTS, help="the file to write (default: bench/results.md)")
    options = parser.parse_args()
    old = kept(options.out) if options.only else {}
    parts = [HEAD]
    for key, (title, _) in PARTS.items():
        if options.only in (None, key):
            parts.append(measured(key, options.quick))
        elif title in old:
            parts.append(old[title])
    options.out.write_text("\n".join(part.strip() + "\n" for part in parts), encoding="utf-8")


if __name__ == "__main__":
    main()
