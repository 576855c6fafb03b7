"""What a seat cannot know, replaced by a fair guess; what it knows, as numbers (FR3.6)."""

import numpy as np

from gruppetto.games.flamme_rouge.rules.cards import EMPTY, card, copies, count, pick
from gruppetto.games.flamme_rouge.rules.options import SEATS, Team
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

OWN_CARDS = 2 * (3 * KINDS + 1)
PER_RIDER = 5 + KINDS
OBSERVATION = 7 + RIDERS * PER_RIDER + OWN_CARDS + SQUARES


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

    All that is public stays: the sizes of the piles, the cards in them taken together, and how his
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
def observe(race: Race, seat: int, out: Ints) -> None:
    """All a seat knows as numbers: the race, every rider (own team first), own cards, the road."""
    out[0], out[1], out[2] = race.phase, race.rounds, race.setup.seats
    out[3], out[4] = race.setup.line, race.setup.last_square
    out[5], out[6] = race.supply[0], race.supply[1]
    at = 7
    for place in range(SEATS):
        for kind in range(2):
            rider = 2 * ((max(0, seat) + place) % SEATS) + kind
            observe_rider(race, rider, out[at : at + PER_RIDER])
            at += PER_RIDER
    for kind in range(2):
        observe_own(race, seat, kind, out[at : at + OWN_CARDS // 2])
        at += OWN_CARDS // 2
    for square in range(SQUARES):
        out[at + square] = race.setup.terrain[square]


@rule
def observe_rider(race: Race, rider: int, out: Ints) -> None:
    """Where he rides, how far his player is, and which cards he has not revealed yet."""
    out[:] = 0
    out[0] = NOWHERE
    if rider >= 2 * race.setup.seats:
        return
    out[0], out[1] = race.square[rider], race.lane[rider]
    out[2] = race.at_hand[rider // 2] == rider
    out[3] = race.played[rider] != NO_CARD
    out[4] = count(race.deck[rider])
    digits(unrevealed(race, rider), out[5:])


@rule
def observe_own(race: Race, seat: int, kind: int, out: Ints) -> None:
    """The cards of an own rider: face down, in hand, recycled, played; a spectator has none."""
    if seat == EVERYBODY:
        out[:] = 0
        return
    rider = 2 * seat + kind
    digits(race.deck[rider], out)
    digits(race.hand[rider], out[KINDS:])
    digits(race.recycled[rider], out[2 * KINDS :])
    out[3 * KINDS] = race.played[rider]


@rule
def digits(pile: int, out: Ints) -> None:
    """Write how many cards of each kind a pile holds."""
    for kind in range(KINDS):
        out[kind] = copies(pile, kind)
