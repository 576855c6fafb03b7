"""Placing the riders, shuffling the decks, handicaps (FR2.2 to FR2.4)."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import loops, registry
from gruppetto.games.flamme_rouge.rules.cards import pick
from gruppetto.games.flamme_rouge.rules.energy import ROULEUR_DECK, SPRINTEUR_DECK
from gruppetto.kernel.chance import keys_from


def spots(race: g.Match, seat: int) -> set[tuple[str, int, str]]:
    """Where a seat may place which rider."""
    messages: list[Any] = [choice.message for choice in race.choices(seat)]
    return {(message.rider, message.square, message.lane) for message in messages}


def begun(seats: int, seed: int = 1, **options: Any) -> g.Match:
    return g.start("flamme-rouge", seats=seats, seed=seed, options=options)


# --- placing ----------------------------------------------------------------------------------------


@pytest.mark.rule("FR2.2")
@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_the_chosen_seat_places_both_riders_and_then_the_next_clockwise(first: int) -> None:
    race = begun(4, first=first)
    order = []
    while race.view()["phase"] == "placement":
        (seat,) = race.waiting
        order.append(seat)
        race.play(seat, race.choices(seat)[0])
    clockwise = [(first + step) % 4 for step in range(4)]
    assert order == [seat for seat in clockwise for _rider in "SR"]
    assert race.waiting == (0, 1, 2, 3)


@pytest.mark.rule("FR2.2")
def test_without_a_choice_any_seat_may_be_the_first_to_place() -> None:
    firsts = [begun(3, seed).waiting[0] for seed in range(60)]
    assert {seat: firsts.count(seat) >= 8 for seat in (0, 1, 2)} == {0: True, 1: True, 2: True}


@pytest.mark.rule("FR2.2")
@pytest.mark.parametrize("first", [2, 3, 4, -1, "youngest"])
def test_a_first_seat_that_nobody_sits_on_is_refused(first: Any) -> None:
    with pytest.raises(g.BadOption):
        begun(2, first=first)


@pytest.mark.rule("FR2.2")
@pytest.mark.parametrize(("letters", "squares"), [("abu", range(5)), ("Abu", range(4))])
def test_a_player_may_place_either_rider_on_any_start_square(letters: str, squares: range) -> None:
    race = begun(2, stage=letters, first=0)
    assert spots(race, 0) == {(rider, square, "right") for rider in ("0S", "0R") for square in squares}


@pytest.mark.rule("FR2.2")
def test_the_other_rider_is_placed_in_the_same_go(pick: Callable[..., Any]) -> None:
    race = begun(2, first=0)
    pick(race, 0, rider="0R", square=3)
    assert race.waiting == (0,)
    assert {rider for rider, _, _ in spots(race, 0)} == {"0S"}


@pytest.mark.rule("FR2.2")
def test_beside_a_rider_only_the_free_lane_is_left(pick: Callable[..., Any]) -> None:
    race = begun(2, first=0)
    pick(race, 0, rider="0S", square=4)
    assert {(square, lane) for _, square, lane in spots(race, 0)} == {
        (4, "left"),
        *((square, "right") for square in range(4)),
    }


@pytest.mark.rule("FR2.2")
def test_a_full_start_square_is_closed(pick: Callable[..., Any]) -> None:
    race = begun(2, first=0)
    pick(race, 0, rider="0S", square=4)
    pick(race, 0, rider="0R", square=4)
    assert race.waiting == (1,)
    assert {square for _, square, _ in spots(race, 1)} == {0, 1, 2, 3}


@pytest.mark.rule("FR2.2", "FR2.1")
def test_eight_riders_fill_the_four_start_squares_of_side_big_a(pick: Callable[..., Any]) -> None:
    race = begun(4, stage="Abu", first=0)
    for seat in range(4):
        for kind in "SR":
            pick(race, seat, rider=f"{seat}{kind}", square=seat)
    riders = race.view()["riders"].values()
    assert {(rider["square"], rider["lane"]) for rider in riders} == {
        (square, lane) for square in range(4) for lane in ("right", "left")
    }
    assert race.view()["phase"] == "energy"


@pytest.mark.rule("FR2.2")
def test_the_figure_of_the_rulebook_red_then_black_then_blue(pick: Callable[..., Any]) -> None:
    """Blue joins black on the third square and takes the foremost place that is left."""
    race = begun(3, first=0)
    pick(race, 0, rider="0S", square=4)
    pick(race, 0, rider="0R", square=4)
    pick(race, 1, rider="1S", square=2)
    pick(race, 1, rider="1R", square=3)
    pick(race, 2, rider="2R", square=2)
    pick(race, 2, rider="2S", square=3)
    view = race.view()
    assert (view["riders"]["2R"]["square"], view["riders"]["2R"]["lane"]) == (2, "left")
    assert view["order"] == ["0S", "0R", "1R", "2S", "1S", "2R"]


@pytest.mark.rule("FR2.2")
def test_every_placing_is_told_and_after_the_last_the_first_round_begins(pick: Callable[..., Any]) -> None:
    race = begun(3, first=1)
    events = [
        *pick(race, 1, rider="1R", square=4, lane="right"),
        *pick(race, 1, rider="1S", square=4, lane="left"),
        *pick(race, 2, rider="2S", square=0, lane="right"),
        *pick(race, 2, rider="2R", square=3, lane="right"),
        *pick(race, 0, rider="0R", square=3, lane="left"),
        *pick(race, 0, rider="0S", square=1, lane="right"),
    ]
    placed = [(e.rider, e.square, e.lane) for e in events if e.key == "Placed"]
    assert placed == [
        ("1R", 4, "right"),
        ("1S", 4, "left"),
        ("2S", 0, "right"),
        ("2R", 3, "right"),
        ("0R", 3, "left"),
        ("0S", 1, "right"),
    ]
    assert [event.key for event in events[6:]] == ["RoundBegan"]
    assert (race.waiting, race.view()["round"]) == ((0, 1, 2), 1)
    assert race.view()["order"] == ["1R", "1S", "2R", "0R", "0S", "2S"]


@pytest.mark.rule("FR2.2")
def test_nobody_else_may_place_out_of_turn() -> None:
    race = begun(2, first=1)
    assert race.choices(0) == []
    with pytest.raises(g.IllegalMove, match="these seats do: 1"):
        race.play(0, 0)


@pytest.mark.rule("FR2.2")
def test_a_position_in_the_middle_of_placing_goes_on(
    match: Callable[..., g.Match], pick: Callable[..., Any]
) -> None:
    race = match("abu", {"0S": "4 right", "0R": "3 right", "1S": "4 left", "1R": {}}, placing=1)
    assert spots(race, 1) == {("1R", 3, "left"), *(("1R", square, "right") for square in range(3))}
    pick(race, 1, square=0)
    assert (race.view()["phase"], race.view()["round"]) == ("energy", 1)


# --- decks ------------------------------------------------------------------------------------------


@pytest.mark.rule("FR2.3")
def test_decks_are_shuffled_face_down(pick: Callable[..., Any], match: Callable[..., g.Match]) -> None:
    hands = set()
    for seed in range(12):
        race = match("abu", {"0S": "4 right", "0R": "3 right"}, seed=seed)
        pick(race, 0, rider="0S")
        hands.add(str(race.view(0)["riders"]["0S"]["own"]["hand"]))
    assert len(hands) > 6


@pytest.mark.rule("FR2.3")
def test_all_cards_start_face_down_and_none_is_recycled() -> None:
    for rider in begun(4).view()["riders"].values():
        assert (rider["face_down"], rider["recycled"], rider["revealed"]) == (15, 0, None)


@pytest.mark.rule("FR2.3")
@pytest.mark.compiled
def test_every_card_of_a_deck_comes_up_equally_often(match: Callable[..., g.Match]) -> None:
    drawn = dict.fromkeys(("2", "3", "4", "5", "9"), 0)
    for seed in range(500):
        race = match("abu", {"0S": "4 right"}, seed=seed)
        for card, copies in race.position()["riders"]["0S"]["hand"].items():
            drawn[card] += copies
    assert sum(drawn.values()) == 2000
    assert all(340 < copies < 460 for copies in drawn.values())  # 400 each, give or take 4 sigma


# --- handicap ---------------------------------------------------------------------------------------


@pytest.mark.rule("FR2.4")
def test_experience_costs_one_exhaustion_card_in_each_deck_and_a_veteran_two() -> None:
    race = begun(3, handicap=[0, 1, 2])
    riders = race.position()["riders"]
    assert {name: rider["deck"].get("X", 0) for name, rider in riders.items()} == {
        **dict.fromkeys(("0S", "0R"), 0),
        **dict.fromkeys(("1S", "1R"), 1),
        **dict.fromkeys(("2S", "2R"), 2),
    }
    assert [sum(riders[name]["deck"].values()) for name in ("0S", "1R", "2S")] == [15, 16, 17]


@pytest.mark.rule("FR2.4", "FR1.3")
def test_handicap_cards_come_out_of_the_supply() -> None:
    assert begun(4, handicap=[2, 2, 1, 0]).view()["supply"] == {"S": 25, "R": 25}


@pytest.mark.rule("FR2.4")
@pytest.mark.parametrize("handicap", [[3, 0], [-1, 0], [1], [0, 0, 0], ["veteran", 0]])
def test_a_handicap_that_is_none_is_refused(handicap: Any) -> None:
    with pytest.raises(g.BadOption):
        begun(2, handicap=handicap)


# --- a record that was used before ------------------------------------------------------------------

EVERYTHING = {
    "first": 2,
    "handicap": [2, 0, 1, 0],
    "mountain_groups": "whole-group",
    "start_lane": "free",
    "teams": ["player", "peloton", "player", "muscle"],
}
RACE_AND_TOUR = [
    ("flamme-rouge", {**EVERYTHING, "finish": "slipstream", "stage": "La Haut Montagne"}),
    ("flamme-rouge-tour", {**EVERYTHING, "stages": 21, "traits": False, "cooperation": True}),
    ("flamme-rouge-tour", {**EVERYTHING, "stages": 2, "traits": True}),
]


def dealt(game: Any, options: dict[str, Any], filled_with: int) -> tuple[Any, Any]:
    """A deal into a record whose every byte was this number, and the setup it was dealt from."""
    setup = game.setup(game.options(options), 4)
    state = game.blank()
    state.view(np.uint8)[:] = filled_with
    keys = keys_from(bytes(32), game.streams)
    loops.begin(game.rules.deal, state, setup, keys)
    for record in (state, state["race"]) if "race" in state.dtype.names else (state,):
        record["script"] = 0  # none of it is to come
    return state, setup


@pytest.mark.rule("FR2.2", "FR2.3", "GT4", "GT8")
@pytest.mark.parametrize(("name", "options"), RACE_AND_TOUR[:2])
def test_a_deal_leaves_nothing_of_what_the_record_held_before(name: str, options: dict[str, Any]) -> None:
    game = registry.get(name)
    clean, _ = dealt(game, options, 0)
    used, _ = dealt(game, options, 3)
    assert contents(used) == contents(clean)


@pytest.mark.rule("GT4", "GT11")
def test_a_draft_finds_nothing_of_an_earlier_tour() -> None:
    name, options = RACE_AND_TOUR[2]
    (clean, _), (used, _) = (dealt(registry.get(name), options, filling) for filling in (0, 3))
    for field in clean.dtype.names:
        if field != "race":
            assert contents(used[field]) == contents(clean[field])
    assert contents(used["race"]["setup"]) == contents(clean["race"]["setup"])


def contents(record: Any) -> list[Any]:
    """The numbers of a record without the gaps between them."""
    names = record.dtype.names
    return [contents(record[name]) for name in names] if names else record.tolist()


@pytest.mark.rule("FR2.2", "FR2.4")
def test_a_race_carries_its_road_and_options_with_it() -> None:
    name, options = RACE_AND_TOUR[0]
    state, setup = dealt(registry.get(name), options, 0)
    assert state["setup"].tobytes() == setup.tobytes()


@pytest.mark.rule("GT1", "FR2.4")
@pytest.mark.parametrize(("name", "options"), RACE_AND_TOUR[1:])
def test_a_tour_carries_all_its_roads_and_options_with_it(name: str, options: dict[str, Any]) -> None:
    state, setup = dealt(registry.get(name), options, 0)
    assert state["plan"].tobytes() == setup["plan"].tobytes()
    assert state["race"]["setup"].tobytes() == setup["race"].tobytes()


NOTHING = [0] * 8
NO_ONE = [-1] * 8


@pytest.mark.rule("FR2.2", "FR2.3")
def test_before_anybody_is_placed_the_road_is_empty_and_no_card_lies_open() -> None:
    game = registry.get("flamme-rouge")
    setup = game.setup(game.options({"first": 2}), 3)
    state = game.blank()
    loops.begin(game.rules.deal, state, setup, keys_from(bytes(32), game.streams))
    race = {name: state[name][0].tolist() for name in state.dtype.names if name != "setup"}
    assert (race["phase"], race["rounds"], race["owing"], race["scripted"]) == (0, 0, 1 << 2, 0)
    assert (race["at_hand"], race["supply"], race["drawn"]) == ([-1] * 4, [30, 30], [0] * 9)
    assert (race["square"], race["lane"], race["taken"]) == (NO_ONE, NOTHING, [0] * 90)
    assert (race["played"], race["revealed"]) == (NO_ONE, NO_ONE)
    assert race["order"] == list(range(8))
    for pile in ("hand", "recycled", "fresh", "early", "buried", "most_exhausted"):
        assert race[pile] == NOTHING


@pytest.mark.rule("GT4", "GT8", "GT11")
@pytest.mark.parametrize(("traits", "owing"), [(False, 0), (True, 0b111)])
def test_before_a_tour_nobody_has_points_traits_or_places(traits: bool, owing: int) -> None:
    game = registry.get("flamme-rouge-tour")
    setup = game.setup(game.options({"first": 1, "traits": traits, "handicap": [0, 2, 1]}), 3)
    state = game.blank()
    loops.begin(game.rules.deal, state, setup, keys_from(bytes(32), game.streams))
    tour = {name: state[name][0].tolist() for name in state.dtype.names if name not in ("plan", "race")}
    for number in ("stage", "rounds", "asked", "home", "scripted"):
        assert tour[number] == 0
    assert (tour["phase"], tour["owing"]) == (int(not traits), owing)
    for table in ("trait", "active", "used", "place", "crossed", "past", "gain", "latest"):
        assert tour[table] == NOTHING
    assert (tour["shown"], tour["seconds"]) == (NO_ONE, [80] * 8)
    assert tour["fatigue"] == [0, 0, 2, 2, 1, 1, 0, 0]
    assert (tour["points"], tour["choice"]) == ([0] * 4, [-1] * 4)
    assert [bool(card) for card in tour["offered"]] == [traits] * 6 + [False] * 2
    assert tour["finishers"] == tour["clock"] == [0] * 168
    assert int(state["race"]["owing"][0]) == (0 if traits else 1 << 1)


@pytest.mark.rule("FR2.3")
def test_a_card_is_turned_up_by_its_share_of_the_deck() -> None:
    """Fifteen equal parts of chance, from the first to the last, turn up each card three times."""
    whole = 1 << 56
    kinds = [int(pick(ROULEUR_DECK, np.uint64(part * whole // 15 + 1))[0]) for part in range(15)]
    assert kinds == [3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7]
    kinds = [int(pick(SPRINTEUR_DECK + 3, np.uint64(part * whole // 18 + 1))[0]) for part in range(18)]
    assert kinds == [0, 0, 0, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 9, 9, 9]


@pytest.mark.rule("FR2.2", "FR9")
@pytest.mark.parametrize("teams", [["player"] * 4, ["player", "muscle", "player"], ["peloton", "player"]])
def test_every_player_and_no_dummy_may_be_drawn_to_place_first(teams: list[str]) -> None:
    firsts = {
        g.start("flamme-rouge", seats=len(teams), seed=seed, options={"teams": teams}).waiting
        for seed in range(24)
    }
    assert firsts == {(seat,) for seat, team in enumerate(teams) if team == "player"}
