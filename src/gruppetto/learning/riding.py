"""Riding to learn: so many decisions in every race, what was seen and done, and what came of it."""

from functools import partial

import torch

from gruppetto.learning.network import Network
from gruppetto.learning.races import Races

CERTAIN = 0.0  # the logarithm of the chance of what follows from a rule
FAR = -60.0  # what is not legal; further off, chances are too small for fast arithmetic


class Ride:
    """What is remembered of so many steps of all races; the same memory for every ride."""

    def __init__(self, races: Races, steps: int, kind: torch.dtype, dice: torch.Generator) -> None:
        self.races, self.steps, self.kind, self.dice = races, steps, kind, dice
        shape, zeros = (steps, races.rows), partial(torch.zeros, device=races.device)
        self.features = zeros(*shape, races.game.inputs, dtype=torch.int8)
        self.masks = zeros(*shape, races.game.actions, dtype=torch.bool)
        self.actions, self.seats = zeros(shape, dtype=torch.int64), zeros(shape, dtype=torch.int64)
        self.logs, self.values = zeros(shape), zeros(shape)
        self.rewards, self.ended = zeros(*shape, races.game.most_seats), zeros(shape, dtype=torch.bool)

    def prepare(self, model: str) -> None:
        """Compile what a ride needs, so that the time of a course is that of learning."""
        self.races.look(self.features[0])
        if model:
            self.races.advice(model, 0)

    @torch.no_grad()
    def ride(self, network: Network, frozen: Network | None) -> None:
        """Ride on in all races, choosing as the network likes; where it is frozen's turn, as that does."""
        for step in range(self.steps):
            likes = self._seen(step, network)
            if frozen is not None:
                theirs = self._frozen_rows(step)
                likes[theirs] = frozen(self.features[step][theirs], self.kind)[0]
            self.actions[step], self.logs[step] = drawn(likes, self.masks[step], self.dice)
            self._ridden(step)

    @torch.no_grad()
    def follow(self, level: str, network: Network) -> None:
        """Ride on in all races as a level does, which is to be learnt from."""
        for step in range(self.steps):
            self._seen(step, network)
            luck = torch.randint(1 << 62, (), generator=self.dice, device=self.races.device)
            self.actions[step], self.logs[step] = self.races.advice(level, int(luck)), CERTAIN
            self._ridden(step)

    def _seen(self, step: int, network: Network) -> torch.Tensor:
        """What is seen in all races, and what a network makes of it."""
        self.races.look(self.features[step])
        self.masks[step], self.seats[step] = self.races.masks, self.races.deciding
        likes, self.values[step] = network(self.features[step], self.kind)
        return likes

    def _ridden(self, step: int) -> None:
        """Make the decisions of a step, and see what comes of them."""
        self.races.ride(self.actions[step])
        self.rewards[step], self.ended[step] = self.races.rewards, self.races.ended

    def _frozen_rows(self, step: int) -> torch.Tensor:
        rows = torch.arange(self.races.rows, device=self.races.device)
        return (self.races.frozen & ~self.races.learns[rows, self.seats[step]]).nonzero()[:, 0]

    def lessons(self, trace: float) -> "Lessons":
        """All decisions to learn from, with what they were worth beyond what had been thought."""
        gains, known = advantages(self.values, self.seats, self.rewards, self.ended, trace)
        known &= self.races.learns.expand(self.steps, -1, -1).gather(2, self.seats[:, :, None])[:, :, 0]
        chosen = known.view(-1).nonzero()[:, 0]
        return Lessons(self, gains, chosen)


class Lessons:
    """Decisions to learn from, in one row each."""

    def __init__(self, ride: Ride, gains: torch.Tensor, chosen: torch.Tensor) -> None:
        self.chosen = chosen
        self.features, self.masks = ride.features.flatten(0, 1), ride.masks.flatten(0, 1)
        self.actions, self.logs = ride.actions.view(-1), ride.logs.view(-1)
        self.targets, gains = (gains + ride.values).view(-1), gains.view(-1)
        values, targets = ride.values.view(-1)[chosen], self.targets[chosen]
        self.explained = float(1 - (targets - values).var() / targets.var().clamp_min(1e-9))
        learnt = gains[chosen]
        self.gains = (gains - learnt.mean()) / (learnt.std() + 1e-6)

    def piece(self, rows: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Some of them: features, masks, actions, logarithms of chances, gains, targets."""
        return tuple(
            part.index_select(0, rows)
            for part in (self.features, self.masks, self.actions, self.logs, self.gains, self.targets)
        )


def drawn(
    likes: torch.Tensor, masks: torch.Tensor, dice: torch.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """A legal action for every row, the likelier the better it is liked; and the logarithm of its chance."""
    logs = torch.log_softmax(likes.masked_fill(~masks, FAR), 1)
    sums = logs.exp().cumsum(1)
    luck = torch.rand(len(logs), 1, generator=dice, device=likes.device) * sums[:, -1:] * 0.999999
    actions = (sums <= luck).sum(1)
    return actions, logs.gather(1, actions[:, None])[:, 0]


def advantages(
    values: torch.Tensor, seats: torch.Tensor, rewards: torch.Tensor, ended: torch.Tensor, trace: float
) -> tuple[torch.Tensor, torch.Tensor]:
    """How much better every decision turned out than had been thought, looked back upon seat by seat.

    What follows a seat's decision is its next one, or the end of the race. The last ones of a ride have
    nothing known after them: they only tell what those before came to, and are not learnt from.
    """
    steps, rows = values.shape
    gains, known = torch.zeros_like(values), torch.zeros_like(ended)
    seen = torch.zeros_like(rewards[0], dtype=torch.bool)  # whether something after this is known, by seat
    worth, gain = torch.zeros_like(rewards[0]), torch.zeros_like(rewards[0])
    all_rows = torch.arange(rows, device=values.device)
    for step in reversed(range(steps)):
        over = ended[step][:, None]
        worth, gain = torch.where(over, rewards[step], worth), gain.masked_fill(over, 0.0)
        seen = seen | over
        seat = seats[step]
        after, before = seen[all_rows, seat], values[step]
        gained = worth[all_rows, seat] - before + trace * gain[all_rows, seat]
        gains[step], known[step] = torch.where(after, gained, 0.0), after
        gain[all_rows, seat], worth[all_rows, seat], seen[all_rows, seat] = gains[step], before, True
    return gains, known
