"""Tokens: long random texts that open seats and tables. Only their hashes are kept.

If a request may come twice, because its answer was lost, its token is made from the request itself and a secret of
this server: the same request gets the same token, and nobody else can make it.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import secrets
from contextlib import suppress
from pathlib import Path

BYTES = 24
SECRET_BYTES = 32


class Minter:
    """Makes tokens from what they are for."""

    def __init__(self, secret: bytes) -> None:
        self._mac = hmac.new(secret, digestmod="sha256")

    def __call__(self, *purpose: object, size: int = BYTES) -> str:
        """The token for this purpose, with this many bytes; always the same."""
        told = json.dumps(purpose).encode()
        mac = self._mac.copy()  # cheaper than a new one
        mac.update(told)
        return base64.urlsafe_b64encode(mac.digest()[:size]).rstrip(b"=").decode()


def new_secret() -> bytes:
    """A random secret."""
    return secrets.token_bytes(SECRET_BYTES)


def kept_secret(path: Path) -> bytes:
    """This server's secret, made on first use and readable only by its owner. A truncated one is made again.

    It has its own file, so copies of the database lack it. Raises OSError.
    """
    with suppress(FileNotFoundError):
        content = path.read_bytes()
        if len(content) == SECRET_BYTES:
            path.chmod(0o600)
            return content
        path.unlink()
    drawn, whole = new_secret(), path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(whole, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as file:
        file.write(drawn)
    try:
        os.link(whole, path)  # unless another worker has just made one
    except FileExistsError:
        return path.read_bytes()
    except OSError:  # this disk has no links
        whole.replace(path)
    finally:
        whole.unlink(missing_ok=True)
    return drawn


def new_token() -> str:
    """A random token."""
    return secrets.token_urlsafe(BYTES)


def hash_of(token: str) -> str:
    """SHA-256: tokens are long random texts, so nothing slower is needed."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def guest_hash(table: str, person: str) -> str:
    """The hash of the key by which a table knows an invited browser."""
    return hash_of(f"{table} {person}")
