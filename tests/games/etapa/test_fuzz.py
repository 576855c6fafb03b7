"""Position documents that somebody has tampered with are refused, or can be played: the rules never hang."""

import copy
import random
from typing import Any

import pytest

import gruppetto as g

STAGES = [["Plaine"], ["Pavés"], ["Chrono"], ["Chrono par équipes"], ["Collines", "Chrono", "Plaine"]]
NUMBERS = (-2, -1, 0, 1, 2, 3, 5, 14, 15, 31, 100)


def tampered(document: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The document with one number, word or list of it changed."""
    changed = copy.deepcopy(document)
    place: Any = changed
    key = chance.choice([name for name in changed if name not in ("game", "options")])
    while isinstance(place[key], dict | list) and place[key] and chance.random() < 0.95:
        place = place[key]
        key = chance.choice(list(place) if isinstance(place, dict) else range(len(place)))
    if isinstance(place[key], int):
        place[key] = chance.choice(NUMBERS)
    elif isinstance(place[key], str):
        place[key] = chance.choice(
            ["plan", "move", "raise", "turn", "order", "chain", "feeding", "punctured"]
        )
    elif isinstance(place, dict):
        del place[key]
    return changed


def assert_refused_or_playable(document: dict[str, Any], chance: random.Random) -> bool:
    try:
        race = g.from_position("etapa", document, seed=1)
    except (g.BadPosition, g.UnknownSeat):
        return False
    for _ in range(40):
        if race.over:
            break
        seat = chance.choice(race.waiting)
        choices = race.choices(seat)
        assert choices
        race.play(seat, chance.choice(choices))
    return True


@pytest.mark.parametrize("stages", STAGES, ids=lambda stages: stages[0])
def test_tampered_positions_are_refused_or_can_be_played(stages: list[str]) -> None:
    chance = random.Random(stages[0])
    race = g.start("etapa", seats=3, seed=1, options={"stages": stages, "time_trial_champion": "2"})
    played = 0
    while not race.over:
        seat = chance.choice(race.waiting)
        race.play(seat, chance.choice(race.choices(seat)))
        if chance.random() < 0.3:
            played += assert_refused_or_playable(tampered(race.position(), chance), chance)
    assert played > 5
