"""What a choice would do, in words, and what the table comes to, in numbers."""

import itertools
from typing import Annotated, ClassVar

import msgspec
import numpy as np

from gruppetto.games.direct import direct
from gruppetto.games.due_ruote.faces.fields import EventName, Rider
from gruppetto.games.due_ruote.faces.names import EVENTS, Said
from gruppetto.games.due_ruote.rules import preview as p
from gruppetto.games.due_ruote.rules.codes import GONE, MOST_PER_TURN, NOTHING, Goal, Step
from gruppetto.games.due_ruote.rules.fatigue import pay_for_road
from gruppetto.games.game import Message, no_numbers
from gruppetto.games.vocabulary import At, event_reader, events_in
from gruppetto.kernel.record import Records, duplicate
from gruppetto.kernel.trace import NOT_RECORDING

Struck = Annotated[
    tuple[EventName, ...], At(lambda kinds: tuple(EVENTS[kind] for kind in kinds if kind), all=True)
]


class Becomes(Said, frozen=True):
    """Where a rider would be, and how tired."""

    rule: ClassVar[str] = "Z7"
    rider: Rider
    sector: int
    head: bool
    fatigue: int


class Strikes(Said, frozen=True):
    """The event cards that a payment would bring on."""

    rule: ClassVar[str] = "Z11.4"
    events: Struck


class Weighs(Said, frozen=True):
    """Both sides of a challenge with one rider more, and how it would end if nobody came any more."""

    rule: ClassVar[str] = "Z7.8.7"
    right: int
    left: int
    succeeds: bool


class Sprints(Said, frozen=True):
    """What a rider would sprint with."""

    rule: ClassVar[str] = "Z9.7"
    rider: Rider
    value: int


class Rides(Said, frozen=True):
    """The points that a rider would ride for against the clock."""

    rule: ClassVar[str] = "Z11.6"
    rider: Rider
    points: int


PREVIEW_TYPES = events_in(p.Foreseen, globals().values())
_read = event_reader(p.Foreseen, PREVIEW_TYPES)


def foreseen(state: Records, seat: int, code: int) -> Message | None:
    """What the rules say of a choice beforehand, if they say anything."""
    out = no_numbers(p.FORESEEN)
    told = int(direct(p.preview)(duplicate(state)[0], seat, code, out))
    message: Message | None = None if told == NOTHING else _read((told, *out.tolist()))
    return message


class Reckoned(msgspec.Struct, frozen=True):
    """What the table comes to as it stands: sums and slots of the challenge, roads, sprints."""

    sides: list[int]
    succeeds: bool
    right_slots: list[int]
    left_slots: list[int]
    roads: list[int]
    trials: list[int]
    helpers: list[int]
    tired: list[int]
    values: list[int]
    retiring: list[int]


def reckoned(state: Records) -> Reckoned:
    """All that the rules work out for a view."""
    out = no_numbers(p.RECKONED)
    p.reckon(state[0], out)
    found = out.tolist()
    bounds = (p.SUMS, p.PUBLIC, p.RIGHT, p.LEFT, p.ROADS, p.TRIALS, p.HELPERS, p.TIRED, p.VALUES, p.RECKONED)
    sides, public, *rest = (found[first:end] for first, end in itertools.pairwise(bounds))
    rest.append(_retiring(state))
    return Reckoned(sides, bool(public[0]), *rest)


def _retiring(state: Records) -> list[int]:
    """The riders who would retire if the turn ended as things stand (Z8)."""
    race = state[0]
    paid = race.step in (Step.TRIAL, Step.FINISHED) or (race.columns and race.goal == Goal.FINISH)
    if paid or not race.turn:
        return []
    close = race.setup.most_fatigue - MOST_PER_TURN
    riding = [rider for rider in np.flatnonzero(race.fatigue > close).tolist() if race.place[rider] != GONE]
    later = duplicate(state)[0] if riding else race
    for rider in riding:
        pay_for_road(later, rider, NOT_RECORDING)
    return [rider for rider in riding if later.place[rider] == GONE]
