"""Everything that happens is told: the whole log of a challenge, a control, a road, a sprint (Z10.2)."""

from collections.abc import Callable
from typing import Any

import pytest

Table = Callable[..., Any]


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


def short_of(count: int, seats: int = 2) -> dict[str, str]:
    names = [f"{seat}-{n}" for n in range(1, 6) for seat in range(seats)]
    return {name: "head 0" if place < count else "bunch 0" for place, name in enumerate(names)}


def in_the_bunch(seats: int, riders: dict[str, str]) -> dict[str, str]:
    return {f"{seat}-{n}": "bunch 0" for seat in range(seats) for n in range(1, 6)} | riders


def start(race: Any) -> Any:
    """The start turn, each with the first of his riders until all may stop."""
    while race.step == "start":
        kind = "StandBack" if race.can("StandBack") else "PlaceInHead"
        race.pick(race.asks, kind, **({} if kind == "StandBack" else {"rider": race.riders(kind)[0]}))
    return race


# --- challenges -------------------------------------------------------------------------------------


@pytest.mark.rule("Z7.11", "Z7.8.4", "Z4.2")
def test_a_break(table: Table) -> None:
    race = table(3, {"0-1": "head 2"}, teams=[{"special": 2}, {"special": 1}, {}])
    race.challenge(0, "break-away", "perform 0-1", "help 0-2", special=1)
    race.respond(1, "obstruct 1-3", special=1).respond(2).pick(0, "GoClear", sector=2)
    assert race.told == lines("""
        Paid 0 break-away 2 1
        Put 0-1 perform 3 6 5
        Put 0-2 help 2 13 2
        Paid 1 0 1
        Put 1-3 obstruct 1 6 1
        Declined 2
        Decided break-away 13 6 True
        BrokeAway 0-1 2 11
    """)
    assert [team["special"] for team in race.view["seats"]] == [1, 0, 0]
    assert [team["spent"] for team in race.view["seats"]] == [3, 1, 0]


@pytest.mark.rule("Z7.9", "Z7.8.5")
def test_going_to_the_head(table: Table) -> None:
    race = table(3, {"1-5": "bunch 4"}).challenge(0, "go-to-head", "perform 0-4", "perform 0-5", "help 0-1")
    race.respond(1, "help 1-5").respond(2, "obstruct 2-5")
    assert race.told == lines("""
        Paid 0 go-to-head 3 0
        Put 0-4 perform 3 6 3
        Put 0-5 perform 2 11 2
        Put 0-1 help 2 17 2
        Paid 1 1 0
        Put 1-5 help 1 23 5
        Paid 2 1 0
        Put 2-5 obstruct 1 5 1
        Decided go-to-head 23 5 True
        WentToHead 0-4 4
        WentToHead 0-5 3
    """)


@pytest.mark.rule("Z7.10", "Z7.10.2")
def test_an_opposed_pace(table: Table) -> None:
    race = table(3, {"2-1": "+3 4", "2-4": "-1 4", "1-4": "out"}).challenge(0, "raise-pace", "perform 0-2")
    race.respond(1, "obstruct 1-2").respond(2, "perform 2-2")
    assert race.told == lines("""
        Paid 0 raise-pace 1 0
        Put 0-2 perform 3 7 3
        Paid 1 1 0
        Put 1-2 obstruct 1 7 1
        Paid 2 1 0
        Put 2-2 perform 2 13 2
        Decided raise-pace 13 7 True
        PaceRose 7
        Dropped 2-1 2
        Dropped 2-4 -2
    """)
    assert race.match.position()["increases"] == 1


@pytest.mark.rule("Z7.10.3")
def test_an_unopposed_pace(table: Table) -> None:
    race = table(3).challenge(0, "raise-pace", "perform 0-1", "help 0-2").respond(1, "perform 1-1")
    race.respond(2, "perform 2-1", "help 2-2", "perform 2-3")
    race.pick(0, "Wish", wish="nothing").pick(1, "Wish", wish="pace").pick(2, "Wish", wish="break")
    assert race.told[-7:] == lines("""
        Put 2-3 perform 1 41 1
        Decided raise-pace 41 0 True
        Wished 0 nothing
        Wished 1 pace
        Wished 2 break
        BrokeAway 2-1 1 3
        BrokeAway 2-3 1 3
    """)
    assert race["2-2"] == "head 1"


