"""Every numbered rule of every game has a test that names it, and every test names a rule that exists."""

import pytest

from gruppetto.games import registry
from gruppetto.games.rulebook import prefixes, rulebook, rules_of

WORKED_EXAMPLES = {"FV": range(1, 18), "TV": range(1, 46), "CT": range(1, 27)}  # by game


def test_the_rulebook_is_read() -> None:
    assert {"FR1.1", "FR4.6", "FR5.4", "FR6.2", "FR8.4", "FR9", "GT1", "GT12"} <= set(rulebook())
    assert {"Z1.1", "Z7.8.9", "Z7.12.10", "Z9.3.1", "Z13.27"} <= set(rulebook())
    assert {"C1.1", "C3.4.2", "C6.1.4", "C14.10", "C17.37", "C19.1"} <= set(rulebook())


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_every_game_has_a_page_of_numbered_rules(game: str) -> None:
    assert len(rules_of(registry.get(game))) > 5


def test_numbers_begin_with_letters_that_are_read_from_the_pages() -> None:
    assert {"FR", "GT", "Z", "C"} <= prefixes()
    assert all(prefix.isalpha() for prefix in prefixes())


def test_every_numbered_rule_has_a_test_that_names_it(
    rules_tested: set[str], request: pytest.FixtureRequest
) -> None:
    if not request.config.getoption("file_or_dir"):  # else only part of the tests was collected
        assert sorted(set(rulebook()) - rules_tested) == []


def test_every_test_names_rules_that_exist(rules_tested: set[str]) -> None:
    rules = {number for number in rules_tested if not number.startswith(tuple(WORKED_EXAMPLES))}
    assert sorted(rules - set(rulebook())) == []


def test_every_worked_example_is_a_test(rules_tested: set[str], request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("file_or_dir"):
        expected = {f"{kind}{number}" for kind, numbers in WORKED_EXAMPLES.items() for number in numbers}
        assert sorted(expected - rules_tested) == []
