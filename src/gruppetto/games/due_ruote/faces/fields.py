"""The types of what messages tell, each with how it reads from a number."""

from typing import Annotated

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

Rider = Annotated[str, RIDER]
OwnRider = Annotated[str, From(lambda _, seat, number: rider_id(TEAM * seat + number))]
ChosenRider = Annotated[str, Kept(RIDER, "chosen")]
RiderOrNobody = Annotated[str | None, RIDER_OR_NOBODY]
Card = Annotated[str, At(unpack_id, first=2)]
Terrain = Annotated[str, named(TERRAIN_NAMES)]
Activity = Annotated[str, named(ACTIVITIES)]
Role = Annotated[str, named(ROLES)]
Wish = Annotated[str, named(WISHES)]
Fault = Annotated[str, named(FAULTS)]
Goal = Annotated[str, GOAL]
Ending = Annotated[str, named(ENDINGS)]
Event = Annotated[str, named(EVENTS)]
Events = Annotated[
    tuple[str, str, str], At(lambda kinds: tuple(EVENTS[kind] for kind in kinds[:OFFERED]), all=True)
]
Column = Annotated[int, counted_from(1)]
