"""What every game is: rules on a record, and a thin layer that gives names to things."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Literal

import msgspec
import numpy as np

from gruppetto.errors import BadOption, BadPosition, UnknownOption, UnknownSeat, suggestion
from gruppetto.games import loops
from gruppetto.games.classification import Classification
from gruppetto.games.direct import direct
from gruppetto.games.reasons import Reasons
from gruppetto.games.studio import Studio
from gruppetto.games.vocabulary import Bounds, Seen, bounds_of, document_of, face_of, options_from
from gruppetto.kernel.chance import replant
from gruppetto.kernel.record import Ints, Keys, Records

SPECTATOR = -1
ASK = -1  # what a rule of routine answers where a person is to be asked
PLAYER = "player"  # who leads a team that is no dummy team
LONGEST_NAME = 80  # as much of a wrong name as is said again
WIDE = np.iinfo(np.int32)
Json = dict[str, Any]
Document = (
    msgspec.Struct | Json
)  # typed, where a room says how: what a method says it gives is what all are told


class Message(msgspec.Struct, frozen=True, tag=True):
    """An action or an event in the words of its game."""

    rule: ClassVar[str] = ""
    reveals: ClassVar[bool] = False  # chance or something hidden has come to light: no way back
    opens_round: ClassVar[bool] = False  # a round begins with it

    @property
    def text(self) -> str:
        """The message as a sentence."""
        raise NotImplementedError

    @property
    def key(self) -> str:
        """What kind of message it is."""
        return type(self).__name__

    @property
    def short(self) -> str:
        """The same in a few words, for a button or a column."""
        return self.text

    def seen_by(self, seat: int | None) -> "Message | None":
        """What a seat (or a spectator) learns of it: all, less, or nothing."""
        del seat
        return self


class Choice(msgspec.Struct, frozen=True):
    """One legal decision: its code in the log, what it means, and a sentence that says so."""

    code: int
    message: Message
    text: str
    preview: Message | None = None  # what would come of it, as far as that is certain as things stand
    routine: bool = False  # the obvious answer to a question that is hardly one


class Ground(msgspec.Struct, frozen=True):
    """Where a race is: how far the foremost rider has come, how high the road lies there, and how it is."""

    at: int  # of the squares, fields or turns of the stage
    height: float
    terrain: Literal["flat", "ascent", "descent"] = "flat"


class Preset(msgspec.Struct, frozen=True):
    """A set of options with a name; tables for these numbers of seats begin with it."""

    name: str
    options: Mapping[str, str | bool]
    seats: tuple[int, ...] = ()


class Game(ABC):
    """The contract, on top of the compiled functions of `rules`."""

    id: str
    name: str
    rank: int = 9  # in lists of games; the lowest is played where no game is named
    line: str = ""  # what it is, in a sentence, unless the catalogues say it: `game.ID.line`
    minutes: tuple[int, int] | None = None  # that a race takes, from and to: see docs/add-a-game.md
    weight: int = 0  # how heavy it is to learn and to play, from 1 to 5; 0 where nobody has said
    rules_version: int
    fewest_seats: int
    most_seats: int
    teams: tuple[str, ...] = ("Blue", "Red", "Green", "Black", "Yellow", "Violet")  # by seat
    record: np.dtype[Any]
    streams: int
    actions: int  # action codes are below this
    observation: int  # how many numbers `observe` writes
    observed: tuple[Seen, ...] = ()  # these numbers in their order, where the room declares them
    options_type: type[msgspec.Struct]
    position_type: type[msgspec.Struct]
    move_types: tuple[type[Message], ...] = ()  # what a choice may mean,
    event_types: tuple[type[Message], ...] = ()  # what may happen,
    preview_types: tuple[type[Message], ...] = ()  # and what may be foreseen
    report: Mapping[str, str]  # what `rules.report` writes of a finished race; rounds and rider first
    page: str = "rules.md"  # of its numbered rules: a file in its room, or one of the pages in docs/rules
    rules: ModuleType  # deal, waiting, legal, act, over, score, forget, observe, report, invariants
    always: Mapping[str, str]  # what is true of every state of a race, by name: a bit of `invariants` each
    heuristic: Callable[..., int]  # a sensible rider for play-outs and beginners
    inputs: int = 0  # how many numbers a network reads; 0 in a game that no network can ride,
    features: Callable[..., None] | None = None  # and the rule that makes them of what a seat observes
    network: Path | None = None  # the file of the one that the room comes with
    lengths: tuple[int, ...] = (1,)  # how many stages the races have that it learns from, each as often,
    variants: tuple[Mapping[str, Any], ...] = ()  # and by which other rules, beside those of presets
    of_stages: "Game | None" = None  # of a tour, the game of its stages: its inputs and actions come first
    routine: Callable[..., int] | None = None  # the obvious answer to a question; ASK where it is a person's
    candidates: Callable[..., bool] | None = None  # whether an action is worth trying out; all, if not said
    horizon: ModuleType | None = None  # `over` and `score` for thinkers who look less far than to the end
    clear_lead: int = 0  # a lead in the horizon's score that counts as won; 0: scores only rank
    trees: bool = True  # whether looking at what others may answer helps; not where dice come in between
    studio: Studio | None = None  # where stages of one's own are composed and looked at
    presets: tuple[Preset, ...] = ()  # sets of options to choose from, besides the game as printed
    reasons: Reasons | None = None  # what a review can measure of it,
    worlds: int = 1024  # and how many it imagines for a decision, unless a budget says otherwise
    renew: Callable[..., None] = staticmethod(replant)  # all chance to come anew, and nothing else
    # how many points a bot of a level is ahead of the sensible rider; who has 400 wins ten of eleven races
    anchors: ClassVar[Mapping[str, float]] = {}
    trust: float = 0.0  # by how many standard errors a thinker's choice must be better than the sensible one

    @abstractmethod
    def setup(self, options: Any, seats: int) -> Records:
        """The options as the one-record array that `deal` reads; refuses what does not go together."""

    @abstractmethod
    def message(self, state: Records, seat: int, code: int) -> Message:
        """What an action code means to a seat in this state."""

    def preview(self, state: Records, seat: int, code: int) -> Message | None:
        """What would come of an action, from what its seat knows; nothing where that is not certain."""
        del state, seat, code
        return None

    def explained(self, state: Records, seat: int, codes: Sequence[int]) -> list[Choice]:
        """What legal codes mean to a seat, what would come of them, and which is the obvious one."""
        obvious = int(direct(loops.obvious, self.routine)(state, seat)) if self.routine and codes else ASK
        return [self._choice(state, seat, code, routine=code == obvious) for code in codes]

    def _choice(self, state: Records, seat: int, code: int, *, routine: bool) -> Choice:
        message = self.message(state, seat, code)
        return Choice(code, message, message.text, self.preview(state, seat, code), routine)

    @abstractmethod
    def events(self, rows: Sequence[tuple[int, ...]]) -> list[Message]:
        """The events of a trace, in words."""

    @abstractmethod
    def view(self, state: Records, seat: int | None) -> Document:
        """The one projection of what a seat (or a spectator) may know."""

    def views(self, state: Records) -> Callable[[int | None], Document]:
        """The same projection for several viewers of one state; a game may share work among them."""
        return lambda seat: self.view(state, seat)

    @abstractmethod
    def result(self, state: Records) -> Document:
        """The ranking of a race that is over."""

    @abstractmethod
    def position(self, state: Records) -> Json:
        """The whole position as a document."""

    @abstractmethod
    def from_position(self, document: Any, keys: Keys) -> tuple[Records, Any]:
        """The state a document describes, with fresh chance, and the options it was raced with."""

    @abstractmethod
    def rider_names(self, seats: int) -> list[str]:
        """The riders of so many teams, in the order of their numbers."""

    def seats_of(self, state: Records) -> int:
        """How many seats the race in a record has."""
        return int(state[0].setup.seats)

    def stage_of(self, state: Records) -> int:
        """Which stage of a tour the race in a record has come to, from 0."""
        del state
        return 0

    def stages_in(self, setup: Records) -> int:
        """How many stages a race with this setup has."""
        del setup
        return 1

    def classifications(self, state: Records) -> list[Classification]:
        """The classifications of a race of several stages; the first of them decides who wins it."""
        del state
        return []

    def places(self, result: Json) -> list[list[int]]:
        """The seats of a result, the winner first; those who share a place stand together."""
        return [[seat] for seat in result["seats"]]

    def blank(self) -> Records:
        """A record to deal into."""
        return np.zeros(1, self.record)

    def bounds(self) -> tuple[Bounds, Bounds]:
        """The lowest and the highest that each number of `observe` may be, in as narrow a type as will do."""
        anything = Seen("", WIDE.min, WIDE.max, "", self.observation)
        return bounds_of(self.observed or (anything,))

    def broken(self, state: Records) -> list[str]:
        """What ought to be true of every state and is not of this one, in sentences."""
        mask = int(loops.audit(self.rules.invariants, state))
        truths = [f"{name}: {truth}" for name, truth in self.always.items()]
        return [truths[bit] for bit in bits(mask)]

    def check_possible(self, state: Records) -> None:
        """Refuse a state that no race can reach."""
        if broken := self.broken(state):
            raise BadPosition(
                f"No race can reach this position. What would have to be true: {' '.join(broken)}"
            )

    def options(self, given: Mapping[str, Any]) -> Any:
        """Options as the game's own type, every name and value checked."""
        if not isinstance(given, Mapping):
            raise BadOption(f"{self.name}: options are names with values, not {str(given)[:LONGEST_NAME]!r}.")
        known = [field.encode_name for field in msgspec.structs.fields(self.options_type)]
        for name in given:
            if name not in known:
                asked = str(name)[:LONGEST_NAME]
                raise UnknownOption(
                    f"{self.name} has no option {asked!r}{suggestion(asked, known)} "
                    f"Its options are {', '.join(known)}."
                )
        try:
            return options_from(self.options_type, dict(given))
        except (msgspec.ValidationError, UnicodeEncodeError) as error:
            raise BadOption(f"{self.name}: {error}.{self._allowed(str(error))}") from None
        except RecursionError:
            raise BadOption(f"{self.name}: options are not nested that deep.") from None

    def _allowed(self, fault: str) -> str:
        """What the option a fault is about may be, where it is one of a few words."""
        for name, field in self.options_schema()["$defs"][self.options_type.__name__]["properties"].items():
            if f"$.{name}`" in fault and "enum" in field:
                return f" It may be {' or '.join(map(repr, field['enum']))}."
        return ""

    def preset_for(self, seats: int) -> Mapping[str, Any]:
        """The options that a table for so many seats begins with."""
        return next((preset.options for preset in self.presets if seats in preset.seats), {})

    def check_seats(self, seats: int) -> None:
        """Refuse a number of seats the game is not made for."""
        if not isinstance(seats, int) or not self.fewest_seats <= seats <= self.most_seats:
            raise UnknownSeat(
                f"{self.name} is for {self.fewest_seats} to {self.most_seats} seats, not {seats!r}."
            )

    def ridden(self, options: Any) -> str:
        """The stage or stages that these options name; nothing where they are chosen at the table."""
        del options
        return ""

    def leaders(self, options: Any, seats: int) -> Sequence[str]:
        """Who leads the team of each seat: "player", or the name of a dummy team that nobody plays."""
        del options
        return (PLAYER,) * seats

    def rehearse(self, position: Json) -> None:
        """Call what the room offers beyond this contract, so that it is compiled too; most offer nothing."""
        del position

    def talks_in_private(self, options: Any) -> bool:
        """Whether two players may say to each other what nobody else hears."""
        del options
        return False

    def options_schema(self) -> Json:
        """The options as JSON Schema."""
        return msgspec.json.schema(face_of(self.options_type))

    def position_schema(self) -> Json:
        """The position document as JSON Schema."""
        schema = msgspec.json.schema(self.position_type)
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"{self.name}: a position",
            **schema,
        }

    def catalogue(self) -> Document:
        """What there is to choose from when a table is set up, beyond the options' schema."""
        return {"stages": []}

    def own_data(self, folder: str | Path) -> Json:
        """The options that an owner's own data files come down to; most games have no such files."""
        del folder
        raise BadOption(f"data: {self.name} is played with our own data; leave it out.")

    def stages(self) -> list[str]:
        """The stages that are ridden when all of them are asked for; none where there is one road only."""
        return []

    def on_stage(self, stage: str) -> Json:
        """The options of a race on one stage, by its name or written out."""
        if self.studio is None:
            raise BadOption(f"stages: {self.name} has no stages to choose from.")
        return self.studio.options(stage)

    def ground(self, state: Records) -> Ground | None:
        """Where the race is on its road; nothing where a game has none to draw."""
        del state
        return None

    def scenery(self, stage: str) -> Document:
        """What does not change during a race, for drawing it."""
        return {"stage": stage}

    def moment(self, view: Any) -> Document:
        """What a replay shows of a position, from a spectator's view; `letters` is the stage it is on."""
        return view

    def describe(self) -> Json:
        """The game and its options, for anybody who wants to set up a table."""
        return {
            "id": self.id,
            "name": self.name,
            "line": self.line,
            "minutes": self.minutes,
            "weight": self.weight,
            "rules_version": self.rules_version,
            "seats": [self.fewest_seats, self.most_seats],
            "options": document_of(self.options_type()),
            "presets": msgspec.to_builtins(self.presets),
            "schema": self.options_schema(),
        }


def bits(mask: int) -> tuple[int, ...]:
    """The seats in a bit mask."""
    return tuple(seat for seat in range(int(mask).bit_length()) if mask >> seat & 1)


def no_numbers(length: int) -> Ints:
    """Room for a rule to write so many numbers into."""
    return np.zeros(length, np.int32)
