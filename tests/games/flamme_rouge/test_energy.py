"""The energy phase: four cards, one played, three recycled (FR3.1 to FR3.5)."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

TWO = {"0S": "4 right", "0R": "3 right"}
FOUR = {**TWO, "1S": "4 left", "1R": "3 left"}
Make = Callable[..., g.Match]
Pick = Callable[..., Any]


def alone(**cards: Any) -> dict[str, Any]:
    """A lone sprinteur with these piles."""
    return {"0S": {"square": 4, "lane": "right", **cards}}


def own(race: g.Match, rider: str = "0S") -> dict[str, Any]:
    """A rider's cards as his player sees them."""
    return race.view(int(rider[0]))["riders"][rider]["own"]


# --- choosing a rider, drawing, playing, recycling --------------------------------------------------


@pytest.mark.rule("FR3.1")
def test_all_players_owe_a_decision_at_the_same_time(match: Make, pick: Pick) -> None:
    race = match("abcu", FOUR)
    assert race.waiting == (0, 1)
    pick(race, 1, rider="1R")
    assert race.waiting == (0, 1)
    assert {choice.message.key for choice in race.choices(0)} == {"ChooseRider"}


@pytest.mark.rule("FR3.1")
@pytest.mark.parametrize("rider", ["0S", "0R"])
def test_a_player_begins_with_either_rider(rider: str, match: Make, pick: Pick) -> None:
    race = match("abcu", FOUR)
    pick(race, 0, rider=rider)
    assert sum(own(race, rider)["hand"].values()) == 4
    assert {choice.message.rider for choice in race.choices(0)} == {rider}


@pytest.mark.rule("FR3.1")
def test_one_card_is_played_and_the_other_three_are_recycled(match: Make, pick: Pick) -> None:
    race = match("abcu", FOUR, script={"0S": [9, 5, 2, 2]})
    pick(race, 0, rider="0S")
    assert own(race)["hand"] == {"2": 2, "5": 1, "9": 1}
    pick(race, 0, card=5)
    assert own(race) == {
        "deck": {"2": 1, "3": 3, "4": 3, "5": 2, "9": 2},
        "hand": {},
        "recycled": {"2": 2, "9": 1},
        "played": 5,
    }


@pytest.mark.rule("FR3.1")
def test_only_cards_in_hand_may_be_played(match: Make, pick: Pick) -> None:
    race = match("abcu", FOUR, script={"0S": [9, 5, 2, 2]})
    pick(race, 0, rider="0S")
    assert {choice.message.card for choice in race.choices(0)} == {2, 5, 9}
    legal = {choice.code for choice in race.choices(0)}
    before = race.position()
    for code in {*range(-2, 40)} - legal:
        with pytest.raises(g.IllegalMove):
            race.play(0, code)
    assert race.position() == before


@pytest.mark.rule("FR3.1")
def test_recycled_cards_stay_out_of_the_next_hand_while_others_are_face_down(match: Make) -> None:
    for seed in range(10):
        race = match("abcdlu", alone(deck={"2": 3, "3": 3, "4": 2}, recycled={"9": 3}), seed=seed)
        first = own(race)["hand"]
        race.play(0, race.choices(0)[0])
        second = own(race)["hand"]
        assert Counter(first) + Counter(second) == {"2": 3, "3": 3, "4": 2}


@pytest.mark.rule("FR3.1")
def test_cards_drawn_are_gone_from_the_face_down_part(match: Make, pick: Pick) -> None:
    race = match("abcu", FOUR)
    pick(race, 0, rider="0R")
    cards = own(race, "0R")
    whole = Counter(cards["deck"]) + Counter(cards["hand"])
    assert whole == {"3": 3, "4": 3, "5": 3, "6": 3, "7": 3}
    assert sum(cards["deck"].values()) == 11


# --- one rider after the other ----------------------------------------------------------------------


@pytest.mark.rule("FR3.2")
def test_nothing_is_drawn_for_the_other_rider_before_a_card_is_played(match: Make, pick: Pick) -> None:
    race = match("abcu", FOUR)
    pick(race, 0, rider="0S")
    assert own(race, "0R")["hand"] == {}
    assert race.view(0)["riders"]["0R"]["face_down"] == 15
    assert all(choice.message.key == "PlayCard" for choice in race.choices(0))


@pytest.mark.rule("FR3.2")
@pytest.mark.parametrize(("first", "second"), [("0S", "0R"), ("0R", "0S")])
def test_after_the_first_card_the_other_rider_draws_four(
    first: str, second: str, match: Make, pick: Pick
) -> None:
    race = match("abcu", FOUR)
    pick(race, 0, rider=first)
    race.play(0, race.choices(0)[0])
    assert sum(own(race, second)["hand"].values()) == 4
    assert {choice.message.rider for choice in race.choices(0)} == {second}