# --- the control of the head ------------------------------------------------------------------------


@pytest.mark.rule("Z7.12.1", "Z7.12.3", "Z7.12.4")
def test_a_control_of_two_trips(table: Table) -> None:
    race = table(3, short_of(5, 3)).challenge(0, "break-away", "perform 0-1", "perform 0-2")
    race.respond(1).respond(2, "obstruct 2-1").pick(0, "GoClear", sector=1)
    race.pick(1, "ControlMove", rider="1-3").pick(2, "UseExcuse").pick(0, "UseExcuse")
    assert race.match.state[0]["strict"] == 1
    race.pick(2, "ControlMove", rider="2-3")
    assert race.told[-6:] == lines("""
        BrokeAway 0-2 1 6
        ControlBegan few 1
        MovedUp 1-3 1
        Excused 2
        Excused 0
        MovedUp 2-3 1
    """)
    assert race.asks == 0  # to the left of seat 2, who began the second trip


@pytest.mark.rule("Z7.12.5")
def test_a_control_of_a_full_head(table: Table) -> None:
    places = {f"{seat}-{n}": "head 3" for seat in range(3) for n in range(1, 6)}
    places |= {f"3-{n}": "bunch 3" for n in range(1, 6)}
    race = table(4, places, pawn=3).challenge(3, "go-to-head", "perform 3-1")
    race.respond(0).respond(1).respond(2).pick(0, "ControlMove", rider="0-5")
    assert race.told[-3:] == ["WentToHead 3-1 7", "ControlBegan many 0", "MovedBack 0-5 2"]


# --- activities nobody answers ----------------------------------------------------------------------


@pytest.mark.rule("Z7.1", "Z7.2", "Z7.3", "Z7.4", "Z7.5", "Z7.6", "Z7.7")
def test_activities(table: Table) -> None:
    places = {"0-4": "head 0", "1-4": "head 0", "2-4": "head 0", "0-1": "head 4", "0-2": "+1 4"}
    places |= {"0-3": "+2 6", "1-1": "head 4", "1-2": "head 3", "1-3": "+2 1", "2-3": "+2 1"}
    race = table(3, places)
    race.do(0, "slow-down", "0-1").do(1, "drink", "1-1").do(2, "small-wear-down", "1-2")
    race.do(0, "wear-down-team", opponent=2).do(1, "first-player").do(2, "eat", "2-1")
    race.do(0, "slow-down", "0-2").do(1, "speed-up", "1-3")
    race.pick(2, "Join", rider="2-3").pick(0, "StayBehind")
    assert race.told == lines("""
        Paid 0 slow-down 1 0
        Slowed 0-1 0 3
        Paid 1 drink 1 0
        Refreshed 1-1 drink 3
        Paid 2 small-wear-down 2 0
        Worn 1-2 2 6
        Paid 0 wear-down-team 3 0
        Worn 2-1 0 1
        Worn 2-2 0 1
        Worn 2-3 0 2
        Worn 2-4 0 1
        Worn 2-5 0 1
        Paid 1 first-player 2 0
        Claimed 1
        Paid 2 eat 2 0
        Refreshed 2-1 eat 0
        Paid 0 slow-down 1 0
        Slowed 0-2 0 2
        Paid 1 speed-up 3 0
        SpedUp 1-3 3 4 False
        SpedUp 2-3 3 4 True
    """)
    assert race.asks == 2


# --- the road ---------------------------------------------------------------------------------------


