"""The built page: one document for all addresses, which is told its base path and its build."""

from __future__ import annotations

import hashlib
from pathlib import Path

BUILD = "coven-build-here"
"""The placeholder for the build's name in index.html."""


class Client:
    """The client as `make` has built it from web/, read once."""

    def __init__(self, static: Path) -> None:
        path = static / "index.html"
        self._text = path.read_text(encoding="utf-8") if path.is_file() else ""
        self.build = hashlib.sha256(self._text.encode()).hexdigest()[:16] if self._text else ""
        """Names this build; a page from another build should reload."""

    def html(self, base: str) -> bytes | None:
        """The document for a server below the path `base` ("" or "/games", say); None if nothing is built."""
        if not self._text:
            return None
        return self._text.replace('"./', f'"{base}/').replace(BUILD, self.build).encode()
