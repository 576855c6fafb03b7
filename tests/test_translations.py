"""The rules in every language: each passage translates the English of today, with its links and figures."""

import re
from collections import Counter
from pathlib import Path

import pytest
from translations import DRAWINGS, LABEL, OTHERS, PAGES, complaints, labels, redrawn, stamped, translation

from gruppetto.games import registry
from gruppetto.games.passages import Block, Drawing, NumberedRule, Passage, links, passages
from gruppetto.games.rulebook import blocks_of, language_of
from gruppetto.language import LANGUAGES

CODE = re.compile(r"```.*?```|`[^`]+`", re.DOTALL)
FIGURE = re.compile(r"\d+")

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
every_language = pytest.mark.parametrize("language", OTHERS)


@every_page
@every_language
def test_every_passage_is_translated_and_none_is_stale(page: Path, language: str) -> None:
    translated = translation(page, language).read_text("utf-8")
    assert list(complaints(page.read_text("utf-8"), translated)) == []


@every_page
@every_language
def test_links_code_and_figures_are_those_of_the_english(page: Path, language: str) -> None:
    found = {each.anchor: each for each in passages(translation(page, language).read_text("utf-8"))}
    for original in passages(page.read_text("utf-8")):
        assert _fixed(found[original.anchor]) == _fixed(original), f"{language} {original.anchor}"


def _fixed(passage: Passage) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """What a passage has in every language: where it leads, what is typed, and the numbers in its words."""
    to = Counter(re.sub(r"^(\.\./)+", "", link) for link in links(passage.text))
    words = CODE.sub("", re.sub(r"\]\([^)]*\)", "]", passage.text))
    return to, Counter(CODE.findall(passage.text)), Counter(FIGURE.findall(f"{passage.title} {words}"))


@every_language
def test_the_drawings_have_the_words_of_their_language(language: str) -> None:
    english = {label for drawing in DRAWINGS for label in LABEL.findall(drawing.read_text("utf-8"))}
    assert sorted(english ^ set(labels(language))) == []
    for drawing in DRAWINGS:
        assert translation(drawing, language).read_text("utf-8") == redrawn(drawing, language), drawing.name


def test_what_is_stale_missing_or_left_over_is_named() -> None:
    english = "# One\n\nWords.\n\n- **X1**{ #X1 } Ride.\n- **X2**{ #X2 } Rest.\n"
    hashes = {each.anchor: each.hash for each in passages(english)}
    polish = f"# Raz {{ #one data-of={hashes['one']} }}\n\nSłowa.\n\n"
    polish += f"- **X1**{{ #X1 data-of={hashes['X1']} }} Jedź.\n"
    assert list(complaints(english, polish)) == ["X2 is missing"]
    assert list(complaints(english.replace("Ride", "Ride on"), polish)) == ["X1 is stale", "X2 is missing"]
    assert list(complaints(english.replace("Words", "More"), polish)) == ["one is stale", "X2 is missing"]
    polish += "- **X2**{ #X2 } Odpocznij.\n- **X3**{ #X3 } Pij.\n"
    assert list(complaints(english, polish)) == ["X2 is stale", "X3 no longer exists"]
    assert list(complaints(english, stamped(english, polish, {"X2"}))) == ["X3 no longer exists"]
    assert list(complaints(english, stamped(english, polish, {"X1"}))) == [
        "X2 is stale",
        "X3 no longer exists",
    ]


def test_line_ends_are_no_other_words() -> None:
    first, second = passages("# One\n\nSome words.\n"), passages("# One\n\nSome\nwords.\n")
    assert [each.hash for each in first] == [each.hash for each in second]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [game.id for game in registry.own()])
def test_a_table_shows_the_same_rules_in_every_language(game: str, language: str) -> None:
    ours, english = blocks_of(registry.get(game), language), blocks_of(registry.get(game))
    assert language_of(registry.get(game), language) == language
    assert [type(block) for block in ours] == [type(block) for block in english]
    assert _marked(ours) == _marked(english)


def _marked(found: list[Block]) -> list[tuple[str, tuple[str, ...]]]:
    return [(block.number, block.options) for block in found if isinstance(block, NumberedRule)]


def test_a_page_is_read_as_it_is_shown() -> None:
    found = blocks_of(registry.get("flamme-rouge-tour"), "it")
    rules = {block.number: block for block in found if isinstance(block, NumberedRule)}
    assert {"GT1", "FR4.6", "FR9"} <= set(rules)  # a tour leans on the rules of the race
    assert rules["FR8.3"].options == rules["FR5.3"].options == ("mountain_groups",)
    assert rules["FR2.2"].options == ("first", "start_lane")  # its own, and where it sends its readers
    drawings = [block for block in found if isinstance(block, Drawing)]
    assert {"ascent.svg", "slipstream.svg"} <= {block.name for block in drawings}
    assert all(block.shows and block.caption for block in drawings)
