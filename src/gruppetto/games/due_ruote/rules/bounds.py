"""Whether every number of a record is one that its field can have, so that rules may count with it."""

from gruppetto.games.due_ruote.rules.codes import (
    ACTIVITIES,
    CANCELS,
    COLUMNS,
    FEED,
    GONE,
    JOINERS,
    KEPT,
    LAST_SECTOR,
    LEFT_SHEET,
    LONGEST_STAGE,
    MISFORTUNES,
    MOST_DUE,
    MOST_EFFORT,
    MOST_LEFT,
    MOST_SPECIAL,
    NO_CARD,
    NOBODY,
    NOTHING,
    OFFERED,
    PASSES_AT_START,
    RIGHT_SHEET,
    ROUTE,
    SPACES,
    STAGES,
    TEAM,
    TERRAINS,
    TOKENS,
    UNDECIDED,
    Ending,
    Fault,
    Goal,
    Role,
    Step,
    Wish,
)
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.kernel.rule import rule

MOST_FATIGUE = 999  # far more than any turn can cost; the classification counts with three digits
MOST_POINTS = 9_999
MOST_SECONDS = 9_999_999
MOST_VALUE = 9_999


@rule
def every_number_exists(race: Race) -> bool:
    """Each number names a seat, a rider, a card, a step, a place or an amount there is."""
    return (
        is_moment(race)
        and are_seats(race)
        and is_activity(race)
        and are_riders(race)
        and are_teams(race)
        and are_sheets(race)
        and is_route(race)
    )


@rule
def is_moment(race: Race) -> bool:
    """Where the race stands: step, turn, cards turned up, speed."""
    setup = race.setup
    return (
        0 <= race.step <= Step.FINISHED
        and 0 <= race.stage <= max(0, setup.stages - 1)
        and 0 <= race.planned <= setup.route_cards
        and 0 <= race.turn <= setup.turns
        and 0 <= race.shown <= race.planned
        and race.goal in (Goal.FINISH, Goal.GPM, Goal.TV)
        and 0 <= race.fed <= 1
        and 0 <= race.terrain < TERRAINS
        and 0 <= race.pace <= setup.top_speed
        and 0 <= race.increases <= setup.top_speed
        and 0 <= race.ending <= Ending.TIME_TRIAL
    )


@rule
def is_seat(race: Race, seat: int) -> bool:
    """Somebody at the table, or nobody."""
    return NOBODY <= seat < race.setup.seats


@rule
def is_rider(race: Race, rider: int) -> bool:
    """A rider of one of the teams."""
    return 0 <= rider < TEAM * race.setup.seats


@rule
def are_seats(race: Race) -> bool:
    """All fields that name a seat, or some."""
    everybody = (1 << race.setup.seats) - 1
    return (
        0 <= race.first < race.setup.seats
        and is_seat(race, race.decider)
        and is_seat(race, race.pawn)
        and is_seat(race, race.claimed)
        and is_seat(race, race.last_active)
        and is_seat(race, race.asked)
        and is_seat(race, race.starter)
        and 0 <= race.excused <= everybody
        and 0 <= race.stopped <= everybody
    )


@rule
def is_activity(race: Race) -> bool:
    """What is on its way: an activity, its subject, a speed-up, a control."""
    return (
        0 <= race.activity < ACTIVITIES
        and (race.chosen == NOBODY or is_rider(race, race.chosen))
        and 0 <= race.cancels <= CANCELS
        and 0 <= race.joined <= JOINERS
        and race.setup.floor <= race.sector <= LAST_SECTOR
        and 0 <= race.control <= Fault.MANY
        and 0 <= race.strict <= 1
    )


@rule
def are_riders(race: Race) -> bool:
    """Every rider's numbers."""
    for rider in range(TEAM * race.setup.seats):
        if not (is_on_board(race, rider) and is_on_paper(race, rider)):
            return False
    return True


@rule
def is_on_board(race: Race, rider: int) -> bool:
    """Card, place and fatigue of a rider."""
    return (
        NO_CARD <= race.card[rider] < race.setup.cards
        and (race.place[rider] == GONE or race.setup.floor <= race.place[rider] <= LAST_SECTOR)
        and 0 <= race.head[rider] <= 1
        and 0 <= race.fatigue[rider] <= MOST_FATIGUE
        and 0 <= race.retired[rider] < LONGEST_STAGE * STAGES
        and 0 <= race.energised[rider] <= 1
        and NOBODY <= race.helps[rider] < race.columns
    )


