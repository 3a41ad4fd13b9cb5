"""Several workers and their front on this machine, for `coven serve --workers`.

What: starts each worker as a process of its own and nginx before them, starts again whichever dies, and ends all.
Who calls it: `serve`. What it must never know: tables, databases, people.
"""

from __future__ import annotations

import contextlib
import resource
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
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
worker_processes auto;
worker_rlimit_nofile {connections};
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
CONNECTIONS = 16_384
"""Of each nginx process; an open page takes two."""
LOOK = 0.2
"""Seconds between two looks at the processes."""
LONGEST_START, LONGEST_END = 60.0, 15.0
REST, LONGEST_REST = 1.0, 30.0
"""Seconds before a process that died is started again. They double each time that it has not lived longer than this."""
DIES_WITH_US = ("setpriv", "--pdeathsig", "TERM", "--")
"""Linux ends what is started so when this process is killed."""


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
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    connections = CONNECTIONS if hard == resource.RLIM_INFINITY else min(CONNECTIONS, hard)
    (folder / "main").write_text(MAIN.format(folder=folder, connections=connections), encoding="utf-8")
    crew = Crew()
    try:
        for number, at in workers.items():
            own = ["--worker", str(number), "--port", str(at), "--no-open", "--forwarded-by", LOCAL]
            crew.start(f"worker {number}", [sys.executable, "-m", "coven", "serve", *own, *words])
        for number, at in workers.items():
            crew.wait_for(f"worker {number}", f"http://{LOCAL}:{at}/healthz")
        crew.start("nginx", [program, "-p", str(folder), "-e", str(folder / "errors"), "-c", str(folder / "main")])
        crew.wait_for("nginx", f"http://{LOCAL}:{port}/")
        yield crew
    finally:
        crew.end()


@dataclass
class Process:
    """One of the crew."""

    command: list[str]
    rest: float = REST
    """Seconds before it is started again if it dies now."""
    began: float = field(default_factory=time.monotonic)
    due: float | None = None
    """When it is started again."""
    running: subprocess.Popen[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Start it. What it says on standard output is not passed on; what it logs is."""
        self.began, self.due = time.monotonic(), None
        dies_with_us = DIES_WITH_US if shutil.which(DIES_WITH_US[0]) else ()
        self.running = subprocess.Popen(  # noqa: S603  # our own command
            [*dies_with_us, *self.command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            process_group=0,  # Ctrl-C reaches this process alone, which then ends the others
        )  # fmt: skip

    def has_died(self) -> bool:
        """Has it died since the last look? Then it is started again later."""
        if self.due is not None or self.running.poll() is None:
            return False
        lived = time.monotonic() - self.began
        if lived > LONGEST_REST:
            self.rest = REST
        self.due = time.monotonic() + self.rest
        self.rest = min(LONGEST_REST, 2 * self.rest)
        return True

    @property
    def is_due(self) -> bool:
        """Is it to be started again now?"""
        return self.due is not None and time.monotonic() >= self.due


class Crew:
    """Processes by name, which are started again when they die."""

    def __init__(self) -> None:
        self._found: dict[str, Process] = {}

    def start(self, name: str, command: list[str]) -> None:
        """Start it for the first time."""
        self._found[name] = Process(command)

    def wait_for(self, name: str, address: str) -> None:
        """Until it answers there. Raises CannotStart."""
        end, found = time.monotonic() + LONGEST_START, self._found[name].running
        while time.monotonic() < end:
            with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=1):  # noqa: S310  # our own
                if found.poll() is None:
                    return
            if found.poll() is not None:
                break
            time.sleep(LOOK)
        raise CannotStart(f"{name} does not start: what it says stands above")

    def watch(self) -> Iterator[str]:
        """Look after the processes for ever. Gives the name of each that has died; it is started again."""
        while True:
            time.sleep(LOOK)
            for name, process in self._found.items():
                if process.has_died():
                    yield name
                if process.is_due:
                    process.start()

    def end(self) -> None:
        """End all. Workers finish what they have begun."""
        processes = [one.running for one in self._found.values()]
        for process in processes:
            process.terminate()
        end = time.monotonic() + LONGEST_END
        for process in processes:
            try:
                process.wait(max(0.0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
