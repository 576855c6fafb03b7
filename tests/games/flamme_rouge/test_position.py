"""Position documents: what they may leave out, what they must not say, and their schema."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gruppetto as g
from gruppetto.games import registry

DOCS = Path(__file__).parents[3] / "docs"
SCHEMA = json.loads((DOCS / "schemas" / "flamme-rouge-position.schema.json").read_text("utf-8"))
EXAMPLE: dict[str, Any] = {
    "game": "flamme-rouge", "stage": "La Classicissima", "round": 3,
    "riders": {"0S": {"square": 17, "lane": "right", "deck": {"2": 3, "9": 2}, "recycled": {"4": 1, "X": 2}},
               "0R": {"square": 17, "lane": "left", "deck": {}, "recycled": {}}},
}  # fmt: skip


def changed(rider: str = "0S", **changes: Any) -> dict[str, Any]:
    riders = {**EXAMPLE["riders"], rider: {**EXAMPLE["riders"].get(rider, {}), **changes}}
    return {**EXAMPLE, "riders": riders}


def test_the_schema_in_the_docs_is_the_one_in_the_code() -> None:
    for game in registry.own():
        path = DOCS / "schemas" / f"{game.id}-position.schema.json"
        assert json.loads(path.read_text("utf-8")) == game.position_schema()


def test_the_example_fits_the_schema_and_can_be_played_on() -> None:
    jsonschema.validate(EXAMPLE, SCHEMA)
    match = g.from_position("flamme-rouge", EXAMPLE, seed=1)
    assert match.waiting == (0,)
    assert match.view(0)["riders"]["0R"]["own"]["played"] == "X"
    assert sum(match.view(0)["riders"]["0S"]["own"]["hand"].values()) == 4


def test_positions_of_real_races_fit_the_schema() -> None:
    match = g.start("flamme-rouge", seats=3, seed=4, options={"handicap": [0, 1, 2], "first": 1})
    while not match.over:
        jsonschema.validate(match.position(), SCHEMA)
        seat = match.waiting[-1]
        match.play(seat, match.choices(seat)[-1])
    jsonschema.validate(match.position(), SCHEMA)


def test_decks_left_out_are_full() -> None:
    document = {"stage": "abu", "riders": {"0S": {"square": 3}, "1R": {"square": 2}}}
    position, _ = g.flamme_rouge.ride(document, {"0S": 2, "1R": 3})
    assert position["riders"]["0S"]["deck"] == {"2": 3, "3": 3, "4": 3, "5": 3, "9": 3}
    assert position["riders"]["1R"]["deck"] == {"3": 3, "4": 3, "5": 3, "6": 3, "7": 3}


@pytest.mark.rule("FR6.2")
def test_a_team_without_riders_is_last() -> None:
    riders = {"0S": {"square": 70}, "2R": {"square": 71}}
    match = g.from_position("flamme-rouge", {"stage": "Avenue Corso Paseo", "riders": riders}, seed=1)
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, match.choices(seat)[-1])
    assert match.result
    assert (sorted(match.result["seats"][:2]), match.result["seats"][2]) == ([0, 2], 1)


def test_scripted_cards_are_drawn_first() -> None:
    riders = {"0S": {"square": 3}, "0R": {"square": 2}}
    for seed in range(5):
        document = {"stage": "abcdu", "riders": riders, "script": {"0S": [9, 9, 2, 5], "0R": [7]}}
        match = g.from_position("flamme-rouge", document, seed=seed)
        sprinteur, rouleur = match.choices(0)
        match.play(0, sprinteur)
        assert match.view(0)["riders"]["0S"]["own"]["hand"] == {"2": 1, "5": 1, "9": 2}
        match.play(0, match.choices(0)[0])
        assert match.view(0)["riders"]["0R"]["own"]["hand"].get("7", 0) >= 1
        assert rouleur.text == "Draw for the rouleur"


def test_a_scripted_card_that_does_not_lie_face_down_is_passed_over() -> None:
    document = {
        "stage": "abcdu",
        "riders": {"0S": {"square": 3, "deck": {"2": 2, "3": 2}, "recycled": {"9": 1}}},
        "script": {"0S": [9, 3]},
    }
    match = g.from_position("flamme-rouge", document, seed=1)
    assert match.view(0)["riders"]["0S"]["own"]["hand"] == {"2": 2, "3": 2}


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({**EXAMPLE, "stage": "Nowhere"}, "neither the name"),
        ({**EXAMPLE, "speed": 3}, "unknown field `speed`"),
        ({**EXAMPLE, "riders": {}}, "riders"),
        ({**EXAMPLE, "game": "chess"}, "chess"),
        ({**EXAMPLE, "round": -1}, "Expected `int` >= 0 - at `$.round`"),
        ({**EXAMPLE, "round": 2**40}, "Expected `int` <= 1000 - at `$.round`"),
        ({**EXAMPLE, "options": {"stage": "abu"}}, "options.stage: a position names it itself"),
        ({**EXAMPLE, "stage": "abu" + " " * 80}, "length <= 80 - at `$.stage`"),
        ({**EXAMPLE, "riders": {"0S\n": {"square": 1}}}, "is no rider"),
        ({**EXAMPLE, "riders": {"٠S": {"square": 1}}}, "is no rider"),
        ({**EXAMPLE, "riders": {"4S": {"square": 1}}}, "'4S' is no rider"),
        ({**EXAMPLE, "riders": {"0T": {"square": 1}}}, "'0T' is no rider"),
        (changed(square=78), "riders.0S.square: 78 is off the road (0 to 77)"),
        (changed(square=-1), "riders.0S: a rider does not fit: Expected `int` >= 0 - at `$.square`"),
        (changed(square=2**31), "riders.0S: a rider does not fit: Expected `int` <= 89 - at `$.square`"),
        (changed(square="x"), "riders.0S: a rider does not fit"),
        (changed("0R", lane="right"), "riders.0R: somebody else rides on square 17, right lane"),
        (changed(lane="middle"), "middle"),
        (changed(deck={"9": 4}), "riders.0S: 4 cards of 9, but their deck has 3"),
        (changed(deck={"2": 3, "3": 3, "4": 2, "5": 3, "9": 3}, recycled={"4": 2}), "4 cards of 4"),
        (changed(deck={"7": 1}), "riders.0S: 1 cards of 7, but their deck has 0"),
        (changed(deck={"8": 1}), "8"),
        (changed(deck={"9": -1}), "deck"),
        (changed(recycled={"X": 31}), "31 exhaustion cards of type S; there are 30"),
        (changed(hand={"5": 3, "3": 2}), "riders.0S.hand: a hand has at most 4 cards, not 5"),
        (changed(hand={"3": 1}, played=4), "riders.0S: they have played already"),
        (changed(played=8), "riders.0S.played: 8 is no card"),
        (changed(known={"fresh": 3}), "riders.0S.known.fresh: only 2 exhaustion cards are recycled"),
        ({"stage": "abu", "riders": {
            "0S": {"square": 1, "hand": {"3": 1}}, "0R": {"square": 2, "hand": {"3": 1}}}},
         "seat 0 holds two hands"),
        ({**EXAMPLE, "supply": {"S": 29, "R": 30}}, "supply.S: 29 left and 2 in the decks are more than 30"),
        ({**EXAMPLE, "script": {"3S": [9]}}, "script.3S: there is no such rider"),
        ({**EXAMPLE, "script": {"0S": [9, 9, 9]}}, "script.0S: 3 cards of 9 to come, but 2 are left"),
        ({**EXAMPLE, "script": {"0S": ["Q"]}}, "script.0S: 'Q' is no card"),
        ({**EXAMPLE, "script": {"0S": ["X"] * 65}}, "length <= 64 - at `$.script[...]`"),
        ({**EXAMPLE, "script": {"0S": ["X"] * 64, "0R": ["X"]}}, "script: at most 64"),
        ({**EXAMPLE, "options": {"teams": ["muscle", "player"]},
          "riders": {"0S": {"square": 1, "hand": {"3": 1}}, "1S": {"square": 2}}}, "seat 0 is a dummy team"),
        ({"stage": "abu", "riders": {"0S": {}, "1S": {"square": 9}}}, "0R is left out"),
        ({"stage": "abu", "riders": {"0S": {}, "0R": {"square": 9}}}, "nobody rides on before"),
        ({"stage": "abu", "placing": 1,
          "riders": {"0S": {}, "0R": {}, "1S": {"square": 1}, "1R": {"square": 2}}},
         "placing: seat 1 has no rider left to place"),
        ({"stage": "abu", "placing": 0, "riders": {
            "0S": {}, "0R": {}, "1S": {"square": 1}, "1R": {}}}, "seat 1 has placed one rider only"),
        ({"stage": "abu", "riders": {"0S": {"square": 3, "hand": {"3": 1}, "deck": {"9": 1}}}}, "hands: "),
        ({"stage": "abu", "riders": {"0S": {"square": 3, "known": {"early": 1}}}}, "early: no cards"),
        ({"stage": "abu", "riders": {
            "0S": {"square": 3, "hand": {"3": 2}, "known": {"early": 3}}}}, "knowledge: "),
        ({"stage": "abu", "riders": {"0S": {"square": 3, "revealed": "A"}}}, "cards: "),
        ({"stage": "abu", "riders": {"0S": {"square": 14, "deck": {}, "played": 3}}}, "hands: "),
        ({"stage": "abu", "riders": {"0S": {}, "0R": {"square": 1, "lane": "left"}}}, "start: "),
        ({"stage": "abu", "riders": {"0S": {}, "0R": {"recycled": {"3": 1}}}}, "start: "),
        ({"stage": "abu", "round": 2, "riders": {"0S": {}, "0R": {}}}, "start: "),
        ({"stage": "abu", "round": 0, "riders": {"0S": {"square": 1}}}, "start: "),
        ({"stage": "abu", "placing": 2, "riders": {
            "0S": {}, "0R": {}, "1S": {"square": 1}, "1R": {"square": 2},
            "2S": {}, "2R": {}, "3S": {"square": 3}, "3R": {"square": 4}}}, "clockwise: "),
        ({"stage": "abu", "placing": 0, "options": {"first": 1}, "riders": {
            "0S": {}, "0R": {}, "1S": {}, "1R": {}}}, "clockwise: "),
        ({"stage": "abu", "options": {"teams": ["player", "muscle"]}, "riders": {
            "0S": {"square": 1}, "1S": {"square": 2, "deck": {"X": 1}}}}, "cards: "),
        ([], "object"),
        (None, "object"),
        ("abu", "object"),
    ],
)  # fmt: skip
def test_an_impossible_position_is_refused_by_name(document: Any, words: str) -> None:
    with pytest.raises((g.BadPosition, g.UnknownStage)) as refusal:
        g.from_position("flamme-rouge", document, seed=1)
    assert words in str(refusal.value)


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ({"0S": 9}, "0R reveals no card"),
        ({"0S": 9, "0R": 3, "1S": 2}, "no rider '1S' on the road"),
        ({"0S": 8, "0R": 3}, "cards.0S: 8 is no card"),
        ({"0S": 0, "0R": 3}, "cards.0S: 0 is no card"),
        ({"0S": None, "0R": 3}, "cards.0S: None is no card"),
        ({"0S": "nine", "0R": 3}, "cards.0S: 'nine' is no card"),
        ({"0S": 9.0, "0R": 3}, "cards.0S: 9.0 is no card"),
        ({"0S": 10**5000, "0R": 3}, "cards.0S: a number of twenty digits or more is no card"),
        ({"0S": [9], "0R": 3}, "cards.0S: a list is no card"),
        ({"0S": "A", "0R": 3}, "cards.0S: only the Peloton has Attack cards (FR9)"),
        ({0: 9, "0R": 3}, "no rider 0 on the road; there are 0S, 0R"),
        (None, 'cards: give them by rider, as {"0S": 9}, not None'),
        ([9, 3], 'cards: give them by rider, as {"0S": 9}, not a list'),
    ],
)
def test_cards_that_cannot_be_revealed_are_refused(cards: dict[str, Any], words: str) -> None:
    with pytest.raises(g.BadPosition) as refusal:
        g.flamme_rouge.ride(EXAMPLE, cards)
    assert words in str(refusal.value)


def test_nobody_rides_after_the_finish_or_before_the_start() -> None:
    over = {"stage": "abu", "riders": {"0S": {"square": 14}}}
    unplaced = {"stage": "abu", "riders": {"0S": {}, "0R": {}}}
    for document in (over, unplaced):
        with pytest.raises(g.BadPosition, match="Nobody can ride"):
            g.flamme_rouge.ride(document, {"0S": 2})
    assert g.from_position("flamme-rouge", over).over


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 80) | st.sampled_from(["right", "left", "X", "abu", "0S"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["2", "9", "X", "S", "R", "fresh", "0S", "1R", "square"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)
RIDER = st.dictionaries(
    st.sampled_from(["square", "lane", "deck", "recycled", "hand", "played", "revealed", "known"]),
    JSON,
    max_size=6,
)
DOCUMENT = st.fixed_dictionaries(
    {"stage": st.sampled_from(["abu", "La Classicissima", "aCDu", "?"])},
    optional={
        "riders": st.dictionaries(st.sampled_from(["0S", "0R", "1S", "3R", "9Z"]), RIDER, max_size=4),
        "round": JSON, "supply": JSON, "script": JSON, "options": JSON, "placing": JSON, "game": JSON,
    },
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(DOCUMENT)
def test_any_document_is_a_position_or_a_typed_refusal(document: dict[str, Any]) -> None:
    try:
        match = g.from_position("flamme-rouge", document, seed=1)
    except g.GruppettoError:
        return
    assert g.from_position("flamme-rouge", match.position(), seed=2).position() == match.position()
