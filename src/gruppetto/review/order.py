"""A race's decisions in the order of the books: those owed together go by seat, whoever clicked first."""

from collections import deque
from collections.abc import Iterator

import msgspec
import numpy as np

from gruppetto.errors import CorruptLog
from gruppetto.games import loops
from gruppetto.games.game import Game, Message, no_numbers
from gruppetto.kernel.record import Records, duplicate
from gruppetto.kernel.trace import recorder, rows
from gruppetto.match import Match
from gruppetto.players.playout import lowest

CHANCE = ("key", "drawn", "scripted")  # the fields of a record that chance lives in


class Decision(msgspec.Struct, frozen=True):
    """One decision of the race, and the table it was made at."""

    number: int  # in the log
    seat: int
    code: int
    stage: int
    owed_with: int  # the first of the decisions that were owed together with it, counted in this order
    state: Records  # before it
    legal: tuple[int, ...]
    lucky: bool  # chance came in before the next decision
    events: list[Message]

    @property
    def forced(self) -> bool:
        """Whether there was nothing to decide."""
        return len(self.legal) == 1


def in_order(match: Match) -> tuple[list[Decision], Records]:
    """The decisions of a race, and the state they lead to."""
    game, state = match.game, match.at(0).state
    queues = _by_seat(match)
    decisions, began, owed, shared = list[Decision](), 0, 0, False
    while not loops.ended(game.rules.over, state):
        owing = int(loops.owing(game.rules.waiting, state))
        seat = int(lowest(owing))
        if owing & ~owed or not shared or _opens_round(decisions[-1]):
            began, shared = len(decisions), owing & owing - 1 != 0
        owed = owing
        number, code = queues[seat].popleft()
        legal, stage = legal_in(game, state, seat), game.stage_of(state)
        asked = Decision(number, seat, code, stage, began, duplicate(state), legal, lucky=False, events=[])
        decisions.append(_made(game, state, asked))
    if state.tobytes() != match.state.tobytes() and match.game.position(state) != match.position():
        raise CorruptLog("The race comes out otherwise if decisions owed together are made in another order.")
    return decisions, state


def _opens_round(decision: Decision) -> bool:
    return any(event.opens_round for event in decision.events)


def _by_seat(match: Match) -> list[deque[tuple[int, int]]]:
    queues = [deque[tuple[int, int]]() for _ in range(match.seats)]
    for number, (seat, code) in enumerate(match.log):
        queues[seat].append((number, code))
    return queues


def _made(game: Game, state: Records, decision: Decision) -> Decision:
    """The decision as it turned out; the state has gone on."""
    trace, before = recorder(), _chance_in(state)
    loops.step(game.rules.act, state, decision.seat, decision.code, trace)
    events = game.events(rows(trace))
    return msgspec.structs.replace(decision, lucky=before != _chance_in(state), events=events)


def _chance_in(state: Records) -> bytes:
    """All that chance has left in a record, in the records inside it too."""
    return b"".join(part.tobytes() for part in _fields_of_chance(state))


def _fields_of_chance(state: Records) -> Iterator[Records]:
    for name in state.dtype.names or ():
        if name in CHANCE:
            yield state[name]
        elif state.dtype[name].names:
            yield from _fields_of_chance(state[name])


def legal_in(game: Game, state: Records, seat: int) -> tuple[int, ...]:
    """The codes a seat may choose from."""
    found = no_numbers(loops.MOST_ACTIONS)
    count = loops.options(game.rules.waiting, game.rules.legal, state, seat, found)
    return tuple(found[:count].tolist())


def as_known(game: Game, decisions: list[Decision], index: int) -> Records:
    """The table of a decision, before any of the others that were owed together with it.

    What they have decided is hidden from its player. So it is not guessed, but left to be decided, and a
    verdict does not depend on who clicked first.
    """
    asked = decisions[index]
    state = duplicate(decisions[asked.owed_with].state)
    for earlier in decisions[asked.owed_with : index]:
        if earlier.seat == asked.seat and earlier.code in legal_in(game, state, earlier.seat):
            loops.step(game.rules.act, state, earlier.seat, earlier.code, np.zeros(0, np.int32))
    return state if legal_in(game, state, asked.seat) == asked.legal else duplicate(asked.state)
