"""Ratings of those who wish them, changed in the same step that writes down how a race has ended."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict
from sqlalchemy.ext.asyncio import AsyncConnection

from gruppetto.server.ride_answers import Verdict
from gruppetto.server.store.database import now
from gruppetto.server.store.layout import identities, matches, moves, rated, ratings, seats
from gruppetto.server.store.people import People
from gruppetto.server.store.rows import CLOCK, PLAY, Finish, MatchRow, Rated, RatingRow, SeatRow
from gruppetto.server.strength import Strength, after, anchored

MOST_A_DAY = 6  # races in which the same two people can be rated in a game
DAY = 24 * 3600.0
BOT = "bot:"  # how the ids of decisions begin that a bot has made
MOST_STEPS = 500  # of a rating, the latest, that are shown
KNOWN = (
    ratings.c.rider, identities.c.name, ratings.c.game, ratings.c.mean, ratings.c.doubt, ratings.c.races,
)  # fmt: skip
SHOWN = ratings.join(identities, identities.c.key == ratings.c.owner)
LADDER = ratings.c.mean, ratings.c.rider  # the strongest last


class Ratings(People):
    """How strong those are who wish to know."""

    # --- when a race ends ---------------------------------------------------------------------------

    async def _rate(
        self, connection: AsyncConnection, row: MatchRow, sitting: Sequence[SeatRow], finish: Finish
    ) -> dict[int, Verdict]:
        """Rate a race; for every person's seat, whether it counted, or why not."""
        verdicts = await self._looked_at(connection, row, sitting)
        mine = {place.owner: place.seat for place in sitting if place.seat not in verdicts and place.owner}
        riders = await self._riders(connection, row.game, sorted(mine))
        why: Verdict = "rated"
        if len(riders) < 2:
            why = "alone"
        elif await self._met_too_often(connection, [rider.rider for rider in riders.values()]):
            why = "often"
        else:
            people = {mine[key]: rider for key, rider in riders.items()}
            await self._move(connection, row, people, _bots(sitting, finish), finish)
        return verdicts | dict.fromkeys(mine.values(), why)

    async def _looked_at(
        self, connection: AsyncConnection, row: MatchRow, sitting: Sequence[SeatRow]
    ) -> dict[int, Verdict]:
        """The people's seats that do not count, and why."""
        people = [place for place in sitting if place.is_a_persons]
        keys = [place.owner for place in people]
        wish = sa.select(identities.c.key).where(identities.c.key.in_(keys), identities.c.rated)
        wishing = set((await connection.execute(wish)).scalars())
        lent = await _mostly_lent(connection, row.id)
        verdicts: dict[int, Verdict] = {}
        for place in people:
            if place.owner not in wishing:
                verdicts[place.seat] = "out"
            elif keys.count(place.owner) > 1:
                verdicts[place.seat] = "several"
            elif place.seat in lent:
                verdicts[place.seat] = "lent"
        return verdicts

    async def _riders(
        self, connection: AsyncConnection, game: str, keys: Sequence[str]
    ) -> dict[str, RatingRow]:
        """The ratings of these people, which nobody else changes until the race is written down.

        All take them in the same order, so that no two races wait for each other.
        """
        for key in keys:
            new = Strength()
            row = {"owner": key, "game": game, "rider": secrets.token_hex(8), "races": 0, **asdict(new)}
            await connection.execute(self._new(ratings).values(row).on_conflict_do_nothing())
        query = (
            sa.select(ratings.c.owner, *KNOWN)
            .select_from(SHOWN)
            .where(ratings.c.game == game, ratings.c.owner.in_(keys))
            .order_by(ratings.c.owner)
            .with_for_update(of=ratings)
        )
        found = (await connection.execute(query)).mappings()
        return {row["owner"]: _rating(row) for row in found}

    async def _met_too_often(self, connection: AsyncConnection, riders: Sequence[str]) -> bool:
        """Whether two of these have been rated together as often today as they may."""
        other = rated.alias()
        query = (
            sa.select(sa.func.count())
            .select_from(rated.join(other, other.c.match == rated.c.match))
            .where(
                rated.c.rider.in_(riders),
                rated.c.at > now() - DAY,
                other.c.rider.in_(riders),
                rated.c.rider < other.c.rider,
            )
            .group_by(rated.c.rider, other.c.rider)
        )
        return any(met >= MOST_A_DAY for met in (await connection.execute(query)).scalars())

    async def _move(
        self,
        connection: AsyncConnection,
        row: MatchRow,
        people: Mapping[int, RatingRow],
        bots: Mapping[int, Strength],
        finish: Finish,
    ) -> None:
        """What a race makes of the ratings of those who rode it; bots stay where they are."""
        were = {seat: Strength(rider.mean, rider.doubt) for seat, rider in people.items()} | dict(bots)
        are = after(list(were.values()), [finish.places[seat] for seat in were])
        for (seat, rider), was, new in zip(people.items(), were.values(), are, strict=False):
            values = {**asdict(new), "races": rider.races + 1}
            mine = sa.update(ratings).where(ratings.c.rider == rider.rider)
            await connection.execute(mine.values(**values))
            step = Rated(new.mean, new.doubt, new.mean - was.mean, now())
            kept = {"match": row.id, "seat": seat, "rider": rider.rider, **asdict(step)}
            await connection.execute(sa.insert(rated).values(**kept))

    # --- looking ------------------------------------------------------------------------------------

    async def wish_rating(self, key: str, *, wanted: bool) -> None:
        """Somebody wishes to be rated from now on, or no longer; what they have reached stays."""
        await self._write(sa.update(identities).where(identities.c.key == key).values(rated=wanted))

    async def rides_for_rating(self, key: str) -> bool:
        """Whether somebody rides a rated race: nobody may wish otherwise who sees how it ends."""
        running = sa.and_(matches.c.status == "running", matches.c.rated)
        here = matches.c.id.in_(sa.select(seats.c.match).where(seats.c.owner == key))
        return bool(await self._read(sa.select(matches.c.id).where(here, running).limit(1)))

    async def ratings_of(self, key: str) -> list[RatingRow]:
        """The ratings of somebody, in all games."""
        query = sa.select(*KNOWN).select_from(SHOWN).where(ratings.c.owner == key, ratings.c.races > 0)
        return await self._rows(query.order_by(ratings.c.game), RatingRow)

    async def ladder(self, game: str, limit: int, below: RatingRow | None) -> list[RatingRow]:
        """Those who wish to be rated in a game, the strongest first."""
        query = sa.select(*KNOWN).select_from(SHOWN)
        query = query.where(ratings.c.game == game, identities.c.rated, ratings.c.races > 0)
        if below:
            query = query.where(sa.tuple_(*LADDER) < _here(below))
        return await self._rows(query.order_by(*(column.desc() for column in LADDER)).limit(limit), RatingRow)

    async def above(self, game: str, row: RatingRow) -> int:
        """How many stand above a rating."""
        query = sa.select(sa.func.count().label("above")).select_from(SHOWN)
        query = query.where(ratings.c.game == game, identities.c.rated, ratings.c.races > 0)
        return int((await self._read(query.where(sa.tuple_(*LADDER) > _here(row))))[0]["above"])

    async def rider(self, game: str, rider: str) -> RatingRow | None:
        """Somebody on a ladder; nobody who does not wish to be there."""
        query = sa.select(*KNOWN).select_from(SHOWN)
        query = query.where(ratings.c.rider == rider, ratings.c.game == game, identities.c.rated)
        found = await self._rows(query, RatingRow)
        return found[0] if found else None

    async def steps(self, rider: str) -> list[Rated]:
        """How a rating has come about, the latest step last."""
        columns = (rated.c[name] for name in Rated.__struct_fields__)
        query = sa.select(*columns).where(rated.c.rider == rider).order_by(rated.c.at.desc())
        return (await self._rows(query.limit(MOST_STEPS), Rated))[::-1]


