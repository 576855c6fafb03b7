"""A lesson: a race with known chance, and which words are said when something first happens in it."""

import functools
from importlib.resources import files
from typing import Annotated

import msgspec
from msgspec import Meta

from gruppetto.errors import UnknownLesson
from gruppetto.games import registry
from gruppetto.games.datafiles import document_in, entry, text_in
from gruppetto.games.game import Game, Json
from gruppetto.match import Match, from_position, start

FOLDER = files("gruppetto.lessons")
PUPIL = 0  # the seat of whoever learns


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is said once: after such an event, with such a choice, or else at the start."""

    name: str
    event: str = ""
    question: str = ""
    has: Annotated[
        dict[str, int | str | bool | tuple[int | str, ...]],
        Meta(description="What the event or the choice must say: this, or one of these."),
    ] = {}


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first race of a game."""

    game: str
    seats: int
    rival: str  # the level of everybody but the pupil
    seed: str  # known to everybody: nothing in a lesson is secret
    words: tuple[Words, ...]
    then: Json  # the options of the race that is ridden next
    options: Json = {}
    position: Json | None = None  # where it begins, unless with a deal

    @property
    def room(self) -> Game:
        """The game that is learnt."""
        return registry.get(self.game)

    def match(self) -> Match:
        """The race, before its first decision."""
        if self.position is None:
            return start(self.game, seats=self.seats, seed=self.seed, options=self.options)
        return from_position(self.game, self.position, seed=self.seed)


def lesson(game: str) -> Lesson:
    """The lesson of a game."""
    found = _read(registry.get(game).id)
    if found is None:
        raise UnknownLesson(f"Nobody has written a lesson for {registry.get(game).name} yet.")
    return found


def lessons() -> list[str]:
    """The games that have one."""
    return [game for game in registry.games() if _read(game)]


def lesson_of(game: str, seed: str) -> Lesson | None:
    """The lesson that a match with this seed is, if it is one."""
    found = _read(game)
    return found if found and found.seed == seed else None


@functools.cache
def _read(game: str) -> Lesson | None:
    file = f"{game}.toml"
    if not (FOLDER / file).is_file():
        return None
    return entry(file, "lesson", {"game": game, **document_in(file, text_in(FOLDER, file))}, Lesson)
