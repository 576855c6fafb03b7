"""Attacks run in processes that are replaced when one dies or hangs: nothing may bring the table down."""

import multiprocessing
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

PATIENCE = 20.0  # seconds for one document; the first of a process may have to wait for the compiler
COMPILING = 300.0
DIED, HUNG = "the process died", "the process hung"
Attack = Callable[[str, int], str]


@dataclass
class Tally:
    """What came of many attacks."""

    outcomes: Counter[str] = field(default_factory=Counter)
    faults: dict[int, str] = field(default_factory=dict)  # by the number of the document


@dataclass
class Worker:
    """One process, the numbers it has still to try, and when it was last heard of."""

    numbers: list[int]
    process: BaseProcess
    answers: Connection
    deadline: float


def work(attack: Attack, game: str, numbers: list[int], answers: Connection) -> None:
    """Try documents one after the other, and say what came of each."""
    for number in numbers:
        try:
            answers.send((number, attack(game, number), ""))
        except Exception as error:
            answers.send((number, "fault", f"{type(error).__name__}: {error}"))


def attacked(
    attack: Attack, game: str, first: int, count: int, processes: int, patience: float = PATIENCE
) -> Tally:
    """Try so many documents on all processes; the ones that kill or hang a process are faults too."""
    numbers, tally = list(range(first, first + count)), Tally()
    workers = [start(attack, game, numbers[at::processes]) for at in range(processes)]
    while workers:
        ready = wait([worker.answers for worker in workers], timeout=0.5)
        for worker in list(workers):
            if worker.answers in ready:
                heard = listen(worker, tally, patience)
            else:
                heard = time.monotonic() < worker.deadline
            if not heard:
                workers.remove(worker)
                fault = HUNG if worker.process.is_alive() else DIED
                worker.process.kill()
                worker.process.join()
                if worker.numbers:
                    tally.faults[worker.numbers[0]] = fault
                    workers.append(start(attack, game, worker.numbers[1:]))
    return tally


def listen(worker: Worker, tally: Tally, patience: float) -> bool:
    """Take an answer; False if the process has nothing more to say."""
    try:
        number, outcome, told = worker.answers.recv()
    except EOFError:
        worker.process.join(5)
        return False
    worker.numbers.remove(number)
    worker.deadline = time.monotonic() + patience
    tally.outcomes[outcome] += 1
    if told:
        tally.faults[number] = told
    return True


def start(attack: Attack, game: str, numbers: list[int]) -> Worker:
    """A process for these documents."""
    answers, telling = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(
        target=work, args=(attack, game, numbers, telling), daemon=True
    )
    process.start()
    telling.close()
    return Worker(list(numbers), process, answers, time.monotonic() + COMPILING)
