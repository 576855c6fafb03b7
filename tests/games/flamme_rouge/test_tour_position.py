"""Position documents of tours: what they may leave out, what they must not say, and their schema."""

import json
import random
from copy import deepcopy
from pathlib import Path
from types import ModuleType
from typing import Any

import jsonschema
import pytest

import gruppetto as g

DOCS = Path(__file__).parents[3] / "docs"
SCHEMA = json.loads((DOCS / "schemas" / "flamme-rouge-tour-position.schema.json").read_text("utf-8"))
FOUR = {"0S": "9 right", "0R": "8 right", "1S": "7 right", "1R": "6 right"}
FINISH = ["0S", "0R", "1S", "1R"]


def positions(seed: int, every: int = 1, **options: Any) -> list[dict[str, Any]]:
    """Documents from a random tour."""
    chance, documents = random.Random(seed), []
    settings = {"stages": ["abcu", "aLBU"], "cooperation": True, **options}
    tour = g.start("flamme-rouge-tour", seats=2 + seed % 3, seed=seed, options=settings)
    while not tour.over:
        if len(tour.log) % every == 0:
            documents.append(tour.position())
        seat = chance.choice(tour.waiting)
        tour.play(seat, chance.choice(tour.choices(seat)))
    return [*documents, tour.position()]


def test_positions_of_real_tours_fit_the_schema() -> None:
    for seed in range(3):
        for document in positions(seed):
            jsonschema.validate(document, SCHEMA)


@pytest.mark.parametrize("teams", [["player", "muscle", "peloton"], ["peloton", "player", "muscle"]])
def test_positions_of_tours_with_dummy_teams_make_the_round_trip(teams: list[str]) -> None:
    for document in positions(1, every=3, teams=teams):
        again = g.from_position("flamme-rouge-tour", document, seed=1)
        assert again.position() == document


def test_what_is_left_out_is_the_beginning_of_a_tour(tours: ModuleType) -> None:
    document = {"stages": ["abcdlu"], "options": {"traits": False}}
    document["race"] = {"stage": "abcdlu", "riders": tours.document(FOUR)["race"]["riders"]}
    tour = g.from_position("flamme-rouge-tour", document, seed=1)
    view = tour.view()
    assert {rider["time"] for rider in view["riders"].values()} == {80}
    assert [team["points"] for team in view["seats"]] == [0, 0]
    assert view["riders"]["0S"]["unrevealed"] == {"2": 3, "3": 3, "4": 3, "5": 3, "9": 3}


def test_points_left_out_are_those_of_the_stages_that_are_over(tours: ModuleType) -> None:
    document = tours.document(FOUR, stage=2, history=tours.ridden(FINISH))
    assert [team["points"] for team in tours.begun(document).view()["seats"]] == [5, 1]
    document["points"] = {"0": 5, "1": 1}
    assert [team["points"] for team in tours.begun(document).view()["seats"]] == [5, 1]


@pytest.mark.rule("GT2")
def test_points_left_out_of_a_tour_that_is_over_are_those_of_the_times_too(tours: ModuleType) -> None:
    """5 and 1 of the stage; 1R, 0S and 0R lead the classification."""
    times = {"1R": 30, "0S": 40, "0R": 50, "1S": 60}
    standings = {name: {"time": times[name]} for name in FINISH}
    over: dict[str, Any] = {"stages": ["abcdlu"], "history": tours.ridden(FINISH, times=times)}
    tour = tours.begun(tours.document(dict.fromkeys(FINISH, "home"), standings=standings, **over))
    assert tour.over
    assert [team["points"] for team in tour.view()["seats"]] == [8, 4]


