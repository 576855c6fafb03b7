"""Tiles, stages and one's own strings of letters: what is in the data and what is refused."""

from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gruppetto.errors import BadData, BadStage, UnknownStage
from gruppetto.games.flamme_rouge.data import road
from gruppetto.games.flamme_rouge.data.road import Road, read_stages, read_tiles, stage, stages, tiles

BOX = [
    "Avenue Corso Paseo",
    "Firenze – Milano",
    "La Haut Montagne",
    "La Classicissima",
    "Ronde van Wevelgem",
    "Ballons Centrale",
]
START = '[sides]\na = { squares = "SSSSSf", shape = "start", turn = 0 }\n'
STAGE = '[[stage]]\nname = "Mine"\nletters = "abu"\ngroup = "fans"\n'


# --- tiles ------------------------------------------------------------------------------------------


@pytest.mark.rule("FR1.4")
def test_the_box_holds_21_tiles_with_two_sides_each() -> None:
    assert "".join(sorted(tiles())) == "ABCDEFGHIJKLMNOPQRSTUabcdefghijklmnopqrstu"
    for letters in ("abcdefghijklmnopqrstu", "ABCDEFGHIJKLMNOPQRSTU"):
        shapes = Counter(tiles()[letter].shape for letter in letters)
        assert shapes == {"start": 1, "finish": 1, "straight": 7, "light": 6, "sharp": 6}


@pytest.mark.rule("FR1.4")
def test_both_sides_of_a_tile_have_one_shape() -> None:
    assert all(side.shape == tiles()[letter.swapcase()].shape for letter, side in tiles().items())


@pytest.mark.rule("FR1.4")
def test_all_tiles_together_have_78_squares() -> None:
    assert sum(len(tiles()[letter].squares) for letter in "abcdefghijklmnopqrstu") == 78
    assert stage("Avenue Corso Paseo").length == 78


@pytest.mark.rule("FR1.4")
@pytest.mark.parametrize(
    ("letter", "squares", "turn"),
    [("D", "aaaaad", 0), ("L", "aaaddd", 0), ("P", "dd", 90), ("Q", "aa", -45), ("U", "aaFFFF", 0)],
)
def test_some_sides_as_printed(letter: str, squares: str, turn: int) -> None:
    assert (tiles()[letter].squares, tiles()[letter].turn) == (squares, turn)


# --- stages -----------------------------------------------------------------------------------------


@pytest.mark.rule("FR1.6")
def test_six_stage_cards_and_the_promo() -> None:
    assert [card.name for card in stages("box")] == BOX
    assert [card.name for card in stages("promo")] == ["Plateaux de Wallonie"]


def test_further_stages() -> None:
    assert Counter(card.group for card in stages()) == {"box": 6, "promo": 1, "tour-2018": 19, "fans": 23}


def test_no_such_group() -> None:
    with pytest.raises(UnknownStage, match="box, promo, tour-2018, fans"):
        stages("peloton")


@pytest.mark.rule("FR1.6")
@pytest.mark.parametrize("card", stages(), ids=lambda card: card.name)
def test_every_stage_is_found_by_name_alias_and_letters(card: road.StageCard) -> None:
    expected = Road(card.name, card.letters, "".join(tiles()[letter].squares for letter in card.letters))
    for asked in (card.name, card.name.upper(), card.letters, *card.aliases):
        assert stage(asked) == expected


@pytest.mark.rule("FR1.6")
@pytest.mark.parametrize("card", stages(), ids=lambda card: card.name)
def test_every_stage_begins_at_the_start_and_uses_each_tile_once(card: road.StageCard) -> None:
    assert card.letters[0] in "aA"
    assert card.letters[-1] in "uU"
    assert max(Counter(card.letters.lower()).values()) == 1


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("firenze - milano", "Firenze – Milano"),
        ("FIRENZE—MILANO", "Firenze – Milano"),
        ("  la classicissima ", "La Classicissima"),
        ("le col du ballon", "Ballons Centrale"),
        ("Classique d’Avril", "Plateaux de Wallonie"),
        ("alpe dhuez", "Alpe d'Huez"),
        ("bagneres de luchon", "Bagnères-de-Luchon"),
        ("Liege-Bastogne-Liege", "Liège–Bastogne–Liège"),
        ("L’Entre-Cotes", "L'Entre-Côtes"),
    ],
)
def test_names_may_be_typed_carelessly(asked: str, name: str) -> None:
    assert stage(asked).name == name


