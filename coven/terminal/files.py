"""Where games are saved, and how they are written safely."""

from __future__ import annotations

import contextlib
import shlex
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from platformdirs import user_data_path

from coven.engine.fallback import Fallback, fall_back
from coven.engine.folders import own_folder
from coven.engine.match import Match
from coven.engine.record import GameRecord

UNFINISHED = "unfinished"
RECORDS = "records"


def data_folder() -> Path:
    """The folder for records: COVEN_DATA, or the user's data folder. Raises OSError for a user without a home."""
    return own_folder("COVEN_DATA", lambda: user_data_path("coven", appauthor=False))


def program() -> str:
    """How the reader can run Coven: by name if that is found, else by the path to this installation."""
    if shutil.which("coven"):
        return "coven"
    script = Path(sys.executable).with_name("coven")
    near = script.relative_to(Path.cwd()) if script.is_relative_to(Path.cwd()) else script
    return shlex.quote(str(near)) if script.exists() else f"{shlex.quote(sys.executable)} -m coven"


def new_path(game: str, folder: str) -> Path:
    """A free file name for a game in a folder of the data folder."""
    return free_path(data_folder() / folder, game)


def free_path(folder: Path, game: str) -> Path:
    """A free file name for a game in a folder, by date and time."""
    stem = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}"
    path, number = folder / f"{stem}.json", 2
    while path.exists():
        path, number = path.with_name(f"{stem}-{number}.json"), number + 1
    return path


def is_kept_unfinished(path: Path) -> bool:
    """Is the file one of our own unfinished games?"""
    with contextlib.suppress(OSError):
        return path.resolve().parent == (data_folder() / UNFINISHED).resolve()
    return False


def save(record: GameRecord, wanted: Path | None, folder: str) -> Path:
    """Save where it is wanted, or else in a folder of the data folder. Returns where.

    If that cannot be written, the data folder or the system's temporary folder is better than nothing, and the user
    is told. Raises OSError if nothing can be written at all.
    """
    places: list[Callable[[], Path]] = [
        lambda: new_path(record.game, folder),
        lambda: free_path(Path(tempfile.gettempdir()), record.game),
    ]
    if wanted:
        places.insert(0, lambda: wanted)
    refused: OSError | None = None
    for place in places:
        try:
            path = place()
            record.save(path)
        except OSError as error:
            refused = refused or error
            continue
        if refused:
            where = refused.filename or wanted
            fall_back(Fallback.OTHER_FOLDER, f"{where}: {refused.strerror}: the game is saved in {path.parent}")
        return path
    raise refused or OSError("there is no place to save a game")


def is_main_thread() -> bool:
    """Only there can signals be handled."""
    return threading.current_thread() is threading.main_thread()


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Delays Ctrl-C while something must not be left half done."""
    if not is_main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Notebook:
    """A match's acts as last completed, whatever has interrupted the program since."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.note()

    def note(self) -> None:
        """Keep the acts so far; call it between acts."""
        self._kept = (tuple(self._match.acts), tuple(self._match.spoken))

    def record(self, names: tuple[str, ...]) -> GameRecord:
        """The record of what was kept, from a match of its own."""
        old = self._match
        match = Match(old.game, old.players, old.seed, old.deck, options=old.options)
        acts, spoken = self._kept
        for seat, action in acts:
            match.act(seat, action)
        match.spoken = list(spoken)
        return GameRecord.of(match, names)
