"""The other files of docs/hosting: the systemd unit, and the steps of the container."""

from __future__ import annotations

import ipaddress
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]
from click.testing import CliRunner

from coven.cli import main
from tests.hosting.conftest import HOSTING, command_of, need


@pytest.mark.parametrize(("name", "used"), [("coven.service", "coven.service"), ("coven@.service", "coven@2.service")])
def test_systemd_accepts_the_unit(tmp_path: Path, name: str, used: str) -> None:
    """With a program that is there in the place of /opt/coven/bin/coven."""
    text = (HOSTING / name).read_text(encoding="utf-8")
    assert text.count("/opt/coven/bin/coven") == 2
    unit = tmp_path / used
    unit.write_text(text.replace("/opt/coven/bin/coven", sys.executable))
    command = [need("systemd-analyze"), "verify", "--man=no", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True)
    ours = [line for line in done.stderr.splitlines() if "coven" in line]
    assert ours == []
    unit.write_text(text)
    done = subprocess.run(command, capture_output=True, text=True)
    assert "/opt/coven/bin/coven is not executable" in done.stderr


@pytest.mark.parametrize("name", ["coven.service", "coven@.service", "Containerfile", "nginx.conf", "Caddyfile"])
def test_commands_in_the_files_use_only_known_options(name: str) -> None:
    text = (HOSTING / name).read_text(encoding="utf-8").replace('", "', " ")
    known = {option for one in main.commands["serve"].params for option in [*one.opts, *one.secondary_opts]}
    found = {option for line in re.findall(r"coven\"? serve (.*)", text) for option in re.findall(r"--[a-z-]+", line)}
    assert found
    assert found <= known


def test_the_parts_of_the_composition_fit_together(tmp_path: Path) -> None:
    """The workers' options, their addresses, the network that they trust, and the front's configuration."""
    text = (HOSTING / "compose.yaml").read_text(encoding="utf-8")
    found = yaml.safe_load(text)
    workers = {name: one for name, one in found["services"].items() if name.startswith("worker")}
    entry = re.findall(r'"([^"]+)"', re.findall("ENTRYPOINT (.*)", (HOSTING / "Containerfile").read_text())[0])
    network = ipaddress.ip_network(found["networks"]["default"]["ipam"]["config"][0]["subnet"])
    [command] = re.findall(r"#\s+coven (front .*) > coven.conf", text)
    fronted = dict(word.split("=") for word in shlex.split(command) if "=" in word)
    assert len(workers) == len(fronted) == 2
    for one in workers.values():
        given = main.commands["serve"].make_context("serve", [*entry[2:], *one["command"]]).params
        at = one["networks"]["default"]["ipv4_address"]
        assert fronted.pop(str(given["worker"])) == f"{at}:{given['port']}"
        assert ipaddress.ip_address(at) in network
        assert given["forwarded_by"] == (str(network),)
        assert given["url"].split("@")[1].split("/")[0] in found["services"]
        assert given["is_lan"]
    done = CliRunner().invoke(main, shlex.split(command))
    assert done.exit_code == 0, done.output
    [port] = found["services"]["front"]["ports"]
    assert f"listen 0.0.0.0:{port.split(':')[-1]};" in done.output
    checked = subprocess.run([*command_of("nginx", tmp_path, done.output), "-t"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
