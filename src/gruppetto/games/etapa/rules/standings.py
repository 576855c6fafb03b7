"""The classifications: general, points, mountains, under 25, teams (C4, C5.4, C5.6, C16.3)."""

from gruppetto.games.etapa.rules.record import (
    NOBODY,
    RIDERS,
    TEAM,
    Race,
)
from gruppetto.kernel.rule import rule

MOST_OUT = 1  # riders a team may lose and stay in the team classification (C5.4)


@rule
def ahead(race: Race, rider: int, other: int) -> bool:
    """Whether a rider is better placed: still in, less time, better placings, better last stage (C16.3)."""
    if race.gone[rider] != race.gone[other]:
        return other_way(race.gone[rider], race.gone[other])
    if race.setup.stages > 1:
        if race.time[rider] != race.time[other]:
            return race.time[rider] < race.time[other]
        if race.placings[rider] != race.placings[other]:
            return race.placings[rider] < race.placings[other]
    if race.last_place[rider] != race.last_place[other]:
        return race.last_place[rider] < race.last_place[other]
    return rider < other


@rule
def other_way(gone: int, other: int) -> bool:
    """Who is still in the race is ahead of who is not; who went later of who went earlier."""
    if gone == 0 or other == 0:
        return gone == 0
    return gone > other


@rule
def better_points(race: Race, rider: int, other: int) -> bool:
    """More points, more stages won, general classification (C4.3, C16.3)."""
    if race.points[rider] != race.points[other]:
        return race.points[rider] > race.points[other]
    if race.wins[rider] != race.wins[other]:
        return race.wins[rider] > race.wins[other]
    return ahead(race, rider, other)


@rule
def better_climber(race: Race, rider: int, other: int) -> bool:
    """More mountain points, more primes won, general classification (C4.2, C16.3)."""
    if race.mountains[rider] != race.mountains[other]:
        return race.mountains[rider] > race.mountains[other]
    if race.summits[rider] != race.summits[other]:
        return race.summits[rider] > race.summits[other]
    return ahead(race, rider, other)


@rule
def riders_gone(race: Race, seat: int) -> int:
    """How many riders a team has lost."""
    lost = 0
    for rider in range(seat * TEAM, seat * TEAM + TEAM):
        lost += race.gone[rider] != 0
    return lost


@rule
def team_ahead(race: Race, seat: int, other: int) -> bool:
    """Whether a team is better placed: times added up, placings added up, last stage (C5.4, C16.3)."""
    one, two = riders_gone(race, seat) > MOST_OUT, riders_gone(race, other) > MOST_OUT
    if one != two:
        return two
    if race.team_time[seat] != race.team_time[other]:
        return race.team_time[seat] < race.team_time[other]
    if team_placings(race, seat) != team_placings(race, other):
        return team_placings(race, seat) < team_placings(race, other)
    if best_last_place(race, seat) != best_last_place(race, other):
        return best_last_place(race, seat) < best_last_place(race, other)
    return seat < other


@rule
def team_placings(race: Race, seat: int) -> int:
    """The placings of a team's riders, added up (C16.3)."""
    placings = 0
    for rider in range(seat * TEAM, seat * TEAM + TEAM):
        placings += race.placings[rider]
    return placings


@rule
def best_last_place(race: Race, seat: int) -> int:
    """The best place in the last stage of a team's riders who are still in (C16.3)."""
    best = RIDERS + 1
    for rider in range(seat * TEAM, seat * TEAM + TEAM):
        if race.gone[rider] == 0:
            best = min(best, race.last_place[rider])
    return best


@rule
def best_rider(race: Race, seat: int) -> int:
    """A team's best rider in the general classification."""
    best = seat * TEAM
    for rider in range(seat * TEAM + 1, seat * TEAM + TEAM):
        if ahead(race, rider, best):
            best = rider
    return best


@rule
def leading_team(race: Race) -> int:
    """The best team that is still classified, or none (C5.4, C5.5)."""
    leader = NOBODY
    for seat in range(race.setup.seats):
        if riders_gone(race, seat) <= MOST_OUT and (leader == NOBODY or team_ahead(race, seat, leader)):
            leader = seat
    return leader


@rule
def leader_of(race: Race) -> int:
    """The rider who leads the race."""
    leader = 0
    for rider in range(1, TEAM * race.setup.seats):
        if ahead(race, rider, leader):
            leader = rider
    return leader
