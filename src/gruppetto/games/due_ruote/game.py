"""Due Ruote as a game: names for what the rules count."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from gruppetto.errors import BadPosition
from gruppetto.games.classification import Classification
from gruppetto.games.due_ruote.bots import features, tactics
from gruppetto.games.due_ruote.bots.reasons import REASONS
from gruppetto.games.due_ruote.data.sets import our_set, read_set
from gruppetto.games.due_ruote.faces import words
from gruppetto.games.due_ruote.faces.classifications import classifications
from gruppetto.games.due_ruote.faces.ground import ground_of
from gruppetto.games.due_ruote.faces.names import rider_id
from gruppetto.games.due_ruote.faces.observed import OBSERVED
from gruppetto.games.due_ruote.faces.position import Position, write_position
from gruppetto.games.due_ruote.faces.previews import PREVIEW_TYPES, foreseen, reckoned
from gruppetto.games.due_ruote.faces.revive import parse, revive, seats_in
from gruppetto.games.due_ruote.faces.standings import Result, classification
from gruppetto.games.due_ruote.faces.view import View, public_view, seen_by
from gruppetto.games.due_ruote.options import setup_of
from gruppetto.games.due_ruote.rules import codes as c
from gruppetto.games.due_ruote.rules import race
from gruppetto.games.due_ruote.rules import record as r
from gruppetto.games.due_ruote.rules.challenges import entries_cost, fee_for, points_for, slot_fatigue
from gruppetto.games.due_ruote.rules.fatigue import pay_for_road
from gruppetto.games.due_ruote.rules.invariants import ALWAYS
from gruppetto.games.due_ruote.rules.knowledge import OBSERVATION
from gruppetto.games.due_ruote.rules.options import Options
from gruppetto.games.due_ruote.rules.outcomes import price_of_break
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.games.features import network_beside
from gruppetto.games.game import Game, Ground, Json, Message, Preset
from gruppetto.games.vocabulary import sheet_of
from gruppetto.kernel.record import Keys, Records
from gruppetto.kernel.rule import compiled_for
from gruppetto.kernel.trace import NOT_RECORDING

TWO_TEAMS = {  # where one rival alone answers every attack (docs/due-ruote-balance.md)
    "challenge_price": "fee",
    "tie": "fails",
    "respond_from": "peloton",
    "delay": "printed",
}
REPORT = {
    "rounds": "Turns ridden, all stages together.",
    "rider": "The rider who won: seat, and number in the team.",
    "ending": "How it ended: 1 sprint, 2 alone, 3 last team, 4 nobody left, 5 time trial.",
    "sectors_ahead": "How far ahead of the peloton they were.",
    "retired": "Riders who retired.",
    "card": "Which rider's card the winner has.",
    "fatigue": "How tired the winner was.",
}


class ListedStage(msgspec.Struct, frozen=True):
    """A stage of the catalogue."""

    name: str
    route: str


class Scenery(msgspec.Struct, frozen=True):
    """The stage that is ridden."""

    stage: str


class Catalogue(msgspec.Struct, frozen=True, tag_field="game", tag="due-ruote"):
    """The stages and the riders of our set (Z12)."""

    stages: list[ListedStage]
    riders: list[str]


class DueRuote(Game):
    """Five riders, six tokens a turn, and twenty points of fatigue each."""

    id = "due-ruote"
    name = "Due Ruote"
    rank = 2
    anchors: ClassVar = {
        "random": -746, "touriste": -315, "domestique": 0, "equipier": 528, "baroudeur": 589, "patron": 642,
        "hors-categorie": 1044,
    }  # fmt: skip
    minutes, weight = (20, 60), 4
    rules_version = c.RULES_VERSION
    fewest_seats, most_seats = 2, c.SEATS
    record = r.RACE
    streams = c.STREAMS
    actions = c.ACTIONS
    observation = OBSERVATION
    observed = OBSERVED
    options_type = Options
    position_type = Position
    move_types, event_types, preview_types = words.MOVE_TYPES, words.EVENT_TYPES, PREVIEW_TYPES
    page = "due-ruote.md"
    rules = race
    always = ALWAYS
    report = REPORT
    heuristic = staticmethod(tactics.domestique)
    inputs, features = features.INPUTS, staticmethod(features.features)
    network = network_beside(tactics)
    reasons, worlds = REASONS, 384
    presets = (Preset("two", TWO_TEAMS, seats=(2,)),)
    trust = 2.0

    def setup(self, options: Options, seats: int) -> Records:
        """The options as the one-record array that `deal` reads."""
        return setup_of(options, seats)

    def message(self, state: Records, seat: int, code: int) -> Message:
        """What an action code means to a seat in this state."""
        return words.action(state[0], seat, code)

    def preview(self, state: Records, seat: int, code: int) -> Message | None:
        """What a choice would do, as far as that is certain."""
        return foreseen(state, seat, code)

    def events(self, rows: Sequence[tuple[int, ...]]) -> list[Message]:
        """The events of a trace, in words."""
        return [words.event(row) for row in rows]

    def view(self, state: Records, seat: int | None) -> View:
        """The one projection of what a seat (or a spectator) may know (Z10.2)."""
        return self.views(state)(seat)

    def views(self, state: Records) -> Callable[[int | None], View]:
        """The same for several viewers: what is public is told only once."""
        sheet = sheet_of(Race, state[0])
        worked_out = reckoned(state)
        public = public_view(sheet, worked_out)
        return lambda seat: seen_by(sheet, worked_out, public, seat)

    def result(self, state: Records) -> Result:
        """The riders and the teams in the order of the finish (Z9.10)."""
        return classification(sheet_of(Race, state[0]))

    def ground(self, state: Records) -> Ground:
        """The terrain of the turn, and how high the cards before it have led."""
        return ground_of(state[0])

    def position(self, state: Records) -> Json:
        """The whole position as a document."""
        return write_position(sheet_of(Race, state[0]))

    def from_position(self, document: Any, keys: Keys) -> tuple[Records, Options]:
        """The state a document describes, run on until somebody owes a decision, and its options."""
        position = parse(document)
        options = self.options(position.options)
        seats = seats_in(position)
        if seats < self.fewest_seats:
            raise BadPosition("riders: one team alone does not race; there are two to six (Z1).")
        state = self.blank()
        revive(state[0], position, self.setup(options, seats)[0], keys)
        self.check_possible(state)
        race.run_on(state[0], NOT_RECORDING)
        self.check_possible(state)
        return state, options

    def catalogue(self) -> Catalogue:
        """The stages and the riders of our set (Z12)."""
        stages = [ListedStage(sheet.name, sheet.route) for sheet in our_set().stages]
        return Catalogue(stages, [rider.id for rider in our_set().riders])

    def stage_of(self, state: Records) -> int:
        """Which stage the race in a record has come to, from 0 (Z11.5)."""
        return int(state[0].stage)

    def stages_in(self, setup: Records) -> int:
        """How many stages a race with this setup has (Z11.5)."""
        return int(setup[0].stages) or 1

    def classifications(self, state: Records) -> list[Classification]:
        """Those of a race of several stages (Z11.2, Z11.5)."""
        return classifications(sheet_of(Race, state[0]))

    def places(self, result: Json) -> list[list[int]]:
        """The teams by their places; those that share the victory stand together (Z9.10)."""
        shared = result["shared"]
        rest = [[seat] for seat in result["seats"] if seat not in shared]
        return [shared, *rest] if shared else rest

    def scenery(self, stage: str) -> Scenery:
        """Nothing but the stage: the table is drawn from views alone."""
        return Scenery(stage)

    def moment(self, view: View) -> View:
        """All of it: what a replay shows is not told by the events alone."""
        return view

    def ridden(self, options: Options) -> str:
        """The stages or the route; nothing where the players choose it."""
        return options.stages or ("" if options.route == "choose" else options.route)

    def own_data(self, folder: str | Path) -> Json:
        """An owner's own set of components, as the option `own_set` (Z12.6)."""
        return {"own_set": msgspec.to_builtins(read_set(folder))}

    def rehearse(self, position: Json) -> None:
        """The rules that are asked about single moves, and about the tired: some only late in a race."""
        del position
        asked = self.blank()[0]
        compiled_for(entries_cost, asked)
        compiled_for(fee_for, asked, 0)
        compiled_for(points_for, 0, 0, 0)
        compiled_for(slot_fatigue, asked, 0, 0)
        compiled_for(price_of_break, 0)
        compiled_for(pay_for_road, asked, 0, NOT_RECORDING)

    def rider_names(self, seats: int) -> list[str]:
        """The riders of so many teams, in the order of their numbers."""
        return [rider_id(rider) for rider in range(c.TEAM * seats)]


DUE_RUOTE = DueRuote()
