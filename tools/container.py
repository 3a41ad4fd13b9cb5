"""Run the steps of docs/hosting/Containerfile in empty Debian folders, without a container engine.

python tools/container.py FOLDER     (as root; needs debootstrap; takes some minutes)

Each FROM becomes a folder made by debootstrap, RUN runs there by chroot, COPY copies. At the end it asks the
container's program for its help. Name servers, pip settings and certificates come from this machine, since they are not
part of an image.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docs" / "hosting" / "Containerfile"
FROM_HOST = ("etc/resolv.conf", "etc/pip.conf", "etc/ssl/certs", "usr/local/share/ca-certificates")
PASSED_ON = (
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "PIP_INDEX_URL",
    "PIP_CERT",
    "SSL_CERT_FILE",
    "NODE_EXTRA_CA_CERTS",
)
"""Variables that some machines need to reach packages; names in either case."""
SUITE = "bookworm"


@dataclass
class Stage:
    """One FROM and what follows it."""

    folder: Path
    workdir: str = "/"
    user: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    entry: list[str] = field(default_factory=list)

    def run(self, command: str) -> None:
        """Run a line of shell in the folder."""
        line = f"cd {shlex.quote(self.workdir)} && {command}"
        inner = ["su", self.user, "-s", "/bin/sh", "-c", line] if self.user else ["sh", "-ec", line]
        kept = {name: value for name, value in os.environ.items() if name.upper() in PASSED_ON}
        usual = {"PATH": "/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin", "LANG": "C.UTF-8"}
        env = {**usual, "DEBIAN_FRONTEND": "noninteractive", **kept, **self.environment}
        print(f"RUN {command}", flush=True)
        subprocess.run(["chroot", str(self.folder), *inner], check=True, env=env, stdin=subprocess.DEVNULL)


def main() -> int:
    """The command line."""
    if len(sys.argv) != 2 or os.geteuid() != 0 or not shutil.which("debootstrap"):
        print(__doc__)
        return 2
    stages = build(Path(sys.argv[1]))
    last = list(stages.values())[-1]
    last.run(f"{shlex.join(last.entry)} --help > /dev/null")
    print("All steps ran, and the program starts.")
    return 0


def build(folder: Path) -> dict[str, Stage]:
    """Run all steps; the stages by their names."""
    stages: dict[str, Stage] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if not line or word == "#":
            continue
        if word == "FROM":
            name = rest.partition(" AS ")[2] or str(len(stages))
            stage = stages[name] = Stage(folder / name)
            bootstrap(stage.folder)
        else:
            obey(stage, word, rest, stages)
    return stages


def bootstrap(folder: Path) -> None:
    """An empty Debian, with this machine's settings for reaching packages."""
    print(f"FROM debian:{SUITE} in {folder}", flush=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["debootstrap", "--variant=minbase", SUITE, str(folder)], check=True, stdout=subprocess.DEVNULL)
    shared = folder / "dev" / "shm"  # engines put a file system there that everybody may write to
    shared.mkdir(parents=True, exist_ok=True)
    shared.chmod(0o1777)
    for name in FROM_HOST:
        source, target = Path("/") / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        elif source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)


def obey(stage: Stage, word: str, rest: str, stages: dict[str, Stage]) -> None:
    """One step; raises ValueError if it is unknown."""
    if word == "RUN":
        stage.run(rest)
    elif word == "COPY":
        copy(stage, rest.split(), stages)
    elif word == "WORKDIR":
        stage.workdir = rest
    elif word == "USER":
        stage.user = rest
    elif word == "ENV":
        stage.environment |= dict(one.split("=", 1) for one in shlex.split(rest))
    elif word == "ENTRYPOINT":
        stage.entry = json.loads(rest)
    elif word not in ("VOLUME", "EXPOSE"):
        raise ValueError(f"{FILE}: {word} is not known here")


def copy(stage: Stage, words: list[str], stages: dict[str, Stage]) -> None:
    """COPY . DIR (the files of the repository), or COPY --from=STAGE PATH PATH."""
    target = stage.folder / words[-1].lstrip("/")
    if words[0].startswith("--from="):
        shutil.copytree(stages[words[0].removeprefix("--from=")].folder / words[1].lstrip("/"), target, symlinks=True)
        return
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    for name in filter(None, listed.stdout.splitlines()):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target / name)


if __name__ == "__main__":
    sys.exit(main())
