"""Position documents: a whole race as JSON, what FEN is to chess."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from gruppetto.games.etapa.data.road import unpacked
from gruppetto.games.etapa.faces.names import ASKS, JERSEYS, STATUSES, STEPS, rider_id
from gruppetto.games.etapa.faces.view import cards_in, riders_of
from gruppetto.games.etapa.rules import record as r
from gruppetto.games.etapa.rules.options import MOST_STAGES, Options
from gruppetto.games.game import Json
from gruppetto.games.vocabulary import read_numbers, unusual
from gruppetto.kernel.chance import SCRIPT_LENGTH, STREAM_SHIFT

SCRIPTS = ("dice", "cards", "weather")

# The numbers of the turn in progress, and between what they lie.
MASK, RIDER, FACE = (0, (1 << r.RIDERS) - 1), (-1, r.RIDERS - 1), (0, 6)
MOMENT: dict[str, tuple[int, int]] = {
    "ridden": (0, 100_000), "sky": (0, 5), "slow_supply": (0, 60), "crossed": (0, r.RIDERS),
    "ordered": (0, r.RIDERS), "turn": (-1, r.RIDERS), "peloton_front": (0, r.LONGEST_STAGE),
    "peloton_rear": (0, r.LONGEST_STAGE), "doubled": (0, 1), "contest": (0, 31), "contest_for": (-1, 4096),
    "thrown": (0, 31), "declined": (0, 31), "bidder": (0, r.SEATS - 1), "bid": (0, 300), "settling": (0, 1),
    "class_now": (0, r.NO_CLASS), "owing": (0, 31), "rider": RIDER, "die": FACE, "other_die": FACE,
    "second_turn": (0, 1), "following": RIDER, "card": (-1, r.KINDS - 1), "breaking": (0, 1), "risk": (0, 3),
    "bonus": (0, 2), "reach": (0, r.LONGEST_MOVE - 2), "going": (0, r.LONGEST_MOVE - 2), "held": (0, 31),
    "answer": (-1, r.KINDS - 1), "checking": FACE, "crash_field": (0, r.LONGEST_STAGE),
    "crash_next": (0, r.RIDERS), "crash_by": RIDER, "new_falls": MASK, "starters": (0, r.RIDERS),
    "started": (0, r.RIDERS), "changing": (0, 1), "draws": (0, 4), "falls": (0, 100_000), "missed": (0, 400),
}  # fmt: skip
RIDER_NUMBERS = (
    "tokens", "back", "shaken", "injured", "refreshed", "used", "passed", "seconds", "grief", "tenths",
    "start", "rode", "moved", "unaided", "carded", "followers", "time", "placings", "last_place", "wins",
    "points", "mountains", "summits", "gone",
)  # fmt: skip
PLACES = ("order", "finish", "start_order")
LONGEST_WORD = 40  # of steps and questions
LONGEST_RIDE = 28  # fields: a sprint downhill behind which yellow adds one more
HIGHEST_TOTAL = 400  # in a dice-off: all cards there are, and throws

Count = Annotated[int, Meta(ge=0, le=60)]
Flag = Annotated[int, Meta(ge=0, le=1)]
Round = Annotated[int, Meta(ge=0, le=10_000)]
Field = Annotated[int, Meta(ge=1 - r.TEAM, lt=r.FIELDS - 1)]
Distance = Annotated[int, Meta(ge=0, le=LONGEST_RIDE)]
Number = Annotated[int, Meta(ge=0, le=r.RIDERS)]
Total = Annotated[int, Meta(ge=-10_000_000, le=100_000_000)]
Places = Annotated[list[Number], Meta(max_length=r.RIDERS)]
Pile = dict[Literal["2", "2B", "4", "4B", "6", "6B"], Annotated[int, Meta(ge=0, le=36)]]


class Rider(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One rider: where and how he is, what he has won so far, and what he did in this round."""

    field: Field = 0
    status: Literal["riding", "fallen", "punctured", "feeding", "withdrawn", "out"] = "riding"
    jersey: Literal["none", "yellow", "polka-dot", "green", "white", "rainbow"] = "none"
    tokens: Annotated[int, Meta(ge=0, le=3, description="Rounds of breakaway to come (C2.5).")] = 0
    back: Annotated[int, Meta(ge=0, le=10_002, description="The round in which he rides again.")] = 0
    shaken: Annotated[int, Meta(ge=0, le=1, description="He fell and has not thrown since (C7.1).")] = 0
    injured: Flag = 0
    refreshed: Annotated[int, Meta(ge=0, le=1, description="He has stopped in the feed zone (C8.3).")] = 0
    used: Round = 0
    passed: Annotated[int, Meta(ge=0, le=1023, description="Primes passed, as bits.")] = 0
    seconds: Round = 0
    grief: Round = 0
    tenths: Total = 0
    start: Field = 0
    rode: Flag = 0
    moved: Distance = 0
    unaided: Distance = 0
    carded: Flag = 0
    followers: Count = 0
    time: Total = 0
    placings: Round = 0
    last_place: Number = 0
    wins: Count = 0
    points: Round = 0
    mountains: Round = 0
    summits: Round = 0
    gone: Annotated[int, Meta(ge=-1, le=MOST_STAGES, description="The stage in which he dropped out.")] = 0


