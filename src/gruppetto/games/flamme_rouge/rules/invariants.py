"""What is always true of a race: a statement each, and a rule that finds what is broken.

The first statements hold of a stage of a tour as well, so the tour asks for them too.
"""

from gruppetto.games.flamme_rouge.rules.cards import DIGIT, EMPTY, copies, count
from gruppetto.games.flamme_rouge.rules.energy import must_play, whole_deck
from gruppetto.games.flamme_rouge.rules.movement import ahead
from gruppetto.games.flamme_rouge.rules.options import SEATS, StartLane, Team
from gruppetto.games.flamme_rouge.rules.record import (
    ATTACK,
    EXHAUSTION,
    EXHAUSTION_CARDS,
    HAND,
    KINDS,
    LEFT,
    LONGEST_RUN,
    NO_CARD,
    NOBODY,
    NOWHERE,
    RANDOM_SEAT,
    RIGHT,
    ROAD,
    ROULEUR,
    SPRINTEUR,
    SQUARES,
    START_SQUARES,
    Phase,
    Race,
)
from gruppetto.kernel.chance import SCRIPT_LENGTH
from gruppetto.kernel.rule import rule

IN_A_STAGE = {
    "numbers": "Every number stands for something there is: a seat, a rider, a square of the road, a card.",
    "lanes": "A lane holds one rider at most, and the squares know who is on them (FR1.5).",
    "order": "Everybody is in the order once: front-most first, the right lane before the left (FR4.1).",
    "cards": "Riders have cards of their own deck only, and a dummy nothing but a deck (FR1.2, FR9).",
    "supply": "There are thirty exhaustion cards for sprinteurs and thirty for rouleurs (FR1.3).",
    "hands": "A player holds four cards, or all there are, for one rider who has yet to play (FR3.1).",
    "start": "Before the start all decks are whole, and one team after the other places (FR2.2, FR8.1).",
    "knowledge": "What everybody knows of how a rider's exhaustion lies is true of their cards (FR3.6).",
}
ALWAYS = {
    **IN_A_STAGE,
    "owing": "A seat owes a decision just while one of its riders has yet to be placed or to play (FR3.1).",
    "clockwise": "The players place clockwise, beginning with the first (FR2.2).",
    "finish": "The race is over as soon as somebody stands past the line, and not before (FR6.1).",
}

WRONG_NUMBERS, WRONG_LANES, WRONG_ORDER, WRONG_CARDS = 1 << 0, 1 << 1, 1 << 2, 1 << 3
WRONG_SUPPLY, WRONG_HANDS, WRONG_START, WRONG_KNOWLEDGE = 1 << 4, 1 << 5, 1 << 6, 1 << 7
WRONG_OWING, WRONG_TURN, WRONG_FINISH = 1 << 8, 1 << 9, 1 << 10

MOST_CARDS = 46  # a whole deck, all exhaustion cards of one type, and one more
LONGEST_OPEN_ROAD = ROAD + LONGEST_RUN - 3  # two squares are looked ahead


@rule
def invariants(race: Race) -> int:
    """What is broken in a race, as bits in the order of `ALWAYS`."""
    broken = broken_in_a_stage(race)
    if broken & WRONG_NUMBERS:
        return broken
    broken |= WRONG_OWING * (not owing_is_due(race))
    broken |= WRONG_TURN * (not placed_clockwise(race))
    broken |= WRONG_FINISH * (not over_at_the_line(race))
    return broken


@rule
def broken_in_a_stage(race: Race) -> int:
    """What is broken in a race on its own or in a stage of a tour, as bits in the order of `IN_A_STAGE`."""
    if not numbers_in_range(race):
        return WRONG_NUMBERS
    broken = WRONG_LANES * (not lanes_hold_one(race))
    broken |= WRONG_ORDER * (not in_order(race))
    broken |= WRONG_SUPPLY * (not supply_is_whole(race))
    broken |= WRONG_START * (not started_rightly(race))
    for rider in range(2 * race.setup.seats):
        broken |= WRONG_CARDS * (not own_cards(race, rider))
        broken |= WRONG_HANDS * (not hand_is_right(race, rider))
        broken |= WRONG_KNOWLEDGE * (not knowledge_is_true(race, rider))
    return broken


# --- numbers: whatever this lets through, the other rules can look at ---------------------------------


@rule
def numbers_in_range(race: Race) -> bool:
    """Whether every number of a race stands for something."""
    if not setup_in_range(race) or not Phase.PLACEMENT <= race.phase <= Phase.FINISHED:
        return False
    if race.rounds < 0 or not 0 <= race.scripted <= SCRIPT_LENGTH or race.owing >> race.setup.seats != 0:
        return False
    for kind in range(2):
        if not 0 <= race.supply[kind] <= EXHAUSTION_CARDS:
            return False
    for seat in range(race.setup.seats):
        if race.at_hand[seat] not in (NOBODY, 2 * seat + SPRINTEUR, 2 * seat + ROULEUR):
            return False
    for rider in range(2 * race.setup.seats):
        if not rider_in_range(race, rider):
            return False
    return True