@rule
def is_on_paper(race: Race, rider: int) -> bool:
    """What is written down of a rider: points, time, tokens in a time trial."""
    return (
        0 <= race.green[rider] <= MOST_POINTS
        and 0 <= race.cyclamen[rider] <= MOST_POINTS
        and -MOST_SECONDS <= race.time[rider] <= MOST_SECONDS
        and UNDECIDED <= race.effort[rider] <= MOST_EFFORT
    )


@rule
def are_teams(race: Race) -> bool:
    """Every team's numbers."""
    for seat in range(race.setup.seats):
        if not (is_purse(race, seat) and are_event_cards(race, seat)):
            return False
    return True


@rule
def is_purse(race: Race, seat: int) -> bool:
    """A team's tokens, and what it has said."""
    return (
        0 <= race.tokens[seat] <= TOKENS
        and 0 <= race.special[seat] <= MOST_SPECIAL
        and 0 <= race.spent[seat] <= TOKENS + MOST_SPECIAL
        and 0 <= race.passed[seat] <= 1
        and 0 <= race.stood_back[seat] <= PASSES_AT_START
        and 0 <= race.wish[seat] <= Wish.NOTHING
    )


@rule
def are_event_cards(race: Race, seat: int) -> bool:
    """A team's event cards and the tokens on them."""
    for card in range(OFFERED):
        if not NOTHING <= race.offered[seat, card] <= MISFORTUNES:
            return False
    for card in range(KEPT):
        if not NOTHING <= race.events[seat, card] <= MISFORTUNES:
            return False
    return (
        0 <= race.laid[seat] < SPACES * KEPT
        and 0 <= race.due[seat] <= MOST_DUE
        and 0 <= race.bonked[seat] <= 1
        and 0 <= race.fined[seat] <= MOST_DUE
    )


@rule
def are_sheets(race: Race) -> bool:
    """What lies on the challenge sheet, on the sprint sheet, and before whoever is composing."""
    return is_composition(race) and is_challenge_sheet(race) and is_sprint_sheet(race)


@rule
def is_composition(race: Race) -> bool:
    """Riders with a role, four at most."""
    if not 0 <= race.entries <= MOST_LEFT:
        return False
    for entry in range(race.entries):
        if not is_rider(race, race.entry_rider[entry]):
            return False
        if not Role.PERFORM <= race.entry_role[entry] <= Role.OBSTRUCT:
            return False
    return True


@rule
def is_challenge_sheet(race: Race) -> bool:
    """Riders on both sides, as many as there is room for."""
    if not (0 <= race.rights <= RIGHT_SHEET and 0 <= race.lefts <= LEFT_SHEET):
        return False
    for slot in range(race.rights):
        if not is_rider(race, race.right_rider[slot]):
            return False
        if not Role.PERFORM <= race.right_role[slot] <= Role.HELP:
            return False
    for slot in range(race.lefts):
        if not is_rider(race, race.left_rider[slot]):
            return False
    return True


@rule
def is_sprint_sheet(race: Race) -> bool:
    """Riders in columns, ten at most."""
    if not 0 <= race.columns <= COLUMNS:
        return False
    for column in range(race.columns):
        if not is_rider(race, race.column_rider[column]):
            return False
        if not UNDECIDED <= race.column_tokens[column] <= MOST_SPECIAL:
            return False
        if not -MOST_VALUE <= race.column_value[column] <= MOST_VALUE:
            return False
    return True


@rule
def is_route(race: Race) -> bool:
    """Cards there are, and riders who won stages or are in a classification."""
    for card in range(ROUTE):
        if not 0 <= race.route[card] <= FEED:
            return False
    for stage in range(STAGES):
        if race.stage_winner[stage] != NOBODY and not is_rider(race, race.stage_winner[stage]):
            return False
    for place in range(TEAM * race.setup.seats):
        if race.order[place] != NOBODY and not is_rider(race, race.order[place]):
            return False
        if race.stage_order[place] != NOBODY and not is_rider(race, race.stage_order[place]):
            return False
    return True
