"""Make earlier players (`coven/players/earlier.py`): for each, an environment with the package of her commit.

python tools/keep.py                  all of them
python tools/keep.py high-witch-1     one of them

It takes the sources from this repository's history and the libraries from the commit's own constraints. Afterwards
`coven tournament three-witches --players high-witch,high-witch-1` plays her.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from coven.players.earlier import KEPT, MARK, folder_of, why_not_here

ROOT = Path(__file__).parents[1]
PARTS = ("coven", "pyproject.toml", "constraints.txt", "README.md", "LICENSE")
"""What is needed to install the package of a commit."""


def main(names: list[str]) -> int:
    """The command line."""
    for name in names or KEPT:
        if name not in KEPT:
            print(f'no earlier player is called "{name}": choose among {", ".join(KEPT)}', file=sys.stderr)
            return 2
        if why_not_here(name) and not make(name):
            return 1
        print(f"{name} is in {folder_of(name)}")
    return 0


def make(name: str) -> bool:
    """Make her folder anew. Says what went wrong if it cannot be made, and leaves nothing behind then."""
    folder, commit = folder_of(name), KEPT[name].commit
    shutil.rmtree(folder, ignore_errors=True)
    try:
        with tempfile.TemporaryDirectory() as sources:
            unpack(commit, Path(sources))
            run(sys.executable, "-m", "venv", str(folder))
            constraints = str(Path(sources) / "constraints.txt")
            run(str(folder / "bin" / "python"), "-m", "pip", "install", "-q", "-c", constraints, sources)
    except subprocess.CalledProcessError as error:
        shutil.rmtree(folder, ignore_errors=True)
        print(f"{name} cannot be made: {' '.join(error.cmd[:4])} ended with {error.returncode}", file=sys.stderr)
        return False
    (folder / MARK).write_text(commit + "\n")
    return True


def unpack(commit: str, folder: Path) -> None:
    """Write the sources of a commit into a folder."""
    packed = run("git", "-C", str(ROOT), "archive", commit, *PARTS)
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")


def run(*words: str) -> bytes:
    """What a program prints. Raises CalledProcessError; the program says itself why."""
    return subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
