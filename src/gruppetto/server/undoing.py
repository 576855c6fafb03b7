"""Decisions are taken back: at once, or when all people agree."""

import msgspec

from gruppetto.server.answers import Undone, UndoTold
from gruppetto.server.desk import Desk
from gruppetto.server.hub import encode
from gruppetto.server.live import Ask, Live
from gruppetto.server.messages import Refused
from gruppetto.server.store import UNDO, Move

MOST_UNDONE = 500  # decisions taken back at one table


async def undo(desk: Desk, table: str, token: str | None) -> Undone:
    """Take back one's last decision, at once or when all people agree."""
    async with desk.at(table) as live:
        seat = await desk.own_seat(live, token)
        target = live.undoable(seat)
        if target is None or live.undone() >= MOST_UNDONE:
            raise Refused(
                409, "NoWayBack", "There is nothing you can take back: something has come to light since."
            )
        missing = live.must_agree(seat)
        live.ask = Ask(seat, target.seq, missing)
        return await _settle(desk, live)


async def answer(desk: Desk, table: str, token: str | None, *, agree: bool) -> Undone:
    """Agree to another player's undo, or not."""
    async with desk.at(table) as live:
        seat = await desk.own_seat(live, token)
        if live.ask is None or seat not in live.ask.missing:
            raise Refused(409, "NothingAsked", "Nobody is waiting for your answer.")
        if not agree:
            live.ask = None
            _tell_ask(desk, live)
            return Undone("refused")
        live.ask.missing.remove(seat)
        return await _settle(desk, live)


async def hear_ask(desk: Desk, live: Live, ask: Ask | None) -> None:
    """An undo was asked for, agreed to or refused on another worker; people may agree on both at once."""
    mine = live.ask
    if ask and mine and (ask.by, ask.target) == (mine.by, mine.target):
        ask.missing = [seat for seat in ask.missing if seat in mine.missing]
    live.ask = ask
    if ask and not ask.missing:
        await _settle(desk, live)
    else:
        _show_ask(desk, live)


async def _settle(desk: Desk, live: Live) -> Undone:
    ask = live.ask
    if ask and not ask.missing:
        move = Move(live.seq + 1, UNDO, ask.by, ask.target, f"undo:{live.seq + 1}")
        if not await desk.store.append(live.id, move):
            await desk.catch_up(live)
            raise Refused(409, "TooLate", "The race has gone on in the meantime.")
        await desk.follow(live, move)
        desk.publish({"table": live.id, "what": "move", "seq": move.seq})
        return Undone("done")
    _tell_ask(desk, live)
    return Undone("asked")


def _show_ask(desk: Desk, live: Live) -> None:
    desk.hub.tell_all(live.id, encode(UndoTold(live.asked(), live.seq)))


def _tell_ask(desk: Desk, live: Live) -> None:
    _show_ask(desk, live)
    desk.publish(
        {"table": live.id, "what": "ask", "ask": msgspec.to_builtins(live.ask) if live.ask else None}
    )
