"""What a choice would do is told by the rules that do it, and tells nothing that is hidden."""

import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import gruppetto as g
from gruppetto.cli.cards import hand_of
from gruppetto.cli.flamme_rouge import leads
from gruppetto.games import loops
from gruppetto.games.flamme_rouge import FLAMME_ROUGE, GRAND_TOUR
from gruppetto.games.flamme_rouge.data.road import stage
from gruppetto.kernel.record import duplicate

SHORT_TOUR = {"stages": ["abGiecdu", "aLBU"], "cooperation": True}


def previews(race: g.Match, seat: int) -> dict[Any, Any]:
    """What each choice of a seat would do, by what it is."""
    game: Any = race.game
    told = {choice.message: game.preview(race.state, seat, choice.code) for choice in race.choices(seat)}
    return {message: preview for message, preview in told.items() if preview}


def reached(race: g.Match, seat: int) -> dict[int | str, tuple[int, tuple[str, ...]]]:
    """Where each card on hand leads, and what makes it differ from the card."""
    return {message.card: (told.square, told.reasons) for message, told in previews(race, seat).items()}


MOUNTAINS = "La Haut Montagne"
HAND = {"hand": {"2": 1, "4": 1, "5": 1, "9": 1}, "deck": {}, "recycled": {}}
BESIDE = {"0R": "1 left", "1S": "0 right", "1R": "0 left"}


@pytest.mark.rule("FR4.2", "FR4.5", "FR4.6", "FR4.7")
def test_a_card_leads_as_far_as_the_terrain_lets_it(match: Callable[..., g.Match]) -> None:
    squares = stage(MOUNTAINS).squares
    climb, descent = squares.index("a"), squares.index("d")
    near = match(MOUNTAINS, {"0S": {"square": climb - 3, "lane": "right", **HAND}, **BESIDE})
    assert reached(near, 0) == {
        2: (climb - 1, ()),
        4: (climb + 1, ()),
        5: (climb + 2, ()),
        9: (climb + 2, ("climb",)),
    }
    far = match(MOUNTAINS, {"0S": {"square": climb - 7, "lane": "right", **HAND}, **BESIDE})
    assert reached(far, 0)[9] == (climb - 1, ("foot",))
    down = match(MOUNTAINS, {"0S": {"square": descent, "lane": "right", **HAND}, **BESIDE})
    assert reached(down, 0)[2] == (descent + 5, ("descent",))


@pytest.mark.rule("FR4.4", "FR8.2")
def test_a_card_leads_past_the_last_square_where_the_road_is_open(match: Callable[..., g.Match]) -> None:
    road = stage("abcdu")
    riders = {"0S": {"square": road.line - 1, "lane": "right", **HAND}, **BESIDE}
    assert reached(match("abcdu", riders), 0)[9] == (road.last_square, ("road's end",))
    open_road = match("abcdu", riders, options={"last_square": "open-road"})
    assert reached(open_road, 0)[9] == (road.line + 8, ())


def test_the_terminal_shows_where_each_card_leads(match: Callable[..., g.Match]) -> None:
    race = match("abcdu", {"0S": {"square": 7, "lane": "right", **HAND}, **BESIDE})
    console = Console(width=60, record=True, file=io.StringIO())
    console.print(hand_of("0S", HAND["hand"], leads(race.choices(0)), tall=True))
    assert "│  → 9  │ │ → 11  │ │ → 12  │ │ → 16  │" in console.export_text()


def test_placing_and_choosing_a_rider_foretell_nothing() -> None:
    race = g.start("flamme-rouge", seats=2, seed=1)
    while race.waiting and race.view()["phase"] == "placement":
        seat = race.waiting[0]
        assert previews(race, seat) == {}
        race.play(seat, race.choices(seat)[0])
    assert previews(race, race.waiting[0]) == {}


@pytest.mark.rule("FR4.2", "GT11", "GT12")
@pytest.mark.parametrize("game", ["flamme-rouge", "flamme-rouge-tour"])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_foretold_comes_true_unless_riders_are_in_the_way(game: str, seed: int) -> None:
    race = g.start(game, seats=3, seed=seed, options={} if game == "flamme-rouge" else SHORT_TOUR)
    foretold: dict[str, Any] = {}
    chance, came_true = np.random.default_rng(seed), 0
    while race.waiting:
        seat = race.waiting[-1]
        told, choices = previews(race, seat), race.choices(seat)
        choice = choices[chance.integers(len(choices))]
        if choice.message in told:
            foretold[choice.message.rider] = told[choice.message]  # type: ignore[attr-defined]
        for event in race.play(seat, choice):
            if event.key == "Moved" and event.rider in foretold:  # type: ignore[attr-defined]
                came_true += is_true(foretold.pop(event.rider), event)  # type: ignore[attr-defined]
    assert came_true > 30


def is_true(foretold: Any, moved: Any) -> bool:
    """A move went where it was foretold, for the same reasons, or riders were in its way."""
    if "riders" in moved.reasons:
        assert moved.square < foretold.square
        return False
    assert (moved.square, moved.reasons) == (foretold.square, foretold.reasons)
    return True


@pytest.mark.rule("FR3.6")
@pytest.mark.parametrize("game", [FLAMME_ROUGE, GRAND_TOUR], ids=lambda game: game.id)
def test_nothing_hidden_is_foretold(game: Any) -> None:
    race = g.start(game.id, seats=3, seed=5, options={} if game is FLAMME_ROUGE else SHORT_TOUR)
    for number in range(60):
        for seat in race.waiting:
            state = duplicate(race.state)
            loops.veil(game.rules.forget, state, seat, np.uint64(number))
            codes = [choice.code for choice in race.choices(seat)]
            assert [game.preview(state, seat, code) for code in codes] == [
                game.preview(race.state, seat, code) for code in codes
            ]
        race.play(race.waiting[0], race.choices(race.waiting[0])[number % len(race.choices(race.waiting[0]))])
