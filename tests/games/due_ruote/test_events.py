"""Event cards: chosen after the start, filled by special tokens, struck when they are full (Z11.4)."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g
from gruppetto.games.due_ruote import DUE_RUOTE
from gruppetto.games.due_ruote.rules import codes as c
from gruppetto.games.due_ruote.rules.codes import Misfortune
from gruppetto.games.due_ruote.rules.event_cards import draw_event

Table = Callable[..., Any]
OPTIONS = {"advanced": True}
WITHOUT = {"advanced": True, "events": False}
ALL_IN_HEAD = {f"1-{n}": "head 0" for n in range(1, 6)}
OTHERS = ["headwind", "fine", "bonk"]


def team(first: str, second: str = "headwind", **more: Any) -> dict[str, Any]:
    third = next(event for event in OTHERS if event not in (first, second))
    return {"special": 9, "offered": [first, second, third], "events": [first, second], **more}


def hit(table: Table, event: str, riders: dict[str, str] | None = None, **more: Any) -> Any:
    """Seat 0 has two tokens on its first card and pays for a drink with a third."""
    teams = [team(event, **{"laid": 2, **more}), team("bonk", "fine")]
    race = table(2, riders or {}, options=OPTIONS, teams=teams)
    return race.do(0, "drink", "0-5", special=1)


@pytest.mark.rule("Z11.4", "Z6.2.6")
def test_everybody_keeps_two_of_three_cards_after_the_start(begun: Table) -> None:
    race = begun(3, teams="ready", route="PP", first=0, start_first=1, **OPTIONS)
    while race.step == "start":
        race.match.play(race.asks, race.match.choices(race.asks)[-1])
    assert race.step == "events"
    assert race.asks == 1
    for seat in (1, 2, 0):
        offered = race.view["seats"][seat]["events"]["offered"]
        assert len(set(offered)) == 3
        assert [message.event for message in race.kinds("KeepEvent")] == offered
        race.pick(seat, "KeepEvent", event=offered[1])
        assert [message.event for message in race.kinds("KeepEvent")] == [offered[0], offered[2]]
        race.pick(seat, "KeepEvent", event=offered[2])
        cards = race.view["seats"][seat]["events"]["cards"]
        assert [(card["event"], card["tokens"]) for card in cards] == [(offered[1], 0), (offered[2], 0)]
    assert race.step == "order"


@pytest.mark.rule("Z11.4")
def test_cards_differ_from_race_to_race(begun: Table) -> None:
    deals = set()
    for seed in range(8):
        race = begun(2, seed, teams="ready", route="PP", **OPTIONS)
        while race.step == "start":
            race.match.play(race.asks, race.match.choices(race.asks)[-1])
        deals.add(tuple(race.view["seats"][0]["events"]["offered"]))
    assert len(deals) > 3


@pytest.mark.rule("Z11.4", "Z4.2")
def test_special_tokens_fill_the_first_card_then_the_second(table: Table) -> None:
    race = table(2, {"0-1": "head 9"}, options=OPTIONS, teams=[team("fine", "bonk"), team("bonk", "fine")])
    race.do(0, "eat", "0-1", special=2)
    cards = race.view["seats"][0]["events"]["cards"]
    assert [card["tokens"] for card in cards] == [2, 0]
    race.do(1, "drink", "1-1", special=0).do(0, "eat", "0-1", special=2)
    events = race.view["seats"][0]["events"]
    assert [card["tokens"] for card in events["cards"]] == [0, 1]
    assert events["next"] == 1
    assert [event.event for event in race.of("EventStruck")] == ["fine"]
    assert events["fined"] == 1


@pytest.mark.rule("Z11.4")
def test_without_event_cards_special_tokens_are_just_gone(table: Table) -> None:
    race = table(2, {}, options=WITHOUT, teams=[{"special": 4}, {}])
    race.do(0, "drink", "0-1", special=1)
    assert "events" not in race.view["seats"][0]
    assert "laid" not in race.match.position()["teams"][0]
    assert race.asks == 1


@pytest.mark.rule("Z11.4")
def test_a_puncture_throws_a_rider_a_sector_back(table: Table) -> None:
    race = hit(table, "puncture", dict.fromkeys((f"0-{n}" for n in range(1, 6)), "+2 4") | ALL_IN_HEAD)
    back = [rider for rider in ("0-1", "0-2", "0-3", "0-4", "0-5") if race[rider].startswith("+1")]
    assert len(back) == 1
    assert race[back[0]].split()[1] in ("4", "3")  # one of them had just drunk


@pytest.mark.rule("Z11.4")
def test_the_player_says_who_has_the_cramp(table: Table) -> None:
    race = hit(table, "cramp", {"0-2": "head 24", "0-4": "out"})
    assert race.step == "mishap"
    assert race.riders("HaveCramp") == ["0-1", "0-2", "0-3", "0-5"]
    race.pick(0, "HaveCramp", rider="0-3")
    assert race["0-3"] == "head 3"
    assert race.asks == 1


@pytest.mark.rule("Z11.4", "Z3.2")
def test_no_event_lifts_a_rider_above_the_limit(table: Table) -> None:
    race = hit(table, "cramp", {"0-2": "head 24"}).pick(0, "HaveCramp", rider="0-2")
    assert race["0-2"] == "head 25"


@pytest.mark.rule("Z11.4", "Z7.3")
def test_who_has_hit_the_wall_eats_for_two_until_the_turn_ends(table: Table) -> None:
    race = hit(table, "bonk", {"0-1": "head 9"})
    race.do(1, "drink", "1-1", special=0).do(0, "eat", "0-1", special=0)
    assert race["0-1"] == "head 7"
    assert race.view["seats"][0]["events"]["bonked"]
    again = table(2, {}, options=OPTIONS, teams=[team("bonk", bonked=True), team("fine")], step="fatigue")
    assert not again.view["seats"][0]["events"]["bonked"]


@pytest.mark.rule("Z11.4")
def test_a_crash_costs_four_and_the_head(table: Table) -> None:
    everybody = dict.fromkeys((f"0-{n}" for n in range(1, 6)), "head 4")
    race = hit(table, "crash", everybody)
    event = race.of("Hurt")[0]
    assert (event.sector, event.head) == (0, False)
    assert event.fatigue in (7, 8)
    assert race[event.rider].startswith("bunch")


@pytest.mark.rule("Z11.4", "Z7.12")
def test_a_head_left_short_by_an_event_is_put_in_order(table: Table) -> None:
    places = {f"{seat}-{n}": "bunch 0" for seat in range(2) for n in range(1, 6)}
    places |= {f"0-{n}": "head 0" for n in range(1, 6)}
    assert hit(table, "crash", places).step == "control"


@pytest.mark.rule("Z11.4", "Z6.3.6")
def test_a_fine_costs_a_base_token_in_the_next_turn(table: Table) -> None:
    teams = [team("fine", fined=1, tokens=0, spent=6), team("bonk", "fine", tokens=0, spent=6)]
    race = table(2, {}, options=OPTIONS, teams=teams, step="fatigue")
    assert (race.tokens(0), race.tokens(1)) == (5, 6)
    assert race.view["seats"][0]["events"]["fined"] == 0


@pytest.mark.rule("Z11.4")
def test_headwind_tires_those_in_a_break(table: Table) -> None:
    riders = {"0-1": "+1 4", "0-2": "+3 5", "0-3": "-1 6"} | ALL_IN_HEAD
    race = hit(table, "headwind", riders, offered=["headwind", "bonk", "fine"], events=["headwind", "bonk"])
    assert (race["0-1"], race["0-2"], race["0-3"]) == ("+1 5", "+3 6", "-1 6")


@pytest.mark.rule("Z11.4", "Z7.8")
def test_a_response_can_bring_an_event_on_when_the_challenge_is_over(table: Table) -> None:
    teams = [team("bonk", "fine"), team("fine", "bonk", laid=2)]
    race = table(2, {}, options=OPTIONS, teams=teams).challenge(0, "break-away", "perform 0-1")
    race.respond(1, "obstruct 1-1", special=1)
    assert [event.event for event in race.of("EventStruck")] == ["fine"]
    assert race.asks == 1


@pytest.mark.rule("Z11.4", "Z4.4")
def test_a_summit_brings_special_tokens_but_never_more_than_nine(table: Table) -> None:
    places = {f"{seat}-{n}": "bunch 0" for seat in range(2) for n in range(1, 6)}
    for special, least, most in ((0, 1, 2), (8, 9, 9)):
        teams = [team("fine", special=special), team("bonk")]
        race = table(
            2, places | {"0-5": "+1 0"}, options=OPTIONS, teams=teams,
            step="turn", turn=1, pawn=None, route="P GPM C",
        )  # fmt: skip
        assert least <= race.view["seats"][0]["special"] <= most


@pytest.mark.rule("Z11.4")
@pytest.mark.parametrize(
    ("options", "cards"),
    [
        ({}, False),
        ({"events": True}, False),
        ({"advanced": True}, True),
        ({"advanced": True, "events": True}, True),
        ({"advanced": True, "events": False}, False),
    ],
)
def test_the_advanced_game_has_event_cards_unless_one_says_otherwise(
    options: dict[str, bool], cards: bool, begun: Table
) -> None:
    race = begun(2, teams="ready", route="PP", **options)
    while race.step == "start":
        race.match.play(race.asks, race.match.choices(race.asks)[-1])
    assert race.step == ("events" if cards else "order")
    document = race.match.position()
    assert g.from_position("due-ruote", document, seed=1).position() == document


@pytest.mark.rule("Z11.4", "Z13.19")
def test_a_card_strikes_as_often_as_it_was_full(table: Table) -> None:
    teams = [team("fine", "bonk", laid=1), team("bonk", "fine")]
    race = table(2, options={**OPTIONS, "challenge_price": "fee"}, teams=teams)
    race.challenge(0, "break-away", "perform 0-1", "perform 0-2", "perform 0-3", special=8)
    race.respond(1).pick(0, "GoClear", sector=1)
    assert [event.event for event in race.of("EventStruck")] == ["fine", "bonk", "fine"]
    events = race.view["seats"][0]["events"]
    assert events["fined"] == 2
    assert [card["tokens"] for card in events["cards"]] == [0, 0]


@pytest.mark.rule("Z11.4", "Z13.19")
def test_cards_strike_in_the_order_in_which_they_were_full(table: Table) -> None:
    teams = [team("fine", "bonk", laid=5), team("bonk", "fine")]
    race = table(2, options={**OPTIONS, "challenge_price": "fee"}, teams=teams)
    race.challenge(0, "break-away", "perform 0-1", special=4)
    race.respond(1).pick(0, "GoClear", sector=1)
    assert [event.event for event in race.of("EventStruck")] == ["bonk", "fine"]


@pytest.mark.parametrize(
    ("document", "says"),
    [
        ({"options": WITHOUT, "teams": [team("fine"), {}]}, "no event cards"),
        ({"options": OPTIONS, "teams": [{"offered": ["fine", "fine", "bonk"]}, {}]}, "3 different cards"),
        ({"options": OPTIONS, "teams": [{"events": ["fine"]}, {}]}, "of those they were offered"),
        ({"options": OPTIONS, "teams": [{"due": [0]}, {}]}, "only a card one has"),
        ({"options": OPTIONS, "teams": []}, "name them, or set .events. to false"),
        ({"options": OPTIONS, "teams": [team("fine", laid=2, due=[0]), {}]}, "the last full were"),
        ({"options": OPTIONS, "teams": [{"laid": 3}, {}]}, "tokens lie on event cards"),
        ({"options": OPTIONS, "teams": [team("fine", fined=50), {}]}, "<= 6"),
        ({"options": OPTIONS, "step": "mishap", "teams": [team("cramp"), {}]}, "so it is 'due'"),
        ({"options": OPTIONS, "step": "mishap", "teams": [team("cramp", laid=3, due=[0]), {}]}, "name them"),
        ({"options": WITHOUT, "step": "events"}, "chooses their cards first"),
    ],
)
def test_positions_that_cannot_be_are_refused(document: Any, says: str, position: Table) -> None:
    with pytest.raises(g.BadPosition, match=says):
        g.from_position("due-ruote", position(2, {}, **document), seed=1)


# --- whom and when they strike ----------------------------------------------------------------------


def alone(place: str) -> dict[str, str]:
    """One rider is left of seat 0, and nobody of seat 1 in his way."""
    return {f"0-{n}": "out" for n in range(2, 6)} | {"0-1": place} | ALL_IN_HEAD


@pytest.mark.rule("Z11.4", "Z3.2")
@pytest.mark.parametrize(
    ("event", "before", "after"),
    [
        ("puncture", "head 5", "-1 4"), ("puncture", "bunch 5", "-1 4"), ("puncture", "+2 5", "+1 4"),
        ("puncture", "+1 5", "bunch 4"), ("puncture", "-1 5", "-2 4"),
        ("crash", "head 5", "bunch 8"), ("crash", "bunch 5", "-1 8"), ("crash", "+2 5", "+1 8"),
        ("crash", "-1 5", "-2 8"), ("crash", "head 22", "bunch 25"), ("crash", "head 24", "bunch 25"),
        ("cramp", "head 5", "head 7"), ("cramp", "+2 24", "+2 25"), ("cramp", "bunch 23", "bunch 25"),
        ("headwind", "+1 5", "+1 5"), ("headwind", "head 5", "head 4"), ("headwind", "-1 5", "-1 4"),
    ],
)  # fmt: skip
def test_what_an_event_does_to_the_only_rider(event: str, before: str, after: str, table: Table) -> None:
    """He drinks, and the token fills the card."""
    second = "bonk" if event == "headwind" else "headwind"
    teams = [team(event, second, laid=2), team("bonk", "fine")]
    race = table(2, alone(before), options=OPTIONS, teams=teams).do(0, "drink", "0-1", special=1)
    assert race["0-1"] == after
    assert race.asks == 1
    struck = [line for line in race.told if line.startswith(("EventStruck", "Hurt"))]
    place, fatigue = after.split()
    sector = 0 if place in ("head", "bunch") else int(place)
    hurt = f"Hurt 0-1 {sector} {place == 'head'} {fatigue}"
    missed = event == "headwind" and sector <= 0
    assert struck == [f"EventStruck 0 {event}", *([] if missed else [hurt])]


@pytest.mark.rule("Z11.4", "Z10.3")
@pytest.mark.parametrize(("event", "seat"), [("puncture", 0), ("crash", 1)])
def test_chance_finds_any_rider_who_is_left(event: str, seat: int, table: Table) -> None:
    hurt = set()
    everybody = {f"{other}-{n}": "head 0" for other in range(2) for n in range(1, 6)}
    for seed in range(16):
        teams = [team(event, laid=2), team(event, laid=2)]
        race = table(2, everybody | {f"{seat}-2": "out"}, seed, options=OPTIONS, teams=teams, pawn=seat)
        race.do(seat, "drink", f"{seat}-1", special=1)
        hurt |= {line.split()[1] for line in race.told if line.startswith("Hurt")}
    assert hurt == {f"{seat}-{n}" for n in (1, 3, 4, 5)}


@pytest.mark.rule("Z11.4", "Z10.5")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_nobody_is_asked_who_has_the_cramp_when_one_rider_is_left(seat: int, table: Table) -> None:
    teams = [team("cramp", laid=2) for _ in range(3)]
    places = {f"{other}-{n}": "head 0" for other in range(3) for n in range(1, 6)}
    places |= {f"{seat}-{n}": "out" for n in (1, 2, 4, 5)}
    race = table(3, places, options=OPTIONS, teams=teams, pawn=seat).do(seat, "drink", f"{seat}-3", special=1)
    assert race[f"{seat}-3"] == "head 3"
    assert (race.step, race.asks) == ("activity", (seat + 1) % 3)


@pytest.mark.rule("Z11.4")
def test_of_two_riders_the_player_says_who_has_the_cramp(table: Table) -> None:
    race = hit(table, "cramp", {f"0-{n}": "out" for n in (1, 3, 4)} | ALL_IN_HEAD)
    assert (race.step, race.riders("HaveCramp")) == ("mishap", ["0-2", "0-5"])


@pytest.mark.rule("Z10.3", "Z11.4")
@pytest.mark.parametrize(("event", "drawn"), [("bonk", 0), ("fine", 0), ("crash", 1), ("puncture", 1)])
def test_lots_are_drawn_only_for_riders_who_fall(event: str, drawn: int, table: Table) -> None:
    race = hit(table, event, ALL_IN_HEAD)
    assert race.match.state[0]["drawn"][c.EVENT_STREAM] == drawn


@pytest.mark.rule("Z11.4", "Z6.3.5")
def test_events_strike_clockwise_from_whoever_acted_and_then_the_pawn_goes_on(table: Table) -> None:
    teams = [team("cramp", laid=2), team("fine", "bonk", laid=2), team("bonk", "cramp", laid=5)]
    race = table(3, options=OPTIONS, teams=teams, pawn=1).challenge(1, "break-away", "perform 1-1", special=1)
    race.respond(2, "help 2-1", special=1).respond(0, "help 0-1", special=1).pick(1, "GoClear", sector=1)
    assert (race.step, race.asks) == ("mishap", 2)
    race.pick(2, "HaveCramp", rider="2-5")
    assert (race.step, race.asks) == ("mishap", 0)
    race.pick(0, "HaveCramp", rider="0-4")
    assert race.told[-5:] == [
        "EventStruck 1 fine",
        "EventStruck 2 cramp",
        "Hurt 2-5 0 False 3",
        "EventStruck 0 cramp",
        "Hurt 0-4 0 False 3",
    ]
    assert (race.step, race.asks) == ("activity", 2)
    laid = [[card["tokens"] for card in race.view["seats"][seat]["events"]["cards"]] for seat in range(3)]
    assert laid == [[0, 0], [0, 0], [0, 0]]


@pytest.mark.rule("Z11.4", "Z4.3")
@pytest.mark.parametrize(("fined", "tokens"), [(0, 6), (1, 5), (2, 4), (3, 3)])
def test_fines_add_up_but_leave_three_tokens(fined: int, tokens: int, table: Table) -> None:
    teams = [team("fine", fined=fined, tokens=0, spent=6), team("bonk", "fine", tokens=0, spent=6)]
    race = table(2, options=OPTIONS, teams=teams, step="fatigue")
    assert (race.tokens(0), race.tokens(1)) == (tokens, 6)


@pytest.mark.rule("Z11.4", "Z7.2", "Z11.3")
def test_a_bonk_spoils_the_meal_only(table: Table) -> None:
    teams = [team("bonk", bonked=True), team("fine")]
    places = {"0-1": "head 20", "1-1": "head 20"}
    race = table(2, places, options=OPTIONS, teams=teams, route="P R P", turn=2, fed=True)
    race.do(0, "drink", "0-1", special=0)
    assert race["0-1"] == "head 19"
    race.do(1, "eat", "1-1", special=0).do(0, "energy", "0-1", special=0)
    assert (race["0-1"], race["1-1"]) == ("head 12", "head 16")


@pytest.mark.rule("Z11.4")
@pytest.mark.parametrize("card", [0, 1, 2])
def test_any_kind_that_is_not_offered_yet_can_be_drawn(card: int) -> None:
    race = DUE_RUOTE.blank()[0]
    race["offered"][1] = race["offered"][0] = [Misfortune.CRAMP, Misfortune.FINE, c.NOTHING]
    drawn = set()
    for key in range(60):
        race["key"][c.EVENT_STREAM] = key
        drawn.add(int(draw_event(race, 1, card)))
    assert drawn == set(range(1, 7)) - {Misfortune.CRAMP, Misfortune.FINE, 0}.intersection(
        race["offered"][1][:card].tolist()
    )


@pytest.mark.rule("Z11.4", "Z4.4")
def test_a_gift_is_one_token_or_two(table: Table) -> None:
    places = {f"{seat}-{n}": "bunch 0" for seat in range(2) for n in range(1, 6)} | {"0-5": "+1 0"}
    gifts = set()
    for seed in range(10):
        race = table(
            2, places, seed, options=OPTIONS, teams=[team("fine", special=3), team("bonk", special=3)],
            step="turn", turn=1, pawn=None, route="P TV C",
        )  # fmt: skip
        gifts.add(race.view["seats"][0]["special"] - 3)
        assert race.view["seats"][1]["special"] == 3
    assert gifts == {1, 2}


@pytest.mark.rule("Z11.4", "Z11.5", "Z6.4.1")
def test_a_team_that_is_out_is_offered_no_cards(table: Table) -> None:
    """Its seat would begin the start turn of the second stage."""
    riders = {f"{seat}-{n}": "bunch 0" for seat in range(3) for n in range(1, 6)}
    riders |= {f"0-{n}": "out" for n in range(1, 6)} | {"1-1": "+1 0"}
    options = {"advanced": True, "stages": "P, P", "route": "choose", "start_first": 0}
    teams = [team("fine"), team("bonk"), team("cramp")]
    race = table(3, riders, options=options, teams=teams, step="turn", turn=1, pawn=None, first=1)
    while race.step == "start":
        race.match.play(race.asks, race.match.choices(race.asks)[-1])
    offered = [race.view["seats"][seat]["events"]["offered"] for seat in range(3)]
    assert [len(set(cards)) for cards in offered] == [0, 3, 3]
    for seat in (1, 1, 2, 2):
        race.pick(seat, "KeepEvent", event=race.kinds("KeepEvent")[0].event)
    assert (race.step, race.asks) == ("order", 1)
