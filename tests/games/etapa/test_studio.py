"""Stages being composed: flaws that say what would be right, advice, stages at random, pictures (C16.2)."""

import itertools
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gruppetto as g
from gruppetto.games.etapa.data.road import stage, stages, written_stage
from gruppetto.games.etapa.data.stage_checks import (
    FEED_TO_FLAG,
    FIRST_PRIME,
    WrittenStage,
    advice,
    flaws,
    summits,
    type_of,
)
from gruppetto.games.etapa.studio.composition import composition
from gruppetto.games.etapa.studio.drawing import draw
from gruppetto.games.etapa.studio.generator import (
    FEWEST_ROUNDS,
    FINISHES,
    MOST_ROUNDS,
    MOST_SECTORS,
    TYPES,
    Wishes,
    compose,
    finish_of,
    rounds_of,
)
from gruppetto.lab.simulate import Simulation

ROADS = [known for known in stages() if known.kind == "road"]
SOUND = "F40 E8 D12 F60 | 4@48 S@90 | feed 70-77 | limit 60 | flag 95 | type flat"


@pytest.mark.rule("C16.2")
@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (SOUND, []),
        ("", ["short"]),
        ("F20", ["short"]),
        ("F200 E60", ["long"]),
        ("F0 F60", ["empty"]),
        ("F6 " * 40 + "F6", ["long", "pieces"]),
        ("F100 | 4@101 S@0", ["prime", "prime"]),
        ("F100 | " + " ".join(f"S@{field}" for field in range(5, 16)), ["primes"]),
        ("F100 | feed 95-102", ["feed"]),
        ("F100 | feed 50-40", ["feed"]),
        ("F100 | limit 0 | flag 200", ["limit", "flag"]),
        ("F20 E5 | 4@60", ["short", "prime"]),
        ("F40 E8 D12 F60 | 4@48 4@48 | limit 60", ["twice"]),
    ],
)
def test_all_flaws_are_found_at_once(text: str, kinds: list[str]) -> None:
    assert [flaw.kind for flaw in flaws(written_stage(text))] == kinds


def test_a_flaw_names_the_piece_the_reason_and_what_would_be_right() -> None:
    short, prime = flaws(written_stage("F20 E5 | 4@60"))
    assert short.text == "a stage has 40 to 240 fields, not 25: add a piece or lengthen one by 15"
    assert (prime.text, prime.primes) == ("primes: 4@60 must stand on fields 1 to 25", (0,))
    empty = next(flaws(written_stage("F60 E0")))
    assert (empty.text, empty.pieces) == ("road: piece 2 (E0) must have at least one field", (1,))


@pytest.mark.parametrize("text", ["F20", "F0 F60", "F100 | 4@101", "F100 | feed 95-102", "F100 | limit 101"])
def test_what_has_a_flaw_is_refused_with_the_same_words(text: str) -> None:
    with pytest.raises(g.BadStage) as refused:
        stage(text)
    assert next(flaws(written_stage(text))).text in str(refused.value)


@pytest.mark.parametrize(
    "text", ["X40", "F40 | 7@3", "F40 | limit x", "F40 | type steep", "ITT 28 30 36 56", "F1 " * 200]
)
def test_what_cannot_be_read_is_no_draft(text: str) -> None:
    with pytest.raises(g.BadStage):
        written_stage(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("F40 E8 D12 F60 | 4@50 | limit 60", "the nearest one ends on field 48"),
        ("F40 E8 D12 F60 | limit 60 | flag 110", "10 fields before the line; 20 to 30 are right"),
        ("F40 E8 D12 F60 | limit 110", "10 fields before the line; 50 to 100 are right"),
        ("F40 E8 D12 F60 | feed 70-72 | limit 60", "3 fields; 8 are right"),
        ("F40 E8 D12 F60 | limit 60 | type high", "by its climbs it is flat"),
        ("F40 E8 D12 F60 | S@7 | limit 60", "from 15 on it is raced for"),
        ("F40 E8 D12 F60 | 4@48 S@48 | limit 60", "S@48 stands on the field of another prime"),
        (
            "F40 E8 D12 F60 | feed 82-89 | limit 60 | flag 95",
            "6 fields before the flag; 15 or more are right",
        ),
        (
            "F40 E8 D12 F60 | feed 92-99 | limit 60 | flag 95",
            "0 fields before the flag; 15 or more are right",
        ),
    ],
)
def test_advice_says_what_would_be_better(text: str, said: str) -> None:
    written = written_stage(text)
    assert list(flaws(written)) == []
    assert [flaw.text for flaw in advice(written) if said in flaw.text]


@pytest.mark.parametrize("known", ROADS, ids=lambda known: known.name)
def test_our_own_stages_need_no_advice(known: WrittenStage) -> None:
    assert list(flaws(known)) == list(advice(known)) == []


