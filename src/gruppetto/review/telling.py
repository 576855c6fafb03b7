"""A review written down: books, moments, luck and turning points, from what was counted so far."""

import math
import time
from collections.abc import Callable

import msgspec
import numpy as np

from gruppetto.games.game import Game
from gruppetto.games.reasons import Reason
from gruppetto.kernel.record import Records
from gruppetto.language import t
from gruppetto.match import Match
from gruppetto.players.halving import Budget, Cancelled
from gruppetto.players.hints import wanted
from gruppetto.players.playout import Floats
from gruppetto.review.judging import Measured, Weighed
from gruppetto.review.results import (
    FORMAT,
    MISTAKES,
    Book,
    Chances,
    Errors,
    Mistakes,
    Moment,
    Option,
    ReasonTold,
    Review,
    SeatReview,
    Spent,
    StageReview,
    Stroke,
    Verdict,
    verdict_of,
)
from gruppetto.review.reviewing import Reviewing

DIGITS = 6  # more than any budget knows
STEEPNESS = 20.0  # of accuracy: a mean loss of 1 % leaves 82 of 100
JOKERS, LEAST_LUCK = 8, 0.03  # strokes of luck that are told at most, and how strong they are at least
TURNING_POINTS, LEAST_TURN = 8, 0.05
REASONS, BEYOND_DOUBT = 3, 3.0  # told for a moment at most; standard errors


def tell(work: Reviewing) -> Review:
    """The review as far as it has come."""
    known = _known(work)
    books = Books(work, known)
    moments = [_moment(work, books, index) for index in range(known)]
    opening, public = _public(work, books, known)
    return Review(
        format=FORMAT,
        game=work.game.id,
        rules_version=work.match.rules_version,
        done=round(work.done, DIGITS),
        budget=Spent(work.worlds, work.playouts, round(time.perf_counter() - work.begun, 3)),
        seats=[_seat(work, books, moments, seat) for seat in range(work.match.seats)],
        moments=moments,
        luck=_strokes(work, moments),
        turning_points=_turning_points(moments, [opening, *public]),
        opening=opening,
        public=public,
        stages=_stages(work, books),
    )


def _known(work: Reviewing) -> int:
    """How many moments there is something to say of: of a tour, those of the first stages."""
    missing = np.flatnonzero(work.entered == 0)
    return int(missing[0]) if len(missing) else len(work.decisions)


class Books:
    """The chances of every seat before and after each decision, and before the one that follows."""

    def __init__(self, work: Reviewing, known: int) -> None:
        entered = work.entered[:known, None]
        self.before: Floats = work.before[:known] / entered
        self.after: Floats = work.after[:known] / entered
        whole = known == len(work.decisions)
        last = np.array([work.result]) if whole else self.after[-1:]
        self.next: Floats = np.concatenate([self.before[1:], last])
        self.seats = np.array([decision.seat for decision in work.decisions[:known]], int)
        changed: Floats = self.after - self.before
        self.variance: Floats = (work.squares[:known] / entered - changed**2) / entered

    def book(self, seat: int, first: int, last: int) -> Book:
        """A seat's book from one moment up to another."""
        skill = self.after[first:last, seat] - self.before[first:last, seat]
        own = self.seats[first:last] == seat
        parts = self.before[first, seat], skill[~own].sum(), skill[own].sum(), self.next[last - 1, seat]
        start, rivals, own_skill, result = (round(float(part), DIGITS) for part in parts)
        luck = round(result - start - rivals - own_skill, DIGITS)  # all the rest: the book adds up as written
        return Book(start, luck, rivals, own_skill, result)

    def errors(self, seat: int) -> Errors:
        """How sure a seat's book is; decisions between which no chance came in are taken as independent."""
        own = self.seats == seat
        skill, rivals = (float(self.variance[mask, seat].sum()) for mask in (own, ~own))
        return Errors(*(round(math.sqrt(part), DIGITS) for part in (skill + rivals, rivals, skill)))