@pytest.mark.rule("GT4")
def test_how_somebody_came_home_may_be_left_out(tours: ModuleType) -> None:
    """In the last round and one square past the line; the first two gained ten seconds more."""
    riders = {"0S": "home", "0R": "home", "1S": "home", "1R": "6 right"}
    standings = tours.begun(tours.document(riders, race={"round": 7})).position()["standings"]
    told = {
        name: [standings[name].get(key, 0) for key in ("crossed", "past_line", "gain")] for name in riders
    }
    assert told == {"0S": [6, 1, 20], "0R": [6, 1, 20], "1S": [6, 1, 10], "1R": [0, 0, 0]}


@pytest.mark.rule("GT3", "GT4")
def test_a_rider_who_is_home_gains_no_time_again(tours: ModuleType) -> None:
    """0S crossed in round 4 and has gained; in round 5 he gains nothing, and he cannot cross in round 5."""
    riders = {"0S": "home", "0R": "8 right", "1S": "7 right", "1R": "6 right"}
    home = {"time": 200, "place": 1, "crossed": 4, "past_line": 5, "gain": 60}
    tour = tours.begun(tours.document(riders, standings={"0S": home}, race={"round": 5}))
    while tour.view()["round"] == 5:
        tour.play(tour.waiting[0], tour.choices(tour.waiting[0])[0])
    assert tour.view()["riders"]["0S"]["time"] == 200
    for crossed in (5, 6):
        document = tours.document(riders, standings={"0S": {**home, "crossed": crossed}}, race={"round": 5})
        with pytest.raises(g.BadPosition, match=f"standings.0S.crossed: {crossed}, but .* 4 at the latest"):
            tours.begun(document)


def test_a_draft_goes_on(tours: ModuleType) -> None:
    hands = {"0": {"offered": ["badger", "sheriff"]}, "1": {"offered": ["cannibal", "il-pirata"]}}
    hands["1"] |= {"keeps": "il-pirata", "rider": "S"}
    tour = tours.begun({"stages": ["abu"], "draft": hands})
    assert tour.waiting == (0,)
    tours.pick(tour, 0, "KeepTrait", trait="sheriff", rider="0R")
    riders = tour.view()["riders"]
    assert {name: rider["trait"] for name, rider in riders.items()} == {
        "0S": None, "0R": "sheriff", "1S": "il-pirata", "1R": None,
    }  # fmt: skip


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "a stage beyond the tour": ({"stage": 3}, "stage"),
    "neither race nor draft": ({"race": None}, "race, draft"),
    "both race and draft": ({"draft": {"0": {"offered": ["badger", "sheriff"]}}}, "race, draft"),
    "another road": ({"race": {"stage": "abu"}}, "race.stage"),
    "options of the race": ({"race": {"options": {"first": 1}}}, "race.options"),
    "an unknown trait": ({"standings": {"0S": {"trait": "pirate"}}, "options": {"traits": True}}, "trait"),
    "traits without the option": ({"standings": {"0S": {"trait": "badger"}}}, "option"),
    "one card twice": (
        {"standings": {"0S": {"trait": "badger"}, "1S": {"trait": "badger"}}, "options": {"traits": True}},
        "one card of each",
    ),
    "two traits in a team": (
        {"standings": {"0S": {"trait": "badger"}, "0R": {"trait": "sheriff"}}, "options": {"traits": True}},
        "a team keeps one",
    ),
    "a used trait that always holds": (
        {"standings": {"0S": {"trait": "sheriff", "used": True}}, "options": {"traits": True}},
        "used",
    ),
    "a place of its own": ({"standings": {"0S": {"place": 2}}}, "places"),
    "home and on the road": ({"standings": {"0S": {"place": 1}}}, "they are home"),
    "past the line on the road": ({"race": {"riders": {"0S": {"square": 32}}}}, "past the line"),
    "a rider left out": ({"race": {"riders": {"1R": None}}}, "left out"),
    "a time between two rows": ({"standings": {"0S": {"time": 85}}}, "multiple"),
    "a time beyond the tracker": ({"standings": {"0S": {"time": 590}}}, "time"),
    "no history": ({"stage": 2, "race": {"stage": "aLBU"}}, "history"),
    "a stage that somebody did not finish": (
        {
            "stage": 2,
            "race": {"stage": "aLBU"},
            "history": [{"finish": FINISH[:3], "times": dict.fromkeys(FINISH, 80)}],
        },
        "everybody finishes",
    ),
    "a raise without a trait": ({"raising": {"0": None}}, "raise"),
    "a shown card that was not played": (
        {"standings": {"0S": {"shown_to": 1}}, "options": {"cooperation": True}},
        "shown",
    ),
    "points of nobody": ({"points": {"3": 2}}, "points"),
    "points that nobody earned": ({"points": {"1": 2}}, "points: The tour points are those"),
    "the stages again among the options": ({"options": {"stages": 2}}, "options.stages: a position names it"),
    "carried over by a dummy": (
        {"standings": {"1S": {"carried_over": 1}}, "options": {"teams": ["player", "muscle"]}},
        "fatigue: ",
    ),
    "crossed, but not home": ({"standings": {"0S": {"crossed": 1}}}, "arrivals: "),
    "gained, but not home": ({"standings": {"0S": {"gain": 10}}}, "arrivals: "),
    "back in the classification": (
        {
            "stage": 2,
            "race": {"stage": "aLBU"},
            "history": [{"finish": FINISH, "times": {**dict.fromkeys(FINISH, 80), "0S": None}}],
        },
        "clock: ",
    ),
}


