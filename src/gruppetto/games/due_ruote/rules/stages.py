"""A race of several stages: its clock, what is carried over, and who leads in the end (Z11.5)."""

from gruppetto.games.due_ruote.rules.codes import (
    CARRIED,
    MOST_SPECIAL,
    NOBODY,
    RIDERS,
    SEATS,
    SECTOR_SECONDS,
    SPECIAL_TOKENS,
    TEAM,
    UNDECIDED,
    Ending,
    Goal,
    Step,
    Told,
)
from gruppetto.games.due_ruote.rules.event_cards import clear_events
from gruppetto.games.due_ruote.rules.peloton import rides
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

BONUS = (20, 12, 8)  # seconds off for the first three of a stage
SLOWEST = 1_000_000  # seconds, more than anybody can lose
FOR_RIDING = 10_000_000  # whoever still rides is before all who have retired


@rule
def lay_out_stage(race: Race) -> None:
    """The cards of the stage become the route; a time trial has none."""
    setup = race.setup
    setup.turns, setup.route_cards = setup.stage_turns[race.stage], setup.stage_cards[race.stage]
    for card in range(len(race.route)):
        race.route[card] = setup.stage_route[race.stage, card]
    race.planned = setup.route_cards


@rule
def first_step(race: Race) -> int:
    """A stage begins with the start turn, a time trial with the tokens."""
    return Step.TRIAL if race.setup.stages > 0 and race.setup.route_cards == 0 else Step.START


@rule
def begin_stage(race: Race, trace: Ints) -> None:
    """The next morning: everybody in the BUNCH again, with a fifth of their fatigue."""
    race.stage += 1
    lay_out_stage(race)
    for rider in range(RIDERS):
        if rides(race, rider):
            race.place[rider] = race.head[rider] = 0
            race.fatigue[rider] //= CARRIED
        race.energised[rider], race.effort[rider] = 0, UNDECIDED
        race.order[rider] = race.helps[rider] = NOBODY
    for seat in range(race.setup.seats):
        race.special[seat] = min(MOST_SPECIAL, race.special[seat] + SPECIAL_TOKENS)
    for seat in range(SEATS):
        race.stood_back[seat] = race.tokens[seat] = race.spent[seat] = race.passed[seat] = 0
    race.pawn = race.claimed = race.last_active = race.asked = NOBODY
    race.turn = race.shown = race.fed = race.terrain = race.pace = race.increases = 0
    race.goal, race.step = Goal.FINISH, first_step(race)
    clear_events(race)
    note(trace, Told.STAGE_BEGAN, race.stage + 1)


@rule
def end_stage(race: Race, ending: int, trace: Ints) -> None:
    """Thirty seconds for every sector behind the winner, and bonuses for the first three."""
    for place in range(TEAM * race.setup.seats):
        rider = race.order[place]
        if rides(race, rider):
            race.time[rider] += SECTOR_SECONDS * (race.place[race.order[0]] - race.place[rider])
            if place < len(BONUS):
                race.time[rider] -= BONUS[place]
    close_stage(race, ending, trace)


@rule
def close_stage(race: Race, ending: int, trace: Ints) -> None:
    """On to the next stage; after the last one, or when fewer than two teams are left, to the end."""
    for place in range(TEAM * race.setup.seats):
        race.stage_order[place] = race.order[place]
    winner = NOBODY if ending == Ending.NOBODY_LEFT else race.order[0]
    race.stage_winner[race.stage] = winner
    note(trace, Told.STAGE_WON, winner, race.stage + 1, ending)
    if race.stage + 1 < race.setup.stages and ending in (Ending.SPRINT, Ending.ALONE, Ending.TIME_TRIAL):
        leader = leader_of_race(race)
        note(trace, Told.LEADS, leader, race.time[leader])
        race.step = Step.NEXT_STAGE
        return
    rank_all(race)
    close(race, ending, trace)


@rule
def close(race: Race, ending: int, trace: Ints) -> None:
    """The race is over."""
    race.ending, race.step, race.decider = ending, Step.FINISHED, NOBODY
    note(
        trace,
        Told.ENDED,
        NOBODY if ending == Ending.NOBODY_LEFT else race.order[0],
        ending,
        race.setup.stages,
    )


@rule
def standing_of(race: Race, rider: int) -> int:
    """The higher, the better: least time; equal, the better placed in the last stage; out, the later."""
    last = 0
    for place in range(TEAM * race.setup.seats):
        if race.stage_order[place] == rider:
            last = RIDERS - place
    if rides(race, rider):
        return (FOR_RIDING + SLOWEST - race.time[rider]) * RIDERS + last
    return race.retired[rider] * RIDERS + last


@rule
def leader_of_race(race: Race) -> int:
    """Who wears pink."""
    leader = race.stage_order[0]
    for rider in range(TEAM * race.setup.seats):
        if standing_of(race, rider) > standing_of(race, leader):
            leader = rider
    return leader


@rule
def rank_all(race: Race) -> None:
    """All riders by their time over all stages."""
    for rider in range(TEAM * race.setup.seats):
        standing, place = standing_of(race, rider), rider
        while place > 0 and standing_of(race, race.order[place - 1]) < standing:
            race.order[place] = race.order[place - 1]
            place -= 1
        race.order[place] = rider
