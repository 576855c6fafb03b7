"""Races on a GPU, by the unmodified rules: every thread rides whole races in a record of its own.

The rules, the players and the loop that drives them are the ones of the CPU, rebuilt as device
functions, so race number n of a seed is the same race here too.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import numba
import numpy as np

from gruppetto.errors import BadOption, Unavailable
from gruppetto.games.loops import MOST_ACTIONS
from gruppetto.kernel.chance import mix, spread
from gruppetto.kernel.rule import gpu_functions, numba_cuda
from gruppetto.lab.running import Span, Table, in_a_row
from gruppetto.lab.simulate import DECISIONS, WINNER, Simulation
from gruppetto.players.playout import DECIDING, best, play_out, unwatched

cuda: Any = numba_cuda()  # a global of this module, where Numba's simulator of a GPU looks for it
numba.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a few races cannot fill a GPU, and need not
CHUNKS = 250  # of a simulation in one launch: half a million races
SHAPE = 8, 128  # blocks for each multiprocessor, and threads of a block
AT_ONCE = 2  # launches under way: one rides while the rows of the other are fetched


class Launch(msgspec.Struct, frozen=True):
    """Races that are being ridden, and where their rows will be."""

    spans: list[Span]
    stream: Any
    rows: Any

    def wait(self) -> None:
        """Until they are ridden."""
        self.stream.synchronize()

    def done(self) -> Iterator[tuple[int, Table]]:
        """Wait for the rows, and hand them out span by span."""
        table = self.rows.copy_to_host(stream=self.stream)
        self.wait()
        begin = self.spans[0][0]
        for first, count in self.spans:
            yield first, table[first - begin : first - begin + count]


class Prepared(msgspec.Struct, frozen=True):
    """A simulation that the GPU is ready for."""

    simulation: Simulation
    kernel: Any
    setup: Any
    players: Any

    def needs(self) -> dict[str, int]:
        """What a thread takes: registers, and bytes of memory of its own."""
        (registers,), (memory,) = (
            counted.values()
            for counted in (self.kernel.get_regs_per_thread(), self.kernel.get_local_mem_per_thread())
        )
        return {"registers": registers, "local_bytes": memory}


class Gpu:
    """The first CUDA GPU of this machine."""

    def __init__(self) -> None:
        if not cuda.is_available():
            raise Unavailable(
                "--gpu: there is no GPU to ride on: "
                "that takes one by NVIDIA, its driver, and pip install 'gruppetto[gpu]'."
            )
        self._streams = [cuda.stream() for _ in range(AT_ONCE)]
        self._units = int(getattr(cuda.current_context().device, "MULTIPROCESSOR_COUNT", 1))
        self._prepared: Prepared | None = None

    def ready(self, simulation: Simulation) -> None:
        """Compile the rules for the GPU and ride one race, so that all is in place."""
        self.launch(simulation, [(0, 1)]).wait()

    def ride(self, simulation: Simulation, wanted: Iterable[Span]) -> Iterator[tuple[int, Table]]:
        """A launch for every half million races, the next begun before the last is fetched."""
        launched = deque[Launch]()
        for number, spans in enumerate(in_a_row(wanted, CHUNKS)):
            launched.append(self.launch(simulation, spans, number))
            if len(launched) == AT_ONCE:
                yield from launched.popleft().done()
        for launch in launched:
            yield from launch.done()

    def launch(
        self, simulation: Simulation, spans: list[Span], number: int = 0, shape: tuple[int, int] = SHAPE
    ) -> Launch:
        """Begin to ride spans that follow one another; the shape is of the work for a multiprocessor."""
        prepared = self.prepared(simulation)
        first, count = spans[0][0], sum(span[1] for span in spans)
        stream, (blocks, threads) = self._streams[number % AT_ONCE], shape
        rows = cuda.device_array((count, simulation.width), np.int32, stream=stream)
        blocks = min(blocks * self._units, -(-count // threads))
        prepared.kernel[blocks, threads, stream](
            prepared.setup, prepared.players, simulation.seed, first, rows
        )
        return Launch(spans, stream, rows)

    def prepared(self, simulation: Simulation) -> Prepared:
        """The kernel of a simulation, made once, and what it is given."""
        if self._prepared is None or self._prepared.simulation is not simulation:
            if simulation.thinking:
                raise BadOption(
                    "--gpu: players who think do so on the CPU; "
                    "random, touriste and domestique can ride on a GPU."
                )
            self._prepared = Prepared(
                simulation,
                kernel_for(simulation),
                cuda.to_device(simulation.setup),
                cuda.to_device(simulation.codes),
            )
        return self._prepared


def kernel_for(simulation: Simulation) -> Any:
    """A CUDA kernel in which each thread rides every so many-th race."""
    game, rules, seats = simulation.game, simulation.game.rules, simulation.seats
    deal, waiting, legal, act, over, score, report, heuristic = gpu_functions(
        rules.deal, rules.waiting, rules.legal, rules.act, rules.over, rules.score, rules.report,
        game.heuristic,
    )  # fmt: skip
    keys_of, hashed, to_the_end, broken, winner = gpu_functions(spread, mix, play_out, unwatched, best)
    record, streams = game.record, game.streams

    @cuda.jit  # type: ignore[untyped-decorator]
    def ride(setups: Any, players: Any, seed: Any, first: Any, rows: Any) -> None:
        states = cuda.local.array(1, record)
        keys, actions = cuda.local.array(streams, np.uint64), cuda.local.array(MOST_ACTIONS, np.int32)
        state, race = states[0], cuda.grid(1)
        while race < len(rows):
            number, row = np.uint64(first + race), rows[race]
            keys_of(seed, number, keys)
            deal(state, setups[0], keys)
            own_chance = hashed(hashed(seed, number), np.uint64(DECIDING))
            row[DECISIONS] = to_the_end(
                waiting, legal, act, over, broken, heuristic, state, players, own_chance, 0, actions
            )
            score(state, row[2 : 2 + seats])
            row[WINNER] = winner(row[2 : 2 + seats])
            report(state, row[2 + seats :])
            race += cuda.gridsize(1)

    return ride
