"""Networks from files as players: how they are called, what is refused, and what they cannot see."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import gruppetto as g
from gruppetto.errors import BadData, UnknownPlayer
from gruppetto.games import registry
from gruppetto.games.flamme_rouge.bots import features
from gruppetto.players.outsiders import called, is_outside, policy_at
from gruppetto.players.player import decide
from gruppetto.players.questions import Question

GAME = registry.get("flamme-rouge")
SHIPPED = Path(features.__file__).with_name("network.npz")


def question() -> Question:
    """What a seat is asked first."""
    match = g.start("flamme-rouge", seats=2, seed=3)
    return Question(GAME, match.state, match.waiting[0], 5)


def test_a_network_from_a_file_decides_as_the_level_of_the_same_network_does() -> None:
    match, learnt = g.start("flamme-rouge", seats=2, seed=3), policy_at(f"net:{SHIPPED}")
    for _ in range(30):
        seat = match.waiting[0]
        code = learnt.decide(Question(GAME, match.state, seat, 5))
        assert code == decide(match, seat, "hors-categorie@0", 1)
        match.play(seat, code)


def test_it_answers_the_same_however_many_ask_at_once() -> None:
    match, learnt = g.start("flamme-rouge", seats=4, seed=3), policy_at(f"net:{SHIPPED}")
    asked = []
    for _ in range(60):
        seat = match.waiting[0]
        asked.append(Question(GAME, match.state.copy(), seat, 5))
        match.play(seat, match.legal(seat)[0])
    alone = [learnt.decide(one) for one in asked]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(20):
            assert list(pool.map(learnt.decide, asked)) == alone


def test_it_is_called_by_its_file() -> None:
    assert is_outside("net:some/where/mine.npz")
    assert called("net:some/where/mine.npz") == "mine.npz"


def test_a_file_that_is_missing_damaged_or_of_another_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownPlayer, match="there is no such file"):
        policy_at(f"net:{tmp_path / 'nowhere.npz'}")
    damaged = tmp_path / "damaged.npz"
    damaged.write_bytes(b"no network at all")
    with pytest.raises(BadData, match="this is no file of a network"):
        policy_at(f"net:{damaged}").decide(question())
    match = g.start("etapa", seats=2, seed=3)
    asked = Question(registry.get("etapa"), match.state, match.waiting[0], 5)
    with pytest.raises(BadData, match=r"this network is for game .flamme-rouge., not .etapa."):
        policy_at(f"net:{SHIPPED}").decide(asked)


def test_what_it_likes_does_not_hang_on_what_its_seat_cannot_know() -> None:
    asked, learnt = question(), policy_at(f"net:{SHIPPED}")
    worlds = [Question(GAME, asked.world(seed), asked.seat, seed) for seed in range(20)]
    assert np.unique([learnt.decide(world) for world in worlds]).size == 1
