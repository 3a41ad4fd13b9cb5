"""Fair shuffles: deals that neither the server nor a player can choose.

The server fixes its share, a seed and a salt, and publishes the hash of both before any player's page sends a nonce.
The game's seed is made from all the shares. At the end everything is published, and anybody can check it.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SHARE_BYTES = 16
SHARE = re.compile(r"[0-9a-f]{32}")


class UnfairDeal(ValueError):
    """The published shares do not lead to the deal. Says which one is wrong."""


@dataclass(frozen=True)
class ServerShare:
    """The server's share: two texts of 32 hexadecimal digits, secret until the game is over."""

    seed: str
    salt: str

    @classmethod
    def draw(cls) -> ServerShare:
        """A new share from the system's source of randomness."""
        return cls(secrets.token_hex(SHARE_BYTES), secrets.token_hex(SHARE_BYTES))

    @property
    def commitment(self) -> str:
        """SHA-256 of "seed:salt", in hexadecimal."""
        return _hash(f"{self.seed}:{self.salt}")


def is_share(text: object) -> bool:
    """Is it 32 lower-case hexadecimal digits?"""
    return isinstance(text, str) and bool(SHARE.fullmatch(text))


def game_seed(share: ServerShare, nonces: Mapping[int, str]) -> int:
    """The game's 128-bit seed: the first half of SHA-256 of "seed:salt:0=nonce:2=nonce", nonces by seat."""
    given = "".join(f":{seat}={nonces[seat]}" for seat in sorted(nonces))
    return int(_hash(f"{share.seed}:{share.salt}{given}")[:32], 16)


def published(share: ServerShare, nonces: Mapping[int, str]) -> dict[str, Any]:
    """What a record keeps of the shares, as `options.fair`."""
    return {
        "seed": share.seed,
        "salt": share.salt,
        "commitment": share.commitment,
        "nonces": {str(seat): nonce for seat, nonce in sorted(nonces.items())},
    }


def check(fair: object, seed: int) -> None:
    """Check a record's `options.fair` against the game's seed. Raises UnfairDeal."""
    if not isinstance(fair, dict) or not isinstance(fair.get("nonces"), dict):
        raise UnfairDeal("the shares of the deal are missing or of the wrong kind")
    nonces = fair["nonces"]
    texts = [fair.get("seed"), fair.get("salt"), *nonces.values()]
    if not all(map(is_share, texts)) or not all(isinstance(seat, str) and seat.isdecimal() for seat in nonces):
        raise UnfairDeal("a share of the deal is not 32 hexadecimal digits")
    share = ServerShare(fair["seed"], fair["salt"])
    if share.commitment != fair.get("commitment"):
        raise UnfairDeal("the server's seed and salt are not the ones it committed to")
    if game_seed(share, {int(seat): nonce for seat, nonce in nonces.items()}) != seed:
        raise UnfairDeal("the deal does not come from the shares of the server and the players")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