def _here(row: RatingRow) -> sa.Tuple:
    """Where a rating stands on its ladder."""
    return sa.tuple_(*map(sa.literal, (row.mean, row.rider)))


def _rating(row: Mapping[Any, Any]) -> RatingRow:
    return RatingRow(**{name: row[name] for name in RatingRow.__struct_fields__})


def _bots(sitting: Sequence[SeatRow], finish: Finish) -> dict[int, Strength]:
    """The bots of a race that have been measured; the others are as if they had not been there."""
    return {
        place.seat: anchored(finish.anchors[place.level])
        for place in sitting
        if place.kind == "bot" and place.level and place.level in finish.anchors
    }


async def _mostly_lent(connection: AsyncConnection, match: str) -> set[int]:
    """The seats for which bots, or a clock that ran out, have made half of the decisions or more."""
    by_others = sa.or_(moves.c.move_id.startswith(BOT), moves.c.move_id.startswith(CLOCK))
    query = (
        sa.select(
            moves.c.seat,
            sa.func.count().label("made"),
            sa.func.sum(sa.case((by_others, 1), else_=0)).label("lent"),
        )
        .where(moves.c.match == match, moves.c.kind == PLAY)
        .group_by(moves.c.seat)
    )
    return {row.seat for row in await connection.execute(query) if 2 * row.lent >= row.made}
