"""Tables are opened, joined, started, brought from a file, and opened again for a rematch."""

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from gruppetto.games import registry
from gruppetto.games.game import PLAYER, Game, Json
from gruppetto.games.vocabulary import document_of
from gruppetto.match import Match, Seated, commitment_of, seed_bytes
from gruppetto.past import PastMatch
from gruppetto.server.answers import Created, Joined, Rematch, Table
from gruppetto.server.desk import Desk
from gruppetto.server.jobs import Brought
from gruppetto.server.live import hash_of
from gruppetto.server.messages import NewTable, Refused, SeatPlan, Tempo
from gruppetto.server.roster import Roster
from gruppetto.server.store import PLAY, MatchRow, Move, SeatRow, now

REMATCH_LENDS = 300  # seconds after which the seat of one who has not come back for a rematch is lent


async def open_table(desk: Desk, asked: NewTable) -> Created:
    """Set up a table; its host's token, and those of seats at this keyboard."""
    game = registry.get(asked.game)
    count = len(asked.seats)
    game.check_seats(count)
    for plan in asked.seats:
        if plan.kind == "bot":
            desk.roster.check(plan.level)
    options = game.options(asked.options)
    game.setup(options, count)
    _check_dummies(asked, game.leaders(options, count))
    desk.readiness.want(game)
    return await _add(desk, asked, _undealt(game, options))


def _undealt(game: Game, options: Any) -> Json:
    """A race to come, as its row has it: no rule has to be compiled for that."""
    seed = seed_bytes(None)
    return {
        "rules_version": game.rules_version,
        "options": document_of(options),
        "seed": seed.hex(),
        "commitment": commitment_of(seed),
    }


def _brought(match: Match) -> Json:
    """A race from a file, as its row has it; one that other rules rode to its end stays as it was."""
    past = isinstance(match, PastMatch)
    return {
        "rules_version": match.rules_version,
        "options": match.file.options if isinstance(match, PastMatch) else document_of(match.options),
        "start": match.start,
        "seed": match.seed.hex(),
        "commitment": match.commitment,
        "status": "over" if past else "open",
        "result": match.result if past else None,
    }


async def _add(desk: Desk, asked: NewTable, race: Json) -> Created:
    table, host = secrets.token_urlsafe(7), secrets.token_urlsafe(32)
    tokens = {
        seat: secrets.token_urlsafe(32) for seat, plan in enumerate(asked.seats) if plan.kind == "hotseat"
    }
    places = [_place(table, seat, plan, tokens.get(seat)) for seat, plan in enumerate(asked.seats)]
    row = MatchRow(
        id=table,
        game=asked.game,
        seats=len(asked.seats),
        title=asked.title,
        listed=asked.listed,
        hints=asked.hints,
        lend_after=asked.tempo.lend_after,
        host=hash_of(host),
        created=now(),
        touched=now(),
        **race,
    )
    await desk.store.add_match(row, places)
    async with desk.at(table) as live:
        told = {str(seat): token for seat, token in tokens.items()}
        return Created(table, host, told, live.table(set()))


def _place(table: str, seat: int, plan: SeatPlan, token: str | None) -> SeatRow:
    level = plan.level if plan.kind == "bot" else None
    return SeatRow(table, seat, plan.kind, plan.name or level or "", level, hash_of(token) if token else None)


async def join(desk: Desk, table: str, seat: int, name: str, former: str | None) -> Joined:
    """Sit down on an open seat; the token is told once."""
    token = secrets.token_urlsafe(32)
    async with desk.at(table) as live:
        await desk.reread(live)
        if live.row.status != "open":
            raise Refused(409, "AlreadyStarted", "This race has begun already.")
        place = desk.place(live, seat)
        returning = bool(former) and place.token == hash_of(former or "")
        if returning:
            await desk.store.update_seat(table, seat, name=name, token=hash_of(token))
        elif not await desk.store.claim_seat(table, seat, name, hash_of(token)):
            raise Refused(409, "SeatTaken", "Somebody else sits there.")
        await desk.changed(live)
        return Joined(token, seat, live.table(desk.hub.online(table)))


