"""Two teams of a tour talk in private: they hear it, and nobody else, live, later and on any worker."""

import json
from collections.abc import Callable
from typing import Any

import pytest

WHISPER = "Let us ride together"
TOUR = {
    "game": "flamme-rouge-tour",
    "options": {"stages": ["abcu"], "traits": False, "cooperation": True},
    "seats": [{"kind": "open"}] * 3 + [{"kind": "bot"}],
}
Make = Callable[..., Any]


@pytest.fixture
def tour(table: Make) -> Any:
    """Three people and a bot who may form alliances."""
    return table(**TOUR).join(0, "Ada").join(1, "Bo").join(2, "Cy").start()


def heard(socket: Any) -> list[dict[str, Any]]:
    """All a socket has been told up to now."""
    socket.send_json({"type": "ping"})
    found: list[dict[str, Any]] = []
    while (message := json.loads(socket.receive_text(timeout=10)))["type"] != "pong":
        found.append(message)
    return found


def lines(socket: Any) -> list[str]:
    chat = [message for message in heard(socket) if message["type"] == "chat"]
    return [line.get("text") or line["reaction"] for line in chat]


@pytest.mark.rule("GT12")
def test_a_private_line_reaches_the_two_and_nobody_else(tour: Any, connect: Any) -> None:
    sockets = {seat: connect(tour, seat) for seat in (0, 1, 2, None)}
    for socket in sockets.values():
        heard(socket)
    told = tour.post("chat", {"text": WHISPER, "to": 1}, 0).json()
    assert (told["seat"], told["to"], told["text"]) == (0, 1, WHISPER)
    sockets[1].send_json({"type": "reaction", "reaction": "👏", "to": 0})
    assert lines(sockets[1]) == [WHISPER, "👏"]
    tour.post("chat", {"text": "Allez!"}, 2)
    assert lines(sockets[0]) == [WHISPER, "👏", "Allez!"]
    for stranger in (sockets[2], sockets[None]):
        everything = heard(stranger)
        assert [message["text"] for message in everything if message["type"] == "chat"] == ["Allez!"]
        assert WHISPER not in json.dumps(everything)
    for socket in sockets.values():
        socket.close()


def test_nobody_else_finds_it_later(serve: Any, tour: Any, connect: Any) -> None:
    tour.post("chat", {"text": "Hello"}, 2)
    tour.post("chat", {"text": WHISPER, "to": 1}, 0)
    for restart in (False, True):
        tour.client = serve() if restart else tour.client
        for seat, since in ((0, -1), (1, 0), (2, -1), (2, 0), (None, -1)):
            socket = connect(tour, seat, since)
            assert lines(socket) == (["Hello", WHISPER] if seat in (0, 1) else ["Hello"])
            socket.close()
    public = [tour.get().json(), tour.view(), tour.view(2), tour.client.get("/api/tables").json()]
    assert WHISPER not in json.dumps(public)


@pytest.mark.rule("GT12")
def test_who_sits_down_where_somebody_was_hears_nothing_of_before(tour: Any, connect: Any) -> None:
    tour.post("chat", {"text": "Hello"}, 1)
    tour.post("chat", {"text": WHISPER, "to": 1}, 2)
    tour.post("chat", {"text": WHISPER, "to": 2}, 1)
    tour.post("chat", {"text": "Not you, Bo", "to": 2}, 0)
    tour.hosted("seats/1/kick")
    assert tour.hosted("seats/1/reopen").status_code == 200
    tour.join(1, "Dee")
    for seat, said in ((1, ["Hello"]), (2, ["Hello", "Not you, Bo"])):
        socket = connect(tour, seat)
        heard_there = lines(socket)
        socket.close()
        assert heard_there == said


def test_what_was_whispered_is_not_in_the_record_of_the_race(tour: Any) -> None:
    tour.post("chat", {"text": WHISPER, "to": 1}, 0)
    tour.race()
    assert WHISPER not in tour.get("log").text
    assert WHISPER not in tour.get("story").text


def test_private_lines_do_not_crowd_out_what_is_said_to_all(tour: Any, connect: Any) -> None:
    tour.post("chat", {"text": "Hello"}, 2)
    for number in range(101):
        tour.post("chat", {"text": f"{number}", "to": 1}, 0)
    socket = connect(tour, 2)
    assert lines(socket) == ["Hello"]
    socket.close()


@pytest.mark.parametrize(
    ("to", "status", "kind"),
    [(4, 404, "UnknownSeat"), (99, 400, "BadRequest"), (0, 409, "ToYourself"), (3, 409, "NobodyThere")],
)
def test_there_has_to_be_another_person(tour: Any, to: int, status: int, kind: str) -> None:
    answer = tour.post("chat", {"text": WHISPER, "to": to}, 0)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (status, kind)


def test_an_onlooker_whispers_to_nobody(tour: Any, connect: Any, until: Any) -> None:
    assert tour.post("chat", {"text": WHISPER, "to": 1}).json()["error"]["kind"] == "NotAllowed"
    watcher = connect(tour)
    watcher.send_json({"type": "chat", "text": WHISPER, "to": 1})
    assert until(watcher, "error")["error"]["kind"] == "NotAllowed"
    watcher.close()


@pytest.mark.parametrize(
    "asked",
    [{**TOUR, "options": {"stages": ["abcu"]}}, {"game": "flamme-rouge", "seats": [{"kind": "open"}] * 2}],
    ids=["tour without cooperation", "single race"],
)
@pytest.mark.rule("GT12")
def test_only_where_the_game_allows_it(table: Make, asked: dict[str, Any]) -> None:
    seated = table(**asked).join(0, "Ada").join(1, "Bo")
    assert seated.get().json()["private_talk"] is False
    answer = seated.post("chat", {"text": WHISPER, "to": 1}, 0)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (403, "NoPrivateTalk")


def test_a_table_says_whether_there_is_private_talk(tour: Any) -> None:
    assert tour.get().json()["private_talk"] is True
