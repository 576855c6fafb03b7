"""Ratings of all players at once, from all races at once: the order of the races makes no difference.

A race is taken as Plackett and Luce do: the winner is drawn with chances in proportion to the strengths, then
the second among those who are left, and so on. The strengths are the ones under which the races that were
ridden are likeliest. For two players that is the model of Bradley and Terry, and of Elo's ratings, whose
scale is used: who has 400 points more comes in before the other in ten of eleven races.
"""

import itertools
import math
from collections.abc import Sequence

import msgspec
import numpy as np

from gruppetto.lab.intervals import Interval, student
from gruppetto.players.playout import Floats

MIDDLE, POINTS = 1500.0, 400 / math.log(10)  # the mean of all players, and what a unit of strength is worth
ENOUGH, ROUNDS = 1e-9, 100


class Rating(msgspec.Struct, frozen=True):
    """How strong a player is, in Elo's points, and the 95 % interval of that."""

    points: float
    interval: Interval


class Finish(msgspec.Struct, frozen=True):
    """Who came in how, in a race on a deal."""

    deal: int
    players: Sequence[int]  # by seat
    scores: Sequence[int]


def rate(count: int, finishes: Sequence[Finish]) -> list[Rating]:
    """So many players, rated relative to the mean of all.

    Each of them has besides won and lost a race against a player of the middle: who has won everything is
    strong, not infinitely so. The errors are those of deals, not of races.
    """
    placings = list(itertools.chain.from_iterable(map(_placings, finishes)))
    chosen = np.array([placing[1] for placing in placings], int)
    waiting = np.zeros((len(placings), count))
    for row, (_, _, players) in zip(waiting, placings, strict=True):
        np.add.at(row, list(players), 1.0)
    strength = _likeliest(count, chosen, waiting)
    error = _errors(strength, np.array([placing[0] for placing in placings], int), chosen, waiting)
    freedom = len({finish.deal for finish in finishes}) + 1
    relative = strength - strength.mean()
    return [
        _rating(mean, student(freedom) * wide)
        for mean, wide in zip(relative.tolist(), error.tolist(), strict=True)
    ]


def _rating(mean: float, wide: float) -> Rating:
    ends = (MIDDLE + POINTS * (mean - wide), MIDDLE + POINTS * (mean + wide))
    return Rating(MIDDLE + POINTS * mean, ends)


def _placings(finish: Finish) -> list[tuple[int, int, list[int]]]:
    """Place by place: the deal, who took it, and who was there to take it, those who came level too."""
    found = []
    for player, score in zip(finish.players, finish.scores, strict=True):
        rest = [other for other, behind in zip(finish.players, finish.scores, strict=True) if behind <= score]
        if len(set(rest)) > 1:
            found.append((finish.deal, player, rest))
    return found


def _likeliest(count: int, chosen: Floats, waiting: Floats) -> Floats:
    """The strengths, by Newton's method; the virtual races keep it from running away."""
    strength = np.zeros(count)
    won = np.bincount(chosen, minlength=count)
    for _ in range(ROUNDS):
        chances, even = _chances(strength, waiting), 1 / (1 + np.exp(-strength))
        slope = won - chances.sum(0) + 1 - 2 * even
        step = np.linalg.solve(_curvature(chances, even), slope)
        strength += step * min(1.0, 1 / np.abs(step).max(initial=ENOUGH))
        if np.abs(step).max(initial=0.0) < ENOUGH:
            break
    return strength


def _chances(strength: Floats, waiting: Floats) -> Floats:
    """How likely each player was to take each place."""
    weights = waiting * np.exp(strength)
    chances: Floats = weights / weights.sum(1, keepdims=True)
    return chances


def _curvature(chances: Floats, even: Floats) -> Floats:
    curvature: Floats = np.diag(chances.sum(0) + 2 * even * (1 - even)) - chances.T @ chances
    return curvature


def _errors(strength: Floats, deals: Floats, chosen: Floats, waiting: Floats) -> Floats:
    """The standard errors of strengths relative to their mean, from how much one deal pulls and another."""
    count, even = len(strength), 1 / (1 + np.exp(-strength))
    chances = _chances(strength, waiting)
    pulls = -chances
    pulls[np.arange(len(chosen)), chosen] += 1
    names, numbered = np.unique(deals, return_inverse=True)
    of_deals = np.zeros((len(names), count))
    np.add.at(of_deals, numbered, pulls)
    spread = of_deals.T @ of_deals + np.diag((1 - even) ** 2 + even**2)
    flat = np.linalg.solve(_curvature(chances, even), np.eye(count) - 1 / count)
    errors: Floats = np.sqrt(np.maximum(0.0, np.diag(flat.T @ spread @ flat)))
    return errors
