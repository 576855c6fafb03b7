"""Flamme Rouge as a game: its options, and names for what the rules count."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from gruppetto.errors import BadOption, BadPosition
from gruppetto.games.features import network_beside
from gruppetto.games.flamme_rouge.bots import features, tactics
from gruppetto.games.flamme_rouge.bots.reasons import REASONS
from gruppetto.games.flamme_rouge.data.road import Road, called, stage
from gruppetto.games.flamme_rouge.faces import words
from gruppetto.games.flamme_rouge.faces.ground import ground_of
from gruppetto.games.flamme_rouge.faces.observed import OBSERVED
from gruppetto.games.flamme_rouge.faces.position import Position, write_position
from gruppetto.games.flamme_rouge.faces.previews import PREVIEW_TYPES, foreseen
from gruppetto.games.flamme_rouge.faces.revive import (
    by_name,
    parse,
    refuse_option,
    revive,
    seats_in,
    show,
    trait_named,
)
from gruppetto.games.flamme_rouge.faces.scenery import Catalogue, Scenery, laid_out, listed_stages
from gruppetto.games.flamme_rouge.faces.view import (
    Moment,
    Result,
    View,
    classification,
    places,
    public_view,
    seen_by,
)
from gruppetto.games.flamme_rouge.faces.words import Card
from gruppetto.games.flamme_rouge.rules import race
from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.flamme_rouge.rules.invariants import ALWAYS
from gruppetto.games.flamme_rouge.rules.knowledge import OBSERVATION
from gruppetto.games.flamme_rouge.rules.options import SEATS, LastSquare, Options, Team
from gruppetto.games.flamme_rouge.rules.preview import preview
from gruppetto.games.flamme_rouge.rules.record import Race, Setup
from gruppetto.games.flamme_rouge.studio.studio import STUDIO
from gruppetto.games.game import Game, Ground, Json, Message, Preset
from gruppetto.games.vocabulary import document_of, sheet_of, write_numbers
from gruppetto.kernel.record import Ints, Keys, Records
from gruppetto.kernel.trace import NOT_RECORDING, recorder, rows

TERRAIN = {"a": r.ASCENT, "d": r.DESCENT}
BEYOND_THE_ROAD = 8  # from the last square before the line, a 9 ends this far past it
REPORT = {
    "rounds": "Rounds ridden.",
    "rider": "The rider who won: seat, and sprinteur or rouleur.",
    "past_line": "How many squares past the line they came.",
}


class FlammeRouge(Game):
    """Two riders, two decks, and the wind."""

    id = "flamme-rouge"
    name = "Flamme Rouge"
    rank = 0
    anchors: ClassVar = {
        "random": -524, "touriste": -142, "domestique": 0, "equipier": 93, "baroudeur": 174, "patron": 280,
        "hors-categorie": 443,
    }  # fmt: skip
    minutes, weight = (6, 12), 1
    rules_version = r.RULES_VERSION
    fewest_seats, most_seats = 2, SEATS
    record = r.RACE
    streams = r.STREAMS
    actions = r.ACTIONS
    observation = OBSERVATION
    observed = OBSERVED
    options_type = Options
    position_type = Position
    move_types, event_types, preview_types = words.MOVE_TYPES, words.EVENT_TYPES, PREVIEW_TYPES
    page = "flamme-rouge.md"
    rules = race
    always = ALWAYS
    report = REPORT
    presets = (Preset("club", {"start_lane": "free", "last_square": "open-road"}),)
    heuristic = staticmethod(tactics.domestique)
    inputs, features = features.INPUTS, staticmethod(features.features)
    network = network_beside(tactics)
    reasons = REASONS
    studio = STUDIO

    def setup(self, options: Options, seats: int) -> Records:
        """The options as the one-record array that `deal` reads."""
        teams = _teams(options, seats)
        record = np.zeros(1, r.SETUP)
        setup = record[0]
        write_numbers(options, setup.options)
        setup.seats = seats
        setup.team[:seats] = teams
        setup.handicap[: len(options.handicap)] = _handicap(options, teams)
        setup.first = _first(options, teams)
        _lay_road(setup, stage(options.stage), options)
        return record

    def message(self, state: Records, seat: int, code: int) -> Message:
        """What an action code means to a seat in this state."""
        return words.move(state[0], seat, code)

    def preview(self, state: Records, seat: int, code: int) -> Message | None:
        """Where a card would take a rider, if nobody is in the way (FR4)."""
        return foreseen(preview, state[0], seat, code)

    def events(self, rows: Sequence[tuple[int, ...]]) -> list[Message]:
        """The events of a trace, in words."""
        return [words.event(row) for row in rows]

    def view(self, state: Records, seat: int | None) -> View:
        """The one projection of what a seat (or a spectator) may know (FR3.6)."""
        return self.views(state)(seat)

    def views(self, state: Records) -> Callable[[int | None], View]:
        """The same for several viewers: the record is read, and what is public told, only once."""
        sheet = sheet_of(Race, state[0])
        public = public_view(sheet)
        return lambda seat: seen_by(sheet, public, seat)

    def result(self, state: Records) -> Result:
        """The riders and the teams in the order of the finish (FR6)."""
        return classification(sheet_of(Race, state[0]))

    def ground(self, state: Records) -> Ground:
        """The square of the foremost rider, one up for every ascent before it."""
        return ground_of(state[0])

    def position(self, state: Records) -> Json:
        """The whole position as a document."""
        return write_position(sheet_of(Race, state[0]))

    def from_position(self, document: Any, keys: Keys) -> tuple[Records, Options]:
        """The state a document describes, run on until somebody owes a decision, and its options."""
        state, options = self.still(document, keys)
        if state[0].phase == r.Phase.ENERGY:
            race.resume(state[0], NOT_RECORDING)
            self.check_possible(state)
        return state, options

    def still(self, document: Any, keys: Keys) -> tuple[Records, Options]:
        """The state a document describes exactly as it stands, and its options."""
        position = parse(document)
        refuse_option(position.options, "stage")
        options = self.options({**position.options, "stage": position.stage})
        seats = seats_in(position, len(options.teams))
        if seats > self.most_seats:
            raise BadPosition(f"options.teams: {seats} teams; there are at most {self.most_seats} (FR1.1).")
        state = self.blank()
        revive(state[0], position, self.setup(options, seats)[0], keys)
        self.check_possible(_asked(state))
        return state, options

    def catalogue(self) -> Catalogue:
        """All stages, with what makes one choose them (FR1.6)."""
        return listed_stages()

    def stages(self) -> list[str]:
        """The seven that were printed as cards (FR1.6)."""
        return STUDIO.official()

    def ridden(self, options: Options) -> str:
        """The stage by its name, or by its letters where it has none."""
        return called(options.stage)

    def leaders(self, options: Options, seats: int) -> Sequence[str]:
        """Players, unless dummy teams are named (FR9)."""
        return document_of(options)["teams"] or super().leaders(options, seats)

    def rehearse(self, position: Json) -> None:
        """A round ridden from a position."""
        ride(position, dict.fromkeys(position["riders"], "X"))

    def scenery(self, stage_name: str) -> Scenery:
        """The road as it lies on the table."""
        return laid_out(stage(stage_name))

    def moment(self, view: View) -> Moment:
        """Where everybody is: the rest of a replay is told by its events."""
        return places(view)

    def rider_names(self, seats: int) -> list[str]:
        """The riders of so many teams, in the order of their numbers."""
        return [words.rider_id(rider) for rider in range(2 * seats)]


def _asked(state: Records) -> Records:
    """The same state with everybody asked for what they owe, before any round is ridden."""
    asked = state.copy()
    if asked[0].phase == r.Phase.ENERGY:
        race.ask_again(asked[0], NOT_RECORDING)
    return asked


def _teams(options: Options, seats: int) -> tuple[Team, ...]:
    """The leaders of the teams: at least one player, at most one Peloton (FR9)."""
    named = options.teams or (Team.PLAYER,) * seats
    if len(named) != seats:
        raise BadOption(f"teams: {len(named)} teams are named for {seats} seats; name one for each seat.")
    if Team.PLAYER not in named:
        raise BadOption("teams: at least one seat must be a player's.")
    if named.count(Team.PELOTON) > 1:
        raise BadOption("teams: there is only one Peloton team (FR9).")
    return named


def _handicap(options: Options, teams: tuple[Team, ...]) -> tuple[int, ...]:
    """Exhaustion cards to start with, for players only (FR2.4)."""
    if options.handicap and len(options.handicap) != len(teams):
        raise BadOption(
            f"handicap: {len(options.handicap)} numbers for {len(teams)} seats; give one for each seat."
        )
    for seat, (cards, team) in enumerate(zip(options.handicap, teams, strict=False)):
        if cards and team != Team.PLAYER:
            raise BadOption(f"handicap: seat {seat} is a dummy team, which takes no exhaustion (FR9).")
    return options.handicap


def _first(options: Options, teams: tuple[Team, ...]) -> int:
    """The seat that places first, if it was chosen (FR2.2)."""
    if options.first == "random":
        return r.RANDOM_SEAT
    if options.first >= len(teams) or teams[options.first] != Team.PLAYER:
        raise BadOption(f"first: seat {options.first} is not a player's.")
    return options.first


def _lay_road(setup: Setup, road: Road, options: Options) -> None:
    """Write the road into the setup (FR1.4, FR8.2)."""
    setup.tiles[: len(road.letters)] = [ord(letter) for letter in road.letters]
    setup.terrain[: road.length] = [TERRAIN.get(square, r.FLAT) for square in road.squares]
    setup.start_squares, setup.line, setup.last_square = road.start_squares, road.line, road.last_square
    if options.last_square == LastSquare.OPEN_ROAD:
        setup.last_square = road.line + BEYOND_THE_ROAD


FLAMME_ROUGE = FlammeRouge()


def _in_effect(race: Race, traits: Mapping[str, str]) -> Ints:
    """The codes of the traits in effect, rider by rider: one card of each, and one for a team (GT11)."""
    codes = np.zeros(r.RIDERS, np.int32)
    named = by_name(race, traits, "traits", '"badger"')
    for name, trait in traits.items():
        code, rider = trait_named(f"traits.{name}", trait), named[name]
        if code in codes:
            raise BadPosition(f"traits.{name}: somebody else has {trait}; there is one card of each (GT11).")
        if codes[rider ^ 1]:
            raise BadPosition(f"traits.{name}: the other rider of the team has one; a team keeps one (GT11).")
        codes[rider] = code
    return codes


def ride(
    position: Any, cards: Mapping[str, Card], traits: Mapping[str, str] | None = None
) -> tuple[Json, list[Message]]:
    """The position after movement and end phase, given the card every rider reveals, and the events.

    The cards need not be in anybody's hand; the piles stay as they are, but for exhaustion taken.
    `traits` names the trait in effect for some of the riders; Cannibal and Badger raise (GT11).
    """
    state, _ = FLAMME_ROUGE.still(position, np.zeros(r.STREAMS, np.uint64))
    record, trace = state[0], recorder()
    if record.phase != r.Phase.ENERGY:
        raise BadPosition("Nobody can ride: riders are not placed yet, or the race is over.")
    show(record, cards)
    race.ride(record, trace, None if traits is None else _in_effect(record, traits))
    record.rounds += record.phase == r.Phase.ENERGY
    return FLAMME_ROUGE.position(state), FLAMME_ROUGE.events(rows(trace))
