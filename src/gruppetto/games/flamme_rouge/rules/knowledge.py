"""What a seat cannot know, replaced by a fair guess; what it knows, as numbers (FR3.6)."""

import numpy as np

from gruppetto.games.flamme_rouge.rules.cards import EMPTY, card, copies, count, pick
from gruppetto.games.flamme_rouge.rules.options import Team
from gruppetto.games.flamme_rouge.rules.record import (
    EVERYBODY,
    EXHAUSTION,
    HAND,
    KINDS,
    NO_CARD,
    NOWHERE,
    RIDERS,
    SQUARES,
    STREAMS,
    Race,
)
from gruppetto.kernel.chance import fraction_of, mix, replant
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

LATEST_ROUND = 100  # as an observation tells it; no race is that long, but a position may say so
FIXED = 3 + SQUARES
MOMENT = 4
PER_RIDER = 5 + KINDS
PER_OWN_RIDER = 3 * KINDS + 1
OBSERVATION = FIXED + MOMENT + RIDERS * PER_RIDER + 2 * PER_OWN_RIDER


@rule
def forget(race: Race, seat: int, seed: np.uint64) -> None:
    """Replace other hands, face-down cards and all chance to come by a sample this seat finds fair."""
    replant(race, seed)
    for rider in range(2 * race.setup.seats):
        if rider // 2 != seat and race.setup.team[rider // 2] == Team.PLAYER:
            imagine(race, rider, mix(seed, np.uint64(STREAMS + rider)))


@rule
def imagine(race: Race, rider: int, seed: np.uint64, shown: int = NO_CARD) -> None:
    """Deal a rider's unrevealed cards anew into face-down part, hand, played and recycled cards.

    All that is public stays: the sizes of the piles, the cards in them taken together, and how their
    exhaustion can lie. So does a played card that was shown (GT12).
    """
    face_down, in_hand = count(race.deck[rider]), count(race.hand[rider])
    surely_recycled = race.fresh[rider] * card(EXHAUSTION)
    pool = unrevealed(race, rider) - surely_recycled
    hidden_play = race.played[rider] != NO_CARD
    if hidden_play:
        in_hand = min(HAND, count(pool))
    if shown != NO_CARD:
        pool -= card(shown)
        in_hand -= 1
    hand = early_cards(race, rider, pool, mix(seed, np.uint64(1)))
    hand += some_cards(pool - hand, in_hand - race.early[rider], HAND, mix(seed, np.uint64(2)))
    pool -= hand
    buried = some_cards(pool, race.buried[rider], race.most_exhausted[rider], mix(seed, np.uint64(3)))
    race.deck[rider] = some_cards(pool - buried, face_down, face_down, mix(seed, np.uint64(4)))
    race.recycled[rider] = pool - race.deck[rider] + surely_recycled
    race.hand[rider] = hand
    if shown != NO_CARD:
        race.recycled[rider] += hand
        race.hand[rider] = EMPTY
    elif hidden_play:
        race.played[rider], _ = pick(hand, fraction_of(seed, 0))
        race.recycled[rider] += hand - card(race.played[rider])
        race.hand[rider] = EMPTY


@rule
def unrevealed(race: Race, rider: int) -> int:
    """All cards of a rider that are still in the game and not on show, in one pile: anybody can tell."""
    pile = race.deck[rider] + race.hand[rider] + race.recycled[rider]
    return pile if race.played[rider] == NO_CARD else pile + card(race.played[rider])


@rule
def early_cards(race: Race, rider: int, pool: int, seed: np.uint64) -> int:
    """Random cards for those drawn before the last shuffle, when the fresh exhaustion lay elsewhere."""
    later = max(0, copies(pool, EXHAUSTION) - race.most_exhausted[rider])
    return some_cards(pool - later * card(EXHAUSTION), race.early[rider], HAND, seed)


@rule
def some_cards(pool: int, number: int, most_exhausted: int, seed: np.uint64) -> int:
    """So many random cards of a pool, as a pile with no more exhaustion than is possible."""
    pile = EMPTY
    for taken in range(min(number, count(pool))):
        if copies(pile, EXHAUSTION) == most_exhausted:
            pool -= copies(pool, EXHAUSTION) * card(EXHAUSTION)
        if pool == EMPTY:
            break
        kind, _ = pick(pool, fraction_of(seed, taken))
        pool -= card(kind)
        pile += card(kind)
    return pile


@rule
def observe_fixed(race: Race, out: Ints) -> int:
    """What never changes during a race: how many seats there are, and the road."""
    out[0], out[1], out[2] = race.setup.seats, race.setup.line, race.setup.last_square
    for square in range(SQUARES):
        out[3 + square] = race.setup.terrain[square]
    return FIXED


@rule
def observe(race: Race, seat: int, out: Ints) -> None:
    """All a seat knows as numbers: the road, the race, every rider (own team first), own cards."""
    observe_moving(race, seat, out[observe_fixed(race, out) :])


@rule
def observe_moving(race: Race, seat: int, out: Ints) -> None:
    """The same without what never changes."""
    out[0], out[1] = race.phase, min(race.rounds, LATEST_ROUND)
    out[2], out[3] = race.supply[0], race.supply[1]
    at = MOMENT
    for place in range(RIDERS):
        observe_rider(race, (2 * max(0, seat) + place) % RIDERS, out[at + place :])
    at += RIDERS * PER_RIDER
    for kind in range(2):
        observe_own(race, seat, kind, out[at + kind :])


@rule
def observe_rider(race: Race, rider: int, out: Ints) -> None:
    """Where a rider is, how far their player is, which cards are not revealed; each RIDERS numbers on."""
    for number in range(PER_RIDER):
        out[number * RIDERS] = 0
    out[0] = NOWHERE
    if rider >= 2 * race.setup.seats:
        return
    out[0], out[RIDERS] = race.square[rider], race.lane[rider]
    out[2 * RIDERS] = race.at_hand[rider // 2] == rider
    out[3 * RIDERS] = race.played[rider] != NO_CARD
    out[4 * RIDERS] = count(race.deck[rider])
    digits(unrevealed(race, rider), out[5 * RIDERS :], RIDERS)


@rule
def observe_own(race: Race, seat: int, kind: int, out: Ints) -> None:
    """Own cards: face down, in hand, recycled, played, each two numbers on; a spectator has none."""
    if seat == EVERYBODY:
        for number in range(PER_OWN_RIDER):
            out[2 * number] = 0
        return
    rider = 2 * seat + kind
    digits(race.deck[rider], out, 2)
    digits(race.hand[rider], out[2 * KINDS :], 2)
    digits(race.recycled[rider], out[4 * KINDS :], 2)
    out[6 * KINDS] = race.played[rider]


@rule
def digits(pile: int, out: Ints, step: int) -> None:
    """Write how many cards of each kind a pile holds, each so many numbers on."""
    for kind in range(KINDS):
        out[kind * step] = copies(pile, kind)
