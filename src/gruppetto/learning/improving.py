"""Learning from a ride: proximal policy optimisation, or doing as was done, in shuffled pieces."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import nn

from gruppetto.learning.network import Network
from gruppetto.learning.plan import Manner
from gruppetto.learning.riding import FAR, Lessons


class Aim(NamedTuple):
    """What a network learns from decisions, and by what name it is told how far it was from them."""

    reached: Callable[[torch.Tensor, torch.Tensor, torch.Tensor, Manner], torch.Tensor]
    distance: str


def improve(
    network: Network, optimiser: torch.optim.Optimizer, lessons: Lessons, manner: Manner, share: float,
    kind: torch.dtype, dice: torch.Generator, aim: Aim,
) -> dict[str, float]:  # fmt: skip
    """Learn from all lessons, some times over; how it went."""
    for group in optimiser.param_groups:
        group["lr"] = manner.at(share, manner.rate)
    curiosity, chosen = manner.at(share, manner.curiosity), lessons.chosen
    told, pieces = torch.zeros(2, device=chosen.device), 0
    for _ in range(manner.epochs):
        shuffled = chosen[torch.randperm(len(chosen), generator=dice, device=chosen.device)]
        for rows in torch.split(shuffled, manner.piece):
            if len(rows) < manner.piece and len(chosen) >= manner.piece:
                continue  # a few that are left over would pull as hard as a whole piece
            loss, standing = loss_of(network, lessons.piece(rows), aim, manner, curiosity, kind)
            optimiser.zero_grad(set_to_none=True)
            torch.autograd.backward(loss)
            nn.utils.clip_grad_norm_(network.parameters(), manner.steepest)
            optimiser.step()
            told, pieces = told + standing, pieces + 1
    distance, doubt = (told / pieces).tolist()
    return {aim.distance: distance, "entropy": doubt, "explained": lessons.explained}


def loss_of(
    network: Network, piece: tuple[torch.Tensor, ...], aim: Aim, manner: Manner, curiosity: float,
    kind: torch.dtype,
) -> tuple[torch.Tensor, torch.Tensor]:  # fmt: skip
    """The loss of some decisions; how far the network is from how they were made, and its doubt."""
    features, masks, actions, before, gains, targets = piece
    likes, values = network(features, kind)
    logs = torch.log_softmax(likes.masked_fill(~masks, FAR), 1)
    now = logs.gather(1, actions[:, None])[:, 0]
    doubt = -(logs.exp() * logs.masked_fill(~masks, 0.0)).sum(1).mean()
    loss = (
        manner.value * (values - targets).square().mean()
        - aim.reached(now, before, gains, manner)
        - curiosity * doubt
    )
    return loss, torch.stack([(before - now).mean(), doubt]).detach()


def gain(now: torch.Tensor, before: torch.Tensor, gains: torch.Tensor, manner: Manner) -> torch.Tensor:
    """Do more often what turned out well, but not at one go much more often than when it was done."""
    ratio = (now - before).exp()
    return torch.min(ratio * gains, ratio.clamp(1 - manner.clip, 1 + manner.clip) * gains).mean()


def likeness(now: torch.Tensor, before: torch.Tensor, gains: torch.Tensor, manner: Manner) -> torch.Tensor:
    """Do as was done, whatever came of it."""
    del before, gains, manner
    return now.mean()


GAIN = Aim(gain, "kl")  # from what the network was when it rode
LIKENESS = Aim(likeness, "unlike")  # from the level it follows: how seldom it would do the same
