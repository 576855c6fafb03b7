"""The browser app: its files as they are sent, read and compressed once."""

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get, route
from litestar.params import FromPath

from gruppetto.server.messages import Refused

STATIC = Path(__file__).parent / "static"
FRONT = "index.html"
FOR_EVER = "public, max-age=31536000, immutable"  # what is named by its content never changes
ASK_FIRST = "no-cache"
SMALL = 1000  # bytes that are not worth compressing
PACKED = ("image/png", "font/woff2")  # compressed already


class AppFile(msgspec.Struct, frozen=True):
    """A file as it is sent."""

    content: bytes
    packed: bytes | None
    kind: str
    cache: str
    tag: str


def pages(folder: Path = STATIC) -> dict[str, AppFile]:
    """All files of the app, by their paths."""
    files = [path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(".")]
    return {path.relative_to(folder).as_posix(): _page(path, folder) for path in files}


def _page(path: Path, folder: Path) -> AppFile:
    content = path.read_bytes()
    kind = (
        "font/woff2"
        if path.suffix == ".woff2"
        else mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    )
    packed = gzip.compress(content, 9, mtime=0) if len(content) > SMALL and kind not in PACKED else None
    cache = FOR_EVER if path.parent == folder / "assets" else ASK_FIRST
    return AppFile(content, packed, kind, cache, f'"{hashlib.sha256(content).hexdigest()[:20]}"')


def takes_gzip(request: Request[Any, Any, Any]) -> bool:
    """Whether a browser can unpack what we have packed."""
    return "gzip" in request.headers.get("accept-encoding", "")


def sent(page: AppFile, request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file, or that it has not changed."""
    headers = {"Cache-Control": page.cache, "ETag": page.tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == page.tag:
        return Response(b"", status_code=304, headers=headers, media_type=page.kind)
    if page.packed and takes_gzip(request):
        return Response(page.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=page.kind)
    return Response(page.content, headers=headers, media_type=page.kind)


def handlers(folder: Path = STATIC) -> list[Any]:
    """What answers for the app, or says that it was not built."""
    found = pages(folder)

    @route(["/", "/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False, sync_to_thread=False)
    def page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
        name = path.strip("/") or FRONT
        if name not in found:
            raise Refused(404, "NotFound", "There is no such page.")
        return sent(found[name], request)

    return [page] if FRONT in found else [no_page]


@get("/", media_type=MediaType.TEXT, sync_to_thread=False, include_in_schema=False)
def no_page() -> str:
    """What is shown where the browser app has not been built."""
    return "Gruppetto is running, but its page was not built. Install it with: pip install .\n"
