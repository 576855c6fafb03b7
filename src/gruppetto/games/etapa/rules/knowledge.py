"""What a seat cannot know, replaced by a fair guess; what it knows, as numbers (C19)."""

import numpy as np

from gruppetto.games.etapa.rules.cards import EMPTY, card, copies, count, pick
from gruppetto.games.etapa.rules.record import (
    EVERYBODY,
    FEED_FROM,
    KIND,
    KINDS,
    LENGTH,
    LONGEST_STAGE,
    MOST_PRIMES,
    NOBODY,
    PRIME_SHIFT,
    PRIMES,
    RIDERS,
    SEATS,
    STREAMS,
    TEAM,
    WINNING_TIME,
    Race,
)
from gruppetto.kernel.chance import fraction_of, mix, replant
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

FIXED, MOMENT, PER_SEAT, PER_RIDER = 2, 22, 8, 22
MARKS = WINNING_TIME - FEED_FROM + 1
OBSERVATION = (
    FIXED
    + MOMENT
    + SEATS * PER_SEAT
    + RIDERS * PER_RIDER
    + 2 * KINDS
    + MARKS
    + 2 * MOST_PRIMES
    + LONGEST_STAGE
)
MOST_SECONDS, MOST_COUNTED = 9_999_999, 9_999  # as an observation tells them; only a position can say more


@rule
def forget(race: Race, seat: int, seed: np.uint64) -> None:
    """Replace other players' hidden cards and all chance to come by a sample this seat finds fair."""
    replant(race, seed)
    pool = race.pile[0]
    for other in range(race.setup.seats):
        if other != seat:
            pool += race.hand[other] - race.shown[other]
    pending = owner_of_drawn(race)
    for other in range(race.setup.seats):
        if other != seat:
            hidden = count(race.hand[other] - race.shown[other])
            guess = some_cards(pool, race.doubt[other], hidden, mix(seed, np.uint64(STREAMS + other)))
            pool -= guess
            race.hand[other] = race.shown[other] + guess
            if other == pending:
                fresh = count(race.drawn_hand[0])
                race.drawn_hand[0] = some_cards(guess, guess, fresh, mix(seed, np.uint64(99)))
    race.pile[0] = pool


@rule
def owner_of_drawn(race: Race) -> int:
    """Who holds cards of which one goes back, or nobody."""
    if race.drawn_hand[0] == EMPTY:
        return EVERYBODY
    seat = 0
    while seat < SEATS - 1 and race.owing >> seat & 1 == 0:
        seat += 1
    return seat


@rule
def some_cards(pool: int, possible: int, number: int, seed: np.uint64) -> int:
    """So many random cards of a pool, as far as it can be of kinds that were there to draw."""
    pile = EMPTY
    for taken in range(number):
        allowed = EMPTY
        for kind in range(KINDS):
            if copies(pile, kind) < copies(possible, kind):
                allowed += copies(pool, kind) * card(kind)
        kind = pick(pool if allowed == EMPTY else allowed, fraction_of(seed, taken))
        pool -= card(kind)
        pile += card(kind)
    return pile


# --- observe ----------------------------------------------------------------------------------------


@rule
def observe_fixed(race: Race, out: Ints) -> int:
    """What never changes during a race."""
    out[0], out[1] = race.setup.seats, race.setup.stages
    return FIXED


@rule
def observe(race: Race, seat: int, out: Ints) -> None:
    """All a seat knows as numbers: the race, every team and rider (own first), own cards, the road."""
    observe_moving(race, seat, out[observe_fixed(race, out) :])


