"""What `observe` tells: declared by the rooms, with bounds that the environments hand on."""

from typing import Any

import numpy as np
import observations
import pytest

from gruppetto.envs.batch import Batch
from gruppetto.envs.spaces import what_a_seat_sees
from gruppetto.envs.table import OBSERVATION, Table, Terms
from gruppetto.games import registry
from gruppetto.games.game import Game
from gruppetto.games.vocabulary import Seen, bounds_of

GAMES = sorted(registry.games())


@pytest.fixture
def declared(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game whose numbers are declared, all of them between -1 and 500."""
    game = registry.get("flamme-rouge")
    monkeypatch.setattr(type(game), "observed", (Seen("any", -1, 500, "Something.", game.observation),))
    return game


@pytest.mark.parametrize(
    ("low", "high", "kind"),
    [(0, 1, "int8"), (-1, 127, "int8"), (0, 128, "uint8"), (-1, 128, "int16"), (0, 40_000, "uint16"),
     (-1, 40_000, "int32")],
)  # fmt: skip
def test_the_narrowest_type_holds_all_bounds(low: int, high: int, kind: str) -> None:
    lows, highs = bounds_of([Seen("a", 0, 1, "…", size=2), Seen("b", low, high, "…")])
    assert lows.dtype == highs.dtype == kind
    assert (lows.tolist(), highs.tolist()) == ([0, 0, low], [1, 1, high])


def test_a_one_hot_row_has_a_place_for_every_value() -> None:
    assert Seen("lane", -1, 1, "…", size=4).width == 12


@pytest.mark.parametrize("game", GAMES)
def test_a_declaration_is_as_long_as_what_is_observed(game: str) -> None:
    room = registry.get(game)
    assert sum(seen.size for seen in room.observed) in (0, room.observation)
    order = [seen.fixed for seen in room.observed]
    assert order == sorted(order, reverse=True), "what never changes comes first"


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_declared_may_be_any_number(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(registry.get(game)), "observed", ())
    box = what_a_seat_sees(registry.get(game), 3)[OBSERVATION]
    assert (box.dtype, box.shape) == (np.int32, (registry.get(game).observation,))


def test_spaces_and_arrays_are_as_declared(declared: Game) -> None:
    box: Any = what_a_seat_sees(declared, declared.actions)[OBSERVATION]
    assert (box.dtype, box.low.min(), box.high.max()) == (np.int16, -1, 500)
    table = Table(Terms(declared.id, 2, {}, "beaten"))
    table.deal(np.uint64(1), 0)
    for _ in range(40):
        seen, mask = table.look(table.on_turn)
        assert seen in box
        table.act(table.on_turn, mask.argmax())
    batch = Batch(declared.id, 4, options={})
    seen = batch.reset(seed=1)[0]
    assert seen[OBSERVATION].dtype == np.int16
    assert seen in batch.observation_space


def test_the_page_has_a_table_for_every_declaration(declared: Game) -> None:
    told = observations.tables()
    assert f"### {declared.name}" in told
    assert f"| 0–{declared.observation - 1} | `any` | -1 | 500 | Something. |" in told


def test_the_page_is_current() -> None:
    text = observations.PAGE.read_text("utf-8")
    assert observations.page(text) == text, "python tests/tools/observations.py writes it anew"
