"""A puzzle: a position, whose turn it is, and what every choice is worth."""

import hashlib
from collections.abc import Sequence
from typing import Literal

import msgspec

from gruppetto.errors import IllegalMove
from gruppetto.games import registry
from gruppetto.games.game import Choice, Game, Json
from gruppetto.match import Match, from_position

SEED = 0  # of the match in a puzzle; nothing that is asked depends on it
MARGIN = 0.10  # by how much of a chance to win the best choice is better than any other
HARDEST = 5
Asks = Literal["attack", "card", "rider", "move"]  # what is to be found
ATTACKS = {"BreakAway", "break-away", "go-to-head", "raise-pace"}
CARDS = {"PlayCard", "RaiseCard", "DraftCard"}
RIDERS = {"ChooseRider", "Place"}


class Weighed(msgspec.Struct, frozen=True):
    """A choice, and the share of play-outs after it that its seat won."""

    code: int
    win: float


class Puzzle(msgspec.Struct, frozen=True):
    """A moment of a race, with an answer that is beyond doubt."""

    id: str
    game: str
    seat: int
    position: Json
    choices: tuple[Weighed, ...]  # the best first
    obvious: int  # what somebody who rides by a rule of thumb would do
    asks: Asks = "move"
    solvers: dict[str, float] = {}  # in which share of their tries players found the best choice

    @property
    def room(self) -> Game:
        """The game it is of."""
        return registry.get(self.game)

    @property
    def best(self) -> int:
        """The code of the best choice."""
        return self.choices[0].code

    @property
    def margin(self) -> float:
        """How much better the best choice is than the second."""
        return self.choices[0].win - self.choices[1].win

    @property
    def difficulty(self) -> int:
        """From 1 to 5: one more for everybody who does not find it in most of their tries."""
        return min(HARDEST, 1 + sum(found <= 0.5 for found in self.solvers.values()))

    def match(self) -> Match:
        """The position as a match that can be gone on with."""
        return from_position(self.game, self.position, seed=SEED)

    def asked(self) -> list[Choice]:
        """The choices in words, as the seat is offered them."""
        return self.match().choices(self.seat)

    def win(self, code: int) -> float:
        """The chance to win after a choice."""
        found = next((choice.win for choice in self.choices if choice.code == code), None)
        if found is None:
            codes = ", ".join(str(choice.code) for choice in self.choices)
            raise IllegalMove(f"{code!r} is no choice in the puzzle {self.id}; its choices are {codes}.")
        return found


def asks_for(choices: Sequence[Choice], best: int) -> Asks:
    """What is to be found: an attack, or a card or a rider where all choices are, else a move."""
    if any(choice.code == best and kind_of(choice) in ATTACKS for choice in choices):
        return "attack"
    kinds = {kind_of(choice) for choice in choices}
    return "card" if kinds <= CARDS else "rider" if kinds <= RIDERS else "move"


def kind_of(choice: Choice) -> str:
    """What kind of choice it is: the message's, or the activity's that it begins."""
    return str(getattr(choice.message, "activity", choice.message.key))


def name_of(position: Json, seat: int) -> str:
    """What a puzzle is called: the same position and seat always by the same name."""
    written = msgspec.json.encode([position, seat], order="deterministic")
    return hashlib.blake2b(written, digest_size=4).hexdigest()
