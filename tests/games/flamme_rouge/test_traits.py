"""The eight traits: the draft, and what each card does when (GT11, FR8.3, FR8.6 to FR8.8)."""

from collections import Counter
from types import ModuleType
from typing import Any

import pytest

import gruppetto as g
from gruppetto.games.flamme_rouge.grand_tour.faces.words import trait_name

FLAT = "abcdlu"
ALL = ["0S", "0R", "1S", "1R"]
ASCENT = "aejLbcu"  # 10–12 climb
TRAITS = [
    "professor",
    "tashkent-terror",
    "cannibal",
    "badger",
    "sheriff",
    "monsieur-chrono",
    "il-pirata",
    "il-campionissimo",
]


def ride(
    stage: str,
    riders: dict[str, str],
    cards: dict[str, int | str],
    traits: dict[str, str],
    **more: Any,
) -> tuple[dict[str, str], dict[str, int], list[Any]]:
    """Places after a round, who was carried where, and all events."""
    entries = {name: {"square": int(p.split()[0]), "lane": p.split()[1]} for name, p in riders.items()}
    after, events = g.flamme_rouge.ride({"stage": stage, "riders": entries, **more}, cards, traits)
    places = {name: f"{rider['square']} {rider['lane']}" for name, rider in after["riders"].items()}
    carried = {event.rider: event.square for event in events if event.key == "Carried"}
    return places, carried, events


# --- the draft --------------------------------------------------------------------------------------


@pytest.mark.rule("GT11")
def test_every_player_draws_two_of_the_eight_cards() -> None:
    seen: Counter[str] = Counter()
    for seed in range(40):
        tour = g.start("flamme-rouge-tour", seats=4, seed=seed)
        offered = [tour.view(seat)["tour"]["draft"]["offered"] for seat in range(4)]
        assert sorted(card for pair in offered for card in pair) == sorted(TRAITS)
        seen.update(offered[0])
    assert set(seen) == set(TRAITS)


@pytest.mark.rule("GT11")
def test_all_choose_at_the_same_time_either_card_for_either_rider_or_none() -> None:
    tour = g.start("flamme-rouge-tour", seats=3, seed=1)
    assert tour.waiting == (0, 1, 2)
    offered = tour.view(1)["tour"]["draft"]["offered"]
    messages: list[Any] = [choice.message for choice in tour.choices(1)]
    assert [(m.trait, m.rider) for m in messages[:4]] == [
        (card, rider) for card in offered for rider in ("1S", "1R")
    ]
    assert [m.key for m in messages[4:]] == ["KeepNoTrait"]


@pytest.mark.rule("GT11", "FR9")
def test_the_draft_is_told_seat_by_seat_and_dummies_have_no_part_in_it(tours: ModuleType) -> None:
    options = {"stages": ["abcu"], "teams": ["player", "muscle", "player", "player"]}
    tour = g.start("flamme-rouge-tour", seats=4, seed=3, options=options)
    assert tour.waiting == (0, 2, 3)
    kept = {seat: tour.view(seat)["tour"]["draft"]["offered"][1] for seat in (2, 3)}
    tours.pick(tour, 3, "KeepTrait", trait=kept[3], rider="3S")
    tours.pick(tour, 0, "KeepNoTrait")
    events = tours.pick(tour, 2, "KeepTrait", trait=kept[2], rider="2R")
    assert [(event.key, getattr(event, "rider", None)) for event in events] == [
        ("Drafted", "2R"),
        ("TraitRefused", None),
        ("TraitKept", "2R"),
        ("TraitKept", "3S"),
        ("StageBegan", None),
    ]
    assert [event.seat for event in events if event.key == "TraitRefused"] == [0]
    assert events[-1].stage == 1
    assert [event.trait for event in events if event.key == "TraitKept"] == [kept[2], kept[3]]
    assert tour.state["choice"][0].tolist() == [-1] * 4
    assert tour.state["offered"][0].tolist() == [0] * 8
    traits = {name: rider["trait"] for name, rider in tour.view()["riders"].items() if rider["trait"]}
    assert traits == {"2R": kept[2], "3S": kept[3]}


