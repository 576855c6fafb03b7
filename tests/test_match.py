import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import gruppetto as g
from gruppetto import match as matches
from gruppetto import saves
from gruppetto.games.game import ASK
from gruppetto.kernel.rule import rule
from gruppetto.match import EVERYTHING, Hint, seen

Race = Callable[..., g.Match]
README = Path(__file__).parents[1] / "README.md"


def classic(seed: int = 7, seats: int = 4) -> g.Match:
    return g.start("flamme-rouge", seats=seats, seed=seed, options={"stage": "La Classicissima"})


def test_a_match_begins_with_one_seat_placing() -> None:
    match = classic()
    assert len(match.waiting) == 1
    assert match.log == []
    assert not match.over
    assert match.result is None
    placing = match.waiting[0]
    assert all(choice.message.rule == "FR2.2" for choice in match.choices(placing))
    assert match.choices((placing + 1) % 4) == []


def test_a_choice_or_its_code_can_be_played() -> None:
    one, other = classic(), classic()
    seat = one.waiting[0]
    choice = one.choices(seat)[0]
    assert one.play(seat, choice) == other.play(seat, choice.code)
    assert one.log == other.log == [(seat, choice.code)]


def test_codes_alone_are_those_of_the_choices_and_may_be_applied_unchecked() -> None:
    one, other = classic(), classic()
    for _ in range(12):
        seat = one.waiting[0]
        codes = one.legal(seat)
        assert one.explained(seat, codes) == one.choices(seat)
        assert one.play(seat, codes[-1]) == other.apply(seat, codes[-1])
    assert one.log == other.log
    assert one.position() == other.position()
    with pytest.raises(g.UnknownSeat):
        one.legal(4)


class Shown(g.Message, frozen=True):
    """A preview that says which code it was made for."""

    code: int


OBVIOUS = 4  # the code of the third place to start from


@rule
def the_third(race: Any, seat: int) -> int:
    return OBVIOUS


@rule
def nothing_is_routine(race: Any, seat: int) -> int:
    return ASK


def test_choices_carry_what_would_come_of_them_and_which_is_obvious(monkeypatch: pytest.MonkeyPatch) -> None:
    match = classic()
    seat = match.waiting[0]
    plain = match.choices(seat)
    assert {(choice.preview, choice.routine) for choice in plain} == {(None, False)}
    room = type(match.game)
    monkeypatch.setattr(room, "preview", lambda *asked: Shown(asked[-1]))
    monkeypatch.setattr(room, "routine", staticmethod(the_third))
    choices = match.choices(seat)
    assert [choice.preview for choice in choices] == [Shown(choice.code) for choice in plain]
    assert [choice.code for choice in choices if choice.routine] == [OBVIOUS]
    assert [choice.routine for choice in match.explained(seat, [OBVIOUS, 0])] == [True, False]
    monkeypatch.setattr(room, "routine", staticmethod(nothing_is_routine))
    assert not any(choice.routine for choice in match.choices(seat))


@pytest.mark.parametrize("code", [-1, 1 << 40, 1 << 80, True, 1.0, None, "5"])
def test_what_is_no_legal_code_is_refused_and_changes_nothing(code: object) -> None:
    match = classic()
    before = match.position()
    with pytest.raises(g.IllegalMove, match="It may play"):
        match.play(match.waiting[0], code)  # type: ignore[arg-type]
    assert (match.position(), match.log) == (before, [])


def test_hints_come_from_the_adviser_that_was_handed_in() -> None:
    def praise(match: g.Match, seat: int, budget: object) -> list[Hint]:
        assert budget == "1s"
        return [Hint(choice, 1.0, 1.0, 0) for choice in match.choices(seat)]

    alone = matches.start("flamme-rouge", seats=2, seed=1)
    seat = alone.waiting[0]
    for nobody in (
        alone,
        matches.from_position("flamme-rouge", alone.position()),
        saves.loads(alone.to_json()),
    ):
        with pytest.raises(g.Unavailable, match="Nobody is here to advise"):
            nobody.hint(seat)
    advised = saves.loads(alone.to_json(), adviser=praise)
    assert [hint.choice for hint in advised.at(0).hint(seat)] == alone.choices(seat)
    assert g.loads(alone.to_json()).adviser is g.start("flamme-rouge", seats=2).adviser is not None


def test_views_and_results_are_json(race_on: Race) -> None:
    match = race_on(classic(), 1)
    for seat in (None, 0, 3):
        assert json.loads(json.dumps(match.view(seat))) == match.view(seat)
    assert json.loads(json.dumps(match.result)) == match.result
    assert json.loads(json.dumps(match.position())) == match.position()
    assert json.loads(json.dumps(g.games())) is not None


def test_the_result_ranks_riders_and_seats(race_on: Race) -> None:
    result = race_on(classic(), 2).result
    assert result
    assert [entry["place"] for entry in result["riders"]] == list(range(1, 9))
    assert result["seats"][0] == result["winner"] == int(result["riders"][0]["rider"][0])


def test_the_same_seed_gives_the_same_race_and_another_another(race_on: Race) -> None:
    assert race_on(classic(1), 5).state.tobytes() == race_on(classic(1), 5).state.tobytes()
    assert classic(1).commitment != classic(2).commitment
    hands = {str(race_on(classic(seed), 5, 20).position()) for seed in range(10)}
    assert len(hands) == 10


