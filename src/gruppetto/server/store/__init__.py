"""What is kept: matches, their seats, their logs and their talk. The log is the only state of a game."""

from gruppetto.server.store.clubs import Clubs
from gruppetto.server.store.database import Lost, now, stop
from gruppetto.server.store.days import Days
from gruppetto.server.store.decisions import Decisions
from gruppetto.server.store.hooks import HookRow, Hooks
from gruppetto.server.store.layout import (
    BELONGINGS,
    PARTS,
    blocks,
    carried,
    companions,
    complaints,
    day_rides,
    days,
    handovers,
    identities,
    invitations,
    kicks,
    matches,
    members,
    metadata,
    moves,
    rated,
    ratings,
    reviews,
    rides,
    rounds,
    seats,
    stories,
    talk,
    timekeeper,
    votes,
)
from gruppetto.server.store.leagues import Leagues
from gruppetto.server.store.lines import Lines
from gruppetto.server.store.manners import Manners
from gruppetto.server.store.notices import (
    CHAT,
    MAIL,
    Device,
    Mailbox,
    Notice,
    Notices,
    QuietRow,
    Way,
    What,
)
from gruppetto.server.store.outliving import Outliving
from gruppetto.server.store.positions import Positions
from gruppetto.server.store.rows import (
    CARRY,
    CLOCK,
    LEAGUE,
    NOBODY,
    NOT_LENT,
    PLAY,
    UNDO,
    Complaint,
    DayRide,
    DayRow,
    Finish,
    Identity,
    Invitation,
    Line,
    MatchRow,
    Move,
    Pair,
    Placed,
    Rated,
    RatingRow,
    Ride,
    Round,
    SeatRow,
    TableProgress,
    standing,
)
from gruppetto.server.store.tables import Tables
from gruppetto.server.store.timekeeping import Timekeeping

__all__ = [
    "BELONGINGS", "CARRY", "CHAT", "CLOCK", "LEAGUE", "MAIL", "NOBODY", "NOT_LENT", "PARTS", "PLAY", "UNDO",
    "Complaint", "DayRide", "DayRow", "Device", "Finish", "HookRow", "Identity", "Invitation", "Line",
    "Lost", "Mailbox", "MatchRow", "Move", "Notice", "Pair", "Placed", "QuietRow", "Rated", "RatingRow",
    "Ride", "Round", "SeatRow", "Store", "TableProgress", "Way", "What", "blocks", "carried", "companions",
    "complaints", "day_rides", "days", "handovers", "identities", "invitations", "kicks", "matches",
    "members", "metadata", "moves", "now", "rated", "ratings", "reviews", "rides", "rounds", "seats",
    "standing", "stop", "stories", "talk", "timekeeper", "votes",
]  # fmt: skip


class Store(
    Tables, Timekeeping, Decisions, Positions, Outliving, Lines, Clubs, Leagues, Days, Manners, Notices, Hooks
):  # fmt: skip
    """Everything that is kept, in one database."""
