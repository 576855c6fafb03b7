"""Who asks, as far as addresses tell: whole networks where one person has many addresses."""

import functools
import ipaddress
from collections.abc import Iterable

from gruppetto.errors import BadOption

HOME = 64  # of an IPv6 address these bits are a household's, the others its devices'
UNKNOWN = "unknown"
EVERYBODY = ipaddress.IPv6Network("2000::/3")  # what of IPv6 is given out
TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")  # an IPv4 address is in the last bits (NAT64)
SPECIAL = tuple(map(ipaddress.ip_network, ("192.0.0.0/24", "192.88.99.0/24", "2002::/16", "3fff::/20")))
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@functools.lru_cache(maxsize=10_000)
def network_of(host: str | None) -> str:
    """What an address is counted as: itself, or its network of 64 bits if it is IPv6."""
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return UNKNOWN
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), HOME), strict=False))


def bare(address: Address) -> Address:
    """An address as it is: of one that is only wrapped for another kind of network, what is inside."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return address.ipv4_mapped
        if address in TRANSLATED:
            return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address


def is_public(address: Address) -> bool:
    """Whether an address is one of the open internet, and not of a house, a machine or a special purpose."""
    inside = bare(address)
    if isinstance(inside, ipaddress.IPv6Address) and inside not in EVERYBODY:
        return False
    special = any(inside in network for network in SPECIAL)
    return inside.is_global and not (special or inside.is_multicast or inside.is_reserved)


class Networks:
    """Addresses and networks that may do something."""

    def __init__(self, written: Iterable[str], what: str) -> None:
        try:
            self._all = [ipaddress.ip_network(one) for one in written]
        except ValueError as error:
            raise BadOption(f"{what}: {error}; write 192.0.2.7 or 10.0.0.0/8, with commas between.") from None

    def __contains__(self, host: str | None) -> bool:
        return bool(self._all) and self._holds(host or "")

    def _holds(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._all)
