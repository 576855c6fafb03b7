"""Every numbered rule in docs/rules has a test that names it, and every test names a rule that exists."""

import re
from pathlib import Path

import pytest

RULES = Path(__file__).parents[1] / "docs" / "rules"
NUMBER = re.compile(r"\*\*((?:FR|GT|Z|C)\d+(?:\.\d+)*)\*\*")


def numbered_rules() -> set[str]:
    return {number for page in RULES.glob("*.md") for number in NUMBER.findall(page.read_text("utf-8"))}


def test_the_rulebook_is_read() -> None:
    assert {"FR1.1", "FR4.6", "FR5.4", "FR6.2", "FR8.4", "FR9", "GT1", "GT12"} <= numbered_rules()


def test_every_numbered_rule_has_a_test_that_names_it(
    rules_tested: set[str], request: pytest.FixtureRequest
) -> None:
    if not request.config.getoption("file_or_dir"):  # else only part of the tests was collected
        assert sorted(numbered_rules() - rules_tested) == []


def test_every_test_names_rules_that_exist(rules_tested: set[str]) -> None:
    rules = {number for number in rules_tested if not number.startswith("FV")}  # FV: worked examples
    assert sorted(rules - numbered_rules()) == []


def test_every_worked_example_is_a_test(rules_tested: set[str], request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("file_or_dir"):
        assert {f"FV{number}" for number in range(1, 18)} <= rules_tested
