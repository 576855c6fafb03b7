"""A table at which the race is over and other rules rode it: there to be watched and downloaded."""

import collections
import functools

import msgspec

from gruppetto import story
from gruppetto.games import registry
from gruppetto.games.game import Document, Json
from gruppetto.match import FORMAT
from gruppetto.past import PastMatch, SaveFile
from gruppetto.server.answers import Snapshot
from gruppetto.server.live import BARE_TABLE, PER_DECISION, Live
from gruppetto.server.store import MatchRow, Move, SeatRow, standing
from gruppetto.server.telling import raw, seated

UNPACKED = 100  # times the size of a packed story


class Watched(Live):
    """A table that other rules rode to its end: there to be watched and downloaded."""

    past = True

    def __init__(self, row: MatchRow, seats: list[SeatRow], log: list[Move], packed: bytes | None) -> None:
        self.packed = packed
        self._played = [(move.seat, move.action) for move in standing(log, row.carried)]
        super().__init__(row, seats)
        self.seq, self.followed = log[-1].seq if log else 0, True
        self._own = [sum(seat == who for who, _ in self._played) for seat in range(row.seats)]

    @property
    def weight(self) -> int:
        """About how many bytes this table takes, its story unpacked."""
        return BARE_TABLE + len(self._played) * PER_DECISION + len(self.packed or b"") * UNPACKED

    def _fresh(self) -> PastMatch:
        row = self.row
        file = SaveFile(
            FORMAT, row.game, row.rules_version, row.seats, row.options, row.seed,
            row.commitment, row.start, self._played, row.result, "",
            seated=tuple(map(seated, self.seats)), story=self.packed,
        )  # fmt: skip
        return PastMatch(registry.get(row.game), file)

    def view(self, seat: int | None) -> Document | None:
        """The race as it ended, to everybody's eyes; nothing where no story was kept."""
        del seat
        return self._ending[0]

    def snapshot(self, seat: int | None, online: set[int], since: int = -1) -> Snapshot:
        """The same as at any table, with what happened in the last round."""
        return msgspec.structs.replace(super().snapshot(seat, online, since), last=self._ending[1])

    @functools.cached_property
    def _ending(self) -> tuple[Json | None, list[msgspec.Raw]]:
        """What is shown of the race; the rest of its story is not kept in mind."""
        if not self.packed:
            return None, []
        past = self._fresh()
        told = [events for _, events in past.story()]
        opened = [number for number, events in enumerate(told) if any(it.opens_round for it in events)]
        last = [
            raw(story.event_document(event)) for events in told[max(opened, default=0) :] for event in events
        ]
        return collections.deque(past.told.views(), maxlen=1)[0], last  # not all of them at a time

    def offers(self, seat: int) -> list[msgspec.Raw]:
        """Nobody has any."""
        del seat
        return []
