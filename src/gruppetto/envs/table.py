"""A race for programs: one record, with what its seats see and may do as arrays."""

import secrets
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from gruppetto.envs import steps
from gruppetto.errors import BadOption, IllegalMove
from gruppetto.games import loops, registry
from gruppetto.games.game import Game, bits, no_numbers
from gruppetto.games.loops import Rule
from gruppetto.kernel.chance import spread
from gruppetto.kernel.trace import NOT_RECORDING
from gruppetto.players.playout import beaten, won

REWARDS: dict[str, Rule] = {"beaten": beaten, "win": won}
SEEDS = 1 << 64
OBSERVATION, MASK = "observation", "action_mask"  # what a seat is shown, by the names learners know


class Terms:
    """What is fixed before the first race: the game, its seats and options, and what counts in the end."""

    def __init__(self, game: str, seats: int | None, options: Mapping[str, Any], reward: str) -> None:
        self.game = registry.get(game)
        self.seats = self.game.fewest_seats if seats is None else seats
        self.game.check_seats(self.seats)
        self.options = self.game.options(options)
        self.setup = self.game.setup(self.options, self.seats)
        if reward not in REWARDS:
            raise BadOption(f"reward: {reward!r} is neither 'beaten' nor 'win'.")
        self.result = REWARDS[reward]

    def lay_out(self, options: Mapping[str, Any]) -> None:
        """Other options for the races to come; whoever reads the setup reads it where it lies."""
        self.options = self.game.options(options)
        self.setup[:] = self.game.setup(self.options, self.seats)


class Seeds:
    """Which race comes next: the first of a seed, or the one after the last."""

    def __init__(self) -> None:
        self.seed, self.number = secrets.randbits(64), -1

    def next(self, seed: int | None) -> tuple[np.uint64, int]:
        """The seed and the number of the next race."""
        if seed is None:
            self.number += 1
        elif 0 <= seed < SEEDS:
            self.seed, self.number = int(seed), 0
        else:
            raise BadOption(f"seed: {seed!r} is not between 0 and 2⁶⁴−1.")
        return np.uint64(self.seed), self.number


class Table:
    """One race at a time, dealt and ridden under the same terms."""

    def __init__(self, terms: Terms, *, strict: bool = False) -> None:
        self.game, self.terms, self.strict = terms.game, terms, strict
        self.state = self.game.blank()
        self.last = terms.seats - 1  # who decided last
        self._keys = np.zeros(self.game.streams, np.uint64)
        self._mask = np.zeros(self.game.actions, np.int8)
        self._numbers = np.zeros(self.game.observation, self.game.bounds()[0].dtype)

    def deal(self, seed: np.uint64, number: int) -> None:
        """Begin the `number`-th race of a seed: the one that simulations know by these numbers."""
        spread(seed, np.uint64(number), self._keys)
        loops.begin(self.game.rules.deal, self.state, self.terms.setup, self._keys)
        self.last = self.terms.seats - 1

    @property
    def over(self) -> bool:
        """Whether the race has ended."""
        return bool(loops.ended(self.game.rules.over, self.state))

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return bits(loops.owing(self.game.rules.waiting, self.state))

    @property
    def on_turn(self) -> int:
        """Of the seats that owe a decision, the first after the one that decided last."""
        owing = loops.owing(self.game.rules.waiting, self.state)
        return int(steps.next_seat(owing, self.last, self.terms.seats))

    def look(self, seat: int) -> tuple[steps.Numbers, steps.Masks]:
        """What a seat knows, and its legal actions as a mask: nothing is marked while it owes nothing."""
        rules = self.game.rules
        steps.look(rules.waiting, rules.legal, rules.observe, self.state, seat, self._numbers, self._mask)
        return self._numbers.copy(), self._mask.copy()

    def legal(self, seat: int) -> list[int]:
        """The codes a seat may choose from."""
        actions = no_numbers(loops.MOST_ACTIONS)
        found = loops.options(self.game.rules.waiting, self.game.rules.legal, self.state, seat, actions)
        return sorted(int(code) for code in actions[:found])

    def act(self, seat: int, action: Any) -> bool:
        """Make a decision; if it is not legal, the lowest legal one instead, or an error if we are strict.

        Whether it was legal is what comes back.
        """
        codes, code = self.legal(seat), int(action)
        if not codes:
            raise IllegalMove(f"Seat {seat} owes no decision now; after the end of a race comes a reset.")
        legal = code in codes
        if not legal and self.strict:
            raise IllegalMove(f"Seat {seat} cannot play {code}. It may play {', '.join(map(str, codes))}.")
        loops.step(self.game.rules.act, self.state, seat, code if legal else codes[0], NOT_RECORDING)
        self.last = seat
        return legal

    def rewards(self) -> list[float]:
        """What a race that is over was worth to every seat."""
        scores = no_numbers(self.terms.seats)
        loops.rank(self.game.rules.score, self.state, scores)
        return [float(self.terms.result(scores, seat)) for seat in range(self.terms.seats)]

    def text(self, seat: int | None) -> str:
        """What a seat (or a spectator) may know, to be read."""
        view = msgspec.json.encode(self.game.view(self.state, seat))
        return msgspec.json.format(view, indent=1).decode()


def several_at_once(terms: Terms, races: int = 4) -> bool:
    """Whether several seats ever owe a decision at once, going by a few races ridden at random."""
    table, dice = Table(terms), np.random.default_rng(0)
    for number in range(races):
        table.deal(np.uint64(0), number)
        while not table.over:
            if len(table.waiting) > 1:
                return True
            seat = table.on_turn
            table.act(seat, dice.choice(table.legal(seat)))
    return False


def seat_checked(seat: int, game: Game, seats: int) -> int:
    """A seat of the race, or an error."""
    if not 0 <= seat < seats:
        raise BadOption(f"seat: {seat!r} is not one of the {seats} seats of this race of {game.name}.")
    return seat
