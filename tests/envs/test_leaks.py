"""No environment tells a seat what it cannot know; and what is missing is said."""

import builtins
import sys
from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto import envs
from gruppetto.games import loops, registry
from gruppetto.kernel.record import duplicate


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_two_races_that_differ_only_in_hidden_things_look_the_same(game: str) -> None:
    env, dice = envs.aec(game, seats=3), np.random.default_rng(1)
    env.reset(seed=3)
    differed = 0
    for step in range(120):
        if not all(env.terminations.values()) and step % 4 == 0:
            differed += sum(looks_the_same(env, agent, step) for agent in env.agents)
        seen, _, over, _, _ = env.last()
        if over:
            break
        env.step(dice.choice(np.flatnonzero(seen["action_mask"])))
    assert differed > 10


def looks_the_same(env: Any, agent: str, step: int) -> bool:
    """Replace what the agent cannot know; it must not notice. Whether anything was replaced."""
    truth, seen = env.table.state, env.observe(agent)
    env.table.state = duplicate(truth)
    loops.veil(
        env.table.game.rules.forget, env.table.state, env.possible_agents.index(agent), np.uint64(step)
    )
    other, differs = env.observe(agent), env.table.state.tobytes() != truth.tobytes()
    env.table.state = truth
    assert other["observation"].tolist() == seen["observation"].tolist()
    assert other["action_mask"].tolist() == seen["action_mask"].tolist()
    return differs


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.startswith("gruppetto.envs.")]:
        monkeypatch.delitem(sys.modules, module)
    found = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] in {"pettingzoo", "gymnasium", "pyspiel"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return found(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(g.MissingExtra, match=r"gruppetto\[rl\]"):
        envs.aec("flamme-rouge")
    with pytest.raises(g.MissingExtra, match=r"gruppetto\[spiel\]"):
        envs.spiel("flamme-rouge")
