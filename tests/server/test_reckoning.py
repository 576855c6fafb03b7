"""The reckoning itself, beside somebody who counts second by second."""

from typing import Any, Literal

import hypothesis.strategies as st
import pytest
from hypothesis import given

from gruppetto.server.messages import Clock, Tempo
from gruppetto.server.reckoning import LAST, Reckoning
from gruppetto.server.store import PLAY, UNDO, Move, SeatRow

SEATS = 2
EXACT = 0.001  # seconds
DO = ["wait", "decide", "lend", "take back", "undo", "restart"]
STEP = st.tuples(st.sampled_from(DO), st.integers(0, SEATS - 1), st.floats(0.1, 20))
WHAT = st.lists(STEP, min_size=10, max_size=40)


class Table:
    """Everybody owes a decision all the time, so that all clocks run; beside it everything is counted."""

    def __init__(self, clock: Clock) -> None:
        self.clock, self.time, self.log = clock, 0.0, list[Move]()
        self.rows = [SeatRow("t", seat, "person", "", turn=0, since=0.0) for seat in range(SEATS)]
        self.used, self.earned = [0.0] * SEATS, [0] * SEATS
        self.begin()

    def begin(self) -> None:
        """Know only what the log and the rows tell."""
        self.reckoning = Reckoning(Tempo(clock=self.clock), SEATS, lambda: self.time)
        self.reckoning.sit(self.rows, self.running)
        self.reckoning.owed(range(SEATS), 0, None)
        for move in self.log:
            self.take_in(move)

    def take_in(self, move: Move) -> None:
        tells = self.reckoning.decided if move.kind == PLAY else self.reckoning.taken_back
        tells(move)
        self.reckoning.owed(range(SEATS), move.seq, move.time)

    @property
    def running(self) -> list[int]:
        return [row.seat for row in self.rows if not row.lent]

    def append(self, kind: int, seat: int, action: int, by: str) -> None:
        spent = self.reckoning.spends(seat)
        self.used[seat] += spent
        self.log.append(Move(len(self.log) + 1, kind, seat, action, by, self.time, spent))
        self.take_in(self.log[-1])

    def wait(self, _: int, seconds: float) -> None:
        self.time += seconds

    def decide(self, seat: int, _: float) -> None:
        lent = self.rows[seat].lent
        self.earned[seat] += not lent
        self.append(PLAY, seat, 0, "bot:" if lent else f"{seat}:")

    def lend(self, seat: int, _: float, *, lent: bool = True) -> None:
        self.rows[seat].lent = lent
        self.reckoning.sit(self.rows, self.running)
        for changed, (used, since) in self.reckoning.unknown().items():
            row = self.rows[changed]
            row.turn, row.used, row.since = len(self.log), used, since

    def take_back(self, seat: int, _: float) -> None:
        self.lend(seat, 0, lent=False)

    def undo(self, seat: int, _: float) -> None:
        gone = {move.action for move in self.log if move.kind == UNDO}
        own = [move for move in self.log if (move.kind, move.seat) == (PLAY, seat) and move.seq not in gone]
        if own:
            self.earned[seat] -= own[-1].by_player
            self.append(UNDO, seat, own[-1].seq, "undo:")

    def restart(self, _: int, __: float) -> None:
        self.begin()


def about(seconds: Any) -> Any:
    return pytest.approx(seconds, abs=2 * EXACT)


def clocks(each: Literal["race", "decision"]) -> st.SearchStrategy[Clock]:
    return st.builds(Clock, st.just(each), st.integers(1, 60), st.integers(0, 10))


@given(clocks("race") | clocks("decision"), WHAT)
def test_no_time_is_gained_and_none_is_lost(clock: Clock, done: list[tuple[str, int, float]]) -> None:
    table = Table(clock)
    first = clock.seconds if clock.each == "race" else 0
    for what, seat, seconds in done:
        before = [table.reckoning.left(each) for each in range(SEATS)]
        {"wait": table.wait, "decide": table.decide, "lend": table.lend, "take back": table.take_back,
         "undo": table.undo, "restart": table.restart}[what](seat, seconds)  # fmt: skip
        left = [table.reckoning.left(each) for each in range(SEATS)]
        for each in range(SEATS):
            ever = first + clock.increment * table.earned[each] - table.used[each]
            assert table.reckoning.reserve(each) == about(max(0.0, ever))
        if what == "wait":
            runs = [seconds if table.reckoning.runs(each) else 0 for each in range(SEATS)]
            assert left == [about(max(0.0, was - ran)) for was, ran in zip(before, runs, strict=True)]
        elif what in ("restart", "lend"):
            assert left == about(before)
        else:
            others = [each for each in range(SEATS) if each != seat]
            assert [left[each] for each in others] == about([before[each] for each in others])
            given = clock.seconds if clock.each == "decision" else 0
            most = before[seat] if what == "take back" else given + table.reckoning.reserve(seat)
            assert left[seat] <= max(most, LAST) + EXACT
        if what == "decide":
            assert left[seat] >= EXACT  # nobody is late in the moment they are asked