@rule
def setup_in_range(race: Race) -> bool:
    """Whether the teams and the road are ones there can be (FR1.1, FR1.4)."""
    setup = race.setup
    if not 1 <= setup.seats <= SEATS or not RANDOM_SEAT <= setup.first < setup.seats:
        return False
    for seat in range(setup.seats):
        if not Team.PLAYER <= setup.team[seat] <= Team.PELOTON:
            return False
    if not 1 <= setup.start_squares <= START_SQUARES:
        return False
    return setup.start_squares < setup.line <= setup.last_square <= LONGEST_OPEN_ROAD


@rule
def rider_in_range(race: Race, rider: int) -> bool:
    """Whether a rider's place, cards and what is known of them are ones there can be."""
    if not NOWHERE <= race.square[rider] <= race.setup.last_square or not RIGHT <= race.lane[rider] <= LEFT:
        return False
    if not 0 <= race.order[rider] < 2 * race.setup.seats:
        return False
    if not NO_CARD <= race.played[rider] < KINDS or not NO_CARD <= race.revealed[rider] < KINDS:
        return False
    if not 0 <= race.fresh[rider] <= MOST_CARDS or not 0 <= race.early[rider] <= HAND - 1:
        return False
    if not 0 <= race.buried[rider] <= HAND or not 0 <= race.most_exhausted[rider] <= MOST_CARDS:
        return False
    return is_pile(race.deck[rider]) and is_pile(race.recycled[rider]) and is_pile(race.hand[rider])


@rule
def is_pile(pile: int) -> bool:
    """Whether a number is a pile of cards, and not of more than there are."""
    if pile < 0 or pile >> (DIGIT * KINDS) != 0:
        return False
    cards = 0
    for kind in range(KINDS):
        cards += copies(pile, kind)
    return cards <= MOST_CARDS


# --- the road ---------------------------------------------------------------------------------------


@rule
def lanes_hold_one(race: Race) -> bool:
    """One rider in a lane, and `taken` says who is where (FR1.5)."""
    for square in range(SQUARES):
        here = 0
        for rider in range(2 * race.setup.seats):
            if race.square[rider] == square:
                if here & (1 << race.lane[rider]):
                    return False
                here |= 1 << race.lane[rider]
        if here != race.taken[square]:
            return False
    return True


@rule
def in_order(race: Race) -> bool:
    """Everybody is in the order once, and nobody before one who is ahead (FR4.1)."""
    met = 0
    for turn in range(2 * race.setup.seats):
        met |= 1 << race.order[turn]
        if turn > 0 and ahead(race, race.order[turn], race.order[turn - 1]):
            return False
    return met == (1 << 2 * race.setup.seats) - 1


@rule
def over_at_the_line(race: Race) -> bool:
    """The race is over just when the first has crossed; until then somebody is on the road (FR6.1)."""
    foremost = NOWHERE
    for rider in range(2 * race.setup.seats):
        foremost = max(foremost, race.square[rider])
    if race.phase == Phase.PLACEMENT:
        return foremost < race.setup.line
    return foremost != NOWHERE and (race.phase == Phase.FINISHED) == (foremost >= race.setup.line)


# --- before the start -------------------------------------------------------------------------------


@rule
def started_rightly(race: Race) -> bool:
    """Rounds are counted from the start; until then one player places, and nobody has used a card (FR2.2)."""
    if race.phase != Phase.PLACEMENT:
        return race.rounds > 0
    if race.rounds != 0 or not start_lanes_are_right(race):
        return False
    for rider in range(2 * race.setup.seats):
        if not waits_for_the_start(race, rider):
            return False
    placing = 0
    for seat in range(race.setup.seats):
        if race.owing == 1 << seat:
            placing = to_place(race, seat)
        elif to_place(race, seat) == 1:
            return False
    return placing > 0