@pytest.mark.rule("Z8.1", "Z8.2", "Z8.4", "Z8.5", "Z6.4.1", "Z6.3.4", "Z6.3.5")
def test_the_end_of_a_turn(table: Table) -> None:
    """The flat at 10; seat 2 has nothing left to spend and rides at the limit."""
    places = {f"2-{n}": "-1 20" for n in range(1, 6)} | {"0-1": "head 19", "0-4": "+2 6"}
    teams = [{"spent": 4, "tokens": 2}, {"spent": 3, "tokens": 3}, {"spent": 6, "tokens": 0}]
    race = table(3, places, teams=teams, speed=10, route="PM").pass_on(0, 1)
    assert race.told == lines("""
        Passed 0
        Passed 1
        Passed 2
        Tired 0-1 5 24 0 True
        Retired 0-1
        Tired 0-2 4 4 0 True
        Tired 0-3 6 5 -1 False
        Tired 0-4 6 11 1 False
        Tired 0-5 6 5 -1 False
        Tired 1-1 3 3 0 True
        Tired 1-2 4 4 0 True
        Tired 1-3 5 5 0 True
        Tired 1-4 5 5 0 False
        Tired 1-5 5 5 0 False
        Tired 2-1 5 25 -1 False
        Retired 2-1
        Tired 2-2 6 25 -2 False
        Retired 2-2
        Tired 2-3 5 25 -1 False
        Retired 2-3
        Tired 2-4 6 25 -2 False
        Retired 2-4
        Tired 2-5 7 25 -3 False
        Retired 2-5
        TeamOut 2
        TurnBegan 2 mountain 4 0
    """)
    used_up = {"claimed", "last_active", "pawn", "asked"}
    assert used_up.isdisjoint(race.match.position())
    assert race.match.position()["increases"] == 0
    race.pick(0, "ActLast")
    assert race.told[-2:] == ["Ordered 0 True", "ControlBegan few 1"]


# --- the finish -------------------------------------------------------------------------------------


@pytest.mark.rule("Z9.4", "Z9.5", "Z9.6", "Z9.7", "Z9.8")
def test_a_sprint(table: Table) -> None:
    front = {"0-1": "head 0", "0-2": "head 0", "0-3": "head 0", "1-1": "head 17", "1-2": "head 0"}
    teams = [{"special": 2}, {"special": 1}]
    race = table(2, in_the_bunch(2, front), step="turn", turn=10, pawn=None, teams=teams)
    race.pick(0, "LineUp", rider="0-1").pick(1, "LineUp", rider="1-1").pick(0, "LineUp", rider="0-2")
    race.pick(1, "StopLineUp").pick(0, "StopLineUp").pick(0, "HelpSprinter", sprinter="0-2")
    race.pick(0, "ActLast").pick(1, "SpendTokens", special=1)
    race.pick(0, "SpendTokens", special=0).pick(0, "SpendTokens", special=2)
    assert race.told == lines("""
        LinedUp 0-1 1
        LinedUp 1-1 2
        LinedUp 0-2 3
        Stopped 1
        Stopped 0
        Helped 0-3 0-2
        Helped 1-2 1-1
        Ordered 0 True
        Spent 1-1 1
        Spent 0-1 0
        Spent 0-2 2
        Sprinted 0-1 5
        Sprinted 1-1 9
        Sprinted 0-2 10
        Ended 0-2 sprint 0
    """)
    assert [team["special"] for team in race.view["seats"]] == [0, 0]


# --- before the start -------------------------------------------------------------------------------


@pytest.mark.rule("Z5.2", "Z5.3", "Z5.4", "Z6.2.1", "Z6.2.2", "Z6.2.4")
def test_draft_route_and_start(begun: Table) -> None:
    race = begun(2, first=0, start_first=1)
    while race.step == "draft":
        race.pick(race.asks, "DraftCard", card=race.kinds("DraftCard")[-1].card)
    for terrain in ("flat", "hill", "mountain", "descent", *["flat"] * 6):
        race.pick(race.asks, "PickTerrain", terrain=terrain)
    start(race)
    assert race.told[:4] == ["Drafted 0-1 F5", "Drafted 1-1 F4", "Drafted 0-2 F3", "Drafted 1-2 F2"]
    assert race.told[10:14] == [
        "Planned 0 flat 1",
        "Planned 1 hill 2",
        "Planned 0 mountain 3",
        "Planned 1 descent 4",
    ]
    assert race.told[19:] == lines("""
        Planned 1 flat 10
        FirstPlayerDrawn 1
        Started 1-1
        Started 0-1
        Started 1-2
        Started 0-2
        Started 1-3
        StoodBack 0 1
        StoodBack 1 1
        StoodBack 0 2
        StoodBack 1 2
        TurnBegan 1 flat 6 1
    """)
    assert "asked" not in race.match.position()


@pytest.mark.rule("Z11.4")
def test_event_cards_are_dealt_and_kept(begun: Table) -> None:
    race = start(begun(2, teams="ready", route="P P", start_first=1, advanced=True))
    offered = [team["events"]["offered"] for team in race.view["seats"]]
    assert race.told[-2:] == [f"EventsDealt {seat} {tuple(offered[seat])}" for seat in range(2)]
    for seat in (1, 1, 0, 0):
        race.pick(seat, "KeepEvent", event=race.kinds("KeepEvent")[0].event)
    kept = [f"EventKept {seat} {event}" for seat in (1, 0) for event in offered[seat][:2]]
    assert race.told[-5:] == [*kept, "TurnBegan 1 flat 6 1"]


