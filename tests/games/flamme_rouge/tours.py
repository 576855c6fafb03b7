"""Builders for tests of the Grand Tour: positions in short, and a round ridden with chosen cards."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import gruppetto as g

Json = dict[str, Any]
FLAT = "abcdlu"  # the line before square 31
DECKS = {"S": (2, 3, 4, 5, 9), "R": (3, 4, 5, 6, 7)}
FAR_BACK = {"0S": "0 right", "0R": "0 left", "1S": "1 right", "1R": "1 left"}


def document(
    riders: Mapping[str, str | Json],
    *,
    stages: list[str] | None = None,
    stage: int = 1,
    standings: Mapping[str, Json] | None = None,
    **more: Any,
) -> Json:
    """A tour's position; a rider is `"17 left"`, `"home"` (in the order named), or a whole entry."""
    stages = stages or [FLAT, FLAT]
    given: dict[str, Json] = {name: dict(standing) for name, standing in (standings or {}).items()}
    entries: dict[str, Json] = {}
    for name, rider in riders.items():
        entries[name] = rider if isinstance(rider, dict) else _place(rider)
        if rider == "home":
            places = [other["place"] for other in given.values() if "place" in other]
            given.setdefault(name, {}).setdefault("place", len(places) + 1)
    options = {"traits": any("trait" in standing for standing in given.values()), **more.pop("options", {})}
    race = {"stage": stages[stage - 1], "riders": entries, **more.pop("race", {})}
    for name in entries:
        given.setdefault(name, {})
    return {
        "stages": stages,
        "stage": stage,
        "race": race,
        "standings": given,
        "options": options,
        **more,
    }


def _place(place: str) -> Json:
    if place == "home":
        return {}
    square, lane = place.split()
    return {"square": int(square), "lane": lane}


@dataclass
class Round:
    """A tour after one round, and what happened in it."""

    tour: g.Match
    events: list[Any] = field(default_factory=list)

    def of(self, kind: str) -> list[Any]:
        """The events of one kind, in order."""
        return [event for event in self.events if event.key == kind]

    @property
    def moved(self) -> dict[str, int]:
        """Where each rider's move ended."""
        return {event.rider: event.square for event in self.of("Moved")}

    @property
    def carried(self) -> dict[str, int]:
        """Where slipstream took whom."""
        return {event.rider: event.square for event in self.of("Carried")}

    @property
    def crossed(self) -> dict[str, tuple[int, int]]:
        """Place and squares past the line of those who crossed."""
        return {event.rider: (event.place, event.past) for event in self.of("Crossed")}

    @property
    def gained(self) -> dict[str, int]:
        """The seconds gained by those who crossed."""
        return {event.rider: event.seconds for event in self.of("GainedTime")}

    @property
    def times(self) -> dict[str, int | None]:
        """Everybody's time."""
        return {name: rider["time"] for name, rider in self.tour.view()["riders"].items()}


def begun(position: Json, seed: int = 1) -> g.Match:
    """A tour that goes on from a position."""
    return g.from_position("flamme-rouge-tour", position, seed=seed)


def ride(
    riders: Mapping[str, tuple[str, int | str]],
    *,
    raising: Mapping[int, bool] | None = None,
    home: tuple[str, ...] = (),
    seed: int = 1,
    **more: Any,
) -> Round:
    """One round: every rider on his place plays his card; `home` are there already; a raise if asked."""
    entries: dict[str, str | Json] = dict.fromkeys(home, "home")
    for name, (place, card) in riders.items():
        deck = {str(value): 3 for value in DECKS[name[1]]} | ({"X": 2} if card == "X" else {})
        entries[name] = {**_place(place), "deck": deck}
    race = {"round": 5, "script": {name: [card] for name, (_, card) in riders.items()}}
    tour = begun(document(entries, race=race, **more), seed)
    return play_round(tour, {name: card for name, (_, card) in riders.items()}, raising or {})


def play_round(tour: g.Match, cards: Mapping[str, int | str], raising: Mapping[int, bool]) -> Round:
    """Everybody plays these cards; whoever is asked raises or not."""
    ridden, now = Round(tour), moment(tour)
    while tour.waiting and moment(tour) == now:
        seat = tour.waiting[0]
        chosen = [choice for choice in tour.choices(seat) if _fits(choice.message, cards, raising, seat)]
        ridden.events += tour.play(seat, chosen[0])
    return ridden


def moment(tour: g.Match) -> tuple[int, int]:
    """The stage and the round."""
    view = tour.view()
    return view["tour"]["stage"], view["round"]


def _fits(message: Any, cards: Mapping[str, int | str], raising: Mapping[int, bool], seat: int) -> bool:
    if message.key == "PlayCard":
        return bool(cards[message.rider] == message.card)
    if message.key in {"RaiseCard", "HoldBack"}:
        return raising[seat] == (message.key == "RaiseCard")
    return bool(message.key == "ChooseRider")


def pick(tour: g.Match, seat: int, key: str, **fields: Any) -> list[Any]:
    """Make the one choice of this kind with these fields."""
    fitting = [
        choice
        for choice in tour.choices(seat)
        if choice.message.key == key
        and all(getattr(choice.message, name) == value for name, value in fields.items())
    ]
    assert len(fitting) == 1, (key, fields, tour.choices(seat))
    return tour.play(seat, fitting[0])


def ridden(*finishes: list[str], times: Mapping[str, int | None] | None = None) -> list[Json]:
    """Stages that are over, with the same times after each of them."""
    return [
        {"finish": order, "times": dict.fromkeys(sorted(order), 80) | dict(times or {})} for order in finishes
    ]
