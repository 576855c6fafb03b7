"""Event cards: chosen after the start, filled by special tokens, struck when they are full (Z11.4)."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

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
        ({"options": OPTIONS, "teams": [{"events": ["fine"]}, {}]}, "of those he was offered"),
        ({"options": OPTIONS, "teams": [{"due": [0]}, {}]}, "only a card one has"),
        ({"options": OPTIONS, "teams": []}, "name them, or set .events. to false"),
        ({"options": OPTIONS, "teams": [team("fine", laid=2, due=[0]), {}]}, "the last full were"),
        ({"options": OPTIONS, "teams": [{"laid": 3}, {}]}, "tokens lie on event cards"),
        ({"options": OPTIONS, "teams": [team("fine", fined=50), {}]}, "<= 6"),
        ({"options": OPTIONS, "step": "mishap", "teams": [team("cramp"), {}]}, "so it is 'due'"),
        ({"options": OPTIONS, "step": "mishap", "teams": [team("cramp", laid=3, due=[0]), {}]}, "name him"),
        ({"options": WITHOUT, "step": "events"}, "chooses his cards first"),
    ],
)
def test_positions_that_cannot_be_are_refused(document: Any, says: str, position: Table) -> None:
    with pytest.raises(g.BadPosition, match=says):
        g.from_position("due-ruote", position(2, {}, **document), seed=1)
