"""What is printed on the cards and sheets of a set, in its files and in the option `own_set` (Z1, Z12)."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from gruppetto.games.due_ruote.rules.codes import CARDS, SLOTS, TEAM

Letter = Literal["P", "C", "M", "D"]
Speed = Annotated[int, Meta(ge=1, le=9)]
Points = Annotated[int, Meta(ge=0, le=20)]
Slots = Annotated[tuple[Annotated[int, Meta(ge=0, le=9)], ...], Meta(min_length=SLOTS, max_length=SLOTS)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]


class TerrainCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a kind of terrain does to the peloton and to riders outside it (Z12.1)."""

    base_speed: Annotated[int, Meta(ge=1, le=20)]
    in_peloton: Annotated[int, Meta(ge=-9, le=9)]
    outside: Annotated[int, Meta(ge=-9, le=9)]


class Sheets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The challenge sheet's fatigue, slot by slot, and the end of the speed track (Z12.2, Z12.5)."""

    right: Slots
    left: Slots
    top_speed: Annotated[int, Meta(ge=1, le=30)]


class RiderCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rider as their card describes them (Z1.5)."""

    id: Annotated[str, Meta(pattern="^[A-Za-z0-9]{1,4}$")]
    value: Annotated[int, Meta(ge=1, le=4)]
    flat: Speed
    hill: Speed
    mountain: Speed
    descent: Speed
    sprint: Points
    time_trial: Points
    team: Annotated[str, Meta(max_length=20)] = ""
    name: Annotated[str, Meta(max_length=40)] = ""


class StageSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready route (Z5.4, Z11.1)."""

    name: Name
    route: Annotated[str, Meta(max_length=120)]


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is printed on the cards and sheets of a set."""

    terrain: dict[Letter, TerrainCard]
    sheets: Sheets
    riders: Annotated[tuple[RiderCard, ...], Meta(min_length=2 * TEAM, max_length=CARDS)]
    stages: Annotated[tuple[StageSheet, ...], Meta(max_length=50)] = ()
