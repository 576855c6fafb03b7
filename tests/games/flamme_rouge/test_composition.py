"""Roads that are still being composed: drawn as far as they go, with everything that is wrong named."""

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gruppetto.errors import BadStage, GruppettoError
from gruppetto.games.flamme_rouge.data.road import stage, tiles
from gruppetto.games.flamme_rouge.game import FLAMME_ROUGE
from gruppetto.games.flamme_rouge.studio.composition import Flaw, composition, drawn_sides

LETTERS = sorted(tiles())


def roads() -> st.SearchStrategy[str]:
    """A few tiles in any order, often between a start and a finish."""
    between = st.lists(st.sampled_from(LETTERS), max_size=9).map("".join)
    ends = st.tuples(st.sampled_from(["a", "A", ""]), between, st.sampled_from(["u", "U", ""]))
    return ends.map("".join)


def is_sound(letters: str) -> bool:
    try:
        return stage(letters).letters == letters
    except GruppettoError:
        return False


@pytest.mark.rule("FR1.6")
@given(roads())
@example("aiegJbu")
@example("abbu")
@example("abBu")
@example("au")
@example("")
def test_a_road_without_flaws_is_a_stage_and_no_other(letters: str) -> None:
    assert is_sound(letters) == (not composition(letters).flaws)


@pytest.mark.parametrize(
    ("letters", "flaws"),
    [
        ("abu", []),
        ("", [Flaw("start"), Flaw("finish")]),
        ("ab", [Flaw("finish")]),
        ("bau", [Flaw("start", (1,))]),
        ("auB", [Flaw("finish", (1,))]),
        ("au", [Flaw("short")]),
        ("abcBu", [Flaw("twice", (1, 3))]),
        ("aiegJbu", [Flaw("overlap", (0, 4))]),
    ],
)
def test_flaws_are_named_with_the_tiles_to_blame(letters: str, flaws: list[Flaw]) -> None:
    assert composition(letters).flaws == flaws


def test_a_whole_stage_is_sketched_as_it_is_raced() -> None:
    drawn, scenery = map(msgspec.to_builtins, (composition("abdCLu"), FLAMME_ROUGE.scenery("abdCLu")))
    assert {key: drawn[key] for key in scenery} == scenery
    assert (drawn["climbs"], drawn["ascents"], drawn["descents"]) == ([6], 6, 3)


def test_part_of_a_road_is_drawn_too() -> None:
    begun = composition("Ab")
    assert (begun.squares, begun.start_squares, begun.line) == ("SSSSffffffff", 4, 12)
    assert len(begun.layout.squares) == 12
    assert composition("").layout.squares == ()


@pytest.mark.parametrize("letters", ["abz u", "ab1u", "é", "a" * 43])
def test_what_names_no_tiles_is_refused(letters: str) -> None:
    with pytest.raises(BadStage):
        composition(letters)


@pytest.mark.rule("FR1.4")
def test_every_side_of_every_tile_is_drawn() -> None:
    sides = drawn_sides()
    assert sorted(side.letter for side in sides) == LETTERS
    for side in sides:
        assert "".join(square.terrain for square in side.layout.squares) == tiles()[side.letter].squares
