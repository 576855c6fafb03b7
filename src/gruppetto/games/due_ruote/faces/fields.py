"""The types of what messages tell, each with how it reads from a number."""

from typing import Annotated, Literal

from gruppetto.games.due_ruote.data.sets import unpack_id
from gruppetto.games.due_ruote.faces.names import (
    ACTIVITIES,
    ENDINGS,
    EVENTS,
    FAULTS,
    GOALS,
    ROLES,
    TERRAIN_NAMES,
    WISHES,
    rider_id,
    rider_number,
)
from gruppetto.games.due_ruote.rules.codes import NOBODY, OFFERED, TEAM
from gruppetto.games.vocabulary import At, Codec, From, Kept, counted_from, named, unless

RIDER = Codec(rider_id, rider_number)
RIDER_OR_NOBODY = unless(NOBODY, RIDER)
GOAL = Codec(GOALS.__getitem__, {word: goal for goal, word in GOALS.items()}.__getitem__)

RoleName = Literal["perform", "help", "obstruct"]
WishName = Literal["break", "pace", "nothing"]
EndingName = Literal["sprint", "alone", "last team", "nobody left", "time trial"]
EventName = Literal["puncture", "cramp", "bonk", "crash", "fine", "headwind"]
GoalName = Literal["finish", "GPM", "TV"]
ActivityName = Literal[
    "slow-down", "drink", "eat", "small-wear-down", "first-player", "speed-up", "wear-down-team",
    "energy", "go-to-head", "raise-pace", "break-away",
]  # fmt: skip
Rider = Annotated[str, RIDER]
OwnRider = Annotated[str, From(lambda _, seat, number: rider_id(TEAM * seat + number))]
ChosenRider = Annotated[str, Kept(RIDER, "chosen")]
RiderOrNobody = Annotated[str | None, RIDER_OR_NOBODY]
Card = Annotated[str, At(unpack_id, first=2)]
Terrain = Annotated[Literal["flat", "hill", "mountain", "descent"], named(TERRAIN_NAMES)]
Activity = Annotated[ActivityName, named(ACTIVITIES)]
ActivityOrNone = Annotated[Literal[ActivityName, ""], named(ACTIVITIES)]
Role = Annotated[RoleName, named(ROLES)]
Wish = Annotated[WishName, named(WISHES)]
Fault = Annotated[Literal["few", "many"], named(FAULTS)]
Goal = Annotated[GoalName, GOAL]
Ending = Annotated[EndingName, named(ENDINGS)]
Event = Annotated[EventName, named(EVENTS)]
Events = Annotated[
    tuple[EventName, EventName, EventName],
    At(lambda kinds: tuple(EVENTS[kind] for kind in kinds[:OFFERED]), all=True),
]
Column = Annotated[int, counted_from(1)]
