"""Ladders over HTTP: who wishes to be rated, where they stand, and how they came there."""

import re
from typing import Any

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from gruppetto.games import registry
from gruppetto.games.game import Game
from gruppetto.server.asked import Asked, desk_of
from gruppetto.server.desk import Desk
from gruppetto.server.identity import who_asks
from gruppetto.server.limits import client_of
from gruppetto.server.messages import Refused, Wish
from gruppetto.server.ride_answers import Anchor, Climb, Ladder, OwnRating, OwnRatings, RatingStep, Rung
from gruppetto.server.rides import Word, check_unrated
from gruppetto.server.store import Rated, RatingRow
from gruppetto.server.strength import POINTS, SURE, Strength, anchored

AT_ONCE = 50  # people on a page
MARK = re.compile(r"(\d{1,9})~([0-9a-f]{16})")  # where a page ends: after which place, and after whom
RIDER = re.compile(r"[0-9a-f]{16}")


async def _own(desk: Desk, key: str) -> OwnRatings:
    known = await desk.store.find(key)
    return OwnRatings(bool(known and known.rated), [_mine(row) for row in await desk.store.ratings_of(key)])


@get("/api/me/ratings")
async def own_ratings(request: Asked, state: State) -> OwnRatings:
    """Whether one wishes to be rated, and the ratings there are."""
    return await _own(desk_of(state), who_asks(request).known)


@post("/api/me/ratings", status_code=200)
async def wish(data: JSONBody[Wish], request: Asked, state: State) -> OwnRatings:
    """Be rated from now on, and be on the ladders; or no longer."""
    state.gate.check("names", client_of(request))
    desk, key = desk_of(state), who_asks(request).known
    await check_unrated(desk, key)
    await desk.store.meet(key, "")
    await desk.store.wish_rating(key, wanted=data.wanted)
    return await _own(desk, key)


@get("/api/ladders/{game:str}")
async def ladder(game: FromPath[str], state: State, after: Word = None) -> Ladder:
    """Those who wish to be rated in a game, and the bots among them."""
    desk, known = desk_of(state), registry.get(game)
    above, last = await _after(desk, known, after)
    found = await desk.store.ladder(game, AT_ONCE + 1, last)
    page = [_rung(row, above + number) for number, row in enumerate(found[:AT_ONCE], start=1)]
    more = f"{page[-1].place}~{page[-1].rider}" if len(found) > AT_ONCE else None
    return Ladder(game, page, _anchors(known), more)


async def _after(desk: Desk, game: Game, mark: str | None) -> tuple[int, RatingRow | None]:
    """Where a page goes on: after how many, and after whom; whoever has moved is followed."""
    if mark is None:
        return 0, None
    found = MARK.fullmatch(mark)
    last = await desk.store.rider(game.id, found[2]) if found else None
    if found is None or last is None:
        raise Refused(400, "BadRequest", "after: what the page before has given as `next`.")
    return int(found[1]), last


@get("/api/ladders/{game:str}/{rider:str}")
async def climb(game: FromPath[str], rider: FromPath[str], state: State) -> Climb:
    """How the rating of somebody on a ladder has come about."""
    desk = desk_of(state)
    row = await desk.store.rider(registry.get(game).id, rider) if RIDER.fullmatch(rider) else None
    if row is None:
        raise Refused(404, "NotFound", "There is nobody of that number on this ladder.")
    place = 1 + await desk.store.above(game, row)
    return Climb(game, _rung(row, place), [_step(step) for step in await desk.store.steps(rider)])


def _rung(row: RatingRow, place: int) -> Rung:
    strength = Strength(row.mean, row.doubt)
    points, margin = round(strength.points), round(strength.margin)
    return Rung(place, row.rider, row.name, points, margin, row.races, strength.doubt > SURE)


def _mine(row: RatingRow) -> OwnRating:
    rung = _rung(row, 0)
    return OwnRating(row.game, row.rider, rung.points, rung.margin, row.races, rung.provisional)


def _step(step: Rated) -> RatingStep:
    strength = Strength(step.mean, step.doubt)
    return RatingStep(step.at, round(strength.points), round(strength.margin), round(step.gained * POINTS))


def _anchors(game: Game) -> list[Anchor]:
    strongest = sorted(game.anchors.items(), key=lambda entry: -entry[1])
    return [Anchor(level, round(anchored(lead).points)) for level, lead in strongest]


LADDERS: list[Any] = [own_ratings, wish, ladder, climb]
