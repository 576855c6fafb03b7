"""The energy phase: decks, hands, and the cards played face down (FR3)."""

import numpy as np

from gruppetto.games.flamme_rouge.rules.cards import DIGIT, EMPTY, card, copies, nth, pick
from gruppetto.games.flamme_rouge.rules.options import Team
from gruppetto.games.flamme_rouge.rules.record import (
    ATTACK,
    ATTACK_CARDS,
    COPIES,
    EXHAUSTION,
    EXHAUSTION_CARDS,
    HAND,
    NO_CARD,
    NOBODY,
    NOWHERE,
    ROULEUR,
    SPRINTEUR,
    Race,
    Told,
)
from gruppetto.kernel.chance import NOT_SCRIPTED, chance, scripted
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

SPRINTEUR_DECK = sum(COPIES << DIGIT * value for value in (2, 3, 4, 5, 9))
ROULEUR_DECK = sum(COPIES << DIGIT * value for value in (3, 4, 5, 6, 7))


@rule
def fill_decks(race: Race) -> None:
    """Give every rider their cards, face down (FR2.3, FR2.4)."""
    race.supply[SPRINTEUR] = race.supply[ROULEUR] = EXHAUSTION_CARDS
    for rider in range(2 * race.setup.seats):
        race.deck[rider] = whole_deck(race, rider)
        for _ in range(race.setup.handicap[rider // 2]):
            race.deck[rider] += from_supply(race, rider)


@rule
def whole_deck(race: Race, rider: int) -> int:
    """All energy cards a rider begins with; a Peloton's lie with its rouleur (FR1.2, FR9)."""
    team = race.setup.team[rider // 2]
    if rider % 2 == SPRINTEUR:
        if team == Team.PELOTON:
            return EMPTY
        return SPRINTEUR_DECK + (team == Team.MUSCLE) * card(5)
    return ROULEUR_DECK + (team == Team.PELOTON) * ATTACK_CARDS * card(ATTACK)


@rule
def from_supply(race: Race, rider: int) -> int:
    """An exhaustion card of the rider's own type, or no card when the supply is empty (FR1.3)."""
    if race.supply[rider % 2] == 0:
        return EMPTY
    race.supply[rider % 2] -= 1
    return card(EXHAUSTION)


@rule
def energy_phase(race: Race, trace: Ints) -> None:
    """A new round: every player owes a card for each of their riders (FR3.1)."""
    race.rounds += 1
    note(trace, Told.ROUND_BEGAN, race.rounds)
    for seat in range(race.setup.seats):
        if race.setup.team[seat] == Team.PLAYER:
            ride_on_empty(race, 2 * seat + SPRINTEUR, trace)
            ride_on_empty(race, 2 * seat + ROULEUR, trace)
            ask(race, seat, trace)


@rule
def ride_on_empty(race: Race, rider: int, trace: Ints) -> None:
    """With no card at all the rider plays an exhaustion card, or 2 all the same (FR3.5)."""
    if race.square[rider] != NOWHERE and race.deck[rider] + race.recycled[rider] == EMPTY:
        from_supply(race, rider)
        race.played[rider] = EXHAUSTION
        note(trace, Told.RAN_OUT, rider)


@rule
def ask(race: Race, seat: int, trace: Ints) -> None:
    """What a seat owes next: a rider, then their card, then the other rider's card (FR3.1, FR3.2)."""
    sprinteur, rouleur = 2 * seat + SPRINTEUR, 2 * seat + ROULEUR
    race.at_hand[seat] = NOBODY
    race.owing |= 1 << seat
    if must_play(race, sprinteur) and must_play(race, rouleur):
        return
    if must_play(race, sprinteur):
        draw(race, sprinteur, trace)
    elif must_play(race, rouleur):
        draw(race, rouleur, trace)
    else:
        race.owing &= ~(1 << seat)


@rule
def must_play(race: Race, rider: int) -> bool:
    """Whether this rider, on the road, has no card before them yet."""
    return race.played[rider] == NO_CARD and race.square[rider] != NOWHERE


@rule
def draw(race: Race, rider: int, trace: Ints) -> None:
    """Draw four cards, or all there are (FR3.1, FR3.4)."""
    race.at_hand[rider // 2] = rider
    fill_hand(race, rider, EMPTY, 0, trace)


@rule
def fill_hand(race: Race, rider: int, hand: int, held: int, trace: Ints) -> None:
    """Draw until a hand holds four cards, or all there are (FR3.1, FR3.3, FR3.4)."""
    deck, fraction = race.deck[rider], chance(race, rider)
    for drawn in range(held, HAND):
        if deck == EMPTY:
            deck = shuffle(race, rider, hand, drawn, trace)
        if deck == EMPTY:
            break
        kind, fraction = turn_up(race, rider, deck, fraction)
        deck -= card(kind)
        hand += card(kind)
    race.deck[rider], race.hand[rider] = deck, hand
    note_hand(race, rider, trace)


@rule
def shuffle(race: Race, rider: int, hand: int, drawn: int, trace: Ints) -> int:
    """The recycled cards, which become the face-down part (FR3.3)."""
    deck = race.recycled[rider]
    race.recycled[rider] = EMPTY
    race.most_exhausted[rider] = copies(deck + hand, EXHAUSTION) - race.fresh[rider]
    race.early[rider], race.buried[rider], race.fresh[rider] = drawn, 0, 0
    if deck != EMPTY:
        note(trace, Told.SHUFFLED, rider)
    return deck


@rule
def turn_up(race: Race, rider: int, deck: int, fraction: np.uint64) -> tuple[int, np.uint64]:
    """The top card of a rider's shuffled deck; scripted cards come first."""
    if race.scripted > 0:
        kind = scripted(race, rider)
        if kind != NOT_SCRIPTED and copies(deck, kind) > 0:
            return kind, fraction
    return pick(deck, fraction)


@rule
def note_hand(race: Race, rider: int, trace: Ints) -> None:
    """Tell the rider's own seat what they hold."""
    if len(trace) > 0:
        hand = race.hand[rider]
        note(trace, Told.DREW, rider, nth(hand, 0), nth(hand, 1), nth(hand, 2), nth(hand, 3))


@rule
def play(race: Race, seat: int, kind: int, trace: Ints) -> None:
    """Play one card face down and recycle the others (FR3.1)."""
    rider = race.at_hand[seat]
    race.played[rider] = kind
    race.recycled[rider] += race.hand[rider] - card(kind)
    race.hand[rider] = EMPTY
    note(trace, Told.CHOSE, rider, kind)
    ask(race, seat, trace)
