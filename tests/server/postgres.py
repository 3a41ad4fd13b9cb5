"""A PostgreSQL of our own, on a socket in a folder of its own, thrown away at the end."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import psycopg

USUAL = "/usr/lib/postgresql"
"""Where Debian keeps the server's programs."""
QUICK = ("-c", "fsync=off", "-c", "max_connections=40", "-c", "shared_buffers=16MB")
"""What a test kills is never the machine, so nothing need reach the disk."""
USER = "coven"
ROOM = "192m"
"""Of a small disk; an empty PostgreSQL takes 40 MB, and its log of changes up to 80."""
BALLAST = "ballast"


def programs() -> Path | None:
    """The folder with PostgreSQL's programs; None: it is not installed."""
    on_path = shutil.which("initdb")
    found = [*([Path(on_path)] if on_path else []), *sorted(Path(USUAL).glob("*/bin/initdb"))]
    return found[-1].parent if found else None


class Cluster:
    """One PostgreSQL, which can be stopped and started again."""

    def __init__(self, bin_: Path, folder: Path, settings: Sequence[str] = QUICK) -> None:
        self._bin, self._folder, self._made, self._settings = bin_, folder, 0, settings
        self._as: dict[str, Any] = {}
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            nobody = pwd.getpwnam("nobody")
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
            self._as = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        self._run(
            "initdb", "-D", str(folder / "data"), "-A", "trust", "-U", USER, "--no-sync", "-E", "UTF8", "--locale=C"
        )

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(self._bin / program), *arguments], cwd=self._folder, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, check=False, **self._as,
        )  # fmt: skip
        assert done.returncode == 0, f"{program}: {done.stderr or done.stdout}"

    def start(self) -> None:
        """Start it; returns once it answers."""
        how = " ".join([*self._settings, "-k", str(self._folder), "-c", "listen_addresses=''"])
        log = str(self._folder / "log")
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-w", "-l", log, "-o", how, "start")

    def stop(self) -> None:
        """Stop it at once, as if its machine had died."""
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-w", "-m", "immediate", "stop")

    def url(self, database: str = "postgres") -> str:
        """The address of a database."""
        return f"postgresql://{USER}@/{database}?host={self._folder}"

    def new_database(self) -> str:
        """The address of a new, empty database."""
        self._made += 1
        self.do(f"CREATE DATABASE coven_{self._made}")
        return self.url(f"coven_{self._made}")

    def do(self, statement: str, url: str | None = None, *values: object) -> list[Any]:
        """Do something in a database, by default in one that no server uses."""
        with psycopg.connect(url or self.url(), autocommit=True) as connection:
            cursor = connection.execute(statement, values or None)
            return list(cursor.fetchall()) if cursor.description else []

    def fill(self) -> None:
        """Leave no room on its disk, which must be its own (`small_disk`)."""
        with suppress(OSError), (self._folder / BALLAST).open("wb") as file:
            while True:
                file.write(bytes(1 << 20))
                file.flush()

    def free(self) -> None:
        """Make room again. If it stopped for want of room, start it again."""
        (self._folder / BALLAST).unlink()
        try:
            self.do("SELECT 1")
        except psycopg.OperationalError:
            self.start()

    def cut(self) -> int:
        """Cut all connections of Coven's servers. Returns how many."""
        ends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'coven'"
        return len(self.do(ends))


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A disk of its own in that folder. Raises OSError if this user may not have one."""
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", str(folder)], capture_output=True)
    if done.returncode:
        raise OSError(done.stderr.decode())
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def running(bin_: Path, settings: Sequence[str] = QUICK, *, is_small: bool = False) -> Iterator[Cluster]:
    """A new PostgreSQL, stopped and removed at the end. `is_small`: on a small disk of its own (`small_disk`)."""
    with (
        tempfile.TemporaryDirectory(prefix="coven-pg-") as folder,  # pytest's own folder is closed to other users
        small_disk(Path(folder)) if is_small else nullcontext(),
    ):
        os.chmod(folder, 0o755)  # noqa: S103  # and PostgreSQL keeps its data from them itself
        cluster = Cluster(bin_, Path(folder), settings)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
