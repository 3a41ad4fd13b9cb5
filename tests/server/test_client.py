"""The page's files: gzipped for whoever can read that, and kept by browsers as long as their names hold."""

from __future__ import annotations

import gzip
from pathlib import Path

import httpx
import pytest

from tests.server.serving import serving, settings

SCRIPT = b"export const letters = 'abcdefghij';\n" * 100
FONT = bytes(range(256))


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A page like the built one."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text('<script src="./assets/index-1.js"></script>')
    (folder / "assets" / "index-1.js").write_bytes(SCRIPT)
    (folder / "assets" / "face-1.woff2").write_bytes(FONT)
    (folder / "favicon.svg").write_text("<svg/>")
    return folder


def test_a_script_is_gzipped_for_those_who_accept_it(tmp_path: Path, static: Path) -> None:
    with serving(settings(tmp_path, static=static)) as address, httpx.Client(base_url=address) as http:
        for accepted, coding in (("gzip, br", "gzip"), ("", None), ("br", None), ("gzip;q=0", None)):
            with http.stream("GET", "/assets/index-1.js", headers={"accept-encoding": accepted}) as answer:
                raw = b"".join(answer.iter_raw())
            assert answer.headers.get("content-encoding") == coding, accepted
            assert answer.headers["vary"] == "accept-encoding"
            assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
            assert (gzip.decompress(raw) if coding else raw) == SCRIPT
            assert len(raw) == int(answer.headers["content-length"])


def test_hashed_files_are_cached_and_the_rest_asked_for_again(tmp_path: Path, static: Path) -> None:
    with serving(settings(tmp_path, static=static)) as address, httpx.Client(base_url=address) as http:
        font = http.get("/assets/face-1.woff2")
        assert font.content == FONT
        assert "content-encoding" not in font.headers
        assert font.headers["content-type"] == "font/woff2"
        assert "immutable" in font.headers["cache-control"]
        for path in ("/", "/favicon.svg"):
            assert http.get(path).headers["cache-control"] == "no-cache"


def test_only_the_built_files_are_served(tmp_path: Path, static: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    with serving(settings(tmp_path, static=static)) as address, httpx.Client(base_url=address) as http:
        for path in (
            "/assets/",
            "/assets",
            "/assets/..%2f..%2fsecret.txt",
            "/%2e%2e/secret.txt",
        ):
            answer = http.get(path)
            assert answer.status_code == 404, path
            assert "secret" not in answer.text
        assert http.head("/favicon.svg").status_code == 200
        assert http.post("/favicon.svg", json={}).status_code == 405
