"""The stage of the day over HTTP: looked at, ridden, and read about afterwards."""

from datetime import date
from typing import Any

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from gruppetto.server import riding
from gruppetto.server.asked import Asked, desk_of
from gruppetto.server.days import today
from gruppetto.server.identity import who_asks
from gruppetto.server.limits import client_of
from gruppetto.server.messages import ListRide, NewRide, Refused
from gruppetto.server.ride_answers import DayTold, RideBegun

TODAY = "today"


@get("/api/days/{day:str}")
async def one_day(day: FromPath[str], request: Asked, state: State) -> DayTold:
    """The stage of a day, by its date or as `today`: what is ridden, and who rode it how."""
    return await riding.told(desk_of(state), _day(day), who_asks(request))


@post("/api/days/{day:str}/ride")
async def ride(day: FromPath[str], data: JSONBody[NewRide], request: Asked, state: State) -> RideBegun:
    """Ride the stage of the day; whoever does already goes on."""
    client = client_of(request)
    state.bots.check(client)
    table = await riding.begin(desk_of(state), _day(day), data, who_asks(request))
    state.bots.adopt(table, client)
    return RideBegun(table)


@post("/api/days/{day:str}/listed", status_code=200)
async def list_ride(day: FromPath[str], data: JSONBody[ListRide], request: Asked, state: State) -> DayTold:
    """Let others read that one rode, or not."""
    desk, who, day = desk_of(state), who_asks(request), _day(day)
    await riding.list_ride(desk, day, who, listed=data.listed)
    return await riding.told(desk, day, who)


def _day(written: str) -> str:
    """A day as the database writes it."""
    if written == TODAY:
        return today()
    try:
        return date.fromisoformat(written).isoformat()
    except ValueError:
        raise Refused(404, "UnknownDay", "Nobody rode a stage on that day.") from None


DAYS: list[Any] = [one_day, ride, list_ride]