ARRIVALS: dict[str, dict[str, dict[str, int]]] = {
    "a later place in an earlier round": {"0S": {"crossed": 4}, "0R": {"crossed": 3}},
    "a later place further past the line": {"0S": {"past_line": 1}, "0R": {"past_line": 2}},
    "more than for the squares": {"0S": {"past_line": 2, "gain": 40}},
    "the time of a line that came earlier": {
        "0S": {"crossed": 3, "past_line": 3, "gain": 40},
        "0R": {"crossed": 4, "past_line": 2, "gain": 40},
    },
    "further than the road goes": {"0S": {"past_line": 5}},
}


@pytest.mark.rule("GT3", "GT4", "GT5", "GT6")
@pytest.mark.parametrize("case", ARRIVALS)
def test_whoever_is_home_came_home_in_order(case: str, tours: ModuleType) -> None:
    """On "abcU" there are four squares past the line."""
    riders = {"0S": "home", "0R": "home", "1S": "7 right", "1R": "6 right"}
    arrivals = {
        name: {"place": place, **ARRIVALS[case].get(name, {})} for name, place in (("0S", 1), ("0R", 2))
    }
    with pytest.raises(g.BadPosition, match="arrivals: Whoever is home"):
        tours.begun(tours.document(riders, stages=["abcU"], standings=arrivals, race={"round": 5}))


@pytest.mark.rule("GT9", "GT10")
def test_who_places_next_follows_from_points_and_times(tours: ModuleType) -> None:
    """Team 1 has one point, team 0 five: so team 1 places first, and team 0 not before both are placed."""
    history = tours.ridden(FINISH)

    def placing(seat: int, placed: dict[str, str]) -> g.Match:
        riders: dict[str, Any] = {name: {} for name in FINISH} | placed
        more: dict[str, Any] = {"stage": 2, "history": history, "race": {"placing": seat}}
        return tours.begun(tours.document(riders, **more))

    assert placing(1, {}).waiting == (1,)
    assert placing(1, {"1R": "3 right"}).waiting == (1,)
    assert placing(0, {"1R": "3 right", "1S": "3 left"}).waiting == (0,)
    with pytest.raises(g.BadPosition, match="turn: "):
        placing(0, {})
    with pytest.raises(g.BadPosition, match="turn: "):
        placing(1, {"0R": "3 right", "0S": "3 left"})


