"""How one is called, over HTTP: devices, quiet hours, mail, and the chat of a table."""

import binascii
import secrets
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from litestar import Response, delete, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from gruppetto.server.answers import Done
from gruppetto.server.asked import Asked, desk_of
from gruppetto.server.hosting import check_host
from gruppetto.server.identity import hash_of, who_asks
from gruppetto.server.limits import client_of
from gruppetto.server.messages import ChatWish, Code, MailWish, Quiet, Refused, Subscription
from gruppetto.server.notices.answers import ChatTold, DeviceTold, MailTold, NoticesTold
from gruppetto.server.notices.mail import Letters, NobodyThere, Postbox, is_address
from gruppetto.server.notices.reach import OutOfReach
from gruppetto.server.notices.ways import Ways
from gruppetto.server.notices.webpush import Browser, bytes_of
from gruppetto.server.store import Device, Mailbox, QuietRow, now

ONE_CLICK = "/api/mail/leave/"  # mail programs send a form there
CONFIRM_SECONDS = 24 * 3600
NO_ADDRESS = "This is no address for mail; write it as in ada@club.example."


def _ways(state: State) -> Ways:
    ways: Ways = state.ways
    return ways


async def _told(state: State, owner: str) -> NoticesTold:
    store, ways = desk_of(state).store, _ways(state)
    devices = [DeviceTold(one.id, one.name, one.made) for one in await store.devices_of(owner)]
    quiet, mail = await store.quiet_of(owner), await store.mailbox_of(owner)
    return NoticesTold(
        key=ways.sender.public,
        devices=devices,
        quiet=Quiet(quiet.begins, quiet.ends, quiet.zone) if quiet else None,
        mail=MailTold(mail.address, mail.minutes, mail.confirmed) if mail else None,
        mails=ways.post is not None,
    )


@get("/api/me/notices")
async def notices(request: Asked, state: State) -> NoticesTold:
    """How whoever asks is called."""
    return await _told(state, who_asks(request).known)


# --- devices ----------------------------------------------------------------------------------------


@post("/api/me/notices/devices", status_code=200)
async def add_device(data: JSONBody[Subscription], request: Asked, state: State) -> NoticesTold:
    """Call me on this device, too."""
    state.gate.check("calls", client_of(request))
    owner, store = who_asks(request).known, desk_of(state).store
    _check_reach(state, data.endpoint)
    try:
        Browser(bytes_of(data.p256dh), bytes_of(data.auth))
    except (ValueError, binascii.Error) as error:
        raise Refused(400, "BadSubscription", f"These are no keys of a browser: {error}.") from None
    await store.meet(owner, "")
    await store.add_device(
        Device(
            hash_of(data.endpoint), owner, data.endpoint, data.p256dh, data.auth,
            data.name.strip(), data.language, now(),
        )
    )  # fmt: skip
    return await _told(state, owner)


def _check_reach(state: State, url: str) -> None:
    try:
        _ways(state).reach.check(url)
    except OutOfReach as error:
        raise Refused(400, "OutOfReach", f"Nothing is sent there: {error}.") from None


@delete("/api/me/notices/devices/{device:str}", status_code=200)
async def remove_device(device: FromPath[str], request: Asked, state: State) -> NoticesTold:
    """Call me there no more."""
    owner = who_asks(request).known
    await desk_of(state).store.remove_device(device, owner)
    return await _told(state, owner)


# --- quiet hours ------------------------------------------------------------------------------------


