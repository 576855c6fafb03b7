"""Who wears which jersey in the coming stage (C1.1, C4, C10)."""

from gruppetto.games.etapa.rules.codes import Ask, Jersey, Status, Step, Told
from gruppetto.games.etapa.rules.dice import question
from gruppetto.games.etapa.rules.record import (
    KIND,
    NOBODY,
    RIDERS,
    ROAD,
    TEAM,
    Race,
)
from gruppetto.games.etapa.rules.standings import ahead, better_climber, better_points
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note


@rule
def designate(race: Race, seat: int, rider: int, trace: Ints) -> None:
    """A player names their rider under 25 for the whole tour (C1.1)."""
    race.young[seat] = rider
    note(trace, Told.DESIGNATED, rider)


@rule
def dress(race: Race, trace: Ints) -> None:
    """One jersey a rider: rainbow, yellow, polka dot or green, white; others pass to the next (C10.2)."""
    for rider in range(RIDERS):
        race.jersey[rider] = Jersey.NONE
    on_road = race.setup.stage[race.at_stage, KIND] == ROAD
    wear(race, race.setup.road_champion if on_road else race.setup.trial_champion, Jersey.RAINBOW, trace)
    race.step = Step.LINE_UP
    if race.at_stage == 0:
        return
    wear(race, first_free(race, Jersey.YELLOW), Jersey.YELLOW, trace)
    climber, sprinter = first_free(race, Jersey.POLKA_DOT), first_free(race, Jersey.GREEN)
    if climber == sprinter and climber != NOBODY:
        race.rider = climber
        question(race, climber // TEAM, Ask.JERSEY)
        return
    wear(race, climber, Jersey.POLKA_DOT, trace)
    wear(race, sprinter, Jersey.GREEN, trace)
    wear(race, first_free(race, Jersey.WHITE), Jersey.WHITE, trace)


@rule
def choose_jersey(race: Race, jersey: int, trace: Ints) -> None:
    """Who has won both chooses polka dot or green; the other passes on (C10.2)."""
    wear(race, race.rider, jersey, trace)
    other = Jersey.GREEN if jersey == Jersey.POLKA_DOT else Jersey.POLKA_DOT
    wear(race, first_free(race, other), other, trace)
    wear(race, first_free(race, Jersey.WHITE), Jersey.WHITE, trace)
    race.rider = NOBODY


@rule
def wear(race: Race, rider: int, jersey: int, trace: Ints) -> None:
    """Put a jersey on a rider who starts."""
    if rider != NOBODY and race.status[rider] == Status.RIDING:
        race.jersey[rider] = jersey
        note(trace, Told.WORE, rider, jersey)


@rule
def first_free(race: Race, jersey: int) -> int:
    """The best rider of a classification who starts and wears no jersey yet, or nobody."""
    best = NOBODY
    for rider in range(TEAM * race.setup.seats):
        free = race.status[rider] == Status.RIDING and race.jersey[rider] == Jersey.NONE
        if not free or not counts(race, rider, jersey):
            continue
        if best == NOBODY or better(race, rider, best, jersey):
            best = rider
    return best


@rule
def counts(race: Race, rider: int, jersey: int) -> bool:
    """Whether a rider is in the classification of a jersey at all."""
    if jersey == Jersey.POLKA_DOT:
        return race.mountains[rider] > 0
    if jersey == Jersey.GREEN:
        return race.points[rider] > 0
    return jersey == Jersey.YELLOW or race.young[rider // TEAM] == rider


@rule
def better(race: Race, rider: int, other: int, jersey: int) -> bool:
    """Whether a rider is ahead of another in the classification of a jersey."""
    if jersey == Jersey.POLKA_DOT:
        return better_climber(race, rider, other)
    if jersey == Jersey.GREEN:
        return better_points(race, rider, other)
    return ahead(race, rider, other)