@pytest.mark.rule("FR3.2")
def test_who_has_played_for_both_riders_waits_for_the_others(match: Make, pick: Pick) -> None:
    race = match("abcu", FOUR)
    pick(race, 0, rider="0S")
    race.play(0, race.choices(0)[0])
    race.play(0, race.choices(0)[0])
    assert race.waiting == (1,)
    assert race.view()["order"] == ["0S", "1S", "0R", "1R"]
    assert race.view()["round"] == 1


@pytest.mark.rule("FR3.2")
def test_a_position_with_two_hands_of_one_player_is_refused(match: Make) -> None:
    hand = {"deck": {}, "hand": {"3": 2}}
    with pytest.raises(g.BadPosition, match="two hands"):
        match("abcu", {name: {"square": 4 - n, "lane": "right", **hand} for n, name in enumerate(TWO)})


@pytest.mark.rule("FR3.1", "FR3.2")
def test_what_one_player_draws_does_not_depend_on_what_the_others_do(match: Make, pick: Pick) -> None:
    early, late = match("abcu", FOUR, seed=7), match("abcu", FOUR, seed=7)
    pick(early, 0, rider="0S")
    pick(late, 1, rider="1R")
    late.play(1, late.choices(1)[0])
    pick(late, 0, rider="0S")
    assert own(early)["hand"] == own(late)["hand"]


# --- shuffling --------------------------------------------------------------------------------------


@pytest.mark.rule("FR3.3")
def test_recycled_cards_are_shuffled_in_when_the_face_down_part_runs_out(match: Make) -> None:
    race = match("abcu", alone(deck={"9": 1}, recycled={"2": 3, "3": 3}))
    cards = own(race)
    assert cards["hand"]["9"] == 1
    assert sum(cards["hand"].values()) == 4
    assert cards["recycled"] == {}
    assert Counter(cards["deck"]) + Counter(cards["hand"]) == {"9": 1, "2": 3, "3": 3}


@pytest.mark.rule("FR3.3")
def test_with_exactly_four_face_down_nothing_is_shuffled(match: Make) -> None:
    race = match("abcu", alone(deck={"9": 3, "5": 1}, recycled={"2": 3}))
    assert own(race) == {"deck": {}, "hand": {"5": 1, "9": 3}, "recycled": {"2": 3}, "played": None}


@pytest.mark.rule("FR3.3")
def test_with_none_face_down_all_four_come_from_the_recycled_cards(match: Make) -> None:
    race = match("abcu", alone(deck={}, recycled={"2": 3, "4": 3}))
    cards = own(race)
    assert sum(cards["hand"].values()) == 4
    assert sum(cards["deck"].values()) == 2
    assert cards["recycled"] == {}


@pytest.mark.rule("FR3.3")
def test_exhaustion_cards_are_shuffled_in_with_the_others(match: Make) -> None:
    hands = [
        own(match("abcu", alone(deck={"9": 3}, recycled={"X": 1, "2": 1}), seed=seed))["hand"]
        for seed in range(40)
    ]
    drawn = Counter("X" if "X" in hand else "2" for hand in hands)
    assert min(drawn["X"], drawn["2"]) >= 8


# --- few cards, and none ----------------------------------------------------------------------------


@pytest.mark.rule("FR3.4")
@pytest.mark.parametrize(
    ("deck", "recycled"),
    [({"2": 1, "9": 2}, {}), ({"9": 1}, {"5": 1}), ({}, {"2": 1, "9": 2}), ({"X": 1}, {}), ({}, {"4": 1})],
)
def test_with_fewer_than_four_cards_all_are_drawn(
    deck: dict[str, int], recycled: dict[str, int], match: Make
) -> None:
    cards = own(match("abcu", alone(deck=deck, recycled=recycled)))
    assert Counter(cards["hand"]) == Counter(deck) + Counter(recycled)
    assert (cards["deck"], cards["recycled"]) == ({}, {})


@pytest.mark.rule("FR3.5")
def test_without_a_card_a_rider_plays_exhaustion_from_the_supply(match: Make) -> None:
    race = match("abcdu", {"0S": {"square": 4, "lane": "right", "deck": {}}, "1S": "0 right"})
    assert race.waiting == (1,)
    assert race.view()["riders"]["0S"]["played"]
    assert race.view()["supply"]["S"] == 29
    race.play(1, race.choices(1)[0])
    assert race.view()["riders"]["0S"]["square"] == 6
    assert race.view()["riders"]["0S"]["revealed"] == "X"