@rule
def waits_for_the_start(race: Race, rider: int) -> bool:
    """A whole deck and nothing else, on a start square or, of a player's team, still to be placed (FR2.3)."""
    if race.recycled[rider] != EMPTY or race.revealed[rider] != NO_CARD:
        return False
    for kind in range(KINDS):
        if kind != EXHAUSTION and copies(race.deck[rider], kind) != copies(whole_deck(race, rider), kind):
            return False
    if race.square[rider] == NOWHERE:
        return race.setup.team[rider // 2] == Team.PLAYER
    return race.square[rider] < race.setup.start_squares


@rule
def to_place(race: Race, seat: int) -> int:
    """How many riders of a team are not placed yet."""
    return int(race.square[2 * seat] == NOWHERE) + int(race.square[2 * seat + 1] == NOWHERE)


@rule
def start_lanes_are_right(race: Race) -> bool:
    """Nobody stands in the left lane of a start square alone, unless an option says so (FR8.1)."""
    for square in range(race.setup.start_squares):
        if race.taken[square] == 1 << LEFT and race.setup.options.start_lane == StartLane.RIGHT:
            return False
    return True


@rule
def placed_clockwise(race: Race) -> bool:
    """From the seat that places on come those still to place, then those who have, the first of all first."""
    if race.phase != Phase.PLACEMENT:
        return True
    for seat in range(race.setup.seats):
        if race.owing == 1 << seat:
            return placed_since(race, seat)
    return True


@rule
def placed_since(race: Race, placing: int) -> bool:
    """Whether all players who have placed sit together, just before this one (FR2.2)."""
    first = NOBODY
    for step in range(1, race.setup.seats):
        seat = (placing + step) % race.setup.seats
        if race.setup.team[seat] == Team.PLAYER:
            if to_place(race, seat) == 0:
                first = seat if first == NOBODY else first
            elif first != NOBODY:
                return False
    if first == NOBODY:
        first = placing
    return race.setup.first in (RANDOM_SEAT, first)


# --- cards ------------------------------------------------------------------------------------------


@rule
def own_cards(race: Race, rider: int) -> bool:
    """Cards of the rider's own deck, each no more often than it was in it (FR1.2, FR9)."""
    attacks = race.setup.team[rider // 2] == Team.PELOTON
    if race.revealed[rider] == ATTACK and not attacks:
        return False
    there, whole = race.deck[rider] + race.recycled[rider] + race.hand[rider], whole_deck(race, rider)
    for kind in range(ATTACK, KINDS):
        if copies(there, kind) + (race.played[rider] == kind) > copies(whole, kind):
            return False
    if race.setup.team[rider // 2] == Team.PLAYER:
        return True
    return there == race.deck[rider] and copies(there, EXHAUSTION) == 0 and race.played[rider] == NO_CARD


@rule
def supply_is_whole(race: Race) -> bool:
    """What is left and what is in the decks was never more than there is; played cards are gone (FR1.3)."""
    for kind in range(2):
        there = race.supply[kind]
        for seat in range(race.setup.seats):
            rider = 2 * seat + kind
            there += copies(race.deck[rider], EXHAUSTION) + copies(race.recycled[rider], EXHAUSTION)
            there += copies(race.hand[rider], EXHAUSTION)
        if there > EXHAUSTION_CARDS:
            return False
    return True


@rule
def hand_is_right(race: Race, rider: int) -> bool:
    """Four cards, or all there are, for the rider chosen for; only who rides has played (FR3.1, FR3.4)."""
    chosen, held = race.at_hand[rider // 2] == rider, count(race.hand[rider])
    rides = race.phase == Phase.ENERGY and race.square[rider] != NOWHERE
    if race.played[rider] != NO_CARD:
        return rides and not chosen and held == 0
    if not chosen:
        return held == 0
    if not rides or race.setup.team[rider // 2] != Team.PLAYER:
        return False
    return held == HAND or (0 < held < HAND and race.deck[rider] + race.recycled[rider] == EMPTY)


@rule
def knowledge_is_true(race: Race, rider: int) -> bool:
    """The bounds that `forget` relies on hold of the true cards (FR3.6)."""
    if race.fresh[rider] > copies(race.recycled[rider], EXHAUSTION):
        return False
    if race.early[rider] == 0:
        return True
    in_hand = count(race.hand[rider])
    if race.played[rider] != NO_CARD:
        in_hand = 1 + count(race.recycled[rider])
    return race.buried[rider] == 0 and race.early[rider] <= in_hand


# --- decisions --------------------------------------------------------------------------------------


@rule
def owing_is_due(race: Race) -> bool:
    """Only players owe, and just those with a rider to play for; for the last one they hold a hand (FR3)."""
    if race.phase == Phase.PLACEMENT:
        return race.owing != 0
    for seat in range(race.setup.seats):
        owes = race.owing >> seat & 1 == 1
        due = int(must_play(race, 2 * seat)) + int(must_play(race, 2 * seat + 1))
        if race.phase == Phase.FINISHED or race.setup.team[seat] != Team.PLAYER:
            due = 0
        if owes != (due > 0) or (due == 1 and race.at_hand[seat] == NOBODY):
            return False
        if not owes and race.at_hand[seat] != NOBODY:
            return False
    return True
