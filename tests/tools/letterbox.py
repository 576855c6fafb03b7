"""A mail server of our own, which keeps what it gets."""

import contextlib
import email
import email.policy
import queue
import socket
from collections.abc import Iterator
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult


class Letterbox:
    """What a mail server does with what it gets: it keeps it, unless there is nobody of that name."""

    def __init__(self) -> None:
        self.letters: queue.Queue[email.message.EmailMessage] = queue.Queue()
        self.logins: list[tuple[bytes, bytes]] = []

    async def handle_RCPT(  # noqa: N802
        self, _: Any, __: Any, envelope: Any, address: str, ___: Any
    ) -> str:
        if address.startswith("nobody@"):
            return "550 there is nobody of that name"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _: Any, __: Any, envelope: Any) -> str:  # noqa: N802
        letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert [letter["To"]] == envelope.rcpt_tos
        self.letters.put(letter)
        return "250 OK"

    def login(self, _: SMTP, __: Any, ___: Any, ____: str, data: Any) -> AuthResult:
        self.logins.append((data.login, data.password))
        return AuthResult(success=data == (b"races", b"pa:ss"))

    def next(self, seconds: float = 10) -> email.message.EmailMessage:
        return self.letters.get(timeout=seconds)


@contextlib.contextmanager
def listening(letterbox: Letterbox, **more: Any) -> Iterator[int]:
    """A mail server on this machine, for as long as it is needed: its port."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    controller = Controller(letterbox, hostname="127.0.0.1", port=port, **more)
    controller.start()
    try:
        yield port
    finally:
        controller.stop()
