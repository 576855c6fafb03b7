"""Pauses: the clocks of a table stand when all its people agree, and go on as soon as one of them likes."""

from typing import Literal

import msgspec

from gruppetto.server.answers import PauseWish
from gruppetto.server.desk import Desk
from gruppetto.server.identity import Who
from gruppetto.server.live import Ask, Live
from gruppetto.server.messages import Refused


async def ask(desk: Desk, table: str, who: Who) -> PauseWish:
    """Let the clocks stand, at once or when all people agree."""
    async with desk.at(table) as live:
        seat = await _seat(desk, live, who)
        if live.row.paused:
            raise Refused(409, "Paused", "The race is paused; let it go on first.")
        if live.pause:
            raise Refused(409, "PauseAsked", "Somebody is asking for a pause already.")
        live.pause = Ask(seat, live.seq, live.must_agree(seat))
        return await _settle(desk, live)


async def answer(desk: Desk, table: str, who: Who, *, agree: bool) -> PauseWish:
    """Agree to a pause, or not."""
    async with desk.at(table) as live:
        seat = await _seat(desk, live, who)
        if live.pause is None or seat not in live.pause.missing:
            raise Refused(409, "NothingAsked", "Nobody is waiting for your answer.")
        if not agree:
            return _drop(desk, live, "refused")
        live.pause.missing.remove(seat)
        return await _settle(desk, live)


async def withdraw(desk: Desk, table: str, who: Who) -> PauseWish:
    """Ask no longer for a pause."""
    async with desk.at(table) as live:
        seat = await _seat(desk, live, who)
        if live.pause is None or live.pause.by != seat:
            raise Refused(409, "NoPauseAsked", "You are not asking for a pause.")
        return _drop(desk, live, "withdrawn")


async def go_on(desk: Desk, table: str, who: Who) -> PauseWish:
    """Let the race go on; anybody who rides may, so that nobody can hold it up by staying away."""
    async with desk.at(table) as live:
        await _seat(desk, live, who)
        if not live.row.paused:
            raise Refused(409, "NotPaused", "The race is not paused.")
        await _set(desk, live, paused=False)
        desk.attend(live)
        return PauseWish("running")


async def hear(desk: Desk, live: Live, ask: Ask | None) -> None:
    """A pause was asked for, agreed to or refused on another worker; what is heard late asks nobody."""
    await desk.catch_up(live)
    if ask and (ask.target != live.seq or live.row.paused):
        ask = None
    live.pause = ask and ask.heard(live.pause)
    if live.pause and not live.pause.missing:
        await _settle(desk, live)
    else:
        desk.hub.tell_clocks(live)


async def _seat(desk: Desk, live: Live, who: Who) -> int:
    """The seat of whoever asks, where there are clocks that run."""
    await desk.look_again(live)
    seat = await desk.own_seat(live, who)
    if live.row.clock is None:
        raise Refused(409, "NoClock", "This table has no clock.")
    if live.row.status != "running":
        raise Refused(409, "NotRunning", "The race has not begun yet, or it is over.")
    return seat


async def _settle(desk: Desk, live: Live) -> PauseWish:
    if live.pause and not live.pause.missing:
        live.pause = None
        await _set(desk, live, paused=True)
        _tell(desk, live)  # nothing is asked any more, on any worker
        return PauseWish("paused")
    _tell(desk, live)
    return PauseWish("asked")


async def _set(desk: Desk, live: Live, *, paused: bool) -> None:
    await desk.store.update_match(live.id, paused=paused, due=0.0)
    await desk.changed(live)


def _drop(desk: Desk, live: Live, how: Literal["refused", "withdrawn"]) -> PauseWish:
    live.pause = None
    _tell(desk, live)
    return PauseWish(how)


def _tell(desk: Desk, live: Live) -> None:
    desk.hub.tell_clocks(live)
    asked = msgspec.to_builtins(live.pause) if live.pause else None
    desk.publish({"table": live.id, "what": "pause", "ask": asked})
