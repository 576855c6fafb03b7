"""What comes of a choice: the race ridden out by domestiques, with the same luck whatever was chosen."""

import msgspec

from gruppetto.games.game import Message
from gruppetto.kernel.chance import derived
from gruppetto.match import Match
from gruppetto.players.player import follow
from gruppetto.players.playout import HEURISTIC
from gruppetto.puzzles.puzzle import Puzzle
from gruppetto.story import Story

LUCK = 20  # nothing in an example is secret


class Ending(msgspec.Struct, frozen=True):
    """One way the race may go on after a choice."""

    match: Match
    events: list[list[Message]]  # of every decision

    @property
    def story(self) -> Story:
        """All of it again, as a spectator sees it."""
        return self.match.retold()


def ridden_out(puzzle: Puzzle, code: int, *, rounds: int | None = None) -> Ending:
    """The race after a choice, to its end or for so many rounds."""
    puzzle.win(code)
    match = puzzle.match()
    events = [match.play(puzzle.seat, code)]
    while not match.over and (rounds is None or _begun(events) < rounds):
        seat = match.waiting[0]
        events.append(match.play(seat, _sensible(match, seat)))
    return Ending(match, events)


def _begun(events: list[list[Message]]) -> int:
    """How many rounds have begun since."""
    return sum(event.opens_round for told in events for event in told)


def _sensible(match: Match, seat: int) -> int:
    made = sum(who == seat for who, _ in match.log)
    return follow(match.game, match.state, seat, HEURISTIC, derived(derived(LUCK, seat), made))
