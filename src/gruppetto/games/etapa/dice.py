"""The die: thrown by chance, scripted, or by people at the table who say what it shows (C1.4, C19)."""

from gruppetto.games.etapa.record import ASK_DIE, DICE, Race
from gruppetto.kernel.chance import NOT_SCRIPTED, chance, scripted, share
from gruppetto.kernel.rule import rule

FACES = 6


@rule
def throw(race: Race, seat: int, then: int) -> None:
    """Throw the die and go on with a step; with real dice the player says what he has thrown."""
    race.step = then
    if race.setup.real_dice:
        question(race, seat, ASK_DIE)
        return
    face = scripted(race, DICE)
    if face == NOT_SCRIPTED:
        face, _ = share(chance(race, DICE), FACES)
        face += 1
    race.die = face


@rule
def question(race: Race, seat: int, ask: int) -> None:
    """Ask a player something."""
    race.ask = ask
    race.owing = 1 << seat
