"""Pictures of finished races, and links that show them wherever they are pasted."""

from contextvars import copy_context
from html import escape
from typing import Any

import msgspec
from litestar import Request, Response

from gruppetto.errors import GruppettoError
from gruppetto.language import ENGLISH, LANGUAGES, has, speak, t
from gruppetto.review.results import FORMAT
from gruppetto.server.desk import Desk
from gruppetto.server.drawing import HIGH, WIDE, Pictured, PictureForm, Team, headline
from gruppetto.server.jobs import Draw, Recorded
from gruppetto.server.limits import client_of
from gruppetto.server.live import Live
from gruppetto.server.messages import Refused
from gruppetto.server.seal import check_opened
from gruppetto.server.shelf import Shelf
from gruppetto.server.store import SeatRow
from gruppetto.server.workbench import Workbench

KEPT_BYTES = 16 * 1024 * 1024  # pictures at hand
TITLE = "<title>Gruppetto</title>"  # of the page as it was built


class Pictures:
    """Pictures, drawn when they are first wanted and kept for a while."""

    def __init__(self, desk: Desk, workbench: Workbench) -> None:
        self._desk, self._workbench = desk, workbench
        self._shelf = Shelf[tuple[str, bytes, str, PictureForm, bool]](KEPT_BYTES)

    async def picture(self, table: str, language: str, form: PictureForm, client: str) -> bytes:
        """A finished race as a picture; with the curve of the chances once it was thought over."""
        review = await self._desk.store.review(table, FORMAT)
        async with self._desk.at(table) as live:
            race = pictured(live, language)
            match = None if live.past else Recorded.of(live.match)
        shown = msgspec.json.encode(race)  # names may go
        key = live.id, shown, language, form, review is not None
        job = Draw(race, match, review, language, form)
        return await self._shelf.content(key, lambda: self._workbench.do(client, job))


def spoken(language: str) -> str:
    """A language that we speak: the one asked for, or English."""
    return language if language in LANGUAGES else ENGLISH


def pictured(live: Live, language: str) -> Pictured:
    """What a picture tells of a race that is over: nothing that its podium does not."""
    if live.row.status != "over" or not live.row.result:
        raise Refused(403, "NotOver", "There is a picture of a race when it is over.")
    check_opened(live)
    return copy_context().run(_pictured, live, language)


def _pictured(live: Live, language: str) -> Pictured:
    speak(language)
    game, row = live.game, live.row
    called = t(f"game.{game.id}") if has(f"game.{game.id}") else game.name
    teams = [Team(_name(place, game.teams[place.seat]), game.teams[place.seat]) for place in live.seats]
    ridden = row.title or live.table(set()).stage or called
    return Pictured(called, ridden, teams, list((row.result or {})["seats"]))


def _name(place: SeatRow, team: str) -> str:
    """What others call whoever sits on a seat."""
    if place.kind == "bot" and place.name in ("", place.level):  # one that goes by no name of its own
        level = place.level or place.name
        return t(f"level.{level}") if has(f"level.{level}") else level.capitalize()
    return place.name or t(f"team.{team}")


# --- links ------------------------------------------------------------------------------------------


async def unfurled(request: Request[Any, Any, Any], front: bytes, table: str) -> Response[bytes]:
    """The page with a head that says what a link leads to; the page as it is, where that may not be told."""
    language = spoken(request.query_params.get("lang", ENGLISH))
    request.app.state.gate.check("requests", client_of(request))
    try:
        async with request.app.state.desk.at(table) as live:
            head = _head(pictured(live, language), str(request.base_url), live.id, language)
    except (Refused, GruppettoError):  # a table that cannot be taken up any more, too
        head = TITLE
    return Response(front.replace(TITLE.encode(), head.encode()), media_type="text/html; charset=utf-8")


def _head(race: Pictured, site: str, table: str, language: str) -> str:
    title = copy_context().run(_headline, race, language)
    podium = ", ".join(
        f"{place}. {race.teams[seat].name}" for place, seat in enumerate(race.ranking, start=1)
    )
    address = f"{site.rstrip('/')}/?race={table}" + ("" if language == ENGLISH else f"&lang={language}")
    picture = f"{site.rstrip('/')}/api/tables/{table}/picture.png?lang={language}"
    told = {
        "og:type": "website", "og:site_name": "Gruppetto", "og:title": f"{title} · {race.ridden}",
        "og:description": f"{race.game}: {podium}", "og:url": address, "og:image": picture,
        "og:image:type": "image/png", "og:image:width": str(WIDE), "og:image:height": str(HIGH),
        "og:image:alt": f"{title}: {podium}",
    }  # fmt: skip
    named = {"twitter:card": "summary_large_image", "robots": "noindex"}
    return "".join([
        f"<title>{escape(f'{title} · {race.ridden}')}</title>",
        *(f'<meta property="{name}" content="{escape(value)}">' for name, value in told.items()),
        *(f'<meta name="{name}" content="{value}">' for name, value in named.items()),
    ])  # fmt: skip


def _headline(race: Pictured, language: str) -> str:
    speak(language)
    return headline(race)
