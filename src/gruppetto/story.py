"""The story of a race: told once, by the rules that rode it, and read under any later ones.

It holds what a spectator saw after every decision, and everything that happened: what was hidden is public
when a race is over.
"""

import zlib
from collections.abc import Iterable, Iterator
from contextvars import copy_context
from typing import Any, NoReturn

import msgspec

from gruppetto.errors import CorruptLog, WrongVersion
from gruppetto.games import loops
from gruppetto.games.game import Game, Json, Message
from gruppetto.kernel.record import Records, duplicate
from gruppetto.kernel.trace import recorder, rows
from gruppetto.language import ENGLISH, speak

FORMAT = 1
LARGEST = 64 * 1024 * 1024  # bytes, unpacked: more than the longest tour


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision, what happened on it, and what has changed for a spectator."""

    seat: int
    code: int
    text: str
    events: list[Json]
    changed: Json  # of the moment that a replay draws
    seen: Json  # of the whole view
    veiled: dict[int, Json | None] = {}  # which of the events a spectator was told less of, or nothing


class Story(msgspec.Struct, frozen=True):
    """A whole race."""

    format: int
    ridden: str  # the stage or stages, as people call them
    scenery: Json  # what does not change, for drawing it
    rounds: tuple[str, ...]  # the kinds of events that open a round
    begin: Json  # the first moment that a replay draws
    view: Json  # what a spectator saw then
    steps: list[Step]

    def views(self) -> Iterator[Json]:
        """What a spectator saw at the beginning and after every decision."""
        view = self.view
        yield view
        for step in self.steps:
            view = _after(view, step.seen)
            yield view

    def events(self, decision: int) -> list[Message]:
        """Everything that happened on a decision."""
        return [self._event(event) for event in self.steps[decision].events]

    def seen(self, decision: int) -> list[Message]:
        """What a spectator was told of it then."""
        step = self.steps[decision]
        told = (step.veiled.get(number, event) for number, event in enumerate(step.events))
        return [self._event(event) for event in told if event is not None]

    def _event(self, document: Json) -> "Recorded":
        return Recorded(document, document.get("type") in self.rounds)


class Recorded(Message, frozen=True):
    """An event as it was told once; the room that told it may have other words by now."""

    document: Json
    opens: bool

    @property
    def text(self) -> str:
        """The sentence."""
        return str(self.document.get("text", ""))

    @property
    def key(self) -> str:
        """Which kind of event it was."""
        return str(self.document.get("type", ""))

    @property
    def rule(self) -> str:  # type: ignore[override]  # of one event, not of all that are kept this way
        """The rule it came by."""
        return str(self.document.get("rule", ""))

    @property
    def opens_round(self) -> bool:  # type: ignore[override]  # the same
        """Whether a round began with it."""
        return self.opens


class _Label(msgspec.Struct):
    format: int


def tell(game: Game, first: Records, log: Iterable[tuple[int, int]], ridden: str) -> Story:
    """Ride a race again from its first state and write down what there was to see, in English."""
    return copy_context().run(_told, game, first, log, ridden)


def _told(game: Game, first: Records, log: Iterable[tuple[int, int]], ridden: str) -> Story:
    speak(ENGLISH)
    state, trace, steps = duplicate(first), recorder(), []
    rounds: set[str] = set()
    begin, view = moment, seen = _shown(game, state)
    for seat, code in log:
        text = game.message(state, seat, code).text
        loops.step(game.rules.act, state, seat, code, trace)
        events = game.events(rows(trace))
        rounds.update(event.key for event in events if event.opens_round)
        told, before, known = [event_document(event) for event in events], moment, seen
        moment, seen = _shown(game, state)
        changed = _changed(before, moment), _changed(known, seen)
        steps.append(Step(seat, code, text, told, *changed, _veiled(events)))
    scenery = msgspec.to_builtins(game.scenery(begin.get("letters", "")))
    return Story(FORMAT, ridden, scenery, tuple(sorted(rounds)), begin, view, steps)


def _shown(game: Game, state: Records) -> tuple[Json, Json]:
    """What a replay draws of a state, and all that a spectator sees of it."""
    view = game.view(state, None)
    return msgspec.to_builtins(game.moment(view)), msgspec.to_builtins(view)


def event_document(event: Message) -> Json:
    """An event with its sentence and its rule."""
    if isinstance(event, Recorded):
        return event.document
    return {**msgspec.to_builtins(event), "text": event.text, "rule": event.rule}


def pack(story: Story) -> bytes:
    """A story as it is kept."""
    return zlib.compress(msgspec.json.encode(story), 9)


def unpack(packed: bytes) -> Story:
    """A story that was kept, by us or by anybody."""
    content = unpacked(packed)
    try:
        label = msgspec.json.decode(content, type=_Label)
        if label.format != FORMAT:
            raise WrongVersion(f"story: format {label.format}; this version reads {FORMAT}.")
        return msgspec.json.decode(content, type=Story)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        _refuse(str(error))


def unpacked(packed: bytes) -> bytes:
    """What was packed, as long as it is no larger than any story."""
    inflating = zlib.decompressobj()
    try:
        content = inflating.decompress(packed, LARGEST)
    except zlib.error as error:
        _refuse(str(error))
    if not inflating.eof:
        _refuse(f"it is cut off, or larger than any story ({LARGEST} bytes)")
    return content


def _refuse(why: str) -> NoReturn:
    raise CorruptLog(f"story: it cannot be read: {why}.")


def _veiled(events: list[Message]) -> dict[int, Json | None]:
    seen = [(number, event, event.seen_by(None)) for number, event in enumerate(events)]
    return {number: event_document(less) if less else None for number, event, less in seen if less != event}


def _changed(before: Json, after: Json) -> Json:
    """What is new in a view, of the riders only those to whom something happened."""
    changed = {key: value for key, value in after.items() if key not in before or value != before[key]}
    if "riders" in changed:
        known = before["riders"]
        changed["riders"] = {name: it for name, it in after["riders"].items() if it != known.get(name)}
    return changed


def _after(view: Json, changed: Json) -> Json:
    """A view with what is new in it; kept by anybody, so that riders may be missing."""
    riders: Any = {**view.get("riders", {}), **changed.get("riders", {})}
    return {**view, **changed, "riders": riders}
