"""What a table may choose: the same names in options, records, documents and forms."""

from enum import IntEnum
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

SEATS = 4

Team = IntEnum("Team", "PLAYER MUSCLE PELOTON", start=0)  # who leads it (FR9)
StartLane = IntEnum("StartLane", "RIGHT FREE", start=0)
MountainGroups = IntEnum("MountainGroups", "PER_RIDER WHOLE_GROUP", start=0)
LastSquare = IntEnum("LastSquare", "FALL_BACK OPEN_ROAD", start=0)
Finish = IntEnum("Finish", "MOVEMENT SLIPSTREAM", start=0)

Handicap = Annotated[int, Meta(ge=0, le=2)]


class AnyRace(msgspec.Struct, frozen=True, kw_only=True):
    """How a race is set up, be it on its own or a stage of a tour."""

    teams: Annotated[
        tuple[Team, ...],
        Meta(description="Who leads each seat's team, dummy teams included (FR9). Left out: players."),
    ] = ()
    handicap: Annotated[
        tuple[Handicap, ...],
        Meta(description="Exhaustion cards each seat's riders start with: experienced 1, veteran 2 (FR2.4)."),
    ] = ()
    first: Annotated[
        Literal["random"] | Annotated[int, Meta(ge=0, lt=SEATS)],
        Meta(description="The seat that places first: who last rode a bicycle (FR2.2)."),
    ] = "random"
    start_lane: Annotated[
        StartLane, Meta(description="On an empty start square: the right lane, or any (FR8.1).")
    ] = StartLane.RIGHT
    mountain_groups: Annotated[
        MountainGroups,
        Meta(description="An ascent bars slipstream for the riders on it, or for their whole group (FR8.3)."),
    ] = MountainGroups.PER_RIDER


class Options(AnyRace, frozen=True, kw_only=True):
    """How a race of Flamme Rouge is set up."""

    stage: Annotated[
        str, Meta(description="Name of a stage, or its tile letters from start to finish (FR1.6).")
    ] = "Avenue Corso Paseo"
    last_square: Annotated[
        LastSquare,
        Meta(
            description="A move past the last square ends on it and falls back, or the road goes on (FR8.2)."
        ),
    ] = LastSquare.FALL_BACK
    finish: Annotated[
        Finish,
        Meta(
            description="The last round ends with the movement, or with slipstream past the line too (FR8.4)."
        ),
    ] = Finish.MOVEMENT
