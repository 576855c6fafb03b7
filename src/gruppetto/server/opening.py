"""Tables are opened, joined, started, brought from a file, and opened again for a rematch."""

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from gruppetto.games import registry
from gruppetto.games.game import PLAYER, Game, Json
from gruppetto.games.vocabulary import document_of
from gruppetto.lessons import Lesson
from gruppetto.match import Match, Seated, commitment_of, seed_bytes
from gruppetto.past import PastMatch
from gruppetto.players import characters
from gruppetto.server import company, names
from gruppetto.server.answers import Created, Joined, Rematch, Table
from gruppetto.server.desk import Desk
from gruppetto.server.hosting import KICKED, bot_on, check_host
from gruppetto.server.identity import Who
from gruppetto.server.jobs import Brought
from gruppetto.server.live import Live
from gruppetto.server.messages import NewLesson, NewRide, NewTable, Refused, SeatPlan, Tempo
from gruppetto.server.roster import STAND_IN, Roster
from gruppetto.server.seal import check_shared
from gruppetto.server.store import PLAY, DayRide, DayRow, MatchRow, Move, SeatRow, now

MOST_EACH = 2  # seats that one who is not the host may take at a table


async def open_table(desk: Desk, asked: NewTable, who: Who) -> Created:
    """Set up a table; whoever does is its host, and sits on the seats at this keyboard."""
    game = registry.get(asked.game)
    count = len(asked.seats)
    game.check_seats(count)
    if asked.rated and asked.hints:
        raise Refused(400, "RatedHints", "A race with hints is not rated; choose one of both.")
    for plan in asked.seats:
        if plan.kind == "bot":
            desk.roster.check(plan.level, game)
    options = game.options(asked.options)
    game.setup(options, count)
    _check_dummies(asked, game.leaders(options, count))
    desk.readiness.want(game)
    return await _add(desk, asked, undealt(game, options), who)


def undealt(game: Game, options: Any) -> Json:
    """A race to come, as its row has it: no rule has to be compiled for that."""
    seed = seed_bytes(None)
    return {
        "rules_version": game.rules_version,
        "options": document_of(options),
        "start": None,
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
        "brought": True,
    }


async def _add(desk: Desk, asked: NewTable, race: Json, who: Who) -> Created:
    for words in (asked.title, *(plan.name for plan in asked.seats if plan.kind != "bot")):
        desk.unwanted.check(words)
    row, places = laid(asked, race, who.known)
    await desk.store.add_match(row, places)
    await desk.store.meet(row.host, next((place.name for place in places if place.owner), ""))
    async with desk.at(row.id) as live:
        return Created(row.id, live.table(set()))


def laid(asked: NewTable, race: Json, host: str) -> tuple[MatchRow, list[SeatRow]]:
    """A table and its seats, as rows."""
    table = secrets.token_urlsafe(7)
    row = MatchRow(
        id=table,
        game=asked.game,
        seats=len(asked.seats),
        title=asked.title,
        listed=asked.listed,
        hints=asked.hints,
        rated=asked.rated,
        lend_after=asked.tempo.lend_after,
        clock=to_builtins(asked.tempo.clock),
        host=host,
        created=now(),
        touched=now(),
        **race,
    )
    return row, [_place(table, seat, plan, host) for seat, plan in enumerate(asked.seats)]


def _place(table: str, seat: int, plan: SeatPlan, host: str) -> SeatRow:
    level = plan.level if plan.kind == "bot" else None
    owner = host if plan.kind == "hotseat" else None
    name = plan.name or (characters.called(level, table, seat) if level else "")
    return SeatRow(table, seat, plan.kind, name, level, owner)


