"""Position documents: a whole race as JSON, and a record made from one."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from bordure.faces.words import TEAMS, WIND
from bordure.rules import record as r
from bordure.rules.options import SEATS, Options
from bordure.rules.race import line_up
from bordure.rules.record import Race, Setup
from gruppetto.games.documents import keep_script, parsed, refuse, script_in
from gruppetto.games.game import Json
from gruppetto.games.vocabulary import Part, keep, kept, read_numbers, told, unless, unusual
from gruppetto.kernel.chance import SCRIPT_LENGTH, plant
from gruppetto.kernel.record import Keys

Team = Literal["Blue", "Red", "Green", "Black"]
Wind = Literal["calm", "head", "cross"]


class Rider(Part, frozen=True):
    """One rider."""

    card: Annotated[int, kept("The legs drawn before the start.", ge=r.FEWEST_LEGS, le=r.MOST_LEGS)]
    square: Annotated[int, kept("0 is the start.", ge=0, le=r.FURTHEST)] = 0
    balance: Annotated[int, kept("Legs won back less legs spent.", ge=-r.MOST_LEGS, le=r.LONGEST_ROAD)] = 0
    least: Annotated[
        int, kept("The lowest card that could have ridden so.", ge=r.FEWEST_LEGS, le=r.MOST_LEGS)
    ] = r.FEWEST_LEGS
    effort: Annotated[
        Annotated[int, Meta(ge=0, le=r.MOST_EFFORT)] | None, kept("Chosen already.", unless(r.NOT_YET))
    ] = None


class Position(Part, frozen=True):
    """A position of Bordure."""

    riders: Annotated[
        dict[Team, Rider], Meta(description="By team, in the order of the seats.", min_length=2)
    ]
    game: Literal["bordure"] = "bordure"
    round: Annotated[int, kept(field="rounds", ge=1, le=r.LONGEST_ROAD)] = 1
    wind: Annotated[Wind, kept(codec=WIND)] = "calm"
    order: Annotated[
        list[Team], Meta(description="The classification of a race that is over.", max_length=SEATS)
    ] = []
    options: Annotated[dict[str, Any], Meta(max_length=20)] = {}
    script: Annotated[
        dict[Literal["wind"], Annotated[list[Wind], Meta(max_length=SCRIPT_LENGTH)]],
        Meta(description="The winds of the next rounds, in order."),
    ] = {}


def write_position(race: Race) -> Json:
    """A race as a document; only the chance to come is left out."""
    seats = range(race.setup.seats)
    maybe = {
        "order": [TEAMS[seat] for seat in race.order[: len(seats)]] if race.finished else [],
        "options": unusual(options_of(race)),
        "script": script_in(race, lambda _: "wind", WIND.read),
    }
    return {
        "game": "bordure",
        **told(race, Position),
        "riders": {TEAMS[seat]: _rider(race, seat) for seat in seats},
        **{name: value for name, value in maybe.items() if value},
    }


def _rider(race: Race, seat: int) -> Json:
    return {name: value for name, value in told(race, Rider, seat).items() if value is not None}


def options_of(race: Race) -> Options:
    """The options a race was set up with."""
    return Options(**read_numbers(Options, race.setup.options))


def parse(document: Any) -> Position:
    """A document as the typed position it must be, with the first seats taken."""
    position = parsed(document, Position, Rider, TEAMS, ", ".join(TEAMS))
    if set(position.riders) != set(TEAMS[: len(position.riders)]):
        refuse("riders", f"{len(position.riders)} riders are {', '.join(TEAMS[: len(position.riders)])}")
    return position


def revive(race: Race, position: Position, setup: Setup, keys: Keys) -> None:
    """Write a position into a record, with fresh chance."""
    plant(race, keys)
    line_up(race, setup)
    keep(position, race)
    for team, rider in position.riders.items():
        keep(rider, race, TEAMS.index(team))
    race.finished = int(bool(position.order))
    for place, team in enumerate(position.order):
        race.order[place] = TEAMS.index(team)
    keep_script(race, r.WIND_STREAM, map(WIND.write, position.script.get("wind", ())))
