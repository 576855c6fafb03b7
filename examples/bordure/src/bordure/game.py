"""Bordure as a game: its options, and names for what the rules count."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from bordure.bots.tactics import sensible
from bordure.data.road import lengths
from bordure.faces import words
from bordure.faces.observed import OBSERVED, REPORT
from bordure.faces.position import Position, parse, revive, write_position
from bordure.faces.previews import PREVIEW_TYPES, foreseen
from bordure.faces.view import Result, View, classification, view
from bordure.rules import race
from bordure.rules import record as r
from bordure.rules.invariants import ALWAYS
from bordure.rules.knowledge import OBSERVATION
from bordure.rules.options import SEATS, Options
from bordure.rules.record import Race
from gruppetto.games.game import Game, Json, Message
from gruppetto.games.vocabulary import sheet_of, word_of, write_numbers
from gruppetto.kernel.record import Keys, Records


class Bordure(Game):
    """One rider each, hidden legs, and the wind."""

    id = "bordure"
    name = "Bordure"
    line = "Echelons in the crosswind: ride at the front, or hide from the wind behind somebody."
    minutes, weight = (5, 10), 1
    rules_version = r.RULES_VERSION
    fewest_seats, most_seats = 2, SEATS
    teams = words.TEAMS
    record = r.RACE
    streams = r.STREAMS
    actions = r.ACTIONS
    observation = OBSERVATION
    observed = OBSERVED
    options_type = Options
    position_type = Position
    move_types, event_types, preview_types = words.MOVE_TYPES, words.EVENT_TYPES, PREVIEW_TYPES
    rules = race
    always = ALWAYS
    report = REPORT
    heuristic = staticmethod(sensible)

    def setup(self, options: Options, seats: int) -> Records:
        """The options as the one-record array that `deal` reads."""
        record = np.zeros(1, r.SETUP)
        write_numbers(options, record[0].options)
        record[0].seats, record[0].line = seats, lengths()[options.stage]
        return record

    def message(self, state: Records, seat: int, code: int) -> Message:
        """What an action code means to a seat in this state."""
        message: Message = words.move(state[0], seat, code)
        return message

    def preview(self, state: Records, seat: int, code: int) -> Message:
        """Where an effort would take a rider (BD2.3)."""
        return foreseen(state[0], seat, code)

    def events(self, rows: Sequence[tuple[int, ...]]) -> list[Message]:
        """The events of a trace, in words."""
        return [words.event(row) for row in rows]

    def view(self, state: Records, seat: int | None) -> View:
        """The one projection of what a seat (or a spectator) may know."""
        return view(sheet_of(Race, state[0]), seat)

    def result(self, state: Records) -> Result:
        """The riders in the order of the finish (BD3.2)."""
        return classification(sheet_of(Race, state[0]))

    def position(self, state: Records) -> Json:
        """The whole position as a document."""
        return write_position(sheet_of(Race, state[0]))

    def from_position(self, document: Any, keys: Keys) -> tuple[Records, Options]:
        """The state a document describes, and its options."""
        position = parse(document)
        options = self.options(position.options)
        state = self.blank()
        revive(state[0], position, self.setup(options, len(position.riders))[0], keys)
        self.check_possible(state)
        return state, options

    def ridden(self, options: Options) -> str:
        """The stage by its name."""
        return word_of(options.stage).capitalize()

    def rider_names(self, seats: int) -> list[str]:
        """The riders, who go by the names of their teams."""
        return list(words.TEAMS[:seats])


BORDURE = Bordure()
