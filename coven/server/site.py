"""The public address of a server behind a proxy."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

PORTS = {"http": 80, "https": 443}
BASE = re.compile(r"(/[\w.~-]+)*")


@dataclass(frozen=True)
class Site:
    """A public address, such as https://example.org/games."""

    scheme: str
    name: str
    """The host's name or address, in lower case."""
    port: int
    base: str
    """The base path, such as "/games"; "" for none."""

    @classmethod
    def parse(cls, text: str) -> Site:
        """Read an address. Raises ValueError with a sentence."""
        parts = urlsplit(text)
        try:
            port = parts.port
        except ValueError:
            raise ValueError("the port must be a number from 1 to 65535") from None
        if parts.scheme not in PORTS or not parts.hostname:
            raise ValueError("must look like https://example.org or https://example.org/games")
        if parts.query or parts.fragment or parts.username is not None:
            raise ValueError("must have only a name, a port and a path")
        base = parts.path.rstrip("/")
        if not BASE.fullmatch(base):
            raise ValueError("its path may contain only letters, digits and the characters . _ ~ -")
        return cls(parts.scheme, parts.hostname, port or PORTS[parts.scheme], base)

    @property
    def origin(self) -> str:
        """In browsers' form: without the default port."""
        host = f"[{self.name}]" if ":" in self.name else self.name
        return f"{self.scheme}://{host}" + ("" if self.port == PORTS[self.scheme] else f":{self.port}")

    @property
    def address(self) -> str:
        """The whole address, without a slash at its end."""
        return self.origin + self.base

    @property
    def is_secure(self) -> bool:
        """Is it reached only over TLS?"""
        return self.scheme == "https"

    def is_called(self, host: str) -> bool:
        """Does a request with this Host header ask for this site?"""
        try:
            parts = urlsplit(f"//{host}")
            return (parts.hostname, parts.port or PORTS[self.scheme]) == (self.name, self.port)
        except ValueError:
            return False
