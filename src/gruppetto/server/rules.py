"""The numbered rules, for everybody who asks why."""

from gruppetto.games.rulebook import rulebook
from gruppetto.server.answers import RuleText
from gruppetto.server.messages import Refused


def rule_text(number: str) -> RuleText:
    """One rule."""
    if number not in rulebook():
        raise Refused(404, "UnknownRule", f"There is no rule {number}.")
    return RuleText(number, rulebook()[number])
