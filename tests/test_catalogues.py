"""The sentences of terminal and browser: every message of every game has its own, in every language."""

import re
from collections import Counter
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import gruppetto as g
from gruppetto.games import registry
from gruppetto.games.due_ruote.data.sets import TERRAIN_LETTERS
from gruppetto.games.due_ruote.faces.names import ACTIVITIES, EVENTS, STEPS
from gruppetto.games.etapa.data.road import CARD_NAMES, notes
from gruppetto.games.etapa.faces.names import ASKS, HELD, JERSEYS, SKIES, SOURCES, STATUSES, THROWS
from gruppetto.games.flamme_rouge.data.road import stages
from gruppetto.games.flamme_rouge.data.trait_cards import trait_cards
from gruppetto.games.flamme_rouge.faces.words import LANE_NAMES, REASONS
from gruppetto.games.vocabulary import words_of
from gruppetto.games.words import Said, note_text, slug
from gruppetto.language import ENGLISH, FOLDER, LANGUAGES, NAME, Catalogue, Entry, catalogue, read, speak, t
from gruppetto.lessons import lesson, lessons
from gruppetto.players.levels import LEVELS

ROOT = Path(__file__).parents[1]
KNOWN = catalogue(ENGLISH).entries
NUMBERS = range(230)
# A value of every field, by its name, that no class says otherwise.
SAMPLES: dict[str, dict[str, Any]] = {
    "flamme-rouge": {
        "rider": "0S", "winner": "1R", "card": "X", "cards": (2, "A"), "lane": "left",
        "reasons": ("road's end",), "trait": "il-pirata",
    },
    "etapa": {
        "rider": "1", "leader": "4", "card": "4B", "jersey": "green", "sky": "rain", "purpose": THROWS[0],
        "source": SOURCES[0], "reasons": ("blocked",),
    },
    "due-ruote": {
        "rider": "0-1", "winner": "1-2", "sprinter": "0-3", "card": "A1", "terrain": "hill",
        "activity": "eat", "role": "help", "wish": "pace", "too": "few", "goal": "TV", "how": "sprint",
        "event": "fine", "events": ("fine", "cramp", "crash"),
    },
}  # fmt: skip
# Where the words of an option stand, and what is not asked in any form.
FORMS = {
    "flamme-rouge": ("option", "create"),
    "flamme-rouge-tour": ("option", "create", "tour"),
    "due-ruote": ("option", "due.setup"),
    "etapa": ("option", "etapa.rule", "etapa.mode", "etapa.champion"),
}
NOT_ASKED = {"own_set", "start_first"}
ELSEWHERE = {"teams": "create.seat", "stages": "tour.stages"}


OURS = [game.id for game in registry.own()]
PACKAGES = tuple(type(game).__module__.rpartition(".")[0] for game in registry.own())


def kinds(kind: type[Said] = Said) -> Iterator[type[Said]]:
    """Every message class in the rooms of the games there are, but for those that others are made from."""
    for each in kind.__subclasses__():
        if each.__subclasses__():
            yield from kinds(each)
        elif each.__module__.startswith(PACKAGES):
            yield each


MESSAGES = [*kinds()]


def keys_of(kind: type[Said]) -> list[str]:
    return [".".join(filter(None, (kind.room, kind.__name__, form))) for form in kind.forms]


def sample(kind: type[Said]) -> Said:
    known = SAMPLES[kind.room]
    hints = get_type_hints(kind)
    return kind(**{name: known.get(name, hints[name] is not bool and 2) for name in kind.__struct_fields__})


def names_in(entry: Entry) -> set[str]:
    return {name[1] for form in entry.forms for name in NAME.finditer(form)}


