"""A race beside its referee: after every decision the two must agree on all that can be seen.

A referee is written from `docs/rules` alone and shares no code with the rules it judges. It is told the
options, the decisions, and what chance brought; everything else it works out for itself.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Protocol

import msgspec

import gruppetto as g

Json = dict[str, Any]


class Referee(Protocol):
    """A second opinion on one match."""

    chance: ClassVar[frozenset[str]]  # the events that tell what chance brought; it is handed no others

    def __init__(self, options: Json, seats: int) -> None:
        """Before the deal."""

    def begin(self, told: list[Json]) -> None:
        """The deal, with what chance brought in it."""

    def waiting(self) -> list[int]:
        """The seats that owe a decision."""

    def choices(self, seat: int) -> list[Json]:
        """The legal choices of a seat, as messages."""

    def decide(self, seat: int, choice: Json, told: list[Json]) -> None:
        """A decision, and what chance brought after it."""

    def facts(self) -> Json:
        """What a spectator sees, as far as rules say it: entries of his view, to any depth."""

    def result(self) -> Json | None:
        """Entries of the result, once the match is over."""


def judge(
    match: g.Match,
    referee: Referee,
    seed: int,
    opening: list[Json],
    untold: Callable[[g.Match], list[Json]] = lambda _: [],
    pick: Callable[[random.Random, list[Any]], Any] = random.Random.choice,
) -> int:
    """Ride a match at random beside its referee; how many decisions they agreed on.

    `untold` finds what chance brought after a decision where no event tells it; `pick` is how seats decide.
    """
    referee.begin(opening)
    dice = random.Random(seed)
    while not match.over:
        assert_agreement(match, referee)
        seat = dice.choice(match.waiting)
        choice = pick(dice, match.choices(seat))
        told = [plain(event) for event in match.play(seat, choice)] + untold(match)
        referee.decide(seat, plain(choice.message), [row for row in told if row["type"] in referee.chance])
    assert_agreement(match, referee)
    return len(match.log)


def assert_agreement(match: g.Match, referee: Referee) -> None:
    """Who owes a decision, what may be chosen, every public fact, and the result."""
    place = f"after {len(match.log)} decisions"
    assert referee.waiting() == list(match.waiting), place
    for seat in match.waiting:
        ours = sorted_messages(plain(choice.message) for choice in match.choices(seat))
        assert sorted_messages(referee.choices(seat)) == ours, f"{place}, choices of seat {seat}"
    differences = list(differing(referee.facts(), plain(match.view(None))))
    assert not differences, f"{place}: {differences}"
    result = referee.result()
    assert (result is None) == (match.result is None), place
    assert not list(differing(result, plain(match.result))), place


def differing(said: Any, seen: Any, where: str = "") -> Iterator[str]:
    """Where what the referee says is not what is seen; of dictionaries, the entries the referee has."""
    if isinstance(said, dict) and isinstance(seen, dict):
        for key, value in said.items():
            yield from differing(value, seen.get(key, "nothing"), f"{where}.{key}")
    elif isinstance(said, list) and isinstance(seen, list) and len(said) == len(seen):
        for index, value in enumerate(said):
            yield from differing(value, seen[index], f"{where}[{index}]")
    elif said != seen:
        yield f"{where}: the referee says {said!r}, the table {seen!r}"


def sorted_messages(messages: Any) -> list[Json]:
    """Messages in an order that depends on nothing but what they say."""
    return sorted(messages, key=repr)


def plain(thing: Any) -> Any:
    """A message or a view as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(thing))
