"""How strong somebody is, as far as their races tell: the Plackett–Luce model of OpenSkill, race by race.

A strength is a bell curve: the mean that is likeliest, and the doubt that is left. After a race all who took
part move at once: up for everybody they beat beyond what was to be expected, down for the others, and the
more the greater the doubt. The formulas are those of Weng and Lin, "A Bayesian Approximation Method for
Online Ranking" (2011), algorithm 4, for teams of one.
"""

import math
from collections.abc import Sequence

import msgspec

MEAN, DOUBT = 25.0, 25.0 / 3  # of whoever has not been seen yet
LUCK = DOUBT / 2  # what a single race owes to chance
CHANGE = MEAN / 300  # doubt that comes back from race to race: people change
LEAST = 1e-4  # of the doubt squared remains, whatever a race says
POINTS = 400 / math.log(10) / (math.sqrt(2) * LUCK)  # who has 400 more wins ten of eleven races of two
MIDDLE = 1500.0  # the points of a newcomer, and of a domestique
SURE = 5.0  # doubt below which a rating is settled: known to 300 points, after some 20 to 30 races


class Strength(msgspec.Struct, frozen=True):
    """A mean and the doubt about it; without doubt it is fixed."""

    mean: float = MEAN
    doubt: float = DOUBT

    @property
    def points(self) -> float:
        """The mean, on the scale that people are shown."""
        return points_of(self.mean)

    @property
    def margin(self) -> float:
        """Twice the doubt, in these points: in 19 of 20 cases they are no further off."""
        return 2 * self.doubt * POINTS


def points_of(mean: float) -> float:
    """A mean in points."""
    return MIDDLE + (mean - MEAN) * POINTS


def anchored(lead: float) -> Strength:
    """The strength of a bot that is so many points ahead of a domestique."""
    return Strength(MEAN + lead / POINTS, 0.0)


def after(strengths: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """The strengths after a race; who shares a place came in level."""
    before = [_doubted_again(strength) for strength in strengths]
    scale = math.sqrt(sum(strength.doubt**2 + LUCK**2 for strength in before))
    weights = [math.exp(strength.mean / scale) for strength in before]
    behind = [_sum_from(place, weights, places) for place in places]
    return [_moved(number, before, places, weights, behind, scale) for number in range(len(places))]


def _doubted_again(strength: Strength) -> Strength:
    """What was sure is less so at the next race, unless it is fixed."""
    if strength.doubt == 0:
        return strength
    return Strength(strength.mean, math.hypot(strength.doubt, CHANGE))


def _sum_from(place: int, weights: Sequence[float], places: Sequence[int]) -> float:
    """The weights of all who might have taken a place: nobody before them had."""
    return sum(weight for weight, other in zip(weights, places, strict=True) if other >= place)


def _moved(
    number: int, before: Sequence[Strength], places: Sequence[int], weights: Sequence[float],
    behind: Sequence[float], scale: float,
) -> Strength:  # fmt: skip
    """One of them after the race: every place down to their own says something of them."""
    mine, surprise, told = before[number], 0.0, 0.0
    for other, place in enumerate(places):
        if place <= places[number]:
            chance, level = weights[number] / behind[other], places.count(place)
            surprise += ((other == number) - chance) / level
            told += chance * (1 - chance) / level
    share = (mine.doubt / scale) ** 2
    left = max(1 - share * told * mine.doubt / scale, LEAST)
    return Strength(mine.mean + surprise * share * scale, mine.doubt * math.sqrt(left))
