"""The drawn road: well-formed, complete, and honest about names and riders."""

from xml.etree import ElementTree as ET

import pytest

from gruppetto.errors import BadPosition
from gruppetto.games.flamme_rouge.data.road import Road, StageCard, stage, stages
from gruppetto.games.flamme_rouge.studio.drawing import TEAM_COLOURS, draw, profile

SVG = "{http://www.w3.org/2000/svg}"
RIDERS = {"0S": (6, "right"), "0R": (6, "left"), "3R": (77, "right")}


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ET.fromstring(svg).iter(f"{SVG}text")]  # noqa: S314


@pytest.mark.parametrize("card", stages(), ids=lambda card: card.name)
def test_every_stage_is_drawn_as_well_formed_svg(card: StageCard) -> None:
    root = ET.fromstring(draw(stage(card.name)))  # noqa: S314
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == card.name
    assert "squares from start to finish" in (root.findtext(f"{SVG}desc") or "")


def test_a_drawing_names_tiles_lines_and_squares() -> None:
    shown = [text.strip() for text in texts(draw(stage("Firenze – Milano")))]
    assert {"START", "FINISH", "Firenze – Milano", *"abcgiDHqntmKOLrepJsfu"} <= set(shown)
    assert [text for text in shown if text.isdecimal()] == 2 * [str(square) for square in range(0, 78, 5)]


@pytest.mark.parametrize(
    ("name", "caption"),
    [
        ("Avenue Corso Paseo", "68 squares from start to finish, no climb"),
        ("La Classicissima", "69 squares from start to finish, 3 climbs of 10, 5 and 3 squares"),
        ("aNu", "8 squares from start to finish, one climb of 6 squares"),
    ],
)
def test_the_caption_tells_length_and_climbs(name: str, caption: str) -> None:
    assert caption in texts(draw(stage(name)))


def test_names_are_escaped_and_cleaned() -> None:
    mine = Road('<b>"Tom" & Jerry</b>\x00', "abu", stage("abu").squares)
    assert ET.fromstring(draw(mine)).findtext(f"{SVG}title") == '<b>"Tom" & Jerry</b>'  # noqa: S314


def test_nothing_is_fetched_from_elsewhere() -> None:
    svg = draw(stage("La Classicissima"), RIDERS)
    assert "href" not in svg
    assert "url(" not in svg
    assert svg.count("http") == 1


@pytest.mark.rule("FR1.5")
def test_riders_are_drawn_on_their_lanes_by_colour_and_shape() -> None:
    svg = draw(stage("Avenue Corso Paseo"), RIDERS)
    assert {"0S", "0R", "3R", "sprinteur", "rouleur"} <= {text.strip() for text in texts(svg)}
    assert "<title>team 0, sprinteur: square 6, right lane</title>" in svg
    assert "<title>team 0, rouleur: square 6, left lane</title>" in svg
    assert f'<ellipse rx="0.32" ry="0.25" fill="{TEAM_COLOURS[3]}"' in svg
    assert "sprinteur" not in draw(stage("Avenue Corso Paseo"))


@pytest.mark.parametrize(
    ("riders", "reason"),
    [
        ({"S0": (6, "right")}, "called by team and kind"),
        ({"": (6, "right")}, "called by team and kind"),
        ({"0S": (78, "right")}, "the road has 0 to 77"),
        ({"0S": (-1, "right")}, "the road has 0 to 77"),
        ({"0S": (6, "middle")}, "the right or the left lane, not 'middle'"),
    ],
)
def test_riders_who_cannot_be_there_are_refused(riders: dict[str, tuple[int, str]], reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        draw(stage("Avenue Corso Paseo"), riders)


@pytest.mark.parametrize("card", stages(), ids=lambda card: card.name)
def test_a_profile_has_one_sign_a_square(card: StageCard) -> None:
    line = profile(stage(card.name))
    assert len(line) == stage(card.name).length
    assert set(line) <= set("·▁▂▃▄▅▆▇█░")


def test_profiles_rise_and_fall() -> None:
    assert profile(stage("abu")) == "·····▁▁▁▁▁▁▁▁░░░░░"
    assert profile(stage("aLu")) == "·····▁▂▃▄▃▂▁▁░░░░░"
    assert profile(stage("aBu")) == "·····▅▄▃▂▁▁▁▁░░░░░"
