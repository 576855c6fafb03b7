"""The doors of the rooms: a room knows no other, and inside it they open downwards only.

The rooms are those of the registry; the import linter keeps the floors of the house.
"""

from itertools import permutations

import grimp
import pytest
import rooms
from grimp import ImportGraph, Layer

from gruppetto.games import registry

ROOMS = sorted({rooms.package_of(game) for game in registry.games().values()})
APART = [pair for pair in permutations(ROOMS, 2) if not max(pair).startswith(f"{min(pair)}.")]
DOORS = ("game", Layer("studio", "bots"), "faces", "options", "data", "rules")  # each may use those behind


@pytest.fixture(scope="module")
def imports() -> ImportGraph:
    return grimp.build_graph(*{room.partition(".")[0] for room in ROOMS}, cache_dir=None)


def within(room: str) -> list[str]:
    """The rooms inside a room, which may use all of it."""
    return [other.removeprefix(f"{room}.") for other in ROOMS if other.startswith(f"{room}.")]


@pytest.mark.parametrize("room", ROOMS)
def test_inside_a_room_doors_open_downwards(room: str, imports: ImportGraph) -> None:
    layers = [Layer(*within(room))] if within(room) else []
    found = imports.find_illegal_dependencies_for_layers([*layers, *DOORS], {room})
    assert [f"{wrong.importer} knows {wrong.imported}" for wrong in found] == []


@pytest.mark.parametrize(("room", "other"), APART)
def test_a_room_knows_nothing_of_other_rooms(room: str, other: str, imports: ImportGraph) -> None:
    assert imports.find_shortest_chains(room, other) == set()
