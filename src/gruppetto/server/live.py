"""A table as one worker knows it: rows of the database, and the match its log leads to."""

import asyncio
import functools
import hashlib
import itertools
import secrets
from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import Any

import msgspec

from gruppetto.games import registry
from gruppetto.games.game import Choice, Game, Json, Message
from gruppetto.match import Match, Seated, seen
from gruppetto.server.store import PLAY, Move

PEOPLE = ("person", "hotseat")
REMEMBERED = 300  # decisions a table has at hand with all that happened on them
BARE_TABLE, PER_DECISION, PER_TOLD = 24_000, 150, 1_000  # bytes, about


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A choice as a client is told of it."""

    code: int
    text: str
    rule: str
    message: Message
    preview: Message | None = None  # what would come of it, as far as that is certain
    routine: bool = False  # quick play answers with it


class Told(msgspec.Struct, frozen=True):
    """A decision that stands, and what happened on it."""

    seq: int
    seat: int
    code: int
    waiting: tuple[int, ...]  # who owed a decision when it was made
    events: list[Message]
    reveals: bool  # whether chance or something hidden came to light


class Ask(msgspec.Struct):
    """Somebody asks to take back a decision."""

    by: int
    target: int
    missing: list[int]


class Live:
    """One table."""

    def __init__(self, row: dict[str, Any], seats: list[dict[str, Any]]) -> None:
        self.row, self.seats = row, seats
        self.lock = asyncio.Lock()
        self.followed = False  # whether the log has been read
        self.seq = 0
        self.ids: OrderedDict[str, int] = OrderedDict()  # of the latest moves; the database knows all
        self.told: deque[Told] = deque(maxlen=REMEMBERED)
        self._seqs: list[int] = []  # of the decisions that stand, beside the match's log
        self._undone: list[int] = []  # the seqs at which something was taken back
        self.ask: Ask | None = None
        self._own = [0] * row["seats"]
        self.match = self._fresh()
        self.look()

    def look(self) -> None:
        """See who owes a decision; what is shown of the race is worked out when somebody looks."""
        self.waiting, self.over = self.match.waiting, self.match.over
        self._show: Any = None
        self._legal: dict[int, list[int]] = {}
        self._choices: dict[int, list[Choice]] = {}

    def view(self, seat: int | None) -> Json:
        """The race as this viewer may see it."""
        if self._show is None:
            self._show = self.match.game.views(self.match.state)
        shown: Json = self._show(seat)
        return shown

    def legal(self, seat: int) -> list[int]:
        """The codes of what a seat may decide now."""
        if seat not in self._legal:
            self._legal[seat] = self.match.legal(seat) if seat in self.waiting else []
        return self._legal[seat]

    def choices(self, seat: int) -> list[Choice]:
        """What these mean."""
        if seat not in self._choices:
            self._choices[seat] = self.match.explained(seat, self.legal(seat))
        return self._choices[seat]

    @property
    def id(self) -> str:
        """The table's id."""
        return str(self.row["id"])

    def _fresh(self) -> Match:
        game, options = _game_at(self.row)
        seed = bytes.fromhex(self.row["seed"])
        return Match(game, self.row["seats"], options, seed, start=self.row["start"])

    # --- following the log --------------------------------------------------------------------------

    def follow(self, move: Move) -> Told | None:
        """Take in the next row of the log; what happened, or nothing where a decision was taken back."""
        told = None
        if move.kind == PLAY:
            told = self._note(move.seq, move.seat, move.action, self.waiting, self._decided(move))
        else:
            self._take_back(move.action)
            self._undone.append(move.seq)
        self.seq, self.ids[move.move_id] = move.seq, move.seq
        if len(self.ids) > REMEMBERED:
            self.ids.popitem(last=False)
        self.ask = None
        self.look()
        return told

    def _take_back(self, target: int) -> None:
        """Ride again without one decision."""
        log = zip(self._seqs, self.match.log, strict=True)
        standing = [(seq, seat, code) for seq, (seat, code) in log if seq != target]
        self.match, self._own, self._seqs = self._fresh(), [0] * self.row["seats"], []
        self.told.clear()
        for seq, seat, code in standing:
            waiting = self.match.waiting
            self._note(seq, seat, code, waiting, self.match.play(seat, code))

    def _decided(self, move: Move) -> list[Message]:
        """What comes of a decision; one that was checked here before it was stored is not checked again."""
        checked = move.action in self._legal.get(move.seat, ())
        return (self.match.apply if checked else self.match.play)(move.seat, move.action)

    def _note(self, seq: int, seat: int, code: int, waiting: tuple[int, ...], events: list[Message]) -> Told:
        told = Told(seq, seat, code, waiting, events, any(event.reveals for event in events))
        self.told.append(told)
        self._seqs.append(seq)
        self._own[seat] += 1
        return told

    def own(self, seat: int) -> int:
        """How many decisions of a seat stand."""
        return self._own[seat]

    def undone(self) -> int:
        """How many decisions have been taken back."""
        return len(self._undone)

    @property
    def weight(self) -> int:
        """About how many bytes this table takes."""
        return (
            BARE_TABLE + self.match.state.nbytes + len(self._seqs) * PER_DECISION + len(self.told) * PER_TOLD
        )

    # --- undo ---------------------------------------------------------------------------------------

    def undoable(self, seat: int) -> Told | None:
        """A seat's last decision, if nothing has come to light since and nobody has answered to it."""
        if self.row["status"] != "running" or self.over:
            return None
        for index in range(len(self.told) - 1, -1, -1):
            told = self.told[index]
            if told.reveals:
                return None
            if told.seat == seat:
                later = {after.seat for after in itertools.islice(self.told, index + 1, None)}
                return told if later <= set(told.waiting) else None
        return None

    def must_agree(self, seat: int) -> list[int]:
        """The people whose consent an undo needs."""
        mine = self.seats[seat]["token"]
        return [
            place["seat"]
            for place in self.seats
            if place["kind"] in PEOPLE
            and not place["lent"]
            and place["token"] != mine
            and place["seat"] != seat
        ]

    # --- who is who ---------------------------------------------------------------------------------

    def seat_of(self, token: str | None) -> int | None:
        """The seat a token belongs to."""
        if not token:
            return None
        hashed = hash_of(token)
        for place in self.seats:
            if place["token"] and secrets.compare_digest(place["token"], hashed):
                return int(place["seat"])
        return None

    def is_host(self, token: str | None) -> bool:
        """Whether a token is the host's."""
        return bool(token) and secrets.compare_digest(self.row["host"], hash_of(token or ""))

    def bots_to_move(self) -> list[int]:
        """Waiting seats that a bot plays."""
        if self.row["status"] != "running":
            return []
        return [seat for seat in self.waiting if self.player_on(seat)]

    def player_on(self, seat: int) -> str | None:
        """The bot that decides for a seat, if one does."""
        place = self.seats[seat]
        if place["kind"] == "bot" or place["lent"]:
            return str(place["level"] or "domestique")
        return None

    # --- telling ------------------------------------------------------------------------------------

    def table(self, online: set[int]) -> Json:
        """What everybody may know of the table itself."""
        return table_document(self.row, self.seats, online, self.seq)

    def state_for(self, seat: int | None) -> Json:
        """The part of every message that shows the race as this viewer may see it."""
        if self.row["status"] == "open":
            return {"seq": self.seq, "own": 0, "view": None, "choices": [], "can_undo": False}
        return {
            "seq": self.seq,
            "own": 0 if seat is None else self.own(seat),
            "view": self.view(seat),
            "choices": [] if seat is None else [choice_document(choice) for choice in self.choices(seat)],
            "can_undo": seat is not None and self.undoable(seat) is not None,
        }

    def snapshot(self, seat: int | None, online: set[int], since: int = -1) -> Json:
        """Everything a viewer needs to begin, or to go on after a gap."""
        return {
            "table": self.table(online),
            "seat": seat,
            **self.state_for(seat),
            "undo": self.asked(),
            "last": [event for told in self._recent() for event in events_for(told, seat)],
            "gap": self.gap(seat, since),
        }

    def _recent(self) -> list[Told]:
        """The decisions since the last round began."""
        recent: list[Told] = []
        for told in reversed(self.told):
            recent.append(told)
            if any(event.opens_round for event in told.events):
                break
        return recent[::-1]

    def gap(self, seat: int | None, since: int) -> list[Json]:
        """What was told after a seq, step by step; nothing if that is long ago or some was taken back."""
        forgotten = self._seqs[-len(self.told) - 1] if len(self._seqs) > len(self.told) else -1
        if since < max(0, forgotten) or any(seq > since for seq in self._undone):
            return []
        return [{"seq": told.seq, "events": events_for(told, seat)} for told in self.told if told.seq > since]

    def save_file(self) -> bytes:
        """The match as a save file that tells who sat where."""
        self.match.seated = tuple(_seated(place) for place in self.seats)
        return self.match.to_json()

    def asked(self) -> Json | None:
        """The open question whether a decision may be taken back."""
        return {"by": self.ask.by, "waiting": self.ask.missing} if self.ask else None


