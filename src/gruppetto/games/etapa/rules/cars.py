"""Feeding and the support cars: feed zone, car feeding, punctures mended (C3.6, C8)."""

from gruppetto.games.etapa.rules.cards import EMPTY, draw
from gruppetto.games.etapa.rules.codes import Sky, Status, Told
from gruppetto.games.etapa.rules.options import CrashCar
from gruppetto.games.etapa.rules.record import (
    FEED_FROM,
    FEED_TO,
    FROM_ZONE,
    LIMIT,
    NOBODY,
    TEAM,
    Race,
)
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

CAR_BEHIND = 6  # fields (C8.1)


@rule
def in_feed_zone(race: Race, field: int) -> bool:
    """Whether a field belongs to the feed zone (C3.6)."""
    return race.setup.stage[race.at_stage, FEED_FROM] <= field <= race.setup.stage[race.at_stage, FEED_TO]


@rule
def drink(race: Race, rider: int, trace: Ints) -> None:
    """Whoever ends their move in the feed zone draws a card, once in a stage (C3.6, C8.3, C15.1)."""
    if race.refreshed[rider] or not in_feed_zone(race, race.field[rider]):
        return
    if draw(race, rider // TEAM, FROM_ZONE, trace):
        race.refreshed[rider] = 1
        if race.sky == Sky.HEAT:
            draw(race, rider // TEAM, FROM_ZONE, trace)


@rule
def beyond_limit(race: Race, field: int) -> bool:
    """Past the line of the time limit (C5.2, C8.2)."""
    return field > race.setup.stage[race.at_stage, LIMIT]


@rule
def car_is_free(race: Race, seat: int) -> bool:
    """Whether a team's one car serves nobody (C8.1)."""
    return race.served[seat] == NOBODY


@rule
def may_announce(race: Race, rider: int) -> bool:
    """Whether a rider can call their car for food (C8.2)."""
    return (
        race.setup.options.cars != 0
        and race.rounds > 1
        and race.pile[0] != EMPTY
        and car_is_free(race, rider // TEAM)
        and not beyond_limit(race, race.field[rider])
    )


@rule
def bring_car(race: Race, rider: int, trace: Ints) -> None:
    """Put the car on the sixth field behind a rider (C8.1)."""
    seat = rider // TEAM
    race.served[seat] = rider
    race.car[seat] = race.field[rider] - CAR_BEHIND
    note(trace, Told.CAR_CAME, rider, race.car[seat])


@rule
def send_car_off(race: Race, seat: int, trace: Ints) -> None:
    """The car has done its work (C8.1)."""
    race.served[seat], race.car[seat] = NOBODY, 0
    note(trace, Told.CAR_LEFT, seat)


@rule
def announce(race: Race, rider: int, trace: Ints) -> None:
    """Call the car for food: that is the rider's turn (C8.2)."""
    note(trace, Told.ANNOUNCED, rider)
    race.status[rider] = Status.FEEDING
    bring_car(race, rider, trace)


@rule
def drive(race: Race, rider: int, trace: Ints) -> bool:
    """The car drives what the die shows, and stops at its rider; whether it has reached them (C6.1, C8.2)."""
    seat = rider // TEAM
    race.car[seat] = min(race.car[seat] + race.die, race.field[rider])
    note(trace, Told.CAR_DROVE, rider, race.car[seat])
    return race.car[seat] == race.field[rider]


@rule
def may_feed_at_contact(race: Race, rider: int) -> bool:
    """Every contact of car and rider may give a card, but not beyond the time limit (C8.2)."""
    return (
        race.setup.options.cars != 0 and race.pile[0] != EMPTY and not beyond_limit(race, race.field[rider])
    )


@rule
def may_call_for_fallen(race: Race, rider: int) -> bool:
    """Whether the car may come for a rider who has fallen (C8.1.1)."""
    return (
        race.setup.options.cars != 0
        and race.setup.options.crash_car == CrashCar.ALLOWED
        and race.status[rider] == Status.FALLEN
        and car_is_free(race, rider // TEAM)
        and not beyond_limit(race, race.field[rider])
    )


@rule
def another_puncture(race: Race, rider: int) -> bool:
    """Whether a team-mate waits for the same car with a puncture (C8.1, C17.36)."""
    first = rider // TEAM * TEAM
    for mate in range(first, first + TEAM):
        if mate != rider and race.status[mate] == Status.PUNCTURED:
            return True
    return False
