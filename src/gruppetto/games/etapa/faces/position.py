"""Position documents: a whole race as JSON, what FEN is to chess."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from gruppetto.games.etapa.data.road import CARD_NAMES, unpacked
from gruppetto.games.etapa.faces.names import ASKS, STEPS, rider_id
from gruppetto.games.etapa.faces.view import cards_in, riders_of
from gruppetto.games.etapa.rules import record as r
from gruppetto.games.etapa.rules.cards import DIGIT
from gruppetto.games.etapa.rules.codes import Jersey, Status
from gruppetto.games.etapa.rules.options import MOST_STAGES, Options
from gruppetto.games.etapa.rules.record import Race
from gruppetto.games.game import Json
from gruppetto.games.vocabulary import (
    NUMBER,
    Codec,
    Kept,
    counted_from,
    kept_in,
    listed,
    named,
    read_numbers,
    unusual,
)
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
LONGEST_WORD = 40  # of steps and questions
LONGEST_RIDE = 28  # fields: a sprint downhill behind which yellow adds one more
HIGHEST_TOTAL = 400  # in a dice-off: all cards there are, and throws


def cards_of(pile: int) -> dict[str, int]:
    """A pile as a document has it."""
    return cards_in(int(pile))


def pile_of(cards: dict[str, int]) -> int:
    """The pile a document describes."""
    return sum(copies << DIGIT * CARD_NAMES.index(card) for card, copies in cards.items())


PILE = Codec(cards_of, pile_of)
COMMON_PILE = Codec(lambda piles: cards_of(piles[0]), pile_of)
NUMBERS = listed(counted_from(1), r.RIDERS)

Count = Annotated[int, Meta(ge=0, le=60), Kept()]
Flag = Annotated[int, Meta(ge=0, le=1), Kept()]
Round = Annotated[int, Meta(ge=0, le=10_000), Kept()]
Field = Annotated[int, Meta(ge=1 - r.TEAM, lt=r.FIELDS - 1), Kept()]
Distance = Annotated[int, Meta(ge=0, le=LONGEST_RIDE), Kept()]
Total = Annotated[int, Meta(ge=-10_000_000, le=100_000_000)]
Number = Annotated[int, Meta(ge=0, le=r.RIDERS)]
Places = Annotated[list[Number], Meta(max_length=r.RIDERS), Kept(NUMBERS)]
Pile = dict[Literal["2", "2B", "4", "4B", "6", "6B"], Annotated[int, Meta(ge=0, le=36)]]


class Rider(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One rider: where and how he is, what he has won so far, and what he did in this round."""

    field: Field = 0
    status: Annotated[
        Literal["riding", "fallen", "punctured", "feeding", "withdrawn", "out"], Kept(named(Status))
    ] = "riding"
    jersey: Annotated[
        Literal["none", "yellow", "polka-dot", "green", "white", "rainbow"], Kept(named(Jersey))
    ] = "none"
    tokens: Annotated[int, Meta(ge=0, le=3, description="Rounds of breakaway to come (C2.5)."), Kept()] = 0
    back: Annotated[int, Meta(ge=0, le=10_002, description="The round in which he rides again."), Kept()] = 0
    shaken: Annotated[Flag, Meta(description="He fell and has not thrown since (C7.1).")] = 0
    injured: Flag = 0
    refreshed: Annotated[Flag, Meta(description="He has stopped in the feed zone (C8.3).")] = 0
    used: Round = 0
    passed: Annotated[int, Meta(ge=0, le=1023, description="Primes passed, as bits."), Kept()] = 0
    seconds: Round = 0
    grief: Round = 0
    tenths: Annotated[Total, Kept()] = 0
    start: Field = 0
    rode: Flag = 0
    moved: Distance = 0
    unaided: Distance = 0
    carded: Flag = 0
    followers: Count = 0
    time: Annotated[Total, Kept()] = 0
    placings: Round = 0
    last_place: Annotated[Number, Kept()] = 0
    wins: Count = 0
    points: Round = 0
    mountains: Round = 0
    summits: Round = 0
    gone: Annotated[
        int, Meta(ge=-1, le=MOST_STAGES, description="The stage in which he dropped out."), Kept()
    ] = 0


