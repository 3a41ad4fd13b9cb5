"""A server's allowed names: the machine's own, and a public one behind a proxy."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import ifaddr
import pytest
from click.testing import CliRunner
from websockets.exceptions import InvalidStatus

from coven.cli import main
from coven.hosting import Network
from coven.server import lan
from coven.server.app import STATIC
from coven.server.limits import UNLIMITED, Rate
from coven.server.serve import Plan
from coven.server.site import Site
from tests.server.serving import LOCAL, Person, serving, settings
from tests.server.test_bad_input import GOOD, is_problem

GAMES = Site.parse("https://example.org/games")
OUTSIDE = {"Host": "example.org", "Origin": "https://example.org", "content-type": "application/json"}


def test_the_address_a_connection_arrives_at_is_ours(tmp_path: Path) -> None:
    with serving(settings(tmp_path), host="0.0.0.0") as address:  # noqa: S104  # as --lan does
        there = address.replace("0.0.0.0", "127.0.0.5")  # noqa: S104
        assert httpx.get(f"{there}/api/games").status_code == 200
        text = is_problem(httpx.get(f"{there}/api/games", headers={"Host": "127.0.0.6"}), 421, "wrong_host")
        assert "--host 127.0.0.6" in text
        text = is_problem(httpx.get(f"{there}/api/games", headers={"Host": "myname.local:80"}), 421, "wrong_host")
        assert "--host myname.local" in text
        text = is_problem(httpx.get(f"{there}/api/games", headers={"Host": "<b>"}), 421, "wrong_host")
        assert "--host NAME" in text


@pytest.mark.parametrize(
    ("text", "address", "base"),
    [
        ("https://example.org", "https://example.org", ""),
        ("HTTPS://Example.org:443/", "https://example.org", ""),
        ("http://example.org:8080/a/b/", "http://example.org:8080/a/b", "/a/b"),
        ("https://[2001:db8::1]/x", "https://[2001:db8::1]/x", "/x"),
    ],
)
def test_a_public_address_is_read(text: str, address: str, base: str) -> None:
    site = Site.parse(text)
    assert (site.address, site.base) == (address, base)


@pytest.mark.parametrize(
    "text", ["example.org", "ftp://example.org", "https://", "https://example.org:x", "HTTPS://a@example.org",
             "https://example.org/a b", 'https://example.org/"', "https://example.org/?a", "https://example.org//a"],
)  # fmt: skip
def test_an_invalid_outside_address_is_refused_in_words(text: str) -> None:
    done = CliRunner().invoke(main, ["serve", "--address", text])
    assert done.exit_code == 2
    assert (
        f"{text}: must" in done.output or f"{text}: the port must" in done.output or f"{text}: its path" in done.output
    )


def test_a_wrong_option_ends_in_a_sentence() -> None:
    done = CliRunner().invoke(main, ["serve", "--address", "example.org"])
    assert done.exit_code == 2
    assert "'--address': example.org: must look like https://example.org" in done.output


def test_an_invalid_network_is_refused_in_words() -> None:
    done = CliRunner().invoke(main, ["serve", "--forwarded-by", "proxy"])
    assert done.exit_code == 2
    assert "'--forwarded-by': 'proxy'" in done.output
    read = [Network().convert(text, None, None) for text in ("127.0.0.1", "172.16.0.1/12", "::1")]
    assert read == ["127.0.0.1/32", "172.16.0.0/12", "::1/128"]


def test_public_cookies_are_secure_and_below_the_base_path(tmp_path: Path) -> None:
    with serving(settings(tmp_path, site=GAMES)) as address:
        answer = httpx.post(f"{address}/games/api/tables", json=GOOD, headers=OUTSIDE)
        cookie = answer.headers["set-cookie"]
        assert "Secure" in cookie
        assert f"Path=/games/api/tables/{answer.json()['table']}" in cookie
        here = Person(address).post("", **GOOD).headers["set-cookie"]
        assert "Secure" not in here
        assert "Path=/api/tables/" in here


def test_the_public_site_lies_below_its_base_path(tmp_path: Path) -> None:
    host = {"Host": "example.org"}
    with serving(settings(tmp_path, site=GAMES)) as address:
        is_problem(httpx.get(f"{address}/api/games", headers=host), 404, "not_found")
        is_problem(httpx.get(f"{address}/gamesapi/games", headers=host), 404, "not_found")
        assert httpx.get(f"{address}/games/api/games", headers=host).status_code == 200
        assert httpx.get(f"{address}/games", headers=host).headers["location"] == "/games/"
        if (STATIC / "index.html").is_file():
            for path in ("/games/", "/games/table/abc", "/games/nonsense"):
                text = httpx.get(address + path, headers=host).text
                assert 'src="/games/assets/' in text
                assert 'content="/games/"' in text


@pytest.mark.parametrize(
    ("origin", "is_taken"),
    [
        ("https://example.org", True), ("https://example.org:444", False), ("http://example.org", False),
        ("https://evil.example", False), ("null", False),
    ],
)  # fmt: skip
def test_public_requests_must_come_from_our_own_pages(tmp_path: Path, origin: str, is_taken: bool) -> None:
    with serving(settings(tmp_path, site=GAMES)) as address:
        headers = {**OUTSIDE, "Origin": origin}
        answer = httpx.post(f"{address}/games/api/tables", json=GOOD, headers=headers)
        assert answer.status_code == (201 if is_taken else 403)
        anna = Person(address).open_table()
        if is_taken:
            return
        with pytest.raises(InvalidStatus):
            anna.dial(origin=origin)


@pytest.mark.slow
def test_limits_apply_to_the_client_behind_the_proxy(tmp_path: Path) -> None:
    few = replace(UNLIMITED, requests=Rate(0.001, 5))
    with serving(settings(tmp_path, limits=few, forwarded_by=[LOCAL])) as address:
        assert ask_as(address, "203.0.113.1", 8) == 5
        assert ask_as(address, "203.0.113.2", 8) == 5
        assert ask_as(address, "203.0.113.9, 203.0.113.2", 3) == 0
        assert ask_as(address, "203.0.113.2, 203.0.113.3, 127.0.0.1", 8) == 5


def test_only_a_named_proxy_is_believed_for_whom_it_forwards(tmp_path: Path) -> None:
    few = replace(UNLIMITED, requests=Rate(0.001, 5))
    with serving(settings(tmp_path, limits=few, forwarded_by=["10.0.0.1"])) as address:
        assert ask_as(address, "203.0.113.1", 3) + ask_as(address, "203.0.113.2", 8) == 5


def ask_as(address: str, forwarded: str, number: int) -> int:
    """Ask so many times for somebody; how often it was granted."""
    headers = {"X-Forwarded-For": forwarded}
    return sum(httpx.get(f"{address}/api/games", headers=headers).status_code == 200 for _ in range(number))


def adapters(**named: tuple[str, int]) -> list[Any]:
    ips = [
        SimpleNamespace(ip=ip, network_prefix=prefix, nice_name=name, is_IPv4=":" not in ip)
        for name, (ip, prefix) in named.items()
    ]
    return [SimpleNamespace(ips=ips)]


def test_all_addresses_are_shown_with_local_ones_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first = adapters(lo=("127.0.0.1", 8), tun0=("10.8.0.2", 24), wlan0=("192.168.1.5", 24), eth0=("8.8.4.4", 24))
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: first)
    monkeypatch.setattr(lan, "_outgoing", lambda: "10.8.0.2")
    plan = Plan(tmp_path, is_lan=True, names=("mypc",), site=GAMES)
    outside, *inside = plan.friends(80)
    assert outside == "https://example.org/games"
    assert inside == [f"http://{host}:80" for host in ("mypc", "192.168.1.5", "10.8.0.2", "8.8.4.4")]
    later = adapters(wlan0=("192.168.7.9", 24), eth1=("169.254.3.3", 16), v6=("fe80::1", 64))
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: later)
    assert plan.friends(80)[2:] == [f"http://{host}:80" for host in ("192.168.7.9",)]
    assert Plan(tmp_path).friends(80) == []
