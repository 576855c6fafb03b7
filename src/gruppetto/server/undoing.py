"""Decisions are taken back: at once, or when all people agree."""

import msgspec

from gruppetto.server.answers import Undone, UndoTold
from gruppetto.server.desk import Desk
from gruppetto.server.hub import encode
from gruppetto.server.identity import Who
from gruppetto.server.live import Ask, Live
from gruppetto.server.messages import Refused
from gruppetto.server.seal import check_shared
from gruppetto.server.store import UNDO, Move
from gruppetto.server.telling import Told

MOST_UNDONE = 500  # decisions taken back at one table


async def undo(desk: Desk, table: str, who: Who) -> Undone:
    """Take back one's last decision, at once or when all people agree."""
    async with desk.at(table) as live:
        seat = await desk.own_seat(live, who)
        check_shared(live)
        if live.ask:
            raise Refused(409, "AlreadyAsked", "Somebody is asking to take back a decision already.")
        target = live.undoable(seat)
        if target is None or (live.undone() >= MOST_UNDONE and not live.lesson):
            raise Refused(
                409, "NoWayBack", "There is nothing you can take back: something has come to light since."
            )
        missing = live.must_agree(seat)
        if live.lesson and not missing:
            return await _step_back(desk, live, target)
        live.ask = Ask(seat, target.seq, missing)
        return await _settle(desk, live)


async def _step_back(desk: Desk, live: Live, target: Told) -> Undone:
    """In a lesson: as if neither this decision nor anything after it had been made."""
    try:
        for told in live.since(target):
            await _take_back(desk, live, told.seat, told.seq, quietly=told is not target)
    finally:
        desk.attend(live)
    return Undone("done")


async def answer(desk: Desk, table: str, who: Who, *, agree: bool) -> Undone:
    """Agree to another player's undo, or not."""
    async with desk.at(table) as live:
        seat = await desk.own_seat(live, who)
        if live.ask is None or seat not in live.ask.missing:
            raise Refused(409, "NothingAsked", "Nobody is waiting for your answer.")
        if not agree:
            return _drop(desk, live, Undone("refused"))
        live.ask.missing.remove(seat)
        return await _settle(desk, live)


async def withdraw(desk: Desk, table: str, who: Who) -> Undone:
    """Ask no longer to take back a decision."""
    async with desk.at(table) as live:
        seat = await desk.own_seat(live, who)
        if live.ask is None or live.ask.by != seat:
            raise Refused(409, "NotAsked", "You are not asking to take back anything.")
        return _drop(desk, live, Undone("withdrawn"))


def _drop(desk: Desk, live: Live, how: Undone) -> Undone:
    live.ask = None
    _tell_ask(desk, live)
    return how


async def hear_ask(desk: Desk, live: Live, ask: Ask | None) -> None:
    """An undo was asked for, agreed to or refused on another worker; people may agree on both at once.

    What is heard late may be of a decision that cannot be taken back any more: then nothing is asked.
    """
    await desk.catch_up(live)
    target = live.undoable(ask.by) if ask else None
    if ask and (target is None or target.seq != ask.target):
        ask = None
    live.ask = ask and ask.heard(live.ask)
    if ask and not ask.missing:
        await _settle(desk, live)
    else:
        _show_ask(desk, live)


async def _settle(desk: Desk, live: Live) -> Undone:
    ask = live.ask
    if ask and not ask.missing:
        await _take_back(desk, live, ask.by, ask.target)
        return Undone("done")
    _tell_ask(desk, live)
    return Undone("asked")


async def _take_back(desk: Desk, live: Live, seat: int, target: int, *, quietly: bool = False) -> None:
    spent = live.reckoning.spends(seat)
    move = Move(live.seq + 1, UNDO, seat, target, f"undo:{live.seq + 1}", desk.store.time(), spent)
    if not await desk.store.append(live.id, move):
        await desk.catch_up(live)
        raise Refused(409, "TooLate", "The race has gone on in the meantime.")
    await desk.follow(live, move, quietly=quietly)
    desk.publish({"table": live.id, "what": "move", "seq": move.seq})


def _show_ask(desk: Desk, live: Live) -> None:
    desk.hub.tell_all(live.id, encode(UndoTold(live.asked(), live.seq)))


def _tell_ask(desk: Desk, live: Live) -> None:
    _show_ask(desk, live)
    desk.publish(
        {"table": live.id, "what": "ask", "ask": msgspec.to_builtins(live.ask) if live.ask else None}
    )
