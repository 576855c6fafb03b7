"""Etapa as a game: its options, and names for what the rules count."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from msgspec import Meta

from gruppetto.errors import BadOption, BadPosition
from gruppetto.games import loops
from gruppetto.games.etapa.bots import candidates, horizon, tactics
from gruppetto.games.etapa.data.road import POINTS, notes, pile_of, stage, stages, tables
from gruppetto.games.etapa.faces import words
from gruppetto.games.etapa.faces.names import TEAMS, rider_id, rider_number
from gruppetto.games.etapa.faces.position import Position, write_position
from gruppetto.games.etapa.faces.readings import READINGS
from gruppetto.games.etapa.faces.revive import go_on, parse, revive, seats_in
from gruppetto.games.etapa.faces.view import classification, seen_by, view
from gruppetto.games.etapa.rules import race
from gruppetto.games.etapa.rules import record as r
from gruppetto.games.etapa.rules.invariants import ALWAYS
from gruppetto.games.etapa.rules.knowledge import OBSERVATION
from gruppetto.games.etapa.studio.composition import card
from gruppetto.games.etapa.studio.studio import EtapaStudio
from gruppetto.games.game import Game, Json, Message, bits, no_numbers
from gruppetto.games.sheet import Sheet
from gruppetto.kernel.record import Keys, Records

Number = Annotated[str, Meta(pattern="^([1-9]|1[0-5])$")]


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a race of Etapa is set up."""

    stages: Annotated[
        tuple[str, ...],
        Meta(
            description="The stages to ride, by name or written out (C16.2); several make a tour.",
            min_length=1,
            max_length=r.MOST_STAGES,
        ),
    ] = ("Plaine",)
    crashes: Annotated[bool, Meta(description="Crashes and punctures (C6).")] = True
    injuries: Annotated[bool, Meta(description="Injured riders (C7); needs crashes.")] = True
    cars: Annotated[bool, Meta(description="Feeding from the cars (C8).")] = True
    primes: Annotated[bool, Meta(description="Primes and points (C9).")] = True
    profiles: Annotated[bool, Meta(description="Four kinds of climbs, and cobbles (C11).")] = True
    specials: Annotated[bool, Meta(description="Changing cards, and the last kilometre (C12).")] = True
    road_champion: Annotated[
        Number | None, Meta(description="The start number of the world champion (C10.1).")
    ] = None
    time_trial_champion: Annotated[
        Number | None, Meta(description="The start number of the time-trial world champion (C10.1).")
    ] = None
    world_championship: Annotated[
        bool, Meta(description="The one stage is a world championship: its winner gets the rainbow jersey.")
    ] = False
    real_dice: Annotated[
        bool, Meta(description="People throw their own dice and say what they show (C19.1).")
    ] = False
    weather: Annotated[bool, Meta(description="A weather card for each stage (C15.1).")] = False
    doping: Annotated[bool, Meta(description="Doping tests (C15.2).")] = False
    minimum_move: Annotated[
        Literal["every-throw", "as-printed"],
        Meta(description="A thrown move is at least one field always, or only where it is printed (C17.1)."),
    ] = "every-throw"
    start_bonus: Annotated[
        Literal["none", "yellow"],
        Meta(description="Whether the yellow jersey's field counts in the start round (C17.2)."),
    ] = "none"
    fifth_rider: Annotated[
        Literal["stops-short", "joins"],
        Meta(description="On a full field with a team-mate: stop before it, or join it (C17.3)."),
    ] = "stops-short"
    slow_to: Annotated[
        Literal["standstill", "one-field"],
        Meta(description="How far a Slow card can shorten a move (C17.4)."),
    ] = "standstill"
    recovering: Annotated[
        Literal["in-block", "last"],
        Meta(description="Back from a crash: with the player's block, or after everybody (C17.5)."),
    ] = "in-block"
    raises: Annotated[
        Literal["overtake", "any"],
        Meta(description="In a dice-off a raise must lead, or may be any card (C17.6)."),
    ] = "overtake"
    slipstream_border: Annotated[
        Literal["whole-move", "ends"],
        Meta(description="Where a border ends slipstream: anywhere, or between the ends (C17.7)."),
    ] = "whole-move"
    slipstream_bonus: Annotated[
        Literal["kept", "lost"],
        Meta(description="Whether a jersey's fields are added behind a leader (C17.8)."),
    ] = "kept"
    groups: Annotated[
        Literal["touching", "within-five"],
        Meta(description="Riders of a group leave no field empty, or fewer than five (C17.9)."),
    ] = "touching"
    finish_order: Annotated[
        Literal["crossing", "distance"],
        Meta(description="Finish in the order of crossing, or by distance past the line (C17.10)."),
    ] = "crossing"
    brought_down: Annotated[
        Literal["next-round", "one-round"],
        Meta(description="Who is brought down before his turn misses the next round too, or not (C17.11)."),
    ] = "next-round"
    feeding_order: Annotated[
        Literal["car-first", "rider-first"],
        Meta(description="While feeding, the car or the rider moves first (C17.12)."),
    ] = "car-first"
    crash_car: Annotated[
        Literal["allowed", "never"],
        Meta(description="Whether the car may come for a fallen rider (C17.12)."),
    ] = "allowed"
    cobbled_breakaway: Annotated[
        Literal["spent", "kept"],
        Meta(description="A breakaway token on cobbles (C17.13)."),
    ] = "spent"
    trial_gaps: Annotated[
        Literal["truncated", "rounded-up"],
        Meta(description="Tenths of a gap after a time trial (C17.14)."),
    ] = "truncated"
    change_card: Annotated[
        Literal["free", "counts"],
        Meta(description="Whether the card for a change of lead counts as the leader's (C17.17)."),
    ] = "free"
    reduced_trials: Annotated[
        Literal["six-cards", "fewer"],
        Meta(description="The cards of reduced teams in time trials (C17.19)."),
    ] = "six-cards"
    champion_draw: Annotated[
        Literal["four", "two"],
        Meta(description="The time-trial champion draws four and keeps three, or two and one (C17.20)."),
    ] = "four"
    loss: Annotated[
        Literal["own-field", "to-the-line"],
        Meta(description="On the last field a rider loses one second, or none (C17.22)."),
    ] = "own-field"
    mountain_seconds: Annotated[
        Literal["none", "as-sprints"],
        Meta(description="Bonus seconds at mountain primes (C17.23)."),
    ] = "none"
    start_order: Annotated[
        Literal["teams-in-turn", "numbers"],
        Meta(description="First start: 1, 4, 7 … or 1, 2, 3 … (C17.24)."),
    ] = "teams-in-turn"
    lying_riders: Annotated[
        Literal["block", "free"],
        Meta(description="Whether riders who lie or stand count for blocking (C17.25)."),
    ] = "block"
    champion_in_breakaway: Annotated[
        Literal["one-throw", "two-throws"],
        Meta(description="The world champion in the later rounds of a breakaway (C17.26)."),
    ] = "one-throw"
    climbing_breakaway: Annotated[
        Literal["both", "flat"],
        Meta(description="A breakaway uphill: flat and the climb's own value, or flat alone (C17.27)."),
    ] = "both"
    cobbled_slipstream: Annotated[
        Literal["whole-move", "own-field"],
        Meta(description="Where cobbles forbid slipstream: on the way, or under the follower (C17.28)."),
    ] = "whole-move"
    raised_crash: Annotated[
        Literal["rides-on", "looked-up"],
        Meta(description="A mass crash raised with a card: avoided, or looked up again (C17.29)."),
    ] = "rides-on"
    injury_and_crash: Annotated[
        Literal["injury", "both"],
        Meta(description="A 1 that injures is not checked for a crash, or is (C17.30)."),
    ] = "injury"
    credited_seconds: Annotated[
        Literal["none", "sprints"],
        Meta(description="Seconds for sprint primes nobody has reached (C17.31)."),
    ] = "none"
    nearest: Annotated[
        Literal["ahead", "behind"],
        Meta(description="In the last kilometre, of two equally near riders, this one (C17.32)."),
    ] = "ahead"
    white_late: Annotated[
        Literal["round-end", "lost"],
        Meta(description="The white jersey moved before the first crossing: second turn later, or never."),
    ] = "round-end"


