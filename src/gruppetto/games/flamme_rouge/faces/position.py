"""Position documents: a whole race as JSON, what FEN is to chess."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from gruppetto.games.flamme_rouge.data.road import LONGEST_NAME
from gruppetto.games.flamme_rouge.faces.view import PILE, on_road, riders_of, road_of
from gruppetto.games.flamme_rouge.faces.words import CARD, LANE, Card, card_of, rider_id
from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.flamme_rouge.rules.options import SEATS, Options, Team
from gruppetto.games.flamme_rouge.rules.record import Race
from gruppetto.games.game import Json, bits
from gruppetto.games.vocabulary import Kept, kept_in, read_numbers, unless, unusual
from gruppetto.kernel.chance import SCRIPT_LENGTH, STREAM_SHIFT

MOST_ROUNDS = 1000
MOST_OPTIONS = 20
Pile = dict[Literal["X", "A", "2", "3", "4", "5", "6", "7", "9"], Annotated[int, Meta(ge=0, le=46)]]
Number = Annotated[int, Meta(ge=0, le=46), Kept()]
RiderId = Annotated[str, Meta(pattern="^[0-3][SR]$", max_length=2)]
CardName = Annotated[int, Meta(ge=2, le=9)] | Annotated[str, Meta(max_length=1)]
ALWAYS_TOLD = ("square", "lane", "deck", "recycled")  # of a rider, even if it is nothing
StageName = Annotated[str, Meta(max_length=LONGEST_NAME, description="A stage's name, or its tile letters.")]


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What everybody knows of how a rider's exhaustion lies since his deck was shuffled."""

    fresh: Number = 0
    early: Number = 0
    buried: Number = 0
    most_exhausted: Number = 0


class Rider(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One rider: his lane on the road (none before he is placed) and his cards by kind."""

    square: Annotated[
        Annotated[int, Meta(ge=0, lt=r.SQUARES)] | None,
        Meta(description="0 is the first square of the start tile."),
        Kept(unless(r.NOWHERE)),
    ] = None
    lane: Annotated[Literal["right", "left"] | None, Kept(LANE)] = None
    deck: Annotated[
        Pile | None, Meta(description="Face-down cards; with recycled left out: all."), Kept(PILE)
    ] = None
    recycled: Annotated[Pile | None, Kept(PILE)] = None
    hand: Annotated[Pile, Kept(PILE)] = {}
    played: Annotated[CardName | None, Kept(unless(r.NO_CARD, CARD))] = None
    revealed: Annotated[CardName | None, Kept(unless(r.NO_CARD, CARD))] = None
    known: Known = Known()


class Supply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Exhaustion cards left for sprinteurs and for rouleurs."""

    S: Annotated[int, Meta(ge=0, le=30)]
    R: Annotated[int, Meta(ge=0, le=30)]


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position of Flamme Rouge."""

    stage: StageName
    riders: Annotated[
        dict[RiderId, Rider],
        Meta(
            description="By seat and S or R; riders left out are not in the race.",
            min_length=1,
            max_length=r.RIDERS,
        ),
    ]
    game: Literal["flamme-rouge"] = "flamme-rouge"
    round: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] | None,
        Meta(description="Left out: 1, or 0 while riders are being placed."),
    ] = None
    placing: Annotated[int, Meta(ge=0, lt=SEATS)] | None = None
    supply: Supply | None = None
    options: Annotated[dict[str, Any], Meta(max_length=MOST_OPTIONS)] = {}
    script: Annotated[
        dict[RiderId, Annotated[list[CardName], Meta(max_length=SCRIPT_LENGTH)]],
        Meta(description="The next cards each rider will draw, in order.", max_length=r.RIDERS),
    ] = {}


def write_position(race: Race) -> Json:
    """A race as a document; only the chance to come is left out."""
    document: Json = {
        "game": "flamme-rouge",
        "stage": road_of(race).name,
        "round": int(race.rounds),
        "riders": {
            rider_id(rider): write_rider(race, rider) for rider in riders_of(race) if _rides(race, rider)
        },
        "supply": {"S": int(race.supply[0]), "R": int(race.supply[1])},
    }
    if race.phase == r.Phase.PLACEMENT:
        document["placing"] = bits(int(race.owing))[0]
    if options := unusual(options_of(race)):
        document["options"] = options
    if script := _write_script(race):
        document["script"] = script
    return document


def _rides(race: Race, rider: int) -> bool:
    return on_road(race, rider) or race.phase == r.Phase.PLACEMENT


def write_rider(race: Race, rider: int) -> Json:
    """One rider of a document."""
    told = kept_in(race, Rider, rider)
    if not on_road(race, rider):
        told["lane"] = None
    told["known"] = {name: number for name, number in kept_in(race, Known, rider).items() if number}
    return {name: value for name, value in told.items() if name in ALWAYS_TOLD or value not in (None, {})}


def options_of(race: Race) -> Options:
    """The options a race was set up with, but for its stage, which a document names itself."""
    setup, seats = race.setup, int(race.setup.seats)
    return Options(
        teams=tuple(map(Team, setup.team[:seats])) if setup.team.any() else (),
        handicap=tuple(map(int, setup.handicap[:seats])) if setup.handicap.any() else (),
        first="random" if setup.first == r.RANDOM_SEAT else int(setup.first),
        **read_numbers(Options, setup.options),
    )


def _write_script(race: Race) -> dict[str, list[Card]]:
    script: dict[str, list[Card]] = {}
    for entry in race.script[: race.scripted]:
        stream, kind = divmod(int(entry), 1 << STREAM_SHIFT)
        script.setdefault(rider_id(stream), []).append(card_of(kind))
    return script
