"""The rules in other languages: what is stale or missing; and their stamps, once somebody has looked.

    python tests/tools/translations.py                what is to be done
    python tests/tools/translations.py FR4.6 GT3      these passages have been looked at
    python tests/tools/translations.py all --lang pl  everything has, in Polish

Every passage of a translation carries a hash of the English it translates. The drawings are drawn anew each
time, with the words of `drawings.toml`.
"""

import argparse
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from gruppetto.games.passages import BEGINNING, passages
from gruppetto.language import ENGLISH, LANGUAGES

RULES = Path(__file__).resolve().parents[2] / "docs" / "rules"
PAGES = sorted(RULES.glob("*.md"))
DRAWINGS = sorted((RULES / "pictures").glob("*.svg"))
OTHERS = [language for language in LANGUAGES if language != ENGLISH]
STAMP = re.compile(r"\{ #(\S+)(?: data-of=\w+)? \}")
LABEL = re.compile(r"(?<=>)[^<>]*[^\W\d_]{2}[^<>]*(?=<)")  # words between tags; S and R are nobody's words


def translation(page: Path, language: str) -> Path:
    """Where a page or a drawing is in another language."""
    return RULES / language / page.relative_to(RULES)


def complaints(english: str, translated: str) -> Iterator[str]:
    """What is wrong with the translation of a page, passage by passage."""
    originals = {each.anchor: each for each in passages(english)}
    found = {each.anchor: each for each in passages(translated)}
    for anchor, original in originals.items():
        if anchor not in found:
            yield f"{anchor} is missing"
        elif found[anchor].of != original.hash:
            yield f"{anchor} is stale"
    yield from (f"{anchor} no longer exists" for anchor in found if anchor not in originals)
    if list(found) != list(originals) and found.keys() == originals.keys():
        yield "the passages are in another order"


def stamped(english: str, translated: str, looked_at: set[str]) -> str:
    """A translation whose passages, as far as they were looked at, refer to the English of today."""
    hashes = {each.anchor: each.hash for each in passages(english)}

    def stamp(mark: re.Match[str]) -> str:
        anchor = mark[1]
        wanted = anchor in hashes and (anchor in looked_at or "all" in looked_at)
        return f"{{ #{anchor} data-of={hashes[anchor]} }}" if wanted else mark[0]

    lines = translated.splitlines(keepends=True)
    return "".join(STAMP.sub(stamp, line, count=1) if BEGINNING.match(line) else line for line in lines)


def labels(language: str) -> dict[str, str]:
    """The words of the drawings in another language, by the English."""
    return tomllib.loads((RULES / language / "drawings.toml").read_text("utf-8"))


def redrawn(drawing: Path, language: str) -> str:
    """A drawing with the words of another language."""
    words = labels(language)
    return LABEL.sub(lambda label: words.get(label[0], label[0]), drawing.read_text("utf-8"))


def _draw(language: str) -> None:
    for drawing in DRAWINGS:
        path = translation(drawing, language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(redrawn(drawing, language), "utf-8")


def _stamp(page: Path, language: str, looked_at: set[str]) -> None:
    path = translation(page, language)
    if looked_at and path.is_file():
        path.write_text(stamped(page.read_text("utf-8"), path.read_text("utf-8"), looked_at), "utf-8")


def _tell(page: Path, language: str) -> None:
    path = translation(page, language)
    for fault in complaints(page.read_text("utf-8"), path.read_text("utf-8") if path.is_file() else ""):
        print(f"{path.relative_to(RULES.parent)}: {fault}")


def main() -> None:
    """Stamp what was looked at, draw, and tell what is left to do."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("anchors", nargs="*", help="rules or headings that somebody has looked at, or: all")
    parser.add_argument(
        "--lang", choices=OTHERS, action="append", help="in which language; by default in all"
    )
    given = parser.parse_args()
    for language in given.lang or OTHERS:
        _draw(language)
        for page in PAGES:
            _stamp(page, language, set(given.anchors))
            _tell(page, language)


if __name__ == "__main__":
    main()
