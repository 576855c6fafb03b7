"""Simulations that look at every state: whatever the game says is always true must be true of it."""

from gruppetto.errors import BrokenInvariant
from gruppetto.games.loops import Rule
from gruppetto.kernel.record import Records
from gruppetto.lab.simulate import Simulation


class Checked(Simulation):
    """The same races, stopped at the first state in which something is broken."""

    @property
    def broken(self) -> Rule:
        """The game's invariants."""
        return self.game.rules.invariants

    def look(self, state: Records, race: int, decisions: int) -> None:
        """Refuse to go on from a state in which something is broken."""
        if broken := self.game.broken(state):
            raise BrokenInvariant(
                f"{self.game.name}, race {race} of seed {self.seed}, after {decisions} decisions, "
                f"does not hold what always should. {' '.join(broken)}"
            )
