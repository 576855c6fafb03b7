"""The way out to addresses that strangers supply: public ones, and networks that the operator has named.

A name is resolved once; every address it has must be public, and the connection is made to one of these
very addresses, so that the name cannot mean another in between. Nothing is followed, and little is read.
"""

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import msgspec

from gruppetto.server.addresses import Address, Networks, bare, is_public

CONNECT_SECONDS = 4.0  # for the name, the line and the handshake
SECONDS = 10.0  # for all of it
LARGEST_HEAD = 8 * 1024  # of an answer; its body is not read
MOST_TRIED = 2  # addresses of a name
NAMES = 4  # that are looked up at the same time
LONGEST = 1000
LABEL = 63  # letters between two dots; resolvers know no longer ones
WRITTEN = re.compile(r"https?://[!-~]+")
PORTS = {"https": 443, "http": 80}
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})[ \r]")


class OutOfReach(Exception):
    """An address to which nothing is sent, whoever asks for it."""


class Place(msgspec.Struct, frozen=True):
    """Where something is sent, as a URL says it."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """Who is there."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        shown = "" if self.port == PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{shown}"


def place(url: str) -> Place:
    """A URL taken apart."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise OutOfReach(f"no address: {error}") from None
    host = parts.hostname or ""
    if len(url) > LONGEST or not WRITTEN.fullmatch(url) or not _is_name(host):
        raise OutOfReach("no address of the web")
    if "@" in parts.netloc or parts.fragment or port == 0:
        raise OutOfReach("an address with a name, a password or a fragment in it")
    path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
    return Place(parts.scheme, host, port or PORTS[parts.scheme], path)


def _is_name(host: str) -> bool:
    """Whether resolvers would look it up; one that is an address will do, too."""
    return all(0 < len(label) <= LABEL for label in host.removesuffix(".").split("."))


class Reach:
    """Where this server goes at the word of strangers."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        self._named = Networks(named, "reach")
        self._names = ThreadPoolExecutor(NAMES, "names")
        self._trust = ssl.create_default_context()

    def close(self) -> None:
        """Look up no more names."""
        self._names.shutdown(wait=False, cancel_futures=True)

    def check(self, url: str) -> Place:
        """Refuse at once what can be seen to be out of reach; names are looked up when something is sent."""
        there = place(url)
        if there.scheme != "https" and not self._named:
            raise OutOfReach("an address without TLS")
        try:
            address = ipaddress.ip_address(there.host)
        except ValueError:
            _check_name(there.host)
            return there
        self._check(there, address)
        return there

    def _check(self, there: Place, address: Address) -> None:
        if str(bare(address)) in self._named:
            return
        if there.scheme != "https" or not is_public(address):
            raise OutOfReach("an address that is not public")

    async def post(self, url: str, content: bytes, headers: Mapping[str, str]) -> int:
        """Send something, once: the status of the answer."""
        there = self.check(url)
        async with asyncio.timeout(SECONDS):
            async with asyncio.timeout(CONNECT_SECONDS):
                reader, writer = await self._connect(there)
            try:
                writer.write(_request(there, content, headers))
                await writer.drain()
                return await _status(reader)
            finally:
                writer.transport.abort()

    async def _connect(self, there: Place) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        fault: OSError = OSError(f"{there.host} has no address")
        for address in (await self._addresses(there))[:MOST_TRIED]:
            try:
                return await asyncio.open_connection(
                    address,
                    there.port,
                    limit=LARGEST_HEAD,
                    ssl=self._trust if there.scheme == "https" else None,
                    server_hostname=there.host if there.scheme == "https" else None,
                )
            except OSError as error:
                fault = error
        raise fault

    async def _addresses(self, there: Place) -> list[str]:
        """All addresses of a name, looked up once; one that may not be reached spoils them all."""
        try:
            found = await asyncio.get_running_loop().run_in_executor(
                self._names, socket.getaddrinfo, there.host, there.port, 0, socket.SOCK_STREAM
            )
        except UnicodeError:
            raise OutOfReach("a name that no host can have") from None
        addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
        for address in addresses:
            self._check(there, ipaddress.ip_address(address))
        return addresses


def _check_name(host: str) -> None:
    """Refuse what no resolver takes for a name: an empty label, or one that is too long."""
    try:
        host.encode("idna")
    except UnicodeError:
        raise OutOfReach("a name that cannot be") from None


def _request(there: Place, content: bytes, headers: Mapping[str, str]) -> bytes:
    host = there.origin.partition("://")[2]
    told = {"Host": host, **headers, "Content-Length": str(len(content)), "Connection": "close"}
    lines = [f"POST {there.path} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items()), "", ""]
    return "\r\n".join(lines).encode("ascii") + content


async def _status(reader: asyncio.StreamReader) -> int:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.LimitOverrunError, asyncio.IncompleteReadError) as error:
        raise OSError("the answer is not HTTP") from error
    found = STATUS.match(head)
    if not found:
        raise OSError("the answer is not HTTP")
    return int(found[1])
