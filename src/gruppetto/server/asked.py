"""What every route is handed: a request, and by way of its state the desk it goes to."""

from typing import Any

from litestar import Request
from litestar.datastructures import State

from gruppetto.server.desk import Desk
from gruppetto.server.messages import Refused


class Asked(Request[Any, Any, State]):
    """A request; text that cannot be read is its sender's fault in its body, and our own elsewhere."""

    async def json(self) -> Any:
        """What its body says."""
        try:
            return await super().json()
        except UnicodeDecodeError:
            raise Refused(400, "BadRequest", "A body must be text in UTF-8.") from None


def desk_of(state: State) -> Desk:
    """The desk of this worker."""
    desk: Desk = state.desk
    return desk