async def start(desk: Desk, table: str, host: str | None, token: str | None, fill: str | None) -> Table:
    """Begin the race, once every seat is taken or may be filled and the rules are compiled."""
    async with desk.at(table) as live:
        game = live.game
    await desk.readiness.ready(game)  # without holding up those who still sit down
    async with desk.at(table) as live:
        await desk.reread(live)
        if not live.is_host(host) and live.seat_of(token) is None:
            raise Refused(401, "NotAllowed", "Only those at the table can start the race.")
        if live.row.status != "open":
            raise Refused(409, "AlreadyStarted", "This race has begun already.")
        missing = [place.seat for place in live.seats if place.kind == "open"]
        if missing and not fill:
            raise Refused(409, "SeatsOpen", f"Seats still open: {', '.join(map(str, missing))}.")
        for seat in missing:
            desk.roster.check(fill or "")
            await desk.store.fill_seat(table, seat, fill or "")
        await desk.store.begin_match(table)
        await desk.changed(live, anew=True)
        desk.wake_bots(live)
        return live.table(desk.hub.online(table))


async def bring(desk: Desk, brought: Brought, adopt: Callable[[str], None]) -> Created:
    """A table from a save file that was read; the seats of people are at the importer's keyboard."""
    match = brought.match()
    asked = NewTable(match.game.id, seats_again(match, desk.roster), listed=False, title="Imported")
    made = await _add(desk, asked, _brought(match))
    adopt(made.id)
    log = enumerate(brought.log, start=1)
    moves = (Move(seq, PLAY, seat, code, f"import:{seq}") for seq, (seat, code) in log)
    await desk.store.append_all(made.id, moves)
    if isinstance(match, PastMatch) and match.file.story:
        await desk.store.keep_story(made.id, match.file.story)
    await desk.store.begin_match(made.id)  # unless it is over
    desk.forget(made.id)
    async with desk.at(made.id) as live:
        desk.wake_bots(live)
        return replace(made, table=live.table(set()))


async def rematch(desk: Desk, table: str, host: str | None, token: str | None) -> Rematch:
    """The same again: a new table, on which those who sat here find their seats."""
    async with desk.at(table) as live:
        await desk.reread(live)
        if not live.is_host(host) and live.seat_of(token) is None:
            raise Refused(401, "NotAllowed", "Only those at the table can ask for a rematch.")
        if live.row.status != "over":
            raise Refused(409, "NotOver", "This race is not over yet.")
        if live.row.rematch:
            return Rematch(live.row.rematch)
        made = await open_table(desk, _again(live.row, live.seats))
        for place in live.seats:
            if place.token:  # whoever shows their old token gets their seat
                await desk.store.update_seat(made.id, place.seat, kind=place.kind, token=place.token)
        if not await desk.store.claim_rematch(table, made.id):
            desk.forget(made.id)  # another worker was quicker
            await desk.store.remove_match(made.id)
            await desk.reread(live)
            return Rematch(live.row.rematch or made.id)
        await desk.changed(live)
    return Rematch(made.id, made.host_token)


def _again(row: MatchRow, seats: Sequence[SeatRow]) -> NewTable:
    """The same table, for those who sat at it."""
    return NewTable(
        game=row.game,
        seats=[_plan(place) for place in seats],
        options=row.options,
        title=row.title,
        tempo=Tempo(row.lend_after or REMATCH_LENDS),
        listed=row.listed,
        hints=row.hints,
    )


def _plan(place: SeatRow) -> SeatPlan:
    kind = "open" if place.kind == "person" else place.kind
    return SeatPlan(kind, place.name, place.level or "domestique")


def _check_dummies(asked: NewTable, led: Sequence[str]) -> None:
    """A dummy seat is nobody's."""
    for seat, (plan, team) in enumerate(zip(asked.seats, led, strict=True)):
        if (plan.kind == "dummy") != (team != PLAYER):
            raise Refused(
                400,
                "BadOption",
                f"seats: seat {seat} is {plan.kind!r}, but its team is led by {team!r}; "
                "seats of dummy teams are 'dummy', and no others.",
            )


def _leaders(match: Match) -> Sequence[str]:
    """Who leads the teams; where other rules rode to the end, nobody needs to know."""
    if isinstance(match, PastMatch):
        return (PLAYER,) * match.seats
    return match.game.leaders(match.options, match.seats)


def seats_again(match: Match, roster: Roster) -> list[SeatPlan]:
    """Seats for those who sit at a match that was saved; a level we do not know is a person's to play."""
    plans = []
    sitting = match.seated or (Seated("person"),) * match.seats
    for who, team in zip(sitting, _leaders(match), strict=True):
        if team != PLAYER:
            plans.append(SeatPlan("dummy"))
        elif who.kind == "bot" and roster.knows(who.level):
            plans.append(SeatPlan("bot", who.name, who.level))
        else:
            plans.append(SeatPlan("hotseat", who.name))
    return plans
