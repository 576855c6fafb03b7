"""What a choice would do is what it does: previews come from the rules that carry it out."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import loops
from gruppetto.games.due_ruote import DUE_RUOTE
from gruppetto.games.due_ruote.faces.previews import Becomes, Rides, Sprints, Strikes, Weighs
from gruppetto.kernel.record import duplicate

TableOf = Callable[..., Any]
KEPT = {"offered": ["bonk", "fine", "crash"], "events": ["bonk", "crash"]}
ALL_IN_HEAD = {f"{seat}-{n}": "head 0" for seat in range(2) for n in range(1, 6)}


def foreseen(table: Any, kind: str, **fields: Any) -> Any:
    """What is foreseen of the one legal choice of this kind with these fields."""
    match = table.match
    fitting = [
        choice
        for choice in match.choices(table.asks)
        if choice.message.key == kind
        and all(getattr(choice.message, name) == value for name, value in fields.items())
    ]
    assert len(fitting) == 1
    return DUE_RUOTE.preview(match.state, table.asks, fitting[0].code)


@pytest.mark.rule("Z7.1", "Z7.2", "Z7.3", "Z7.6")
@pytest.mark.parametrize(
    ("activity", "rider", "becomes"),
    [
        ("drink", "head 4", Becomes("0-1", 0, True, 3)),
        ("eat", "head 2", Becomes("0-1", 0, True, 0)),
        ("slow-down", "head 9", Becomes("0-1", 0, False, 8)),
        ("slow-down", "+1 9", Becomes("0-1", 0, False, 7)),
        ("slow-down", "+2 9", Becomes("0-1", 1, False, 8)),
        ("speed-up", "+2 9", Becomes("0-1", 3, False, 12)),
        ("speed-up", "-1 9", Becomes("0-1", 0, False, 12)),
    ],
)
def test_what_becomes_of_a_rider(table: TableOf, activity: str, rider: str, becomes: Becomes) -> None:
    race = table(2, {"0-1": rider}).pick(0, "ChooseActivity", activity=activity)
    assert foreseen(race, "ChooseRider", rider="0-1") == becomes


@pytest.mark.rule("Z7.4")
@pytest.mark.parametrize(("fatigue", "after"), [(9, 12), (14, 15), (17, 17)])
def test_nobody_is_worn_down_beyond_15(table: TableOf, fatigue: int, after: int) -> None:
    race = table(2, {"1-1": f"head {fatigue}"}).pick(0, "ChooseActivity", activity="small-wear-down")
    assert foreseen(race, "WearRider", rider="1-1").fatigue == after


@pytest.mark.rule("Z11.4")
def test_a_meal_is_worth_less_to_who_has_hit_the_wall(table: TableOf) -> None:
    teams = [{**KEPT, "bonked": True}, KEPT]
    race = table(2, {"0-1": "head 9"}, options={"advanced": True}, teams=teams)
    assert foreseen(race.pick(0, "ChooseActivity", activity="eat"), "ChooseRider", rider="0-1").fatigue == 7


@pytest.mark.rule("Z11.4")
@pytest.mark.parametrize(
    ("laid", "special", "struck"), [(0, 2, None), (2, 1, ("bonk",)), (1, 2, ("bonk",)), (5, 1, ("crash",))]
)
def test_full_cards_strike(table: TableOf, laid: int, special: int, struck: tuple[str, ...] | None) -> None:
    teams = [{**KEPT, "special": 4, "laid": laid}, KEPT]
    race = table(2, options={"advanced": True}, teams=teams)
    race.pick(0, "ChooseActivity", activity="eat").pick(0, "ChooseRider", rider="0-1")
    assert foreseen(race, "PayWith", special=special) == (Strikes(struck) if struck else None)


@pytest.mark.rule("Z7.8.6", "Z7.8.7", "Z13.20")
@pytest.mark.parametrize(("tie", "succeeds"), [("succeeds", True), ("fails", False)])
def test_a_rider_more_on_the_sheet(table: TableOf, tie: str, succeeds: bool) -> None:
    race = table(2, ALL_IN_HEAD, options={"tie": tie}).challenge(0, "break-away", "perform 0-2")
    speeds = {rider: state["speed"]["P"] for rider, state in race.view["riders"].items()}
    equal = next(rider for rider, speed in speeds.items() if rider[0] == "1" and speed == speeds["0-2"])
    assert foreseen(race, "Obstruct", rider=equal) == Weighs(speeds["0-2"], speeds["0-2"], succeeds)
    race.pick(1, "Obstruct", rider=equal)
    own = race.match.view(1)["composing"]
    assert (own["right_sum"], own["left_sum"], own["succeeds"]) == (speeds["0-2"], speeds["0-2"], succeeds)
    assert race.view["challenge"]["left_sum"] == 0
    assert race.view["challenge"]["succeeds"]


@pytest.mark.rule("Z8.1", "Z8.2", "Z9.7", "Z13.22")
def test_what_the_table_comes_to(table: TableOf) -> None:
    race = table(2, {"0-1": "+2 4", "0-5": "out"}, options={"sheet": "one-sided"}, turn=2)
    roads = {rider: state["road"] for rider, state in race.view["riders"].items()}
    card = race.view["riders"]["0-1"]["speed"]["P"]
    assert roads["0-1"] == race.view["sheets"]["terrain"]["P"]["outside"] + race.speed - card
    assert roads["0-5"] is None
    assert race.view["sheets"]["left"][:6] == race.view["sheets"]["right"][:6]
    assert race.view["seats"][0]["to_spend"] == 3
    assert race.do(0, "eat", "0-2").view["seats"][0]["to_spend"] == 1


@pytest.mark.rule("Z3.2", "Z8.3")
@pytest.mark.parametrize(("fatigue", "steps"), [(15, False), (16, False), (19, False), (19, True)])
def test_who_would_retire_is_known_beforehand(table: TableOf, fatigue: int, steps: bool) -> None:
    options = {"fatigue": "in-steps"} if steps else {}
    more = {"route": "MP", "speed": 6, "turn": 1, "options": options}
    warned = table(2, {"0-4": f"head {fatigue}"}, **more).view["riders"]
    ridden = table(2, {"0-4": f"head {fatigue}"}, step="fatigue", **more).view["riders"]
    assert warned["0-4"]["retiring"] == (fatigue > 15)
    assert {rider for rider, state in ridden.items() if state["retired"]} == {
        rider for rider, state in warned.items() if state["retiring"]
    }


@pytest.mark.rule("Z9.5", "Z9.6", "Z9.7")
def test_what_makes_up_a_sprint(table: TableOf) -> None:
    columns = {"columns": [{"rider": "0-1"}, {"rider": "1-1"}], "stopped": [0, 1]}
    riders = {f"{seat}-{n}": "head 0" if n == 1 else "bunch 0" for seat in range(2) for n in range(1, 6)}
    race = table(
        2, riders | {"0-1": "head 18"}, step="tokens", turn=10, sprint=columns, teams=[{"special": 3}, {}],
        decides=0, rider="0-1",
    )  # fmt: skip
    card = race.view["riders"]["0-1"]["sprint"]
    worth = {"card": card, "helpers": 0, "tokens": 0, "tired": 3, "total": card - 3}
    assert race.view["sprint"]["columns"][0]["worth"] == worth
    assert foreseen(race, "SpendTokens", special=2) == Sprints("0-1", card + 1)


@pytest.mark.rule("Z11.6")
def test_points_against_the_clock(begun: TableOf) -> None:
    race = begun(2, teams="ready", advanced=True, stages="TT", first=0)
    value = race.view["riders"]["0-1"]["time_trial"]
    codes = {choice.message.tokens: choice.code for choice in race.match.choices(0)}
    assert DUE_RUOTE.preview(race.match.state, 0, codes[2]) == Rides("0-1", value + 2)
    race.match.play(0, codes[2])
    assert race.match.view(0)["trial"]["points"] == {"0-1": value + 2}


# --- over whole races -------------------------------------------------------------------------------

TOLD_AS: dict[Any, tuple[str, tuple[str, ...]]] = {  # the figure that counts, and the events that tell it
    Becomes: ("fatigue", ("Slowed", "Refreshed", "Worn", "SpedUp", "MovedUp", "MovedBack", "Hurt")),
    Sprints: ("value", ("Sprinted",)),
    Rides: ("points", ("RodeTrial",)),
}


def races() -> Iterator[tuple[g.Match, random.Random]]:
    """Random races of all kinds, before every decision."""
    kinds: list[dict[str, Any]] = [
        {"teams": "ready", "route": "PMD"},
        {"teams": "ready", "advanced": True, "route": "P TV R M C", "company": "everybody", "tie": "fails"},
        {"teams": "ready", "advanced": True, "stages": "TT, P C, TT", "sheet": "one-sided"},
    ]
    for seed in range(9):
        match = g.start("due-ruote", seats=2 + seed % 3, seed=seed, options=kinds[seed % 3])
        dice = random.Random(seed)
        while not match.over:
            yield match, dice


def held(seen: Any, seat: int, told: list[Any]) -> bool | None:
    """Whether what was foreseen is what came; none if it has not come yet."""
    if isinstance(seen, Strikes):
        struck = [event.event for event in told if event.key == "EventStruck" and event.seat == seat]
        return struck[0] == seen.events[0] if struck else None
    if type(seen) not in TOLD_AS:
        return None
    figure, kinds = TOLD_AS[type(seen)]
    about = [event for event in told if event.key in kinds and event.rider == seen.rider]
    return bool(getattr(about[0], figure) == getattr(seen, figure)) if about else None


@pytest.mark.rule("Z10.1")
def test_what_is_foreseen_comes_true() -> None:
    came, weighed = 0, Weighs(0, 0, True)
    for match, dice in races():
        seat = dice.choice(match.waiting)
        choice = dice.choice(match.choices(seat))
        seen = DUE_RUOTE.preview(match.state, seat, choice.code)
        weighed = seen if isinstance(seen, Weighs) else weighed
        told: list[Any] = list(match.play(seat, choice))
        true = held(seen, seat, told)
        assert true is not False, (seen, told)
        came += true is True
        for put in [event for event in told if event.key == "Put"][-1:]:
            assert put.side_sum == (weighed.left if put.role == "obstruct" else weighed.right)
    assert came > 100


@pytest.mark.rule("Z10.2")
def test_nothing_hidden_is_read_and_nothing_is_done() -> None:
    for match, dice in races():
        seat = dice.choice(match.waiting)
        choices = match.choices(seat)
        before = match.state.tobytes()
        guess = duplicate(match.state)
        loops.veil(DUE_RUOTE.rules.forget, guess, seat, np.uint64(dice.getrandbits(60)))
        for choice in dice.sample(choices, min(3, len(choices))):
            assert DUE_RUOTE.preview(match.state, seat, choice.code) == DUE_RUOTE.preview(
                guess, seat, choice.code
            )
        assert match.state.tobytes() == before
        match.play(seat, dice.choice(choices))
