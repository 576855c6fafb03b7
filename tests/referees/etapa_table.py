"""The referee's side of the table: who is asked what, what chance has told, and the cards.

The rules are written as generators: each runs until somebody has to decide, and goes on with the answer.
"""

from collections import Counter, deque
from collections.abc import Generator
from typing import Any

from etapa_pieces import CARDS, COPIES, HANDS, SLOW_CARDS, Rider, Stage, Team

Json = dict[str, Any]
Asking = Generator[None, tuple[int, Json], Any]


def say(kind: str, **entries: Any) -> Json:
    """A message."""
    return {"type": kind, **entries}


class Table:
    """Teams, piles, the question in the room, and what chance has brought."""

    def __init__(self, options: Json, seats: int) -> None:
        self.options = options
        self.riders = [Rider(number, (number - 1) // 3) for number in range(1, 3 * seats + 1)]
        self.teams = [Team(seat, self.riders[3 * seat : 3 * seat + 3]) for seat in range(seats)]
        self.stage: Stage
        self.number = self.round = 0
        self.phase = "start"
        self.weather = "sun"
        self.supply = 0
        self.pile: Counter[str] = Counter()
        self.asked: dict[int, list[Json]] = {}
        self.told: deque[Json] = deque()
        self.turn: Json = {}
        self.order: list[Any] = []
        self.peloton: tuple[int, int] | None = None
        self.dice_off: Json | None = None

    # questions

    def ask(self, seat: int, phase: str, choices: list[Json]) -> Asking:
        """Put a question, though it may have one answer only."""
        self.phase = phase
        self.asked = {seat: choices}
        _, choice = yield
        self.asked = {}
        return choice

    def choose(self, seat: int, phase: str, choices: list[Json]) -> Asking:
        """Put a question, unless there is nothing to choose."""
        if len(choices) == 1:
            return choices[0]
        return (yield from self.ask(seat, phase, choices))

    # chance

    def chance_told(self, kind: str, **expected: Any) -> Json:
        """The next outcome of chance, which must be the one that the rules expect now."""
        assert self.told, f"the referee waits for {kind} {expected}, and chance told nothing"
        row = self.told.popleft()
        assert row["type"] == kind, f"the referee waits for {kind} {expected}, chance told {row}"
        for key, value in expected.items():
            assert row[key] == value, f"the referee waits for {kind} {expected}, chance told {row}"
        return row

    def throw(self, rider: Rider, purpose: str) -> Asking:
        """A throw for a rider, said by his player where dice are real (C19.1)."""
        if self.options["real_dice"]:
            yield from self.ask(rider.seat, "die", [say("SayFace", face=face) for face in range(1, 7)])
        return self.chance_told("Threw", rider=rider.name, purpose=purpose)["face"]

    def throw_off(self, seat: int) -> Asking:
        """A throw in a dice-off."""
        if self.options["real_dice"]:
            yield from self.ask(seat, "die", [say("SayFace", face=face) for face in range(1, 7)])
        return self.chance_told("ThrewOff", seat=seat)["face"]

    # cards

    def deal(self) -> None:
        """Every team its cards, the rest on the pile (C1.2, C13.2, C14.1, C17.19)."""
        trial = self.stage.kind != "road"
        self.pile = Counter(dict.fromkeys(CARDS, COPIES))
        self.supply = SLOW_CARDS
        for team in self.teams:
            riders = len(team.racing())
            full = trial and riders and self.options["reduced_trials"] == "six-cards"
            team.hand = Counter(CARDS if full else HANDS[riders])
            team.known = Counter(team.hand)
            team.slow = 0 if trial else riders
            self.pile -= team.hand
            self.supply -= team.slow

    def draw(self, seat: int, source: str) -> str | None:
        """A card from the pile, if there is one; nobody else knows which."""
        if not self.pile.total():
            return None
        card = self.chance_told("Drew", seat=seat, source=source)["card"]
        assert self.pile[card], f"{card} is not in the pile"
        self.pile[card] -= 1
        self.teams[seat].hand[card] += 1
        return card

    def put_down(self, seat: int, card: str) -> None:
        """A card goes to the common pile, seen by all (C2.7)."""
        team = self.teams[seat]
        team.hand[card] -= 1
        team.known[card] = max(0, team.known[card] - 1)
        self.pile[card] += 1

    def swaps(self, seat: int) -> list[Json]:
        """The cards that can be changed for Slow cards (C12.1)."""
        if not (self.options["specials"] and self.supply):
            return []
        return [say("SwapCard", card=card) for card in self.teams[seat].cards()]

    def swap(self, seat: int, card: str) -> None:
        """Change a card for a Slow card (C12.1)."""
        self.put_down(seat, card)
        self.supply -= 1
        self.teams[seat].slow += 1
