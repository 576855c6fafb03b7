"""Sentences in the reader's language, from the gettext catalogues that the browser app reads too.

A sentence goes by its key and has names in braces. `{rider}` is filled in as it is; `{points:count.points}`
is said by another sentence, which counts them. Where gettext has the plural of a key, ours says what is
counted: `msgid_plural "seconds"` picks a form by the number that fills in `{seconds}`.
"""

import gettext
import json
import os
import re
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import cache
from pathlib import Path

import msgspec

ENGLISH = "en"
LANGUAGES = (ENGLISH, "pl", "it", "cs")
FOLDER = Path(__file__).parent / "locales"
WISHES = ("LC_ALL", "LC_MESSAGES", "LANG")  # where a system says its language, the first that is set
NAME = re.compile(r"\{(\w+)(?::([\w.-]+))?\}")
PLURAL = re.compile(r"plural=([^;]+);")

_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


class Entry(msgspec.Struct, frozen=True):
    """A sentence in all its forms, and which of its names they count."""

    forms: tuple[str, ...]
    counts: str = ""


class Catalogue(msgspec.Struct, frozen=True):
    """All sentences of a language by their keys, and which form goes with a number."""

    entries: dict[str, Entry]
    form: Callable[[int], int]

    def fill(self, key: str, names: Mapping[str, object]) -> str:
        """A sentence with its names filled in; those it does not know are left as they stand."""
        entry = self.entries[key]
        sentence = (
            entry.forms[self.form(abs(int(str(names[entry.counts]))))] if entry.counts else entry.forms[0]
        )

        def said(name: re.Match[str]) -> str:
            if name[1] not in names:
                return name[0]
            return self.fill(name[2], {"n": names[name[1]]}) if name[2] else str(names[name[1]])

        return NAME.sub(said, sentence)


def t(key: str, /, **names: object) -> str:
    """A sentence in the language that is spoken now."""
    return catalogue(spoken()).fill(key, names)


def has(key: str) -> bool:
    """Whether the catalogues have a sentence of this key."""
    return key in catalogue(ENGLISH).entries


def spoken() -> str:
    """The language that is spoken now."""
    return _spoken.get()


def speak(language: str) -> None:
    """Speak this language from now on."""
    _spoken.set(language)


def preferred() -> str:
    """The language that the system asks for; English if we do not speak it."""
    wish = next(filter(None, map(os.environ.get, WISHES)), "")
    language = re.split(r"[_.@-]", wish)[0].lower()  # pl_PL.UTF-8 is Polish
    return language if language in LANGUAGES else ENGLISH


@cache
def catalogue(language: str) -> Catalogue:
    """The sentences of a language, read when they are first wanted."""
    return read((FOLDER / f"{language}.po").read_text("utf-8"))


def read(text: str) -> Catalogue:
    """A catalogue as gettext writes it: a line for each part, an empty one between two sentences."""
    joined = re.sub(
        r'"\n"', "", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)
    )  # comments say nothing to us
    header, *rest = (dict(map(_part, block.splitlines())) for block in re.split(r"\n{2,}", joined.strip()))
    plural = PLURAL.search(header["msgstr"])
    entries = {entry["msgid"]: _entry(entry) for entry in rest}
    return Catalogue(entries, gettext.c2py(plural[1]) if plural else int)


def _part(line: str) -> tuple[str, str]:
    name, _, quoted = line.partition(" ")
    return name, json.loads(quoted)


def _entry(parts: dict[str, str]) -> Entry:
    forms = tuple(text for name, text in parts.items() if name.startswith("msgstr"))
    return Entry(forms, parts.get("msgid_plural", ""))
