"""A match: options, a seed and a log. Everything else is worked out from these."""

import base64
import hashlib
import json
import math
import os
import secrets
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from msgspec import Meta

from gruppetto.errors import BadOption, CannotSave, CorruptLog, IllegalMove, Unavailable, UnknownSeat
from gruppetto.games import loops, registry
from gruppetto.games.direct import direct
from gruppetto.games.game import Choice, Game, Json, Message, bits, no_numbers
from gruppetto.games.vocabulary import document_of
from gruppetto.kernel.chance import keys_from, spread
from gruppetto.kernel.record import Ints, Keys, Records, duplicate
from gruppetto.kernel.trace import NOT_RECORDING, recorder, rows
from gruppetto.story import Story, pack, tell

FORMAT = 1
SEED_BYTES = 32
NUMBER_BYTES = 8  # a simulated race has two numbers for a seed: its simulation's, and its own
EVERYTHING = -1  # as a seat: all events, whoever may know them
# Nothing unseen, nothing that moves other text about, and no towers of accents. What joins pictures into one
# (a rider, and which) may stand between pictures.
UNSEEN = (
    r"\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\U000e0000-\U000e0fff"
)
ACCENTS = r"\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
PICTURES = "\\u2190-\\u2bff\U0001f000-\U0001faff"
PRINTABLE = (
    rf"^(?![\s\S]*[{ACCENTS}]{{3}})(?:[^{UNSEEN}]|(?<=[{PICTURES}])\ufe0f"
    rf"|(?<=[{PICTURES}\ufe0f])\u200d(?=[{PICTURES}]))*$(?![\s\S])"
)
Seed = int | str | bytes | None