@pytest.mark.rule("GT11")
@pytest.mark.parametrize(("trait", "lasting"), [(name, n >= 4) for n, name in enumerate(TRAITS)])
def test_only_traits_that_always_hold_are_in_effect_from_the_draft_on(
    trait: str, lasting: bool, tours: ModuleType
) -> None:
    for seed in range(40):
        tour = g.start("flamme-rouge-tour", seats=2, seed=seed, options={"stages": ["abcu"]})
        if trait in tour.view(1)["tour"]["draft"]["offered"]:
            break
    tours.pick(tour, 0, "KeepNoTrait")
    tours.pick(tour, 1, "KeepTrait", trait=trait, rider="1R")
    code = TRAITS.index(trait) + 1
    assert tour.state["trait"][0].tolist() == [0, 0, 0, code, 0, 0, 0, 0]
    assert tour.state["active"][0].tolist() == [0, 0, 0, code * lasting, 0, 0, 0, 0]
    assert tour.state["offered"][0].tolist() == [0] * 8


@pytest.mark.rule("GT11")
def test_a_choice_is_secret_until_everybody_has_made_his(tours: ModuleType) -> None:
    tour = g.start("flamme-rouge-tour", seats=2, seed=1)
    card = tour.view(0)["tour"]["draft"]["offered"][0]
    (event,) = tours.pick(tour, 0, "KeepTrait", trait=card, rider="0R")
    assert event.seen_by(0).trait == card
    assert (event.seen_by(1).trait, event.seen_by(None).rider) == (None, None)
    assert tour.view(1)["riders"]["0R"]["trait"] is None
    assert tour.view(1)["tour"]["draft"]["chosen"] == [0]
    assert tour.view(0)["tour"]["draft"]["trait"] == card
    assert card not in str(tour.view(None))
    told = tours.pick(tour, 1, "KeepNoTrait")
    assert [event.text for event in told][1:3] == [
        f"Blue’s rouleur: {trait_name(card)}.",
        "Red keeps no trait.",
    ]
    view = tour.view(1)
    assert view["riders"]["0R"]["trait"] == card
    assert {rider["trait"] for name, rider in view["riders"].items() if name != "0R"} == {None}
    assert (view["tour"]["draft"], view["phase"], view["tour"]["stage"]) == (None, "placement", 1)


@pytest.mark.rule("GT11")
def test_without_the_option_there_is_no_draft() -> None:
    tour = g.start("flamme-rouge-tour", seats=2, options={"traits": False})
    assert tour.view()["phase"] == "placement"


# --- Professor --------------------------------------------------------------------------------------


def drawn(tours: ModuleType, trait: str, cards: dict[str, Any], **standing: Any) -> g.Match:
    """A tour in which 0S, who has a trait, is about to be drawn for."""
    riders = {"0S": {"square": 5, "lane": "right", **cards}, "0R": "home", "1S": "home", "1R": "home"}
    tour: g.Match = tours.begun(
        tours.document(riders, standings={"0S": {"trait": trait, **standing}}, race={"round": 3})
    )
    return tour


def keys(tour: g.Match, seat: int = 0) -> set[str]:
    return {choice.message.key for choice in tour.choices(seat)}


def own(tour: g.Match) -> dict[str, Any]:
    return dict(tour.view(0)["riders"]["0S"]["own"])


@pytest.mark.rule("GT11")
def test_the_professor_recycles_his_whole_hand_and_draws_four_new_cards(tours: ModuleType) -> None:
    tour = drawn(tours, "professor", {"deck": {"2": 3, "3": 3, "9": 2}, "hand": {"4": 2, "5": 2}})
    events = tours.pick(tour, 0, "ChangeHand", rider="0S")
    assert [event.key for event in events] == ["HandRecycled", "Drew"]
    assert own(tour)["recycled"] == {"4": 2, "5": 2}
    assert sum(own(tour)["hand"].values()) == 4
    assert not {"4", "5"} & set(own(tour)["hand"])
    assert tour.view(1)["riders"]["0S"]["trait_used"]
    assert keys(tour) == {"PlayCard"}  # once per stage


