"""Run the fast part of the suite on this machine's oldest and newest other Python, each in its own environment.

python tools/pythons.py

It looks for the versions in pyproject.toml's classifiers, on the PATH and among those of pyenv and uv. At the end it
says what ran, what was skipped, and why. COVEN_REQUIRE may name Pythons that must not be skipped, for example
"browser,python3.13".
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
OWN = f"{sys.version_info.major}.{sys.version_info.minor}"
SLOWEST_ANSWER = 60
"""Seconds for a Python to report its version."""
ASK = "import sys; print('{}.{} {} {}'.format(*sys.version_info[:2], sys.version_info[3], sys.implementation.name))"


def main() -> int:
    """The command line."""
    required = [name.removeprefix("python") for name in os.environ.get("COVEN_REQUIRE", "").split(",")]
    found = {version: find(version, os.environ) for version in claimed() if version != OWN}
    chosen = choose([version for version, program in found.items() if program])
    told = {OWN: f"the whole suite, in {Path(sys.prefix).name}"}
    failed = False
    for version, program in found.items():
        python = environment_of(version, program) if version in chosen else None
        if python:
            is_good, told[version] = run(python)
        else:
            is_good = version not in required
            told[version] = f"skipped, {why_skipped(program, is_chosen=version in chosen)}"
        failed |= not is_good
        told[version] += "" if is_good else " (FAILED)"
    print("\nThe suite on this machine's Pythons")
    for version in sorted(told, key=number):
        print(f"  Python {version}: {told[version]}")
    return int(failed)


def why_skipped(program: str, *, is_chosen: bool) -> str:
    """Why the suite did not run with it."""
    if not program:
        return "not found on this machine"
    return f"{program} can make no environment" if is_chosen else "neither the oldest nor the newest here"


def number(version: str) -> tuple[int, ...]:
    """A version as a sort key: "3.9" is older than "3.10"."""
    return tuple(map(int, version.split(".")))


def claimed() -> list[str]:
    """The Pythons the project supports, oldest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = [text.rpartition(" ")[2] for text in project["classifiers"] if "Python :: 3." in text]
    return sorted(versions, key=number)


def choose(there: Sequence[str]) -> set[str]:
    """The other Pythons that are the oldest or the newest of all installed ones, counting this one."""
    ordered = sorted([*there, OWN], key=number)
    return {ordered[0], ordered[-1]} - {OWN}


def places(version: str, environment: Mapping[str, str]) -> Iterator[Path]:
    """Where that Python may be."""
    for folder in environment.get("PATH", "").split(os.pathsep):
        yield Path(folder) / f"python{version}"
    home = Path(environment.get("HOME", "/"))
    pyenv = Path(environment.get("PYENV_ROOT") or home / ".pyenv")
    yield from sorted(pyenv.glob(f"versions/{version}.*/bin/python"), reverse=True)
    uv = Path(environment.get("UV_PYTHON_INSTALL_DIR") or home / ".local/share/uv/python")
    yield from sorted(uv.glob(f"cpython-{version}.*/bin/python{version}"), reverse=True)


def find(version: str, environment: Mapping[str, str]) -> str:
    """A working final CPython of that version; "" if there is none."""
    paths = (path for path in places(version, environment) if shutil.which(path))
    return next((str(path) for path in paths if answer(path) == f"{version} final cpython"), "")


def answer(program: Path) -> str:
    """What a Python reports about itself; "" if nothing (pyenv's shims for unselected versions report nothing)."""
    try:
        done = subprocess.run([program, "-c", ASK], capture_output=True, text=True, timeout=SLOWEST_ANSWER)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def run(python: Path) -> tuple[bool, str]:
    """Run the fast part with it; returns whether it passed, and a sentence."""
    started = time.monotonic()
    done = subprocess.run([python, "-m", "pytest", "-n", "3", "-m", "not slow", "-p", "no:cacheprovider"], cwd=ROOT)
    how = "passed" if done.returncode == 0 else "failed"
    return done.returncode == 0, f"the fast part {how} in {time.monotonic() - started:.0f} s"


def environment_of(version: str, program: str) -> Path | None:
    """The Python of an environment under build/, remade when packages change; None if it cannot be made."""
    print(f"\nPython {version} ({program})", flush=True)
    folder = ROOT / "build" / f"python{version}"
    files = (ROOT / "pyproject.toml", ROOT / "constraints.txt")
    wanted = hashlib.sha256(b"".join([program.encode(), *(file.read_bytes() for file in files)])).hexdigest()
    python, stamp = folder / "bin" / "python", folder / "ready"
    if stamp.is_file() and stamp.read_text() == wanted:
        return python
    print("Setting up (once) ...", flush=True)
    pip: list[str | Path] = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    steps: tuple[list[str | Path], ...] = (
        [program, "-m", "venv", "--clear", folder],
        [*pip, "--constraint", ROOT / "constraints.txt", "--editable", f"{ROOT}[dev]"],
    )
    if any(subprocess.run(step).returncode for step in steps):
        return None
    stamp.write_text(wanted)
    return python


if __name__ == "__main__":
    sys.exit(main())