# --- the languages beside each other ----------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_written_twice(language: str) -> None:
    written = re.findall(r'^msgid "(.+)"$', (FOLDER / f"{language}.po").read_text("utf-8"), re.MULTILINE)
    assert sorted(key for key, times in Counter(written).items() if times > 1) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sentences_with_the_same_names(language: str) -> None:
    entries = catalogue(language).entries
    assert list(entries) == list(KNOWN)
    assert [key for key, entry in entries.items() if entry.counts != KNOWN[key].counts] == []
    assert [key for key, entry in entries.items() if names_in(entry) != names_in(KNOWN[key])] == []
    assert [key for key, entry in entries.items() if not all(entry.forms)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_that_counts_has_a_form_for_every_number(language: str) -> None:
    spoken = catalogue(language)
    wanted = {spoken.form(number) for number in NUMBERS}
    counting = {key: entry for key, entry in spoken.entries.items() if entry.counts}
    assert len(counting) > 50
    assert [key for key, entry in counting.items() if set(range(len(entry.forms))) != wanted] == []
    assert [key for key, entry in counting.items() if entry.counts not in names_in(entry)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_counted_inside_a_sentence_has_a_sentence_that_counts(language: str) -> None:
    entries = catalogue(language).entries
    inside = {name[2] for entry in entries.values() for form in entry.forms for name in NAME.finditer(form)}
    assert {key for key in inside if key and entries[key].counts != "n"} == set()


def test_no_key_stands_in_a_file_twice() -> None:
    for language in LANGUAGES:
        text = (ROOT / "src/gruppetto/locales" / f"{language}.po").read_text("utf-8")
        keys = re.findall(r'^msgid "(.+)"$', text, re.MULTILINE)
        assert len(keys) == len(set(keys)) == len(catalogue(language).entries)


def test_numbers_are_said_as_each_language_does() -> None:
    def points(spoken: Catalogue, *numbers: int) -> list[str]:
        return [spoken.fill("count.points", {"n": number}) for number in numbers]

    english, polish, italian, czech = map(catalogue, LANGUAGES)
    assert points(english, 0, 1, 2) == ["0 points", "1 point", "2 points"]
    assert points(polish, 1, 3, 5, 12, 22) == ["1 punkt", "3 punkty", "5 punktów", "12 punktów", "22 punkty"]
    assert points(italian, 1, 2) == ["1 punto", "2 punti"]
    assert points(czech, 1, 4, 5, 22) == ["1 bod", "4 body", "5 bodů", "22 bodů"]


def test_a_long_sentence_may_go_over_several_lines() -> None:
    text = 'msgid ""\nmsgstr "Language: en\\n"\n\nmsgid "a"\nmsgstr ""\n"One "\n"two."\n'
    assert read(text).fill("a", {}) == "One two."


def test_comments_and_empty_lines_may_stand_anywhere() -> None:
    text = '# Ours\nmsgid ""\nmsgstr ""\n\n\n# --- more ---\n\n#: here\nmsgid "a"\nmsgstr "One"\n\n'
    assert read(text).fill("a", {}) == "One"


# --- messages ---------------------------------------------------------------------------------------


def test_the_messages_of_all_rooms_are_looked_at() -> None:
    assert {kind.room for kind in MESSAGES} >= {*SAMPLES}
    assert len(MESSAGES) > 190


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: f"{kind.room}.{kind.__name__}")
def test_every_message_has_its_sentence_and_fills_it_in(kind: type[Said]) -> None:
    if kind.room not in SAMPLES:  # a game from outside may say its own English
        assert kind.sentence or set(keys_of(kind)) <= KNOWN.keys()
        return
    spoken = {*sample(kind).spoken()}
    for key in keys_of(kind):
        assert names_in(KNOWN[key]) <= spoken
        assert names_in(KNOWN.get(f"{key}.short", KNOWN[key])) <= spoken
    assert kind.sentence == ""


@pytest.mark.parametrize("game", OURS)
def test_what_is_said_in_a_race_is_whole_in_every_language(game: str) -> None:
    match = g.start(game, seats=2, seed=3)
    for number in range(120):
        if match.over:
            break
        seat = match.waiting[0]
        choices = match.choices(seat)
        said = [*(choice.message for choice in choices), *match.play(seat, choices[number % len(choices)])]
        for message in said:
            assert message.sentence_key in keys_of(type(message))  # type: ignore[attr-defined]
            for language in LANGUAGES:
                speak(language)
                assert not NAME.search(message.text + message.short)
        speak(ENGLISH)


def test_teams_are_many_in_the_languages_that_say_so() -> None:
    for language, won in (("pl", "Zieloni wygrywają"), ("it", "Verdi vincono"), ("cs", "Zelení vyhrávají")):
        speak(language)
        assert t("cli.wins", team=t("team.Green")).startswith(won)
    speak(ENGLISH)


# --- what else is said of games ---------------------------------------------------------------------


def worded() -> Iterator[str]:
    """The key of everything that games, levels and data files name and people read."""
    yield from (f"level.{level.name}{part}" for level in LEVELS for part in ("", ".text"))
    yield from (f"trait.{card.id}{part}" for card in trait_cards() for part in ("", ".text"))
    yield from (f"team.{team}" for game in registry.own() for team in game.teams)
    yield from (f"game.{game}" for game in OURS)
    yield from (f"rider.{seat}{kind}" for seat in range(4) for kind in "SR")
    yield from (f"lane.{lane}" for lane in LANE_NAMES)
    yield from (f"reason.{slug(reason)}" for _, reason in REASONS)
    yield from (f"etapa.ask.{ask}" for ask in ASKS)
    yield from (f"etapa.jersey.{jersey}" for jersey in JERSEYS)
    yield from (f"etapa.sky.{sky}" for sky in SKIES)
    yield from (f"etapa.status.{status}" for status in STATUSES)
    yield from (f"etapa.card.{card}" for card in CARD_NAMES)
    yield from (f"etapa.throw.{slug(throw)}" for throw in THROWS)
    yield from (f"etapa.source.{slug(source)}" for source in SOURCES)
    yield from (f"etapa.reason.{slug(reason)}" for _, reason in HELD)
    yield from (f"preset.{name}{part}" for name in presets() for part in ("", ".text"))
    yield from (f"due.phase.{step}" for step in STEPS)
    yield from (f"due.activity.{activity}{part}" for activity in ACTIVITIES[1:] for part in ("", ".text"))
    yield from (f"due.mishap.{event}{part}" for event in EVENTS[1:] for part in ("", ".name", ".text"))
    yield from (f"due.card.{letter}" for letter in TERRAIN_LETTERS)
    yield from (f"lesson.{game}.{words.name}" for game in lessons() for words in lesson(game).words)
    routes: Any = registry.get("due-ruote").catalogue()
    yield from (f"due.route.{route.name.lower().replace(' ', '-')}" for route in routes.stages)


def presets() -> Iterator[str]:
    return (f"{game.id}.{preset.name}" for game in registry.own() for preset in game.presets)


def readings() -> Iterator[str]:
    """The key of every reading that can be chosen, by the option it belongs to."""
    for game in registry.own():
        for name, hint in get_type_hints(game.options_type).items():
            if isinstance(hint, type) and issubclass(hint, IntEnum):
                yield from (f"option.{name}.{word}" for word in words_of(hint))


def test_everything_that_is_named_has_its_words() -> None:
    assert [key for key in worded() if key not in KNOWN] == []


def test_every_note_on_a_stage_is_a_sentence() -> None:
    written = {note for note in (*(card.note for card in stages()), *notes().values()) if note}
    assert len(written) > 30
    assert all(note_text(note).endswith(".") and "{" not in note_text(note) for note in written)
    assert {note.partition(".")[0] for note in written} == {
        key[5:] for key in KNOWN if key.startswith("note.")
    }


@pytest.mark.parametrize("game", registry.own(), ids=lambda game: game.id)
def test_every_option_has_its_words(game: Any) -> None:
    places = FORMS[game.id]
    for name in get_type_hints(game.options_type):
        keys = {f"{place}.{name}" for place in places} | {ELSEWHERE.get(name, "")}
        assert keys & KNOWN.keys() or name in NOT_ASKED


def test_every_reading_has_its_words() -> None:
    own = {"option.teams.draft": "due.setup.draft", "option.teams.ready": "due.setup.ready"}
    assert [key for key in readings() if own.get(key, key) not in KNOWN] == []


# --- nothing too much -------------------------------------------------------------------------------


def sources() -> Iterator[str]:
    """All that may ask for a sentence, in Python and in the browser app."""
    for folder, endings in (("src/gruppetto", (".py",)), ("web/src", (".ts", ".svelte"))):
        yield from (path.read_text("utf-8") for path in (ROOT / folder).rglob("*") if path.suffix in endings)


def asked() -> tuple[set[str], list[re.Pattern[str]]]:
    """Keys as they stand in the sources, and the shapes of those put together at run time."""
    text = "\n".join(sources())
    whole = set(re.findall(r"""["'`]([a-z][\w-]*(?:\.[\w-]+)+)["'`]""", text))
    made = set(re.findall(r"""["'`]([a-z][\w-]*\.(?:[\w-]+\.)*)\$?\{[^{}"'`]*\}?(\.[\w.-]+)?""", text))
    return whole, [re.compile(f"{re.escape(first)}{hole(first)}{re.escape(last)}") for first, last in made]


def hole(first: str) -> str:
    """What may stand in the middle of a key: where little is known of the rest, one word."""
    return r"[\w.-]+" if first.count(".") > 1 else r"[\w-]+"


def test_no_sentence_is_there_for_nobody() -> None:
    whole, shapes = asked()
    used = {key for kind in MESSAGES for key in keys_of(kind)} | {*worded(), *readings()}
    used |= {f"{key}.{part}" for key in used for part in ("short", "many")}
    reasons = [game.reasons for game in registry.own() if game.reasons]
    used |= {f"{room.room}.why.{reason.kind}" for room in reasons for reason in room.kinds}
    used |= {
        name[2] for entry in KNOWN.values() for form in entry.forms for name in NAME.finditer(form) if name[2]
    }
    unasked = [key for key in KNOWN if key not in used and key not in whole]
    assert [key for key in unasked if not any(shape.fullmatch(key) for shape in shapes)] == []