@pytest.mark.rule("GT11")
@pytest.mark.parametrize(
    ("raising", "standings", "revealed"),
    [
        ({"0": None}, {"0S": {"trait": "cannibal"}, "1S": {"trait": "badger"}}, FINISH),  # 1S is asked too
        ({"0": None}, {"0S": {"trait": "cannibal"}}, ["0S"]),  # the others have revealed nothing
    ],
)
def test_a_raise_is_asked_of_all_who_can_when_all_cards_lie_open(
    raising: dict[str, None], standings: dict[str, Any], revealed: list[str], tours: ModuleType
) -> None:
    riders: dict[str, Any] = {
        name: {"square": 9 - place, "revealed": 4 if name in revealed else None}
        for place, name in enumerate(FINISH)
    }
    with pytest.raises(g.BadPosition, match="raise: "):
        tours.begun(tours.document(riders, standings=standings, raising=raising))


def merged(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """A document with changes in its depth; None takes something out."""
    document = deepcopy(base)
    for key, value in changes.items():
        if value is None and key in document:
            del document[key]
        elif isinstance(value, dict) and isinstance(document.get(key), dict):
            document[key] = merged(document[key], value)
        else:
            document[key] = value
    return document


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_tour_can_reach_is_refused_with_the_reason(name: str, tours: ModuleType) -> None:
    changes, words = REFUSED[name]
    document = merged(tours.document(FOUR, stages=["abcdlu", "aLBU"]), changes)
    with pytest.raises(g.BadPosition, match=words):
        g.from_position("flamme-rouge-tour", document, seed=1)


DRAFTS: dict[str, tuple[dict[str, Any], str]] = {
    "a card twice": (
        {"0": {"offered": ["badger", "sheriff"]}, "1": {"offered": ["badger", "cannibal"]}},
        "twice",
    ),
    "somebody without cards": ({"1": {"offered": ["badger", "sheriff"]}}, "draws two"),
    "a card that was not offered": (
        {
            "0": {"offered": ["badger", "sheriff"], "keeps": "cannibal", "rider": "S"},
            "1": {"offered": ["cannibal", "professor"]},
        },
        "one of the two",
    ),
    "everybody has chosen": (
        {
            "0": {"offered": ["badger", "sheriff"], "keeps": "nothing"},
            "1": {"offered": ["cannibal", "professor"], "keeps": "nothing"},
        },
        "first stage has begun",
    ),
}


@pytest.mark.parametrize("name", DRAFTS)
def test_a_draft_that_cannot_be_is_refused(name: str) -> None:
    draft, words = DRAFTS[name]
    with pytest.raises(g.BadPosition, match=words):
        g.from_position("flamme-rouge-tour", {"stages": ["abu"], "draft": draft}, seed=1)


ODD = [None, True, 0, -1, 7, 80, 10**12, "", "0S", "right", "badger", [], {}, ["X"], {"X": 2}, {"0": None}]


@pytest.mark.parametrize("seed", range(6))
def test_any_document_is_a_position_or_a_typed_refusal(seed: int) -> None:
    """Real documents with something changed, taken out or put elsewhere."""
    chance = random.Random(seed)
    documents = positions(seed, every=7)
    for _ in range(150):
        document = deepcopy(chance.choice(documents))
        for _ in range(chance.randint(1, 3)):
            tamper(document, chance)
        try:
            tour = g.from_position("flamme-rouge-tour", document, seed=1)
        except g.GruppettoError:
            continue
        assert g.from_position("flamme-rouge-tour", tour.position(), seed=2).position() == tour.position()
        tour.view(0)


def tamper(document: Any, chance: random.Random) -> None:
    """Change one thing somewhere in a document."""
    while True:
        keys = list(document) if isinstance(document, dict) else list(range(len(document)))
        if not keys:
            return
        key = chance.choice(keys)
        if isinstance(document[key], dict | list) and document[key] and chance.random() < 0.8:
            document = document[key]
            continue
        if chance.random() < 0.3:
            del document[key]
        else:
            document[key] = chance.choice(ODD)
        return
