"""Etapa as a game: its options, and names for what the rules count."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from gruppetto.errors import BadOption, BadPosition
from gruppetto.games import loops
from gruppetto.games.classification import Classification
from gruppetto.games.direct import direct
from gruppetto.games.etapa.bots import candidates, features, horizon, tactics
from gruppetto.games.etapa.bots.reasons import REASONS
from gruppetto.games.etapa.bots.routine import routine
from gruppetto.games.etapa.data.road import POINTS, pile_of, stage, tables
from gruppetto.games.etapa.faces import words
from gruppetto.games.etapa.faces.classifications import classifications
from gruppetto.games.etapa.faces.ground import ground_of
from gruppetto.games.etapa.faces.names import TEAMS, rider_id, rider_number
from gruppetto.games.etapa.faces.observed import OBSERVED
from gruppetto.games.etapa.faces.position import Position, write_position
from gruppetto.games.etapa.faces.revive import go_on, parse, revive, seats_in
from gruppetto.games.etapa.faces.view import (
    Moment,
    Result,
    View,
    classification,
    moment_of,
    public_view,
    seen_by,
)
from gruppetto.games.etapa.rules import race
from gruppetto.games.etapa.rules import record as r
from gruppetto.games.etapa.rules.codes import ACTIONS, Sky
from gruppetto.games.etapa.rules.invariants import ALWAYS
from gruppetto.games.etapa.rules.knowledge import OBSERVATION
from gruppetto.games.etapa.rules.movement import added_by
from gruppetto.games.etapa.rules.options import Options
from gruppetto.games.etapa.rules.preview import FORESEEN, preview
from gruppetto.games.etapa.rules.record import Race
from gruppetto.games.etapa.rules.slipstream import copied
from gruppetto.games.etapa.studio.catalogue import Catalogue, listed_stages
from gruppetto.games.etapa.studio.composition import StageCard, card
from gruppetto.games.etapa.studio.studio import EtapaStudio
from gruppetto.games.features import network_beside
from gruppetto.games.game import Game, Ground, Json, Message, bits, no_numbers
from gruppetto.games.vocabulary import sheet_of, write_numbers
from gruppetto.kernel.record import Keys, Records
from gruppetto.kernel.rule import compiled_for

REPORT = {
    "rounds": "Rounds ridden, all stages together.",
    "rider": "The rider who won: seat, and number in the team.",
    "outside": "How often a rider missed a time limit.",
    "falls": "Falls.",
    "last_gap": "Seconds that the last rider lost.",
    "break": "1 if the winner of the last stage came from a breakaway.",
}


class Etapa(Game):
    """Stage racing with dice and cards."""

    id = "etapa"
    name = "Etapa"
    rank = 3
    anchors: ClassVar = {
        "domestique": 0, "equipier": 82, "baroudeur": 175, "patron": 257, "hors-categorie": 340,
    }  # fmt: skip
    minutes, weight = (15, 40), 3
    rules_version = r.RULES_VERSION
    fewest_seats, most_seats = 2, r.SEATS
    teams = TEAMS
    record = r.RACE
    streams = r.STREAMS
    actions = ACTIONS
    observation = OBSERVATION
    observed = OBSERVED
    options_type = Options
    position_type = Position
    move_types, event_types, preview_types = words.MOVE_TYPES, words.EVENT_TYPES, words.PREVIEW_TYPES
    page = "etapa.md"
    rules = race
    always = ALWAYS
    report = REPORT
    heuristic = staticmethod(tactics.domestique)
    inputs, features = features.INPUTS, staticmethod(features.features)
    network = network_beside(tactics)
    reasons, worlds = REASONS, 512
    candidates = staticmethod(candidates.worth_a_thought)
    horizon = horizon
    routine = staticmethod(routine)
    clear_lead = 20  # fields, or seconds: two rounds on the flat
    trees = False
    studio = EtapaStudio()
    trust = 2.0

    def setup(self, options: Options, seats: int) -> Records:
        """The options as the one-record array that `deal` reads."""
        record = np.zeros(1, r.SETUP)
        setup = record[0]
        setup.seats, setup.stages = seats, len(options.stages)
        for number, name in enumerate(options.stages):
            setup.stage[number] = stage(name).packed()
        _lay_out_tables(setup)
        write_numbers(options, setup.options)
        setup.road_champion = _champion("road_champion", options.road_champion, seats)
        setup.trial_champion = _champion("time_trial_champion", options.time_trial_champion, seats)
        _check_together(options, setup)
        return record

    def options(self, given: Mapping[str, Any]) -> Any:
        """The options; where nobody crashes and no more is said, nobody is injured either (C7.1)."""
        if isinstance(given, Mapping) and given.get("crashes") is False:
            given = {"injuries": False, **given}
        return super().options(given)

    def message(self, state: Records, seat: int, code: int) -> Message:
        """What an action code means in this state."""
        return words.action(state[0], seat, code)

    def preview(self, state: Records, seat: int, code: int) -> Message | None:
        """What an action would do, as far as it is certain as things stand."""
        numbers = no_numbers(FORESEEN)
        found = direct(preview)(state[0], seat, code, numbers)
        return words.foreseen(numbers.tolist()) if found else None

    def events(self, rows: Sequence[tuple[int, ...]]) -> list[Message]:
        """The events of a trace, in words."""
        return [words.event(row) for row in rows]

    def view(self, state: Records, seat: int | None) -> View:
        """The one projection of what a seat (or a spectator) may know (C19)."""
        return self.views(state)(seat)

    def views(self, state: Records) -> Callable[[int | None], View]:
        """The same for several viewers: the record is read, and what is public told, only once."""
        sheet = sheet_of(Race, state[0])
        public = public_view(sheet)
        return lambda seat: seen_by(sheet, public, seat)

    def result(self, state: Records) -> Result:
        """Riders and teams in the order of the race (C5)."""
        return classification(sheet_of(Race, state[0]))

    def ground(self, state: Records) -> Ground:
        """The field of the foremost rider, and how high it lies."""
        return ground_of(state[0])

    def position(self, state: Records) -> Json:
        """The whole position as a document."""
        return write_position(sheet_of(Race, state[0]))

    def from_position(self, document: Any, keys: Keys) -> tuple[Records, Options]:
        """The state a document describes, and its options."""
        position = parse(document)
        options: Options = self.options(position.options)
        seats = seats_in(position)
        self.check_seats(seats)
        state = self.blank()
        revive(state[0], position, self.setup(options, seats)[0], keys)
        self.check_possible(state)
        go_on(state[0])
        self.check_possible(state)
        self._check_choices(state)
        return state, options

    def _check_choices(self, state: Records) -> None:
        """Refuse a position in which somebody is asked who has nothing to choose."""
        for seat in bits(state[0].owing):
            if loops.options(race.waiting, race.legal, state, seat, no_numbers(loops.MOST_ACTIONS)) == 0:
                raise BadPosition(f"moment.owing: seat {seat} is asked, but there is nothing to choose.")

    def catalogue(self) -> Catalogue:
        """All stages, with what makes one choose them (C16.2)."""
        return listed_stages()

    def ridden(self, options: Options) -> str:
        """The stages, by name or written out."""
        return ", ".join(options.stages)

    def stage_of(self, state: Records) -> int:
        """Which stage the race in a record has come to, from 0."""
        return int(state[0].at_stage)

    def stages_in(self, setup: Records) -> int:
        """How many stages a race with this setup has."""
        return int(setup[0].stages)

    def classifications(self, state: Records) -> list[Classification]:
        """All five of a tour (C4, C5.4)."""
        return classifications(sheet_of(Race, state[0]))

    def scenery(self, stage_name: str) -> StageCard:
        """A stage field by field, with its primes and lines."""
        known = stage(stage_name)
        return card(known, known.name, known.time)

    def moment(self, view: View) -> Moment:
        """Where everybody is and how they are: the rest of a replay is told by its events."""
        return moment_of(view)

    def rehearse(self, position: Json) -> None:
        """The rules that are asked about single moves and pieces of a road."""
        del position
        asked = self.blank()[0]
        compiled_for(copied, asked, asked.rider, 0)
        compiled_for(added_by, 0, Sky.SUN)

    def rider_names(self, seats: int) -> list[str]:
        """The start numbers of so many teams."""
        return [rider_id(rider) for rider in range(r.TEAM * seats)]


def _lay_out_tables(setup: Any) -> None:
    """Cards and points from the data (C1.2, C9)."""
    box = tables()
    for hand in box.hand:
        setup.deck[hand.riders], setup.slow[hand.riders] = pile_of(hand.cards), hand.slow
    full_set = next(hand.cards for hand in box.hand if hand.riders == r.TEAM)
    setup.deck[0], setup.slow[0] = box.cards.copies * pile_of(full_set), box.cards.slow
    for row, name in enumerate(POINTS):
        setup.points[row, : len(box.points[name])] = box.points[name]


def _check_together(options: Options, setup: Any) -> None:
    """Refuse options that contradict each other."""
    if options.injuries and not options.crashes:
        raise BadOption(
            "injuries: nobody is injured where nobody crashes; leave it out, or set crashes too (C7.1)."
        )
    if options.world_championship and len(options.stages) > 1:
        raise BadOption("world_championship: it is one stage, played apart (C15.3).")
    if options.world_championship and setup.stage[0, r.KIND] == r.TEAM_TRIAL:
        raise BadOption(
            "world_championship: no rider wins a team time trial; take a stage on the road "
            "or an individual time trial (C15.3)."
        )


def _champion(option: str, number: str | None, seats: int) -> int:
    """The rider in a rainbow jersey (C10.1)."""
    if number is None:
        return r.NOBODY
    if rider_number(number) >= r.TEAM * seats:
        raise BadOption(f"{option}: number {number} does not ride; the numbers are 1 to {r.TEAM * seats}.")
    return rider_number(number)


ETAPA = Etapa()
