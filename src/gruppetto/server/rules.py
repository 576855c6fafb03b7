"""The numbered rules, for everybody who asks why."""

import functools
import re
from pathlib import Path

from gruppetto.server.answers import RuleText
from gruppetto.server.messages import Refused

NUMBERED = re.compile(
    r"\*\*((?:FR|GT|Z|C)\d+(?:\.\d+)*)\*\*\s*(.*?)(?=\n\s*\n|\n[-*] \*\*|\n#|\Z)", re.DOTALL
)


def _pages() -> Path:
    """The rules as the wheel carries them, or as they lie in a checkout."""
    carried = Path(__file__).parent / "rulebook"
    return carried if carried.is_dir() else Path(__file__).parents[3] / "docs" / "rules"


@functools.cache
def rulebook() -> dict[str, str]:
    """Every numbered rule and its text."""
    found: dict[str, str] = {}
    for page in sorted(_pages().glob("*.md")):
        found.update(NUMBERED.findall(page.read_text(encoding="utf-8")))
    return {number: _plain(text) for number, text in found.items()}


def _plain(text: str) -> str:
    """Without the page's own markup: anchors, links and line ends."""
    text = re.sub(r"\{[^}]*\}", "", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return " ".join(text.replace("*", "").split())


def rule_text(number: str) -> RuleText:
    """One rule."""
    if number not in rulebook():
        raise Refused(404, "UnknownRule", f"There is no rule {number}.")
    return RuleText(number, rulebook()[number])
