"""A search that a network guides, in games that ask for trust."""

from collections.abc import Iterator

import numpy as np
import pytest
import torch

import gruppetto as g
from gruppetto.games import registry
from gruppetto.games.game import Game
from gruppetto.learning.network import Network
from gruppetto.learning.whole import export
from gruppetto.players import decide
from gruppetto.players.guided import Guided
from gruppetto.players.halving import Budget
from gruppetto.players.network import likings_of, network_of

LEVEL = "hors-categorie@24"


@pytest.fixture(scope="module", params=["due-ruote", "etapa"])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """A game with any network, as none was trained for it yet."""
    room, file = registry.get(request.param), tmp_path_factory.mktemp("any") / "network.npz"
    torch.manual_seed(1)
    network = Network((room.inputs, 16, 16, room.actions + 1))
    network.linear[-1].weight.data.mul_(100.0)
    network.settle()
    export(network, room, {}, file)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(room), "network", file)
        network_of.cache_clear()
        yield room
    network_of.cache_clear()


def at_a_choice(game: Game, decisions: int) -> tuple[g.Match, int]:
    """A race in which somebody has several choices, after so many decisions at least."""
    match = g.start(game.id, seats=3, seed=decisions)
    while len(match.log) < decisions or len(match.legal(match.waiting[0])) < 3:
        match.play(match.waiting[0], decide(match, match.waiting[0], "domestique", len(match.log)))
    return match, match.waiting[0]


@pytest.mark.parametrize("decisions", [30, 150])
def test_others_have_to_beat_what_the_network_likes_best(game: Game, decisions: int) -> None:
    match, seat = at_a_choice(game, decisions)
    thought = Guided(game, match.state, seat, 5)
    liked = likings_of(thought.network, game, match.state, seat)[thought.codes]
    assert liked.tolist() == sorted(liked, reverse=True)
    assert thought.codes[0] == decide(match, seat, "hors-categorie@0", 5)
    assert thought._doubt(np.arange(len(thought.codes)))[0] == 0


def test_a_counted_budget_gives_the_same_choice_on_any_number_of_threads(game: Game) -> None:
    match, seat = at_a_choice(game, 60)
    budget = Budget(playouts=24)
    one, three = (Guided(game, match.state, seat, 5, threads=threads).estimate(budget) for threads in (1, 3))
    assert (one.codes, one.tried, one.worth) == (three.codes, three.tried, three.worth)
    assert all(0 <= win <= 1 for win in one.win)
    assert one.codes[0] in match.legal(seat)


def test_it_rides_a_race_to_its_end(game: Game) -> None:
    match = at_a_choice(game, 200)[0]
    for step in range(12):
        if match.waiting:
            match.play(match.waiting[0], decide(match, match.waiting[0], LEVEL, step))
    assert len(match.log) >= 200
