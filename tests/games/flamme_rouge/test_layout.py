"""The road on the table: squares that join, lanes on their proper sides, no road over itself."""

from itertools import pairwise
from math import cos, dist, hypot, radians, sin

import msgspec
import pytest

from gruppetto.errors import BadStage
from gruppetto.games.flamme_rouge.data.layout import ROAD_WIDTH, LaidSquare, Layout, Side, overlap
from gruppetto.games.flamme_rouge.data.road import StageCard, layout, stage, stages, tiles

PRINTED_BAGNERES = "aiKEFCLBgJmntrqoDPHSu"


def sides(letters: str) -> list[tuple[str, Side]]:
    return [(letter, tiles()[letter]) for letter in letters]


def ahead(square: LaidSquare) -> tuple[float, float]:
    return cos(radians(square.heading)), sin(radians(square.heading))


@pytest.mark.parametrize("card", stages(), ids=lambda card: card.name)
def test_every_known_stage_lies_without_overlap(card: StageCard) -> None:
    assert overlap(sides(card.letters)) is None


def test_the_misprinted_stage_lies_over_itself_and_the_drawn_one_does_not() -> None:
    assert stage("Bagnères-de-Luchon").letters == PRINTED_BAGNERES.replace("ntrqo", "nrtqo")
    with pytest.raises(BadStage, match=r"tile 'q' \(position 15\) on tile 'F' \(position 5\)"):
        stage(PRINTED_BAGNERES)


def test_a_full_circle_runs_into_its_own_beginning() -> None:
    assert overlap(sides("aiegJbu")) == (0, 4)
    assert overlap(sides("aiebu")) is None


@pytest.mark.parametrize("card", stages(), ids=lambda card: card.name)
def test_squares_are_numbered_and_join_end_to_end(card: StageCard) -> None:
    laid = layout(stage(card.name))
    assert [square.index for square in laid.squares] == list(range(len(laid.squares)))
    assert "".join(square.terrain for square in laid.squares) == stage(card.name).squares
    assert all(dist(a.end, b.start) < 1e-3 for a, b in pairwise(laid.squares))


@pytest.mark.rule("FR1.5")
def test_a_square_has_a_right_and_a_left_lane_as_seen_by_the_riders() -> None:
    for square in layout(stage("La Classicissima")).squares:
        x, y = ahead(square)
        across = (square.right[0] - square.left[0], square.right[1] - square.left[1])
        assert hypot(*across) == pytest.approx(ROAD_WIDTH / 2, abs=1e-3)
        assert x * across[1] - y * across[0] > 0.5  # y points down: right is clockwise of ahead


def test_straight_squares_are_one_long_and_curves_of_both_kinds_equally_long() -> None:
    laid = layout(stage("aehbu"))
    by_tile = {tile: [s for s in laid.squares if s.tile == tile] for tile in "aehbu"}
    assert all(dist(square.start, square.end) == pytest.approx(1, abs=1e-3) for square in by_tile["b"])
    lengths = [sum(dist(a, b) for a, b in pairwise(s.divider)) for tile in "eh" for s in by_tile[tile]]
    assert lengths == pytest.approx([lengths[0]] * 4, rel=0.01)


@pytest.mark.rule("FR1.4")
@pytest.mark.parametrize(("curve", "heading"), [("e", 270), ("E", 90), ("h", 315), ("H", 45)])
def test_curves_turn_as_the_tile_says(curve: str, heading: float) -> None:
    laid = layout(stage(f"a{curve}bu"))
    assert laid.squares[0].heading == 0
    assert laid.squares[-1].heading == pytest.approx(heading)


def test_curved_squares_are_drawn_smoothly() -> None:
    curved = next(square for square in layout(stage("aebu")).squares if square.tile == "e")
    straight = next(square for square in layout(stage("aebu")).squares if square.tile == "b")
    assert len(curved.outline) == 14
    assert len(straight.outline) == 4


def test_the_box_holds_the_road() -> None:
    laid = layout(stage("abu"))
    assert (laid.box.left, laid.box.right) == (0, 18)
    assert (laid.box.top, laid.box.bottom) == (-ROAD_WIDTH / 2, ROAD_WIDTH / 2)
    turned = layout(stage("abu"), heading=90)
    assert (turned.box.width, turned.box.height) == pytest.approx((ROAD_WIDTH, 18))


def test_a_layout_travels_as_json() -> None:
    laid = layout(stage("Col de Portet"))
    assert msgspec.json.decode(msgspec.json.encode(laid), type=Layout) == laid
