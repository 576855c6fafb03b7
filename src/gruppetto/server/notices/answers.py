"""What people are told of how they are called."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from gruppetto.server.messages import Quiet

HookState = Literal["asked", "approved", "refused", "gone"]


class DeviceTold(msgspec.Struct, frozen=True):
    """A device on which one is called."""

    id: Annotated[str, Meta(description="SHA-256 of the endpoint, so that a browser knows itself.")]
    name: str
    made: Annotated[float, Meta(description="Seconds since 1970.")]


class MailTold(msgspec.Struct, frozen=True):
    """Where one gets mail, once that is confirmed."""

    address: str
    minutes: int
    confirmed: bool


class NoticesTold(msgspec.Struct, frozen=True):
    """How one is called to a table while one is not looking."""

    key: Annotated[str, Meta(description="By which push services know this server (VAPID).")]
    devices: list[DeviceTold]
    quiet: Quiet | None
    mail: MailTold | None
    mails: Annotated[bool, Meta(description="Whether this server can send mail.")]


class ChatTold(msgspec.Struct, frozen=True):
    """The chat of a table, and what the operator of the server thinks of it."""

    url: str
    state: HookState