@rule
def observe_moving(race: Race, seat: int, out: Ints) -> None:
    """The same without what never changes."""
    own, at = max(0, seat), MOMENT
    observe_moment(race, own, out)
    for step in range(SEATS):
        observe_team(race, seat_at(race, own, step), out[at + step :])
    at += SEATS * PER_SEAT
    for step in range(RIDERS):
        observe_rider(race, TEAM * seat_at(race, own, step // TEAM) + step % TEAM, out[at + step :])
    at += RIDERS * PER_RIDER
    for kind in range(KINDS):
        out[at + kind] = 0 if seat == EVERYBODY else copies(race.hand[seat], kind)
        out[at + KINDS + kind] = 0 if seat == EVERYBODY else own_drawn(race, seat, kind)
    observe_stage(race, out[at + 2 * KINDS :])


@rule
def own_drawn(race: Race, seat: int, kind: int) -> int:
    """The cards a player has drawn and must give one back of."""
    return copies(race.drawn_hand[0], kind) if owner_of_drawn(race) == seat else 0


@rule
def seat_at(race: Race, own: int, step: int) -> int:
    """Who sits so many seats to the left; behind the last player the empty seats."""
    return (own + step) % race.setup.seats if step < race.setup.seats else step


@rule
def seats_from(race: Race, own: int, teams: int) -> int:
    """Players as bits, one's own first."""
    return (teams >> own | teams << race.setup.seats - own) & (1 << race.setup.seats) - 1


@rule
def rider_from(race: Race, own: int, rider: int) -> int:
    """Which of all riders somebody is, one's own first; or NOBODY."""
    if rider == NOBODY:
        return NOBODY
    return TEAM * ((rider // TEAM - own) % race.setup.seats) + rider % TEAM


@rule
def at_most(number: int, most: int) -> int:
    """A number, or the nearest one that is told."""
    return max(-most, min(number, most))


@rule
def observe_moment(race: Race, own: int, out: Ints) -> None:
    """Where the race stands, and the turn in progress."""
    out[0] = race.at_stage
    out[1], out[2] = race.setup.stage[race.at_stage, KIND], race.setup.stage[race.at_stage, LENGTH]
    out[3], out[4] = at_most(race.rounds, MOST_COUNTED), race.ask
    out[5], out[6] = seats_from(race, own, race.owing), rider_from(race, own, race.rider)
    out[7], out[8], out[9] = race.die, race.other_die, race.card
    out[10], out[11] = race.reach, race.second_turn
    out[12], out[13] = race.peloton_front, race.peloton_rear
    out[14], out[15] = seats_from(race, own, race.contest), race.bid
    out[16] = (race.bidder - own) % race.setup.seats
    out[17], out[18], out[19] = count(race.pile[0]), race.slow_supply, race.crossed
    out[20], out[21] = race.sky, race.changing


@rule
def observe_team(race: Race, seat: int, out: Ints) -> None:
    """What everybody knows of a team; each number SEATS on."""
    out[0], out[SEATS] = count(race.hand[seat]), race.slow[seat]
    out[2 * SEATS], out[3 * SEATS] = in_team(race.served[seat]), race.car[seat]
    out[4 * SEATS], out[5 * SEATS] = race.total[seat], at_most(race.team_time[seat], MOST_SECONDS)
    out[6 * SEATS], out[7 * SEATS] = in_team(race.young[seat]), race.spent[seat]


@rule
def in_team(rider: int) -> int:
    """Which of their team a rider is, from 0; or NOBODY."""
    return NOBODY if rider == NOBODY else rider % TEAM


@rule
def observe_rider(race: Race, rider: int, out: Ints) -> None:
    """What everybody knows of a rider; each number RIDERS on."""
    out[0], out[RIDERS], out[2 * RIDERS] = race.status[rider], race.field[rider], race.start[rider]
    out[3 * RIDERS], out[4 * RIDERS] = race.jersey[rider], race.tokens[rider]
    out[5 * RIDERS], out[6 * RIDERS] = at_most(race.back[rider], MOST_COUNTED), race.shaken[rider]
    out[7 * RIDERS], out[8 * RIDERS] = race.injured[rider], race.refreshed[rider]
    out[9 * RIDERS], out[10 * RIDERS], out[11 * RIDERS] = (
        race.rode[rider],
        race.moved[rider],
        race.carded[rider],
    )
    out[12 * RIDERS] = at_most(race.time[rider], MOST_SECONDS)
    out[13 * RIDERS] = at_most(race.points[rider], MOST_COUNTED)
    out[14 * RIDERS] = at_most(race.mountains[rider], MOST_COUNTED)
    out[15 * RIDERS], out[16 * RIDERS] = race.gone[rider], at_most(race.tenths[rider], MOST_SECONDS)
    out[17 * RIDERS], out[18 * RIDERS] = race.passed[rider], at_most(race.seconds[rider], MOST_COUNTED)
    out[19 * RIDERS] = at_most(race.placings[rider], MOST_COUNTED)
    out[20 * RIDERS] = at_most(race.used[rider], MOST_COUNTED)
    out[21 * RIDERS] = race.last_place[rider]


@rule
def observe_stage(race: Race, out: Ints) -> None:
    """The lines, primes and fields of the stage."""
    for mark in range(MARKS):
        out[mark] = race.setup.stage[race.at_stage, FEED_FROM + mark]
    for prime in range(MOST_PRIMES):
        packed = race.setup.stage[race.at_stage, PRIMES + prime]
        out[MARKS + prime] = packed >> PRIME_SHIFT
        out[MARKS + MOST_PRIMES + prime] = packed & (1 << PRIME_SHIFT) - 1
    for field in range(LONGEST_STAGE):
        out[MARKS + 2 * MOST_PRIMES + field] = race.road[field + 1]