@pytest.mark.rule("FR2.1")
def test_start_tile_a_has_five_start_squares_then_one_flat() -> None:
    avenue = stage("Avenue Corso Paseo")
    assert avenue.start_squares == 5
    assert avenue.squares.startswith("SSSSSff")
    assert tiles()["a"].squares == "SSSSSf"


@pytest.mark.rule("FR2.1")
def test_start_tile_big_a_has_four_start_squares_then_two_flat() -> None:
    classicissima = stage("La Classicissima")
    assert classicissima.start_squares == 4
    assert tiles()["A"].squares == "SSSSff"


@pytest.mark.parametrize(("letters", "line", "last"), [("abu", 13, 17), ("abU", 14, 17)])
def test_line_and_last_square(letters: str, line: int, last: int) -> None:
    mine = stage(letters)
    assert (mine.line, mine.last_square, mine.length) == (line, last, last + 1)
    assert mine.squares[mine.line - 1] != "F"
    assert set(mine.squares[mine.line :]) == {"F"}


# --- one's own stages -------------------------------------------------------------------------------


@pytest.mark.rule("FR1.6")
def test_own_stage_is_called_by_its_letters() -> None:
    assert stage("aBcDu") == Road("aBcDu", "aBcDu", "SSSSSfddddffffffffaaaaadfFFFFF")


@pytest.mark.rule("FR1.6")
@pytest.mark.parametrize(
    ("letters", "reason"),
    [
        ("abzu", "no tile 'z' (position 3)"),
        ("abcbu", "Tile 'b' is used twice, at positions 2 and 4"),
        ("abcBu", "'b' (position 2) and 'B' (position 4) are the two sides of one tile"),
        ("abcdAu", "'a' (position 1) and 'A' (position 5) are the two sides of one tile"),
        ("bcdu", "begins with the start tile, 'a' or 'A'; here there is none"),
        ("bacdu", "begins with the start tile, 'a' or 'A'; here it lies at position 2"),
        ("abcd", "ends with the finish tile, 'u' or 'U'; here there is none"),
        ("abUcd", "ends with the finish tile, 'u' or 'U'; here it lies at position 3"),
        ("AU", "at least one tile between"),
        ("aiegJbu", "lie over itself: tile 'J' (position 5) on tile 'a' (position 1)"),
    ],
)
def test_letters_that_are_no_stage(letters: str, reason: str) -> None:
    with pytest.raises(BadStage) as refused:
        stage(letters)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("asked", "suggestion"),
    [
        ("Avenue", "Avenue Corso Paseo"),
        ("Alpe", "Alpe d'Huez"),
        ("La Clasicisima", "La Classicissima"),
        ("Mendes", "Mende"),
        ("firenze", "Firenze – Milano"),
        ("Cole de Porte", "Col de Portet"),
    ],
)
def test_a_mistyped_name_is_answered_with_suggestions(asked: str, suggestion: str) -> None:
    with pytest.raises(UnknownStage, match="Did you mean") as refused:
        stage(asked)
    assert suggestion in str(refused.value)


@pytest.mark.parametrize("asked", ["", "hello", "!!!", "a b u", "åbu", "\x00", "x" * 81, "ab" * 1_000_000])
def test_what_is_neither_name_nor_letters(asked: str) -> None:
    with pytest.raises(UnknownStage):
        stage(asked)


tile_letters = st.text("abcdefghijklmnopqrstuABCDEFGHIJKLMNOPQRSTUz", max_size=22)


@settings(deadline=None)
@given(st.one_of(st.text(), tile_letters, tile_letters.map(lambda text: f"a{text}u")))
@example("aA")
@example("\ud800")
@example("\ufdfa" * 80)
def test_any_text_is_a_road_or_refused(text: str) -> None:
    try:
        found = stage(text)
    except (UnknownStage, BadStage) as refused:
        assert str(refused).endswith((".", "?"))  # noqa: PT017
    else:
        assert isinstance(found, Road)
        assert 0 < found.start_squares < found.line <= found.last_square