@pytest.mark.rule("GT11")
def test_the_professor_may_draw_his_old_hand_again_after_a_shuffle(tours: ModuleType) -> None:
    tour = drawn(tours, "professor", {"deck": {"2": 1}, "hand": {"4": 2, "5": 2}})
    tours.pick(tour, 0, "ChangeHand")
    hand = Counter(own(tour)["hand"])
    assert hand["2"] == 1
    assert hand + Counter(own(tour)["deck"]) == {"2": 1, "4": 2, "5": 2}


@pytest.mark.rule("GT11")
def test_the_professor_is_not_asked_when_he_holds_all_his_cards(tours: ModuleType) -> None:
    tour = drawn(tours, "professor", {"deck": {}, "hand": {"4": 2, "5": 1}})
    assert keys(tour) == {"PlayCard"}


@pytest.mark.rule("GT11")
def test_the_professor_is_asked_when_other_cards_lie_face_down_or_recycled(tours: ModuleType) -> None:
    for deck, recycled in (({"9": 1}, {"9": 1}), ({}, {"9": 1}), ({"9": 1}, {})):
        cards = {"deck": deck, "recycled": recycled, "hand": {"4": 2, "5": 2}}
        assert keys(drawn(tours, "professor", cards)) == {"PlayCard", "ChangeHand"}


@pytest.mark.rule("GT11")
def test_a_trait_is_spent_for_the_stage_and_back_for_the_next(tours: ModuleType) -> None:
    tour = drawn(tours, "professor", {"deck": {"2": 3}, "hand": {"4": 2, "5": 2}}, used=True)
    assert keys(tour) == {"PlayCard"}
    riders = {
        "0R": "home",
        "1S": "home",
        "1R": "home",
        "0S": {"square": 26, "lane": "right", "deck": {"5": 1}},
    }
    tour = tours.begun(
        tours.document(riders, standings={"0S": {"trait": "professor", "used": True}}, race={"round": 9})
    )
    tours.pick(tour, 0, "PlayCard", card=5)
    assert tour.view()["tour"]["stage"] == 2
    assert not tour.view()["riders"]["0S"]["trait_used"]
    assert tour.view()["riders"]["0S"]["trait"] == "professor"


@pytest.mark.rule("GT11")
def test_a_trait_is_its_own_riders_alone(tours: ModuleType) -> None:
    riders = {"0S": "home", "0R": "5 right", "1S": "home", "1R": "home"}
    tour = tours.begun(tours.document(riders, standings={"0S": {"trait": "professor"}}, race={"round": 3}))
    assert keys(tour) == {"PlayCard"}


# --- Tashkent Terror --------------------------------------------------------------------------------


@pytest.mark.rule("GT11")
def test_the_tashkent_terror_puts_an_exhaustion_card_out_of_the_game(tours: ModuleType) -> None:
    tour = drawn(tours, "tashkent-terror", {"deck": {"9": 2}, "hand": {"X": 2, "4": 2}})
    supply = tour.view()["supply"]
    events = tours.pick(tour, 0, "RemoveExhaustion", rider="0S")
    assert [event.key for event in events] == ["ExhaustionRemoved", "Drew"]
    assert own(tour)["hand"] == {"X": 1, "4": 2, "9": 1}
    assert tour.view()["supply"] == supply
    assert tour.view(1)["riders"]["0S"]["exhaustion"] == 1
    assert keys(tour) == {"PlayCard"}


@pytest.mark.rule("GT11")
@pytest.mark.parametrize(
    ("hand", "deck"), [({"4": 2, "5": 2}, {"X": 2}), ({"X": 1}, {}), ({"3": 3, "4": 1}, {"9": 1})]
)
def test_the_tashkent_terror_is_not_asked_without_exhaustion_or_other_cards(
    hand: dict[str, int], deck: dict[str, int], tours: ModuleType
) -> None:
    assert keys(drawn(tours, "tashkent-terror", {"deck": deck, "hand": hand})) == {"PlayCard"}


