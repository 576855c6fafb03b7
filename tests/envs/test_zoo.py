"""PettingZoo’s own tests, for every registered game."""

from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)

import gruppetto as g
from gruppetto import envs
from gruppetto.games import registry
from gruppetto.kernel.chance import spread

GAMES = sorted(registry.games())
TOGETHER = {  # games in which several seats can owe a decision at once, and options with which they do
    "flamme-rouge": {},
    "flamme-rouge-tour": {"stages": 1},
    "etapa": {"stages": ("Plaine", "Plaine")},
}
IN_TURN = {
    "due-ruote": {},
    "etapa": {},
    "flamme-rouge": {"teams": ("player", "muscle")},
}


# PettingZoo knows its own card games by name, and wonders about dictionaries in all others.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
@pytest.mark.parametrize("game", GAMES)
def test_agents_one_by_one_pass_pettingzoos_test(game: str) -> None:
    api_test(envs.aec(game), num_cycles=200)
    seed_test(partial(envs.aec, game), num_cycles=50)


@pytest.mark.parametrize("game", sorted(TOGETHER))
def test_agents_all_at_once_pass_pettingzoos_test(game: str) -> None:
    make = partial(envs.parallel, game, **TOGETHER[game])
    parallel_api_test(make(), num_cycles=100)
    parallel_seed_test(make)


def test_cycles_are_counted_as_pettingzoo_counts_them() -> None:
    one_by_one, at_once = partial(envs.aec, "flamme-rouge"), partial(envs.parallel, "flamme-rouge")
    max_cycles_test(SimpleNamespace(env=one_by_one, parallel_env=at_once))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_rendered_passes_pettingzoos_test(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(envs.aec, game))
    assert capsys.readouterr().out.count('"waiting"') >= 5


def test_pettingzoo_can_measure_us(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(envs.aec("flamme-rouge"))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("game", sorted(IN_TURN))
def test_there_is_nothing_parallel_where_nobody_decides_together(game: str) -> None:
    with pytest.raises(g.NotSimultaneous, match=r"envs\.aec"):
        envs.parallel(game, **IN_TURN[game])


def rewards_of(env: Any, seed: int) -> dict[str, float]:
    """Ride a race at random to its end, and what it was worth."""
    dice, total = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, _, over, _, _ = env.last()
        env.step(None if over else dice.choice(np.flatnonzero(seen["action_mask"])))
        for other, reward in env.rewards.items():
            total[other] += 0 if over else reward
        if over:
            break
        assert agent in env.agents
    return total


@pytest.mark.parametrize("game", GAMES)
def test_rewards_are_the_shares_of_opponents_beaten(game: str) -> None:
    seats = min(3, registry.get(game).most_seats)
    beaten = rewards_of(envs.aec(game, seats=seats), 5)
    won = rewards_of(envs.aec(game, seats=seats, reward="win"), 5)
    assert sum(beaten.values()) == pytest.approx(seats / 2)
    assert sum(won.values()) == pytest.approx(1)
    best = max(beaten.values())
    assert {agent for agent in won if won[agent] > 0} == {agent for agent in won if beaten[agent] == best}


def test_waiting_is_legal_for_whoever_owes_nothing() -> None:
    env = envs.parallel("flamme-rouge", first=0)
    seen, _ = env.reset(seed=1)
    wait = env.wait
    assert np.flatnonzero(seen["seat_1"]["action_mask"]).tolist() == [wait]
    assert seen["seat_0"]["action_mask"][wait] == 0
    place = int(np.flatnonzero(seen["seat_0"]["action_mask"])[0])
    _, _, _, _, infos = env.step({"seat_0": place, "seat_1": wait})
    assert infos == {"seat_0": {"illegal": False}, "seat_1": {"illegal": False}}


def test_an_illegal_action_is_replaced_and_told_of() -> None:
    forgiving, legal = envs.aec("flamme-rouge"), envs.aec("flamme-rouge")
    for env in (forgiving, legal):
        env.reset(seed=4)
    agent = legal.agent_selection
    legal.step(int(np.flatnonzero(legal.observe(agent)["action_mask"])[0]))
    forgiving.step(forgiving.wait)
    assert forgiving.infos[agent] == {"illegal": True}
    assert forgiving.table.state.tobytes() == legal.table.state.tobytes()


def test_a_strict_environment_refuses_what_is_illegal() -> None:
    one_by_one = envs.aec("flamme-rouge", strict=True)
    one_by_one.reset(seed=4)
    with pytest.raises(g.IllegalMove, match="It may play"):
        one_by_one.step(one_by_one.wait)
    at_once = envs.parallel("flamme-rouge", strict=True, first=0)
    at_once.reset(seed=4)
    with pytest.raises(g.IllegalMove, match="no action for it"):
        at_once.step({})
    with pytest.raises(g.IllegalMove, match="owes no decision"):
        at_once.step({"seat_0": 0, "seat_1": 0})


def test_a_seed_deals_the_race_that_simulations_know_by_it() -> None:
    env = envs.aec("flamme-rouge", first=0)
    env.reset(seed=9)
    keys = np.zeros(env.table.game.streams, np.uint64)
    for number in range(3):
        spread(np.uint64(9), np.uint64(number), keys)
        assert env.table.state["key"][0].tolist() == keys.tolist()
        env.reset()


def test_wrong_terms_are_refused() -> None:
    for wrong, fault in [
        ({"seats": 9}, g.UnknownSeat),
        ({"reward": "fame"}, g.BadOption),
        ({"render_mode": "rgb_array"}, g.BadOption),
        ({"stage": "Nowhere"}, g.UnknownStage),
        ({"stags": 1}, g.UnknownOption),
    ]:
        with pytest.raises(fault):
            envs.aec("flamme-rouge", **wrong)
    with pytest.raises(g.BadOption, match="seed"):
        envs.aec("flamme-rouge").reset(seed=-1)


def test_after_the_end_comes_a_reset() -> None:
    env = envs.gym("flamme-rouge", ["random"])
    with pytest.raises(g.IllegalMove, match="reset"):
        env.step(0)


def test_a_spectators_view_can_be_read() -> None:
    env = envs.aec("flamme-rouge", render_mode="ansi")
    env.reset(seed=1)
    assert '"riders"' in str(env.render())
    env.close()
