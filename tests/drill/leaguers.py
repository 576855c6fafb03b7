"""People of a club, as clients know them: they found it, join it, and ride in its leagues."""

import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any

SPRINT = {"game": "flamme-rouge", "options": {"stage": "abu"}}
PATIENCE = 300.0  # seconds; a busy machine takes its time over the story of a race


class Club:
    """A club with its founder, by way of the API."""

    def __init__(self, client: Any, name: str = "Gruppetto Pedale", address: str = "") -> None:
        self.client, self.address, self.keys = client, address, {1: secrets.token_urlsafe(16)}
        made = self.ask("POST", "/api/clubs", {"name": name, "called": "Ada", "colours": "Red"})
        self.id, self.link = made["id"], made["link"]

    def answer(self, method: str, path: str, body: Any = None, member: int = 1) -> Any:
        """What the server says to a member."""
        url, shown = f"{self.address}{path}", {"X-Key": self.keys[member]}
        return self.client.request(method, url, json=body, headers=shown)

    def ask(self, method: str, path: str, body: Any = None, member: int = 1) -> Any:
        found = self.answer(method, path, body, member)
        assert found.is_success, found.text
        return found.json()

    def refused(self, method: str, path: str, body: Any = None, member: int = 1) -> str:
        """Why the server says no."""
        found = self.answer(method, path, body, member)
        assert not found.is_success, found.text
        return str(found.json()["error"]["kind"])

    def look(self, member: int = 1) -> Any:
        return self.ask("GET", f"/api/clubs/{self.id}", member=member)

    def do(self, path: str, body: Any = None, member: int = 1) -> Any:
        return self.ask("POST", f"/api/clubs/{self.id}/{path}".rstrip("/"), body, member)

    def join(self, name: str, key: str | None = None, **more: str) -> int:
        """Somebody joins by the link: their number."""
        number = max(self.keys) + 1
        self.keys[number] = key or secrets.token_urlsafe(16)
        found = self.ask("POST", f"/api/invitations/{self.link}", {"called": name, **more}, number)
        assert found["you"] == number
        return number

    def grow(self, many: int) -> list[int]:
        """A club of so many members."""
        while len(self.keys) < many:
            self.join(f"Rider {_letters(len(self.keys))}")
        return list(self.keys)

    def league(self, riders: Iterable[int], **more: Any) -> "League":
        asked = {"name": "Winter league", **SPRINT, "rounds": 3, "seconds": 3600, **more}
        made = self.ask("POST", f"/api/clubs/{self.id}/leagues", asked)
        league = League(self, made["id"])
        for rider in riders:
            league.do("ride", member=rider)
        return league


class League:
    """A league, as its riders reach it."""

    def __init__(self, club: Club, league: str) -> None:
        self.club, self.id = club, league

    def look(self, member: int = 1) -> Any:
        return self.club.ask("GET", f"/api/leagues/{self.id}", member=member)

    def do(self, path: str, member: int = 1) -> Any:
        return self.club.ask("POST", f"/api/leagues/{self.id}/{path}", member=member)

    def tables(self, number: int) -> list[Any]:
        """The tables of a round."""
        return [heat for one in self.look()["history"] if one["number"] == number for heat in one["heats"]]

    def lend(self, number: int, absent: Iterable[int] = ()) -> None:
        """Everybody lets a bot ride for them, but those who do not come."""
        for heat in self.tables(number):
            for seat, rider in enumerate(heat["riders"]):
                if rider is not None and rider not in absent:
                    path = f"/api/tables/{heat['table']}/seats/{seat}/lend"
                    self.club.ask("POST", path, {"level": "touriste"}, rider)

    def until(self, true: Callable[[Any], bool], seconds: float = PATIENCE) -> Any:
        """The league, once something is true of it."""
        end = time.monotonic() + seconds
        while not true(found := self.look()):
            assert time.monotonic() < end, found
            time.sleep(0.05)
        return found

    def until_round(self, number: int) -> Any:
        return self.until(lambda league: league["round"] >= number or league["status"] == "over")


def _letters(number: int) -> str:
    return "".join(chr(ord("A") + int(digit, 8)) for digit in f"{number:03o}")


# --- what must be true of every league, always ------------------------------------------------------


def check(league: Any) -> None:
    """Everybody rides once in a round, points add up, and the table is in order."""
    riding = {line["rider"] for line in league["standings"]}
    dropped = {line["rider"]: line["dropped"] for line in league["standings"]}
    points, wins, ridden = Counter[int](), Counter[int](), Counter[int]()
    for one in league["history"]:
        at_tables = [rider for heat in one["heats"] for rider in heat["riders"] if rider is not None]
        assert len(set(at_tables)) == len(at_tables), "nobody rides twice in a round"
        assert set(at_tables) == {
            rider for rider in riding if dropped[rider] is None or dropped[rider] >= one["number"]
        }
        assert set(one["late"]) <= set(at_tables)
        for heat in one["heats"]:
            scores = heat["scores"] or []
            assert {score["rider"] for score in scores} in (set(), set(heat["riders"]) - {None})
            for score in scores:
                ridden[score["rider"]] += 1
                points[score["rider"]] += score["points"]
                wins[score["rider"]] += score["place"] == 1
    tables = [heat["table"] for one in league["history"] for heat in one["heats"]]
    assert len(set(tables)) == len(tables), "every table is set up once"
    for line in league["standings"]:
        found = (points[line["rider"]], wins[line["rider"]], ridden[line["rider"]])
        assert (line["points"], line["wins"], line["ridden"]) == found
    order = [
        (-line["points"], -line["wins"], [-many for many in line["places"]], line["late"], line["lot"])
        for line in league["standings"]
    ]
    assert order == sorted(order)
    assert [line["place"] for line in league["standings"]] == list(range(1, len(order) + 1))


def meetings(league: Any) -> Counter[frozenset[int]]:
    """How often each two have met."""
    return Counter(
        frozenset(pair)
        for one in league["history"]
        for heat in one["heats"]
        for pair in combinations([rider for rider in heat["riders"] if rider is not None], 2)
    )
