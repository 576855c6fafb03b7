"""Setting up a tour: its stages, its data files, its bots, and what it shows of itself."""

from enum import IntEnum
from types import ModuleType
from typing import Any, get_type_hints

import pytest

import gruppetto as g
from gruppetto.games.flamme_rouge import GRAND_TOUR
from gruppetto.games.flamme_rouge.data.trait_cards import read_traits
from gruppetto.games.flamme_rouge.grand_tour.data.itinerary import read_tours, roads_of, tours
from gruppetto.games.flamme_rouge.rules.options import AnyRace
from gruppetto.games.vocabulary import words_of
from gruppetto.lab.simulate import Simulation
from gruppetto.players import decide


def names(stages: Any) -> list[str]:
    tour = g.start("flamme-rouge-tour", seats=2, options={"stages": stages})
    return [stage["name"] for stage in tour.view()["tour"]["stages"]]


@pytest.mark.rule("GT1")
def test_stages_are_named_counted_or_a_ready_made_tour() -> None:
    assert names(["La Classicissima", "abu"]) == ["La Classicissima", "abu"]
    assert names("three days") == names(3) == list(tours()[0].stages)
    assert names("Pau") == ["Pau"]
    assert names("Pau, Laruns") == ["Pau", "Laruns"]
    assert [len(names(number)) for number in (1, 2, 6, 7, 21)] == [1, 2, 6, 7, 21]


@pytest.mark.rule("GT1")
@pytest.mark.parametrize(
    ("stages", "error"),
    [
        (0, g.BadOption),
        (22, g.BadOption),
        ([], g.BadOption),
        (["abu"] * 22, g.BadOption),
        ("nowhere", g.UnknownStage),
        (["abu", "aau"], g.BadStage),
        (1.5, g.BadOption),
    ],
)
def test_other_stages_are_refused(stages: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        g.start("flamme-rouge-tour", seats=2, options={"stages": stages})


def test_there_are_ready_made_tours_of_three_six_and_twenty_one_stages() -> None:
    catalogue = GRAND_TOUR.catalogue()
    assert [len(tour.stages) for tour in catalogue.tours] == [3, 6, 21]
    assert len(catalogue.traits) == 8
    assert {trait.use for trait in catalogue.traits} == {"once", "always"}
    assert len(catalogue.stages) == 49
    assert all(len(roads_of(tour.name)) == len(tour.stages) for tour in tours())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[tour]]\nname = 'A'\nstages = ['nowhere']", "tour 1 (A): stages"),
        ("[[tour]]\nname = 'A'\nstages = []", "1 to 21"),
        ("[[tour]]\nname = 'A'\nstages = ['abu']\n[[tour]]\nname = 'A'\nstages = ['abu']", "used twice"),
        ("[[tour]]\nname = 'A'", "tour 1"),
    ],
)
def test_a_faulty_tour_is_refused_with_file_key_and_reason(text: str, words: str) -> None:
    with pytest.raises(g.BadData) as refusal:
        read_tours(text)
    assert words in str(refusal.value)
    assert str(refusal.value).startswith("tours.toml")


def test_faulty_traits_are_refused() -> None:
    with pytest.raises(g.BadData, match="there are 8 different cards"):
        read_traits("trait = []")
    card = "[[trait]]\nid = '{0}'\nuse = 'once'\n"
    with pytest.raises(g.BadData, match="not used 'once'"):
        read_traits("".join(card.format(number) for number in range(8)))


def test_the_road_of_a_stage_can_be_drawn() -> None:
    tour = g.start("flamme-rouge-tour", seats=2, options={"stages": 3})
    scenery = GRAND_TOUR.scenery(tour.view()["letters"])
    assert scenery.squares == tour.view()["squares"]
    assert scenery.name == tour.view()["stage"] == "Avenue Corso Paseo"


