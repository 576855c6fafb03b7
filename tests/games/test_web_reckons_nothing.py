"""The browser draws and does not reckon: no constant of a rule is written again in its sources."""

import importlib
import pkgutil
import re
import sys
from pathlib import Path

from gruppetto.games import registry

SOURCES = Path(__file__).parents[2] / "web" / "src"
CONSTANT = re.compile(r"\b(?:const|let) ([A-Z][A-Z0-9_]+)(?:: \w+)? = (-?\d[\d_]*)\b(?!\.)")
DRAWN = {  # what a page has to know before there is a race to ask: how large a board or a form is
    ("MOST_STAGES", 9), ("MOST_STAGES", 21), ("TEAM", 3), ("ROWS", 6), ("MINUTES", 10), ("MINUTE", 60),
}  # fmt: skip
SECOND_ENGINES = ("reach", "worth", "reckoning", "sprintValue", "slotOf", "baseAt", "lastKilometre")


def constants_of_rules() -> set[tuple[str, int]]:
    """Every named number of every rule file."""
    found = set()
    for game in registry.games().values():
        room = sys.modules[game.rules.__name__.rpartition(".")[0]]
        for module in pkgutil.iter_modules(room.__path__, f"{room.__name__}."):
            named = vars(importlib.import_module(module.name)).items()
            found |= {(name, number) for name, number in named if name.isupper() and type(number) is int}
    return found


def sources() -> dict[str, str]:
    return {str(path.relative_to(SOURCES)): path.read_text("utf-8") for path in SOURCES.rglob("*.*")
            if path.suffix in (".ts", ".svelte")}  # fmt: skip


def test_no_constant_of_a_rule_is_written_in_the_browser_again() -> None:
    rules, again = constants_of_rules(), set()
    for path, text in sources().items():
        for name, number in CONSTANT.findall(text):
            constant = (name, int(number.replace("_", "")))
            if constant in rules - DRAWN:
                again.add((path, *constant))
    assert again == set()


def test_the_second_engines_are_gone() -> None:
    declared = re.compile(rf"\b(?:function|const) ({'|'.join(SECOND_ENGINES)})\b(?: = )?\(")
    assert {path: declared.findall(text) for path, text in sources().items() if declared.search(text)} == {}


def test_the_search_finds_what_it_looks_for() -> None:
    assert ("EXHAUSTION_VALUE", 2) in constants_of_rules()
    assert CONSTANT.findall("  const EXHAUSTION_VALUE: number = 2\n") == [("EXHAUSTION_VALUE", "2")]