@settings(deadline=None)
@given(st.permutations("bcdefghijklmnopqrst"), st.integers(1, 19), st.lists(st.booleans(), min_size=19))
def test_any_tiles_of_the_box_make_a_road_or_lie_over_themselves(
    order: list[str], count: int, turned: list[bool]
) -> None:
    inner = "".join(
        tile.upper() if over else tile for tile, over in zip(order[:count], turned[:count], strict=True)
    )
    try:
        assert stage(f"a{inner}U").letters == f"a{inner}U"
    except BadStage as refused:
        assert "lie over itself" in str(refused)  # noqa: PT017


# --- the schema of the data files -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[sides", "tiles.toml: this is not TOML"),
        ("", "tiles.toml: sides: the file consists of"),
        ("sides = 3", "tiles.toml: sides: the file consists of"),
        (START + "[more]\n", "tiles.toml: sides: the file consists of"),
        (START, "tiles.toml: sides.a: its other side 'A' is missing"),
        ('[sides]\nab = { squares = "ff", shape = "light", turn = 45 }', "sides.ab: a side is called by one"),
        ('[sides]\nb = { squares = "ffffff", shape = "straight" }', "sides.b: Object missing required field"),
        (
            '[sides]\nb = { squares = "ffffff", shape = "bent", turn = 0 }',
            "sides.b.shape: Invalid enum value 'bent'",
        ),
        (
            '[sides]\nb = { squares = "ffffff", shape = "straight", turn = "0" }',
            "sides.b.turn: Expected `int`",
        ),
        ('[sides]\nb = { squares = "ff", shape = "light", turn = 45, lanes = 3 }', "unknown field `lanes`"),
    ],
)
def test_a_bad_tile_file_is_refused_with_file_key_and_reason(text: str, complaint: str) -> None:
    with pytest.raises(BadData) as refused:
        read_tiles(text)
    assert complaint in str(refused.value)


@pytest.mark.parametrize(
    ("side", "complaint"),
    [
        ('{ squares = "ffxfff", shape = "straight", turn = 0 }', "squares: 'ffxfff' has other letters"),
        ('{ squares = "fff", shape = "straight", turn = 0 }', "squares: a straight tile has 6, not 3"),
        ('{ squares = "ff", shape = "sharp", turn = 45 }', "turn: a sharp tile turns by 90 degrees, not 45"),
        ('{ squares = "fffffS", shape = "straight", turn = 0 }', "squares: S belongs on the start tile"),
        ('{ squares = "ffffff", shape = "finish", turn = 0 }', "F on the finish tile"),
    ],
)
def test_a_bad_side_is_refused_with_its_key(side: str, complaint: str) -> None:
    with pytest.raises(BadData) as refused:
        read_tiles(f"[sides]\nb = {side}\nB = {side}\n")
    assert str(refused.value).startswith("tiles.toml: sides.b: ")
    assert complaint in str(refused.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("stage = 1", "stages.toml: stage: the file consists of"),
        ('[[stage]]\nname = "Mine"', "stages.toml: stage 1: Object missing required field `letters`"),
        (STAGE + "laps = 2", "stages.toml: stage 1: Object contains unknown field `laps`"),
        (STAGE + STAGE, "stages.toml: stage 2 (Mine): name: 'Mine' already belongs to 'Mine'"),
        (STAGE.replace("Mine", "–"), "name: '–' is empty"),
        (STAGE.replace("fans", "club"), "stage 1 (Mine): group: 'club' is none of box, promo"),
        (STAGE.replace("abu", "abc"), "stage 1 (Mine): letters: A stage ends with the finish tile"),
    ],
)
def test_a_bad_stage_file_is_refused_with_file_key_and_reason(text: str, complaint: str) -> None:
    with pytest.raises(BadData) as refused:
        read_stages(text)
    assert complaint in str(refused.value)
