"""What a player, his opponents and a spectator may know (FR3.6)."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import loops
from gruppetto.match import seen

FOUR = {"0S": "4 right", "0R": "3 right", "1S": "4 left", "1R": "3 left"}
SCRIPT = {"0S": [9, 9, 5, 2], "0R": [7, 7, 3, 3], "1S": [2, 3, 3, 3], "1R": [4, 4, 4, 5]}
Make = Callable[..., g.Match]
Pick = Callable[..., Any]


def own(race: g.Match, seat: int, rider: str) -> Any:
    return race.view(seat)["riders"][rider]["own"]


@pytest.mark.rule("FR3.6")
def test_own_cards_are_shown_only_to_their_own_seat(match: Make) -> None:
    race = match("abcdu", FOUR)
    for seat in (0, 1, None):
        shown = {name for name, rider in race.view(seat)["riders"].items() if "own" in rider}
        assert shown == {name for name in FOUR if name[0] == str(seat)}


@pytest.mark.rule("FR3.6")
def test_a_player_sees_his_hand_his_recycled_and_his_played_cards(match: Make, pick: Pick) -> None:
    race = match("abcdu", FOUR, script=SCRIPT)
    pick(race, 0, rider="0S")
    assert own(race, 0, "0S")["hand"] == {"9": 2, "5": 1, "2": 1}
    pick(race, 0, card=9)
    assert own(race, 0, "0S")["recycled"] == {"9": 1, "5": 1, "2": 1}
    assert own(race, 0, "0S")["played"] == 9


@pytest.mark.rule("FR3.6")
@pytest.mark.parametrize("other", [1, None])
def test_others_see_the_same_whatever_was_drawn_and_played(
    other: int | None, match: Make, pick: Pick
) -> None:
    """Two races that differ only in hidden cards look alike, move by move, from outside."""
    told: list[list[Any]] = []
    for script, cards in (
        ({"0S": [9, 9, 5, 2], "0R": [7, 7, 3, 3]}, (9, 3)),
        ({"0S": [4, 4, 3, 3], "0R": [6, 6, 5, 4]}, (3, 6)),
    ):
        race = match("abcdu", FOUR, script=script)
        pick(race, 0, rider="0S")
        told.append([race.view(other)])
        for card in cards:
            pick(race, 0, card=card)
            told[-1].append(race.view(other))
    assert told[0] == told[1]


@pytest.mark.rule("FR3.6")
@pytest.mark.parametrize("other", [1, None])
def test_others_learn_of_a_draw_and_a_card_but_not_which(other: int | None, match: Make, pick: Pick) -> None:
    race = match("abcdu", FOUR, script=SCRIPT)
    events = pick(race, 0, rider="0S") + pick(race, 0, card=9) + pick(race, 0, card=3)
    told: list[Any] = seen(events, other)
    assert [(event.key, event.rider) for event in told] == [
        ("Drew", "0S"),
        ("Chose", "0S"),
        ("Drew", "0R"),
        ("Chose", "0R"),
    ]
    assert all(getattr(event, "cards", None) is None for event in told)
    assert all(getattr(event, "card", None) is None for event in told)
    assert not any(character.isdigit() for event in told for character in event.text)


@pytest.mark.rule("FR3.6")
def test_the_owner_learns_which_cards_he_drew_and_played(match: Make, pick: Pick) -> None:
    race = match("abcdu", FOUR, script=SCRIPT)
    events: list[Any] = seen(pick(race, 0, rider="0S") + pick(race, 0, card=9), 0)
    assert sorted(events[0].cards) == [2, 5, 9, 9]
    assert events[1].card == 9


@pytest.mark.rule("FR3.6", "FR4.1")
@pytest.mark.parametrize("watcher", [0, 1, None])
def test_what_has_been_revealed_is_public(watcher: int | None, match: Make, pick: Pick) -> None:
    race = match("abcdu", FOUR, script=SCRIPT)
    events = [
        *pick(race, 0, rider="0S"),
        *pick(race, 0, card=9),
        *pick(race, 0, card=7),
        *pick(race, 1, rider="1R"),
        *pick(race, 1, card=5),
        *pick(race, 1, card=2),
    ]
    shown: list[Any] = [event for event in seen(events, watcher) if event.key == "Revealed"]
    assert {event.rider: event.card for event in shown} == {"0S": 9, "0R": 7, "1R": 5, "1S": 2}
    riders = race.view(watcher)["riders"]
    assert {name: riders[name]["revealed"] for name in FOUR} == {"0S": 9, "0R": 7, "1R": 5, "1S": 2}


@pytest.mark.rule("FR3.6")
def test_before_everybody_has_played_no_card_of_this_round_is_revealed(match: Make, pick: Pick) -> None:
    race = match("abcdu", FOUR, script=SCRIPT)
    pick(race, 0, rider="0S")
    pick(race, 0, card=9)
    pick(race, 0, card=7)
    assert {rider["revealed"] for rider in race.view()["riders"].values()} == {None}
    assert race.view()["riders"]["0S"]["played"] is True


@pytest.mark.rule("FR3.6")
@pytest.mark.parametrize("seats", [2, 3])
def test_hidden_cards_of_others_stay_hidden_all_through_a_race(seats: int) -> None:
    """Swapping the cards another player holds for cards he might hold changes nothing one sees."""
    race = g.start("flamme-rouge", seats=seats, seed=11, options={"handicap": [2] * seats})
    checked = 0
    while not race.over:
        seat = race.waiting[0]
        race.play(seat, race.choices(seat)[len(race.log) % len(race.choices(seat))])
        if race.over or race.view()["phase"] != "energy":
            continue
        swapped = race.position()
        for rider in [name for name in swapped["riders"] if name[0] != "0"]:
            swap_a_card(swapped["riders"][rider])
        other = g.from_position("flamme-rouge", swapped, seed=1)
        assert other.view(0) == race.view(0)
        checked += swapped != race.position()
    assert checked > 10


def swap_a_card(rider: dict[str, Any]) -> None:
    """Exchange a face-down card for a recycled one."""
    given, taken = rider["deck"], rider["recycled"]
    energy = [(one, two) for one in given for two in taken if one != two and "X" not in (one, two)]
    for one, two in energy[:1]:
        for pile, out, into in ((given, one, two), (taken, two, one)):
            pile[out] -= 1
            if not pile[out]:
                del pile[out]
            pile[into] = pile.get(into, 0) + 1


@pytest.mark.rule("FR3.6")
def test_nobody_sees_the_seed_the_script_or_the_order_of_a_deck(match: Make) -> None:
    race = match("abcdu", FOUR, script=SCRIPT)
    for seat in (0, 1, None):
        text = json.dumps(race.view(seat))
        assert race.seed.hex() not in text
        assert "script" not in text
        assert "seed" not in text


@pytest.mark.rule("FR3.6")
def test_all_unrevealed_cards_of_a_rider_can_be_told_by_anybody(match: Make, pick: Pick) -> None:
    """Which fifteen he had, which he showed and what he took in the wind is all public."""
    race = match(
        "abcdlu", {"0S": "4 right", "1S": "2 right"}, script={"0S": [9, 2, 3, 4], "1S": [5, 2, 2, 3]}
    )
    pick(race, 0, card=9)
    pick(race, 1, card=5)
    assert race.view(1)["riders"]["0S"]["unrevealed"] == {"X": 1, "2": 3, "3": 3, "4": 3, "5": 3, "9": 2}
    assert race.view(None)["riders"]["0S"]["unrevealed"] == race.view(0)["riders"]["0S"]["unrevealed"]


@pytest.mark.rule("FR3.6")
@pytest.mark.parametrize("deck", [{"X": 1}, {"9": 1}])
def test_a_last_card_is_unrevealed_until_it_is_shown(deck: dict[str, int], match: Make) -> None:
    race = match("abcdu", {"0S": {"square": 4, "lane": "right", "deck": deck}, "1S": "2 right"})
    assert race.view(1)["riders"]["0S"]["unrevealed"] == deck
    race.play(0, race.choices(0)[0])
    assert race.view(1)["riders"]["0S"]["unrevealed"] == deck


@pytest.mark.rule("FR3.6")
@pytest.mark.parametrize("seat", [2, -1, "0", True, 1.0])
def test_there_is_no_view_for_a_seat_that_is_not_there(seat: Any, match: Make) -> None:
    race = match("abcdu", FOUR)
    with pytest.raises(g.UnknownSeat):
        race.view(seat)


@pytest.mark.rule("FR3.6")
@pytest.mark.parametrize("watcher", [0, 1, None])
def test_a_story_told_to_one_seat_keeps_the_cards_of_others_secret(watcher: int | None) -> None:
    race = g.start("flamme-rouge", seats=2, seed=2, options={"stage": "abcu"})
    while not race.over:
        seat = race.waiting[0]
        race.play(seat, race.choices(seat)[0])
    told: list[Any] = [event for _, events in race.story(watcher) for event in events]
    secret = [event for event in told if event.key in {"Drew", "Chose"} and int(event.rider[0]) != watcher]
    assert secret
    assert {getattr(event, "cards", None) for event in secret} == {None}
    assert {getattr(event, "card", None) for event in secret} == {None}


@pytest.mark.rule("FR3.6", "FR3.3")
def test_what_is_guessed_of_others_may_always_be_the_truth(match: Make, pick: Pick) -> None:
    """A sprinteur drew 2, 3, 4, shuffled, drew his exhaustion, played the 2: it may lie recycled again."""
    tired = {"deck": {"2": 1, "3": 1, "4": 1}, "recycled": {"X": 1, "5": 3}, "known": {"fresh": 1}}
    race = match(
        "abcdlu",
        {"0S": {"square": 4, "lane": "right", **tired}, "0R": "4 left", "1S": "0 right"},
        script={"0S": [2, 3, 4, "X"], "0R": [3]},
    )
    pick(race, 0, rider="0S")
    pick(race, 0, card=2)
    pick(race, 0, card=3)
    race.play(1, race.choices(1)[0])
    truth = race.position()["riders"]["0S"]
    assert (truth["deck"], truth["recycled"]) == ({"5": 3}, {"X": 1, "3": 1, "4": 1})
    guesses = []
    for seed in range(1, 400):
        state = race.state.copy()
        loops.veil(race.game.rules.forget, state, 1, np.uint64(seed))
        guesses.append(race.game.position(state)["riders"]["0S"]["recycled"])
    assert truth["recycled"] in guesses
