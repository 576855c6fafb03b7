"""What a seat cannot know is forgotten, what it knows is kept (Z10.2, Z11.6)."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gruppetto.games import loops
from gruppetto.games.game import SPECTATOR, Json
from gruppetto.kernel.record import duplicate

Table = Callable[..., Any]


def as_known_to(race: Any, seat: int, seed: int = 3) -> Json:
    """The position as a seat may imagine it."""
    game, state = race.match.game, duplicate(race.match.state)
    loops.veil(game.rules.forget, state, seat, np.uint64(seed))
    document: Json = game.position(state)
    return document


@pytest.mark.rule("Z10.2", "Z6.3.5")
def test_an_activity_in_the_making_is_forgotten_by_all_but_its_maker(table: Table) -> None:
    race = table(3)
    before = race.match.position()
    race.pick(0, "ChooseActivity", activity="eat").pick(0, "Cancel")
    race.pick(0, "ChooseActivity", activity="break-away").pick(0, "Perform", rider="0-1")
    for seat in (SPECTATOR, 1, 2):
        assert as_known_to(race, seat) == before
    assert as_known_to(race, 0) == race.match.position()
    assert as_known_to(race, 0)["composing"]["cancels"] == 1


@pytest.mark.rule("Z10.2", "Z4.2")
def test_whom_an_activity_is_for_is_forgotten_too(table: Table) -> None:
    race = table(3, teams=[{"special": 1}, {}, {}])
    before = race.match.position()
    race.pick(0, "ChooseActivity", activity="drink").pick(0, "ChooseRider", rider="0-3")
    assert race.match.position()["rider"] == "0-3"
    assert as_known_to(race, 1) == before
    assert as_known_to(race, 0) == race.match.position()


@pytest.mark.rule("Z10.2", "Z7.8")
def test_of_a_response_only_the_riders_in_the_making_are_forgotten(table: Table) -> None:
    race = table(3).challenge(0, "raise-pace", "perform 0-1")
    before = race.match.position()
    race.pick(1, "Obstruct", rider="1-1").pick(1, "Cancel").pick(1, "Obstruct", rider="1-2")
    for seat in (SPECTATOR, 0, 2):
        assert as_known_to(race, seat) == before
    assert as_known_to(race, 1) == race.match.position()


@pytest.mark.rule("Z10.2", "Z9.6")
def test_everything_else_lies_open(table: Table) -> None:
    front = {f"{seat}-{n}": "bunch 0" for seat in range(2) for n in range(1, 6)}
    front |= {"0-1": "head 0", "0-2": "head 0", "1-1": "head 0"}
    race = table(2, front, step="turn", turn=10, pawn=None, teams=[{"special": 2}, {}])
    race.pick(0, "LineUp", rider="0-1").pick(0, "LineUp", rider="0-2").pick(0, "ActFirst")
    for seat in (SPECTATOR, 0, 1):
        assert as_known_to(race, seat) == race.match.position()
        assert as_known_to(race, seat)["rider"] == "0-1"


@pytest.mark.rule("Z10.3", "Z10.2")
def test_chance_to_come_is_another(table: Table) -> None:
    race = table(3)
    states = [duplicate(race.match.state) for _ in range(2)]
    loops.veil(race.match.game.rules.forget, states[0], 0, np.uint64(3))
    loops.veil(race.match.game.rules.forget, states[1], 0, np.uint64(4))
    keys = [state[0]["key"].tolist() for state in (race.match.state, *states)]
    assert keys[0] != keys[1] != keys[2] != keys[0]


# --- time trials ------------------------------------------------------------------------------------


def trial(table: Table, *tokens: tuple[int, ...]) -> Any:
    """0-2 and 1-2 have retired; so many tokens have been set, seat by seat."""
    riders = {f"{seat}-{n}": "bunch 0" for seat in range(3) for n in range(1, 6)}
    order = [f"{seat}-{n}" for seat in range(3) for n in range(1, 6)]
    options = {"advanced": True, "events": False, "stages": "P, TT", "route": "choose"}
    race = table(
        3, riders | {"0-2": "out", "1-2": "out"}, options=options, step="trial", stage=2, turn=0, pawn=None,
        stage_winners=["0-1"], stage_order=order,
    )  # fmt: skip
    for seat, counts in enumerate(tokens):
        for count in counts:
            choice = next(c for c in race.match.choices(seat) if c.message.tokens == count)
            race.match.play(seat, choice)
    return race


def tokens_of(document: Json, seat: int) -> list[int | None]:
    return [document["riders"][f"{seat}-{n}"].get("tokens") for n in range(1, 6)]


@pytest.mark.rule("Z11.6", "Z10.2")
def test_tokens_of_a_time_trial_are_known_to_their_player_alone(table: Table) -> None:
    race = trial(table, (2, 1, 0, 2), (2, 1), (1, 1))
    own = as_known_to(race, 0)
    assert tokens_of(own, 0) == [2, None, 1, 0, 2]
    assert tokens_of(own, 1) == [None] * 5  # not all set: as if none were
    assert tokens_of(own, 2) == [None] * 5
    assert tokens_of(as_known_to(race, 1), 1) == [2, None, 1, None, None]
    assert tokens_of(as_known_to(race, 2), 2) == [1, 1, None, None, None]


@pytest.mark.rule("Z11.6", "Z10.2")
def test_who_has_set_all_their_tokens_may_have_set_any(table: Table) -> None:
    race = trial(table, (2, 1, 0, 2), (1, 2, 0, 1), (1,))
    seen: list[set[int | None]] = [set() for _ in range(10)]
    for seed in range(40):
        known = as_known_to(race, 2, seed)
        tokens = tokens_of(known, 0), tokens_of(known, 1)
        assert all(sum(count or 0 for count in team) <= 6 for team in tokens)
        for rider, count in enumerate([*tokens[0], *tokens[1]]):
            seen[rider].add(count)
    anything: set[int | None] = {0, 1, 2}
    assert seen == [anything, {None}, anything, anything, anything] * 2


@pytest.mark.rule("Z11.6", "Z10.2")
def test_a_spectator_knows_of_no_tokens(table: Table) -> None:
    race = trial(table, (2, 1, 0, 2), (2, 1))
    kinds = {tuple(tokens_of(as_known_to(race, SPECTATOR, seed), 0)) for seed in range(12)}
    assert len(kinds) > 4
    assert tokens_of(as_known_to(race, SPECTATOR), 1) == [None] * 5


@pytest.mark.rule("Z11.6", "Z10.2")
def test_after_a_time_trial_all_tokens_lie_open(table: Table) -> None:
    race = trial(table, (2, 1, 0, 2), (2, 1, 1, 1), (1, 1, 0, 0, 2))
    assert race.match.over
    for seat in (SPECTATOR, 0, 1, 2):
        assert as_known_to(race, seat) == race.match.position()
