"""Time trials: everybody against the clock, tokens set in secret (Z11.6)."""

from gruppetto.games.due_ruote.rules.codes import (
    MOST_EFFORT,
    NOBODY,
    TEAM,
    TOKENS,
    TRIAL_SECONDS,
    UNDECIDED,
    Action,
    Ending,
    Told,
)
from gruppetto.games.due_ruote.rules.peloton import rides
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.games.due_ruote.rules.stages import close_stage
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

SCORE, CLOCK = 10_000, 100  # how scores and printed values are weighed in one number


@rule
def next_to_start(race: Race, seat: int) -> int:
    """The first of a team's riders whose tokens are not set yet, or NOBODY."""
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        if rides(race, rider) and race.effort[rider] == UNDECIDED:
            return rider
    return NOBODY


@rule
def still_to_start(race: Race) -> int:
    """The seats with riders whose tokens are not set yet, as bits."""
    owing = 0
    for seat in range(race.setup.seats):
        if next_to_start(race, seat) != NOBODY:
            owing |= 1 << seat
    return owing


@rule
def tokens_set(race: Race, seat: int) -> int:
    """How many tokens a player has set so far."""
    used = 0
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        used += max(0, race.effort[rider])
    return used


@rule
def tokens_to_set(race: Race, seat: int) -> int:
    """Six base tokens and all special ones, less what is set."""
    return TOKENS + race.special[seat] - tokens_set(race, seat)


@rule
def legal_efforts(race: Race, seat: int, out: Ints) -> int:
    """Up to two tokens for the next rider."""
    most = min(MOST_EFFORT, tokens_to_set(race, seat))
    for tokens in range(most + 1):
        out[tokens] = Action.SPEND + tokens
    return most + 1


@rule
def set_effort(race: Race, seat: int, tokens: int) -> None:
    """Tokens for the next rider; when there are none left, none for all that follow."""
    race.effort[next_to_start(race, seat)] = tokens
    if tokens_to_set(race, seat) == 0:
        for rider in range(TEAM * seat, TEAM * seat + TEAM):
            if rides(race, rider) and race.effort[rider] == UNDECIDED:
                race.effort[rider] = 0


@rule
def time_of(race: Race, rider: int) -> int:
    """Points against the clock: the value on the card and the tokens."""
    return race.setup.trial[race.card[rider]] + race.effort[rider]


@rule
def trial_merit(race: Race, rider: int) -> int:
    """The higher, the better: points; equal, the value on the card; then the lower number (Z11.6)."""
    if not rides(race, rider):
        return -rider
    printed = race.setup.trial[race.card[rider]]
    return (1 + time_of(race, rider)) * SCORE + printed * CLOCK - rider


@rule
def ride_trial(race: Race, trace: Ints) -> None:
    """All tokens are shown; ten seconds for every point behind the best."""
    riders = TEAM * race.setup.seats
    for rider in range(riders):
        merit, place = trial_merit(race, rider), rider
        while place > 0 and trial_merit(race, race.order[place - 1]) < merit:
            race.order[place] = race.order[place - 1]
            place -= 1
        race.order[place] = rider
    best = time_of(race, race.order[0])
    for place in range(riders):
        rider = race.order[place]
        if rides(race, rider):
            lost = TRIAL_SECONDS * (best - time_of(race, rider))
            race.time[rider] += lost
            note(trace, Told.RODE_TRIAL, rider, race.effort[rider], time_of(race, rider), lost)
    for seat in range(race.setup.seats):
        race.special[seat] -= max(0, tokens_set(race, seat) - TOKENS)
    close_stage(race, Ending.TIME_TRIAL, trace)