def _row(row: Floats) -> list[float]:
    return [round(float(value), DIGITS) for value in row]


def _shares(row: Floats) -> list[float]:
    """Rounded chances that add up to one all the same: the greatest gives or takes the rest."""
    shares = _row(row)
    greatest = shares.index(max(shares))
    shares[greatest] = round(shares[greatest] + 1.0 - sum(shares), DIGITS)
    return shares


def _moment(work: Reviewing, books: Books, index: int) -> Moment:
    decision, weighed = work.decisions[index], work.weighed.get(index)
    made = option(work.game, decision.state, decision.seat, decision.code)
    verdict = _verdict(decision.forced, decision.code, weighed)
    best = None if weighed is None else option(work.game, decision.state, decision.seat, weighed.best)
    loss, error = (weighed.loss, weighed.error) if weighed else (0.0, 0.0)
    return Moment(
        number=decision.number,
        seat=decision.seat,
        stage=decision.stage,
        forced=decision.forced,
        choice=made,
        best=best,
        loss=round(loss, DIGITS),
        error=round(error, DIGITS),
        verdict=verdict,
        chances=Chances(_shares(books.before[index]), _shares(books.after[index])),
        skill=round(float(books.after[index, decision.seat] - books.before[index, decision.seat]), DIGITS),
        luck=_row(books.next[index] - books.after[index]),
        reasons=reasons(work.game, made, best, weighed) if weighed and best else [],
    )


def _verdict(forced: bool, code: int, weighed: Weighed | None) -> Verdict:
    if forced:
        return "forced"
    if weighed is not None and weighed.best == code:
        return "best"
    return "good" if weighed is None else verdict_of(weighed.loss, weighed.error)


def option(game: Game, state: Records, seat: int, code: int) -> Option:
    """A choice in words."""
    message = game.message(state, seat, code)
    return Option(code, message.text, message.short, msgspec.to_builtins(message))


def reasons(game: Game, made: Option, best: Option, weighed: Weighed) -> list[ReasonTold]:
    """What speaks against a choice beyond doubt, the strongest first."""
    found, told = game.reasons, list[tuple[float, ReasonTold]]()
    if found is None:
        return []
    for reason, measured in zip(found.kinds, weighed.measured, strict=False):
        gain = reason.better * (measured.best - measured.made)
        if gain >= reason.least and gain >= BEYOND_DOUBT * measured.error:
            told.append(
                (gain / measured.error, _told(found.room, reason, made, best, measured, weighed.loss))
            )
    causes = [
        reason for _, reason in sorted(told, key=lambda pair: -pair[0]) if reason.kind not in found.effects
    ]
    return causes[:REASONS] or [reason for _, reason in told]


def _told(
    room: str, reason: Reason, made: Option, best: Option, measured: Measured, loss: float
) -> ReasonTold:
    key = f"{room}.why.{reason.kind}"
    names = {
        "choice": made.short if made.short != best.short else made.text,
        "best": best.short if made.short != best.short else best.text,
        "made": figure(measured.made),
        "better": figure(measured.best),
        "more": figure(abs(measured.best - measured.made)),
        "loss": percent(-loss),
    }
    return ReasonTold(
        reason.kind, key, names, t(key, **names),
        round(measured.made, DIGITS), round(measured.best, DIGITS), round(measured.error, DIGITS),
    )  # fmt: skip


def figure(value: float) -> str:
    """A figure as one says it: with one digit, or two where it is small."""
    if abs(value - round(value)) < 0.005:
        return f"{value:.0f}"
    return f"{value:.1f}" if abs(value) >= 0.95 else f"{value:.2f}"


def percent(change: float) -> str:
    """A change of chances, always with its sign."""
    return f"{'−' if change < 0 else '+'}{abs(100 * change):.0f} %"


