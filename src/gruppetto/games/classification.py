"""The classifications of a race of several stages, in a form that anybody can draw who knows no game."""

from typing import Literal

import msgspec

Form = Literal["time", "points"]


class Classified(msgspec.Struct, frozen=True):
    """A line of a classification: whose it is, which rider of theirs, and how they stand."""

    seat: int
    rider: str | None  # as the game writes it; nobody in particular, where teams are classified
    amount: int | None  # seconds or points; nothing for whoever is out of it


class Classification(msgspec.Struct, frozen=True):
    """A classification as it stands, the leader first."""

    name: str
    form: Form
    lines: list[Classified]
