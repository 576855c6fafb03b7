"""Position documents: a whole race as JSON, what FEN is to chess."""

import functools
from typing import Annotated, Any, Literal

from msgspec import Meta

from gruppetto.games.documents import script_in
from gruppetto.games.flamme_rouge.data.road import LONGEST_NAME, Road, stage
from gruppetto.games.flamme_rouge.faces.words import CARD, CARD_NAMES, LANE, LANE_NAMES, card_of, rider_id
from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.flamme_rouge.rules.cards import DIGIT
from gruppetto.games.flamme_rouge.rules.options import SEATS, Options, Team
from gruppetto.games.flamme_rouge.rules.record import Race
from gruppetto.games.game import Json, bits
from gruppetto.games.vocabulary import Part, kept, piles, read_numbers, told, unless, unusual
from gruppetto.kernel.chance import SCRIPT_LENGTH

MOST_ROUNDS = 1000
MOST_OPTIONS = 20
Pile = dict[Literal["X", "A", "2", "3", "4", "5", "6", "7", "9"], Annotated[int, Meta(ge=0, le=46)]]
PILE = piles(CARD_NAMES, DIGIT)
Number = Annotated[int, kept(ge=0, le=46)]
RiderId = Annotated[str, Meta(pattern="^[0-3][SR]$", max_length=2)]
CardName = Annotated[int, Meta(ge=2, le=9)] | Annotated[str, Meta(max_length=1)]
CARD_OR_NONE = unless(r.NO_CARD, CARD)
CardOrNone = Annotated[CardName | None, kept(codec=CARD_OR_NONE)]
ALWAYS_TOLD = ("square", "lane", "deck", "recycled")  # of a rider, even if it is nothing
StageName = Annotated[str, Meta(max_length=LONGEST_NAME, description="A stage's name, or its tile letters.")]


class Known(Part, frozen=True):
    """What everybody knows of how a rider's exhaustion lies since their deck was shuffled."""

    fresh: Number = 0
    early: Number = 0
    buried: Number = 0
    most_exhausted: Number = 0


class Rider(Part, frozen=True):
    """One rider: their lane on the road (none before they are placed) and their cards by kind."""

    square: Annotated[
        Annotated[int, Meta(ge=0, lt=r.SQUARES)] | None,
        kept("0 is the first square of the start tile.", unless(r.NOWHERE)),
    ] = None
    lane: Annotated[Literal["right", "left"] | None, kept(codec=LANE)] = None
    deck: Annotated[Pile | None, kept("Face-down cards; with recycled left out: all.", PILE)] = None
    recycled: Annotated[Pile | None, kept(codec=PILE)] = None
    hand: Annotated[Pile, kept(codec=PILE)] = {}
    played: CardOrNone = None
    revealed: CardOrNone = None
    known: Known = Known()


class Supply(Part, frozen=True):
    """Exhaustion cards left for sprinteurs and for rouleurs."""

    S: Annotated[int, Meta(ge=0, le=30)]
    R: Annotated[int, Meta(ge=0, le=30)]


class Position(Part, frozen=True):
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


# --- a race as a document ---------------------------------------------------------------------------


def write_position(race: Race) -> Json:
    """A race as a document; only the chance to come is left out."""
    placing = race.phase == r.Phase.PLACEMENT
    riders = [rider for rider in riders_of(race) if placing or on_road(race, rider)]
    maybe = {"options": unusual(options_of(race)), "script": script_in(race, rider_id, card_of)}
    return {
        "game": "flamme-rouge",
        "stage": road_of(race).name,
        "round": race.rounds,
        "riders": {rider_id(rider): write_rider(race, rider) for rider in riders},
        "supply": supply_of(race),
        **({"placing": bits(race.owing)[0]} if placing else {}),
        **{name: value for name, value in maybe.items() if value},
    }


def write_rider(race: Race, rider: int) -> Json:
    """One rider of a document."""
    known = {name: number for name, number in told(race, Known, rider).items() if number}
    about = {**told(race, Rider, rider), **where(race, rider), "known": known}
    return {name: value for name, value in about.items() if name in ALWAYS_TOLD or value not in (None, {})}


def where(race: Race, rider: int) -> Json:
    """The square and the lane of a rider, if they stand on the road."""
    if race.square[rider] == r.NOWHERE:
        return {"square": None, "lane": None}
    return {"square": race.square[rider], "lane": LANE_NAMES[race.lane[rider]]}


def riders_of(race: Race) -> range:
    """All riders of the teams in the race."""
    return range(2 * race.setup.seats)


def on_road(race: Race, rider: int) -> bool:
    """Whether a rider stands on the road."""
    return bool(race.square[rider] != r.NOWHERE)


def supply_of(race: Race) -> Json:
    """Exhaustion cards left for sprinteurs and for rouleurs."""
    return dict(zip("SR", race.supply, strict=True))


def letters_of(tiles: Any) -> str:
    """The tile letters of a stage, as a record carries them."""
    return "".join(chr(tile) for tile in tiles if tile)


def road_of(race: Race) -> Road:
    """The road a record is raced on."""
    return road_by(letters_of(race.setup.tiles))


@functools.lru_cache(maxsize=512)
def road_by(letters: str) -> Road:
    """The road that these tile letters make, looked up once."""
    return stage(letters)


def options_of(race: Race) -> Options:
    """The options a race was set up with, but for its stage, which a document names itself."""
    setup = race.setup
    return Options(
        teams=tuple(map(Team, setup.team[: setup.seats])) if any(setup.team) else (),
        handicap=handicap_in(setup.handicap, setup.seats),
        first="random" if setup.first == r.RANDOM_SEAT else setup.first,
        **read_numbers(Options, setup.options),
    )


def handicap_in(cards: Any, seats: int) -> tuple[int, ...]:
    """The option `handicap`, which is nothing where nobody has any."""
    return tuple(cards[:seats]) if any(cards) else ()
