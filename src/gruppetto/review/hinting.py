"""Hints explained: why a choice promises less than the best one, with a review's eyes but in mid-race."""

from collections.abc import Iterator, Sequence

from gruppetto.kernel.chance import derived
from gruppetto.match import Hint, Match
from gruppetto.players.halving import Cancelled
from gruppetto.players.hints import SEED
from gruppetto.review.judging import EXPLAINING, Judge, Question
from gruppetto.review.results import ReasonTold
from gruppetto.review.telling import option, reasons

SURE = 2.0  # standard errors by which a choice must be worse
OTHERS = 4  # choices that are held against the best; what is worse than these needs no reason


def explain(
    match: Match, seat: int, hints: Sequence[Hint], *, cancelled: Cancelled = lambda: False
) -> list[list[ReasonTold]]:
    """For every hint what speaks against it, beside the first; nothing where that is not beyond doubt."""
    against = list(_against(match, seat, hints, cancelled))
    return against + [[]] * (len(hints) - len(against))


def _against(
    match: Match, seat: int, hints: Sequence[Hint], cancelled: Cancelled
) -> Iterator[list[ReasonTold]]:
    game, judge, (best, *others) = match.game, Judge(match.game, match.seats), hints
    better = option(game, match.state, seat, best.choice.code)
    yield []
    for hint in others[:OTHERS]:
        if cancelled():
            return
        seed = derived(derived(SEED, len(match.log)), hint.choice.code)
        asked = Question(match.state, seat, hint.choice.code, best.choice.code, seed)
        weighed = judge.explained(asked, EXPLAINING)
        worse = option(game, match.state, seat, hint.choice.code)
        yield reasons(game, worse, better, weighed) if weighed.loss > SURE * weighed.error else []