class Team(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One team: its cards, its car, and where it stands."""

    hand: Annotated[Pile | None, Meta(description="Left out: what a team of its riders is dealt.")] = None
    shown: Annotated[Pile | None, Meta(description="What all can work out; left out: all of it.")] = None
    doubt: Pile = {}
    slow: Annotated[int, Meta(ge=0, le=60)] | None = None
    served: Annotated[int, Meta(ge=0, le=r.RIDERS, description="Whom the car has come for, or 0.")] = 0
    car: Annotated[int, Meta(ge=-10, lt=r.FIELDS)] = 0
    total: Annotated[int, Meta(ge=0, le=HIGHEST_TOTAL, description="In a dice-off (C3.2).")] = 0
    spent: Flag = 0
    young: Annotated[int, Meta(ge=0, le=r.RIDERS, description="The rider under 25, or 0 (C1.1).")] = 0
    time: Total = 0
    line: Annotated[list[Number], Meta(max_length=r.TEAM)] = []


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position of Etapa. Without `step`, the round of that number is about to begin."""

    riders: Annotated[
        dict[Annotated[str, Meta(pattern="^([1-9]|1[0-5])$")], Rider],
        Meta(description="By start number; riders left out do not take part.", min_length=1),
    ]
    game: Literal["etapa"] = "etapa"
    options: dict[str, Any] = {}
    teams: Annotated[list[Team], Meta(max_length=r.SEATS)] = []
    stage: Annotated[int, Meta(ge=1, le=MOST_STAGES)] = 1
    round: Annotated[int, Meta(ge=0, le=10_000)] = 2
    step: Annotated[str, Meta(max_length=LONGEST_WORD)] | None = None
    ask: Annotated[str, Meta(max_length=LONGEST_WORD)] = "nothing"
    pile: Pile | None = None
    drawn: Pile = {}
    order: Places = []
    finish: Places = []
    start_order: Places = []
    primes: Annotated[
        list[Number], Meta(description="Places given at each prime.", max_length=r.MOST_PRIMES)
    ] = []
    moment: Annotated[
        dict[Annotated[str, Meta(max_length=LONGEST_WORD)], int],
        Meta(description="Numbers of the turn in progress.", max_length=len(MOMENT)),
    ] = {}
    script: Annotated[
        dict[
            Literal["dice", "cards", "weather"],
            Annotated[list[int | str], Meta(max_length=SCRIPT_LENGTH)],
        ],
        Meta(description="Throws, cards and weather to come, in order."),
    ] = {}


def write_position(race: Any) -> Json:
    """A race as a document; only the chance to come is left out."""
    seats = int(race.setup.seats)
    document: Json = {
        "game": "etapa",
        "options": write_options(race),
        "stage": int(race.at_stage) + 1,
        "round": int(race.rounds),
        "step": STEPS[race.step],
        "ask": ASKS[race.ask],
        "riders": {rider_id(rider): _write_rider(race, rider) for rider in riders_of(race)},
        "teams": [_write_team(race, seat) for seat in range(seats)],
        "pile": cards_in(int(race.pile[0])),
        "drawn": cards_in(int(race.drawn_hand[0])),
        "primes": [int(places) for places in race.taken_places],
        "moment": {name: int(race[name]) for name in MOMENT},
    }
    document |= {name: [int(number) + 1 for number in race[name]] for name in PLACES}
    if script := _write_script(race):
        document["script"] = script
    return document


def _write_rider(race: Any, rider: int) -> Json:
    document: Json = {"field": int(race.field[rider])}
    if race.status[rider]:
        document["status"] = STATUSES[race.status[rider]]
    if race.jersey[rider]:
        document["jersey"] = JERSEYS[race.jersey[rider]]
    return document | {name: int(race[name][rider]) for name in RIDER_NUMBERS if race[name][rider]}


def _write_team(race: Any, seat: int) -> Json:
    return {
        "hand": cards_in(int(race.hand[seat])), "shown": cards_in(int(race.shown[seat])),
        "doubt": cards_in(int(race.doubt[seat])), "slow": int(race.slow[seat]),
        "served": int(race.served[seat]) + 1, "car": int(race.car[seat]), "total": int(race.total[seat]),
        "spent": int(race.spent[seat]), "young": int(race.young[seat]) + 1,
        "time": int(race.team_time[seat]), "line": [int(rider) + 1 for rider in race.line[seat]],
    }  # fmt: skip


def write_options(race: Any) -> Json:
    """The options a race was set up with, as far as they are not the usual ones."""
    setup = race.setup
    options = Options(
        road_champion=_champion(setup.road_champion),
        time_trial_champion=_champion(setup.trial_champion),
        **read_numbers(Options, setup.options),
    )
    return {
        "stages": [unpacked(setup.stage[number]).name for number in range(setup.stages)],
        **unusual(options),
    }


def _champion(rider: int) -> str | None:
    return None if rider == r.NOBODY else rider_id(int(rider))


def _write_script(race: Any) -> Json:
    script: Json = {}
    for entry in race.script[: race.scripted]:
        stream, outcome = divmod(int(entry), 1 << STREAM_SHIFT)
        script.setdefault(SCRIPTS[stream], []).append(outcome)
    return script
