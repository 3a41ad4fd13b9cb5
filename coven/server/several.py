"""Several workers and their front on this machine, for `coven serve --workers`.

What: starts each worker as a process of its own and nginx before them, starts again whichever dies, and ends all.
Who calls it: `serve`. What it must never know: tables, databases, people.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from coven.server.front import configuration

LOCAL = "127.0.0.1"
SYSTEM_FOLDERS = "/usr/sbin:/usr/local/sbin:/sbin"
"""Where nginx may be, although a user's PATH does not name it."""
NEED_NGINX = (
    "--workers needs nginx on this machine (Debian's package nginx-light); without it, start servers with --worker "
    "and put a front before them: see docs/hosting.md"
)
MAIN = """\
daemon off;
pid {folder}/pid;
error_log {folder}/errors;
events {{ worker_connections {connections}; }}
http {{
    access_log off;
    client_body_temp_path {folder}/client_body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site;
}}
"""
CONNECTIONS = 4096
"""An open page takes two."""
LOOK = 0.2
"""Seconds between two looks at the processes."""
LONGEST_START, LONGEST_END = 60.0, 15.0
REST = 1.0
"""Seconds before a process that died is started again."""


class CannotStart(Exception):
    """The workers or their front do not start; says why."""


def nginx() -> str:
    """Where nginx is. Raises CannotStart."""
    found = shutil.which("nginx") or shutil.which("nginx", path=SYSTEM_FOLDERS)
    if not found:
        raise CannotStart(NEED_NGINX)
    return found


@contextlib.contextmanager
def several(folder: Path, port: int, ports: Sequence[int], words: Sequence[str]) -> Iterator[Crew]:
    """Workers at these ports behind one nginx, from when all of them answer until the end of the block.

    `folder`: nginx's files; `port`: where it listens; `words`: how `coven serve` is called besides. Raises
    CannotStart.
    """
    program = nginx()
    workers = dict(enumerate(ports, 1))
    folder.mkdir(exist_ok=True)
    places = {number: f"{LOCAL}:{port}" for number, port in workers.items()}
    (folder / "site").write_text(configuration(places, f"{LOCAL}:{port}"), encoding="utf-8")
    (folder / "main").write_text(MAIN.format(folder=folder, connections=CONNECTIONS), encoding="utf-8")
    crew = Crew()
    try:
        for number, at in workers.items():
            own = ["--worker", str(number), "--port", str(at), "--no-open", "--forwarded-by", LOCAL]
            crew.start(f"worker {number}", [sys.executable, "-m", "coven", "serve", *own, *words])
        for number, at in workers.items():
            crew.wait_for(f"worker {number}", at)
        crew.start("nginx", [program, "-p", str(folder), "-e", str(folder / "errors"), "-c", str(folder / "main")])
        yield crew
    finally:
        crew.end()


class Crew:
    """Processes by name, which are started again when they die."""

    def __init__(self) -> None:
        self._commands: dict[str, list[str]] = {}
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, command: list[str]) -> None:
        """Start it. What it says on standard output is not passed on; what it logs is."""
        self._commands[name] = command
        self._running[name] = subprocess.Popen(  # noqa: S603  # our own command
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            process_group=0,  # Ctrl-C reaches this process alone, which then ends the others
        )  # fmt: skip

    def wait_for(self, name: str, port: int) -> None:
        """Until it answers. Raises CannotStart."""
        end = time.monotonic() + LONGEST_START
        while self._running[name].poll() is None and time.monotonic() < end:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"http://{LOCAL}:{port}/healthz", timeout=1):
                return
            time.sleep(LOOK)
        raise CannotStart(f"{name} does not start: what it says stands above")

    def watch(self) -> Iterator[str]:
        """Look after the processes for ever. Gives the name of each that has died, and starts it again."""
        while True:
            time.sleep(LOOK)
            for name, process in self._running.items():
                if process.poll() is not None:
                    yield name
                    time.sleep(REST)
                    self.start(name, self._commands[name])

    def end(self) -> None:
        """End all. Workers finish what they have begun."""
        for process in self._running.values():
            process.terminate()
        end = time.monotonic() + LONGEST_END
        for process in self._running.values():
            try:
                process.wait(max(0.0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
