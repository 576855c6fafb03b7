"""The fatigue phase: what the road costs, who falls back, who retires (Z8)."""

from gruppetto.games.due_ruote.rules.classification import classify
from gruppetto.games.due_ruote.rules.codes import (
    GONE,
    LAST_SECTOR,
    LONGEST_STAGE,
    MOST_PER_TURN,
    TEAM,
    Ending,
    Step,
    Told,
)
from gruppetto.games.due_ruote.rules.options import EasyRoad, Fatigue
from gruppetto.games.due_ruote.rules.peloton import fall_back, put, racing, rest, rides, speed_of, tire
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.games.due_ruote.rules.turn import choose_first_player
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note


@rule
def fatigue_phase(race: Race, trace: Ints) -> None:
    """Every rider pays for the road; the race goes on while two teams are in it (Z8, Z6.4)."""
    teams = 0
    for seat in range(race.setup.seats):
        if racing(race, seat):
            teams += not team_pays(race, seat, trace)
    if teams > 1:
        race.step = Step.TURN
        return
    if teams == 1:
        choose_first_player(race)
    classify(race, Ending.LAST_TEAM if teams == 1 else Ending.NOBODY_LEFT, trace)


@rule
def team_pays(race: Race, seat: int, trace: Ints) -> bool:
    """All riders of a team pay for the road; whether the team is out (Z6.4.1)."""
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        if rides(race, rider):
            pay_for_road(race, rider, trace)
    if racing(race, seat):
        return False
    race.tokens[seat] = 0
    note(trace, Told.TEAM_OUT, seat)
    return True


@rule
def ground_of(race: Race, rider: int) -> int:
    """What the terrain costs a rider, in the peloton or outside (Z8.1)."""
    return race.setup.inside[race.terrain] if race.place[rider] == 0 else race.setup.outside[race.terrain]


@rule
def road_of(race: Race, rider: int) -> int:
    """What terrain and speed come to for a rider, as things stand (Z8.1, Z8.2)."""
    return ground_of(race, rider) + race.pace - speed_of(race, rider)


@rule
def pay_for_road(race: Race, rider: int, trace: Ints) -> None:
    """Terrain and speed, 5 at most; what exceeds it costs sectors; beyond the limit they retire (Z8)."""
    ground, speed = ground_of(race, rider), race.pace - speed_of(race, rider)
    change = road_of(race, rider)
    if race.setup.options.fatigue == Fatigue.IN_STEPS and ground < 0 < speed:
        race.fatigue[rider] = max(0, race.fatigue[rider] + ground)
        change = speed
    suffer(race, rider, change)
    note(trace, Told.TIRED, rider, change, race.fatigue[rider], race.place[rider], race.head[rider])
    if race.fatigue[rider] > race.setup.most_fatigue:
        retire(race, rider, trace)


@rule
def suffer(race: Race, rider: int, change: int) -> None:
    """At most 5 are added, the rest costs a sector each (Z8.3, Z8.4); taken off, it may gain one (Z13.21)."""
    if change > MOST_PER_TURN:
        tire(race, rider, MOST_PER_TURN)
        fall_back(race, rider, change - MOST_PER_TURN)
    elif race.setup.options.easy_road == EasyRoad.CARRIES and change < -MOST_PER_TURN:
        rest(race, rider, MOST_PER_TURN)
        put(race, rider, min(LAST_SECTOR, race.place[rider] - change - MOST_PER_TURN))
    else:
        race.fatigue[rider] = max(0, race.fatigue[rider] + change)


@rule
def retire(race: Race, rider: int, trace: Ints) -> None:
    """Out of the race (Z8.5)."""
    race.place[rider], race.head[rider] = GONE, 0
    race.retired[rider] = race.turn + LONGEST_STAGE * race.stage
    note(trace, Told.RETIRED, rider)
