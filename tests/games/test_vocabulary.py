"""What is declared once comes out the same everywhere: in records, documents, schemas and messages."""

from enum import IntEnum
from typing import Annotated, ClassVar

import msgspec
import numpy as np
import pytest
from msgspec import Meta

from gruppetto.games.vocabulary import (
    FLAG,
    At,
    From,
    Kept,
    Part,
    counted_from,
    document_of,
    event_reader,
    events_in,
    face_of,
    keep,
    kept,
    listed,
    move_reader,
    named,
    options_from,
    piles,
    read_numbers,
    shared,
    sheet_of,
    told,
    unless,
    unusual,
    write_numbers,
)
from gruppetto.kernel.record import Ints, dtype_of
from gruppetto.kernel.rule import rule

Finish = IntEnum("Finish", "AT_ONCE AFTER_SLIPSTREAM", start=0)


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What a table may choose."""

    stage: str = "Plaine"
    finish: Annotated[Finish, Meta(description="When a race is over.")] = Finish.AT_ONCE
    handicap: bool = False
    laps: Annotated[int, Meta(ge=1, le=9)] = 1
    teams: tuple[Finish, ...] = ()
    other: Finish | None = None


class Setup:
    options: Options
    seats: int


class Race:
    setup: Setup
    place: Annotated[Ints, 3]
    home: Annotated[Ints, 3]
    leader: int


@rule
def deal(race: Race, setup: Setup) -> int:
    race.setup = setup
    return race.setup.options.finish == Finish.AFTER_SLIPSTREAM and race.setup.options.laps


@rule
def dealt(races: np.ndarray, setups: np.ndarray) -> int:  # type: ignore[type-arg]
    return deal(races[0], setups[0])


CHOSEN = {"finish": "after-slipstream", "laps": 2, "teams": ["at-once"], "other": "after-slipstream"}


def test_words_become_numbers_that_rules_read_and_words_again() -> None:
    options = options_from(Options, CHOSEN)
    assert options.teams == (Finish.AT_ONCE,)
    setup, race = np.zeros(1, dtype_of(Setup)), np.zeros(1, dtype_of(Race))
    write_numbers(options, setup[0].options)
    assert dealt(race, setup) == 2
    numbers = read_numbers(Options, sheet_of(Race, race[0]).setup.options)
    assert numbers == {"finish": Finish.AFTER_SLIPSTREAM, "handicap": False, "laps": 2}
    assert msgspec.structs.replace(options, **numbers) == options
    assert options_from(Options, document_of(options)) == options


def test_only_what_is_unusual_is_told() -> None:
    assert unusual(Options()) == {}
    assert unusual(options_from(Options, CHOSEN)) == {**CHOSEN, "teams": ("at-once",)}


class TourOptions(Options, frozen=True, kw_only=True):
    """What a table may choose for several races."""

    traits: bool = True


def test_options_come_before_those_shared_with_another_game() -> None:
    options = options_from(TourOptions, {"laps": 2, "traits": False})
    assert list(document_of(options))[:3] == ["traits", "stage", "finish"]
    assert list(face_of(TourOptions).__struct_fields__) == list(document_of(options))
    assert Options(**shared(options, Options)) == Options(laps=2)
    assert TourOptions(**shared(Options(laps=2), TourOptions), traits=False) == options


def test_a_schema_speaks_in_words() -> None:
    schema = msgspec.json.schema(face_of(Options))["$defs"]["Options"]
    assert schema["description"] == "What a table may choose."
    assert schema["properties"]["finish"] == {
        "description": "When a race is over.",
        "enum": ["after-slipstream", "at-once"],
        "default": "at-once",
    }
    assert schema["properties"]["laps"]["maximum"] == 9


@pytest.mark.parametrize(
    "bad", [{"finish": 1}, {"finish": "never"}, {"laps": 10}, {"speed": 3}, {"teams": "x"}]
)
def test_what_is_not_declared_is_refused(bad: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        options_from(Options, bad)


def test_a_sheet_has_the_fields_of_its_record_as_plain_numbers() -> None:
    race = np.zeros(1, dtype_of(Race))[0]
    race.place[1], race.setup.options.laps = 3, 2
    sheet = sheet_of(Race, race)
    assert sheet.place == [0, 3, 0]
    assert (sheet.leader, sheet.setup.options.laps) == (0, 2)


class Told(IntEnum):
    RODE = 1
    DREW_CARDS = 7


RIDER = named("SR")


class Rode(msgspec.Struct, frozen=True, tag=True):
    rider: Annotated[str, RIDER]
    square: int
    alone: bool
    last: Annotated[int, At(first=4)]


class DrewCards(msgspec.Struct, frozen=True, tag=True):
    rider: Annotated[str, RIDER] | None
    cards: Annotated[tuple[int, ...], At(lambda cards: tuple(card for card in cards if card >= 0), all=True)]


def test_a_row_of_a_trace_is_the_message_of_its_name() -> None:
    read = event_reader(Told, events_in(Told, globals().values()))
    assert read((1, 1, 12, 0, 99, 5)) == Rode("R", 12, False, 5)
    assert read((7, 0, 3, 4, -1, -1)) == DrewCards("S", (3, 4))


class Action(IntEnum):
    PASS = 0
    FOLLOW = 1  # FOLLOW + rider
    PLACE = 10  # PLACE + 2 * square + lane


class Question(IntEnum):
    START = 0
    PLAN = 1
    CAR = 2


class StandBack(msgspec.Struct, frozen=True):
    means: ClassVar = {Question.START: Action.PASS, Question.CAR: Action.PASS}


class RideAlone(msgspec.Struct, frozen=True):
    means: ClassVar = {Question.PLAN: Action.PASS}
    rider: Annotated[str, Kept(RIDER, "leader")]


class Follow(msgspec.Struct, frozen=True):
    means: ClassVar = Action.FOLLOW
    rider: Annotated[str, Kept(RIDER, "leader")]
    mate: Annotated[str, RIDER]
    fields: Annotated[int, From(lambda race, seat, offset: int(race.place[offset]) + seat)]


class Place(msgspec.Struct, frozen=True):
    means: ClassVar = Action.PLACE
    spot: int


def test_a_code_is_the_move_that_means_its_action() -> None:
    read = move_reader(Action, [StandBack, RideAlone, Follow, Place, Options], lambda race: race.home[0])
    race = np.zeros(1, dtype_of(Race))[0]
    race.leader, race.place[0] = 1, 7
    assert read(race, 0, 0) == StandBack()
    assert read(race, 2, 1) == Follow("R", "S", 9)
    assert read(race, 0, 13) == Place(3)
    race.home[0] = Question.PLAN
    assert read(race, 0, 0) == RideAlone("R")
    assert isinstance(read(race, 0, 13).spot, int)


def test_two_moves_cannot_mean_the_same() -> None:
    with pytest.raises(TypeError, match="Place means what another move means already"):
        move_reader(Action, [Follow, Place, Place])


class Rider(Part, frozen=True):
    place: Annotated[int | None, Kept(unless(-1, counted_from(1)))] = None
    is_home: Annotated[bool, Kept(FLAG, "home")] = False
    note: str = ""


class Places(Part, frozen=True):
    place: Annotated[list[int], Kept(listed(counted_from(1), 3))]


def test_a_row_of_numbers_is_kept_with_nothing_at_its_end() -> None:
    race = np.zeros(1, dtype_of(Race))[0]
    keep(Places([3, 1]), race)
    assert race.place.tolist() == [2, 0, -1]
    assert told(race, Places) == {"place": [3, 1, 0]}


class Leading(Part, frozen=True):
    leader: Annotated[str, Kept(named(Finish))]


def test_parts_of_a_document_are_kept_in_the_record_and_read_from_it() -> None:
    race = np.zeros(1, dtype_of(Race))[0]
    keep(Rider(place=3, is_home=True), race, 1)
    keep(Rider(), race, 2)
    keep(Leading("after-slipstream"), race)
    assert (race.place.tolist(), race.home.tolist(), race.leader) == ([0, 2, -1], [0, 1, 0], 1)
    assert told(race, Rider, 1) == {"place": 3, "is_home": True}
    assert told(sheet_of(Race, race), Rider, 1, ("is_home",)) == {"is_home": True}
    assert told(race, Rider, 2) == {"place": None, "is_home": False}
    assert told(race, Leading) == {"leader": "after-slipstream"}


class Noted(Part, frozen=True):
    first: Annotated[int, kept("Counted from 1.", counted_from(1), "leader", ge=1, le=3)] = 1


def test_one_note_says_what_a_field_means_where_it_is_kept_and_between_what_it_lies() -> None:
    race = np.zeros(1, dtype_of(Race))[0]
    keep(msgspec.convert({"first": 3}, Noted), race)
    assert (race.leader, told(race, Noted)) == (2, {"first": 3})
    said = msgspec.json.schema(Noted)["$defs"]["Noted"]["properties"]["first"]
    assert (said["description"], said["minimum"], said["maximum"]) == ("Counted from 1.", 1, 3)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"first": 4}, Noted)


def test_a_pile_reads_as_how_many_there_are_of_each_card() -> None:
    pile = piles(("X", "2", "9"), 5)
    assert pile.write({"X": 30, "9": 1}) == 30 + (1 << 10)
    assert pile.read(np.int64(30 + (1 << 10))) == {"X": 30, "9": 1}
    assert (pile.write(None), pile.read(0)) == (0, {})


Gait = IntEnum("Gait", "WALK RUN", start=0)


class Walking(msgspec.Struct, frozen=True, omit_defaults=True):
    leader: Annotated[str, Kept(named(Gait))] = "walk"


def test_a_usual_word_is_left_out_of_a_document() -> None:
    race = np.zeros(1, dtype_of(Race))[0]
    assert msgspec.to_builtins(Walking(**told(race, Walking))) == {}
    race.leader = Gait.RUN
    assert msgspec.to_builtins(Walking(**told(race, Walking))) == {"leader": "run"}
