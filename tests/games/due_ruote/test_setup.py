"""Before the start and the start turn: draft, route, the first riders in the head (Z5, Z6.2)."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Table = Callable[..., Any]


def cards(race: Any) -> list[str]:
    return [message.card for message in race.kinds("DraftCard")]


def draft(race: Any, *names: str) -> None:
    for name in names:
        race.pick(race.asks, "DraftCard", card=name)


# --- the draft --------------------------------------------------------------------------------------


@pytest.mark.rule("Z5.1", "Z10.3")
def test_the_first_player_is_drawn_or_named(begun: Table) -> None:
    drawn = Counter(begun(3, seed).asks for seed in range(60))
    assert set(drawn) == {0, 1, 2}
    assert begun(3, first=2).asks == 2


@pytest.mark.rule("Z5.1")
def test_seat_0_can_be_named_too(begun: Table) -> None:
    assert {begun(3, seed, first=0).asks for seed in range(5)} == {0}


@pytest.mark.rule("Z5.2")
@pytest.mark.parametrize(
    ("taken", "dearest"), [("A1", 3), ("D1", 4), ("A1 D1", 1), ("D5 E5 F5", 4), ("A1 D5 E5", 3), ("D1 E1", 2)]
)
def test_what_the_next_card_may_be_worth(taken: str, dearest: int, begun: Table) -> None:
    """A1 is worth 4, D1 and E1 3, the fives 1 each; a point is kept for each place still empty."""
    race = begun(2, first=0)
    for card in taken.split():
        race.pick(0, "DraftCard", card=card)
        race.pick(1, "DraftCard", card=cards(race)[-8])
    assert max(message.value for message in race.kinds("DraftCard")) == dearest


@pytest.mark.rule("Z5.2")
def test_players_take_one_card_each_in_turn_until_all_have_five(begun: Table) -> None:
    race = begun(3, first=1)
    order = []
    while race.step == "draft":
        order.append(race.asks)
        race.pick(race.asks, "DraftCard", card=cards(race)[-1])
    assert order == [1, 2, 0] * 5
    assert all(rider["card"] for rider in race.view["riders"].values())


@pytest.mark.rule("Z5.2")
def test_a_team_is_worth_ten_at_most(begun: Table) -> None:
    race = begun(2, first=0)
    assert len(cards(race)) == 30
    draft(race, "A1", "B1", "D1", "E1")  # 4, then 3: three points for three riders are left
    assert race.asks == 0
    assert {message.value for message in race.kinds("DraftCard")} == {1}
    assert "C1" not in cards(race)


@pytest.mark.rule("Z5.2")
def test_points_for_the_empty_places_are_kept(begun: Table) -> None:
    race = begun(2, first=0)
    draft(race, "A1", "B1")  # 6 points for four riders: 3 at most for the next
    assert max(message.value for message in race.kinds("DraftCard")) == 3


@pytest.mark.rule("Z5.2")
def test_when_nothing_cheap_is_left_the_cheapest_must_be_taken(table: Table, position: Table) -> None:
    """A set of dear riders only: after two of value 4 everything else costs too much."""
    riders = [
        {"id": f"R{n}", "value": 4 if n < 4 else 3, "flat": 5, "hill": 5, "mountain": 5, "descent": 5}
        | {"sprint": 5, "time_trial": 5}
        for n in range(10)
    ]
    options = {"own_set": own_set(riders), "first": 0}
    race = g.start("due-ruote", seats=2, seed=1, options=options)
    offered = []
    for _ in range(10):
        choices = race.choices(race.waiting[0])
        offered.append({choice.message.value for choice in choices})  # type: ignore[attr-defined]
        race.play(race.waiting[0], choices[0])
    assert offered == [{3, 4}] * 2 + [{3}] * 6 + [{4}] * 2
    assert race.view()["phase"] == "route"


def own_set(riders: list[dict[str, Any]]) -> dict[str, Any]:
    import msgspec

    from gruppetto.games.due_ruote.data.sets import our_set

    return {**msgspec.to_builtins(our_set()), "riders": riders}


@pytest.mark.rule("Z5.2", "Z5.3", "Z1.5")
def test_a_card_is_bound_to_the_next_number_and_gone_for_the_others(begun: Table) -> None:
    race = begun(2, first=0)
    draft(race, "D1", "F1")
    assert race.view["riders"]["0-1"]["card"] == "D1"
    assert race.view["riders"]["1-1"]["card"] == "F1"
    assert not {"D1", "F1"} & set(cards(race))
    assert {"D1", "F1"}.isdisjoint(card["card"] for card in race.view["cards"])


@pytest.mark.rule("Z5.2")
def test_ready_teams_by_agreement(begun: Table) -> None:
    race = begun(6, teams="ready", route="PPPPPMDPPP")
    assert [race.view["riders"][f"{seat}-1"]["card"] for seat in range(6)] == [
        "A1",
        "B1",
        "C1",
        "D1",
        "E1",
        "F1",
    ]
    assert race.step == "start"


# --- the route --------------------------------------------------------------------------------------


@pytest.mark.rule("Z5.4", "Z6.1")
def test_players_name_ten_terrains_in_turn_and_race_them_in_that_order(begun: Table) -> None:
    race = begun(3, teams="ready", first=1)
    order = []
    for terrain in ("flat", "hill", "mountain", "descent", "flat", "flat", "flat", "hill", "hill", "flat"):
        order.append(race.asks)
        race.pick(race.asks, "PickTerrain", terrain=terrain)
    assert order == [1, 2, 0, 1, 2, 0, 1, 2, 0, 1]
    assert "".join(race.view["route"]) == "PCMDPPPCCP"
    assert race.step == "start"


@pytest.mark.rule("Z5.5", "Z5.4", "TV1")
def test_the_worked_route_has_ten_cards_between_start_and_finish(begun: Table) -> None:
    race = begun(2, teams="ready", route="One Mountain")
    assert "".join(race.view["route"]) == "PPPPPMDPPP"
    assert race.view["turns"] == 10
    assert len(["start", *race.view["route"], "finish"]) == 12
    assert race.view["round"] == 0


@pytest.mark.rule("Z5.4")
def test_a_route_can_be_given_as_letters_or_by_name(begun: Table) -> None:
    assert begun(2, teams="ready", route="pppp".upper()).view["turns"] == 4
    assert begun(2, teams="ready", route="mountains").view["route"] == list("PCMDPMMDMM")
    with pytest.raises(g.GruppettoError, match="did you mean 'Mountains'"):
        begun(2, route="Mountain")


# --- the start turn ---------------------------------------------------------------------------------


@pytest.mark.rule("Z6.2.1", "Z2.2", "Z5.3")
def test_all_start_in_the_bunch_and_the_starter_is_drawn_again(begun: Table) -> None:
    starters = Counter()
    for seed in range(60):
        race = begun(3, seed, teams="ready", route="P", first=0)
        assert {rider["box"] for rider in race.view["riders"].values()} == {"bunch"}
        starters[race.asks] += 1
        assert race.view["pawn"] == race.view["first"] == race.asks
    assert set(starters) == {0, 1, 2}


@pytest.mark.rule("Z6.2.2", "Z6.2.5", "TV30")
def test_placing_is_compulsory_until_five_are_in_the_head_and_costs_nothing(begun: Table) -> None:
    race = begun(2, teams="ready", route="P", start_first=0)
    order = []
    for place in range(5):
        order.append(race.asks)
        assert not race.can("StandBack")
        race.pick(race.asks, "PlaceInHead", rider=f"{race.asks}-{place // 2 + 1}")
    assert order == [0, 1, 0, 1, 0]
    assert race.can("StandBack")
    assert {rider["fatigue"] for rider in race.view["riders"].values()} == {0}
    assert race.view["seats"][0]["special"] == 4


@pytest.mark.rule("Z6.2.2", "Z6.2.3")
def test_with_six_players_the_sixth_need_not_place(begun: Table) -> None:
    race = begun(6, teams="ready", route="P", start_first=0)
    for seat in range(5):
        race.pick(seat, "PlaceInHead", rider=f"{seat}-1")
    assert race.asks == 5
    assert race.can("StandBack")


@pytest.mark.rule("Z6.2.3", "Z6.2.4", "TV33")
def test_one_may_pass_once_and_place_again_the_second_pass_is_the_last(begun: Table) -> None:
    race = begun(3, teams="ready", route="P", start_first=0)
    for seat, rider in ((0, "0-1"), (1, "1-1"), (2, "2-1"), (0, "0-2"), (1, "1-2")):
        race.pick(seat, "PlaceInHead", rider=rider)
    race.pick(2, "StandBack").pick(0, "StandBack").pick(1, "StandBack")
    race.pick(2, "PlaceInHead", rider="2-2").pick(0, "StandBack").pick(1, "StandBack")
    race.pick(2, "PlaceInHead", rider="2-3").pick(2, "StandBack")  # alone he goes on
    assert race.step == "order"
    assert race.view["round"] == 1


@pytest.mark.rule("Z6.2.4")
def test_a_player_with_nobody_left_in_the_bunch_is_out_of_the_start_turn(begun: Table) -> None:
    race = begun(2, teams="ready", route="P", start_first=0)
    for place in range(5):
        race.pick(0, "PlaceInHead", rider=f"0-{place + 1}").pick(1, "PlaceInHead", rider=f"1-{place + 1}")
    assert race.step == "order"


@pytest.mark.rule("Z6.2.1", "Z6.2.3", "Z6.2.4")
def test_the_start_turn_goes_round_from_its_first_player(begun: Table) -> None:
    race = begun(3, teams="ready", route="P", first=0, start_first=2)
    assert race.view["pawn"] == race.view["first"] == 2
    order = []
    while race.step == "start":
        order.append(race.asks)
        if race.asks == 1 and race.can("StandBack"):
            race.pick(1, "StandBack")
        else:
            assert race.can("StandBack") is (race.head() >= 5)
            race.pick(race.asks, "PlaceInHead", rider=race.riders("PlaceInHead")[0])
    assert order == [2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 2, 0]
    assert race.head() == 11
    assert race.asks == 2


@pytest.mark.rule("Z6.2.3", "Z2.1")
def test_the_start_turn_ends_when_the_head_is_full(begun: Table) -> None:
    race = begun(5, teams="ready", route="P", start_first=0)
    for place in range(15):
        seat = place % 5
        race.pick(seat, "PlaceInHead", rider=f"{seat}-{place // 5 + 1}")
    assert race.step == "order"
    assert race.head() == 15


@pytest.mark.rule("Z6.2.5", "Z6.3.1")
def test_the_starter_is_first_player_of_the_first_race_turn(begun: Table) -> None:
    race = begun(2, teams="ready", route="P", start_first=1)
    while race.step == "start":
        kind = "StandBack" if race.can("StandBack") else "PlaceInHead"
        choice = next(c for c in race.match.choices(race.asks) if c.message.key == kind)
        race.match.play(race.asks, choice)
    assert race.view["first"] == race.asks == 1
