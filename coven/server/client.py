"""The built page: one document for all addresses, and its files."""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

BUILD = "coven-build-here"
"""The placeholder for the build's name in index.html."""
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
"""By the end of a file's name; whatever else is built is sent as bytes."""
PACKED_ALREADY = {".woff", ".woff2"}
FOR_EVER = "public, max-age=31536000, immutable"
"""Files under assets/ have a hash of their contents in their names."""


@dataclass(frozen=True)
class File:
    """A file of the page."""

    body: bytes
    packed: bytes | None
    """Gzipped; None where that saves nothing."""
    headers: dict[str, str]


class Client:
    """The client as `make` has built it from web/, read once."""

    def __init__(self, static: Path) -> None:
        path = static / "index.html"
        self._text = path.read_text(encoding="utf-8") if path.is_file() else ""
        self.build = hashlib.sha256(self._text.encode()).hexdigest()[:16] if self._text else ""
        """Names this build; a page from another build should reload."""
        self.files = {f"/{one.relative_to(static).as_posix()}": _file(one) for one in _built(static)}
        """By their paths, as "/assets/index-B0xTG8w2.css"."""

    def html(self, base: str) -> bytes | None:
        """The document for a server below the path `base` ("" or "/games", say); None if nothing is built."""
        if not self._text:
            return None
        return self._text.replace('"./', f'"{base}/').replace(BUILD, self.build).encode()


def reads_gzip(accepted: str) -> bool:
    """Does this Accept-Encoding header allow gzip?"""
    codings = [part.replace(" ", "").lower() for part in accepted.split(",")]
    return any(re.fullmatch(r"(gzip|\*)(;q=(1|0?\.\d*[1-9]).*)?", coding) for coding in codings)


def _built(static: Path) -> list[Path]:
    """All but the document."""
    return sorted(one for one in static.rglob("*") if one.is_file() and one != static / "index.html")


def _file(path: Path) -> File:
    body, kind = path.read_bytes(), path.suffix
    packed = None if kind in PACKED_ALREADY else gzip.compress(body, mtime=0)
    headers = {
        "content-type": TYPES.get(kind, "application/octet-stream"),
        "cache-control": FOR_EVER if path.parent.name == "assets" else "no-cache",
        "vary": "accept-encoding",
    }
    return File(body, packed if packed and len(packed) < len(body) else None, headers)
