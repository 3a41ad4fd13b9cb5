"""Proxies before a server, as docs/hosting.md sets them up, on free ports of this machine."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from coven.server.app import STATIC
from coven.server.limits import UNLIMITED, Limits
from coven.server.site import Site
from tests.server.serving import LOCAL, Person, serving, settings

HOSTING = Path(__file__).parents[2] / "docs" / "hosting"
IS_REQUIRED = "hosting" in os.environ.get("COVEN_REQUIRE", "")
NGINX = """daemon off; pid {folder}/pid; error_log {folder}/errors; worker_processes 2;
events {{ worker_connections 19000; }}
http {{ access_log off; {temporary} include {folder}/site; }}
"""
CADDY = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
UPSTREAM = "127.0.0.1:8765"
NAME = "example.org"


def need(program: str) -> str:
    """Where a program is; without it the test is skipped, or fails where it is required."""
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")
    if not found:
        assert not IS_REQUIRED, f"{program} is missing, and required here"
        pytest.skip(f"{program} is missing")
    return found


@dataclass
class Front:
    """Something that forwards, and what is behind it."""

    address: str
    """As friends call it."""
    tls: ssl.SSLContext

    def person(self, comes_from: str | None = None) -> Person:
        """Somebody who comes through it."""
        return Person(self.address, tls=self.tls, comes_from=comes_from)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOCAL, 0))
        return int(probe.getsockname()[1])


def edited(name: str, port: int, upstream: str, base: str, certificate: tuple[Path, Path]) -> str:
    """A file of docs/hosting, with the names and ports of this test in the place of its own."""
    text = (HOSTING / name).read_text(encoding="utf-8")
    cert, key = map(str, certificate)
    if name == "nginx.conf":
        changes = {
            "listen 443 ssl": f"listen {LOCAL}:{port} ssl", "/etc/ssl/example.org.pem": cert,
            "/etc/ssl/example.org.key": key, "    location / {": f"    location {base}/ {{",
        }  # fmt: skip
    else:
        matcher = f" {base}/*" if base else ""
        changes = {
            "\nexample.org {": f"\nhttps://localhost:{port} {{\n\tbind {LOCAL}\n\ttls {cert} {key}",
            "\treverse_proxy": f"\treverse_proxy{matcher}",
        }
    for old, new in {**changes, UPSTREAM: upstream, NAME: "localhost"}.items():
        assert old in text or old == NAME, old
        text = text.replace(old, new)
    return text


def command_of(proxy: str, folder: Path, text: str) -> list[str]:
    """How the proxy is started with that configuration."""
    if proxy == "nginx":
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
        (folder / "site").write_text(text)
        (folder / "main").write_text(NGINX.format(folder=folder, temporary=temporary))
        return [need("nginx"), "-p", str(folder), "-e", str(folder / "errors"), "-c", str(folder / "main")]
    (folder / "Caddyfile").write_text(CADDY + text)
    return [need("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for localhost, and its key."""
    folder = tmp_path_factory.mktemp("tls")
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        [need("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(cert)],
        check=True, capture_output=True,
    )  # fmt: skip
    return cert, key


Opener = Callable[..., contextlib.AbstractContextManager[Front]]


@pytest.fixture
def behind(tmp_path: Path, certificate: tuple[Path, Path]) -> Opener:
    """Opens a server behind a proxy: `behind("nginx", "/games")`."""

    @contextlib.contextmanager
    def opened(proxy: str, base: str, limits: Limits = UNLIMITED) -> Iterator[Front]:
        if not (STATIC / "index.html").is_file():
            assert not IS_REQUIRED, "the page is not built, and required here"
            pytest.skip("the page is not built")
        port = free_port()
        site = Site.parse(f"https://localhost:{port}{base}")
        chosen = settings(tmp_path, site=site, forwarded_by=[LOCAL], limits=limits)
        name = {"nginx": "nginx.conf", "caddy": "Caddyfile"}[proxy]
        with serving(chosen) as address:
            text = edited(name, port, address.removeprefix("http://"), base, certificate)
            with running(command_of(proxy, tmp_path, text), tmp_path, port):
                yield Front(site.address, ssl.create_default_context(cafile=certificate[0]))

    return opened


@contextlib.contextmanager
def running(command: list[str], folder: Path, port: int) -> Iterator[None]:
    """A proxy as a process of this test, from when it listens."""
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "said").open("w") as said:
        proxy = subprocess.Popen(command, stdout=said, stderr=said, env={**os.environ, **home})
    try:
        end = time.monotonic() + 60
        while True:
            with contextlib.suppress(OSError), socket.create_connection((LOCAL, port), timeout=1):
                break
            assert proxy.poll() is None, (folder / "said").read_text()
            assert time.monotonic() < end, "the proxy does not listen"
            time.sleep(0.05)
        yield
    finally:
        proxy.terminate()
        proxy.wait(30)
