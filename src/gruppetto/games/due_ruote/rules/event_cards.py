"""Event cards: what special tokens bring on, and what summits and flying sprints give back (Z11.4)."""

from gruppetto.games.due_ruote.rules.codes import (
    EVENT_STREAM,
    KEPT,
    MISFORTUNES,
    MOST_SPECIAL,
    NOTHING,
    OFFERED,
    SPACES,
    TEAM,
    Action,
    Misfortune,
    Step,
    Told,
)
from gruppetto.games.due_ruote.rules.control import receive_pawn
from gruppetto.games.due_ruote.rules.peloton import (
    fall_back,
    from_seat,
    in_head,
    next_in_play,
    put,
    racing,
    rides,
)
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.kernel.chance import chance, share
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

CRAMP_FATIGUE, CRASH_FATIGUE, HEADWIND_FATIGUE = 3, 4, 1
GIFTS = 2  # a gift is one special token, or two


# --- the choice of the cards ------------------------------------------------------------------------


@rule
def deal_events(race: Race, trace: Ints) -> None:
    """Three different event cards are laid before every player."""
    for seat in range(race.setup.seats):
        if racing(race, seat):
            cards = race.offered[seat]
            for card in range(OFFERED):
                cards[card] = draw_event(race, seat, card)
            note(trace, Told.EVENTS_DEALT, seat, cards[0], cards[1], cards[2])


@rule
def draw_event(race: Race, seat: int, card: int) -> int:
    """A kind of event this player has not been offered yet."""
    pick, _ = share(chance(race, EVENT_STREAM), MISFORTUNES - card)
    for kind in range(1, MISFORTUNES + 1):
        offered = False
        for other in range(card):
            offered = offered or race.offered[seat, other] == kind
        if not offered:
            if pick == 0:
                return kind
            pick -= 1
    return NOTHING


@rule
def next_event_choice(race: Race, trace: Ints) -> None:
    """From the first player clockwise everybody keeps two of their three cards, in an order."""
    if race.offered[from_seat(race, race.pawn), 0] == NOTHING:
        deal_events(race, trace)
    for step in range(race.setup.seats):
        seat = (race.pawn + step) % race.setup.seats
        if racing(race, seat) and race.events[seat, KEPT - 1] == NOTHING:
            race.decider = seat
            return
    race.step = Step.TURN


@rule
def legal_events(race: Race, seat: int, out: Ints) -> int:
    """The cards on offer that are not kept yet."""
    found = 0
    for card in range(OFFERED):
        if race.offered[seat, card] != race.events[seat, 0]:
            out[found] = Action.EVENT + race.offered[seat, card]
            found += 1
    return found


@rule
def keep_event(race: Race, seat: int, kind: int, trace: Ints) -> None:
    """The first card kept is the first to be filled."""
    race.events[seat, 0 if race.events[seat, 0] == NOTHING else 1] = kind
    note(trace, Told.EVENT_KEPT, seat, kind)


@rule
def clear_events(race: Race) -> None:
    """No cards, no tokens on them, and nothing in force."""
    for seat in range(len(race.laid)):
        for card in range(OFFERED):
            race.offered[seat, card] = NOTHING
        for card in range(KEPT):
            race.events[seat, card] = NOTHING
        race.laid[seat] = race.due[seat] = race.bonked[seat] = race.fined[seat] = 0


# --- tokens on the cards ----------------------------------------------------------------------------


@rule
def lay_tokens(race: Race, seat: int, special: int) -> None:
    """Special tokens go on the first card, then on the second, and so on; a full card is emptied and due."""
    laid = race.laid[seat] + special
    race.due[seat] += laid // SPACES - race.laid[seat] // SPACES
    race.laid[seat] = laid % (SPACES * KEPT)


@rule
def anything_due(race: Race) -> bool:
    """Whether somebody's card was full."""
    for seat in range(race.setup.seats):
        if race.due[seat] > 0:
            return True
    return False


@rule
def next_mishap(race: Race, trace: Ints) -> None:
    """Full cards strike, clockwise from whoever acted; then the pawn goes on."""
    for step in range(race.setup.seats):
        seat = (race.last_active + step) % race.setup.seats
        while race.due[seat] > 0:
            kind = race.events[seat, due_card(race, seat)]
            if kind == Misfortune.CRAMP and riders_left(race, seat) > 1:
                race.decider = seat
                return
            strike(race, seat, kind, random_rider(race, seat, kind), trace)
    receive_pawn(race, next_in_play(race, race.last_active + 1), trace)


@rule
def due_card(race: Race, seat: int) -> int:
    """Which of a player's cards strikes next: they do so in the order in which they were full."""
    return (race.laid[seat] // SPACES - race.due[seat]) % KEPT


@rule
def riders_left(race: Race, seat: int) -> int:
    """How many riders of a team are in the race."""
    count = 0
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        count += rides(race, rider)
    return count


@rule
def random_rider(race: Race, seat: int, kind: int) -> int:
    """Chance finds one of the team's riders, for the events that hit one."""
    pick = 0
    if kind in (Misfortune.PUNCTURE, Misfortune.CRASH):
        pick, _ = share(chance(race, EVENT_STREAM), riders_left(race, seat))
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        if rides(race, rider):
            if pick == 0:
                return rider
            pick -= 1
    return TEAM * seat


@rule
def legal_victims(race: Race, seat: int, out: Ints) -> int:
    """Any own rider can have the cramp."""
    found = 0
    for number in range(TEAM):
        if rides(race, TEAM * seat + number):
            out[found] = Action.RIDER + number
            found += 1
    return found


@rule
def strike(race: Race, seat: int, kind: int, rider: int, trace: Ints) -> None:
    """A card that was full strikes."""
    race.due[seat] -= 1
    note(trace, Told.EVENT_STRUCK, seat, kind)
    if kind == Misfortune.BONK:
        race.bonked[seat] = 1
    elif kind == Misfortune.FINE:
        race.fined[seat] += 1
    elif kind == Misfortune.CRAMP:
        hurt(race, rider, CRAMP_FATIGUE, trace)
    elif kind == Misfortune.PUNCTURE:
        fall_back(race, rider, 1)
        hurt(race, rider, 0, trace)
    elif kind == Misfortune.CRASH:
        lose_place(race, rider)
        hurt(race, rider, CRASH_FATIGUE, trace)
    else:
        for mate in range(TEAM * seat, TEAM * seat + TEAM):
            if race.place[mate] > 0:
                hurt(race, mate, HEADWIND_FATIGUE, trace)


@rule
def lose_place(race: Race, rider: int) -> None:
    """From the HEAD into the BUNCH, from anywhere else one sector back."""
    if in_head(race, rider):
        put(race, rider, 0)
    else:
        fall_back(race, rider, 1)


@rule
def hurt(race: Race, rider: int, points: int, trace: Ints) -> None:
    """Fatigue from an event lifts nobody above the limit."""
    room = max(0, race.setup.most_fatigue - race.fatigue[rider])
    race.fatigue[rider] += min(points, room)
    note(trace, Told.HURT, rider, race.place[rider], race.head[rider], race.fatigue[rider])


# --- gifts ------------------------------------------------------------------------------------------


@rule
def give_tokens(race: Race, seat: int, trace: Ints) -> None:
    """Who wins a summit or a flying sprint gets a special token or two, never above nine (Z4.4)."""
    extra, _ = share(chance(race, EVENT_STREAM), GIFTS)
    before = race.special[seat]
    race.special[seat] = min(MOST_SPECIAL, before + extra + 1)
    note(trace, Told.TOKENS_WON, seat, race.special[seat] - before)