@pytest.mark.rule("GT11")
def test_one_other_card_is_enough_for_the_tashkent_terror(tours: ModuleType) -> None:
    tour = drawn(tours, "tashkent-terror", {"deck": {}, "hand": {"X": 1, "4": 1}})
    assert keys(tour) == {"PlayCard", "RemoveExhaustion"}


@pytest.mark.rule("GT11")
def test_the_new_card_may_need_a_shuffle_or_not_be_there(tours: ModuleType) -> None:
    tour = drawn(tours, "tashkent-terror", {"deck": {}, "recycled": {"9": 2}, "hand": {"X": 1, "4": 3}})
    tours.pick(tour, 0, "RemoveExhaustion")
    assert (own(tour)["hand"], own(tour)["deck"]) == ({"4": 3, "9": 1}, {"9": 1})
    tour = drawn(tours, "tashkent-terror", {"deck": {}, "hand": {"X": 1, "4": 2}})
    tours.pick(tour, 0, "RemoveExhaustion")
    assert own(tour)["hand"] == {"4": 2}


@pytest.mark.rule("GT11")
@pytest.mark.parametrize(
    ("trait", "choices"),
    [("professor", ["4", "5", "ChangeHand"]), ("tashkent-terror", ["X", "5", "RemoveExhaustion"])],
)
def test_a_trait_is_one_choice_more_beside_the_cards(
    trait: str, choices: list[str], tours: ModuleType
) -> None:
    hand = {choices[0]: 2, "5": 2}
    tour = drawn(tours, trait, {"deck": {"2": 3}, "hand": hand})
    messages: list[Any] = [choice.message for choice in tour.choices(0)]
    told = [str(message.card) if message.key == "PlayCard" else message.key for message in messages]
    assert told == choices
    tours.pick(tour, 0, choices[-1])
    assert tour.state["used"][0].tolist() == [1] + [0] * 7


# --- Cannibal and Badger ----------------------------------------------------------------------------

FOUR = {"0S": ("10 right", 4), "0R": ("3 right", 4), "1S": ("15 right", 3), "1R": ("2 right", 4)}


@pytest.mark.rule("GT11")
@pytest.mark.parametrize("trait", ["cannibal", "badger"])
def test_a_card_is_raised_after_the_reveal(trait: str, tours: ModuleType) -> None:
    standings = {"0S": {"trait": trait}}
    ridden = tours.ride(FOUR, raising={0: True}, standings=standings)
    assert ridden.moved["0S"] == 15
    told = [event.key for event in ridden.events]
    assert told.index("Revealed") < told.index("CardRaised") < told.index("Moved")
    assert ridden.tour.view()["riders"]["0S"]["trait_used"]
    ridden = tours.ride(FOUR, raising={0: False}, standings=standings)
    assert ridden.moved["0S"] == 14
    assert not ridden.tour.view()["riders"]["0S"]["trait_used"]


@pytest.mark.rule("GT11")
def test_a_raise_holds_for_one_movement(tours: ModuleType) -> None:
    ridden = tours.ride(FOUR, raising={0: True}, standings={"0S": {"trait": "cannibal"}})
    before = ridden.tour.view()["riders"]["0S"]["square"]
    while ridden.tour.view()["round"] == 6:
        seat = ridden.tour.waiting[0]
        ridden.events = ridden.tour.play(seat, ridden.tour.choices(seat)[0])
    (revealed,) = [event.card for event in ridden.of("Revealed") if event.rider == "0S"]
    assert ridden.moved["0S"] == before + revealed


@pytest.mark.rule("GT11")
@pytest.mark.parametrize(("rider", "trait"), [("0R", "badger"), ("1S", "cannibal"), ("1R", "badger")])
def test_any_rider_may_raise_once_and_no_longer_than_a_round(
    rider: str, trait: str, tours: ModuleType
) -> None:
    start, card = FOUR[rider]
    ridden = tours.ride(FOUR, raising={int(rider[0]): True}, standings={rider: {"trait": trait}})
    assert ridden.moved[rider] == int(start.split()[0]) + int(card) + 1
    (raised,) = ridden.of("CardRaised")
    assert (raised.rider, raised.trait) == (rider, trait)
    state = ridden.tour.state
    assert state["active"][0].tolist() == [0] * 8
    assert (int(state["asked"][0]), int(state["phase"][0])) == (0, 1)
    number = ALL.index(rider)
    assert state["used"][0].tolist() == [int(n == number) for n in range(8)]