@pytest.mark.rule("GT4", "GT10")
def test_the_view_tells_the_story_of_the_tour(tours: ModuleType) -> None:
    history = tours.ridden(["1S", "0R", "0S", "1R"], times={"0S": 150, "1R": None})
    riders = {"0S": "9 right", "0R": "home", "1S": "7 right", "1R": "6 right"}
    standings = {"0S": {"time": 210}, "0R": {"time": 90}, "1S": {"time": 140}, "1R": {"time": None}}
    tour = tours.begun(tours.document(riders, stage=2, history=history, standings=standings))
    story = tour.view()["tour"]
    assert story["stage"] == 2
    first, second = story["stages"]
    assert (first["over"], second["over"], second["finish"]) == (True, False, [])
    assert first["finish"] == ["1S", "0R", "0S", "1R"]
    assert first["points"] == {"1S": 3, "0R": 2, "0S": 1}
    assert first["gaps"] == {"0S": 70, "0R": 0, "1S": 0, "1R": None}
    assert [(entry["rider"], entry["clock"], entry["gap"]) for entry in story["gc"]] == [
        ("0R", "1:30", 0), ("1S", "2:20", 50), ("0S", "3:30", 120), ("1R", None, None),
    ]  # fmt: skip
    assert [(team["seat"], team["points"], team["stage_wins"]) for team in story["teams"]] == [
        (0, 3, 0), (1, 3, 1),
    ]  # fmt: skip
    assert {"rider": "0S", "minute": 3, "row": 3} in story["tracker"]["tokens"]
    assert len(story["tracker"]["tokens"]) == 3


# --- the heuristic ----------------------------------------------------------------------------------


@pytest.mark.rule("GT1")
@pytest.mark.compiled
def test_a_domestique_beats_random_riders_on_a_tour() -> None:
    simulation = Simulation("flamme-rouge-tour", ["domestique", "random", "random", "random"], {}, seed=5)
    summary, _ = simulation.run(400)
    assert summary.wins_by_seat[0] > 250


def test_a_domestique_gets_rid_of_exhaustion_and_raises_at_the_line(tours: ModuleType) -> None:
    hand = {"square": 5, "lane": "right", "deck": {"9": 2}, "hand": {"X": 2, "4": 2}}
    riders = {"0S": hand, "0R": "home", "1S": "home", "1R": "home"}
    tour = tours.begun(
        tours.document(riders, standings={"0S": {"trait": "tashkent-terror"}}, race={"round": 3})
    )
    code = decide(tour, 0, "domestique", 1)
    assert {choice.code: choice.message.key for choice in tour.choices(0)}[code] == "RemoveExhaustion"
    for square, answer in ((28, "RaiseCard"), (9, "HoldBack")):
        rider = {"square": square, "lane": "right", "revealed": 3}
        riders = {"0S": rider, "0R": "home", "1S": "home", "1R": "home"}
        document = tours.document(riders, standings={"0S": {"trait": "cannibal"}}, race={"round": 3})
        tour = tours.begun({**document, "raising": {"0": None}})
        code = decide(tour, 0, "domestique", 1)
        assert {choice.code: choice.message.key for choice in tour.choices(0)}[code] == answer


READINGS = [
    (name, word)
    for name, kind in get_type_hints(AnyRace).items()
    if isinstance(kind, type) and issubclass(kind, IntEnum)
    for word in words_of(kind)
]


@pytest.mark.parametrize(("name", "word"), READINGS)
def test_every_reading_of_a_race_is_a_reading_of_its_tour(name: str, word: str) -> None:
    tour = g.start("flamme-rouge-tour", seats=2, seed=1, options={"stages": 1, "traits": False, name: word})
    meant = words_of(get_type_hints(AnyRace)[name])[word]
    assert tour.state[0].race.setup.options[name] == meant
    again = g.from_position("flamme-rouge-tour", tour.position(), seed=1)
    assert getattr(again.options, name) == meant
