"""Position documents: the schema, and everything refused that no race can reach (Z10)."""

import json
import random
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest

import gruppetto as g
from gruppetto.games.due_ruote import DUE_RUOTE
from gruppetto.games.due_ruote.faces import position
from gruppetto.games.due_ruote.rules.codes import Activity, Misfortune, Role, Step, Wish
from gruppetto.games.vocabulary import words_of
from gruppetto.players import decide

Json = dict[str, Any]
SCHEMA = Path(__file__).parents[3] / "docs" / "schemas" / "due-ruote-position.schema.json"


@pytest.mark.rule("Z10.4")
def test_the_published_schema_is_the_games_own() -> None:
    assert json.loads(SCHEMA.read_text("utf-8")) == json.loads(json.dumps(DUE_RUOTE.position_schema()))


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (position.StepName, Step),
        (position.ActivityName, Activity),
        (position.RoleName, Role),
        (position.WishName, Wish),
        (position.EventName, Misfortune),
    ],
)
def test_documents_have_the_words_of_the_enumerations(words: Any, kind: type[IntEnum]) -> None:
    assert set(words_of(kind)) - set(get_args(words)) <= {"next-stage"}  # where nobody is ever asked
    assert set(get_args(words)) <= set(words_of(kind))


@pytest.mark.rule("Z10.4", "Z10.1")
def test_every_step_of_a_race_can_be_written_down_and_fits_the_schema() -> None:
    schema = jsonschema.Draft202012Validator(DUE_RUOTE.position_schema())
    seen: set[str] = set()
    for seed in range(8):
        options = {"sprint_lineup_choice": True, "join_as_performer": bool(seed % 2)}
        match = g.start("due-ruote", seats=2 + seed % 5, seed=seed, options=options)
        chance = random.Random(seed)
        while not match.over:
            document = match.position()
            if document.get("step", "activity") not in seen or chance.random() < 0.02:
                seen.add(document.get("step", "activity"))
                schema.validate(json.loads(json.dumps(document)))
                assert g.from_position("due-ruote", document, seed=1).position() == document
            seat = match.waiting[0]
            code = (
                chance.choice(match.choices(seat)).code
                if seed % 2
                else decide(match, seat, "domestique", seed)
            )
            match.play(seat, code)
    assert {"draft", "route", "start", "order", "activity", "response", "wishes", "depth", "control"} <= seen
    assert {"joining", "line-up", "tokens"} <= seen


@pytest.mark.rule("Z10.4")
@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"step": "sleep"}, "does not fit"),
        ({"pawn": 5}, "pawn: there is no seat 5"),
        ({"decides": 1}, "the holder of the pawn decides"),
        ({"turn": 11}, "turn: 11 is after the last one, 10"),
        ({"teams": [{}]}, "teams: 1 teams for 2 seats"),
        ({"teams": [{"tokens": 7}, {}]}, "does not fit"),
        ({"options": {"route": "PPX"}}, "neither"),
        ({"step": "response"}, "activity: None does not lead to the step"),
        ({"step": "control"}, "control: a control has"),
        ({"step": "control", "control": {"too": "few", "starter": 4}}, "seat 4 is not in the race"),
        ({"step": "joining"}, "speed_up: others join"),
        ({"step": "depth", "activity": "break-away"}, "a challenge has a performer"),
        ({"challenge": {"right": [{"rider": "0-1", "role": "perform"}]}}, "nobody is on the sheet"),
        ({"step": "finished"}, "ending"),
        ({"step": "finished", "ending": "sprint"}, "order: a race that is over"),
        ({"step": "helpers", "decides": 0}, "the question is about a rider"),
        ({"composing": {"entries": [{"rider": "0-1", "role": "help"}]}}, "composing"),
        ({"activity": "wear-down-team", "rider": "1-1"}, "name an 'opponent'"),
        ({"activity": "drink", "opponent": 1}, "only a team that is worn down"),
        ({"step": "fatigue", "decides": 0}, "nobody decides anything"),
    ],
)
def test_what_does_not_hang_together_is_refused(
    changes: Json, says: str, position: Callable[..., Json]
) -> None:
    with pytest.raises(g.GruppettoError, match=says):
        g.from_position("due-ruote", position(2, None, teams=[{}, {}]) | changes, seed=1)


@pytest.mark.rule("Z10.4")
@pytest.mark.parametrize(
    ("rider", "says"),
    [
        ({"card": "Q9"}, "there is no card 'Q9'"),
        ({"card": "B1"}, "B1 is 0-1's already"),
        ({"card": None}, "they have none"),
        ({"place": 7}, "does not fit"),
        ({"place": "out"}, "belong together"),
        ({"card": "A1", "fatigue": -1}, "riders.0-1: a rider does not fit"),
        ({"card": "A1", "colour": "red"}, "does not fit"),
        ({"card": "A1", "helps": "1-1"}, "1-1 does not sprint"),
    ],
)
def test_riders_who_cannot_be_are_refused(rider: Json, says: str, position: Callable[..., Json]) -> None:
    document = position()
    document["riders"]["0-1"] = {**document["riders"]["0-1"], **rider}
    with pytest.raises(g.BadPosition, match=says):
        g.from_position("due-ruote", document, seed=1)


@pytest.mark.rule("Z10.4", "Z6.4.2")
def test_missing_riders_and_lonely_teams_are_refused(position: Callable[..., Json]) -> None:
    document = position()
    del document["riders"]["1-3"]
    with pytest.raises(g.BadPosition, match="1-3 is left out"):
        g.from_position("due-ruote", document, seed=1)
    document = position(2, {f"1-{n}": "out" for n in range(1, 6)})
    with pytest.raises(g.BadPosition, match="riders of two teams"):
        g.from_position("due-ruote", document, seed=1)
    document["riders"]["9-1"] = {"card": "A1"}
    with pytest.raises(g.BadPosition, match="'9-1' is no rider"):
        g.from_position("due-ruote", document, seed=1)


@pytest.mark.rule("Z10.4")
def test_riders_of_others_cannot_be_composed_with(position: Callable[..., Json]) -> None:
    document = position() | {"activity": "break-away", "decides": 0}
    document["composing"] = {"entries": [{"rider": "1-1", "role": "perform"}]}
    with pytest.raises(g.BadPosition, match="their own riders"):
        g.from_position("due-ruote", document, seed=1)
