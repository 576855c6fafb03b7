"""Stopping as soon as enough is known: the sequential probability ratio test, on deals.

Two hypotheses are weighed against each other: that the first player wins one share of the races, or another
one. After every deal it is reckoned how much likelier the deals so far are under the one than under the
other, and the races end when that is beyond doubt. What a deal tells depends on how much deals differ, which
is estimated as they come in.
"""

import math
from typing import Literal

import msgspec

from gruppetto.errors import BadOption
from gruppetto.lab.intervals import moments

ERROR = 0.05  # how often the test may decide for the wrong one, either way
FEWEST = 8  # deals before it decides anything: until then nobody knows how much deals differ
Verdict = Literal["lower", "higher", "open"]


class Hypotheses(msgspec.Struct, frozen=True):
    """The shares of wins between which is to be decided."""

    lower: float
    higher: float

    def check(self) -> None:
        """Refuse what is no question."""
        if not 0 <= self.lower < self.higher <= 1:
            raise BadOption(
                f"sprt: {100 * self.lower:g}:{100 * self.higher:g} are not two shares of wins, the lower one "
                "first, such as 50:55 for 50 % or 55 %."
            )


class Decision(msgspec.Struct, frozen=True):
    """How far the test has come."""

    verdict: Verdict
    ratio: float  # the logarithm of how much likelier the higher share is
    bound: float  # decided when the ratio is beyond it, on either side
    deals: int
    hypotheses: Hypotheses


def hypotheses_of(text: str) -> Hypotheses:
    """Hypotheses as people write them, in per cent: `50:55`."""
    lower, _, higher = text.partition(":")
    try:
        asked = Hypotheses(float(lower) / 100, float(higher) / 100)
    except ValueError:
        raise BadOption(f"sprt: {text!r} is not two shares of wins in per cent, such as 50:55.") from None
    asked.check()
    return asked


def judge(asked: Hypotheses, deals: list[float]) -> Decision:
    """What the shares that the first player has won of each deal so far say."""
    ratio, bound = _ratio(asked, deals), math.log((1 - ERROR) / ERROR)
    verdict: Verdict = "open"
    if len(deals) >= FEWEST and abs(ratio) >= bound:
        verdict = "higher" if ratio > 0 else "lower"
    return Decision(verdict, ratio, bound, len(deals), asked)


def _ratio(asked: Hypotheses, deals: list[float]) -> float:
    """By the normal approximation: the mean of the deals is all that tells the hypotheses apart."""
    _, spread = moments(deals)
    surplus = math.fsum(deals) - len(deals) * (asked.lower + asked.higher) / 2
    return surplus * (asked.higher - asked.lower) / spread