class Seated(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who sits on a seat: the rules know nothing of it, but save files keep it."""

    kind: Literal["person", "bot", "dummy"]
    name: Annotated[str, Meta(max_length=24, pattern=PRINTABLE)] = ""
    level: Annotated[str, Meta(max_length=40)] = ""  # of a bot


class Hint(msgspec.Struct, frozen=True):
    """A choice, and what it promises to somebody who goes on sensibly."""

    choice: Choice
    win: float  # the chance to win
    place: float  # the expected finish; 1 is the winner's
    tried: int  # races played out for it

    @property
    def error(self) -> float:
        """The standard error of the chance to win, which is never quite nothing."""
        wins = (self.win * self.tried + 1) / (self.tried + 2)
        return math.sqrt(wins * (1 - wins) / (self.tried + 2))


class Scratch(threading.local):
    """Room to work in: each thread has one, for all its matches."""

    def __init__(self) -> None:
        self.actions, self.trace = no_numbers(loops.MOST_ACTIONS), recorder()


SCRATCH = Scratch()
Adviser = Callable[["Match", int, Any], list[Hint]]
Reviewer = Callable[..., Any]


class Match:
    """One match of any game, with the state its log leads to."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Any,
        seed: bytes,
        *,
        start: Json | None = None,
        adviser: Adviser | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.seed = seed
        self.start = start  # a position document, where the match did not begin with a deal
        self.adviser = adviser  # who is asked for hints; a match knows no players of its own
        self.reviewer: Reviewer | None = None  # and who tells the race back
        self.seated: tuple[Seated, ...] = ()  # who sits where, if that is known
        self.log: list[tuple[int, int]] = []
        self._round: int | None = 0  # how many decisions stood when the latest round began; None: not known
        self._first = self._opening()
        self.state = duplicate(self._first)

    def _opening(self) -> Records:
        keys = keys_of(self.seed, self.game.streams)
        if self.start is not None:
            return self.game.from_position(self.start, keys)[0]
        state = self.game.blank()
        loops.begin(self.game.rules.deal, state, self.game.setup(self.options, self.seats), keys)
        return state

    # --- what is going on ---------------------------------------------------------------------------

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return bits(direct(loops.owing, self.game.rules.waiting)(self.state))

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(direct(loops.ended, self.game.rules.over)(self.state))

    @property
    def result(self) -> Json | None:
        """The final ranking, once the match is over."""
        return msgspec.to_builtins(self.game.result(self.state)) if self.over else None

    @property
    def scores(self) -> list[int]:
        """How the seats stand, as the rules reckon it: who has more is before the others."""
        found = no_numbers(self.seats)
        direct(loops.rank, self.game.rules.score)(self.state, found)
        scores: list[int] = found.tolist()
        return scores

    @property
    def rules_version(self) -> int:
        """The version of the rules that it is played by."""
        return self.game.rules_version

    @property
    def commitment(self) -> str:
        """What is published of the seed before it may be known: its SHA-256."""
        return commitment_of(self.seed)

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the position, however a version of the rules lays out its record."""
        return checksum(self.position())

    def choices(self, seat: int) -> list[Choice]:
        """The legal choices of a seat; none while it owes no decision."""
        return self.explained(seat, self.legal(seat))

    def legal(self, seat: int) -> list[int]:
        """The codes of these choices."""
        self._check_seat(seat)
        rules = self.game.rules
        found = direct(loops.options, rules.waiting, rules.legal)(self.state, seat, SCRATCH.actions)
        codes: list[int] = SCRATCH.actions[:found].tolist()
        return codes

    def explained(self, seat: int, codes: Sequence[int]) -> list[Choice]:
        """What legal codes mean to a seat now, what would come of them, and which is the obvious one."""
        return self.game.explained(self.state, seat, codes)

    def hint(self, seat: int, budget: Any = "1s") -> list[Hint]:
        """A seat's choices, the best first, from what it may know, thought over for a time or so."""
        self._check_seat(seat)
        if seat not in self.waiting:
            raise IllegalMove(f"Seat {seat} owes no decision now, so there is nothing to advise.")
        if self.adviser is None:
            raise Unavailable("Nobody is here to advise: begin with gruppetto.start, or hand in an adviser.")
        return self.adviser(self, seat, budget)

    def review(self, budget: Any = None, **how: Any) -> Any:
        """The race told back, once it is over: see `gruppetto.review`."""
        if self.reviewer is None:
            raise Unavailable("Nobody is here to review: begin with gruppetto.start or gruppetto.load.")
        return self.reviewer(self, budget, **how)

    def view(self, seat: int | None = None) -> Json:
        """What a seat (or a spectator) may know."""
        if seat is not None:
            self._check_seat(seat)
        found: Json = msgspec.to_builtins(self.game.view(self.state, seat))
        return found

    def position(self) -> Json:
        """The whole position, hidden cards included, as a document."""
        return self.game.position(self.state)

    def _check_seat(self, seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise UnknownSeat(f"There is no seat {seat!r}; seats are 0 to {self.seats - 1}.")

    # --- playing ------------------------------------------------------------------------------------

    def play(self, seat: int, choice: Choice | int) -> list[Message]:
        """Make a decision, given as a choice or its code; what happened, to its own seat's eyes or all."""
        self._check_seat(seat)
        code = choice.code if isinstance(choice, Choice) else choice
        if type(code) is not int or not 0 <= code < self.game.actions or not self._decided(seat, code):
            raise IllegalMove(self._refusal(seat, code))
        return self._done(seat, code)

    def _decided(self, seat: int, code: int) -> bool:
        rules, room = self.game.rules, SCRATCH.actions
        decide = direct(loops.decide, rules.waiting, rules.legal, rules.act)
        return bool(decide(self.state, seat, code, room, SCRATCH.trace))

    def apply(self, seat: int, code: int) -> list[Message]:
        """Make a decision that is known to be legal: one of `legal`, in this very state."""
        direct(loops.step, self.game.rules.act)(self.state, seat, code, SCRATCH.trace)
        return self._done(seat, code)

    def _done(self, seat: int, code: int) -> list[Message]:
        self.log.append((seat, code))
        events = self.game.events(rows(SCRATCH.trace))
        if any(event.opens_round for event in events):
            self._round = len(self.log)
        return events

    def _refusal(self, seat: int, code: object) -> str:
        if self.over:
            return f"Seat {seat} cannot play {code!r}: the match is over."
        codes = self.legal(seat)
        if not codes:
            owed = ", ".join(map(str, self.waiting))
            return f"Seat {seat} cannot play {code!r}: it owes no decision now; these seats do: {owed}."
        legal = "; ".join(f"{legal.code} ({legal.text})" for legal in self.explained(seat, codes))
        return f"Seat {seat} cannot play {code!r}. It may play {legal}"

    def undo(self, decisions: int = 1) -> "Match":
        """Take back the last decisions."""
        if not self._is_moment(decisions):
            raise IllegalMove(f"Cannot take back {decisions!r} decisions; {len(self.log)} have been made.")
        self.go_to(self.log[: len(self.log) - decisions])
        return self

    def at(self, decisions: int) -> "Match":
        """Another match, as this one was after so many decisions."""
        if not self._is_moment(decisions):
            raise IllegalMove(f"There is no moment {decisions!r}; {len(self.log)} decisions have been made.")
        other = Match(self.game, self.seats, self.options, self.seed, start=self.start, adviser=self.adviser)
        other.seated, other.reviewer = self.seated, self.reviewer
        other.go_to(self.log[:decisions])
        return other

    def _is_moment(self, decisions: object) -> bool:
        return type(decisions) is int and 0 <= decisions <= len(self.log)

    def story(self, seat: int | None = EVERYTHING) -> Iterator[tuple[int, list[Message]]]:
        """The events of every decision again; for a seat's eyes, or all of them by default."""
        again = Match(self.game, self.seats, self.options, self.seed, start=self.start)
        for number, (who, code) in enumerate(self.log):
            events = again.play(who, code)
            yield number, events if seat == EVERYTHING else seen(events, seat)

    def go_to(self, log: list[tuple[int, int]]) -> None:
        """Become the match that this log leads to."""
        rules, state = self.game.rules, duplicate(self._first)
        applied = loops.replay(rules.waiting, rules.legal, rules.act, state, _table(log), NOT_RECORDING)
        if applied < len(log):
            seat, code = log[applied]
            raise CorruptLog(f"log[{applied}]: seat {seat} playing {code} is not legal there.")
        self.log, self.state, self._round = list(log), state, None

    @property
    def round_began(self) -> int:
        """How many decisions had been made when the latest round began; none before the first."""
        if self._round is None:
            self._round = max(
                (number + 1 for number, events in self.story() if any(it.opens_round for it in events)),
                default=0,
            )
        return self._round

    def retold(self) -> Story:
        """The whole race as a spectator sees it again."""
        return tell(self.game, self._first, self.log, self.game.ridden(self.options))

    # --- files --------------------------------------------------------------------------------------

    def to_json(self, story: bytes | None = None) -> bytes:
        """The match as a save file's content; the packed story is made, unless it is at hand."""
        if self.over and story is None:
            story = pack(self.retold())
        return signed({
            "gruppetto": FORMAT,
            "game": self.game.id,
            "rules_version": self.rules_version,
            "seats": self.seats,
            "seated": msgspec.to_builtins(self.seated),
            "options": document_of(self.options),
            "seed": self.seed.hex(),
            "commitment": self.commitment,
            "start": self.start,
            "log": self.log,
            "result": self.result,
            "position": self.fingerprint,
            "round": None if self.over else self._latest_round(),
            "story": base64.b64encode(story).decode() if story else None,
        })  # fmt: skip

    def _latest_round(self) -> Json:
        """What other rules could go on from."""
        began = self.round_began
        return {"decisions": began, "position": self.at(began).position() if began else None}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a save file: whole, or not at all."""
        target = Path(path)
        try:
            handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        except OSError as error:
            raise CannotSave(f"{target}: cannot be written: {error.strerror}.") from None
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(self.to_json())
            Path(temporary).replace(target)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise


def seen(events: list[Message], seat: int | None) -> list[Message]:
    """Events as a seat (or a spectator) learns of them."""
    told = (event.seen_by(seat) for event in events)
    return [event for event in told if event is not None]


def start(
    game: str, *, seats: int, seed: Seed = None, options: Mapping[str, Any] | None = None,
    adviser: Adviser | None = None,
) -> Match:  # fmt: skip
    """Begin a match; without a seed, a secret one is drawn."""
    room = registry.get(game)
    room.check_seats(seats)
    return Match(room, seats, room.options(options or {}), seed_bytes(seed), adviser=adviser)


def from_position(game: str, document: Any, *, seed: Seed = None, adviser: Adviser | None = None) -> Match:
    """Begin a match from a position document."""
    room = registry.get(game)
    secret = seed_bytes(seed)
    state, options = room.from_position(document, keys_of(secret, room.streams))
    plain = msgspec.to_builtins(msgspec.convert(document, room.position_type))
    return Match(room, room.seats_of(state), options, secret, start=plain, adviser=adviser)


def games() -> list[Json]:
    """What can be played, with options and their schema."""
    return [room.describe() for room in registry.games().values()]


def seed_bytes(seed: Seed) -> bytes:
    """A 256-bit seed from a number, hexadecimal digits, bytes, or nothing (then a secret one).

    A simulated race's of 128 bits is a seed too.
    """
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    try:
        if isinstance(seed, int):
            return seed.to_bytes(SEED_BYTES, "big")
        secret = bytes.fromhex(seed) if isinstance(seed, str) else bytes(seed)
    except (ValueError, OverflowError, TypeError):
        secret = b""
    if len(secret) not in (SEED_BYTES, 2 * NUMBER_BYTES):
        raise BadOption(
            f"seed: {seed!r} is neither a number from 0 to 2²⁵⁶−1 nor 64 hexadecimal digits, "
            "nor 32 as a simulated race has."
        )
    return secret


def commitment_of(seed: bytes) -> str:
    """What is published of a seed."""
    return hashlib.sha256(seed).hexdigest()


def seed_of_race(seed: int, number: int) -> bytes:
    """The seed of the match that is the `number`-th simulated race of a seed."""
    return seed.to_bytes(NUMBER_BYTES, "big") + number.to_bytes(NUMBER_BYTES, "big")


def keys_of(seed: bytes, streams: int) -> Keys:
    """The keys of a match: derived from its secret seed, or those that a simulation gives to its race."""
    if len(seed) == SEED_BYTES:
        return keys_from(seed, streams)
    simulation, number = np.frombuffer(seed, ">u8").astype(np.uint64)
    keys = np.empty(streams, np.uint64)
    spread(simulation, number, keys)
    return keys


def _table(log: list[tuple[int, int]]) -> Ints:
    return np.fromiter(chain.from_iterable(log), np.int32, 2 * len(log)).reshape(-1, 2)


def signed(document: Json) -> bytes:
    """A save file's content, with its checksum."""
    whole = {**document, "checksum": checksum(document)}
    return msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"


def checksum(document: Json) -> str:
    """The SHA-256 of a save file's content, in whatever order and layout it is written."""
    body = {key: value for key, value in document.items() if key != "checksum"}
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()
