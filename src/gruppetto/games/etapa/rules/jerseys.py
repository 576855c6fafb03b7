"""Who wears which jersey in the coming stage (C1.1, C4, C10)."""

from gruppetto.games.etapa.rules.dice import question
from gruppetto.games.etapa.rules.record import (
    ASK_JERSEY,
    DESIGNATED,
    GREEN,
    KIND,
    LINE_UP,
    NO_JERSEY,
    NOBODY,
    POLKA_DOT,
    RAINBOW,
    RIDERS,
    RIDING,
    ROAD,
    TEAM,
    WHITE,
    WORE,
    YELLOW,
    Race,
)
from gruppetto.games.etapa.rules.standings import ahead, better_climber, better_points
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note


@rule
def designate(race: Race, seat: int, rider: int, trace: Ints) -> None:
    """A player names his rider under 25 for the whole tour (C1.1)."""
    race.young[seat] = rider
    note(trace, DESIGNATED, rider)


@rule
def dress(race: Race, trace: Ints) -> None:
    """One jersey a rider: rainbow, yellow, polka dot or green, white; others pass to the next (C10.2)."""
    for rider in range(RIDERS):
        race.jersey[rider] = NO_JERSEY
    on_road = race.setup.stage[race.at_stage, KIND] == ROAD
    wear(race, race.setup.road_champion if on_road else race.setup.trial_champion, RAINBOW, trace)
    race.step = LINE_UP
    if race.at_stage == 0:
        return
    wear(race, first_free(race, YELLOW), YELLOW, trace)
    climber, sprinter = first_free(race, POLKA_DOT), first_free(race, GREEN)
    if climber == sprinter and climber != NOBODY:
        race.rider = climber
        question(race, climber // TEAM, ASK_JERSEY)
        return
    wear(race, climber, POLKA_DOT, trace)
    wear(race, sprinter, GREEN, trace)
    wear(race, first_free(race, WHITE), WHITE, trace)


@rule
def choose_jersey(race: Race, jersey: int, trace: Ints) -> None:
    """Who has won both chooses polka dot or green; the other passes on (C10.2)."""
    wear(race, race.rider, jersey, trace)
    other = GREEN if jersey == POLKA_DOT else POLKA_DOT
    wear(race, first_free(race, other), other, trace)
    wear(race, first_free(race, WHITE), WHITE, trace)
    race.rider = NOBODY


@rule
def wear(race: Race, rider: int, jersey: int, trace: Ints) -> None:
    """Put a jersey on a rider who starts."""
    if rider != NOBODY and race.status[rider] == RIDING:
        race.jersey[rider] = jersey
        note(trace, WORE, rider, jersey)


@rule
def first_free(race: Race, jersey: int) -> int:
    """The best rider of a classification who starts and wears no jersey yet, or nobody."""
    best = NOBODY
    for rider in range(TEAM * race.setup.seats):
        free = race.status[rider] == RIDING and race.jersey[rider] == NO_JERSEY
        if not free or not counts(race, rider, jersey):
            continue
        if best == NOBODY or better(race, rider, best, jersey):
            best = rider
    return best


@rule
def counts(race: Race, rider: int, jersey: int) -> bool:
    """Whether a rider is in the classification of a jersey at all."""
    if jersey == POLKA_DOT:
        return race.mountains[rider] > 0
    if jersey == GREEN:
        return race.points[rider] > 0
    return jersey == YELLOW or race.young[rider // TEAM] == rider


@rule
def better(race: Race, rider: int, other: int, jersey: int) -> bool:
    """Whether a rider is ahead of another in the classification of a jersey."""
    if jersey == POLKA_DOT:
        return better_climber(race, rider, other)
    if jersey == GREEN:
        return better_points(race, rider, other)
    return ahead(race, rider, other)
