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

GENERAL = 24
PER_RIDER = 22
PER_SEAT = 8
MARKS = WINNING_TIME - FEED_FROM + 1
OBSERVATION = (
    GENERAL + RIDERS * PER_RIDER + SEATS * PER_SEAT + 2 * KINDS + MARKS + MOST_PRIMES + LONGEST_STAGE
)


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
def observe(race: Race, seat: int, out: Ints) -> None:
    """All a seat knows as numbers: the race, every rider and team (own first), own cards, the road."""
    observe_race(race, out)
    at = GENERAL
    for place in range(SEATS):
        team = (max(0, seat) + place) % SEATS
        observe_team(race, team, out[at : at + PER_SEAT])
        at += PER_SEAT
        for rider in range(team * TEAM, team * TEAM + TEAM):
            observe_rider(race, rider, out[at : at + PER_RIDER])
            at += PER_RIDER
    for kind in range(KINDS):
        out[at + kind] = 0 if seat == EVERYBODY else copies(race.hand[seat], kind)
        out[at + KINDS + kind] = 0 if seat == EVERYBODY else own_drawn(race, seat, kind)
    at += 2 * KINDS
    for mark in range(MARKS):
        out[at + mark] = race.setup.stage[race.at_stage, FEED_FROM + mark]
    at += MARKS
    for prime in range(MOST_PRIMES):
        out[at + prime] = race.setup.stage[race.at_stage, PRIMES + prime]
    at += MOST_PRIMES
    for field in range(LONGEST_STAGE):
        out[at + field] = race.road[field + 1]


@rule
def own_drawn(race: Race, seat: int, kind: int) -> int:
    """The cards a player has drawn and must give one back of."""
    return copies(race.drawn_hand[0], kind) if owner_of_drawn(race) == seat else 0


@rule
def observe_race(race: Race, out: Ints) -> None:
    """Where the race stands, and the turn in progress."""
    out[0], out[1], out[2] = race.at_stage, race.setup.stages, race.setup.seats
    out[3], out[4] = race.setup.stage[race.at_stage, KIND], race.setup.stage[race.at_stage, LENGTH]
    out[5], out[6], out[7] = race.rounds, race.ask, race.owing
    out[8], out[9], out[10] = race.rider, race.die, race.other_die
    out[11], out[12], out[13] = race.card, race.reach, race.second_turn
    out[14], out[15] = race.peloton_front, race.peloton_rear
    out[16], out[17], out[18] = race.contest, race.bid, race.bidder
    out[19], out[20], out[21] = count(race.pile[0]), race.slow_supply, race.crossed
    out[22], out[23] = race.sky, race.changing


@rule
def observe_team(race: Race, seat: int, out: Ints) -> None:
    """What everybody knows of a team."""
    out[0], out[1] = count(race.hand[seat]), race.slow[seat]
    out[2], out[3] = race.served[seat], race.car[seat]
    out[4], out[5] = race.total[seat], race.team_time[seat]
    out[6], out[7] = race.young[seat], race.spent[seat]


@rule
def observe_rider(race: Race, rider: int, out: Ints) -> None:
    """What everybody knows of a rider."""
    out[0], out[1], out[2] = race.status[rider], race.field[rider], race.start[rider]
    out[3], out[4], out[5] = race.jersey[rider], race.tokens[rider], race.back[rider]
    out[6], out[7], out[8] = race.shaken[rider], race.injured[rider], race.refreshed[rider]
    out[9], out[10], out[11] = race.rode[rider], race.moved[rider], race.carded[rider]
    out[12], out[13], out[14] = race.time[rider], race.points[rider], race.mountains[rider]
    out[15], out[16], out[17] = race.gone[rider], race.tenths[rider], race.passed[rider]
    out[18], out[19], out[20] = race.seconds[rider], race.placings[rider], race.used[rider]
    out[21] = race.last_place[rider]
