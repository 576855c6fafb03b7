"""A table tells a chat: when its host has asked for it, and the operator of the server has said yes."""

import json
import queue
from collections.abc import Callable, Iterator
from typing import Any

import pytest

Make = Callable[..., Any]
pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@pytest.fixture
def pair(table: Make, connect: Make) -> Iterator[Any]:
    """A race that Ada looks at, with names that would like to be more than names."""
    pair = table(title="<!channel> @here").join(0, "Ada").join(1, "<b>[Bo](x)").start()
    looking = connect(pair, 0)
    yield pair
    looking.close()


def hook(pair: Any, url: str, seat: int = 0) -> Any:
    asked = {"url": url, "language": "en"}
    return pair.client.post(
        f"/api/tables/{pair.id}/chat-hook", json=asked, headers={"X-Key": key(pair, seat)}
    )


def key(pair: Any, seat: int) -> str:
    return str(pair.host if seat == 0 else pair.keys[seat])


def state(pair: Any) -> Any:
    told = pair.client.get(f"/api/tables/{pair.id}/chat-hook", headers={"X-Key": pair.host}).json()
    return told and told["state"]


def bos_turn(pair: Any, connect: Make, until: Make) -> None:
    """Bo looks, decides and leaves; Ada decides until it is Bo's turn again."""
    bo = connect(pair, 1)
    until(bo, "snapshot")
    while 1 in pair.waiting():
        pair.play(1)
    bo.close()
    while 1 not in pair.waiting():
        pair.play(0)


def listed(gruppetto: Make, database: str) -> list[dict[str, Any]]:
    code, told, _ = gruppetto("hooks", "list", "--json", "--database", database)
    assert code == 0
    found: list[dict[str, Any]] = json.loads(told)
    return found


def test_a_chat_is_told_once_the_operator_agrees(
    pair: Any, service: Any, database: str, gruppetto: Make, connect: Make, until: Make
) -> None:
    url = f"{service.address}/services/T1/B2"
    assert hook(pair, url).json() == {"url": url, "state": "asked"}
    bos_turn(pair, connect, until)
    with pytest.raises(queue.Empty):
        service.next(1.0)
    (asked,) = listed(gruppetto, database)
    assert (asked["url"], asked["state"]) == (url, "asked")
    assert url in gruppetto("hooks", "list", "--database", database)[1].replace("\n", "")
    assert gruppetto("hooks", "approve", asked["id"], "--database", database)[0] == 0
    assert state(pair) == "approved"
    bos_turn(pair, connect, until)
    _, path, headers, body = service.next()
    assert (path, headers["content-type"]) == ("/services/T1/B2", "application/json")
    link = f"https://club.example/races/#/table/{pair.id}"
    assert json.loads(body) == {
        "text": f"‹b›(Bo)(x), it is your turn: Flamme Rouge · ‹!channel› ＠here {link}",
        "url": link,
    }
    with pytest.raises(queue.Empty):
        service.next(1.0)  # once, until Bo looks
    gruppetto("hooks", "refuse", asked["id"], "--database", database)
    assert state(pair) == "refused"
    bos_turn(pair, connect, until)
    with pytest.raises(queue.Empty):
        service.next(1.0)


def test_a_chat_that_knows_us_no_more_is_shown_to_be_gone(
    pair: Any, service: Any, database: str, gruppetto: Make, connect: Make, until: Make
) -> None:
    hook(pair, f"{service.address}/gone")
    service.answer("/gone", 404)
    gruppetto("hooks", "approve", listed(gruppetto, database)[0]["id"], "--database", database)
    bos_turn(pair, connect, until)
    service.next()
    bos_turn(pair, connect, until)
    assert state(pair) == "gone"
    removed = pair.client.delete(f"/api/tables/{pair.id}/chat-hook", headers={"X-Key": pair.host})
    assert removed.status_code == 200
    assert state(pair) is None


def test_only_the_host_can_name_a_chat_and_see_it(pair: Any, service: Any) -> None:
    url = f"{service.address}/services/T1/B2"
    assert hook(pair, url, 1).status_code == 403
    hook(pair, url)
    seen = pair.client.get(f"/api/tables/{pair.id}/chat-hook", headers={"X-Key": pair.keys[1]})
    assert seen.status_code == 403
    assert hook(pair, "https://192.168.0.7/hook").json()["error"]["kind"] == "OutOfReach"


def test_an_operator_hears_of_a_hook_that_is_not_there(database: str, gruppetto: Make, client: Any) -> None:
    assert "Nobody has asked" in gruppetto("hooks", "list", "--database", database)[1]
    code, _, said = gruppetto("hooks", "approve", "nothing", "--database", database)
    assert code != 0
    assert "hooks list" in said
