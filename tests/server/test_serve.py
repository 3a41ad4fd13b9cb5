"""`coven serve` as people start it: the address, the page behind it, the QR code, a second start."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from coven.server.app import STATIC
from coven.server.backup import DATABASE
from tests.conftest import REQUIRED
from tests.server.serving import WAIT

needs_page = pytest.mark.skipif(not (STATIC / "index.html").is_file() and not REQUIRED, reason="the page is not built")


def command(folder: Path, *others: str) -> list[str]:
    return [sys.executable, "-m", "coven", "serve", "--no-open", "--port", "0", "--data", str(folder), *others]


@pytest.mark.slow
@needs_page
def test_the_page_is_served_and_a_second_start_points_to_it(tmp_path: Path) -> None:
    with subprocess.Popen(command(tmp_path), stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            said = "".join(iter(server.stdout.readline, "  Ctrl-C stops it; games are kept.\n"))
            found = re.search(r"open at (\S+)", said)
            assert found
            page = httpx.get(found[1])
            assert page.headers["content-type"].startswith("text/html")
            for asset in re.findall(r'(?:src|href)="(/[^"]+)"', page.text):
                assert httpx.get(found[1] + asset).status_code == 200, asset
            second = subprocess.run(command(tmp_path), capture_output=True, text=True, timeout=WAIT)
            assert second.returncode == 1
            assert f"already running at {found[1]}" in second.stderr
        finally:
            server.send_signal(signal.SIGINT)


@pytest.mark.slow
@needs_page
def test_lan_shows_an_address_and_a_qr_code(tmp_path: Path) -> None:
    with subprocess.Popen(command(tmp_path, "--lan"), stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            said = "".join(iter(server.stdout.readline, "  Ctrl-C stops it; games are kept.\n"))
            friends = re.search(r"On your network: (\S+)", said)
            if friends is None:
                assert "no address on a local network" in said
            else:
                assert "█" in said
                assert httpx.get(friends[1]).status_code == 200
        finally:
            server.send_signal(signal.SIGINT)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
@needs_page
def test_other_users_cannot_read_the_servers_files(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    (folder / DATABASE).touch(mode=0o644)
    with subprocess.Popen(command(folder), stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            said = "".join(iter(server.stdout.readline, "  Ctrl-C stops it; games are kept.\n"))
            found = re.search(r"open at (\S+)", said)
            assert found
            httpx.get(found[1])
            modes = {path.name: path.stat().st_mode & 0o077 for path in folder.iterdir()}
            assert modes[DATABASE] == 0
            assert not any(modes.values()), modes
        finally:
            server.send_signal(signal.SIGINT)