async def join(desk: Desk, table: str, seat: int, name: str, who: Who) -> Joined:
    """Sit down on an open seat, before the start or where the host has made room in the race."""
    key = who.known
    async with desk.at(table) as live:
        await desk.reread(live)
        place = desk.place(live, seat)
        if live.row.status == "over" or (live.row.status == "running" and place.kind != "open"):
            raise Refused(409, "AlreadyStarted", "This race has begun already.")
        desk.unwanted.check(name)
        may_have = len(live.seats) if live.is_host(key) else MOST_EACH

        def check(places: list[SeatRow], kicked: list[str]) -> None:
            if key in kicked:
                raise Refused(403, KICKED.kind, KICKED.text)
            if sum(place.owner == key for place in places) >= may_have:
                said = f"You have {MOST_EACH} seats here already; leave some for others."
                raise Refused(409, "SeatsEnough", said)
            names.check(name, key, places)

        await company.check_welcome(desk, live, seat, key)
        if not await desk.store.claim_seat(table, seat, name, key, check):
            raise Refused(409, "SeatTaken", "Somebody else sits there.")
        await desk.store.meet(key, name)
        await desk.store.withdraw(table, key)
        await desk.changed(live)
        if live.row.status == "running":
            await company.sat_together(desk, live)
        return Joined(seat, live.table(desk.hub.online(table)))


async def start(desk: Desk, table: str, who: Who, fill: str | None) -> Table:
    """Begin the race, once every seat is taken or may be filled and the rules are compiled."""
    async with desk.at(table) as live:
        game = live.game
    await desk.readiness.ready(game)  # without holding up those who still sit down
    async with desk.at(table) as live:
        await desk.reread(live)
        check_host(live, who)
        if live.row.status != "open":
            raise Refused(409, "AlreadyStarted", "This race has begun already.")
        missing = [place.seat for place in live.seats if place.kind == "open"]
        if missing and not fill:
            raise Refused(409, "SeatsOpen", f"Seats still open: {', '.join(map(str, missing))}.")
        for seat in missing:
            desk.roster.check(fill or "", live.game)
            await desk.store.fill_seat(table, seat, **bot_on(table, seat, fill or ""))
        await desk.store.begin_match(table, desk.store.time())
        await desk.changed(live, anew=True)
        await company.sat_together(desk, live)
        desk.attend(live)
        return live.table(desk.hub.online(table))


async def bring(desk: Desk, brought: Brought, who: Who, adopt: Callable[[str], None]) -> Created:
    """A table from a save file that was read; the seats of people are at the importer's keyboard."""
    match = brought.match()
    asked = NewTable(match.game.id, seats_again(match, desk.roster), listed=False, title="Imported")
    made = await _add(desk, asked, _brought(match), who)
    adopt(made.id)
    log = enumerate(brought.log, start=1)
    moves = (Move(seq, PLAY, seat, code, f"import:{seq}") for seq, (seat, code) in log)
    await desk.store.append_all(made.id, moves)
    if isinstance(match, PastMatch) and match.file.story:
        await desk.store.keep_story(made.id, match.file.story)
    return await _begin(desk, made)


async def begin_lesson(desk: Desk, found: Lesson, asked: NewLesson, who: Who) -> Created:
    """A table for one and their rivals, at which the race has begun."""
    plans = [SeatPlan("hotseat", asked.name)]
    plans += [SeatPlan("bot", level=found.rival)] * (found.seats - 1)
    table = NewTable(found.game, plans, title=asked.title, tempo=Tempo(None))
    return await _begin(desk, await _add(desk, table, _brought(found.match()), who))


async def begin_ride(desk: Desk, dealt: DayRow, asked: NewRide, who: Who) -> str:
    """A table for one's ride of the stage of a day; the one there is already, if another was quicker."""
    bots = [SeatPlan("bot", characters.called(dealt.level, dealt.day, seat), dealt.level)
            for seat in range(1, dealt.seats)]  # fmt: skip
    table = NewTable(dealt.game, [SeatPlan("hotseat", asked.name.strip()), *bots], tempo=Tempo(None))
    race = {name: getattr(dealt, name) for name in ("rules_version", "options", "seed", "commitment", "day")}
    made = await _add(desk, table, race, who)
    if not await desk.store.begin_ride(DayRide(dealt.day, who.known, made.id, asked.listed)):
        desk.forget(made.id)
        await desk.store.remove_match(made.id)
        begun = await desk.store.ride_of(dealt.day, who.known)
        return begun.match if begun else made.id
    return (await _begin(desk, made)).id


