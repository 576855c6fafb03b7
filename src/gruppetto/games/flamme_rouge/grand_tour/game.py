"""The Grand Tour as a game: its options, and names for what the rules count."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from gruppetto.errors import BadPosition
from gruppetto.games.classification import Classification
from gruppetto.games.features import network_beside
from gruppetto.games.flamme_rouge.data.road import Road
from gruppetto.games.flamme_rouge.data.trait_cards import trait_cards
from gruppetto.games.flamme_rouge.faces.ground import ground_of
from gruppetto.games.flamme_rouge.faces.previews import PREVIEW_TYPES, foreseen
from gruppetto.games.flamme_rouge.faces.revive import refuse_option
from gruppetto.games.flamme_rouge.faces.scenery import Scenery
from gruppetto.games.flamme_rouge.faces.view import Moment, places
from gruppetto.games.flamme_rouge.game import FLAMME_ROUGE, TERRAIN
from gruppetto.games.flamme_rouge.grand_tour.bots import features, horizon
from gruppetto.games.flamme_rouge.grand_tour.bots import tactics as tour_tactics
from gruppetto.games.flamme_rouge.grand_tour.bots.reasons import REASONS
from gruppetto.games.flamme_rouge.grand_tour.data.itinerary import roads_of, tours
from gruppetto.games.flamme_rouge.grand_tour.faces import words as tour_words
from gruppetto.games.flamme_rouge.grand_tour.faces.catalogue import Catalogue
from gruppetto.games.flamme_rouge.grand_tour.faces.classifications import classifications
from gruppetto.games.flamme_rouge.grand_tour.faces.observed import OBSERVED
from gruppetto.games.flamme_rouge.grand_tour.faces.position import TourPosition, write_tour
from gruppetto.games.flamme_rouge.grand_tour.faces.revive import parse, revive, seats_in
from gruppetto.games.flamme_rouge.grand_tour.faces.view import (
    Result,
    View,
    classification,
    public_view,
    seen_by,
)
from gruppetto.games.flamme_rouge.grand_tour.rules import record as t
from gruppetto.games.flamme_rouge.grand_tour.rules import tour
from gruppetto.games.flamme_rouge.grand_tour.rules.gifts import raiser_of
from gruppetto.games.flamme_rouge.grand_tour.rules.invariants import ALWAYS
from gruppetto.games.flamme_rouge.grand_tour.rules.knowledge import TOUR_OBSERVATION, renew
from gruppetto.games.flamme_rouge.grand_tour.rules.options import Options
from gruppetto.games.flamme_rouge.grand_tour.rules.preview import preview
from gruppetto.games.flamme_rouge.grand_tour.rules.record import Plan, Tour
from gruppetto.games.flamme_rouge.grand_tour.rules.stage import ride_on
from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.flamme_rouge.rules.options import SEATS
from gruppetto.games.flamme_rouge.rules.options import Options as RaceOptions
from gruppetto.games.flamme_rouge.rules.race import ask_again
from gruppetto.games.game import Game, Ground, Json, Message
from gruppetto.games.vocabulary import document_of, shared, sheet_of, write_numbers
from gruppetto.kernel.record import Keys, Records
from gruppetto.kernel.rule import compiled_for
from gruppetto.kernel.trace import NOT_RECORDING

REPORT = {
    "rounds": "Rounds ridden, all stages together.",
    "rider": "The best rider of the team that won: seat, and sprinteur or rouleur.",
    "points": "Tour points of that team.",
    "gap": "Seconds between the first and the second rider.",
}


class FlammeRougeTour(Game):
    """Several stages, one clock, tired legs."""

    id = "flamme-rouge-tour"
    name = "Flamme Rouge: Grand Tour"
    rank = 1
    anchors: ClassVar = {"domestique": 0, "patron": 286, "hors-categorie": 634}
    minutes, weight = (25, 300), 2
    rules_version = t.RULES_VERSION
    fewest_seats, most_seats = 2, SEATS
    record = t.TOUR
    streams = t.TOUR_STREAMS
    actions = t.TOUR_ACTIONS
    observation = TOUR_OBSERVATION
    observed = OBSERVED
    options_type = Options
    position_type = TourPosition
    move_types, event_types, preview_types = tour_words.MOVE_TYPES, tour_words.EVENT_TYPES, PREVIEW_TYPES
    page = "grand-tour.md"
    rules = tour
    horizon = horizon
    always = ALWAYS
    report = REPORT
    heuristic = staticmethod(tour_tactics.domestique_on_tour)
    inputs, features = features.INPUTS, staticmethod(features.features)
    network = network_beside(tour_tactics)
    of_stages = FLAMME_ROUGE
    lengths = (1, 1, 2, 3, 3, 6)
    variants = (
        {"traits": False},
        {"cooperation": True},
        {"finishers": "tire"},
        {"start_lane": "free"},
        {"mountain_groups": "whole-group"},
    )
    renew = staticmethod(renew)
    reasons = REASONS

    def setup(self, options: Options, seats: int) -> Records:
        """The options as the one-record array that `deal` reads."""
        record = np.zeros(1, t.TOUR_SETUP)
        setup, roads = record[0], roads_of(options.stages)
        for_race = RaceOptions(stage=roads[0].letters, **shared(options, RaceOptions))
        race = FLAMME_ROUGE.setup(for_race, seats)
        setup.plan.handicap[:] = race[0].handicap
        race[0].handicap[:] = 0
        record["race"] = race
        _write_plan(setup.plan, options, roads)
        return record

    def message(self, state: Records, seat: int, code: int) -> Message:
        """What an action code means to a seat in this state."""
        return tour_words.move(state[0], seat, code)

    def preview(self, state: Records, seat: int, code: int) -> Message | None:
        """Where a card would take a rider, raised or not, if nobody is in the way (FR4, GT11)."""
        return foreseen(preview, state[0], seat, code)

    def events(self, rows: Sequence[tuple[int, ...]]) -> list[Message]:
        """The events of a trace, in words."""
        return [tour_words.event(row) for row in rows]

    def view(self, state: Records, seat: int | None) -> View:
        """The one projection of what a seat (or a spectator) may know (FR3.6, GT11, GT12)."""
        return self.views(state)(seat)

    def views(self, state: Records) -> Callable[[int | None], View]:
        """The same for several viewers: the record is read, and what is public told, only once."""
        sheet = sheet_of(Tour, state[0])
        public = public_view(sheet)
        return lambda seat: seen_by(sheet, public, seat)

    def result(self, state: Records) -> Result:
        """The teams by tour points, the general classification, and every stage (GT1, GT2)."""
        return classification(sheet_of(Tour, state[0]))

    def ground(self, state: Records) -> Ground:
        """Where the race of the stage is."""
        return ground_of(state[0].race)

    def position(self, state: Records) -> Json:
        """The whole position as a document."""
        return write_tour(sheet_of(Tour, state[0]))

    def from_position(self, document: Any, keys: Keys) -> tuple[Records, Options]:
        """The state a document describes, run on until somebody owes a decision, and its options."""
        position = parse(document)
        refuse_option(position.options, "stages")
        options = self.options({**position.options, "stages": tuple(position.stages)})
        seats = seats_in(position, len(options.teams))
        if not self.fewest_seats <= seats <= self.most_seats:
            raise BadPosition(f"options.teams: {seats} teams; there are 2 to {self.most_seats} (FR1.1).")
        state = self.blank()
        revive(state[0], position, self.setup(options, seats)[0], keys)
        if state[0].phase == t.TourPhase.RIDING and state[0].race.phase == r.Phase.ENERGY:
            ask_again(state[0].race, NOT_RECORDING)
        self.check_possible(state)
        ride_on(state[0], NOT_RECORDING)
        self.check_possible(state)
        return state, options

    def talks_in_private(self, options: Options) -> bool:
        """With cooperation two teams may make plans that nobody else hears (GT12)."""
        return options.cooperation

    def catalogue(self) -> Catalogue:
        """All stages, the ready-made tours, and the trait cards (GT11)."""
        stages = FLAMME_ROUGE.catalogue()
        return Catalogue(stages.stages, stages.groups, tours(), trait_cards())

    def ridden(self, options: Options) -> str:
        """The tour by its name, the number of its stages, or all of them."""
        if isinstance(options.stages, int):
            return f"{options.stages} stages"
        return options.stages if isinstance(options.stages, str) else ", ".join(options.stages)

    def leaders(self, options: Options, seats: int) -> Sequence[str]:
        """Players, unless dummy teams are named (FR9)."""
        return document_of(options)["teams"] or super().leaders(options, seats)

    def on_stage(self, stage: str) -> Json:
        """A tour of this stage alone, of several with commas between them, or a ready-made one."""
        return {"stages": stage}

    def scenery(self, stage: str) -> Scenery:
        """The road of one stage as it lies on the table; a view names the present one."""
        return FLAMME_ROUGE.scenery(stage or RaceOptions().stage)

    def moment(self, view: View) -> Moment:
        """Where everybody is: the rest of a replay is told by its events."""
        return places(view)

    def rehearse(self, position: Json) -> None:
        """The rule that is asked about a single move."""
        del position
        compiled_for(raiser_of, self.blank()[0], 0)

    def rider_names(self, seats: int) -> list[str]:
        """The riders of so many teams, in the order of their numbers."""
        return FLAMME_ROUGE.rider_names(seats)

    def stage_of(self, state: Records) -> int:
        """Which stage the tour in a record has come to, from 0."""
        return int(state[0].stage)

    def stages_in(self, setup: Records) -> int:
        """How many stages a tour with this setup has."""
        return int(setup[0].plan.stages)

    def classifications(self, state: Records) -> list[Classification]:
        """Teams by tour points, riders by the clock (GT1, GT10)."""
        return classifications(sheet_of(Tour, state[0]))

    def seats_of(self, state: Records) -> int:
        """How many seats the tour in a record has."""
        return int(state[0].race.setup.seats)


def _write_plan(plan: Plan, options: Options, roads: Sequence[Road]) -> None:
    """Write the roads of all stages, and what is particular to a tour."""
    write_numbers(options, plan.options)
    plan.stages = len(roads)
    for number, road in enumerate(roads):
        tiles, squares = number * r.TILES, number * r.ROAD
        plan.tiles[tiles : tiles + len(road.letters)] = [ord(letter) for letter in road.letters]
        plan.terrain[squares : squares + road.length] = [TERRAIN.get(s, r.FLAT) for s in road.squares]
        plan.start_squares[number], plan.line[number] = road.start_squares, road.line
        plan.last_square[number] = road.last_square


GRAND_TOUR = FlammeRougeTour()
