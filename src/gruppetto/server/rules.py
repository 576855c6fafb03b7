"""The numbered rules, for everybody who asks why."""

from gruppetto.games.rulebook import rulebook
from gruppetto.server.messages import Refused


def rule_text(number: str) -> dict[str, str]:
    """One rule."""
    if number not in rulebook():
        raise Refused(404, "UnknownRule", f"There is no rule {number}.")
    return {"number": number, "text": rulebook()[number]}