def table_document(row: dict[str, Any], seats: list[dict[str, Any]], online: set[int], seq: int) -> Json:
    """What everybody may know of a table."""
    game, options = _game_at(row)
    return {
        "id": row["id"],
        "title": row["title"],
        "game": row["game"],
        "options": row["options"],
        "stage": game.ridden(options) or None,
        "status": row["status"],
        "seats": [_place(place, online, game.teams) for place in seats],
        "commitment": row["commitment"],
        "seed": row["seed"] if row["status"] == "over" else None,
        "result": row["result"],
        "tempo": {"lend_after": row["lend_after"]},
        "hints": row["hints"],
        "private_talk": game.talks_in_private(options),
        "listed": row["listed"],
        "rematch": row["rematch"],
        "created": row["created"],
        "seq": seq,
    }


def _game_at(row: dict[str, Any]) -> tuple[Game, Any]:
    """The game of a table, and its options."""
    game = registry.get(row["game"])
    return game, game.options(row["options"])


def _place(place: dict[str, Any], online: set[int], teams: Sequence[str]) -> Json:
    seat = place["seat"]
    return {
        "seat": seat,
        "kind": place["kind"],
        "name": place["name"],
        "level": place["level"],
        "online": seat in online,
        "lent": place["lent"],
        "team": teams[seat],
    }


def _seated(place: dict[str, Any]) -> Seated:
    if place["kind"] in PEOPLE:
        return Seated("person", place["name"])
    return Seated(place["kind"], place["name"], place["level"] or "")


def events_for(told: Told, seat: int | None) -> list[msgspec.Raw]:
    """Events as a viewer may know them."""
    return [event_document(event) for event in seen(told.events, seat)]


@functools.lru_cache(maxsize=10_000)
def event_document(event: Message) -> msgspec.Raw:
    """An event with its sentence and rule: written once, whoever is told of it."""
    return _raw({**msgspec.to_builtins(event), "text": event.text, "rule": event.rule})


@functools.lru_cache(maxsize=10_000)
def choice_document(choice: Choice) -> msgspec.Raw:
    """A choice with its sentence and rule, and what would come of it."""
    message, preview, routine = choice.message, choice.preview, choice.routine
    return _raw(Offer(choice.code, choice.text, message.rule, message, preview, routine))


def _raw(document: Json | Offer) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(document))


def hash_of(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