def test_without_a_seed_a_secret_one_is_drawn() -> None:
    one, other = (g.start("flamme-rouge", seats=2) for _ in range(2))
    assert one.seed != other.seed
    assert len(one.seed) == 32


@pytest.mark.parametrize("seed", [-1, 2**256, "xyz", "00", b"short", 1.5, [1]])
def test_a_bad_seed_is_refused(seed: object) -> None:
    with pytest.raises(g.BadOption, match="seed"):
        g.start("flamme-rouge", seats=2, seed=seed)  # type: ignore[arg-type]


def test_undo_takes_back_and_at_looks_back(race_on: Race) -> None:
    match = race_on(classic(), 3, 60)
    then = match.at(40)
    assert len(then.log) == 40
    assert len(match.log) == 60
    assert match.undo(20) is match
    assert match.state.tobytes() == then.state.tobytes()
    for decisions in (-1, 41, 1.5, True):
        with pytest.raises(g.IllegalMove):
            match.undo(decisions)  # type: ignore[arg-type]
        with pytest.raises(g.IllegalMove):
            match.at(decisions)  # type: ignore[arg-type]
    assert len(match.log) == 40


def test_the_story_is_what_was_told(race_on: Race) -> None:
    match = race_on(classic(), 4)
    told = [event for _, events in match.story(None) for event in events]
    everything = [event for _, events in match.story(EVERYTHING) for event in events]
    assert len(told) == len(everything)
    assert told == seen(everything, None)
    assert told != everything


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"game": "flame-rouge", "seats": 2}, g.UnknownGame, "did you mean 'flamme-rouge'"),
        ({"game": "", "seats": 2}, g.UnknownGame, "There is no game ''"),
        ({"seats": 1}, g.UnknownSeat, "2 to 4 seats, not 1"),
        ({"seats": 5}, g.UnknownSeat, "2 to 4 seats, not 5"),
        ({"seats": "4"}, g.UnknownSeat, "not '4'"),
        ({"options": {"stagе": "x"}}, g.UnknownOption, "no option"),
        ({"options": {"stages": "x"}}, g.UnknownOption, "did you mean 'stage'"),
        ({"options": {"stage": "Avenue Corso Passeo"}}, g.UnknownStage, "Did you mean Avenue Corso Paseo"),
        ({"options": {"stage": 4}}, g.BadOption, "stage"),
        ({"options": {"stage": "abbu"}}, g.BadStage, "twice"),
        ({"options": {"handicap": [3, 0]}}, g.BadOption, "handicap"),
        ({"options": {"handicap": [1]}}, g.BadOption, "1 numbers for 2 seats"),
        ({"options": {"first": 2}}, g.BadOption, "first: seat 2 is not a player's"),
        ({"options": {"first": "blue"}}, g.BadOption, "first"),
        ({"options": {"teams": ["player"]}}, g.BadOption, "teams"),
        ({"options": {"teams": ["muscle", "muscle"]}}, g.BadOption, "at least one seat"),
        ({"seats": 3, "options": {"teams": ["player", "peloton", "peloton"]}}, g.BadOption, "only one"),
        ({"options": {"teams": ["player", "robot"]}}, g.BadOption, "teams"),
        ({"options": {"teams": ["player", "muscle"], "handicap": [0, 1]}}, g.BadOption, "dummy"),
        ({"options": {"start_lane": "left"}}, g.BadOption, "$.start_lane`. It may be 'free' or 'right'."),
    ],
)
def test_what_cannot_be_started_is_refused_by_name(
    arguments: dict[str, object], error: type[Exception], words: str
) -> None:
    given = {"game": "flamme-rouge", "seats": 2, **arguments}
    with pytest.raises(error, match=re.escape(words)):
        g.start(given.pop("game"), **given)  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [-1, 4, True, "0", None])
def test_an_unknown_seat_is_refused(seat: object) -> None:
    match = classic()
    with pytest.raises(g.UnknownSeat, match="seats are 0 to 3"):
        match.choices(seat)  # type: ignore[arg-type]
    with pytest.raises(g.UnknownSeat):
        match.play(seat, 0)  # type: ignore[arg-type]
    if seat is not None:
        with pytest.raises(g.UnknownSeat):
            match.view(seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("code", [-1, 9999, True, None, "0", 1.0])
def test_an_illegal_move_says_what_would_be_legal(code: object) -> None:
    match = classic()
    seat = match.waiting[0]
    before = match.state.tobytes()
    with pytest.raises(
        g.IllegalMove, match=f"Seat {seat} cannot play .*It may play 0 \\(Place the sprinteur"
    ):
        match.play(seat, code)  # type: ignore[arg-type]
    with pytest.raises(g.IllegalMove, match="owes no decision now; these seats do"):
        match.play((seat + 1) % 4, code)  # type: ignore[arg-type]
    assert match.state.tobytes() == before


def test_events_are_tagged_messages() -> None:
    match = classic()
    seat = match.waiting[0]
    (placed,) = match.play(seat, match.choices(seat)[0])
    assert msgspec.to_builtins(placed) == {
        "type": "Placed", "rider": f"{seat}S", "square": 0, "lane": "right",
    }  # fmt: skip


def test_the_example_in_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert examples
    for example in examples:
        exec(compile(example, "README.md", "exec"), {})  # noqa: S102
