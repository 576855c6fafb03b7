"""Tables are opened, joined, started, brought from a file, and opened again for a rematch."""

import secrets
from collections.abc import Callable, Sequence

import msgspec

from gruppetto.games import registry
from gruppetto.games.game import PLAYER, Json
from gruppetto.games.vocabulary import document_of
from gruppetto.match import Match, Seated, seed_bytes
from gruppetto.players import PLAYERS, check_level
from gruppetto.server.desk import Desk
from gruppetto.server.jobs import Recorded
from gruppetto.server.live import hash_of
from gruppetto.server.messages import NewTable, Refused, SeatPlan
from gruppetto.server.store import PLAY, Move, now

REMATCH_LENDS = 300  # seconds after which the seat of one who has not come back for a rematch is lent


async def open_table(desk: Desk, asked: NewTable) -> Json:
    """Set up a table; its host's token, and those of seats at this keyboard."""
    game = registry.get(asked.game)
    count = len(asked.seats)
    game.check_seats(count)
    for plan in asked.seats:
        if plan.kind == "bot":
            check_level(plan.level)
    options = game.options(asked.options)
    game.setup(options, count)
    _check_dummies(asked, game.leaders(options, count))
    match = Match(game, count, options, seed_bytes(None))
    return await _add(desk, match, asked)


async def _add(desk: Desk, match: Match, asked: NewTable) -> Json:
    table, host, tokens, places = secrets.token_urlsafe(7), secrets.token_urlsafe(32), {}, []
    for seat, plan in enumerate(asked.seats):
        token = secrets.token_urlsafe(32) if plan.kind == "hotseat" else None
        if token:
            tokens[str(seat)] = token
        places.append(
            {
                "match": table,
                "seat": seat,
                "kind": plan.kind,
                "name": plan.name
                or ("" if plan.kind == "open" else plan.level if plan.kind == "bot" else ""),
                "level": plan.level if plan.kind == "bot" else None,
                "token": hash_of(token) if token else None,
                "lent": False,
            }
        )
    row = {
        "id": table,
        "game": match.game.id,
        "rules_version": match.game.rules_version,
        "seats": match.seats,
        "options": document_of(match.options),
        "start": match.start,
        "seed": match.seed.hex(),
        "commitment": match.commitment,
        "title": asked.title,
        "status": "open",
        "listed": asked.listed,
        "hints": asked.hints,
        "lend_after": asked.tempo.lend_after,
        "host": hash_of(host),
        "result": None,
        "rematch": None,
        "created": now(),
        "touched": now(),
    }
    await desk.store.add_match(row, places)
    async with desk.at(table) as live:
        return {"id": table, "host_token": host, "tokens": tokens, "table": live.table(set())}


async def join(desk: Desk, table: str, seat: int, name: str, former: str | None) -> Json:
    """Sit down on an open seat; the token is told once."""
    token = secrets.token_urlsafe(32)
    async with desk.at(table) as live:
        await desk.reread(live)
        if live.row["status"] != "open":
            raise Refused(409, "AlreadyStarted", "This race has begun already.")
        place = desk.place(live, seat)
        returning = bool(former) and place["token"] == hash_of(former or "")
        if returning:
            await desk.store.update_seat(table, seat, name=name, token=hash_of(token))
        elif not await desk.store.claim_seat(table, seat, name, hash_of(token)):
            raise Refused(409, "SeatTaken", "Somebody else sits there.")
        await desk.changed(live)
        return {"token": token, "seat": seat, "table": live.table(desk.hub.online(table))}


async def start(desk: Desk, table: str, host: str | None, token: str | None, fill: str | None) -> Json:
    """Begin the race, once every seat is taken or may be filled."""
    async with desk.at(table) as live:
        await desk.reread(live)
        if not live.is_host(host) and live.seat_of(token) is None:
            raise Refused(401, "NotAllowed", "Only those at the table can start the race.")
        if live.row["status"] != "open":
            raise Refused(409, "AlreadyStarted", "This race has begun already.")
        missing = [place["seat"] for place in live.seats if place["kind"] == "open"]
        if missing and not fill:
            raise Refused(409, "SeatsOpen", f"Seats still open: {', '.join(map(str, missing))}.")
        for seat in missing:
            check_level(fill or "")
            await desk.store.fill_seat(table, seat, fill or "")
        await desk.store.begin_match(table)
        await desk.changed(live, anew=True)
        desk.wake_bots(live)
        return live.table(desk.hub.online(table))


async def bring(desk: Desk, read: bytes, adopt: Callable[[str], None]) -> Json:
    """A table from a save file that was read; the seats of people are at the importer's keyboard."""
    recorded = msgspec.msgpack.decode(read, type=Recorded)
    match = recorded.match()
    asked = NewTable(match.game.id, seats_again(match), listed=False, title="Imported")
    made = await _add(desk, match, asked)
    adopt(made["id"])
    log = enumerate(recorded.log, start=1)
    moves = (Move(seq, PLAY, seat, code, f"import:{seq}") for seq, (seat, code) in log)
    await desk.store.append_all(made["id"], moves)
    await desk.store.begin_match(made["id"])
    async with desk.at(made["id"]) as live:
        await desk.reread(live)
        await desk.catch_up(live)
        desk.wake_bots(live)
        return {**made, "table": live.table(set())}


async def rematch(desk: Desk, table: str, host: str | None, token: str | None) -> Json:
    """The same again: a new table, on which those who sat here find their seats."""
    async with desk.at(table) as live:
        await desk.reread(live)
        if not live.is_host(host) and live.seat_of(token) is None:
            raise Refused(401, "NotAllowed", "Only those at the table can ask for a rematch.")
        if live.row["status"] != "over":
            raise Refused(409, "NotOver", "This race is not over yet.")
        if live.row["rematch"]:
            return {"id": live.row["rematch"]}
        plans = [
            {
                "kind": "open" if place["kind"] == "person" else place["kind"],
                "level": place["level"] or "domestique",
                "name": place["name"],
            }
            for place in live.seats
        ]
        asked = msgspec.convert(
            {"game": live.row["game"], "options": live.row["options"], "seats": plans,
             "title": live.row["title"], "listed": live.row["listed"], "hints": live.row["hints"],
             "tempo": {"lend_after": live.row["lend_after"] or REMATCH_LENDS}}, NewTable,
        )  # fmt: skip
        made = await open_table(desk, asked)
        for place in live.seats:
            if place["token"]:  # whoever shows his old token gets his seat
                await desk.store.update_seat(
                    made["id"], place["seat"], kind=place["kind"], token=place["token"]
                )
        if not await desk.store.claim_rematch(table, made["id"]):
            desk.forget(made["id"])  # another worker was quicker
            await desk.store.remove_match(made["id"])
            await desk.reread(live)
            return {"id": live.row["rematch"]}
        await desk.changed(live)
    return {"id": made["id"], "host_token": made["host_token"]}


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


def seats_again(match: Match) -> list[SeatPlan]:
    """Seats for those who sit at a match that was saved; a level we do not know is a person's to play."""
    plans = []
    sitting = match.seated or (Seated("person"),) * match.seats
    for who, team in zip(sitting, match.game.leaders(match.options, match.seats), strict=True):
        if team != PLAYER:
            plans.append(SeatPlan("dummy"))
        elif who.kind == "bot" and who.level in PLAYERS:
            plans.append(SeatPlan("bot", who.name, who.level))
        else:
            plans.append(SeatPlan("hotseat", who.name))
    return plans
