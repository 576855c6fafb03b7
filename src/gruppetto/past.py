"""What a save file holds, and the match in one that other rules made: to read, not to play."""

import base64
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any, NoReturn

import msgspec
from msgspec import Meta

from gruppetto.errors import BadPosition, CorruptLog, GruppettoError, IllegalMove, WrongVersion
from gruppetto.games.game import Game, Json, Message
from gruppetto.match import EVERYTHING, Adviser, Match, Seated, Seed, from_position, signed, start
from gruppetto.story import Story, unpack

Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
SeedHex = Annotated[str, Meta(pattern="^([0-9a-f]{32}){1,2}$")]  # a simulated race has the shorter one
Entry = tuple[Annotated[int, Meta(ge=0, lt=256)], Annotated[int, Meta(ge=0, lt=2**31)]]
OF_THE_STATE = ("state", "_first")


class RoundBegun(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the latest round of a running match began."""

    decisions: Annotated[int, Meta(ge=0)]  # that had been made
    position: dict[str, Any] | None  # before the first round there is none


class SaveFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a save file holds."""

    gruppetto: int
    game: str
    rules_version: Annotated[int, Meta(ge=0, lt=2**31)]
    seats: int
    options: dict[str, Any]
    seed: SeedHex
    commitment: Hex
    start: dict[str, Any] | None
    log: list[Entry]
    result: dict[str, Any] | None
    checksum: Hex
    position: Hex | None = None  # not in files of before
    state: Hex | None = None  # what they had instead: it hung on the layout of a record
    seated: tuple[Seated, ...] = ()
    round: RoundBegun | None = None  # of a running match; not in files of before
    story: bytes | None = None  # of a finished one, packed; not in files of before


class PastMatch(Match):
    """A match that other rules made: its log, its result and its story can be read.

    Whatever would need a state, which only those rules can rebuild, is refused with a sentence.
    """

    def __init__(
        self, game: Game, file: SaveFile, *, decisions: int | None = None, adviser: Adviser | None = None
    ) -> None:
        self.game, self.file, self.adviser, self.reviewer = game, file, adviser, None
        self.seats, self.start, self.seated = file.seats, file.start, file.seated
        self.options = _understood(game, file.options)
        self.seed = bytes.fromhex(file.seed)
        self.log = list(file.log[:decisions])

    def __getattr__(self, name: str) -> NoReturn:
        if name in OF_THE_STATE:
            raise WrongVersion(f"This match is here to be read only: {self._made_by()}.")
        raise AttributeError(name)

    @property
    def rules_version(self) -> int:
        """The version of the rules that made it."""
        return self.file.rules_version

    @property
    def waiting(self) -> tuple[int, ...]:
        """Nobody: it cannot be played on."""
        return ()

    @property
    def over(self) -> bool:
        """Whether the match had ended."""
        return self.file.result is not None and len(self.log) == len(self.file.log)

    @property
    def result(self) -> Json | None:
        """The final ranking, as it was recorded."""
        return self.file.result if self.over else None

    def view(self, seat: int | None = None) -> Json:
        """What a spectator saw."""
        if seat is not None:
            raise WrongVersion(f"Only a spectator's view was kept: {self._made_by()}.")
        return self._views[len(self.log)]

    def at(self, decisions: int) -> "PastMatch":
        """The same match, as it was after so many decisions."""
        if not self._is_moment(decisions):
            raise IllegalMove(f"There is no moment {decisions!r}; {len(self.log)} decisions have been made.")
        other = PastMatch(self.game, self.file, decisions=decisions, adviser=self.adviser)
        other.reviewer = self.reviewer
        other.__dict__.update({key: self.__dict__[key] for key in ("told", "_views") if key in self.__dict__})
        return other

    def story(self, seat: int | None = EVERYTHING) -> Iterator[tuple[int, list[Message]]]:
        """The events of every decision, all of them or as a spectator was told."""
        if seat not in (None, EVERYTHING):
            raise WrongVersion(f"Only a spectator's story was kept: {self._made_by()}.")
        events = self.told.seen if seat is None else self.told.events
        for decision in range(len(self.log)):
            yield decision, events(decision)

    @cached_property
    def told(self) -> Story:
        """The story that was kept."""
        if self.file.story is None:
            raise WrongVersion(f"No story of this match was kept: {self._made_by()}.")
        story = unpack(self.file.story)
        if len(story.steps) != len(self.file.log):
            raise CorruptLog(f"story: {len(story.steps)} decisions, but the log has {len(self.file.log)}.")
        return story

    @cached_property
    def _views(self) -> list[Json]:
        return list(self.told.views())

    def to_json(self, story: bytes | None = None) -> bytes:
        """The save file again, as it was."""
        document = msgspec.to_builtins(self.file)
        del document["checksum"], document["state"]
        told = story or self.file.story
        return signed({**document, "story": base64.b64encode(told).decode() if told else None})

    @property
    def taken_back(self) -> int:
        """How many decisions are taken back where it is carried over."""
        return len(self.file.log) - (self.file.round.decisions if self.file.round else 0)

    def carry_over(self, *, seed: Seed = None) -> Match:
        """The race under the installed rules, from where its latest round began, with fresh chance."""
        if self.file.result is not None:
            raise IllegalMove("The match is over: it can be read, but there is nothing to go on with.")
        if self.file.round is None:
            raise WrongVersion(f"The file holds no position to go on from: {self._made_by()}.")
        try:
            carried = self._carried(self.file.round.position or self.start, seed)
        except GruppettoError as error:
            raise BadPosition(f"These rules do not accept where its latest round began: {error}") from None
        carried.adviser, carried.seated = self.adviser, self.seated
        return carried

    def _carried(self, position: Json | None, seed: Seed) -> Match:
        if position is None:
            return start(self.game.id, seats=self.seats, seed=seed, options=self.file.options)
        return from_position(self.game.id, position, seed=seed)

    def _made_by(self) -> str:
        """Whose it is, for a sentence that says why something cannot be done."""
        return (
            f"version {self.rules_version} of the rules of {self.game.name} made it, "
            f"installed is version {self.game.rules_version}"
        )


def _understood(game: Game, options: Json) -> Any:
    """Options as the game's own type; as they were written, where it knows them no more."""
    try:
        return game.options(options)
    except GruppettoError:
        return options
