"""What is said to somebody who is called: the game, the table, whose turn it is; nothing hidden."""

import msgspec

from gruppetto.games import registry
from gruppetto.language import ENGLISH, LANGUAGES, catalogue, has
from gruppetto.server.store import What

PAGES: dict[What, str] = {"turn": "table", "over": "podium", "invited": "wait"}
PLAIN = str.maketrans("<>@[]`*_", "‹›＠()'··")  # what chats would take for a sign


class Called(msgspec.Struct, frozen=True):
    """Somebody who is called to a table, and to what."""

    table: str
    owner: str
    what: What
    made: int  # decisions, until now
    name: str
    game: str
    title: str

    @property
    def page(self) -> str:
        """Where it goes on, as the app writes it."""
        return f"#/{PAGES[self.what]}/{self.table}"


class Message(msgspec.Struct, frozen=True):
    """What a browser shows."""

    title: str
    body: str
    table: str
    page: str


def say(language: str, key: str, **names: object) -> str:
    """A sentence in the language of whoever reads it."""
    return catalogue(language if language in LANGUAGES else ENGLISH).fill(key, names)


def message(called: Called, language: str) -> Message:
    """What a browser shows to whoever is called."""
    title = say(language, f"call.{called.what}", name=called.name)
    return Message(title, table(called, language), called.table, called.page)


def table(called: Called, language: str) -> str:
    """The game, and what the table is called."""
    key = f"game.{called.game}"
    game = say(language, key) if has(key) else registry.get(called.game).name
    return f"{game} · {called.title}" if called.title else game


def line(called: Called, language: str) -> str:
    """What is said in a chat; no name can call a crowd or pretend to be a link there."""
    said = say(language, "call.chat", name=called.name, table=table(called, language))
    return said.translate(PLAIN)