USUAL = Rider()


class Team(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One team: its cards, its car, and where it stands."""

    hand: Annotated[
        Pile | None, Meta(description="Left out: what a team of its riders is dealt."), Kept(PILE)
    ] = None
    shown: Annotated[
        Pile | None, Meta(description="What all can work out; left out: all of it."), Kept(PILE)
    ] = None
    doubt: Annotated[Pile, Kept(PILE)] = {}
    slow: Count | None = None
    served: Annotated[Number, Meta(description="Whom the car has come for, or 0."), Kept(counted_from(1))] = 0
    car: Annotated[int, Meta(ge=-10, lt=r.FIELDS), Kept()] = 0
    total: Annotated[int, Meta(ge=0, le=HIGHEST_TOTAL, description="In a dice-off (C3.2)."), Kept()] = 0
    spent: Flag = 0
    young: Annotated[Number, Meta(description="The rider under 25, or 0 (C1.1)."), Kept(counted_from(1))] = 0
    time: Annotated[Total, Kept(field="team_time")] = 0
    line: Annotated[list[Number], Meta(max_length=r.TEAM), Kept(listed(counted_from(1), r.TEAM))] = []


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position of Etapa. Without `step`, the round of that number is about to begin."""

    riders: Annotated[
        dict[Annotated[str, Meta(pattern="^([1-9]|1[0-5])$")], Rider],
        Meta(description="By start number; riders left out do not take part.", min_length=1),
    ]
    game: Literal["etapa"] = "etapa"
    options: dict[str, Any] = {}
    teams: Annotated[list[Team], Meta(max_length=r.SEATS)] = []
    stage: Annotated[int, Meta(ge=1, le=MOST_STAGES), Kept(counted_from(1), "at_stage")] = 1
    round: Annotated[Round, Kept(field="rounds")] = 2
    step: Annotated[str, Meta(max_length=LONGEST_WORD)] | None = None
    ask: Annotated[str, Meta(max_length=LONGEST_WORD)] = "nothing"
    pile: Annotated[Pile | None, Kept(COMMON_PILE)] = None
    drawn: Annotated[Pile, Kept(COMMON_PILE, "drawn_hand")] = {}
    order: Places = []
    finish: Places = []
    start_order: Places = []
    primes: Annotated[
        list[Number],
        Meta(description="Places given at each prime.", max_length=r.MOST_PRIMES),
        Kept(listed(NUMBER, r.MOST_PRIMES, nothing=0), "taken_places"),
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


def write_position(race: Race) -> Json:
    """A race as a document; only the chance to come is left out."""
    document: Json = {
        "game": "etapa",
        "options": write_options(race),
        **kept_in(race, Position),
        "step": STEPS[race.step],
        "ask": ASKS[race.ask],
        "riders": {rider_id(rider): _write_rider(race, rider) for rider in riders_of(race)},
        "teams": [kept_in(race, Team, seat) for seat in range(race.setup.seats)],
        "moment": {name: int(getattr(race, name)) for name in MOMENT},
    }
    if script := _write_script(race):
        document["script"] = script
    return document


def _write_rider(race: Race, rider: int) -> Json:
    """A rider, less what is usual; a field is always told."""
    told = kept_in(race, Rider, rider)
    return {name: value for name, value in told.items() if name == "field" or value != getattr(USUAL, name)}


def write_options(race: Race) -> Json:
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


def _write_script(race: Race) -> Json:
    script: Json = {}
    for entry in race.script[: race.scripted]:
        stream, outcome = divmod(int(entry), 1 << STREAM_SHIFT)
        script.setdefault(SCRIPTS[stream], []).append(outcome)
    return script