@pytest.mark.rule("GT11", "FR8.7")
def test_on_a_descent_a_four_is_not_raised_for_nothing(tours: ModuleType) -> None:
    """In "aejFbcu" squares 10 to 12 descend: a 4 counts as 5 there, and so would a 5."""
    riders = {**FOUR, "0S": ("11 right", 4)}
    ridden = tours.ride(riders, stages=["aejFbcu"], standings={"0S": {"trait": "cannibal"}})
    assert ridden.moved["0S"] == 16
    assert ridden.of("CardRaised") == []


@pytest.mark.rule("GT11")
def test_whoever_is_home_or_has_raised_already_is_not_asked(tours: ModuleType) -> None:
    riders = {name: FOUR[name] for name in ("0R", "1S", "1R")}
    ridden = tours.ride(riders, home=("0S",), standings={"0S": {"trait": "cannibal", "place": 1}})
    assert ridden.of("CardRaised") == []
    ridden = tours.ride(FOUR, standings={"1R": {"trait": "badger", "used": True}})
    assert ridden.moved["1R"] == 6


@pytest.mark.rule("GT11")
def test_cannibal_and_badger_answer_at_the_same_time_and_unseen(tours: ModuleType) -> None:
    standings = {"0S": {"trait": "cannibal"}, "1S": {"trait": "badger"}}
    script = {"0S": [4], "0R": [4], "1S": [3], "1R": [4]}
    places = {name: place for name, (place, _) in FOUR.items()}
    tour = tours.begun(tours.document(places, standings=standings, race={"round": 5, "script": script}))
    while tour.view()["phase"] == "energy":
        seat = tour.waiting[0]
        chosen = [c for c in tour.choices(seat) if getattr(c.message, "card", None) in (3, 4, None)]
        fitting = [
            c for c in chosen if c.message.key != "PlayCard" or c.message.card == FOUR[c.message.rider][1]
        ]
        tour.play(seat, fitting[0])
    assert (tour.view()["phase"], tour.waiting) == ("raise", (0, 1))
    assert tour.view()["riders"]["1S"]["revealed"] == 3
    before = tour.view(1)
    assert tours.pick(tour, 0, "RaiseCard", rider="0S") == []
    assert {**tour.view(1), "waiting": 0, "seats": 0} == {**before, "waiting": 0, "seats": 0}
    events = tours.pick(tour, 1, "HoldBack", rider="1S")
    moves = {event.rider: event.square for event in events if event.key == "Moved"}
    assert (moves["0S"], moves["1S"]) == (15, 18)


@pytest.mark.rule("GT11")
@pytest.mark.parametrize(
    ("stage", "place", "card"),
    [
        (ASCENT, "6 right", 5),  # on the climb five is the limit
        (ASCENT, "4 right", 5),  # stops at the foot
        ("aejFbcu", "11 right", 2),  # the descent makes it five anyway
        (FLAT, "30 right", 5),  # the road ends
    ],
)
def test_nobody_is_asked_to_raise_what_cannot_take_him_further(
    stage: str, place: str, card: int, tours: ModuleType
) -> None:
    riders = {"0S": (place, card), "0R": ("0 right", 3), "1S": ("1 right", 2), "1R": ("2 right", 3)}
    ridden = tours.ride(riders, stages=[stage, FLAT], standings={"0S": {"trait": "cannibal"}})
    assert "0S" in ridden.moved
    assert not ridden.tour.view()["riders"]["0S"]["trait_used"]


# --- those that always hold -------------------------------------------------------------------------


