"""Lessons over the wire: begun, ridden to their end whatever is decided, said in, and gone back in."""

import random
import secrets
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from gruppetto.games import registry
from gruppetto.lessons import Words, lesson, lessons
from gruppetto.lessons.lesson import PUPIL
from gruppetto.server.limits import Limits

# What is said whatever the pupil decides; everything else is said in some lessons.
ALWAYS = {
    "flamme-rouge": "start rider card reveal move climb descent slipstream wind exhaustion finish",
    "flamme-rouge-tour": "start trait place crossed lost gained points recovered stage finish",
    "due-ruote": "start challenge fatigue decided activity pay road turn finish",
    "etapa": "start throw card wheel die sprint crash peloton finish",
}
LESSONS = 2  # of each game that are ridden to their end
RACES = 300  # in which everybody does anything, at most
PATIENCE = 30

SQLITE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
EVERY = pytest.mark.parametrize("game", lessons())


class Pupil:
    """Somebody in a lesson."""

    def __init__(self, client: Any, game: str) -> None:
        self.client, self.headers = client, {"X-Key": secrets.token_urlsafe(16)}
        asked = {"name": "Ada", "title": "First race"}
        answer = client.post(f"/api/lessons/{game}", json=asked, headers=self.headers)
        assert answer.status_code == 201, answer.text
        self.table: dict[str, Any] = answer.json()["table"]
        self.at = f"/api/tables/{self.table['id']}"

    def look(self, since: int = -1) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"{self.at}/view?since={since}", headers=self.headers).json()
        return found

    def asked(self, since: int = -1) -> dict[str, Any]:
        """The state in which a decision is owed, or the race is over."""
        end = time.monotonic() + PATIENCE
        while not (state := self.look(since))["choices"] and state["table"]["status"] == "running":
            assert time.monotonic() < end, "nobody asks whoever learns"
            time.sleep(0.005)
        return state

    def decide(self, state: dict[str, Any], choice: dict[str, Any]) -> None:
        move = {"own": state["own"], "code": choice["code"], "move_id": secrets.token_hex(4)}
        answer = self.client.post(f"{self.at}/moves", json=move, headers=self.headers)
        assert answer.status_code == 200, answer.text

    def back(self) -> Any:
        return self.client.post(f"{self.at}/undo", headers=self.headers)

    def ride(self, chance: random.Random) -> Iterator[dict[str, Any]]:
        """Any decisions until the race is over: each state in which one was owed, and the last."""
        seq = 0
        while (state := self.asked(seq))["choices"]:
            yield state
            seq = state["seq"]
            self.decide(state, chance.choice(state["choices"]))
        yield state


def is_about(words: Words, message: dict[str, Any]) -> bool:
    """As the page tells: the type, and whatever else it must say."""

    def many(value: Any) -> set[Any]:
        return set(value) if isinstance(value, list | tuple) else {value}

    wanted = words.has.items()
    fits = all(many(value) & many(message.get(name)) for name, value in wanted)
    return message["type"] == (words.event or words.question) and fits


def is_said(words: Words, events: list[dict[str, Any]], offered: list[dict[str, Any]]) -> bool:
    """Whether something is said when this has been shown, or when it is asked."""
    if not words.event and not words.question:
        return bool(offered)
    return any(is_about(words, message) for message in (events if words.event else offered))


def message_of(message: Any) -> dict[str, Any]:
    return {"type": type(message).__name__, **msgspec.structs.asdict(message)}


@SQLITE
@EVERY
def test_a_lesson_is_ridden_to_its_end_whatever_is_decided(client: Any, game: str) -> None:
    told = {one.name for one in lesson(game).words}
    for seed in range(LESSONS):
        pupil, heard = Pupil(client, game), set[str]()
        for state in pupil.ride(random.Random(seed)):
            events = [event for step in state["gap"] for event in step["events"]]
            offered = [choice["message"] for choice in state["choices"]]
            heard |= {words.name for words in lesson(game).words if is_said(words, events, offered)}
        assert state["table"]["status"] == "over"
        assert set(ALWAYS[game].split()) <= heard <= told


@EVERY
def test_everything_a_lesson_may_say_is_said_in_some(game: str) -> None:
    unheard = list(lesson(game).words)
    for seed in range(RACES):
        match, chance = lesson(game).match(), random.Random(seed)
        while not match.over:
            seat = match.waiting[0]
            choices = match.choices(seat)
            offered = [message_of(choice.message) for choice in choices] if seat == PUPIL else []
            events = [message_of(event) for event in match.play(seat, chance.choice(choices))]
            unheard = [words for words in unheard if not is_said(words, events, offered)]
        if not unheard:
            return
    pytest.fail(f"nobody ever hears of {unheard}")


@SQLITE
@EVERY
def test_one_goes_back_step_by_step_to_the_start(client: Any, game: str) -> None:
    pupil = Pupil(client, game)
    asked = []
    for state in pupil.ride(random.Random(7)):
        asked.append(state)
        if len(asked) == 6:
            break
    for before in reversed(asked[:-1]):
        assert pupil.back().json() == {"status": "done"}
        now = pupil.asked()
        assert (now["own"], now["choices"]) == (before["own"], before["choices"])
    assert pupil.back().status_code == 409
    assert pupil.look()["can_undo"] is False


@SQLITE
def test_a_lesson_is_nobody_elses_business(client: Any) -> None:
    pupil = Pupil(client, "flamme-rouge")
    assert pupil.table["lesson"]
    assert [seat["kind"] for seat in pupil.table["seats"]] == ["hotseat", "bot", "bot"]
    assert client.get("/api/tables").json() == []


@SQLITE
def test_elsewhere_nobody_goes_back_behind_what_has_come_to_light(table: Callable[..., Any]) -> None:
    pair = table().join(0).join(1).start().race(decisions=7)  # placed, and a card drawn
    assert not pair.get().json()["lesson"]
    assert [pair.post("undo", seat=seat).status_code for seat in (0, 1)] == [409, 409]


@SQLITE
def test_the_race_afterwards_can_be_set_up(client: Any) -> None:
    assert client.get("/api/lessons").json() == [game.id for game in registry.own()]
    for game in lessons():
        told = client.get(f"/api/lessons/{game}").json()
        seats = [{"kind": "hotseat"}, *[{"kind": "bot", "level": told["rival"]}] * 3]
        asked = {"game": game, "seats": seats, "options": told["then"]}
        made = client.post("/api/tables", json=asked, headers={"X-Key": secrets.token_urlsafe(16)})
        assert made.status_code == 201, made.text


@SQLITE
def test_a_game_without_a_lesson_says_so(client: Any) -> None:
    answer = client.get("/api/lessons/chess")
    assert (answer.status_code, answer.json()["error"]["kind"]) == (400, "UnknownGame")


def test_lessons_count_as_tables_that_one_opens(serve: Any) -> None:
    client = serve(Limits(tables=(0.001, 2)))
    kept = {"X-Key": "lessons" * 4}
    opened = [client.post("/api/lessons/flamme-rouge", json={}, headers=kept).status_code for _ in range(3)]
    assert 429 not in opened[:2]
    assert opened[2] == 429