def test_summits_are_the_ends_of_climbs_with_the_category_of_their_effort() -> None:
    assert summits((("F", 20), ("E", 4), ("D", 9), ("N", 8), ("H", 10), ("U", 6))) == [(24, "4"), (57, "HC")]
    assert type_of(stage("Plaine").pieces) == "flat"


def test_a_sketch_tells_all_at_once() -> None:
    found = composition("F30 E9 | S@5")
    assert (found.card.length, found.card.fields[29:31]) == (39, "FE")
    assert (found.summits, [flaw.kind for flaw in found.flaws], found.advice) == ([(39, "3")], ["short"], [])
    assert (composition(SOUND).card.notation, composition(SOUND).rounds) == (SOUND, 8)
    assert composition("").rounds == 0


# --- stages at random ---------------------------------------------------------------------------------


def possible() -> list[Wishes]:
    """Wishes that fit into their rounds."""
    rounds, sectors = range(FEWEST_ROUNDS, MOST_ROUNDS + 1), range(MOST_SECTORS + 1)
    every = itertools.product((None, *rounds), (None, *TYPES), (None, *FINISHES), (None, *sectors))
    wishes = [Wishes(*wish) for wish in every]
    roomy = [one for one in wishes if (one.rounds or 0) > 14]
    return roomy + [one for one in wishes if one.mountains != "high" and one.cobbles != MOST_SECTORS]


@pytest.mark.rule("C16.2")
@settings(max_examples=150, deadline=None)
@given(st.sampled_from(possible()), st.integers(0, 2**63 - 1))
def test_a_composed_stage_is_sound_needs_no_advice_and_is_as_wished(wishes: Wishes, seed: int) -> None:
    found = compose(wishes, seed)
    assert list(flaws(found)) == list(advice(found)) == []
    assert stage(found.notation).pieces == found.pieces
    assert wishes.mountains in (None, found.type)
    assert wishes.finish in (None, finish_of(found.pieces))
    assert wishes.cobbles in (None, sum(letter.islower() for letter, _ in found.pieces))
    assert abs(rounds_of(found.pieces) - (wishes.rounds or rounds_of(found.pieces))) < 0.5
    assert [prime for prime in found.primes if prime[0] != "S"] == [
        (category, field) for field, category in summits(found.pieces)
    ]
    assert found.feed is not None


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(possible()), st.integers(0, 2**63 - 1))
def test_what_stands_beside_a_composed_stage_is_raced_for(wishes: Wishes, seed: int) -> None:
    """No prime goes by the throws of the start, and nobody eats in sight of the flag."""
    found = compose(wishes, seed)
    sprints = [field for category, field in found.primes if category == "S"]
    assert 1 <= len(sprints) <= 2
    assert all(FIRST_PRIME <= field < found.flag for field in sprints)
    assert all(found.fields[field - 1] == "F" for field in sprints)
    assert found.feed is not None
    assert found.feed[1] + FEED_TO_FLAG <= found.flag
    assert set(found.fields[found.feed[0] - 1 : found.feed[1]]) == {"F"}


def test_the_same_seed_gives_the_same_stage_and_another_seed_another() -> None:
    wishes = Wishes(rounds=14, mountains="medium")
    assert compose(wishes, 4) == compose(wishes, 4)
    assert len({compose(wishes, seed).notation for seed in range(8)}) == 8


def test_wishes_for_which_there_is_no_room_are_refused() -> None:
    with pytest.raises(g.BadOption, match="wish for more rounds"):
        compose(Wishes(rounds=10, mountains="high", finish="flat", cobbles=4), 1)


def test_composed_stages_ride_as_they_should() -> None:
    """On twenty of them together: the rounds wished for, a few riders outside the limit, no seat ahead."""
    rounds, outside, wins = 0.0, 0.0, [0, 0, 0, 0]
    for seed in range(20):
        wished = 11 + seed % 6
        simulation = Simulation(
            "etapa", ["domestique"] * 4, {"stages": [compose(Wishes(rounds=wished), seed).notation]}
        )
        summary, table = simulation.run(120)
        column = simulation.columns().index
        rounds += table[:, column("rounds")].mean() - wished
        outside += table[:, column("outside")].mean() / 12
        wins = [total + more for total, more in zip(wins, summary.wins_by_seat, strict=True)]
    assert abs(rounds / 20) < 0.6
    assert 0.02 < outside / 20 < 0.1
    assert all(0.2 < won / 2400 < 0.3 for won in wins)


@pytest.mark.parametrize("known", [*ROADS[:4], stage(SOUND)], ids=lambda known: known.name)
def test_a_profile_is_drawn_with_everything_that_stands_beside_it(known: WrittenStage) -> None:
    picture = draw(known)  # type: ignore[arg-type]
    root = ET.fromstring(picture)  # noqa: S314  (our own)
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"limit", "1 km", str(known.length)} <= set(texts)
    assert [text for text in texts if text in ("S", "4", "3", "2", "1", "HC")] == [c for c, _ in known.primes]
