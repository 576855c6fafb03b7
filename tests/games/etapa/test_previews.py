"""What is foreseen comes true, and what quick play answers is legal and known to who answers it."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import loops
from gruppetto.games.etapa.bots.routine import ASK_THEM
from gruppetto.games.etapa.faces.previews import WouldBid, WouldRide, WouldThrow
from gruppetto.games.etapa.game import ETAPA
from gruppetto.games.etapa.rules.codes import Ask
from gruppetto.games.game import Choice
from gruppetto.kernel.record import duplicate
from gruppetto.kernel.trace import recorder, rows

Go = Callable[..., list[Any]]
Make = Callable[..., g.Match]
SHORT = "F20 N6 d8 F16 | 4@26 S@40 | feed 30-33 | limit 25 | flag 40"
RACES: list[dict[str, Any]] = [
    {"stages": [SHORT], "road_champion": "2"},
    {"stages": [SHORT, "ITT 10 10 10 12"], "time_trial_champion": "4", "fifth_rider": "joins"},
    {"stages": ["TTT 10 10 10 12"], "change_card": "counts"},
]


def foreseen(race: g.Match, **wanted: Any) -> Any:
    """What the choice of the seat on turn that fits would do."""
    seat = race.waiting[0]
    (choice,) = [
        choice
        for choice in race.choices(seat)
        if all(getattr(choice.message, name, None) == value for name, value in wanted.items())
    ]
    return ETAPA.preview(race.state, seat, choice.code)


def moments(options: dict[str, Any], decisions: int) -> Iterator[tuple[g.Match, int, list[Choice]]]:
    """A race of random decisions, before each of them."""
    chance, race = random.Random(7), g.start("etapa", seats=3, seed=3, options=options)
    while race.waiting and decisions > 0:
        seat = race.waiting[0]
        choices = race.choices(seat)
        yield race, seat, choices
        race.play(seat, chance.choice(choices))
        decisions -= 1


@pytest.mark.rule("C19")
@pytest.mark.parametrize("options", RACES)
def test_what_is_foreseen_comes_true(options: dict[str, Any]) -> None:
    checked = set()
    for race, seat, choices in moments(options, 150):
        for choice in choices:
            if seen := ETAPA.preview(race.state, seat, choice.code):
                after, trace = duplicate(race.state), recorder()
                loops.step(race.game.rules.act, after, seat, choice.code, trace)
                if comes_true(seen, int(race.state[0].rider), ETAPA.events(rows(trace)), after[0]):
                    checked.add(type(seen))
    assert WouldRide in checked


def comes_true(seen: Any, rider: int, happened: list[Any], after: Any) -> bool:
    """Whether something has shown that a preview was right; that it was wrong is refused."""
    rode = [event.field for event in happened if event.key == "Moved"]  # of a team's line the head first
    threw = [event.face for event in happened if event.key == "Threw"]
    if isinstance(seen, WouldBid):
        assert [event.total for event in happened if event.key == "Raised"] == [seen.total]
        return True
    if isinstance(seen, WouldRide):
        assert rode[:1] in ([], [seen.field])
        return bool(rode)
    assert seen.least <= seen.most == 6 + seen.adds
    asked = after.rider == rider and after.ask in (Ask.MOVE, Ask.BONUS)
    assert not asked or len(threw) != 1 or after.reach == max(seen.least, threw[0] + seen.adds)
    return asked and len(threw) == 1


@pytest.mark.rule("C19")
@pytest.mark.parametrize("options", RACES)
def test_nothing_hidden_is_foreseen_or_answered(options: dict[str, Any]) -> None:
    answered = set()
    for number, (race, seat, choices) in enumerate(moments(options, 100)):
        veiled = duplicate(race.state)
        loops.veil(race.game.rules.forget, veiled, seat, np.uint64(number))
        for choice in choices:
            assert ETAPA.preview(veiled, seat, choice.code) == ETAPA.preview(race.state, seat, choice.code)
        answer = ETAPA.routine(race.state[0], seat)
        assert ETAPA.routine(veiled[0], seat) == answer
        assert answer in {ASK_THEM, *(choice.code for choice in choices)}
        answered |= {choice.message.key for choice in choices if choice.code == answer}
    assert answered


@pytest.mark.rule("C1.8", "C2.2", "C2.5")
def test_what_is_added_to_a_throw(match: Make) -> None:
    race = match({"1": 50, "4": 10}, dice=[4])
    assert foreseen(race, key="Throw") == WouldThrow(adds=6, least=7, most=12)
    assert foreseen(race, key="Sprint", card="4") == WouldThrow(adds=10, least=11, most=16)
    assert foreseen(race, key="BreakAway", card="4B") == WouldThrow(adds=12, least=13, most=18)


@pytest.mark.rule("C7.4")
def test_an_injured_rider_moves_at_least_one_field(match: Make) -> None:
    race = match(
        {"1": {"field": 50, "injured": 1}, "4": 10}, "U200 | limit 150", slow=1, options={"specials": True}
    )
    assert foreseen(race, key="Throw") == WouldThrow(adds=-3, least=1, most=3)


@pytest.mark.rule("C1.6")
def test_a_full_field_is_foreseen(match: Make, go: Go) -> None:
    lying = {"field": 57, "status": "fallen", "back": 6}
    race = match({"1": 50, "4": lying, "5": lying, "7": lying, "8": lying}, dice=[2], slow=1)
    go(race, "Throw")
    assert foreseen(race, key="RideOn") == WouldRide(fields=7, field=56)
    assert foreseen(race, key="SlowDown", fields=3) == WouldRide(fields=3, field=53)


@pytest.mark.rule("C3.2")
def test_a_bid_is_foreseen(match: Make) -> None:
    race = match({"1": 50, "4": 50}, dice=[3, 4])
    assert foreseen(race, key="Raise", card="2") == WouldBid(total=5)
    assert foreseen(race, key="NoMore") is None


def answer(race: g.Match) -> str | None:
    """What quick play says."""
    code = ETAPA.routine(race.state[0], race.waiting[0])
    return next((choice.message.key for choice in race.choices(race.waiting[0]) if choice.code == code), None)


@pytest.mark.parametrize(
    ("riders", "road", "dice", "plan", "said"),
    [
        ({"1": 50, "4": 10}, "F200 | limit 150 | flag 190", [], (), None),
        ({"1": 195, "4": 10}, "F200 | limit 150 | flag 190", [], (), None),
        ({"1": 50, "4": 49}, "F200 | limit 150 | flag 190", [4], ("Throw", "RideOn"), "Follow"),
        ({"1": 50, "4": 49}, "F200 | limit 150 | flag 190", [1], ("Throw", "RideOn"), None),
        ({"1": 50, "4": 10}, "F200 | limit 150 | flag 190", [4], ("Throw",), "RideOn"),
        ({"1": 50, "4": 10}, "F200 | feed 56-60 | limit 150 | flag 190", [4], ("Throw",), None),
        ({"1": 50, "4": 50}, "F200 | limit 150 | flag 190", [3, 4], (), "NoMore"),
        ({"1": 192, "4": 192}, "F200 | limit 150 | flag 190", [3, 4], (), None),
        ({"1": 50, "2": 50, "4": 10}, "F200 | limit 150 | flag 190", [], (), "GoNext"),
    ],
)
def test_quick_play_leaves_what_matters_to_the_player(
    match: Make, go: Go, riders: Any, road: str, dice: list[int], plan: Any, said: str | None
) -> None:
    race = match(riders, road, dice=dice, slow=1)
    go(race, *plan)
    assert answer(race) == said
