"""What a phone or a desktop asks for before it takes the app: a manifest in the reader's language, and icons.

Addresses in a manifest are read from where it lies, so nothing here knows under which path of a site that is.
"""

import functools
import re
from typing import Any

import msgspec
import resvg_py
from litestar import Response, get
from litestar.params import FromPath, FromQuery

from gruppetto.language import ENGLISH, catalogue
from gruppetto.server.asked import Asked
from gruppetto.server.drawing import PAPER
from gruppetto.server.messages import Refused
from gruppetto.server.pages import STATIC, AppFile, file_of, plain_file, sent
from gruppetto.server.pictures import spoken

KIND = "application/manifest+json"
DRAWING = STATIC / "icon.svg"
WHOLE, CUT = "{}.png", "{}-cut.png"
SIZES, APPLE = (192, 512), 180
BOX = 'viewBox="0 0 64 64"'
WIDER = 'viewBox="-8 -6 80 80"'  # a system cuts a circle out of it; what is drawn stays whole
BEFORE_THE_EDGE = f'<rect x="-8" y="-6" width="80" height="80" fill="{PAPER}"/>'
FRAME = re.compile(r'<g id="frame">.*?</g>', re.DOTALL)
SHORTCUTS = {"create.title": "./#/new", "rules.open": "./#/rules", "you.title": "./#/you"}


@get("/manifest.webmanifest", include_in_schema=False, sync_to_thread=False)
def manifest(request: Asked, lang: FromQuery[str] = ENGLISH) -> Response[bytes]:
    """What the app is called, how it looks, and where its shortcuts lead."""
    return sent(_manifest(spoken(lang)), request)


@get("/icons/{name:str}", include_in_schema=False)
async def icon(name: FromPath[str], request: Asked) -> Response[bytes]:
    """The app's sign at a size that somebody asks for."""
    if name not in _icons():
        raise Refused(404, "NotFound", "There is no such page.")
    return sent(_icons()[name], request)


INSTALLING: list[Any] = [manifest, icon]


@functools.cache
def _manifest(language: str) -> AppFile:
    say = functools.partial(catalogue(language).fill, names={})
    told = {
        "name": "Gruppetto", "short_name": "Gruppetto", "description": say("shell.motto"),
        "lang": language, "dir": "ltr", "start_url": "./", "scope": "./", "display": "standalone",
        "background_color": PAPER, "theme_color": PAPER, "categories": ["games"],
        "icons": [
            {
                "src": f"icons/{form.format(size)}", "sizes": f"{size}x{size}",
                "type": "image/png", "purpose": purpose,
            }
            for form, purpose in ((WHOLE, "any"), (CUT, "maskable"))
            for size in SIZES
        ],
        "shortcuts": [{"name": say(key), "url": url} for key, url in SHORTCUTS.items()],
    }  # fmt: skip
    return file_of(msgspec.json.encode(told), KIND)


@functools.cache
def _icons() -> dict[str, AppFile]:
    """All sizes, made from one drawing."""
    drawing = DRAWING.read_text("utf-8")
    cut = FRAME.sub(BEFORE_THE_EDGE, drawing).replace(BOX, WIDER)
    sizes = {WHOLE.format(size): (drawing, size) for size in SIZES}
    sizes |= {CUT.format(size): (cut, size) for size in (APPLE, *SIZES)}
    return {name: plain_file(_drawn(svg, size), "image/png") for name, (svg, size) in sizes.items()}


def _drawn(svg: str, size: int) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))
