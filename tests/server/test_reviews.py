"""Races told back over the wire: after the finish, off the loop, kept, and given up when nobody looks."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from litestar.testing import TestClient

from gruppetto.review.results import FORMAT
from gruppetto.server import reviews as thinking
from gruppetto.server.app import Settings, application
from gruppetto.server.limits import Limits

from .conftest import eventually

Make = Callable[..., Any]
ROUGH = 8  # worlds: what is found does not matter here
SHORT = {"stage": "abu"}


@pytest.fixture
def client(tmp_path: Any) -> Any:
    """A server that reviews roughly."""
    made = application(
        Settings(f"sqlite+aiosqlite:///{tmp_path}/tables.db", limits=Limits.OFF, review_worlds=ROUGH)
    )
    with TestClient(made) as client:
        yield client


@pytest.fixture
def raced(pair: Any) -> Any:
    """Two people who are home."""
    return pair.race()


def reviewed(table: Any) -> dict[str, Any]:
    """A review, asked for until it is done."""
    found: dict[str, Any] = {}

    def done() -> bool:
        found.update(table.post("review").json())
        return found["status"] == "done"

    eventually(done)
    return found


def kept(table: Any, form: int = FORMAT) -> bytes | None:
    """What the database holds of a review."""
    with table.client.portal() as portal:
        found: bytes | None = portal.call(table.client.app.state.desk.store.review, table.id, form)
    return found


def under_way(client: TestClient[Any]) -> dict[str, Any]:
    tasks: dict[str, Any] = client.app.state.reviews._tasks
    return tasks


def test_nothing_is_told_before_the_race_is_over(pair: Any) -> None:
    pair.race(decisions=6)
    for path in ("moments/0", "moments/0/hint", "picture.svg", "picture.png"):
        assert pair.get(path).status_code == 403, path
    answer = pair.post("review")
    assert answer.status_code == 403
    assert answer.json()["error"]["kind"] == "NotOver"
    shared = pair.client.get("/", params={"race": pair.id}).text
    assert "og:" not in shared
    assert "Ada" not in shared


def test_a_race_is_told_back_with_books_that_add_up(raced: Any) -> None:
    told = reviewed(raced)
    review, log = told["review"], raced.get("log").json()["log"]
    assert len(told["ground"]) == len(log) + 1
    assert {ground["terrain"] for ground in told["ground"]} <= {"flat", "ascent", "descent"}
    assert sorted(moment["number"] for moment in review["moments"]) == list(range(len(log)))
    assert len(review["public"]) == len(log)
    for seat in review["seats"]:
        parts = seat["start"] + seat["luck"] + seat["rivals"] + seat["skill"]
        assert parts == pytest.approx(seat["result"])
        assert seat["name"] == ""  # names may be forgotten, reviews are kept


def test_a_review_is_kept_and_told_again_after_a_restart(raced: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    first = reviewed(raced)
    assert kept(raced)
    monkeypatch.setattr(thinking.Reviews, "_begin", None)  # nobody thinks a second time
    assert raced.post("review").json() == first
    assert kept(raced, FORMAT + 1) is None


def test_a_review_is_given_up_when_nobody_looks(raced: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "UNWATCHED", 0.2)
    raced.client.app.state.reviews._worlds = 100_000  # a thought without end
    assert raced.post("review").json()["status"] == "waiting"
    assert raced.id in under_way(raced.client)
    eventually(lambda: raced.id not in under_way(raced.client))
    assert kept(raced) is None


def test_who_asks_while_a_review_is_being_given_up_is_told_so_far(
    raced: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_up, go = threading.Event(), threading.Event()

    async def think(*_: Any) -> bytes:
        try:
            await asyncio.sleep(600)
        finally:
            given_up.set()
            await asyncio.to_thread(go.wait)
        raise AssertionError

    reviews = raced.client.app.state.reviews
    monkeypatch.setattr(thinking, "UNWATCHED", 0.2)
    monkeypatch.setattr(reviews._bench, "do_for_us", think)
    raced.post("review")
    assert given_up.wait(60)
    answer = raced.post("review")
    go.set()
    assert (answer.status_code, answer.json()["status"]) == (200, "waiting")
    eventually(lambda: raced.id not in under_way(raced.client))


def test_a_race_that_is_watched_is_thought_over_before_anybody_asks(pair: Any, connect: Make) -> None:
    socket = connect(pair)
    try:
        pair.race()
        eventually(lambda: pair.id in under_way(pair.client) or reviewed(pair)["status"] == "done")
    finally:
        socket.__exit__(None, None, None)


def test_where_reviews_are_switched_off_none_is_begun(raced: Any) -> None:
    raced.client.app.state.reviews._worlds = 0
    answer = raced.post("review")
    assert (answer.status_code, answer.json()["error"]["kind"]) == (403, "NoReviews")


def test_a_client_has_only_so_many_races_thought_over(raced: Any) -> None:
    raced.client.app.state.gate.limits = Limits(reviews=(0.0, 0))
    assert raced.post("review").status_code == 429


def test_a_moment_is_shown_as_its_player_saw_it(raced: Any) -> None:
    seat, code = raced.get("log").json()["log"][5]
    then = raced.get("moments/5").json()
    assert then["seat"] == seat == then["view"]["you"]
    assert code in [choice["code"] for choice in then["choices"]]
    assert then["table"]["result"] is None
    hands = {rider: it.get("own") for rider, it in then["view"]["riders"].items()}
    assert all((own is not None) == rider.startswith(str(seat)) for rider, own in hands.items())
    promised = raced.get("moments/5/hint").json()["choices"]
    assert {choice["code"] for choice in promised} == {choice["code"] for choice in then["choices"]}
    for number in (-1, 10_000):
        assert raced.get(f"moments/{number}").status_code == 404
