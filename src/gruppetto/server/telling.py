"""What is told of a table and of what happens at it: rows, events and choices as a viewer reads them."""

import functools
from collections.abc import Sequence
from typing import Any

import msgspec

from gruppetto import story
from gruppetto.errors import GruppettoError
from gruppetto.games import registry
from gruppetto.games.game import Choice, Document, Json, Message
from gruppetto.lessons import lesson_of
from gruppetto.match import Match, Seated, seen
from gruppetto.server.answers import Idle, Offer, Seat, Snapshot, Table
from gruppetto.server.days import is_sealed
from gruppetto.server.store import MatchRow, SeatRow


class Told(msgspec.Struct, frozen=True, gc=False):
    """A decision that stands, and what happened on it: values only, nothing for the garbage collector."""

    seq: int
    seat: int
    code: int
    waiting: tuple[int, ...]  # who owed a decision when it was made
    events: tuple[Message, ...]
    reveals: bool  # whether chance or something hidden came to light
    opens_round: bool
    by_clock: bool


def table_of(
    row: MatchRow,
    seats: list[SeatRow],
    online: set[int],
    seq: int,
    idle: Sequence[Idle] = (),
    resumes: float | None = None,
) -> Table:
    """What everybody may know of a table."""
    game, options = registry.get(row.game), _understood(row)
    return Table(
        id=row.id,
        title=row.title,
        game=row.game,
        options=row.options,
        stage=(game.ridden(options) or None) if options else None,
        status=row.status,
        seats=[_seat(place, online, game.teams) for place in seats],
        host=next((place.seat for place in seats if place.owner == row.host), None),
        idle=[one for one in idle if one.seq == seq],
        commitment=row.commitment,
        seed=row.seed if row.status == "over" and not is_sealed(row.day) else None,
        result=row.result,
        tempo=row.tempo,
        hints=row.hints,
        private_talk=options is not None and game.talks_in_private(options),
        listed=row.listed,
        rematch=row.rematch,
        created=row.created,
        seq=seq,
        lesson=is_lesson(row),
        rated=row.rated,
        resumes=resumes,
        day=row.day,
    )


def is_lesson(row: MatchRow) -> bool:
    """Whether a table is a lesson: known by its seed; a save file that is brought with it is one too."""
    return lesson_of(row.game, row.seed) is not None


def _understood(row: MatchRow) -> Any:
    """The options of a table; nothing where the installed rules do not know them any more."""
    try:
        return registry.get(row.game).options(row.options)
    except GruppettoError:
        return None


def _seat(place: SeatRow, online: set[int], teams: Sequence[str]) -> Seat:
    seat = place.seat
    return Seat(
        seat, place.kind, place.name, place.level, seat in online, place.lent, teams[seat], place.muted
    )


def seated(place: SeatRow) -> Seated:
    """Who sits there, as a save file tells."""
    if place.kind in ("bot", "dummy"):
        return Seated(place.kind, place.name, place.level or "")
    return Seated("person", place.name)


def events_for(told: Told, seat: int | None) -> list[msgspec.Raw]:
    """Events as a viewer may know them."""
    return [event_document(event) for event in seen(list(told.events), seat)]


@functools.lru_cache(maxsize=10_000)
def shared(event: Message) -> Message:
    """The same event, however many tables remember it: most happen again and again."""
    return event


@functools.lru_cache(maxsize=10_000)
def event_document(event: Message) -> msgspec.Raw:
    """An event with its sentence and rule: written once, whoever is told of it."""
    return raw(story.event_document(event))


@functools.lru_cache(maxsize=10_000)
def offer(choice: Choice) -> msgspec.Raw:
    """A choice with its sentence and rule, and what would come of it."""
    message, preview, routine = choice.message, choice.preview, choice.routine
    return raw(Offer(choice.code, choice.text, message.rule, message, preview, routine))


def raw(document: Document) -> msgspec.Raw:
    """A document as it goes over the wire."""
    return msgspec.Raw(msgspec.json.encode(document))


def moment(match: Match, seat: int, table: Table) -> Snapshot:
    """A race that stands still, as a seat sees it that is to decide."""
    shown: Json = {
        "game": match.game.id,
        "seq": len(match.log),
        "own": 0,
        "view": match.game.view(match.state, seat),
        "choices": [offer(choice) for choice in match.choices(seat)],
        "can_undo": False,
        "clocks": None,
    }
    return Snapshot(**shown, table=table, seat=seat, undo=None, last=[], gap=[], carried=None)
