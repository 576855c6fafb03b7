"""A table as one worker knows it: what it need not work out again, it does not."""

import random
from typing import Any

import msgspec
import pytest

from gruppetto.games import registry
from gruppetto.match import start
from gruppetto.server.live import Live
from gruppetto.server.store import PLAY, MatchRow, Move

TOUR = {"stages": ["abcu", "abcDHu"], "cooperation": True}
GAMES = [("flamme-rouge", {}), ("flamme-rouge-tour", TOUR), ("due-ruote", {}), ("etapa", {})]


def live(game: str, options: Any, seed: int) -> Live:
    match = start(game, seats=3, seed=seed, options=options)
    row = MatchRow(
        id="t", game=game, rules_version=match.rules_version, seats=3, options=options,
        seed=match.seed.hex(), commitment=match.commitment, title="", status="running", listed=False,
        hints=False, lend_after=None, host="", created=0.0, touched=0.0,
    )  # fmt: skip
    return Live(row, [])


def told(table: Live) -> list[list[bytes]]:
    return [[bytes(offer) for offer in table.offers(seat)] for seat in range(3)]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_who_is_still_asked_the_same_is_offered_the_same(game: str, options: Any) -> None:
    assert game in registry.games()
    for seed in range(3):
        table, chance = live(game, options, seed), random.Random(seed)
        for seq in range(1, 120):
            offered = told(table)
            table._offers.clear()
            table._legal.clear()
            assert told(table) == offered
            if table.over:
                break
            seat = chance.choice(table.waiting)
            table.follow(Move(seq, PLAY, seat, chance.choice(table.legal(seat)), f"m{seq}"))


def test_nothing_that_viewers_share_is_kept_when_they_have_seen_it() -> None:
    table = live("flamme-rouge", {}, 1)
    shown = msgspec.json.encode(table.view(0))
    table.rest()
    assert table._show is None
    assert msgspec.json.encode(table.view(0)) == shown
