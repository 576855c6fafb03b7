"""Position documents: a whole race as JSON, what FEN is to chess."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from gruppetto.games.documents import script_in
from gruppetto.games.etapa.data.road import CARD_NAMES, unpacked
from gruppetto.games.etapa.faces.names import ASKS, RIDER, STEPS, CardName, JerseyWord, rider_id
from gruppetto.games.etapa.rules import record as r
from gruppetto.games.etapa.rules.cards import DIGIT
from gruppetto.games.etapa.rules.codes import Jersey, Status
from gruppetto.games.etapa.rules.options import MOST_STAGES, Options
from gruppetto.games.etapa.rules.record import Race
from gruppetto.games.game import Json
from gruppetto.games.vocabulary import (
    NUMBER,
    Codec,
    Part,
    counted_from,
    kept,
    listed,
    named,
    piles,
    read_numbers,
    told,
    unless,
    unusual,
)
from gruppetto.kernel.chance import SCRIPT_LENGTH

SCRIPTS = ("dice", "cards", "weather")

# The numbers of the turn in progress, and between what they lie.
MASK, WHO, FACE = (0, (1 << r.RIDERS) - 1), (-1, r.RIDERS - 1), (0, 6)
MOMENT: dict[str, tuple[int, int]] = {
    "ridden": (0, 100_000), "sky": (0, 5), "slow_supply": (0, 60), "crossed": (0, r.RIDERS),
    "ordered": (0, r.RIDERS), "turn": (-1, r.RIDERS), "peloton_front": (0, r.LONGEST_STAGE),
    "peloton_rear": (0, r.LONGEST_STAGE), "doubled": (0, 1), "contest": (0, 31), "contest_for": (-1, 4096),
    "thrown": (0, 31), "declined": (0, 31), "bidder": (0, r.SEATS - 1), "bid": (0, 300), "settling": (0, 1),
    "class_now": (0, r.NO_CLASS), "owing": (0, 31), "rider": WHO, "die": FACE, "other_die": FACE,
    "second_turn": (0, 1), "following": WHO, "card": (-1, r.KINDS - 1), "breaking": (0, 1), "risk": (0, 3),
    "bonus": (0, 2), "reach": (0, r.LONGEST_MOVE - 2), "going": (0, r.LONGEST_MOVE - 2), "held": (0, 31),
    "answer": (-1, r.KINDS - 1), "checking": FACE, "crash_field": (0, r.LONGEST_STAGE),
    "crash_next": (0, r.RIDERS), "crash_by": WHO, "new_falls": MASK, "starters": (0, r.RIDERS),
    "started": (0, r.RIDERS), "changing": (0, 1), "draws": (0, 4), "falls": (0, 100_000), "missed": (0, 400),
}  # fmt: skip
LONGEST_WORD = 40  # of steps and questions
LONGEST_RIDE = 28  # fields: a sprint downhill behind which yellow adds one more
HIGHEST_TOTAL = 400  # in a dice-off: all cards there are, and throws


PILE = piles(CARD_NAMES, DIGIT)
COMMON_PILE = Codec(lambda pile: PILE.read(pile[0]), PILE.write)
RIDER_OR_NOBODY, CARD_OR_NONE = unless(r.NOBODY, RIDER), unless(r.NO_CARD, named(CARD_NAMES))
NUMBERS = listed(counted_from(1), r.RIDERS)

Count = Annotated[int, kept(ge=0, le=60)]
Flag = Annotated[int, kept(ge=0, le=1)]
Round = Annotated[int, kept(ge=0, le=10_000)]
Field = Annotated[int, kept(ge=1 - r.TEAM, lt=r.FIELDS - 1)]
Distance = Annotated[int, kept(ge=0, le=LONGEST_RIDE)]
Total = Annotated[int, Meta(ge=-10_000_000, le=100_000_000)]
Number = Annotated[int, Meta(ge=0, le=r.RIDERS)]
Places = Annotated[list[Number], kept(codec=NUMBERS, max_length=r.RIDERS)]
Pile = dict[CardName, Annotated[int, Meta(ge=0, le=36)]]


class Rider(Part, frozen=True):
    """One rider: where and how they are, what they have won so far, and what they did in this round."""

    field: Field = 0
    status: Annotated[
        Literal["riding", "fallen", "punctured", "feeding", "withdrawn", "out"], kept(codec=named(Status))
    ] = "riding"
    jersey: Annotated[JerseyWord, kept(codec=named(Jersey))] = "none"
    tokens: Annotated[int, kept("Rounds of breakaway to come (C2.5).", ge=0, le=3)] = 0
    back: Annotated[int, kept("The round in which they ride again.", ge=0, le=10_002)] = 0
    shaken: Annotated[Flag, Meta(description="They fell and have not thrown since (C7.1).")] = 0
    injured: Flag = 0
    refreshed: Annotated[Flag, Meta(description="They have stopped in the feed zone (C8.3).")] = 0
    used: Round = 0
    passed: Annotated[int, kept("Primes passed, as bits.", ge=0, le=1023)] = 0
    seconds: Round = 0
    grief: Round = 0
    tenths: Annotated[Total, kept()] = 0
    start: Field = 0
    rode: Flag = 0
    moved: Distance = 0
    unaided: Distance = 0
    carded: Flag = 0
    followers: Count = 0
    time: Annotated[Total, kept()] = 0
    placings: Round = 0
    last_place: Annotated[Number, kept()] = 0
    wins: Count = 0
    points: Round = 0
    mountains: Round = 0
    summits: Round = 0
    gone: Annotated[int, kept("The stage in which they dropped out.", ge=-1, le=MOST_STAGES)] = 0


USUAL = Rider()


class Team(Part, frozen=True):
    """One team: its cards, its car, and where it stands."""

    hand: Annotated[Pile | None, kept("Left out: what a team of its riders is dealt.", PILE)] = None
    shown: Annotated[Pile | None, kept("What all can work out; left out: all of it.", PILE)] = None
    doubt: Annotated[Pile, kept(codec=PILE)] = {}
    slow: Count | None = None
    served: Annotated[Number, kept("Whom the car has come for, or 0.", counted_from(1))] = 0
    car: Annotated[int, kept(ge=-10, lt=r.FIELDS)] = 0
    total: Annotated[int, kept("In a dice-off (C3.2).", ge=0, le=HIGHEST_TOTAL)] = 0
    spent: Flag = 0
    young: Annotated[Number, kept("The rider under 25, or 0 (C1.1).", counted_from(1))] = 0
    time: Annotated[Total, kept(field="team_time")] = 0
    line: Annotated[list[Number], kept(codec=listed(counted_from(1), r.TEAM), max_length=r.TEAM)] = []


class Position(Part, frozen=True):
    """A position of Etapa. Without `step`, the round of that number is about to begin."""

    riders: Annotated[
        dict[Annotated[str, Meta(pattern="^([1-9]|1[0-5])$")], Rider],
        Meta(description="By start number; riders left out do not take part.", min_length=1),
    ]
    game: Literal["etapa"] = "etapa"
    options: dict[str, Any] = {}
    teams: Annotated[list[Team], Meta(max_length=r.SEATS)] = []
    stage: Annotated[int, kept(codec=counted_from(1), field="at_stage", ge=1, le=MOST_STAGES)] = 1
    round: Annotated[Round, kept(field="rounds")] = 2
    step: Annotated[str, Meta(max_length=LONGEST_WORD)] | None = None
    ask: Annotated[str, Meta(max_length=LONGEST_WORD)] = "nothing"
    pile: Annotated[Pile | None, kept(codec=COMMON_PILE)] = None
    drawn: Annotated[Pile, kept(codec=COMMON_PILE, field="drawn_hand")] = {}
    order: Places = []
    finish: Places = []
    start_order: Places = []
    primes: Annotated[
        list[Number],
        kept(
            "Places given at each prime.",
            listed(NUMBER, r.MOST_PRIMES, nothing=0),
            "taken_places",
            max_length=r.MOST_PRIMES,
        ),
    ] = []
    moment: Annotated[
        dict[Annotated[str, Meta(max_length=LONGEST_WORD)], int],
        Meta(description="Numbers of the turn in progress.", max_length=len(MOMENT)),
    ] = {}
    script: Annotated[
        dict[Literal["dice", "cards", "weather"], Annotated[list[int | str], Meta(max_length=SCRIPT_LENGTH)]],
        Meta(description="Throws, cards and weather to come, in order."),
    ] = {}


def write_position(race: Race) -> Json:
    """A race as a document; only the chance to come is left out."""
    script = script_in(race, SCRIPTS.__getitem__)
    return {
        "game": "etapa",
        "options": write_options(race),
        **told(race, Position),
        "step": STEPS[race.step],
        "ask": ASKS[race.ask],
        "riders": {rider_id(rider): _write_rider(race, rider) for rider in riders_of(race)},
        "teams": [told(race, Team, seat) for seat in range(race.setup.seats)],
        "moment": {name: getattr(race, name) for name in MOMENT},
        **({"script": script} if script else {}),
    }


def _write_rider(race: Race, rider: int) -> Json:
    """A rider, less what is usual; a field is always told."""
    about = told(race, Rider, rider)
    return {name: value for name, value in about.items() if name == "field" or value != getattr(USUAL, name)}


def write_options(race: Race) -> Json:
    """The options a race was set up with, as far as they are not the usual ones."""
    setup = race.setup
    options = Options(
        road_champion=RIDER_OR_NOBODY.read(setup.road_champion),
        time_trial_champion=RIDER_OR_NOBODY.read(setup.trial_champion),
        **read_numbers(Options, setup.options),
    )
    return {"stages": stage_names(race), **unusual(options)}


def riders_of(race: Race) -> range:
    """All riders of the teams in the race."""
    return range(r.TEAM * race.setup.seats)


def own_riders(seat: int) -> range:
    """The riders of a team."""
    return range(seat * r.TEAM, seat * r.TEAM + r.TEAM)


def riding(race: Race, rider: int) -> bool:
    """Whether a rider is still on the road of this stage."""
    return bool(race.status[rider] <= Status.FEEDING)


def kind_of(race: Race) -> int:
    """Whether the present stage is ridden on the road, or which time trial it is."""
    return int(race.setup.stage[race.at_stage][r.KIND])


def stage_names(race: Race) -> list[str]:
    """The stages by name, or written out."""
    return [unpacked(stage).name for stage in race.setup.stage[: race.setup.stages]]