@pytest.mark.rule("GT11", "FR8.6")
def test_il_pirata_is_not_quicker_downhill() -> None:
    places, _, _ = ride("aejFbcu", {"0S": "11 right"}, {"0S": 2}, {"0S": "il-pirata"})
    assert places["0S"] == "16 right"


@pytest.mark.rule("GT11", "FR8.6")
def test_il_pirata_climbs_six_and_the_others_five() -> None:
    riders = {"0S": "9 right", "1S": "9 left", "2S": "5 right"}
    places, _, _ = ride(ASCENT, riders, {"0S": 9, "1S": 9, "2S": 2}, {"0S": "il-pirata"})
    assert (places["0S"], places["1S"]) == ("15 right", "14 right")


@pytest.mark.rule("GT11", "FR8.7")
def test_monsieur_chrono_in_a_tour(tours: ModuleType) -> None:
    riders = {"0S": ("10 right", "X"), "0R": ("3 right", 4), "1S": ("20 right", 3), "1R": ("2 right", 4)}
    assert tours.ride(riders, standings={"0S": {"trait": "monsieur-chrono"}}).moved["0S"] == 13


@pytest.mark.rule("GT11", "FR8.3")
def test_other_teams_get_no_slipstream_from_il_campionissimo() -> None:
    riders = {"0S": "8 right", "1S": "6 right"}
    cards: dict[str, int | str] = {"0S": 2, "1S": 2}
    assert ride(FLAT, riders, cards, {"0S": "il-campionissimo"})[1] == {}
    assert ride(FLAT, riders, cards, {"1S": "il-campionissimo"})[1] == {"1S": 9}  # he himself gets it
    assert ride(FLAT, riders, cards, {})[1] == {"1S": 9}


@pytest.mark.rule("GT11", "FR8.3")
@pytest.mark.parametrize("hero", ["0R", "1S", "2R", "3R"])
def test_whoever_he_is_others_get_no_slipstream_from_him(hero: str) -> None:
    behind = "0S" if hero != "0R" else "1S"
    riders = dict.fromkeys([behind, hero, *(f"{seat}S" for seat in range(4))], "0 right")
    riders = {name: f"{n // 2} {('right', 'left')[n % 2]}" for n, name in enumerate(riders)}
    riders |= {hero: "10 right", behind: "8 right"}
    cards: dict[str, int | str] = dict.fromkeys(riders, 2)
    assert behind not in ride(FLAT, riders, cards, {hero: "il-campionissimo"})[1]
    assert ride(FLAT, riders, cards, {})[1][behind] == 11


@pytest.mark.rule("GT11", "FR8.3")
def test_his_own_team_mate_does() -> None:
    riders = {"0S": "8 right", "0R": "6 right"}
    assert ride(FLAT, riders, {"0S": 3, "0R": 3}, {"0S": "il-campionissimo"})[1] == {"0R": 10}


@pytest.mark.rule("GT11", "FR8.3")
def test_a_rider_beside_him_gives_slipstream_to_all() -> None:
    riders = {"0S": "8 right", "2S": "8 left", "1S": "6 right"}
    _, carried, _ = ride(FLAT, riders, dict.fromkeys(riders, 2), {"0S": "il-campionissimo"})
    assert carried == {"1S": 9}


@pytest.mark.rule("GT11", "FR8.3", "FR8.8")
def test_a_group_splits_and_the_team_mate_takes_the_right_lane_alone() -> None:
    """0R and 1S on one square behind Il Campionissimo: only 0R is carried, out of the left lane."""
    riders = {"0S": "9 right", "1S": "7 right", "0R": "6 right", "2S": "5 right"}
    cards: dict[str, int | str] = {"0S": 2, "1S": 2, "0R": 3, "2S": 3}
    places, carried, _ = ride(FLAT, riders, cards, {"0S": "il-campionissimo"})
    assert carried == {"0R": 10}
    assert places == {"0S": "11 right", "0R": "10 right", "1S": "9 right", "2S": "8 right"}