def share(chance: float) -> str:
    """A chance."""
    return f"{100 * chance:.0f} %"


def accuracy(loss: float) -> float:
    """A mean loss on the scale of a hundred."""
    return round(100.0 * math.exp(-STEEPNESS * max(0.0, loss)), 1)


def _seat(work: Reviewing, books: Books, moments: list[Moment], seat: int) -> SeatReview:
    own = [moment for moment in moments if moment.seat == seat and moment.best is not None]
    loss = sum(moment.loss for moment in own) / len(own) if own else 0.0
    counts = {name: sum(moment.verdict == name for moment in own) for name in MISTAKES}
    seated = work.match.seated
    return SeatReview(
        seat=seat,
        name=seated[seat].name if seat < len(seated) else "",
        team=work.game.teams[seat],
        **msgspec.structs.asdict(books.book(seat, 0, len(moments))),
        errors=books.errors(seat),
        accuracy=accuracy(loss) if own else None,
        decisions=len(own),
        loss=round(loss, DIGITS),
        mistakes=Mistakes(counts["inaccuracy"], counts["mistake"], counts["blunder"]),
    )


def _stages(work: Reviewing, books: Books) -> list[StageReview]:
    """The books cut where stages begin."""
    known = [decision.stage for decision in work.decisions[: len(books.seats)]]
    firsts = [index for index, stage in enumerate(known) if index == 0 or stage != known[index - 1]]
    return [
        StageReview(known[first], first, [books.book(seat, first, last) for seat in range(work.match.seats)])
        for first, last in zip(firsts, [*firsts[1:], len(known)], strict=True)
    ]


def _public(work: Reviewing, books: Books, known: int) -> tuple[list[float], list[list[float]]]:
    """The spectator's chances before the first moment, and after each."""
    rows = []
    for look in work.looks[:known]:
        watched = int(work.watched[look]) if look >= 0 else 0
        known_at = look if look >= 0 else -1 - look  # until the spectator's chances are there
        rows.append(_shares(work.curve[look] / watched if watched else books.before[known_at]))
    last = work.result if known == len(work.decisions) else rows[-1]
    return rows[0], [*rows[1:], last]


def _strokes(work: Reviewing, moments: list[Moment]) -> list[Stroke]:
    """The strongest strokes of luck, with what came to light."""
    lucky = sorted(moments, key=lambda moment: -max(map(abs, moment.luck)))[:JOKERS]
    events = {decision.number: decision.events for decision in work.decisions}
    return [
        Stroke(
            moment.number,
            max(range(len(moment.luck)), key=lambda seat: abs(moment.luck[seat])),
            moment.luck,
            [event.text for event in events[moment.number] if event.reveals],
        )
        for moment in lucky
        if max(map(abs, moment.luck)) >= LEAST_LUCK
    ]


def _turning_points(moments: list[Moment], curve: list[list[float]]) -> list[int]:
    """The moments at which the curve, or a verdict, moved most."""
    turns = []
    for moment, before, after in zip(moments, curve, curve[1:], strict=False):
        swing = max(abs(one - other) for one, other in zip(before, after, strict=True))
        turns.append((max(swing, moment.loss if moment.verdict in MISTAKES else 0.0), moment.number))
    strong = sorted((turn for turn in turns if turn[0] >= LEAST_TURN), key=lambda turn: -turn[0])
    return [number for _, number in strong[:TURNING_POINTS]]


def review(
    match: Match, budget: Budget | str | float | None = None, *, threads: int = 1,
    progress: Callable[[float], None] = lambda _: None, cancelled: Cancelled = lambda: False,
) -> Review:  # fmt: skip
    """Review a race that is over; if it is cancelled, as far as it came."""
    given = Budget(playouts=match.game.worlds) if budget is None else wanted(budget)
    work = Reviewing(match, given, threads=threads)
    for done in work.steps():
        progress(done)
        if cancelled():
            break
    return tell(work)
