"""Builders the rule tests share: positions in short, and what came of a ride."""

import importlib.util
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import gruppetto as g

Json = dict[str, Any]
Riders = Mapping[str, str | Json]


@dataclass(frozen=True)
class Ridden:
    """A round's movement and end phase, taken apart."""

    position: Json
    events: list[g.Message]

    def of(self, kind: str) -> list[Any]:
        """The events of one kind, in order."""
        return [event for event in self.events if event.key == kind]

    @property
    def moved(self) -> dict[str, str]:
        """Where each rider stood at the end of his own move, in the order of the moves."""
        return {move.rider: f"{move.square} {move.lane}" for move in self.of("Moved")}

    @property
    def places(self) -> dict[str, str]:
        """Where each rider stands now."""
        return {name: f"{r['square']} {r['lane']}" for name, r in self.position["riders"].items()}

    @property
    def carried(self) -> dict[str, int]:
        """How many squares each rider was carried by slipstream."""
        names = [event.rider for event in self.of("Carried")]
        return {name: names.count(name) for name in names}

    @property
    def tired(self) -> set[str]:
        """Who took an exhaustion card."""
        return {event.rider for event in self.of("Tired")}


def document(stage: str, riders: Riders, **more: Any) -> Json:
    """A position document; a rider is a whole entry, or just his place: `"17 left"`."""
    entries = {name: _place(rider) if isinstance(rider, str) else rider for name, rider in riders.items()}
    return {"game": "flamme-rouge", "stage": stage, "riders": entries, **more}


def _place(place: str) -> Json:
    square, lane = place.split()
    return {"square": int(square), "lane": lane}


@pytest.fixture(scope="session")
def position() -> Callable[..., Json]:
    """A position document in short."""
    return document


@pytest.fixture(scope="session")
def ride() -> Callable[..., Ridden]:
    """Ride one round from a position in short."""

    def ridden(stage: str, riders: Riders, cards: Mapping[str, int | str], **more: Any) -> Ridden:
        return Ridden(*g.flamme_rouge.ride(document(stage, riders, **more), cards))

    return ridden


@pytest.fixture(scope="session")
def match() -> Callable[..., g.Match]:
    """A match that goes on from a position in short."""

    def begun(stage: str, riders: Riders, seed: int = 1, **more: Any) -> g.Match:
        return g.from_position("flamme-rouge", document(stage, riders, **more), seed=seed)

    return begun


@pytest.fixture(scope="session")
def pick() -> Callable[..., list[g.Message]]:
    """Make the one legal choice whose message has these fields."""

    def picked(match: g.Match, seat: int, **fields: Any) -> list[g.Message]:
        fitting = [
            choice
            for choice in match.choices(seat)
            if all(getattr(choice.message, name, None) == value for name, value in fields.items())
        ]
        assert len(fitting) == 1, (fields, match.choices(seat))
        return match.play(seat, fitting[0])

    return picked


@pytest.fixture(scope="session")
def finish_round() -> Callable[..., list[g.Message]]:
    """Let everybody make his first legal choice until the round, or the race, is over."""

    def finished(match: g.Match) -> list[g.Message]:
        events, number = [], match.view()["round"]
        while match.waiting and match.view()["round"] == number:
            seat = match.waiting[0]
            events += match.play(seat, match.choices(seat)[0])
        return events

    return finished


@pytest.fixture(scope="session")
def tours() -> ModuleType:
    """Builders for tours, from the file next to this one."""
    return _neighbour("tours")


def _neighbour(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        f"flamme_rouge_{name}", Path(__file__).with_name(f"{name}.py")
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