# --- the advanced game ------------------------------------------------------------------------------

SPENT = {"spent": 3, "tokens": 3}


@pytest.mark.rule("Z11.1", "Z11.2", "Z11.3", "Z9.6")
def test_a_flying_sprint_and_the_feed_zone(table: Table) -> None:
    options = {"advanced": True, "events": False}
    teams = [SPENT | {"special": 2}, SPENT]
    race = table(2, {"0-2": "head 12"}, options=options, route="P TV R P GPM", teams=teams).pass_on(0, 1)
    for rider in ("0-1", "1-1", "0-2", "1-2", "0-3", "1-3"):
        race.pick(int(rider[0]), "LineUp", rider=rider)
    race.pick(0, "ActFirst").pick(0, "SpendTokens", special=1).pick(0, "SpendTokens", special=0)
    race.pick(0, "SpendTokens", special=0)
    assert race.told[12:] == lines("""
        Approached TV
        LinedUp 0-1 1
        LinedUp 1-1 2
        LinedUp 0-2 3
        LinedUp 1-2 4
        LinedUp 0-3 5
        LinedUp 1-3 6
        Ordered 0 False
        Spent 0-1 1
        Spent 0-2 0
        Spent 0-3 0
        Sprinted 0-1 7
        Sprinted 1-1 8
        Sprinted 0-2 3
        Sprinted 1-2 7
        Sprinted 0-3 3
        Sprinted 1-3 5
        Scored 0-1 TV 3
        Scored 1-1 TV 8
        Scored 0-2 TV 1
        Scored 1-2 TV 5
        Scored 1-3 TV 2
        Fed
        TurnBegan 2 flat 6 0
    """)
    assert race.view["seats"][0]["special"] == 1
    left = race.match.position()
    assert "sprint" not in left
    assert all("helps" not in rider for rider in left["riders"].values())


@pytest.mark.rule("Z11.2", "Z11.4")
def test_a_summit_won_alone(table: Table) -> None:
    kept = {"offered": ["fine", "bonk", "cramp"], "events": ["fine", "bonk"]}
    teams = [SPENT | kept | {"special": 3}, SPENT | kept]
    race = table(2, {"0-5": "+1 0"}, options={"advanced": True}, teams=teams, route="P GPM C").pass_on(0, 1)
    won = race.view["seats"][0]["special"] - 3
    assert race.told[12:] == lines(f"""
        Approached GPM
        Scored 0-5 GPM 6
        TokensWon 0 {won}
        TurnBegan 2 hill 5 0
    """)
    assert won in (1, 2)


@pytest.mark.rule("Z11.5", "Z11.6")
def test_the_end_of_a_stage_and_a_time_trial(table: Table) -> None:
    options = {"advanced": True, "events": False, "stages": "P, TT, M C", "route": "choose"}
    places = {"0-1": "+2 0", "0-2": "+1 5", "0-4": "head 0", "1-4": "head 0"}
    options["start_first"] = 1
    race = table(2, places, options=options, teams=[SPENT | {"special": 2}, SPENT]).pass_on(0, 1)
    assert race.told[12:] == lines("""
        Scored 0-1 finish 25
        StageWon 0-1 1 alone
        Leads 0-1 -20
        StageBegan 2
    """)
    for seat, number in ((0, 1), (1, 2)):
        for _ in range(5):
            race.events += race.match.play(seat, race.match.choices(seat)[number])
    assert race.told[16:] == lines("""
        RodeTrial 0-1 1 9 0
        RodeTrial 1-1 2 7 20
        RodeTrial 0-2 1 6 30
        RodeTrial 1-2 2 6 30
        RodeTrial 1-3 2 6 30
        RodeTrial 1-5 2 6 30
        RodeTrial 0-3 1 4 50
        RodeTrial 0-4 1 4 50
        RodeTrial 1-4 2 4 50
        RodeTrial 0-5 1 3 60
        StageWon 0-1 2 time trial
        Leads 0-1 -20
        StageBegan 3
        FirstPlayerDrawn 1
    """)
    assert [team["special"] for team in race.view["seats"]] == [9, 4]
