"""Primes on the road: points, and seconds at the sprints (C9)."""

from gruppetto.games.etapa.rules.codes import Status, Told
from gruppetto.games.etapa.rules.options import CreditedSeconds, MountainSeconds, Withdrawn
from gruppetto.games.etapa.rules.record import (
    FINISH_POINTS,
    LENGTH,
    MOST_PRIMES,
    PRIME_SHIFT,
    PRIMES,
    SPRINT_PRIME,
    TYPE,
    Race,
)
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

WITH_SECONDS = 3  # places


@rule
def prime_field(race: Race, prime: int) -> int:
    """The field that passes a prime; one on the line is passed by crossing it (C16.2); 0 if there is none."""
    field = race.setup.stage[race.at_stage, PRIMES + prime] & ((1 << PRIME_SHIFT) - 1)
    return field + (field == race.setup.stage[race.at_stage, LENGTH])


@rule
def category(race: Race, prime: int) -> int:
    """The table of points a prime goes by (C9.2, C9.3)."""
    return (race.setup.stage[race.at_stage, PRIMES + prime] >> PRIME_SHIFT) - 1


@rule
def prime_seconds(race: Race, prime: int, place: int) -> int:
    """6, 4 and 2 seconds for the first three at a sprint (C9.4, C17.23)."""
    if place > WITH_SECONDS:
        return 0
    if category(race, prime) != SPRINT_PRIME and race.setup.options.mountain_seconds == MountainSeconds.NONE:
        return 0
    return 8 - 2 * place


@rule
def pass_primes(race: Race, rider: int, start: int, trace: Ints) -> None:
    """Give a rider what the primes they have passed are worth, in the order of passing (C9.1)."""
    if race.setup.options.primes == 0:
        return
    for prime in range(MOST_PRIMES):
        field = prime_field(race, prime)
        if field == 0:
            return
        if start < field <= race.field[rider]:
            race.passed[rider] |= 1 << prime
            race.taken_places[prime] += 1
            place = race.taken_places[prime]
            seconds = prime_seconds(race, prime, place)
            race.seconds[rider] += seconds
            points = award(race, rider, prime, place)
            if points > 0:
                note(trace, Told.WON_PRIME, rider, prime, place, points, seconds)


@rule
def award(race: Race, rider: int, prime: int, place: int) -> int:
    """The points of a place at a prime, for the mountains or for the points classification (C9.2, C9.3)."""
    kind = category(race, prime)
    points = race.setup.points[kind, place - 1]
    if kind == SPRINT_PRIME:
        race.points[rider] += points
    else:
        race.mountains[rider] += points
        race.summits[rider] += place == 1
    return points


@rule
def wins_nothing(race: Race, rider: int) -> bool:
    """Whether a rider has withdrawn, and that is read as winning nothing more (C7.2, C17.39)."""
    return race.status[rider] == Status.WITHDRAWN and race.setup.options.withdrawn == Withdrawn.LAST


@rule
def credit_primes(race: Race, trace: Ints) -> None:
    """Who has not passed a prime gets the points of its remaining places by the finish (C5.3, C17.31)."""
    if race.setup.options.primes == 0:
        return
    with_seconds = race.setup.options.credited_seconds == CreditedSeconds.SPRINTS
    for prime in range(MOST_PRIMES):
        if prime_field(race, prime) == 0:
            return
        for place in range(race.starters):
            rider = race.finish[place]
            if race.passed[rider] >> prime & 1 == 0 and not wins_nothing(race, rider):
                race.taken_places[prime] += 1
                points = award(race, rider, prime, race.taken_places[prime])
                if with_seconds and category(race, prime) == SPRINT_PRIME:
                    race.seconds[rider] += prime_seconds(race, prime, race.taken_places[prime])
                if points > 0:
                    note(trace, Told.CREDITED, rider, prime, points)


@rule
def finish_points(race: Race, rider: int, place: int, trace: Ints) -> None:
    """Points for a place at the finish, by the type of the stage (C9.3)."""
    if race.setup.options.primes == 0 or wins_nothing(race, rider):
        return
    points = race.setup.points[FINISH_POINTS + race.setup.stage[race.at_stage, TYPE], place - 1]
    if points > 0:
        race.points[rider] += points
        note(trace, Told.SCORED, rider, points)
