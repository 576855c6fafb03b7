"""The end phase: slipstream and exhaustion (FR5)."""

from gruppetto.games.flamme_rouge.rules.cards import EMPTY
from gruppetto.games.flamme_rouge.rules.energy import from_supply
from gruppetto.games.flamme_rouge.rules.movement import leave, stand
from gruppetto.games.flamme_rouge.rules.options import Finish, MountainGroups, Team
from gruppetto.games.flamme_rouge.rules.record import (
    ASCENT,
    LEFT,
    NO_CARD,
    NOBODY,
    NOWHERE,
    RIGHT,
    Race,
    Told,
)
from gruppetto.games.flamme_rouge.rules.traits import barring
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note


@rule
def discard(race: Race) -> None:
    """Every played card leaves the game, exhaustion too (FR5.1)."""
    for rider in range(2 * race.setup.seats):
        race.played[rider] = NO_CARD


@rule
def slipstream(race: Race, trace: Ints, traits: Ints | None = None) -> None:
    """From the rear, every group one empty square behind another closes up (FR5.2)."""
    for square in range(rearmost(race), beyond_slipstream(race)):
        if sheltered(race, square) and race.taken[square + 1] == 0 and sheltered(race, square + 2):
            barred_by = barring(race, square + 2, traits)
            if barred_by == NOBODY:
                carry(race, square, trace, traits)
            elif race.square[barred_by ^ 1] == square:
                carry_alone(race, barred_by ^ 1, trace)


@rule
def beyond_slipstream(race: Race) -> int:
    """The first square from which nobody is carried: past the line, unless an option says so (FR8.4)."""
    foremost = race.square[race.order[0]] - 1
    if race.setup.options.finish == Finish.SLIPSTREAM:
        return foremost
    return min(foremost, race.setup.line)


@rule
def rearmost(race: Race) -> int:
    """The square of the last rider on the road."""
    turn = 2 * race.setup.seats - 1
    while turn > 0 and race.square[race.order[turn]] == NOWHERE:
        turn -= 1
    return race.square[race.order[turn]]


@rule
def sheltered(race: Race, square: int) -> bool:
    """Riders here can give and take slipstream: nobody does on an ascent (FR5.3, FR8.3)."""
    if race.taken[square] == 0 or race.setup.terrain[square] == ASCENT:
        return False
    return race.setup.options.mountain_groups == MountainGroups.PER_RIDER or not climbing(race, square)


@rule
def climbing(race: Race, square: int) -> bool:
    """Whether anybody of the group on this square stands on an ascent (FR8.3)."""
    while square > 0 and race.taken[square - 1]:
        square -= 1
    while race.taken[square]:
        if race.setup.terrain[square] == ASCENT:
            return True
        square += 1
    return False


@rule
def carry(race: Race, front: int, trace: Ints, traits: Ints | None) -> None:
    """Move the unbroken run of sheltered squares that ends at `front` one square on (FR5.2, FR5.3)."""
    rear = front
    while rear > 0 and sheltered(race, rear - 1):
        rear -= 1
    close_ranks(race, rear, front, traits)
    for turn in range(2 * race.setup.seats):
        rider = race.order[turn]
        if rear <= race.square[rider] <= front:
            race.square[rider] += 1
            note(trace, Told.CARRIED, rider, race.square[rider])
    for square in range(front, rear - 1, -1):
        race.taken[square + 1] = race.taken[square]
    race.taken[rear] = 0


@rule
def close_ranks(race: Race, rear: int, front: int, traits: Ints | None) -> None:
    """Whoever is carried without company takes the right lane; traits may have left them alone (FR8.8)."""
    if traits is None:
        return
    for rider in range(2 * race.setup.seats):
        if rear <= race.square[rider] <= front and race.taken[race.square[rider]] == 1 << LEFT:
            leave(race, rider)
            stand(race, rider, race.square[rider], RIGHT)


@rule
def carry_alone(race: Race, rider: int, trace: Ints) -> None:
    """Carry the only one for whom Il Campionissimo gives slipstream, their team-mate (GT11, FR8.8)."""
    leave(race, rider)
    stand(race, rider, race.square[rider] + 1, RIGHT)
    note(trace, Told.CARRIED, rider, race.square[rider])


@rule
def exhaust(race: Race, trace: Ints, end: int) -> None:
    """Whoever rides into the wind before this end takes an exhaustion card, front-most first (FR5.4)."""
    for turn in range(2 * race.setup.seats):
        rider = race.order[turn]
        if race.setup.team[rider // 2] == Team.PLAYER and in_the_wind(race, rider, end):
            tire(race, rider, trace)


@rule
def in_the_wind(race: Race, rider: int, end: int) -> bool:
    """Whether the square in front of a rider is empty; from the end on nobody tires (FR5.4, GT3)."""
    square = race.square[rider]
    return square != NOWHERE and race.taken[square + 1] == 0 and square < end


@rule
def tire(race: Race, rider: int, trace: Ints) -> None:
    """Take an exhaustion card into the recycled pile; from an empty supply, none (FR5.4)."""
    taken = from_supply(race, rider)
    if taken == EMPTY:
        note(trace, Told.SPARED, rider)
    else:
        race.recycled[rider] += taken
        race.fresh[rider] += 1
        note(trace, Told.TIRED, rider)
