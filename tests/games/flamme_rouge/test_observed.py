"""Every number that `observe` writes is declared, and stays within its bounds."""

from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import loops
from gruppetto.games.flamme_rouge import FLAMME_ROUGE, GRAND_TOUR
from gruppetto.games.game import no_numbers

TABLES: list[tuple[Any, dict[str, Any]]] = [
    (FLAMME_ROUGE, {}),
    (FLAMME_ROUGE, {"teams": ["player", "muscle", "peloton"], "last_square": "open-road", "stage": "abcu"}),
    (FLAMME_ROUGE, {"handicap": [0, 2, 1], "stage": "Mont Ventoux"}),
    (GRAND_TOUR, {"stages": ["abcu", "aLBU"], "cooperation": True}),
    (GRAND_TOUR, {"stages": ["Mont Ventoux"], "traits": False}),
]


def seen_by(game: Any, state: Any, seat: int) -> dict[str, list[int]]:
    """An observation by the names of its numbers."""
    numbers, named, at = no_numbers(game.observation), {}, 0
    loops.sense(game.rules.observe, state, seat, numbers)
    for seen in game.observed:
        named[seen.name] = numbers[at : at + seen.size].tolist()
        at += seen.size
    return named


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_every_number_stays_within_its_bounds(game: Any, options: dict[str, Any]) -> None:
    race = g.start(game.id, seats=3, seed=4, options=options)
    low, high = game.bounds()
    fixed = sum(seen.size for seen in game.observed if seen.fixed)
    numbers, chance = no_numbers(game.observation), np.random.default_rng(4)
    loops.sense(game.rules.observe, race.state, 0, numbers)
    always = numbers[:fixed].tolist()
    while race.waiting:
        for seat in (-1, 0, 1, 2):
            loops.sense(game.rules.observe, race.state, seat, numbers)
            assert (low <= numbers).all()
            assert (numbers <= high).all()
            assert numbers[:fixed].tolist() == always
        codes = [choice.code for choice in race.choices(race.waiting[0])]
        race.play(race.waiting[0], codes[chance.integers(len(codes))])


def test_an_observation_tells_what_the_view_tells() -> None:
    race = g.start("flamme-rouge", seats=2, seed=3)
    while race.view()["phase"] == "placement":
        race.play(race.waiting[0], race.choices(race.waiting[0])[0])
    race.play(0, race.choices(0)[0])
    view, seen = race.view(0), seen_by(FLAMME_ROUGE, race.state, 0)
    assert seen["square"][:4] == [view["riders"][name]["square"] for name in ("0S", "0R", "1S", "1R")]
    assert seen["square"][4:] == [-1] * 4
    assert seen["drawn"][:2] == [1, 0]
    assert seen["face_down"][:2] == [11, 15]
    hand = dict(zip("A23456789", seen["hand"][::2], strict=True))
    assert {card: copies for card, copies in hand.items() if copies} == view["riders"]["0S"]["own"]["hand"]
    assert seen_by(FLAMME_ROUGE, race.state, 1)["square"][:2] == seen["square"][2:4]


@pytest.mark.parametrize("game", ["flamme-rouge", "flamme-rouge-tour"])
def test_the_type_is_as_narrow_as_the_bounds_allow(game: str) -> None:
    kind = {"flamme-rouge": np.int8, "flamme-rouge-tour": np.int16}[game]
    assert {FLAMME_ROUGE.id: FLAMME_ROUGE, GRAND_TOUR.id: GRAND_TOUR}[game].bounds()[0].dtype == kind
