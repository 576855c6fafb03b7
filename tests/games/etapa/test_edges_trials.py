"""Time trials on the edge of a rule: at the start, on the last field, and what a throw depends on."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Go = Callable[..., list[Any]]
Json = dict[str, Any]
COURSE = "28 30 36 56"  # 150 fields


@pytest.fixture
def team(position: Any) -> Callable[..., g.Match]:
    """A team time trial with Blue under way, the head of the line on this field."""

    def begun(head: int, riders: int = 3, spent: int = 0, **more: Any) -> g.Match:
        line = list(range(1, riders + 1))
        entries = {str(number): {"field": head - place} for place, number in enumerate(line)}
        teams = [{"hand": more.pop("hand", {"2": 1, "6": 1}), "line": line, "spent": spent}, {"hand": {}}]
        document = position(
            entries, f"TTT {COURSE}", step="team-round", round=4, start_order=[1],
            moment={"starters": 1, "started": 1}, teams=teams, **more,
        )  # fmt: skip
        return g.from_position("etapa", document, seed=1)

    return begun


# --- the start --------------------------------------------------------------------------------------


@pytest.mark.rule("C14.2", "C17.18")
@pytest.mark.parametrize(
    ("line", "second"),
    [(["2", "3", "1"], True), (["3", "1", "2"], True), (["2", "1"], False), (["1"], False)],
)
def test_a_line_stands_behind_the_start_before_it_throws(
    position: Any, go: Go, of: Any, line: list[str], second: bool
) -> None:
    riders = dict.fromkeys([*line, "4"], 0)
    document = position(riders, f"TTT {COURSE}", step="line-up", round=0, dice=[3])
    race = g.from_position("etapa", document)
    if len(line) > 1:
        go(race, ("Lead", {"rider": line[0]}))
    if second:
        go(race, ("RideSecond", {"rider": line[1]}))
    assert (race.view()["phase"], race.view()["teams"][0]["line"]) == ("multiply", line)
    assert [race.view()["riders"][name]["field"] for name in line] == [0, -1, -2][: len(line)]
    moved = of(go(race, "NoCard"), "Moved")
    assert [(event.rider, event.start, event.field) for event in moved] == [
        (name, -place, 3 - place) for place, name in enumerate(line)
    ]


# --- throws -----------------------------------------------------------------------------------------


@pytest.mark.rule("C14.2", "C14.7")
@pytest.mark.parametrize("plan", ["KeepLead", "ChangeLead"])
def test_the_throw_of_a_team_is_told_for_its_head(team: Any, go: Go, of: Any, plan: str) -> None:
    threw = of(go(team(20, dice=[5]), plan), "Threw")
    assert [(event.rider, event.face, event.purpose) for event in threw] == [("1", 5, "for the move")]


def throws(race: g.Match, card: Callable[[int, str], bool]) -> dict[tuple[int, str], int]:
    """What was thrown in each round for every rider, where a card is played in turns it is said for."""
    found: dict[tuple[int, str], int] = {}
    number = 0
    while race.waiting:
        seat = race.waiting[0]
        choices: dict[str, Any] = {choice.message.key: choice for choice in race.choices(seat)}
        first = race.choices(seat)[0]
        wanted = "Multiply" in choices and card(number, race.view()["turn"]["rider"])
        for event in race.play(seat, choices["Multiply"] if wanted else first):
            number = getattr(event, "round", number)
            if event.key == "Threw":
                found[number, event.rider] = event.face  # type: ignore[attr-defined]
    return found


@pytest.mark.rule("C13.3", "C14.2", "C1.8")
@pytest.mark.parametrize("kind", ["ITT", "TTT"])
def test_what_is_thrown_in_a_round_does_not_hang_on_when_one_has_started(kind: str) -> None:
    """With a card the first is past the first section sooner, and the next starts in an earlier round."""
    options = {"stages": [f"{kind} {COURSE}"]}
    slow, fast = (g.start("etapa", seats=2, seed=3, options=options) for _ in range(2))
    ours = throws(slow, lambda *_: False)
    theirs = throws(fast, lambda number, rider: number == 1 and rider == "1")
    begun = [min(number for number, rider in found if rider == "4") for found in (ours, theirs)]
    assert begun[1] < begun[0]
    both = [key for key in ours.keys() & theirs.keys() if key[1] == "4"]
    assert len(both) > 10
    assert [ours[key] for key in both] == [theirs[key] for key in both]


# --- the line and the sections ----------------------------------------------------------------------


@pytest.mark.rule("C14.8")
@pytest.mark.parametrize(("die", "timed"), [(1, []), (2, []), (3, [1])])
def test_a_team_whose_last_rider_is_on_the_last_field_is_not_home(
    team: Any, go: Go, of: Any, die: int, timed: list[int]
) -> None:
    race = team(150, dice=[die])
    events = go(race, "KeepLead", "NoCard")
    assert [event.tenths for event in of(events, "TeamTimed")] == timed
    assert race.over == bool(timed)


@pytest.mark.rule("C17.19")
@pytest.mark.parametrize(
    ("field", "spent"),
    [
        (25, True),  # to the last field of the section
        (26, False),  # to the first of the next
        (91, True),
        (92, False),
        (147, True),  # to the last field of all
        (148, True),  # across the line, where no other section begins
    ],
)
def test_a_single_riders_card_comes_back_with_a_section_not_with_the_line(
    position: Any, go: Go, field: int, spent: bool
) -> None:
    options = {"real_dice": True}
    teams = [{"hand": {"2": 1}, "line": [1], "spent": 1}, {"hand": {}}]
    document = position(
        {"1": field}, f"TTT {COURSE}", step="team-round", round=4, start_order=[1],
        moment={"starters": 1, "started": 1}, teams=teams, options=options,
    )  # fmt: skip
    race = g.from_position("etapa", document)
    go(race, ("SayFace", {"face": 3}))
    assert race.view()["riders"]["1"]["field"] == field + 3
    assert race.view()["teams"][0]["spent"] == spent
    assert race.over == (field == 148)


@pytest.mark.rule("C14.4", "C14.7")
@pytest.mark.parametrize(
    ("die", "hand", "led"),
    [(3, {"2": 1}, "2"), (1, {"2": 1}, "1"), (2, {"2": 1}, "2"), (3, {}, "1"), (4, {}, "2")],
)
def test_the_lead_changes_with_four_and_not_with_less(
    team: Any, go: Go, die: int, hand: dict[str, int], led: str
) -> None:
    race = team(20, dice=[die], hand=hand)
    go(race, "ChangeLead")
    if race.view()["phase"] == "add":
        go(race, "AddCard")
    elif race.view()["phase"] == "multiply":
        go(race, "NoCard")
    assert race.view()["teams"][0]["line"][0] == led


@pytest.mark.rule("C13.3")
def test_who_is_out_does_not_start(position: Any) -> None:
    document = position(
        {"1": {"field": 10}, "4": {"field": 27}}, f"ITT {COURSE}", step="trial-round",
        start_order=(4, 1), moment={"starters": 2, "started": 2},
    )  # fmt: skip
    assert g.from_position("etapa", document).waiting
    with pytest.raises(g.BadPosition, match="start_order: number 4 is out and does not start"):
        g.from_position("etapa", {**document, "riders": {"1": {"field": 10}}})
