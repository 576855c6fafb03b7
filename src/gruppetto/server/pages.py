"""The browser app: its files as they are sent, read and packed once."""

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get, route
from litestar.params import FromPath

from gruppetto.server.messages import Refused
from gruppetto.server.pictures import unfurled

STATIC = Path(__file__).parent / "static"
FRONT = "index.html"
FOR_EVER = "public, max-age=31536000, immutable"  # what is named by its content never changes
ASK_FIRST = "no-cache"
SMALL = 1000  # bytes that are not worth packing
TIGHT = (".png", ".woff2")  # packed already
BROTLI = ".br"  # what the build has packed, beside what it was


class AppFile(msgspec.Struct, frozen=True):
    """A file as it is sent."""

    content: bytes
    packed: dict[str, bytes]  # by encoding, the tightest first
    kind: str
    cache: str
    tag: str


def pages(folder: Path = STATIC) -> dict[str, AppFile]:
    """All files of the app, by their paths."""
    files = [path for path in folder.rglob("[!.]*") if path.is_file() and path.suffix != BROTLI]
    return {path.relative_to(folder).as_posix(): _page(path, folder) for path in files}


def _page(path: Path, folder: Path) -> AppFile:
    content = path.read_bytes()
    kind = (
        "font/woff2"
        if path.suffix == ".woff2"
        else mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    )
    cache = FOR_EVER if path.parent == folder / "assets" else ASK_FIRST
    return AppFile(content, _packed(path, content), kind, cache, tag_of(content))


def file_of(content: bytes, kind: str) -> AppFile:
    """What we have made ourselves, as it is sent."""
    return AppFile(content, {"gzip": gzip.compress(content, 9, mtime=0)}, kind, ASK_FIRST, tag_of(content))


def plain_file(content: bytes, kind: str) -> AppFile:
    """The same, where packing gains nothing."""
    return AppFile(content, {}, kind, ASK_FIRST, tag_of(content))


def tag_of(content: bytes) -> str:
    """What a content is known by."""
    return f'"{hashlib.sha256(content).hexdigest()[:20]}"'


def _packed(path: Path, content: bytes) -> dict[str, bytes]:
    if len(content) <= SMALL or path.suffix in TIGHT:
        return {}
    brotli = path.with_name(path.name + BROTLI)
    tightest = {"br": brotli.read_bytes()} if brotli.is_file() else {}
    return {**tightest, "gzip": gzip.compress(content, 9, mtime=0)}


def takes(request: Request[Any, Any, Any], encoding: str) -> bool:
    """Whether a browser can unpack what we have packed so."""
    return encoding in request.headers.get("accept-encoding", "")


def sent(page: AppFile, request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file, or that it has not changed."""
    headers = {"Cache-Control": page.cache, "ETag": page.tag, "Vary": "Accept-Encoding"}
    if page.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=page.kind)
    for encoding, content in page.packed.items():
        if takes(request, encoding):
            packed = {**headers, "Content-Encoding": encoding}
            return Response(content, headers=packed, media_type=page.kind)
    return Response(page.content, headers=headers, media_type=page.kind)


def handlers(folder: Path = STATIC) -> list[Any]:
    """What answers for the app, or says that it was not built."""
    found = pages(folder)

    @route(["/", "/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
        name = path.strip("/") or FRONT
        if name not in found:
            raise Refused(404, "NotFound", "There is no such page.")
        if name == FRONT and (race := request.query_params.get("race")):
            return await unfurled(request, found[FRONT].content, race)
        return sent(found[name], request)

    return [page] if FRONT in found else [no_page]


@get("/", media_type=MediaType.TEXT, sync_to_thread=False, include_in_schema=False)
def no_page() -> str:
    """What is shown where the browser app has not been built."""
    return "Gruppetto is running, but its page was not built. Install it with: pip install .\n"
