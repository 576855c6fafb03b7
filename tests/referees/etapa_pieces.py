"""The box of Etapa as the referee has it: stages, riders, teams and tables."""

import dataclasses
import tomllib
from collections import Counter
from dataclasses import dataclass
from importlib import resources

CARDS = ("2", "2B", "4", "4B", "6", "6B")
COPIES, SLOW_CARDS = 6, 18
HANDS = {0: (), 1: ("2B", "6"), 2: ("2", "2B", "6", "6B"), 3: CARDS}
CLIMBS = {"E": 2, "N": 1, "H": 0, "U": -1}
SECONDS = {"F": 72, "D": 44, "E": 120, "N": 144, "H": 180, "U": 240}
MOUNTAINS = {
    "4": (3, 2, 1),
    "3": (4, 3, 2, 1),
    "2": (10, 9, 8, 7, 6, 5),
    "1": (15, 13, 11, 9, 8, 7, 6, 5),
    "HC": (20, 18, 16, 14, 12, 10, 8, 7, 6, 5),
}
SPRINT = (6, 4, 2)
PODIUM = (20, 12, 8)
FINISH = {
    "flat": (35, 30, 26, 24, 22, 20, *range(19, 0, -1)),
    "medium": (25, 22, 20, 18, 16, 15, *range(14, 0, -1)),
    "high": (20, 17, 15, 13, 12, 10, *range(9, 0, -1)),
    "trial": (15, 12, 10, 8, 6, 5, 4, 3, 2, 1),
}
TEAMS = ("Blue", "Red", "Orange", "Black", "Violet")


def worth(card: str) -> int:
    """The big number of a card."""
    return int(card[0])


def rounds(card: str) -> int:
    """The rounds of breakaway on a card (C1.2)."""
    return worth(card) // 2 if card.endswith("B") else 0


@dataclass
class Stage:
    """A stage of the box (C16.2)."""

    name: str
    kind: str
    fields: str = ""
    primes: list[tuple[str, int]] = dataclasses.field(default_factory=list)
    feed: tuple[int, int] = (0, -1)
    limit: int = 0
    flag: int = 0
    type: str = "flat"
    sections: tuple[int, ...] = ()

    @property
    def length(self) -> int:
        """How many fields it has."""
        return len(self.fields) or sum(self.sections)

    @property
    def time(self) -> int:
        """The winner's seconds: so many for each field, half as much again on cobbles."""
        return sum(SECONDS[at.upper()] * (3 if at.islower() else 2) // 2 for at in self.fields)

    def at(self, place: int) -> str:
        """The letter of a field; in front of the first and behind the last field the road goes on."""
        return self.fields[min(max(place, 1), self.length) - 1]


def stages() -> dict[str, Stage]:
    """The stages of the box, by name."""
    text = resources.files("gruppetto").joinpath("games/etapa/data/stages.toml").read_text("utf-8")
    return {row["name"]: _stage(row) for row in tomllib.loads(text)["stage"]}


def _stage(row: dict) -> Stage:
    if "sections" in row:
        return Stage(row["name"], row["kind"], sections=tuple(row["sections"]))
    primes = [prime.split("@") for prime in row.get("primes", "").split()]
    return Stage(
        row["name"],
        "road",
        "".join(piece[0] * int(piece[1:]) for piece in row["road"].split()),
        [(kind, int(place)) for kind, place in primes],
        tuple(row.get("feed", (0, -1))),
        row["limit"],
        row["flag"],
        row["type"],
    )


@dataclass(eq=False)
class Rider:
    """One rider: what he is in the tour, in the stage and in the round."""

    number: int
    seat: int
    # the tour
    time: int = 0
    placings: int = 0
    last_place: int = 0
    wins: int = 0
    points: int = 0
    mountains: int = 0
    summits: int = 0
    gone: int = 0
    jersey: str = "none"
    # the stage
    field: int = 0
    status: str = "riding"
    tokens: int = 0
    back: int = 0
    shaken: bool = False
    injured: bool = False
    fed: bool = False
    seconds: int = 0
    tenths: int = 0
    used: int = 0
    passed: set[int] = dataclasses.field(default_factory=set)
    # the round
    start: int = 0
    rode: bool = False
    moved: int = 0
    unaided: int = 0
    carded: bool = False
    followers: int = 0
    down: bool = False

    @property
    def name(self) -> str:
        """The start number, as messages have it."""
        return str(self.number)

    def begin_stage(self) -> None:
        """Healthy, with nothing of the last stage."""
        self.field = self.tokens = self.back = self.seconds = self.tenths = self.used = 0
        self.shaken = self.injured = self.fed = False
        self.passed = set()
        self.status = "out" if self.gone else "riding"
        self.begin_round()

    def begin_round(self) -> None:
        """Nothing done yet."""
        self.start, self.rode, self.carded, self.down = self.field, False, False, False
        self.moved = self.unaided = self.followers = 0


@dataclass(eq=False)
class Team:
    """One team: cards, car, line and time."""

    seat: int
    riders: list[Rider]
    hand: Counter[str] = dataclasses.field(default_factory=Counter)
    known: Counter[str] = dataclasses.field(default_factory=Counter)
    slow: int = 0
    served: Rider | None = None
    car: int = 0
    young: Rider | None = None
    line: list[Rider] = dataclasses.field(default_factory=list)
    spent: bool = False
    time: int = 0

    def cards(self) -> list[str]:
        """The kinds of cards in hand."""
        return [card for card in CARDS if self.hand[card]]

    def racing(self) -> list[Rider]:
        """Riders still in the tour."""
        return [rider for rider in self.riders if not rider.gone]
