"""How much time everybody has had, and has left: one reckoning for clocks and for patience.

A player's time for a decision is what the clock gives for it, and their reserve. What a decision has taken
off the reserve stands in the log beside it, so what is left of it follows from the log alone. A turn that
has not ended begins where the log says; that time has stood still meanwhile is written beside the seat.
Patience is a clock for each decision, without a reserve.
"""

from collections.abc import Callable, Collection, Iterable

import msgspec

from gruppetto.server.messages import Tempo
from gruppetto.server.store import Move, SeatRow

LAST = 10.0  # seconds for a decision of those who have used up all they had


class Turn(msgspec.Struct):
    """A decision that a seat owes, and how long its time has run."""

    begun: int  # after which seq
    used: float  # seconds, when it last stood
    since: float | None  # when it went on; it stands, if null
    known: bool = True  # to others, from the log or the database

    def at(self, time: float) -> float:
        """Seconds used by then."""
        return self.used + (0.0 if self.since is None else max(0.0, time - self.since))

    def set(self, used: float, since: float | None) -> None:
        """Stand, go on, or begin anew."""
        self.used, self.since, self.known = used, since, False


class Reckoning:
    """The time of everybody at a table."""

    def __init__(self, tempo: Tempo, seats: int, now: Callable[[], float]) -> None:
        self.clock, self._tempo, self._now = tempo.clock, tempo, now
        self._spent, self._earned = [0.0] * seats, [0] * seats
        self._earners: dict[int, int] = {}  # who has earned an increment, by the seq of their decision
        self._turns: dict[int, Turn] = {}
        self._rows: dict[int, SeatRow] = {}
        self._running: Collection[int] = ()  # the seats whose time runs when they owe a decision

    # --- what the log tells -------------------------------------------------------------------------

    def decided(self, move: Move) -> None:
        """A decision ends a turn: what it took off the reserve, and what it has earned."""
        self._end(move)
        if move.by_player:
            self._earners[move.seq] = move.seat
            self._earned[move.seat] += 1

    def taken_back(self, move: Move) -> None:
        """A decision does not stand any more: it has earned nothing, and its time is gone all the same."""
        self._end(move)
        earner = self._earners.pop(move.action, None)
        if earner is not None:
            self._earned[earner] -= 1

    def _end(self, move: Move) -> None:
        self._spent[move.seat] += move.spent
        self._turns.pop(move.seat, None)

    def owed(self, waiting: Iterable[int], seq: int, time: float | None) -> None:
        """These seats owe a decision; those that did not before do since this row of the log."""
        self._turns = {seat: self._turns.get(seat) or self._begun(seat, seq, time) for seat in waiting}

    def _begun(self, seat: int, seq: int, time: float | None) -> Turn:
        row, runs = self._rows.get(seat), seat in self._running
        if row is None or row.turn < seq:
            return Turn(seq, 0.0, (self._now() if time is None else time) if runs else None)
        turn = Turn(seq, row.used, row.since if runs else None)
        if runs and turn.since is None:
            self._go_on(seat, turn)
        return turn

    # --- what stops and goes on between -------------------------------------------------------------

    def sit(self, rows: Iterable[SeatRow], running: Collection[int]) -> None:
        """Who sits where, as the database has it, and whose time runs when they owe a decision."""
        before, self._rows = self._rows, {row.seat: row for row in rows}
        self._running = running
        for seat, turn in self._turns.items():
            row = self._rows[seat]
            if row.turn >= turn.begun and _told(row) != _told(before[seat]):
                turn.used, turn.since, turn.known = row.used, row.since, True
            if seat not in running and turn.since is not None:
                turn.set(turn.at(self._now()), None)
            elif seat in running and turn.since is None:
                self._go_on(seat, turn)

    def _go_on(self, seat: int, turn: Turn) -> None:
        """Time runs again; whoever comes back after theirs was over has a little more."""
        has = self._allowance(seat)
        turn.set(turn.used if turn.used < has else max(0.0, has - LAST), self._now())

    def begin_anew(self) -> None:
        """Nobody has been waited for until now."""
        for turn in self._turns.values():
            if turn.since is not None:
                turn.set(0.0, self._now())

    def unknown(self) -> dict[int, tuple[float, float | None]]:
        """What others cannot know yet of the turns; from now on they do."""
        found = {seat: turn for seat, turn in self._turns.items() if not turn.known}
        for turn in found.values():
            turn.known = True
        return {seat: (turn.used, turn.since) for seat, turn in found.items()}

    # --- what follows -------------------------------------------------------------------------------

    def _given(self) -> float:
        """Seconds for each decision, besides the reserve."""
        if self.clock is None:
            return float(self._tempo.lend_after or 0)
        return float(self.clock.seconds) if self.clock.each == "decision" else 0.0

    def reserve(self, seat: int) -> float:
        """What a seat may draw on when the time for a decision is over."""
        if self.clock is None:
            return 0.0
        begun_with = self.clock.seconds if self.clock.each == "race" else 0
        return max(0.0, begun_with + self.clock.increment * self._earned[seat] - self._spent[seat])

    def _allowance(self, seat: int) -> float:
        """Seconds for a decision, the first to the last."""
        has = self._given() + self.reserve(seat)
        return has or min(LAST, self.clock.seconds if self.clock else 0.0)

    def used(self, seat: int) -> float:
        """Seconds used of the decision that a seat owes."""
        return self._turns[seat].at(self._now()) if seat in self._turns else 0.0

    def left(self, seat: int) -> float:
        """Seconds left for it."""
        return max(0.0, self._allowance(seat) - self.used(seat))

    def runs(self, seat: int) -> bool:
        """Whether a seat's time runs."""
        return seat in self._turns and self._turns[seat].since is not None

    def spends(self, seat: int) -> float:
        """What a decision takes off the reserve, if it is made now."""
        return min(max(0.0, self.used(seat) - self._given()), self.reserve(seat))

    def late(self) -> list[int]:
        """The seats whose time is over."""
        return [seat for seat in self._turns if self._is_timed and self.runs(seat) and not self.left(seat)]

    def due(self, seats: Collection[int]) -> float | None:
        """When the first of these seats will have no time left, unless they decide."""
        ends = [
            turn.since + self._allowance(seat) - turn.used
            for seat, turn in self._turns.items()
            if seat in seats and turn.since is not None
        ]
        return min(ends, default=None) if self._is_timed else None

    @property
    def _is_timed(self) -> bool:
        return self.clock is not None or self._tempo.lend_after is not None


def _told(row: SeatRow) -> tuple[int, float, float | None]:
    return row.turn, row.used, row.since
