"""This machine's addresses on local networks, as they are when asked."""

from __future__ import annotations

import contextlib
import ipaddress
import socket

import ifaddr

AWAY = ("192.0.2.1", 9)
"""An address that belongs to nobody."""
VIRTUAL = ("br-", "docker", "ppp", "tailscale", "tap", "tun", "utun", "vboxnet", "veth", "virbr", "vmnet", "wg")
"""Names of interfaces that lead to no phone."""


def lan_addresses() -> list[str]:
    """IPv4 addresses of all interfaces; first those where a phone in the same room may find us."""
    outgoing = _outgoing()
    addresses = {
        str(one.ip): (not ipaddress.ip_address(str(one.ip)).is_private, _is_tunnel(one), one.ip != outgoing)
        for adapter in ifaddr.get_adapters()
        for one in adapter.ips
        if one.is_IPv4 and not _is_useless(str(one.ip))
    }
    return sorted(addresses, key=lambda address: addresses[address])


def _is_useless(address: str) -> bool:
    known = ipaddress.ip_address(address)
    return known.is_loopback or known.is_link_local or known.is_unspecified


def _is_tunnel(one: ifaddr.IP) -> bool:
    return one.network_prefix >= 31 or one.nice_name.lower().startswith(VIRTUAL)


def _outgoing() -> str:
    """The address this machine would use to reach the outside; "" for none."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(AWAY)  # sends nothing
        return str(probe.getsockname()[0])
    return ""
