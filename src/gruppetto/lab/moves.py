"""Simulations that write down every decision: who made it, what was legal, and if wanted what was seen."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from gruppetto.games.loops import MOST_ACTIONS, Rule
from gruppetto.kernel.chance import spread
from gruppetto.kernel.record import Ints, Records
from gruppetto.kernel.rule import rule
from gruppetto.lab.parquet import pl
from gruppetto.lab.running import Table
from gruppetto.lab.simulate import Simulation

CHUNK, CHUNK_SEEN = 50, 10  # races a thread rides before it reports back; observations take more room
BITS = 8  # of a byte of the mask
Bytes = npt.NDArray[np.uint8]
MOVES: Mapping[str, str] = {
    "race": "The number of the race, as in a file of results.",
    "step": "The number of the decision in its race, from 0.",
    "seat": "Who decided.",
    "action": "The code of what was decided, as in the log of a match.",
    "legal": "What was legal: the bit with the number of a code, the lowest bit of the first byte being 0.",
    "observation": "What the seat knew before it decided, with `--observations`.",
}


class Logged(Simulation):
    """The same races, and a table of their decisions for whoever keeps them."""

    def __init__(
        self, game: str, players: Sequence[str], options: Mapping[str, Any] | None = None, *, seed: int = 1,
        observations: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(game, players, options, seed=seed)
        self.observations = observations
        self._told: dict[int, pl.DataFrame] = {}

    def ride(self, first: int, count: int) -> Table:
        """A row of results for each race, whose decisions can be taken afterwards."""
        ridden = [self.log(number) for number in range(first, first + count)]
        self._told[first] = self._frame(first, [log for _, log in ridden])
        return np.array([row for row, _ in ridden], np.int32)

    def taken(self, first: int) -> pl.DataFrame:
        """The decisions of the races that were ridden from `first` on; they are told once."""
        return self._told.pop(first)

    @property
    def chunk(self) -> int:
        """Races ridden in one go: fewer, since there is more to keep."""
        return min(super().chunk, CHUNK_SEEN if self.observations else CHUNK)

    def moves(self) -> list[str]:
        """What the columns of the decisions are called."""
        return list(MOVES)[: len(MOVES) - (not self.observations)]

    def _frame(self, first: int, logs: list[Ints]) -> pl.DataFrame:
        lengths = [len(log) for log in logs]
        made, ends = np.concatenate(logs), np.cumsum(lengths)
        legal = np.zeros((len(made), -(-self.game.actions // BITS)), np.uint8)
        width = self.game.observation if self.observations else 0
        seen = np.zeros((len(made), width), self.game.bounds()[0].dtype)
        for index, (end, length) in enumerate(zip(ends, lengths, strict=True)):
            part = slice(end - length, end)
            self._look(first + index, logs[index], legal[part], seen[part])
        columns = {
            "race": np.repeat(np.arange(first, first + len(logs), dtype=np.int64), lengths),
            "step": np.concatenate([np.arange(length, dtype=np.int32) for length in lengths]),
            "seat": made[:, 0].astype(np.uint8),
            "action": made[:, 1].astype(np.uint16),
            "legal": legal,
            "observation": seen,
        }
        return pl.DataFrame({name: columns[name] for name in self.moves()})

    def _look(self, number: int, log: Ints, legal: Bytes, seen: Any) -> None:
        rules = self.game.rules
        look_back(
            rules.deal, rules.legal, rules.act, rules.observe, self.game.blank(), self.setup,
            np.empty(self.game.streams, np.uint64), self.seed, number, log, legal, seen,
        )  # fmt: skip


@rule
def look_back(
    deal: Rule, legal: Rule, act: Rule, observe: Rule, states: Records, setups: Records,
    keys: Any, seed: np.uint64, number: int, log: Ints, masks: Bytes, seen: Any,
) -> None:  # fmt: skip
    """Ride a race once more by its log, and note before every decision what was legal and what was known."""
    state, actions = states[0], np.empty(MOST_ACTIONS, np.int32)
    spread(seed, np.uint64(number), keys)
    deal(state, setups[0], keys)
    for step in range(len(log)):
        seat = log[step, 0]
        for index in range(legal(state, seat, actions)):
            masks[step, actions[index] // BITS] |= np.uint8(1 << actions[index] % BITS)
        if seen.shape[1] > 0:
            observe(state, seat, seen[step])
        act(state, seat, log[step, 1], actions[:0])
