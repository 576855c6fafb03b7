"""What went wrong, as a client is told it and as an operator reads it."""

import logging
from typing import Any

from litestar import Response
from litestar.exceptions import HTTPException, ValidationException

from gruppetto.errors import GruppettoError
from gruppetto.server.asked import Asked
from gruppetto.server.border import shown
from gruppetto.server.desk import refusal_for
from gruppetto.server.logs import REQUEST
from gruppetto.server.messages import Fault, Refusal, Refused
from gruppetto.server.store import Lost

logger = logging.getLogger(__name__)


def _refuse(request: Asked, error: Refused) -> Response[Refusal]:
    if error.status >= 500:
        why = error.__cause__ or error
        logger.warning(
            "%d for %s %r: %s: %s",
            error.status,
            request.method,
            shown(request.scope["path"]),
            error.fault.kind,
            why,
        )
    # Whoever sends more than is answered has to begin anew: what else they have sent already is dropped.
    headers = {"Retry-After": "2", "Connection": "close"} if error.status in (429, 503) else {}
    return Response(Refusal(error.fault), status_code=error.status, headers=headers)


def _refuse_lost(request: Asked, error: Lost) -> Response[Refusal]:
    refused = Refused(503, "Lost", "The table could not be reached; try again.")
    refused.__cause__ = error
    return _refuse(request, refused)


def _refuse_fault(request: Asked, error: Exception) -> Response[Refusal]:
    """What nobody has thought of: all of it for the operator, its number for the client."""
    logger.error("500 for %s %r", request.method, shown(request.scope["path"]), exc_info=error)
    said = f"Something went wrong here. It was noted under {REQUEST.get()}."
    return Response(Refusal(Fault("Fault", said)), status_code=500)


def _refuse_input(request: Asked, error: GruppettoError) -> Response[Refusal]:
    return _refuse(request, refusal_for(error))


def _refuse_depth(request: Asked, _: RecursionError) -> Response[Refusal]:
    return _refuse(request, Refused(400, "BadOption", "Nothing here is nested that deep."))


def _refuse_http(request: Asked, error: HTTPException) -> Response[Refusal]:
    text = error.detail
    if isinstance(error, ValidationException) and error.extra:
        text = (
            "; ".join(str(item.get("message", item)) for item in error.extra if isinstance(item, dict))
            or text
        )
    return _refuse(request, Refused(error.status_code, "BadRequest", text))


REFUSALS: dict[int | type[Exception], Any] = {
    Refused: _refuse,
    Lost: _refuse_lost,
    GruppettoError: _refuse_input,
    RecursionError: _refuse_depth,
    HTTPException: _refuse_http,
    Exception: _refuse_fault,
}
