"""Races as PettingZoo knows them: agents one after the other, or all at once."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from gruppetto.envs.spaces import (
    ANSI,
    HUMAN,
    Seen,
    render_mode_checked,
    rendered,
    what_a_seat_sees,
)
from gruppetto.envs.table import MASK, OBSERVATION, Seeds, Table, Terms, several_at_once
from gruppetto.errors import IllegalMove, NotSimultaneous
from gruppetto.games.game import Json


class Zoo:
    """What both kinds share: the table, its agents and spaces.

    The last action of the space is to wait. It is legal for an agent that owes no decision, and for
    nobody else, so that there is always something marked in a mask.
    """

    def __init__(
        self, game: str, *, seats: int | None, reward: str, max_cycles: int | None, strict: bool,
        render_mode: str | None, options: Mapping[str, Any],
    ) -> None:  # fmt: skip
        terms = Terms(game, seats, options, reward)
        self.table, self.max_cycles = Table(terms, strict=strict), max_cycles
        self.render_mode = render_mode_checked(render_mode)
        self.wait = terms.game.actions
        self.metadata = {
            "name": f"{terms.game.id.replace('-', '_')}_v{terms.game.rules_version}",
            "render_modes": [HUMAN, ANSI],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(terms.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: what_a_seat_sees(terms.game, self.wait + 1) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.wait + 1) for agent in self.possible_agents}
        self._seeds, self._seats = Seeds(), {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent can see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What an agent can do."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Seen:
        """What an agent knows now, and what it may do."""
        numbers, mask = self.table.look(self._seats[agent])
        return {OBSERVATION: numbers, MASK: np.append(mask, np.int8(not mask.any()))}

    def render(self) -> str | None:
        """What a spectator may know, as JSON."""
        return rendered(self.render_mode, self.table, None)

    def close(self) -> None:
        """Nothing to let go."""

    def _show(self) -> None:
        if self.render_mode == HUMAN:
            self.render()

    def _begin(self, seed: int | None) -> None:
        self.table.deal(*self._seeds.next(seed))
        self.agents = list(self.possible_agents)

    def _for_all(self, value: Any) -> dict[str, Any]:
        return dict.fromkeys(self.agents, value)

    def _rewards(self, *, over: bool) -> dict[str, float]:
        if not over:
            return self._for_all(0.0)
        worth = self.table.rewards()
        return {agent: worth[self._seats[agent]] for agent in self.agents}


class OneByOne(Zoo, AECEnv):  # type: ignore[misc]
    """Whoever owes a decision makes it, around the table from the one who decided last."""

    def reset(self, seed: int | None = None, options: Json | None = None) -> None:
        """Deal the first race of a seed; without one, the next race."""
        del options
        self._begin(seed)
        self._decisions = 0
        self.rewards, self._cumulative_rewards = self._for_all(0.0), self._for_all(0.0)
        self.terminations, self.truncations = self._for_all(False), self._for_all(False)
        self.infos = {agent: {"illegal": False} for agent in self.agents}
        self.agent_selection = self._on_turn()
        self._show()

    def step(self, action: Any) -> None:
        """Make a decision for the agent on turn."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = self.table.act(self._seats[agent], action)
        self.infos[agent] = {"illegal": not legal}
        self._decisions += 1
        over = self.table.over
        too_long = self.max_cycles is not None and self._decisions >= self.max_cycles * len(self.agents)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._rewards(over=over)
        self.terminations, self.truncations = self._for_all(over), self._for_all(too_long and not over)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0] if over or too_long else self._on_turn()
        self._show()

    def _on_turn(self) -> str:
        return self.possible_agents[self.table.on_turn]


class AllAtOnce(Zoo, ParallelEnv):  # type: ignore[misc]
    """All who owe a decision make it at the same time; the others wait."""

    def __init__(self, game: str, **terms: Any) -> None:
        super().__init__(game, **terms)
        self._cycles = 0
        if not several_at_once(self.table.terms):
            raise NotSimultaneous(
                f"{self.table.game.name}: with these options nobody decides at the same time as another; "
                "use envs.aec."
            )

    def reset(
        self, seed: int | None = None, options: Json | None = None
    ) -> tuple[dict[str, Seen], dict[str, Json]]:
        """Deal the first race of a seed; without one, the next race."""
        del options
        self._begin(seed)
        self._cycles = 0
        self._show()
        return self._seen(), {agent: {"illegal": False} for agent in self.agents}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Json]]:
        """Make all decisions that are owed."""
        waiting = self.table.waiting
        infos = {agent: {"illegal": not self._act(agent, actions, waiting)} for agent in self.agents}
        self._cycles += 1
        self._show()
        over = self.table.over
        too_long = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        told = self._seen(), self._rewards(over=over), self._for_all(over), self._for_all(too_long), infos
        if over or too_long:
            self.agents = []
        return told

    def _act(self, agent: str, actions: Mapping[str, Any], waiting: tuple[int, ...]) -> bool:
        """Whether an agent did what it may; if it owes a decision, make it."""
        seat = self._seats[agent]
        if seat in waiting:
            if agent not in actions:
                raise IllegalMove(f"{agent} owes a decision, and there is no action for it.")
            return self.table.act(seat, actions[agent])
        legal = int(actions.get(agent, self.wait)) == self.wait
        if not legal and self.table.strict:
            raise IllegalMove(f"{agent} owes no decision now. It may play {self.wait}, and wait.")
        return legal

    def _seen(self) -> dict[str, Seen]:
        return {agent: self.observe(agent) for agent in self.agents}
