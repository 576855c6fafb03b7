"""Answers are packed on their way out, and those that hardly ever change are sent only once."""

import asyncio
import gzip
from typing import Any

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from gruppetto.server.pages import ASK_FIRST, SMALL, tag_of

LARGE = 100_000  # bytes that are packed aside, so that nobody waits for it
LEVEL = 5
KNOWN = ("/api/games", "/api/players")  # the same for everybody, for as long as the server runs
# A road as it is drawn: the one that is kept is shown at once, and a newer one the next time.
DRAWN = "/scenery"
SHOW_FIRST = "max-age=60, stale-while-revalidate=2592000"


def packing(app: ASGIApp) -> ASGIApp:
    """What an application answers, packed where the browser can unpack it."""

    async def packed(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or not scope["path"].startswith("/api/"):
            return await app(scope, receive, send)
        asked, begun = Headers.from_scope(scope), list[HTTPResponseStartEvent]()

        async def wrap(message: Message) -> None:
            if message["type"] == "http.response.start":
                begun.append(message)
                return
            if begun and message["type"] == "http.response.body":
                await _send(begun.pop(), message, asked, scope["path"], send)
            else:
                await send(message)

        return await app(scope, receive, wrap)

    return packed


async def _send(start: HTTPResponseStartEvent, body: Any, asked: Headers, path: str, send: Send) -> None:
    headers, content = MutableScopeHeaders(start), body.get("body", b"")
    if not body.get("more_body") and "content-encoding" not in headers:
        if start["status"] == 200 and path.startswith(KNOWN):
            content = _told_once(start, content, asked, SHOW_FIRST if path.endswith(DRAWN) else ASK_FIRST)
        if len(content) > SMALL and "gzip" in asked.get("accept-encoding", ""):
            content = await _packed(content)
            headers["Content-Encoding"] = "gzip"
        headers.extend_header_value("vary", "Accept-Encoding")
        headers["Content-Length"] = str(len(content))
    await send(start)
    body["body"] = content
    await send(body)


def _told_once(start: HTTPResponseStartEvent, content: bytes, asked: Headers, cache: str) -> bytes:
    """An answer under a tag; nothing of it for a browser that has it already."""
    tag = tag_of(content)
    headers = MutableScopeHeaders(start)
    headers["ETag"], headers["Cache-Control"] = tag, cache
    if tag not in asked.get("if-none-match", ""):
        return content
    start["status"] = 304
    return b""


async def _packed(content: bytes) -> bytes:
    if len(content) > LARGE:
        return await asyncio.to_thread(gzip.compress, content, LEVEL, mtime=0)
    return gzip.compress(content, LEVEL, mtime=0)
