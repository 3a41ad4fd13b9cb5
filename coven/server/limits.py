"""How much one address or one seat may ask for: buckets that refill over time."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection

ENOUGH_FILES = 8192
"""Used if the system sets no limit."""
MOST_BUCKETS = 20_000
"""The least recently used buckets are dropped: they are full again."""
NETWORK_6 = 64
"""An IPv6 customer owns all addresses under a prefix of at least this length."""


@dataclass(frozen=True)
class Rate:
    """What a bucket holds and how fast it fills up."""

    per_second: float
    burst: float


NO_LIMIT = Rate(1e9, 1e9)


@dataclass(frozen=True)
class Limits:
    """The limits. Forty people behind one address must fit into the limits of an address."""

    requests: Rate = Rate(40, 2400)
    """One address: requests and handshakes without a key to the table; a page with its files is about 20."""
    failures: Rate = Rate(1, 60)
    """One address: those of them that ask for a table and are refused."""
    openings: Rate = Rate(0.5, 120)
    """One address: tables opened."""
    keys: Rate = Rate(5, 100)
    """One cookie of a table, wherever it comes from: requests and handshakes."""
    messages: Rate = Rate(15, 40)
    """One seat, all its pages together: messages over sockets."""
    logs: Rate = Rate(0.5, 5)
    """One seat, all its pages together: beginnings of its log, which are told again from the first deal."""
    emotes: Rate = Rate(0.4, 4)
    """One seat, all its pages together: faces shown."""
    replays: Rate = Rate(0.5, 40)
    """One address: pieces of replays."""
    watchers: int = 40
    """Spectators of one table at the same time."""
    pages_of_key: int = 16
    """Open sockets of one cookie."""
    sockets_of_address: int = 1000
    """Open sockets of one address, with any cookies; never more than half of the allowed files."""


UNLIMITED = Limits(NO_LIMIT, NO_LIMIT, NO_LIMIT, NO_LIMIT, NO_LIMIT, NO_LIMIT, NO_LIMIT, NO_LIMIT, 40, 10**6, 10**6)
"""Switched off, for tests and measurements of other things."""


class Bucket:
    """Full at first; it refills over time."""

    def __init__(self, rate: Rate) -> None:
        self._rate, self._left, self._when = rate, rate.burst, time.monotonic()

    def take(self) -> bool:
        """Take one, if there is one."""
        now = time.monotonic()
        self._left = min(self._rate.burst, self._left + (now - self._when) * self._rate.per_second)
        self._when = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def give_back(self) -> None:
        """Put back what was taken."""
        self._left = min(self._rate.burst, self._left + 1)


class Buckets:
    """A bucket for each key."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._kept: OrderedDict[Hashable, Bucket] = OrderedDict()

    def of(self, key: Hashable) -> Bucket:
        """The bucket of a key."""
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = Bucket(self._rate)
            if len(self._kept) > MOST_BUCKETS:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return found


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where a request or a socket comes from; "" if unknown."""
    return connection.client.host if connection.client else ""


def household(address: str) -> str:
    """What shares one bucket: an IPv4 address, or one IPv6 customer's network."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if parsed.version == 4:
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed), NETWORK_6), strict=False))


def raise_file_limit() -> int:
    """Let this process open as many files as the system allows. Returns how many."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return ENOUGH_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH_FILES if hard == resource.RLIM_INFINITY else hard
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return ENOUGH_FILES if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # some systems allow less than they say
        return soft
    return wanted
