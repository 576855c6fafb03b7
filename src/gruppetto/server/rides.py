"""One's own races over HTTP: listed, summed up, and taken away."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby, takewhile
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from litestar import delete, get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, QueryParameter

from gruppetto.match import PRINTABLE
from gruppetto.server.asked import Asked, desk_of
from gruppetto.server.desk import Desk
from gruppetto.server.identity import who_asks
from gruppetto.server.limits import client_of
from gruppetto.server.messages import Refused
from gruppetto.server.ride_answers import (
    GameRecord,
    Left,
    LevelRecord,
    Opponent,
    Record,
    Rides,
    RideTold,
    StageRecord,
)
from gruppetto.server.store import Ride, SeatRow
from gruppetto.server.store import rides as kept
from gruppetto.server.strength import POINTS

AT_ONCE = 30  # rides on a page
MARK = re.compile(r"(\d{1,12}\.\d{1,9})~([A-Za-z0-9_-]{1,16})~(\d)")  # where a page ends
Word = Annotated[str | None, QueryParameter(max_length=2000, pattern=PRINTABLE)]
Year = Annotated[int | None, QueryParameter(ge=1970, le=9000)]


@get("/api/me/races")
async def list_races(
    request: Asked,
    state: State,
    game: Word = None,
    stage: Word = None,
    opponents: FromQuery[Literal["people", "bots"] | None] = None,
    year: Year = None,
    after: Word = None,
) -> Rides:
    """One's races, the latest first; only some of them, if one likes."""
    desk, key = desk_of(state), who_asks(request).known
    wanted = list(_wanted(game, stage, opponents, year))
    found = await desk.store.rides(key, AT_ONCE + 1, _after(after), *wanted)
    page = found[:AT_ONCE]
    sitting = await desk.store.seats_of([ride.match for ride in page])
    told = [_told(ride, sitting[ride.match]) for ride in page]
    return Rides(told, _mark(page[-1]) if len(found) > AT_ONCE else None)


def _wanted(
    game: str | None, stage: str | None, opponents: str | None, year: int | None
) -> Iterator[sa.ColumnElement[bool]]:
    if game is not None:
        yield kept.c.game == game
    if stage is not None:
        yield kept.c.stage == stage
    if opponents is not None:
        yield (kept.c.people > 0) == (opponents == "people")
    if year is not None:
        first, last = (datetime(number, 1, 1, tzinfo=UTC).timestamp() for number in (year, year + 1))
        yield sa.and_(kept.c.at >= first, kept.c.at < last)


def _after(mark: str | None) -> tuple[float, str, int] | None:
    if mark is None:
        return None
    found = MARK.fullmatch(mark)
    if found is None:
        raise Refused(400, "BadRequest", "after: what the page before has given as `next`.")
    at, match, seat = found.groups()
    return float(at), match, int(seat)


def _mark(ride: Ride) -> str:
    at, match, seat = ride.mark
    return f"{at!r}~{match}~{seat}"


def _told(ride: Ride, sitting: Sequence[SeatRow]) -> RideTold:
    others = [place for place in sitting if place.seat != ride.seat]
    return RideTold(
        table=ride.match,
        seat=ride.seat,
        name=sitting[ride.seat].name,
        title=ride.title,
        game=ride.game,
        stage=ride.stage,
        at=ride.at,
        place=ride.place,
        seats=ride.seats,
        others=[_opponent(place) for place in others],
        verdict=ride.verdict,
        gained=None if ride.gained is None else round(ride.gained * POINTS),
    )


def _opponent(place: SeatRow) -> Opponent:
    return Opponent(place.name, place.level if place.kind == "bot" else None)


# --- what they come to --------------------------------------------------------------------------------


@get("/api/me/record")
async def record(request: Asked, state: State) -> Record:
    """What one's races come to: wins, bests and streaks."""
    found = await desk_of(state).store.remembered(who_asks(request).known)
    years = sorted({datetime.fromtimestamp(ride.at, UTC).year for ride in found}, reverse=True)
    alone = [rides[0] for rides in _by(found, "match").values() if len(rides) == 1]
    against = [ride for ride in alone if ride.level and not ride.people]
    return Record(
        [_of_game(game, rides) for (game,), rides in _by(alone, "game").items()],
        [
            _of_stage(game, stage, rides)
            for (game, stage), rides in _by(alone, "game", "stage").items()
            if stage
        ],
        [
            LevelRecord(game, level, len(rides), _wins(rides))
            for (game, level), rides in _by(against, "game", "level").items()
        ],
        years,
    )


def _by(rides: Sequence[Ride], *names: str) -> Mapping[tuple[Any, ...], list[Ride]]:
    """Rides that have these in common, in their order."""
    found: dict[tuple[Any, ...], list[Ride]] = {}
    for ride in rides:
        found.setdefault(tuple(getattr(ride, name) for name in names), []).append(ride)
    return found


def _wins(rides: Sequence[Ride]) -> int:
    return sum(ride.place == 1 for ride in rides)


def _of_game(game: str, rides: Sequence[Ride]) -> GameRecord:
    won = [ride.place == 1 for ride in rides]
    runs = [sum(run) for _, run in groupby(won)]
    return GameRecord(game, len(rides), sum(won), len(list(takewhile(bool, won))), max(runs))


def _of_stage(game: str, stage: str, rides: Sequence[Ride]) -> StageRecord:
    """The best of it is the best place, and of several the one among the most."""
    best = min(rides, key=lambda ride: (ride.place, -ride.seats))
    return StageRecord(game, stage, len(rides), _wins(rides), best.place, best.seats, best.match)


# --- taken away -----------------------------------------------------------------------------------------


@delete("/api/me/races/{table:str}", status_code=200)
async def leave_race(table: FromPath[str], request: Asked, state: State) -> Left:
    """Take one's name and key off a race that is over; it is there for the others."""
    state.gate.check("handovers", client_of(request))
    desk, who = desk_of(state), who_asks(request)
    async with desk.at(table) as live:
        await desk.reread(live)
        if live.row.status != "over":
            raise Refused(403, "NotOver", "One can leave a race when it is over.")
        if not await desk.store.leave_race(who.known, table):
            raise Refused(403, "NotYours", "That is not your race.")
        await desk.changed(live)
    return Left(1)


@delete("/api/me/races", status_code=200)
async def leave_races(request: Asked, state: State) -> Left:
    """Take one's name and key off all races that are over, and one's ratings away."""
    state.gate.check("handovers", client_of(request))
    desk, key = desk_of(state), who_asks(request).known
    await check_unrated(desk, key)
    left = await desk.store.leave_races(key)
    for table in left:
        await _tell(desk, table)
    return Left(len(left))


async def check_unrated(desk: Desk, key: str) -> None:
    """Refuse whoever would change their mind about ratings in mid-race."""
    if await desk.store.rides_for_rating(key):
        raise Refused(409, "RatedRaceRuns", "You ride a rated race; you can change this when it is over.")


async def _tell(desk: Desk, table: str) -> None:
    """Whoever has a table in mind looks at it again."""
    if not desk.knows(table):
        desk.publish({"table": table, "what": "table"})
        return
    async with desk.at(table) as live:
        await desk.changed(live)


RIDES: list[Any] = [list_races, record, leave_race, leave_races]
