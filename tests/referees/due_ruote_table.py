"""What lies on the table of Due Ruote: riders, teams, the road, and the question somebody has to answer.

Written from docs/rules/due-ruote.md alone, with plain objects.
"""

import re
import tomllib
from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

Json = dict[str, Any]

SHEETS = Path(__file__).parents[2] / "src" / "gruppetto" / "games" / "due_ruote" / "data"
TERRAINS = {"P": "flat", "C": "hill", "M": "mountain", "D": "descent"}
FURTHEST_BREAK, PRINTED_DELAY = 6, -3
MOST_SPECIAL, WORN_OUT = 9, 15
CHOSEN_ROUTE = 10


@dataclass
class Rider:
    """A rider: a card, a place on the road, and what the race has done to them."""

    seat: int
    number: int
    card: Json | None = None
    sector: int = 0
    in_head: bool = False
    fatigue: int = 0
    retired: tuple[int, int] | None = None  # stage and turn
    energised: bool = False
    green: int = 0
    cyclamen: int = 0
    time: int = 0

    @property
    def name(self) -> str:
        """As messages call them."""
        return f"{self.seat}-{self.number}"

    @property
    def box(self) -> str | None:
        """The box of the peloton they ride in (Z2.1)."""
        if self.retired or self.sector:
            return None
        return "head" if self.in_head else "bunch"

    def is_racing(self) -> bool:
        """Whether they have not retired."""
        return self.retired is None

    def speed(self, terrain: str) -> int:
        """Their speed on a terrain (Z1.5)."""
        return int(self.card[TERRAINS[terrain]])

    def tire(self, points: int) -> None:
        """More fatigue or less, never less than nothing (Z3.1)."""
        self.fatigue = max(0, self.fatigue + points)

    def wear(self, points: int, most: int) -> None:
        """More fatigue, but not beyond a bound (Z7.4, Z11.4)."""
        self.fatigue = max(self.fatigue, min(self.fatigue + points, most))


@dataclass
class EventCard:
    """An event card with room for three tokens (Z11.4)."""

    event: str
    tokens: int = 0


@dataclass
class Team:
    """A team's tokens, and how it fares in this turn."""

    seat: int
    tokens: int = 0
    special: int = 4
    spent: int = 0
    passed: bool = False
    stood_back: int = 0
    offered: list[str] = field(default_factory=list)
    cards: list[EventCard] = field(default_factory=list)
    filling: int = 0
    due: list[str] = field(default_factory=list)
    bonked: bool = False
    fined: int = 0

    @property
    def purse(self) -> int:
        """All action points left in this turn (Z4.1, Z4.2)."""
        return self.tokens + self.special

    def pay(self, tokens: int, special: int) -> None:
        """Spend, and lay the special tokens on the event cards (Z4.2, Z11.4)."""
        self.tokens -= tokens
        self.special -= special
        self.spent += tokens + special
        for _ in range(special if self.cards else 0):
            self.lay()

    def lay(self) -> None:
        """One token on the card that is being filled; a full card will strike (Z11.4)."""
        card = self.cards[self.filling]
        card.tokens += 1
        if card.tokens == 3:
            card.tokens = 0
            self.due.append(card.event)
            self.filling = 1 - self.filling


@dataclass
class Entry:
    """A rider on the challenge sheet (Z7.8.1)."""

    rider: Rider
    role: str


@dataclass
class Challenge:
    """The challenge sheet (Z1.4)."""

    activity: str
    initiator: int
    right: list[Entry] = field(default_factory=list)
    left: list[Entry] = field(default_factory=list)
    wishes: dict[int, str] = field(default_factory=dict)

    def put(self, entry: Entry) -> None:
        """Obstructers go left, all others right (Z7.8.1)."""
        (self.left if entry.role == "obstruct" else self.right).append(entry)

    def performers(self, seat: int) -> list[Rider]:
        """Who does it, of a team."""
        return [e.rider for e in self.right if e.role == "perform" and e.rider.seat == seat]


@dataclass
class Column:
    """A sprinter on the sprint sheet (Z9.4)."""

    rider: Rider
    helpers: list[Rider] = field(default_factory=list)
    tokens: int | None = None
    value: int | None = None


@dataclass
class Sprint:
    """The sprint sheet of the finish, a summit or a flying sprint."""

    goal: str
    points: list[int]
    columns: list[Column] = field(default_factory=list)
    stopped: list[int] = field(default_factory=list)
    asking_for: str | None = None


@dataclass
class Question:
    """What one seat, or several at once, must decide."""

    phase: str
    choices: dict[int, list[Json]]


Asking = Generator[Question, tuple[int, Json], Any]