@post("/api/me/notices/quiet", status_code=200)
async def be_quiet(data: JSONBody[Quiet], request: Asked, state: State) -> NoticesTold:
    """Do not call me at these hours."""
    state.gate.check("calls", client_of(request))
    owner, store = who_asks(request).known, desk_of(state).store
    try:
        ZoneInfo(data.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refused(400, "UnknownZone", f"Nobody knows a time zone {data.zone!r}.") from None
    await store.meet(owner, "")
    await store.be_quiet(owner, QuietRow(data.begins, data.ends, data.zone))
    return await _told(state, owner)


@delete("/api/me/notices/quiet", status_code=200)
async def be_loud(request: Asked, state: State) -> NoticesTold:
    """Call me at any hour."""
    owner = who_asks(request).known
    await desk_of(state).store.be_quiet(owner, None)
    return await _told(state, owner)


# --- mail -------------------------------------------------------------------------------------------


@post("/api/me/notices/mail", status_code=200)
async def want_mail(data: JSONBody[MailWish], request: Asked, state: State) -> NoticesTold:
    """Write to me there, once I have confirmed it."""
    owner, store = who_asks(request).known, desk_of(state).store
    postbox, letters = _post(state)
    if not is_address(data.address):
        raise Refused(400, "BadAddress", NO_ADDRESS)
    known = await store.mailbox_of(owner)
    await store.meet(owner, "")
    if known and known.confirmed and known.address == data.address:
        state.gate.check("calls", client_of(request))
        await store.set_mailbox(_changed(known, data))
        return await _told(state, owner)
    state.gate.check("mails", client_of(request))
    state.gate.check("addresses", data.address.lower())
    code, leave = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
    ends = now() + CONFIRM_SECONDS
    await store.set_mailbox(
        Mailbox(owner, data.address, data.minutes, data.language, False, hash_of(code), ends, leave)
    )
    try:
        await postbox.send(letters.confirm(data.address, data.language, code))
    except NobodyThere:
        await store.remove_mailbox(owner)
        raise Refused(400, "BadAddress", NO_ADDRESS) from None
    except OSError:
        raise Refused(503, "NoMail", "The mail could not be sent; try again later.") from None
    return await _told(state, owner)


def _post(state: State) -> tuple[Postbox, Letters]:
    found = _ways(state).post
    if found is None:
        raise Refused(409, "NoMailHere", "This server sends no mail.")
    return found


def _changed(known: Mailbox, asked: MailWish) -> Mailbox:
    return Mailbox(
        known.owner, known.address, asked.minutes, asked.language, True, known.code, known.ends, known.leave
    )


@delete("/api/me/notices/mail", status_code=200)
async def no_mail(request: Asked, state: State) -> NoticesTold:
    """Write to me no more."""
    owner = who_asks(request).known
    await desk_of(state).store.remove_mailbox(owner)
    return await _told(state, owner)


@post("/api/mail/confirm", status_code=200)
async def confirm_mail(data: JSONBody[Code], request: Asked, state: State) -> Done:
    """Yes, this address is mine, and I want mail there."""
    state.gate.check("calls", client_of(request))
    if not await desk_of(state).store.confirm_mailbox(hash_of(data.code)):
        raise Refused(404, "LinkUsed", "This link was used already, or its time is over; make a new one.")
    return Done()


@post("/api/mail/leave/{leave:str}", status_code=200)
async def leave_mail(leave: FromPath[str], state: State) -> Done:
    """Write there no more: with one click in the mail program, or on the page that a mail leads to."""
    await desk_of(state).store.leave_mailbox(leave)
    return Done()


@get("/api/mail/leave/{leave:str}", include_in_schema=False, sync_to_thread=False)
def ask_to_leave(leave: FromPath[str]) -> Response[None]:
    """Programs that only open links are led to the page that asks."""
    page = f"../../../#/mail/leave/{quote(leave, safe='')}"
    return Response(None, status_code=303, headers={"Location": page})


# --- the chat of a table ----------------------------------------------------------------------------


async def _hosted(table: str, request: Asked, state: State) -> str:
    """Whoever asks, if they are the host."""
    async with desk_of(state).at(table) as live:
        check_host(live, who := who_asks(request))
        return who.known


@get("/api/tables/{table:str}/chat-hook")
async def chat_hook(table: FromPath[str], request: Asked, state: State) -> ChatTold | None:
    """The chat that is told of turns; the host may know."""
    await _hosted(table, request, state)
    return await _told_chat(state, table)


async def _told_chat(state: State, table: str) -> ChatTold | None:
    hook = await desk_of(state).store.hook_of(table)
    return ChatTold(hook.url, hook.state) if hook else None


@post("/api/tables/{table:str}/chat-hook", status_code=200)
async def set_chat_hook(
    table: FromPath[str], data: JSONBody[ChatWish], request: Asked, state: State
) -> ChatTold | None:
    """Tell a chat of turns, once the operator of the server has approved it."""
    state.gate.check("calls", client_of(request))
    owner = await _hosted(table, request, state)
    _check_reach(state, data.url)
    await desk_of(state).store.set_hook(table, data.url, owner, data.language)
    return await _told_chat(state, table)


@delete("/api/tables/{table:str}/chat-hook", status_code=200)
async def remove_chat_hook(table: FromPath[str], request: Asked, state: State) -> ChatTold | None:
    """Tell it no more."""
    await _hosted(table, request, state)
    await desk_of(state).store.remove_hook(table)
    return await _told_chat(state, table)


NOTICES: list[Any] = [
    notices, add_device, remove_device, be_quiet, be_loud, want_mail, no_mail, confirm_mail, leave_mail,
    ask_to_leave, chat_hook, set_chat_hook, remove_chat_hook,
]  # fmt: skip
