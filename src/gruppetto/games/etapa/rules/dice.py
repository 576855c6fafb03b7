"""The die: thrown by chance, scripted, or by people at the table who say what it shows (C1.4, C19).

Every rider has a stream of throws, and every team has one for the order and the team time trial. In each
round they begin anew, so that what a rider throws then does not depend on what anybody did before: two
courses of a race can be compared with the same luck.
"""

from gruppetto.games.etapa.rules.codes import Ask
from gruppetto.games.etapa.rules.record import (
    DICE,
    OWN_DICE,
    STREAMS,
    TEAM,
    TEAM_DICE,
    THROWS_A_ROUND,
    Race,
)
from gruppetto.kernel.chance import NOT_SCRIPTED, chance, scripted, share
from gruppetto.kernel.rule import rule

FACES = 6


@rule
def fresh_dice(race: Race) -> None:
    """A round has begun: no throw of it comes from what the rounds before left over."""
    for stream in range(OWN_DICE, STREAMS):
        race.drawn[stream] = max(race.drawn[stream], race.ridden * THROWS_A_ROUND)


@rule
def throw(race: Race, rider: int, then: int) -> None:
    """Throw the die for a rider and go on with a step."""
    throw_from(race, OWN_DICE + rider, rider // TEAM, then)


@rule
def throw_for_team(race: Race, seat: int, then: int) -> None:
    """Throw the die for a team and go on with a step."""
    throw_from(race, TEAM_DICE + seat, seat, then)


@rule
def throw_from(race: Race, stream: int, seat: int, then: int) -> None:
    """The next throw of a stream; with real dice the player says what they have thrown."""
    race.step = then
    if race.setup.options.real_dice:
        question(race, seat, Ask.DIE)
        return
    face = scripted(race, DICE)
    if face == NOT_SCRIPTED:
        face, _ = share(chance(race, stream), FACES)
        face += 1
    race.die = face


@rule
def question(race: Race, seat: int, ask: int) -> None:
    """Ask a player something."""
    race.ask = ask
    race.owing = 1 << seat
