"""The seal on the stage of a day: as long as somebody may ride it, nothing is told that tells its deal."""

from gruppetto.server.identity import Who
from gruppetto.server.live import Live
from gruppetto.server.messages import Refused


def check_opened(live: Live) -> None:
    """Refuse to tell a race again that others may still ride."""
    if live.sealed:
        raise Refused(403, "Sealed", "The stage of the day is sealed until everybody has ridden it.")


def check_rider(live: Live, who: Who) -> None:
    """Refuse to show such a race to anybody but its rider."""
    if not live.seats_of(who.key):
        check_opened(live)


def check_shared(live: Live) -> None:
    """Refuse what nobody may do for a rider of the stage of a day, nor they themselves."""
    if live.row.day:
        raise Refused(403, "RiddenAlone", "The stage of the day is ridden once, alone, and without help.")