@pytest.mark.rule("GT11", "FR8.8")
def test_whoever_is_left_behind_by_the_split_keeps_the_lane() -> None:
    """0R is carried out of the right lane; 1S, who is not carried, stays in the left one."""
    riders = {"0S": "9 right", "0R": "7 right", "1S": "7 left"}
    places, carried, _ = ride(FLAT, riders, dict.fromkeys(riders, 2), {"0S": "il-campionissimo"})
    assert carried == {"0R": 10}
    assert places == {"0S": "11 right", "0R": "10 right", "1S": "9 left"}


@pytest.mark.rule("GT11", "FR8.3")
def test_a_team_mate_behind_others_of_the_group_stays_with_them() -> None:
    riders = {"0S": "9 right", "1S": "7 right", "0R": "6 right"}
    places, carried, _ = ride(FLAT, riders, dict.fromkeys(riders, 3), {"0S": "il-campionissimo"})
    assert carried == {}
    assert places == {"0S": "12 right", "1S": "10 right", "0R": "9 right"}


@pytest.mark.rule("GT11", "FR8.3", "FR5.2")
def test_whoever_is_left_behind_by_the_split_is_not_looked_at_again() -> None:
    riders = {"0S": "9 right", "0R": "7 right", "1S": "6 right"}
    places, carried, _ = ride(FLAT, riders, dict.fromkeys(riders, 3), {"0S": "il-campionissimo"})
    assert carried == {"0R": 11}
    assert places == {"0S": "12 right", "0R": "11 right", "1S": "9 right"}


@pytest.mark.rule("GT11", "FR8.8")
def test_the_merged_group_is_carried_on_and_a_lonely_rider_takes_the_right_lane() -> None:
    """1S, left alone in the left lane by 0R, is then carried with the whole group."""
    riders = {"2S": "11 right", "0S": "9 right", "0R": "7 right", "1S": "7 left"}
    cards: dict[str, int | str] = dict.fromkeys(riders, 2)
    places, carried, events = ride(FLAT, riders, cards, {"0S": "il-campionissimo"})
    moved = {event.rider: f"{event.square} {event.lane}" for event in events if event.key == "Moved"}
    assert (moved["0R"], moved["1S"]) == ("9 right", "9 left")
    assert places == {"2S": "13 right", "0S": "12 right", "0R": "11 right", "1S": "10 right"}
    assert carried == {"0R": 11, "0S": 12, "1S": 10}
    assert len([event for event in events if event.key == "Carried"]) == 4


@pytest.mark.rule("GT11", "FR8.8")
def test_two_who_are_carried_together_keep_their_lanes() -> None:
    riders = {"0S": "9 right", "1S": "7 right", "2S": "7 left"}
    places, _, _ = ride(FLAT, riders, dict.fromkeys(riders, 2), {"1S": "il-campionissimo"})
    assert (places["1S"], places["2S"]) == ("10 right", "10 left")


@pytest.mark.rule("GT11")
@pytest.mark.parametrize(
    ("traits", "words"),
    [
        ({"0S": "pirate"}, "traits.0S: 'pirate' is no trait; traits are professor"),
        ({"0S": "Badger"}, "traits.0S: 'Badger' is no trait"),
        ({"0S": 4}, "traits.0S: 4 is no trait"),
        ({"0S": None}, "traits.0S: None is no trait"),
        ({"0S": "badger", "1S": "badger"}, "traits.1S: somebody else has badger; there is one card of each"),
        ({"0S": "badger", "0R": "sheriff"}, "traits.0R: the other rider of the team has one"),
        ({"1R": "badger"}, "traits: there is no rider '1R' on the road; there are 0S, 0R, 1S, 2S"),
        ({"9S": "badger"}, "traits: there is no rider '9S' on the road"),
        (["badger"], 'traits: give them by rider, as {"0S": "badger"}, not a list'),
        ("badger", "traits: give them by rider"),
    ],
)
def test_traits_that_nobody_can_have_are_refused(traits: Any, words: str) -> None:
    riders = {"0S": "5 right", "0R": "3 right", "1S": "4 right", "2S": "2 right"}
    with pytest.raises(g.BadPosition) as refusal:
        ride(FLAT, riders, dict.fromkeys(riders, 3), traits)
    assert words in str(refusal.value)