@pytest.mark.rule("FR3.5")
def test_the_exhaustion_card_of_an_empty_deck_is_of_the_riders_own_type(match: Make) -> None:
    race = match("abcdu", {"0R": {"square": 4, "lane": "right", "deck": {}}, "1S": "0 right"})
    assert race.view()["supply"] == {"S": 30, "R": 29}


@pytest.mark.rule("FR3.5")
def test_with_an_empty_supply_he_rides_two_all_the_same(match: Make) -> None:
    race = match(
        "abcdu",
        {"0S": {"square": 4, "lane": "right", "deck": {}}, "1R": "0 right"},
        supply={"S": 0, "R": 30},
    )
    assert race.view()["supply"]["S"] == 0
    race.play(1, race.choices(1)[0])
    assert race.view()["riders"]["0S"]["square"] == 6
    assert race.view()["supply"]["S"] == 0
    assert race.position()["riders"]["0S"]["recycled"] == {}


@pytest.mark.rule("FR3.5", "FR3.2")
def test_a_player_whose_first_rider_has_no_cards_still_plays_for_the_other(match: Make) -> None:
    race = match("abcdu", {"0S": {"square": 4, "lane": "right", "deck": {}}, "0R": "3 right"})
    while race.view()["round"] == 1:
        choice = race.choices(0)[0]
        assert choice.message.rider == "0R"
        race.play(0, choice)
    assert race.view()["riders"]["0S"]["square"] >= 6


@pytest.mark.rule("FR3.5", "FR5.1")
def test_exhaustion_played_from_the_supply_does_not_go_back(match: Make, pick: Pick) -> None:
    race = match(
        "abcdu", {"0S": {"square": 4, "lane": "right", "deck": {}}, "1S": "5 right"}, script={"1S": [2]}
    )
    pick(race, 1, card=2)
    # 0S on 6, 1S on 7: only 1S tires, so one card was played and one was taken
    assert race.view()["supply"]["S"] == 28 - 1  # and the next round begins with another one for 0S
    assert race.view()["riders"]["0S"]["recycled"] == 0


@pytest.mark.rule("FR3.5", "FR5.4")
def test_with_no_cards_left_anywhere_the_race_is_ridden_to_its_end(match: Make) -> None:
    bare = {f"{seat}{kind}": {"square": 3 * seat, "deck": {}} for seat in range(4) for kind in "SR"}
    race = match(
        "Avenue Corso Paseo", {**bare, "0S": {"square": 0, "deck": {"2": 1}}}, supply={"S": 0, "R": 0}
    )
    events = race.play(0, race.choices(0)[0])
    assert race.over
    assert [event.key for event in events][-1] == "Ended"


@pytest.mark.rule("FR3.1", "FR3.3", "FR3.4")
@pytest.mark.parametrize(
    ("deck", "recycled", "cards", "told"),
    [
        ({"2": 1, "3": 1, "5": 1, "9": 1}, {"4": 3}, [2, 3, 5, 9], ["Drew"]),
        ({"2": 1, "9": 1}, {"3": 1, "5": 1}, [2, 3, 5, 9], ["Shuffled", "Drew"]),
        ({"2": 1, "9": 1}, {}, [2, 9], ["Drew"]),
        ({"X": 1, "9": 2}, {}, ["X", 9, 9], ["Drew"]),
    ],
)
def test_a_draw_is_told_with_its_shuffle_and_its_cards(
    deck: dict[str, int],
    recycled: dict[str, int],
    cards: list[int | str],
    told: list[str],
    match: Make,
    pick: Pick,
) -> None:
    rider = {"square": 4, "lane": "right", "deck": deck, "recycled": recycled}
    race = match("abcdu", {"0S": rider, "0R": "3 right", "1S": "0 right"}, round=3)
    events: list[Any] = pick(race, 0, rider="0S")
    assert [event.key for event in events] == told
    assert list(events[-1].cards) == cards


@pytest.mark.rule("FR3.5")
def test_that_a_rider_has_no_card_left_is_told(match: Make, pick: Pick) -> None:
    """0S plays the last card behind 1S, out of the wind, and has none in the next round."""
    riders = {"0S": {"square": 7, "lane": "right", "deck": {"3": 1}}, "1S": "8 right"}
    race = match("abcdlu", riders, round=3, script={"1S": [3]})
    pick(race, 0, card=3)
    events: list[Any] = pick(race, 1, card=3)
    told = [(event.key, getattr(event, "rider", None)) for event in events]
    assert told[-3:] == [("RoundBegan", None), ("RanOut", "0S"), ("Drew", "1S")]
    assert events[-3].round == 4
