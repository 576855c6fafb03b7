"""Oneself: the name and the tables of a key, and how it gets to another device."""

import secrets
from typing import Any

from litestar import get, post
from litestar.datastructures import State
from litestar.params import JSONBody

from gruppetto.server.answers import Handover, Me, Sealed
from gruppetto.server.asked import Asked
from gruppetto.server.desk import Desk
from gruppetto.server.identity import Who, hash_of, who_asks
from gruppetto.server.limits import client_of
from gruppetto.server.messages import Code, Keys, Myself, Refused, Seal

HANDOVER_SECONDS = 300


async def _me(desk: Desk, who: Who) -> Me:
    known = await desk.store.find(who.known)
    tables = await desk.tables_of(who.known)
    return Me(known.id, known.name, known.made, tables) if known else Me(None, "", None, tables)


@get("/api/me")
async def me(request: Asked, state: State) -> Me:
    """Whoever has this key, and where they sit."""
    return await _me(state.desk, who_asks(request))


@post("/api/me", status_code=200)
async def rename(data: JSONBody[Myself], request: Asked, state: State) -> Me:
    """Be called something else from now on; at tables one is called as one sat down."""
    state.gate.check("names", client_of(request))
    desk, who = state.desk, who_asks(request)
    desk.unwanted.check(data.name)
    await desk.store.meet(who.known, data.name.strip())
    return await _me(desk, who)


@post("/api/me/keys", status_code=200)
async def take_over(data: JSONBody[Keys], request: Asked, state: State) -> Me:
    """Bring along what hangs on keys of before; these open nothing any more."""
    state.gate.check("handovers", client_of(request))
    desk, who = state.desk, who_asks(request)
    await desk.store.meet(who.known, "")
    await desk.store.take_over(
        who.known, [former for key in data.keys if (former := hash_of(key)) != who.key]
    )
    return await _me(desk, who)


@post("/api/me/handover")
async def hand_over(data: JSONBody[Seal], request: Asked, state: State) -> Handover:
    """Let another device fetch one's key: it is sealed, and what opens it never comes here."""
    state.gate.check("handovers", client_of(request))
    desk, who, code = state.desk, who_asks(request), secrets.token_urlsafe(16)
    await desk.store.meet(who.known, "")
    await desk.store.hand_over(hash_of(code), data.sealed, HANDOVER_SECONDS)
    return Handover(code, HANDOVER_SECONDS)


@post("/api/handover", status_code=200)
async def fetch(data: JSONBody[Code], request: Asked, state: State) -> Sealed:
    """Fetch a sealed key, once."""
    state.gate.check("handovers", client_of(request))
    sealed = await state.desk.store.fetch(hash_of(data.code))
    if sealed is None:
        raise Refused(404, "LinkUsed", "This link was used already, or its time is over; make a new one.")
    return Sealed(sealed)


ME: list[Any] = [me, rename, take_over, hand_over, fetch]