async def _begin(desk: Desk, made: Created) -> Created:
    """A new table at which nobody is waited for."""
    await desk.store.begin_match(made.id, desk.store.time())  # unless it is over
    desk.forget(made.id)
    async with desk.at(made.id) as live:
        desk.attend(live)
        return replace(made, table=live.table(set()))


async def rematch(desk: Desk, table: str, who: Who) -> Rematch:
    """The same again: a new table, on which those who sat here find their seats."""
    async with desk.at(table) as live:
        await desk.reread(live)
        if not live.is_host(who.known) and not live.seats_of(who.known):
            raise Refused(401, "NotAllowed", "Only those at the table can ask for a rematch.")
        check_shared(live)
        if live.row.status != "over":
            raise Refused(409, "NotOver", "This race is not over yet.")
        if live.row.rematch:
            return Rematch(live.row.rematch)
        made = await open_table(desk, _again(live.row, live.seats, desk.roster), who)
        for place in live.seats:
            if place.owner:
                await desk.store.update_seat(made.id, place.seat, kind=place.kind, owner=place.owner)
        for owner in await desk.store.kicked(table):
            await desk.store.kick(made.id, owner)
        desk.forget(made.id)
        if not await desk.store.claim_rematch(table, made.id):
            # another worker was quicker
            await desk.store.remove_match(made.id)
            await desk.reread(live)
            return Rematch(live.row.rematch or made.id)
        await desk.changed(live)
        here = desk.hub.online(table)
        away = [place for place in live.seats if place.owner and place.seat not in here]
        await call(desk, made.id, who, {place.owner: place.name for place in away if place.owner})
    return Rematch(made.id)


async def call(desk: Desk, table: str, who: Who, people: dict[str, str]) -> None:
    """Let people know that somebody expects them at a table; those who have blocked them hear nothing."""
    deaf = await desk.store.deaf_to(who.known)
    desk.invite(table, {owner: name for owner, name in people.items() if owner not in deaf})


async def open_again(desk: Desk, live: Live, who: Who) -> Created:
    """The same table for one of those who sat there; the seats of the others are open."""
    mine = live.seats_of(who.known)
    seats = [place if place.seat in mine or place.owner is None else _left(place) for place in live.seats]
    made = await open_table(desk, _again(live.row, seats, desk.roster), who)
    for seat in mine:
        await desk.store.update_seat(made.id, seat, kind=live.seats[seat].kind, owner=who.known)
    desk.forget(made.id)
    return made


def _left(place: SeatRow) -> SeatRow:
    return SeatRow(place.match, place.seat, "open", "")


def _again(row: MatchRow, seats: Sequence[SeatRow], roster: Roster) -> NewTable:
    """The same table, for those who sat at it."""
    return NewTable(
        game=row.game,
        seats=[_plan(place, registry.get(row.game), roster) for place in seats],
        options=row.options,
        title=row.title,
        tempo=row.tempo,
        listed=row.listed,
        hints=row.hints,
        rated=row.rated,
    )


def _plan(place: SeatRow, game: Game, roster: Roster) -> SeatPlan:
    kind = "open" if place.kind == "person" else place.kind
    return SeatPlan(kind, place.name, roster.rider(place.level or STAND_IN, game))


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
        elif who.kind == "bot" and roster.is_somebodys(who.level):
            is_past = isinstance(match, PastMatch)  # and tells who has ridden
            level = who.level if is_past else roster.rider(who.level, match.game)
            plans.append(SeatPlan("bot", who.name, level))
        else:
            plans.append(SeatPlan("hotseat", who.name))
    return plans
