"""One seat of a race as Gymnasium knows it; bots sit on the others."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
from gymnasium import spaces

from gruppetto.envs.spaces import (
    ANSI,
    HUMAN,
    Seen,
    render_mode_checked,
    rendered,
    what_a_seat_sees,
)
from gruppetto.envs.table import MASK, OBSERVATION, Seeds, Table, Terms, seat_checked
from gruppetto.errors import UnknownPlayer
from gruppetto.games import registry
from gruppetto.games.game import Json
from gruppetto.kernel.chance import derived
from gruppetto.players.deciders import Decider, decider_of
from gruppetto.players.playout import DECIDING


class OneSeat(gymnasium.Env[Seen, Any]):
    """A race against players of any level, thinkers and other people's programs among them."""

    metadata = {"render_modes": [HUMAN, ANSI], "render_fps": 1}  # noqa: RUF012  (Gymnasium's own name)

    def __init__(
        self, game: str, *, opponents: Sequence[str], seat: int, reward: str, strict: bool,
        render_mode: str | None, options: Mapping[str, Any],
    ) -> None:  # fmt: skip
        if isinstance(opponents, str):
            raise UnknownPlayer(f"opponents: a list of players, such as [{opponents!r}], not {opponents!r}.")
        terms = Terms(game, len(opponents) + 1, options, reward)
        self.table, self.render_mode = Table(terms, strict=strict), render_mode_checked(render_mode)
        self.seat = seat_checked(seat, terms.game, terms.seats)
        others = [other for other in range(terms.seats) if other != seat]
        self._deciders: dict[int, Decider] = {
            other: decider_of(player) for other, player in zip(others, opponents, strict=True)
        }
        self.observation_space = what_a_seat_sees(terms.game, terms.game.actions)
        self.action_space = spaces.Discrete(terms.game.actions)
        self._seeds, self._luck, self._made = Seeds(), 0, [0] * terms.seats

    def reset(self, *, seed: int | None = None, options: Json | None = None) -> tuple[Seen, Json]:
        """Deal the first race of a seed; without one, the next race."""
        super().reset(seed=seed)
        del options
        chosen, number = self._seeds.next(seed)
        self.table.deal(chosen, number)
        self._luck, self._made = derived(derived(int(chosen), number), DECIDING), [0] * self.table.terms.seats
        self._let_others_decide()
        self._show()
        return self._seen(), {"illegal": False}

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, Json]:
        """Make a decision, and ride on until the next one is owed or the race is over."""
        legal = self.table.act(self.seat, action)
        self._let_others_decide()
        self._show()
        over = self.table.over
        reward = self.table.rewards()[self.seat] if over else 0.0
        return self._seen(), reward, over, False, {"illegal": not legal}

    def action_masks(self) -> Any:
        """What is legal now, as those libraries ask for it that know masks of actions."""
        return self.table.look(self.seat)[1].astype(bool)

    def render(self) -> str | None:
        """What this seat may know, as JSON."""
        return rendered(self.render_mode, self.table, self.seat)

    def close(self) -> None:
        """Let the opponents go."""
        for decider in self._deciders.values():
            decider.close()

    def _show(self) -> None:
        if self.render_mode == HUMAN:
            self.render()

    def _let_others_decide(self) -> None:
        while not self.table.over and (seat := self.table.on_turn) != self.seat:
            luck = derived(derived(self._luck, seat), self._made[seat])
            self._made[seat] += 1
            self.table.act(seat, self._deciders[seat].decide(self.table.game, self.table.state, seat, luck))

    def _seen(self) -> Seen:
        numbers, mask = self.table.look(self.seat)
        return {OBSERVATION: numbers, MASK: mask}


def id_of(game: str) -> str:
    """What `gymnasium.make` calls a game of ours."""
    return f"gruppetto/{game}-v{registry.get(game).rules_version}"


def _register() -> None:
    for game in registry.games():
        gymnasium.register(
            id_of(game),
            entry_point="gruppetto.envs:gym",
            vector_entry_point="gruppetto.envs.batch:of_one_seat",
            kwargs={"game": game},
        )


_register()
