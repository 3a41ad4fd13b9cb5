"""The other files of docs/hosting: the systemd unit, and the steps of the container."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from coven.cli import main
from tests.hosting.conftest import HOSTING, need


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    """With a program that is there in the place of /opt/coven/bin/coven."""
    text = (HOSTING / "coven.service").read_text(encoding="utf-8")
    assert text.count("/opt/coven/bin/coven") == 2
    unit = tmp_path / "coven.service"
    unit.write_text(text.replace("/opt/coven/bin/coven", sys.executable))
    command = [need("systemd-analyze"), "verify", "--man=no", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True)
    ours = [line for line in done.stderr.splitlines() if "coven" in line]
    assert ours == []
    unit.write_text(text)
    done = subprocess.run(command, capture_output=True, text=True)
    assert "/opt/coven/bin/coven is not executable" in done.stderr


@pytest.mark.parametrize("name", ["coven.service", "Containerfile", "nginx.conf", "Caddyfile"])
def test_commands_in_the_files_use_only_known_options(name: str) -> None:
    text = (HOSTING / name).read_text(encoding="utf-8").replace('", "', " ")
    known = {option for one in main.commands["serve"].params for option in [*one.opts, *one.secondary_opts]}
    found = {option for line in re.findall(r"coven\"? serve (.*)", text) for option in re.findall(r"--[a-z-]+", line)}
    assert found
    assert found <= known
