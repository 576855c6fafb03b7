"""What people are told of each other."""

from typing import Annotated

import msgspec
from msgspec import Meta

from gruppetto.server.answers import Table


class Someone(msgspec.Struct, frozen=True):
    """Somebody one sat with or has blocked; the handle means them to nobody else."""

    handle: str
    name: str


class People(msgspec.Struct, frozen=True):
    """Whom one sat with, and whom one has blocked; the latest first."""

    companions: list[Someone]
    blocked: list[Someone]


class Invited(msgspec.Struct, frozen=True):
    """A table at which a seat is kept for one, and who asks."""

    table: Table
    seat: int
    by: str


class Kept(msgspec.Struct, frozen=True):
    """A seat that is kept for somebody."""

    seat: int
    name: str
    mine: bool


class Company(msgspec.Struct, frozen=True):
    """What one should know before one sits down."""

    kept: list[Kept]
    blocked: Annotated[list[int], Meta(description="Where somebody sits whom one has blocked.")]


class Reported(msgspec.Struct, frozen=True):
    """What was reported has arrived."""

    number: int
