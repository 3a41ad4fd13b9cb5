"""`coven serve --workers`: a whole site by one command, of which nothing is left when it ends."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from coven.cli import main
from coven.server import several
from coven.server.app import STATIC
from tests.conftest import REQUIRED
from tests.hosting.conftest import need
from tests.server.crew import is_shared, patiently
from tests.server.postgres import Cluster
from tests.server.serving import LOCAL, WAIT, Person, is_running, until

URL = "postgresql://coven@localhost/coven"
ADDRESS = re.compile(r"Coven is open at (\S+)")


def children_of(process: int) -> dict[int, str]:
    """The processes that it has started, with their commands."""
    found = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(process)], capture_output=True, text=True)
    return {int(line.split()[0]): line for line in found.stdout.splitlines()}


@pytest.mark.slow
def test_a_site_of_workers_is_started_looked_after_and_ended(cluster: Cluster, tmp_path: Path) -> None:
    need("nginx")
    if not (STATIC / "index.html").is_file():
        assert "browser" not in REQUIRED
        pytest.skip("the page is not built")
    url = cluster.new_database()
    words = ["serve", "--no-open", "--data", str(tmp_path), "--database", url, "--workers", "2"]
    with started(words) as site:
        assert site.stdout
        found = next(match[1] for line in site.stdout if (match := ADDRESS.search(line)))
        until(lambda: is_shared(cluster, url, 2))
        anna = patiently(lambda: Person(found).open_table().look())
        before = children_of(site.pid)
        assert len(before) == 3
        killed = next(one for one, command in before.items() if "--worker 1" in command)
        os.kill(killed, signal.SIGKILL)
        until(lambda: sum("--worker 1" in command for one, command in children_of(site.pid).items() if one != killed))
        patiently(lambda: acts(anna))
        left = children_of(site.pid)
        site.terminate()
        _, said = site.communicate(timeout=WAIT)
    assert site.returncode == 0, said
    assert "worker 1 has ended and is started again" in said
    assert not [one for one in left if is_running(one)]


def acts(anna: Person) -> Person:
    """She comes and decides; her table may be on its way back to the worker that was started again."""
    anna.close()
    anna.look()
    anna.hear(lambda: anna.now["question"] and anna.now["question"]["is_due"])
    assert anna.act(anna.now["choices"][0]["action"])["type"] == "answer"
    return anna


@contextmanager
def started(words: list[str]) -> Iterator[subprocess.Popen[str]]:
    """The command, which is ended at the latest when the block ends."""
    command = [sys.executable, "-m", "coven", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.terminate()


@pytest.mark.parametrize(("words", "why"), [
    ([], "workers share a PostgreSQL database: name it with --database"),
    (["--database", URL, "--worker", "1"], "leave --worker out"),
    (["--database", URL, "--lan"], "and --lan, which is for one server"),
])  # fmt: skip
def test_a_site_that_cannot_be_is_refused_in_words(tmp_path: Path, words: list[str], why: str) -> None:
    done = CliRunner().invoke(main, ["serve", "--workers", "2", "--no-open", "--data", str(tmp_path), *words])
    assert done.exit_code == 1
    assert why in done.output


def test_without_nginx_it_is_said_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name, path=None: None)
    words = ["serve", "--workers", "2", "--no-open", "--data", str(tmp_path), "--database", URL]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 1
    assert "nginx-light" in done.output


def test_what_dies_at_once_is_started_less_and_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(several, "LONGEST_REST", 4.0)
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    process = several.Process(["false"])

    def rest() -> float:
        nonlocal now
        process.running.wait()
        assert process.has_died()
        assert not process.has_died()
        assert process.due is not None
        died, now = now, process.due
        assert process.is_due
        process.start()
        return now - died

    assert [rest() for _ in range(4)] == [1, 2, 4, 4]
    now += 5
    assert rest() == several.REST
    process.running.wait()


def test_a_front_that_does_not_start_says_so() -> None:
    crew = several.Crew()
    crew.start("nginx", ["false"])
    with pytest.raises(several.CannotStart, match="nginx does not start"):
        crew.wait_for("nginx", f"http://{LOCAL}:1/")


@pytest.mark.skipif(not shutil.which("setpriv"), reason="needs Linux's setpriv")
def test_what_was_started_dies_with_a_site_that_is_killed() -> None:
    code = (
        "from coven.server.several import Process; import sys, time; "
        "print(Process(['sleep', '60']).running.pid, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as site:
        assert site.stdout
        started = int(site.stdout.readline())
        assert is_running(started)
        site.kill()
        until(lambda: not is_running(started))


def test_a_worker_that_does_not_start_ends_the_others(tmp_path: Path) -> None:
    words = ["serve", "--workers", "2", "--no-open", "--data", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "coven", *words, "--database", "postgresql://nobody@127.0.0.1:1/none"],
        capture_output=True, text=True, timeout=WAIT,
    )  # fmt: skip
    assert done.returncode == 1
    assert "worker 1 does not start: what it says stands above" in done.stderr
    assert "is PostgreSQL running" in done.stderr
