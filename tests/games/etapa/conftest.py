"""Builders the rule tests share: positions in short, decisions by name, and what came of them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

import gruppetto as g

Json = dict[str, Any]
Riders = Mapping[str, int | Json]
Step = str | tuple[str, Json]
HAND = {"2": 1, "2B": 1, "4": 1, "4B": 1, "6": 1, "6B": 1}
FLAT = "F200 | limit 150 | flag 190"


def document(
    riders: Riders,
    road: str = FLAT,
    *,
    dice: Sequence[int] = (),
    cards: Sequence[str] = (),
    slow: int = 0,
    options: Json | None = None,
    **more: Any,
) -> Json:
    """A position document; a rider is a whole entry, or just his field. Full hands, no Slow cards."""
    entries = {name: {"field": rider} if isinstance(rider, int) else rider for name, rider in riders.items()}
    script: Json = {"dice": list(dice)} if dice else {}
    script |= {"cards": list(cards)} if cards else {}
    seats = max(2, 1 + max(int(name) - 1 for name in riders) // 3)
    return {
        "riders": entries,
        "round": 5,
        "teams": [{"hand": HAND, "slow": slow}] * seats,
        **more,
        "options": {"stages": [road], "specials": False, **(options or {})},
        "script": script,
    }


@pytest.fixture(scope="session")
def position() -> Callable[..., Json]:
    """A position document in short."""
    return document


@pytest.fixture(scope="session")
def match() -> Callable[..., g.Match]:
    """A match in which a round begins."""

    def begun(riders: Riders, road: str = FLAT, **more: Any) -> g.Match:
        return g.from_position("etapa", document(riders, road, **more), seed=1)

    return begun


@pytest.fixture(scope="session")
def go() -> Callable[..., list[Any]]:
    """Make decisions by name, whoever owes them; what happened."""

    def made(match: g.Match, *steps: Step) -> list[Any]:
        events: list[Any] = []
        for step in steps:
            key, fields = (step, {}) if isinstance(step, str) else step
            seat = match.waiting[0]
            fitting = [
                choice
                for choice in match.choices(seat)
                if choice.message.key == key
                and all(getattr(choice.message, name) == value for name, value in fields.items())
            ]
            assert len(fitting) == 1, (step, seat, [choice.text for choice in match.choices(seat)])
            events += match.play(seat, fitting[0])
        return events

    return made


@pytest.fixture(scope="session")
def offered() -> Callable[[g.Match], list[str]]:
    """The kinds of choices there are now."""

    def keys(match: g.Match) -> list[str]:
        return sorted({c.message.key for seat in match.waiting for c in match.choices(seat)})

    return keys


@pytest.fixture(scope="session")
def throughout() -> Callable[..., list[Any]]:
    """Let everybody throw, or make his first choice, until the round, or the race, is over."""

    def finished(match: g.Match, rounds: int = 1) -> list[Any]:
        events: list[Any] = []
        last = match.view()["round"] + rounds
        while match.waiting and match.view()["round"] < last:
            seat = match.waiting[0]
            events += match.play(seat, match.choices(seat)[0])
        return events

    return finished


@pytest.fixture(scope="session")
def of() -> Callable[..., list[Any]]:
    """The events of one kind, in order."""
    return lambda events, key: [event for event in events if event.key == key]


@pytest.fixture(scope="session")
def fields() -> Callable[[g.Match], dict[str, int]]:
    """Where every rider is."""
    return lambda match: {
        name: rider["field"] for name, rider in match.view()["riders"].items() if rider["status"] != "out"
    }