class Table:
    """Everything that lies on the table."""

    def __init__(self, options: Json, seats: int) -> None:
        self.options = options
        self.set = options["own_set"] or printed_set()
        self.riders = [Rider(seat, number) for seat in range(seats) for number in range(1, 6)]
        self.teams = [Team(seat) for seat in range(seats)]
        self.told: deque[Json] = deque()
        self.phase = "draft"
        self.first = 0
        self.pawn: int | None = None
        self.claimed: int | None = None
        self.last_active: int | None = None
        self.stage = 1
        self.stage_names = stage_names(options["stages"])
        self.stage_winners: list[Rider | None] = []
        self.stage_order: list[tuple[Rider, int]] = []
        self.ending: str | None = None
        self.result: Json | None = None
        self.lay_out([])

    def lay_out(self, route: list[str]) -> None:
        """The board before a stage."""
        self.route = route
        self.shown = self.turn = self.speed = self.increases = 0
        self.fed = False
        self.challenge: Challenge | None = None
        self.speed_up: Json | None = None
        self.control: Json | None = None
        self.sprint: Sprint | None = None
        self.pawn = self.claimed = self.last_active = None

    @property
    def limit(self) -> int:
        """The fatigue a rider bears (Z3.2)."""
        return 25 if self.options["advanced"] else 20

    @property
    def with_events(self) -> bool:
        """Event cards belong to the advanced game (Z11.4)."""
        return bool(self.options["advanced"] and self.options["events"])

    @property
    def terrain(self) -> str | None:
        """The terrain turned up last."""
        seen = [card for card in self.route[: self.shown] if card in TERRAINS]
        return seen[-1] if seen and self.turn else None

    @property
    def turns(self) -> int:
        """The race turns of this stage; on a route of one's own there will be ten (Z5.4, Z6.1)."""
        if not self.stage_names and self.options["route"] == "choose":
            return CHOSEN_ROUTE
        return sum(card in TERRAINS for card in self.route)

    def free_cards(self) -> list[Json]:
        """The rider cards nobody has taken."""
        taken = {rider.card["id"] for rider in self.riders if rider.card}
        return [card for card in self.set["riders"] if card["id"] not in taken]

    def ground(self) -> Json:
        """The terrain card of this turn (Z1.2)."""
        return self.set["terrain"][self.terrain]

    def own(self, seat: int) -> list[Rider]:
        """A team's riders who still race."""
        return [r for r in self.riders if r.seat == seat and not r.retired]

    def racing(self, seat: int) -> bool:
        """A team without riders is out (Z6.4.1)."""
        return bool(self.own(seat))

    def still_racing(self) -> list[Rider]:
        """All who have not retired."""
        return [r for r in self.riders if not r.retired]

    def in_box(self, box: str) -> list[Rider]:
        """The riders of bunch or head."""
        return [r for r in self.riders if r.box == box]

    def rider(self, name: str) -> Rider:
        """The rider a message names."""
        return next(r for r in self.riders if r.name == name)

    def round_from(self, seat: int) -> Iterator[int]:
        """The seats still racing, clockwise from one of them (Z6.4.1)."""
        count = len(self.teams)
        return (s % count for s in range(seat, seat + count) if self.racing(s % count))

    def left_of(self, seat: int) -> int:
        """The next to the left who still races."""
        return next(self.round_from((seat + 1) % len(self.teams)))

    def pass_pawn(self, seat: int) -> int | None:
        """Who gets the pawn after somebody: to the left, past those who have passed (Z6.3.5)."""
        after = self.round_from((seat + 1) % len(self.teams))
        return next((s for s in after if not self.teams[s].passed), None)

    def room(self, rider: Rider, points: int) -> bool:
        """Own actions push nobody above the limit (Z3.4, Z13.3)."""
        return self.options["excess"] == "allowed" or rider.fatigue + points <= self.limit

    def fall_back(self, rider: Rider, sectors: int) -> int:
        """A rider loses sectors; how many they really lost (Z2.5, Z13.2)."""
        before = rider.sector
        last = PRINTED_DELAY if self.options["delay"] == "printed" else -(10**9)
        rider.sector = max(before - sectors, min(last, before))
        rider.in_head = False
        return before - rider.sector

    def force_back(self, rider: Rider, sectors: int) -> None:
        """A forced drop: with one reading it takes fatigue off for every sector really lost (Z13.13)."""
        lost = self.fall_back(rider, sectors)
        rider.tire(-lost if self.options["forced_refund"] else 0)

    def ask(self, phase: str, seat: int, choices: list[Json]) -> Asking:
        """One seat decides."""
        self.phase = phase
        _, choice = yield Question(phase, {seat: choices})
        return choice

    def ask_if_open(self, phase: str, seat: int, choices: list[Json]) -> Asking:
        """One seat decides, unless there is only one thing to do (Z10.5)."""
        if len(choices) == 1:
            return choices[0]
        return (yield from self.ask(phase, seat, choices))

    def chance(self, kind: str) -> Json:
        """What chance brought next, of one kind."""
        row = next(row for row in self.told if row["type"] == kind)
        self.told.remove(row)
        return row


def message(kind: str, **fields: Any) -> Json:
    """A message as JSON has it."""
    return {"type": kind, **fields}


def read_route(text: str, components: Json) -> list[str]:
    """The cards of a stage's name or of letters (Z5.4)."""
    named = {stage["name"]: stage["route"] for stage in components["stages"]}
    return re.findall("GPM|TV|R|[PCMD]", named.get(text, text).replace(" ", ""))


def stage_names(text: str) -> list[str]:
    """The stages of a race of several (Z11.5)."""
    return [name.strip() for name in text.split(",")] if text else []


@cache
def printed_set() -> Json:
    """Terrain, sheets, riders and stages of our own set (Z12)."""
    files = {name: tomllib.loads((SHEETS / f"{name}.toml").read_text()) for name in SET_FILES}
    return {key: files[name][inner] for name, (key, inner) in SET_FILES.items()}


SET_FILES = {
    "terrain": ("terrain", "terrain"),
    "sheets": ("sheets", "sheets"),
    "riders": ("riders", "rider"),
    "stages": ("stages", "stage"),
}
