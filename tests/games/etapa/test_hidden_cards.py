"""Cards that others have drawn: what a seat knows is kept, the rest is guessed fairly (C19)."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import loops
from gruppetto.games.etapa.faces.position import PILE
from gruppetto.kernel.record import duplicate

SPECTATOR = -1
Hand = dict[str, int]


def guesses(race: g.Match, seat: int, number: int = 60) -> Iterator[Any]:
    """The race as a seat may imagine it, again and again."""
    for seed in range(number):
        state = duplicate(race.state)
        loops.veil(race.game.rules.forget, state, seat, np.uint64(seed))
        yield state[0]


def hand(state: Any, seat: int) -> Hand:
    return PILE.read(int(state["hand"][seat]))


def pile(state: Any) -> Hand:
    return PILE.read(int(state["pile"][0]))


BOX = Counter(dict.fromkeys(["2", "2B", "4", "4B", "6", "6B"], 6))
ANYTHING: Hand = dict(BOX)
NOTHING: tuple[Hand, Hand] = ({}, {})


def hidden(state: Any, seat: int) -> Hand:
    """What of a hand is not known to all."""
    return dict(Counter(hand(state, seat)) - Counter(PILE.read(int(state["shown"][seat]))))


@pytest.fixture
def table(match: Any) -> Any:
    """Two players with these hidden cards and what they can be, a pile, and a third who shows the rest."""

    def set_up(one: tuple[Hand, Hand], two: tuple[Hand, Hand], pile: Hand) -> g.Match:
        rest = dict(BOX - Counter(one[0]) - Counter(two[0]) - Counter(pile))
        teams = [{"hand": held, "shown": {}, "doubt": doubt, "slow": 0} for held, doubt in (one, two)]
        teams.append({"hand": rest, "slow": 0})
        race: g.Match = match({"1": 50, "4": 40, "7": 30}, teams=teams, dice=[3, 4])
        return race

    return set_up


@pytest.mark.rule("C19")
def test_what_is_known_is_kept_and_no_card_gets_lost(table: Any) -> None:
    race = table(({"4": 1}, ANYTHING), ({"6B": 1}, ANYTHING), {"2": 1, "6B": 2})
    known = hand(race.state[0], 2)
    seen = set()
    for state in guesses(race, 2, 150):
        assert hand(state, 2) == known
        assert [sum(hand(state, seat).values()) for seat in (0, 1)] == [1, 1]
        assert sum((Counter(hand(state, seat)) for seat in range(3)), Counter(pile(state))) == BOX
        seen.add((*hand(state, 0), *hand(state, 1)))
    kinds = ("2", "4", "6B")
    assert seen == {(one, two) for one in kinds for two in kinds if one != two or one == "6B"}


@pytest.mark.rule("C19")
def test_one_s_own_cards_are_known_a_spectator_knows_no_drawn_card(table: Any) -> None:
    race = table(({"2": 1}, ANYTHING), ({"6": 1}, ANYTHING), {"4": 1})
    assert {(*hand(state, 0), *hand(state, 1)) for state in guesses(race, 0)} == {("2", "4"), ("2", "6")}
    held = {(*hand(state, 0), *hand(state, 1)) for state in guesses(race, SPECTATOR)}
    assert held == {(one, two) for one in ("2", "4", "6") for two in ("2", "4", "6") if one != two}


@pytest.mark.rule("C19")
def test_every_card_of_the_pile_is_as_likely_as_any_other(table: Any) -> None:
    race = table(NOTHING, ({"6B": 1}, ANYTHING), {"2": 3, "4": 2})
    found = Counter(next(iter(hand(state, 1))) for state in guesses(race, 0, 360))
    assert abs(found["2"] - 180) < 30
    assert abs(found["4"] - 120) < 30
    assert abs(found["6B"] - 60) < 25


@pytest.mark.rule("C19")
def test_what_was_not_there_to_draw_is_not_guessed(table: Any) -> None:
    race = table(NOTHING, ({"2": 1, "4": 1}, {"2": 2, "4": 1}), {"2": 1, "4": 4, "6": 5})
    found = {tuple(sorted(hand(state, 1).items())) for state in guesses(race, 0)}
    assert found == {(("2", 2),), (("2", 1), ("4", 1))}


@pytest.mark.rule("C19")
def test_where_an_earlier_guess_has_taken_it_a_draw_can_be_any_card(table: Any) -> None:
    race = table(({"4": 1}, {"2": 1, "4": 1}), ({"2": 1}, {"2": 1}), {"6": 1})
    found = {(*hand(state, 0), *hand(state, 1)) for state in guesses(race, 2)}
    assert found == {("4", "2"), ("2", "4"), ("2", "6")}


@pytest.mark.rule("C19")
def test_only_the_hidden_part_of_a_hand_is_guessed(match: Any) -> None:
    held = {"hand": {"2": 1, "6": 1}, "shown": {"6": 1}, "doubt": {"2": 6, "4": 6}, "slow": 0}
    race = match({"1": 50, "4": 40}, teams=[held, {"hand": {}, "slow": 0}])
    found = {tuple(sorted(hand(state, 0).items())) for state in guesses(race, 1)}
    assert found == {(("2", 1), ("6", 1)), (("4", 1), ("6", 1))}
    assert {str(hidden(state, 0)) for state in guesses(race, 1)} == {"{'2': 1}", "{'4': 1}"}


@pytest.mark.rule("C19")
def test_chance_to_come_is_forgotten(table: Any) -> None:
    race = table(NOTHING, NOTHING, {})
    (state,) = guesses(race, 0, 1)
    assert state["scripted"] == 0
    assert not set(state["key"].tolist()) & set(race.state[0]["key"].tolist())


@pytest.fixture
def giving_back(position: Any, go: Any) -> g.Match:
    """The champion of Red has drawn four cards in a time trial and has to give one back."""
    document = position(
        {"1": {"field": 10}, "4": {"field": 27, "jersey": "rainbow"}}, "ITT 28 30 36 56", step="trial-round",
        start_order=(4, 1), dice=[3], cards=["2", "2", "4", "6"], moment={"starters": 2, "started": 2},
        teams=[{"hand": dict(BOX - Counter({"2": 3, "4": 3, "6": 3}))}, {"hand": {}}],
    )  # fmt: skip
    race = g.from_position("etapa", document, seed=1)
    assert race.waiting == (1,)
    return race


@pytest.mark.rule("C19", "C10.1.2")
def test_the_cards_a_champion_gives_one_back_of_are_theirs_to_know(giving_back: g.Match) -> None:
    found = set()
    for state in guesses(giving_back, 0):
        drawn = PILE.read(int(state["drawn_hand"][0]))
        assert sum(drawn.values()) == 4
        assert drawn == hand(state, 1)
        found.add(tuple(sorted(drawn.items())))
    assert len(found) > 5
    for state in guesses(giving_back, 1, 3):
        assert PILE.read(int(state["drawn_hand"][0])) == {"2": 2, "4": 1, "6": 1}


@pytest.mark.rule("C19")
def test_a_draw_can_be_whatever_is_not_surely_in_a_hand(match: Any, go: Any) -> None:
    teams = [{"hand": {"2": 1}, "slow": 0}, {"hand": {"6": 2, "2": 2}, "shown": {"6": 1, "2": 2}, "slow": 0}]
    teams[1]["doubt"] = {"6": 6}
    race = match({"1": 50, "4": 30}, "F200 | feed 56-60 | limit 150", dice=[4], cards=["4"], teams=teams)
    go(race, "Throw", "RideOn")
    assert race.position()["teams"][0]["doubt"] == {"2": 3, "2B": 6, "4": 6, "4B": 6, "6": 5, "6B": 6}
    assert race.position()["teams"][0]["shown"] == {"2": 1}


@pytest.mark.rule("C19", "C2.7")
def test_a_card_that_is_played_is_seen_and_with_the_last_drawn_one_all_doubt_ends(
    match: Any, go: Any
) -> None:
    held = {"hand": {"2": 2, "4": 1}, "shown": {"2": 1}, "doubt": {"2": 3, "4": 3}, "slow": 0}
    race = match({"1": 50, "4": 30}, teams=[held, {"hand": {}, "slow": 0}], options={"cars": False})
    told = []
    for card in ("2", "4", "2"):
        while race.view()["turn"]["rider"] != "1" or race.waiting != (0,):
            go(race, "Throw")
        go(race, ("Sprint", {"card": card}))
        team = race.position()["teams"][0]
        told.append((team["hand"], team["shown"], team["doubt"]))
    doubt = {"2": 3, "4": 3}
    assert told == [({"2": 1, "4": 1}, {}, doubt), ({"2": 1}, {}, doubt), ({}, {}, {})]