class Etapa(Game):
    """Stage racing with dice and cards."""

    id = "etapa"
    name = "Etapa"
    rules_version = r.RULES_VERSION
    fewest_seats, most_seats = 2, r.SEATS
    teams = TEAMS
    record = r.RACE
    streams = r.STREAMS
    actions = r.ACTIONS
    observation = OBSERVATION
    options_type = Options
    position_type = Position
    rules = race
    always = ALWAYS
    report = ("rounds", "rider", "outside", "falls", "last_gap", "break")
    heuristic = staticmethod(tactics.domestique)
    candidates = staticmethod(candidates.worth_a_thought)
    horizon = horizon
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
        for index, (name, (_, other)) in enumerate(READINGS.items()):
            setup.reading[index] = getattr(options, name) == other
        for name in ("crashes", "injuries", "cars", "primes", "profiles", "specials"):
            setattr(setup, name, getattr(options, name))
        setup.real_dice, setup.weather, setup.doping = options.real_dice, options.weather, options.doping
        setup.championship = options.world_championship
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
        del seat
        return words.action(state[0], code)

    def events(self, rows: Sequence[tuple[int, ...]]) -> list[Message]:
        """The events of a trace, in words."""
        return [words.event(row) for row in rows]

    def view(self, state: Records, seat: int | None) -> Json:
        """The one projection of what a seat (or a spectator) may know (C19)."""
        return view(Sheet(state[0]), seat)

    def views(self, state: Records) -> Callable[[int | None], Json]:
        """The same for several viewers: the record is read, and what is public told, only once."""
        sheet = Sheet(state[0])
        public = view(sheet, None)
        return lambda seat: seen_by(sheet, public, seat)

    def result(self, state: Records) -> Json:
        """Riders and teams in the order of the race (C5)."""
        return classification(Sheet(state[0]))

    def position(self, state: Records) -> Json:
        """The whole position as a document."""
        return write_position(state[0])

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

    def catalogue(self) -> Json:
        """All stages, with what makes one choose them (C16.2)."""
        return {
            "stages": [
                {**card(known, known.name, known.time), "note": notes()[known.name]} for known in stages()
            ]
        }

    def ridden(self, options: Options) -> str:
        """The stages, by name or written out."""
        return ", ".join(options.stages)

    def scenery(self, stage_name: str) -> Json:
        """A stage field by field, with its primes and lines."""
        known = stage(stage_name)
        return card(known, known.name, known.time)

    def moment(self, view: Json) -> Json:
        """Where everybody is and how he is: the rest of a replay is told by its events."""
        kept = ("round", "phase", "stage", "stages", "kind", "peloton", "teams", "riders")
        return {**{key: view[key] for key in kept}, "letters": view["stage"]}

    def rider_names(self, seats: int) -> list[str]:
        """The start numbers of so many teams."""
        return [rider_id(rider) for rider in range(r.TEAM * seats)]

    def seats_of(self, state: Records) -> int:
        """How many seats the race in a record has."""
        return int(state[0].setup.seats)


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
