"""Builders the rule tests share: a table in short, and shorter ways to say what players do."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

import gruppetto as g
from gruppetto.games.due_ruote.data.sets import our_set

Json = dict[str, Any]
PLACES = {"head": "head", "bunch": "bunch"}


def document(seats: int = 2, riders: Mapping[str, str] | None = None, **more: Any) -> Json:
    """A position: ready teams, fresh, three of each (two with six teams) in the head, no special tokens.

    A rider is written as place, fatigue and, if it matters, card: `"head 4"`, `"+2 9"`, `"-1 0 B1"`, `"out"`.
    Whoever is out has retired in turn 1, so that it is turn 2.
    """
    head = 2 if seats == 6 else 3
    entries: Json = {
        f"{seat}-{number}": {
            "card": f"{'ABCDEF'[seat]}{number}",
            "place": "head" if number <= head else "bunch",
        }
        for seat in range(seats)
        for number in range(1, 6)
    }
    taken = {text.split()[2]: name for name, text in (riders or {}).items() if len(text.split()) > 2}
    for card, name in taken.items():  # whoever had the card swaps with him
        for entry in entries.values():
            if entry["card"] == card:
                entry["card"] = entries[name]["card"]
        entries[name]["card"] = card
    for name, text in (riders or {}).items():
        entries[name] |= _rider(text)
    more.setdefault("teams", [{}] * seats)
    more["teams"] = [{"special": 0, **team} for team in more["teams"]]
    for seat in range(seats):
        if all(entries[f"{seat}-{n}"]["place"] == "out" for n in range(1, 6)):
            more["teams"][seat] = {**more["teams"][seat], "tokens": 0}
    if any(entry["place"] == "out" for entry in entries.values()):
        more.setdefault("turn", 2)
    options = {"route": more.pop("route", "PPPPPPPPPP"), **more.pop("options", {})}
    return {"game": "due-ruote", "riders": entries, "options": options, "pawn": 0, **more}


def _rider(text: str) -> Json:
    place, fatigue, *_ = [*text.split(), "0"]
    if place == "out":
        return {"place": "out", "retired": int(fatigue) or 1}
    return {"place": PLACES.get(place) or int(place), "fatigue": int(fatigue)}


def with_slots(right: list[int], left: list[int]) -> Json:
    """Our set with another challenge sheet, as an option."""
    ours = msgspec.to_builtins(our_set())
    return {"own_set": {**ours, "sheets": {**ours["sheets"], "right": right, "left": left}}}


class Table:
    """A match, and shorter ways to play it."""

    def __init__(self, match: g.Match) -> None:
        self.match = match
        self.events: list[Any] = []

    # --- what is there ---

    def __getitem__(self, rider: str) -> str:
        """A rider as tests write him: place and fatigue."""
        entry = self.match.view()["riders"][rider]
        if entry["sector"] is None:
            return "out"
        place = entry["box"] or f"{entry['sector']:+d}"
        return f"{place} {entry['fatigue']}"

    @property
    def view(self) -> Json:
        return self.match.view()

    @property
    def asks(self) -> int | None:
        """Who owes a decision."""
        return self.match.waiting[0] if self.match.waiting else None

    @property
    def step(self) -> str:
        return str(self.match.view()["phase"])

    @property
    def speed(self) -> int:
        return int(self.match.view()["speed"]["now"])

    def tokens(self, seat: int) -> int:
        return int(self.match.view()["seats"][seat]["tokens"])

    def head(self) -> int:
        return sum(rider["box"] == "head" for rider in self.match.view()["riders"].values())

    def kinds(self, kind: str, seat: int | None = None) -> list[Any]:
        """The messages of one kind among the legal choices."""
        choices = self.match.choices(self.asks if seat is None else seat)
        return [choice.message for choice in choices if choice.message.key == kind]

    def riders(self, kind: str) -> list[str]:
        """The riders one can choose in this way."""
        return [message.rider for message in self.kinds(kind)]

    def activities(self) -> list[str]:
        """The activities the pawn holder can begin."""
        return [message.activity for message in self.kinds("ChooseActivity")]

    def can(self, kind: str) -> bool:
        return bool(self.kinds(kind))

    def of(self, kind: str) -> list[Any]:
        """The events of one kind since the table was set."""
        return [event for event in self.events if event.key == kind]

    @property
    def told(self) -> list[str]:
        """All events since the table was set, a line each: the kind, then what it tells."""
        lines = [(event.key, *msgspec.structs.astuple(event)) for event in self.events]
        return [" ".join(str(part) for part in line if part != "") for line in lines]

    # --- what people do ---

    def pick(self, seat: int, kind: str, /, **fields: Any) -> "Table":
        """Make the one legal choice of this kind with these fields."""
        assert self.asks == seat, f"seat {self.asks} is asked ({self.step}), not {seat}"
        fitting = [
            choice
            for choice in self.match.choices(seat)
            if choice.message.key == kind
            and all(getattr(choice.message, name) == value for name, value in fields.items())
        ]
        assert len(fitting) == 1, (kind, fields, [choice.text for choice in self.match.choices(seat)])
        self.events += self.match.play(seat, fitting[0])
        return self

    def do(self, seat: int, activity: str, rider: str | None = None, **more: Any) -> "Table":
        """An activity that is no challenge; `special` says how it is paid where there is a choice."""
        special = more.pop("special", None)
        self.pick(seat, "ChooseActivity", activity=activity)
        if activity == "small-wear-down":
            self.pick(seat, "WearRider", rider=rider)
        elif rider:
            self.pick(seat, "ChooseRider", rider=rider)
        if "opponent" in more:
            self.pick(seat, "WearTeam", seat=more["opponent"])
        if special is not None:
            self.pick(seat, "PayWith", special=special)
        return self

    def challenge(self, seat: int, activity: str, *entries: str, special: int = 0) -> "Table":
        """A challenge with riders in order: `"perform 0-1"`, `"help 0-2"`."""
        self.pick(seat, "ChooseActivity", activity=activity)
        return self.respond(seat, *entries, special=special)

    def respond(self, seat: int, *entries: str, special: int = 0) -> "Table":
        """Riders on the sheet, paid; no riders: stay out."""
        if not entries:
            return self.pick(seat, "StayOut")
        for entry in entries:
            role, rider = entry.split()
            self.pick(seat, role.capitalize(), rider=rider)
        return self.pick(seat, "PayWith", special=special)

    def pass_on(self, *seats: int) -> "Table":
        """These players pass for the rest of the turn, one after the other."""
        for seat in seats:
            self.pick(seat, "PassForGood")
        return self


@pytest.fixture(scope="session")
def position() -> Callable[..., Json]:
    """A position document in short."""
    return document


@pytest.fixture(scope="session")
def sheet() -> Callable[[list[int], list[int]], Json]:
    """The option that gives the challenge sheet other slots."""
    return with_slots


@pytest.fixture(scope="session")
def table() -> Callable[..., Table]:
    """A table set up from a position in short; nobody has passed, seat 0 has the pawn."""

    def set_up(seats: int = 2, riders: Mapping[str, str] | None = None, seed: int = 1, **more: Any) -> Table:
        return Table(g.from_position("due-ruote", document(seats, riders, **more), seed=seed))

    return set_up


@pytest.fixture(scope="session")
def begun() -> Callable[..., Table]:
    """A match from its beginning."""

    def begin(seats: int, seed: int = 1, **options: Any) -> Table:
        return Table(g.start("due-ruote", seats=seats, seed=seed, options=options))

    return begin
