"""Stages at random: as wished, sound, and the same for the same seed."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gruppetto.errors import BadOption
from gruppetto.games.flamme_rouge.data.road import stage, stages
from gruppetto.games.flamme_rouge.studio.generator import (
    ASCENTS,
    MOST_CLIMBS,
    Wishes,
    check,
    climbs_of,
    compose,
    finish_of,
    hilliness_of,
)

FINISHES = (None, "flat", "uphill", "downhill")
HILLINESS = (None, *ASCENTS)


def possible() -> list[Wishes]:
    """All wishes that are not refused."""
    found = []
    for climbs, finish, hilliness in itertools.product((None, *range(MOST_CLIMBS + 1)), FINISHES, HILLINESS):
        wishes = Wishes(climbs, finish, hilliness)  # type: ignore[arg-type]
        try:
            check(wishes)
        except BadOption:
            continue
        found.append(wishes)
    return found


@pytest.mark.rule("FR1.6")
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(possible()), st.integers(0, 2**63 - 1))
def test_a_composed_stage_is_sound_whole_and_as_wished(wishes: Wishes, seed: int) -> None:
    road = compose(wishes, seed)
    assert sorted(road.letters.lower()) == list("abcdefghijklmnopqrstu")
    assert stage(road.letters).squares == road.squares
    assert road.length == 78
    assert wishes.climbs in (None, len(climbs_of(road.squares)))
    assert wishes.finish in (None, finish_of(road.squares))
    assert wishes.hilliness in (None, hilliness_of(road.squares))


def test_the_same_seed_gives_the_same_stage_and_another_seed_another() -> None:
    wishes = Wishes(climbs=2, finish="uphill")
    assert compose(wishes, 4).letters == compose(wishes, 4).letters
    assert len({compose(wishes, seed).letters for seed in range(5)}) == 5


@pytest.mark.parametrize(
    ("wishes", "reason"),
    [
        (Wishes(climbs=7), "from 0 to 6"),
        (Wishes(climbs=-1), "from 0 to 6"),
        (Wishes(climbs=0, finish="uphill"), "uphill finish is a climb"),
        (Wishes(climbs=0, hilliness="hilly"), "hilly stage has at least one"),
        (Wishes(climbs=5, hilliness="gentle"), "at most 4"),
    ],
)
def test_wishes_that_contradict_each_other_are_refused(wishes: Wishes, reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        compose(wishes, 1)


@pytest.mark.parametrize(
    ("name", "finish", "hilliness"),
    [
        ("Avenue Corso Paseo", "flat", "gentle"),
        ("La Haut Montagne", "uphill", "mountainous"),
        ("abcFu", "downhill", "gentle"),
        ("abdCu", "uphill", "gentle"),
        ("La Classicissima", "flat", "hilly"),
    ],
)
def test_what_known_roads_are_called(name: str, finish: str, hilliness: str) -> None:
    squares = stage(name).squares
    assert (finish_of(squares), hilliness_of(squares)) == (finish, hilliness)


def test_every_known_stage_can_be_wished_for() -> None:
    for card in stages():
        squares = stage(card.letters).squares
        check(Wishes(len(climbs_of(squares)), finish_of(squares), hilliness_of(squares)))
