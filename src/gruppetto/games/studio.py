"""What a game brings to the stage studio: roads half composed, stages at random, and how a stage races."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from gruppetto.errors import BadOption

Unit = Literal["squares", "seconds"]


class Measure(msgspec.Struct, frozen=True):
    """Something stages are compared by: the mean of what is noted of every race."""

    key: str
    title: str
    form: Literal["number", "share", "seconds"] = "number"


class Noted(msgspec.Struct, frozen=True):
    """What a game notes of one race that is over."""

    kind: str  # of the winner, one of the studio's kinds
    gap: int  # from them to the best rider of another team
    means: dict[str, float]  # one for each of the studio's own measures


class Figures(msgspec.Struct, frozen=True):
    """What so many races on a stage came to. Shares are of all races."""

    stage: str
    letters: str  # the stage written out
    races: int
    wins_by_kind: dict[str, float]
    wins_by_seat: list[float]
    gaps: list[float]  # from the winner to the best rider of another team, by the steps of the report
    means: dict[str, float]  # of all the measures of the report
    chances: list[float]  # of the later winner, at the start of each round


class Report(msgspec.Struct, frozen=True):
    """A stage beside the official ones, ridden by the same players."""

    game: str
    players: list[str]
    measures: list[Measure]
    unit: Unit  # of gaps
    gaps: list[int]  # where each step begins
    stage: Figures
    official: list[Figures]


class Studio(ABC):
    """The stages of one game, composed and looked at; every stage has a text that it is written out as."""

    wishes_type: type[msgspec.Struct]
    kinds: tuple[str, ...]  # of riders, for who wins
    unit: Unit  # of gaps
    gaps: tuple[int, ...]  # where each step of the gaps that are counted together begins
    measures: tuple[Measure, ...]

    @abstractmethod
    def written(self, stage: str) -> str:
        """A sound stage, by its name or written out, as its text; anything else is refused."""

    @abstractmethod
    def called(self, stage: str) -> str:
        """What a stage is called."""

    @abstractmethod
    def options(self, stage: str) -> dict[str, Any]:
        """The options of a race on this stage."""

    @abstractmethod
    def official(self) -> list[str]:
        """The stages that others are compared with."""

    @abstractmethod
    def pieces(self) -> Any:
        """What roads are made of."""

    @abstractmethod
    def composition(self, text: str) -> Any:
        """A road as far as it is composed, with its flaws; refused is only what names no pieces at all."""

    @abstractmethod
    def compose(self, wishes: Any, seed: int) -> str:
        """The text of a stage at random that fulfils the wishes; the same for the same wishes and seed."""

    @abstractmethod
    def facts(self, stage: str) -> dict[str, Any]:
        """What there is to count on a stage."""

    @abstractmethod
    def summary(self, stage: str) -> str:
        """The same as a sentence."""

    @abstractmethod
    def remarks(self, stage: str) -> list[str]:
        """What else there is to say of a sound stage."""

    @abstractmethod
    def draw(self, stage: str) -> str:
        """A stage as a picture, in SVG."""

    @abstractmethod
    def round_of(self, race: Any) -> int:
        """The round that is being ridden; 0 before and after."""

    @abstractmethod
    def leader(self, race: Any) -> int:
        """The seat of the foremost rider."""

    @abstractmethod
    def noted(self, race: Any, report: Mapping[str, int]) -> Noted:
        """What is to be noted of a race that is over, beside what the game reports of every race."""

    def wishes(self, given: Mapping[str, Any]) -> Any:
        """Wishes as the game's own type, every name and value checked; what is left open may be anything."""
        try:
            return msgspec.convert(dict(given), self.wishes_type, strict=False)
        except msgspec.ValidationError as error:
            known = ", ".join(self.wishes_type.__struct_fields__)
            raise BadOption(f"{error}; what can be wished for is {known}.") from None
