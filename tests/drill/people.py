"""A server after some seasons: people and their races by the thousand, made up, as a database keeps them."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import sqlalchemy as sa

from gruppetto.games import registry
from gruppetto.server.store import (
    Store,
    identities,
    matches,
    moves,
    rated,
    ratings,
    rides,
    seats,
    stories,
)  # fmt: skip

SEASONS, NOW = 3 * 365 * 24 * 3600.0, 1_750_000_000.0
AT_ONCE = 5000  # rows that are written together
GAMES = ("flamme-rouge", "etapa", "due-ruote", "flamme-rouge-tour")
STAGES = ("Avenue Corso Paseo", "Firenze – Milano", "La Haut Montagne", "La Classicissima", "abcdu")
LEVELS = ("touriste", "domestique", "equipier", "baroudeur")
SEATS, LISTED, RATED = 4, 0.02, 0.3


class Season(msgspec.Struct, frozen=True):
    """How many people there are, and how many races they have ridden."""

    people: int
    races: int
    seed: int = 1

    def key(self, number: int) -> str:
        """The key of somebody; who comes first has ridden the most."""
        return f"key-of-person-{number:010}"

    def rows(self, hash_of: Any) -> Iterator[tuple[sa.Table, dict[str, Any]]]:
        """All rows, table by table in an order in which they can be written."""
        chance = random.Random(self.seed)
        keys = [hash_of(self.key(number)) for number in range(self.people)]
        yield from self._people(keys, chance)
        for number in range(self.races):
            yield from _race(number, keys, chance, NOW - SEASONS * (1 - number / self.races))

    def _people(self, keys: list[str], chance: random.Random) -> Iterator[tuple[sa.Table, dict[str, Any]]]:
        for number, key in enumerate(keys):
            yield identities, {
                "id": f"{number:016x}", "key": key, "name": f"Person {number}", "made": 0.0, "seen": NOW,
                "rated": chance.random() < 0.5,
            }  # fmt: skip
            for game in GAMES:
                yield ratings, {
                    "owner": key, "game": game, "rider": f"{chance.getrandbits(64):016x}",
                    "mean": chance.gauss(25, 6), "doubt": chance.uniform(1.5, 8),
                    "races": chance.randint(1, 90),
                }  # fmt: skip


def _race(
    number: int, keys: list[str], chance: random.Random, at: float
) -> Iterator[tuple[sa.Table, dict[str, Any]]]:
    """A race of four, some of them people, over since then; a few are open or running."""
    table, game = f"race{number:07}", chance.choice(GAMES)
    riders = [int(len(keys) * chance.random() ** 2) for _ in range(chance.randint(1, SEATS))]
    levels = [chance.choice(LEVELS) for _ in range(SEATS - len(riders))]
    order = chance.sample(range(SEATS), SEATS)
    status = "over" if chance.random() < 0.999 else chance.choice(("open", "running"))
    is_rated = chance.random() < RATED
    yield matches, {
        "id": table, "game": game, "rules_version": registry.get(game).rules_version, "seats": SEATS,
        "options": {}, "start": None, "seed": "00" * 32, "commitment": "00" * 32, "title": "",
        "rated": is_rated,
        "status": status, "listed": chance.random() < LISTED, "hints": False, "lend_after": 300,
        "host": keys[riders[0]], "result": {"seats": order} if status == "over" else None, "created": at,
        "touched": at, "counted": True, "brought": False,
    }  # fmt: skip
    for seat in range(SEATS):
        is_person = seat < len(riders)
        yield seats, {
            "match": table, "seat": seat, "kind": "person" if is_person else "bot", "name": f"Rider {seat}",
            "level": None if is_person else levels[seat - len(riders)],
            "owner": keys[riders[seat]] if is_person else None, "lent": False,
        }  # fmt: skip
    yield moves, {
        "match": table, "seq": 1, "kind": 0, "seat": 0, "action": 0, "move_id": "0:1", "at": at,
    }  # fmt: skip
    if status == "over":
        yield stories, {"match": table, "packed": b"told"}
        for seat, rider in enumerate(riders):
            yield rides, {
                "match": table, "seat": seat, "owner": keys[rider], "game": game,
                "stage": chance.choice(STAGES), "seats": SEATS, "place": order.index(seat) + 1, "score": 0,
                "people": len(riders) - 1, "level": max(levels, default=None),
                "verdict": "rated" if is_rated else None, "at": at,
            }  # fmt: skip
            if is_rated:
                yield rated, {
                    "match": table, "seat": seat, "rider": f"{rider:016x}", "mean": chance.gauss(25, 6),
                    "doubt": chance.uniform(1.5, 8), "gained": chance.gauss(0, 0.5), "at": at,
                }  # fmt: skip


async def fill(store: Store, season: Season, hash_of: Any) -> dict[str, int]:
    """Write a season into an empty database: how many rows of each table."""
    counted: dict[str, int] = {}
    rows = season.rows(hash_of)
    while some := list(islice(rows, 20 * AT_ONCE)):
        async with store.engine.begin() as connection:
            for table in (identities, ratings, matches, seats, moves, stories, rides, rated):
                mine = [row for of, row in some if of is table]
                for first in range(0, len(mine), AT_ONCE):
                    await connection.execute(sa.insert(table), mine[first : first + AT_ONCE])
                counted[table.name] = counted.get(table.name, 0) + len(mine)
    async with store.engine.begin() as connection:
        await connection.execute(sa.text("ANALYZE"))
    return counted
