"""The stage of the day: one deal for everybody against the same bots, ridden once by each."""

import tomllib
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from gruppetto.errors import GruppettoError
from gruppetto.games import registry
from gruppetto.games.vocabulary import document_of
from gruppetto.match import commitment_of, seed_bytes
from gruppetto.server import opening
from gruppetto.server.days import day_before, is_sealed, midnight_after, opened_at, today
from gruppetto.server.desk import Desk
from gruppetto.server.identity import Who
from gruppetto.server.messages import NewRide, Refused
from gruppetto.server.ride_answers import DayLine, DayTold, MyRide
from gruppetto.server.store import DayRow, MatchRow, Placed, Store

ROTATION = files("gruppetto.server") / "daily.toml"
ME = 0  # the rider's seat
LOOKED_BACK = timedelta(days=7)  # for rides that have ended while nobody looked


class Combination(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A race that is good for a quarter of an hour: what is ridden, and against whom."""

    game: str
    level: str
    seats: int
    options: dict[str, Any]


@cache
def rotation() -> list[Combination]:
    """The stages of the days, in the order in which they come round."""
    return msgspec.convert(tomllib.loads(ROTATION.read_text("utf-8"))["stage"], list[Combination])


def combination_of(day: str) -> Combination:
    """What is ridden on a day."""
    known = rotation()
    return known[date.fromisoformat(day).toordinal() % len(known)]


async def dealt(desk: Desk, day: str) -> DayRow:
    """The stage of a day; that of today is dealt when somebody first asks for it."""
    if found := await desk.store.day(day):
        return found
    if day != today():
        raise Refused(404, "UnknownDay", "Nobody rode a stage on that day.")
    return await desk.store.dealt_day(_fresh(day))


def _fresh(day: str) -> DayRow:
    wanted, seed = combination_of(day), seed_bytes(None)
    game = registry.get(wanted.game)
    options = document_of(game.options(wanted.options))
    return DayRow(
        day, game.id, game.rules_version, wanted.seats, wanted.level, options, seed.hex(), commitment_of(seed)
    )


def _is_void(row: DayRow) -> bool:
    """Whether the rules of the day have been replaced: under others it would be another race."""
    game = registry.games().get(row.game)
    return game is None or game.rules_version != row.rules_version


# --- riding it --------------------------------------------------------------------------------------


async def begin(desk: Desk, day: str, asked: NewRide, who: Who) -> str:
    """The table of one's ride; begun at the first time of asking, if the day is not over."""
    if ride := await desk.store.ride_of(day, who.known):
        return ride.match
    if day != today():
        raise Refused(409, "DayOver", "This day is over; there is a new stage to ride.")
    row = await dealt(desk, day)
    if _is_void(row):
        raise Refused(409, "DayVoid", "The rules were changed today; the next stage comes at midnight.")
    await desk.readiness.ready(registry.get(row.game))
    return await opening.begin_ride(desk, row, asked, who)


async def list_ride(desk: Desk, day: str, who: Who, *, listed: bool) -> None:
    """Let others read that one rode, or not."""
    if await desk.store.ride_of(day, who.known) is None:
        raise Refused(404, "NoRide", "You have not ridden the stage of this day.")
    await desk.store.list_ride(day, who.known, listed=listed)


# --- telling it -------------------------------------------------------------------------------------


async def told(desk: Desk, day: str, who: Who) -> DayTold:
    """The stage of a day and who rode it how, as somebody may know it."""
    row, store = await dealt(desk, day), desk.store
    await _place_all(store)
    opened = not is_sealed(day)
    ridden = [_line(ride, who, opened=opened) for ride in await store.placed(day)]
    return DayTold(
        day=day, game=row.game, stage=_stage(row), seats=row.seats, level=row.level,
        commitment=row.commitment, seed=row.seed if opened else None, ends=midnight_after(day),
        opens=opened_at(day), void=_is_void(row), riders=await store.rode_on(day),
        ridden=ridden, mine=await _mine(store, day, who), streak=await _streak(store, day, who),
    )  # fmt: skip


def _stage(row: DayRow) -> str | None:
    """What is ridden, if the installed rules still know it."""
    try:
        game = registry.get(row.game)
        return game.ridden(game.options(row.options)) or None
    except GruppettoError:
        return None


async def _place_all(store: Store) -> None:
    """Place those who have come in since somebody looked, however often it is done."""
    since = (date.fromisoformat(today()) - LOOKED_BACK).isoformat()
    for row in await store.came_in(since):
        place, points = placed(row)
        await store.place_ride(row.id, place if _counts(row) else None, points)


def _counts(row: MatchRow) -> bool:
    """Whether a ride has ended in time, and under the rules of its day."""
    return row.day is not None and row.carried == 0 and row.touched <= opened_at(row.day)


def placed(row: MatchRow) -> tuple[int, int]:
    """The rider's place in their race, and the places of all their riders together."""
    result = row.result or {}
    names = registry.get(row.game).rider_names(row.seats)
    mine = names[: len(names) // row.seats]
    came = {rider["rider"]: rider["place"] for rider in result["riders"]}
    place = 1 if ME in result.get("shared", ()) else result["seats"].index(ME) + 1
    return place, sum(came.get(name, len(names)) for name in mine)


def _line(ride: Placed, who: Who, *, opened: bool) -> DayLine:
    table = ride.match if opened else None
    return DayLine(ride.rank, ride.name, ride.place, ride.points, table, ride.owner == who.key)


async def _mine(store: Store, day: str, who: Who) -> MyRide | None:
    ride = await store.ride_of(day, who.key) if who.key else None
    match = await store.match(ride.match) if ride else None
    if ride is None or match is None:
        return None
    rank = await store.rank_of(day, ride.owner)
    return MyRide(match.id, match.status == "over", ride.listed, ride.place, ride.points, rank)


async def _streak(store: Store, day: str, who: Who) -> int:
    """Days in a row up to this one; as long as it is not over, it need not be among them."""
    ridden = set(await store.days_of(who.key)) if who.key else set[str]()
    at = day if day in ridden or day != today() else day_before(day)
    length = 0
    while at in ridden:
        at, length = day_before(at), length + 1
    return length
