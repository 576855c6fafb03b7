"""What is true of the table in every state: whose go it is, and what lies on the sheets."""

from gruppetto.games.due_ruote.rules.activities import can_be_subject, can_join, is_available
from gruppetto.games.due_ruote.rules.challenges import (
    LEAST_PRICE,
    can_respond,
    entries_cost,
    fits,
    has_performer,
    is_possible,
    may_perform,
    pace_can_rise,
    stands_by,
    taken_numbers,
)
from gruppetto.games.due_ruote.rules.classification import column_of
from gruppetto.games.due_ruote.rules.codes import (
    COLUMNS,
    COST,
    KEPT,
    LAST_SECTOR,
    MOST_IN_HEAD,
    MOST_LEFT,
    MOST_RIGHT,
    NOBODY,
    NOT_YET,
    NOTHING,
    TEAM,
    Activity,
    Ending,
    Misfortune,
    Role,
    Step,
    Wish,
)
from gruppetto.games.due_ruote.rules.control import count_movable, fault_of_head, may_pass
from gruppetto.games.due_ruote.rules.event_cards import due_card, riders_left
from gruppetto.games.due_ruote.rules.options import SprintColumns, WearDown
from gruppetto.games.due_ruote.rules.outcomes import OUT_OF_PACE, about_to_break, succeeds
from gruppetto.games.due_ruote.rules.peloton import (
    in_bunch,
    in_head,
    next_in_play,
    racing,
    riders_in_head,
    rides,
    room,
    speed_of,
)
from gruppetto.games.due_ruote.rules.preparation import riders_drafted
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.games.due_ruote.rules.sprint import (
    NOT_ASKED,
    can_line_up,
    count_foremost,
    count_to_line_up,
    foremost,
    is_room_to_help,
    next_for_line,
    rank_of_place,
    sprinters_of,
    value_of,
)
from gruppetto.games.due_ruote.rules.start import may_place
from gruppetto.games.due_ruote.rules.turn import purse
from gruppetto.kernel.rule import rule

# --- the pawn ---------------------------------------------------------------------------------------


@rule
def pawn_is_in_play(race: Race) -> bool:
    """With whoever acts; before and between the turns with the first player, or nobody (Z6.2.1, Z6.3.5)."""
    if Step.ACTIVITY <= race.step < Step.FATIGUE:
        return pawn_is_with_somebody(race)
    if Step.LINE_UP_ORDER <= race.step < Step.NEXT_STAGE:
        return race.pawn != NOBODY and racing(race, race.pawn) and first_player_is_known(race)
    if race.step == Step.ORDER:
        return race.pawn == NOBODY and first_player_is_known(race)
    if race.step == Step.EVENTS:
        return race.pawn == race.first
    if race.step in (Step.TURN, Step.NEXT_STAGE, Step.FINISHED) or race.pawn == NOBODY:
        return True
    return race.pawn == race.first


@rule
def first_player_is_known(race: Race) -> bool:
    """Found among those in the race; what was done or paid for it in the turn before is used up (Z6.3.1)."""
    return racing(race, race.first) and race.claimed == NOBODY and race.last_active == NOBODY


@rule
def pawn_is_with_somebody(race: Race) -> bool:
    """Nobody has it only when all have passed; event cards strike after its holder's activity."""
    if race.pawn == NOBODY:
        return race.step == Step.ACTIVITY and next_in_play(race, 0) == NOBODY
    if race.step == Step.MISHAP and race.last_active != race.pawn:
        return False
    if race.step in (Step.RESPONSE, Step.JOINING) and (race.asked == NOBODY or not racing(race, race.asked)):
        return False
    return racing(race, race.pawn) and race.passed[race.pawn] == 0


# --- who decides ------------------------------------------------------------------------------------


@rule
def decider_is_next(race: Race) -> bool:
    """Nobody while the race runs on, but an order has to be chosen; else whoever this step asks next."""
    if race.decider == NOBODY:
        return race.step not in (Step.ORDER, Step.LINE_UP_ORDER, Step.TOKENS_ORDER)
    if not racing(race, race.decider):
        return False
    if race.step < Step.ACTIVITY:
        return is_next_before(race, race.decider)
    if race.step < Step.FATIGUE:
        return is_next_in_turn(race, race.decider)
    return Step.LINE_UP_ORDER <= race.step < Step.NEXT_STAGE and is_next_in_sprint(race, race.decider)


@rule
def is_next_before(race: Race, seat: int) -> bool:
    """In the draft and the planning, in the start turn, with event cards, and for the order (Z5, Z6.2)."""
    if race.step == Step.DRAFT:
        taken = riders_drafted(race)
        return taken < TEAM * race.setup.seats and seat == (race.first + taken) % race.setup.seats
    if race.step == Step.ROUTE:
        complete = race.planned == race.setup.route_cards
        return not complete and seat == (race.first + race.planned) % race.setup.seats
    if race.step == Step.START:
        return seat == race.asked and may_place(race, seat) and riders_in_head(race) < MOST_IN_HEAD
    if race.step == Step.EVENTS:
        return race.events[seat, KEPT - 1] == NOTHING and race.offered[seat, 0] != NOTHING
    return race.step == Step.ORDER and seat == race.first


@rule
def is_next_in_turn(race: Race, seat: int) -> bool:
    """Whoever acts, answers, joins, wishes, breaks away, puts the head in order or has the cramp (Z7)."""
    if race.step == Step.ACTIVITY:
        return seat == race.pawn and purse(race, seat) > 0
    if race.step == Step.RESPONSE:
        return seat == race.asked and seat != race.pawn and can_respond(race, seat)
    if race.step == Step.JOINING:
        return seat == race.asked and seat != race.pawn and has_joiner(race, seat)
    if race.step == Step.WISHES:
        return seat == next_to_wish(race)
    if race.step == Step.DEPTH:
        slot = about_to_break(race)
        return slot >= 0 and seat == race.right_rider[slot] // TEAM
    if race.step == Step.CONTROL:
        movable = count_movable(race, seat)
        return seat == race.asked and (movable > 1 or (movable == 1 and may_pass(race, seat)))
    cramp = race.due[seat] > 0 and race.events[seat, due_card(race, seat)] == Misfortune.CRAMP
    return cramp and riders_left(race, seat) > 1


@rule
def has_joiner(race: Race, seat: int) -> bool:
    """Whether a player has a rider who can go along with a speed-up."""
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        if can_join(race, rider):
            return True
    return False


@rule
def next_to_wish(race: Race) -> int:
    """The first player on the sheet with performers and without a wish, or NOBODY."""
    for slot in range(race.rights):
        seat = race.right_rider[slot] // TEAM
        if race.right_role[slot] == Role.PERFORM and race.wish[seat] == NOT_YET:
            return seat
    return NOBODY


@rule
def is_next_in_sprint(race: Race, seat: int) -> bool:
    """Whoever lines up, sends a helper or spends tokens (Z9.4 to Z9.6)."""
    if race.step == Step.LINE_UP:
        return seat == race.asked and may_line_up(race, seat)
    if race.step == Step.HELPERS:
        return race.chosen != NOBODY and seat == race.chosen // TEAM and needs_column(race, race.chosen)
    if race.step == Step.TOKENS:
        return race.chosen != NOBODY and seat == race.chosen // TEAM and needs_tokens(race, race.chosen)
    if race.step == Step.TOKENS_ORDER and (race.special[seat] == 0 or sprinters_of(race, seat) == 0):
        return False
    return seat == race.first


@rule
def may_line_up(race: Race, seat: int) -> bool:
    """A choice between riders, or to stop (Z9.4)."""
    if race.columns == COLUMNS or race.stopped >> seat & 1:
        return False
    able = count_to_line_up(race, seat)
    return able > 1 or (able == 1 and sprinters_of(race, seat) > 0)


@rule
def needs_column(race: Race, rider: int) -> bool:
    """A helper with several sprinters to choose from (Z9.5)."""
    if race.helps[rider] != NOBODY or not can_line_up(race, rider, foremost(race)):
        return False
    return is_room_to_help(race) and sprinters_of(race, rider // TEAM) > 1


@rule
def needs_tokens(race: Race, rider: int) -> bool:
    """A sprinter who has not been given any, while there are some left (Z9.6)."""
    column = column_of(race, rider)
    return column != NOBODY and race.column_tokens[column] == NOT_ASKED and race.special[rider // TEAM] > 0


# --- what is being put together ---------------------------------------------------------------------


@rule
def activity_can_be_carried_out(race: Race) -> bool:
    """By whoever has the pawn, or answers; in other steps nothing is being put together (Z6.3.5)."""
    if race.step == Step.ACTIVITY:
        return activity_is_affordable(race, race.pawn)
    if race.step == Step.RESPONSE:
        return race.chosen == NOBODY and answer_is_affordable(race, race.asked)
    if race.entries > 0 or race.cancels > 0:
        return False
    if race.step in (Step.JOINING, Step.WISHES, Step.DEPTH):
        return race.step == Step.JOINING or race.chosen == NOBODY
    if race.step in (Step.HELPERS, Step.TOKENS):
        return race.activity == NOTHING and (race.chosen == NOBODY) == (race.decider == NOBODY)
    return race.activity == NOTHING and race.chosen == NOBODY


@rule
def activity_is_affordable(race: Race, seat: int) -> bool:
    """Whether the pawn holder can pay for the activity and it has somebody to act on (Z7)."""
    if race.activity == NOTHING:
        return race.chosen == NOBODY and race.entries == 0
    if seat == NOBODY or COST[race.activity] > purse(race, seat):
        return False
    if not is_available(race, seat, race.activity):
        return False
    if race.activity >= Activity.GO_TO_HEAD:
        return race.chosen == NOBODY and challenge_is_affordable(race, seat)
    return race.entries == 0 and (race.chosen == NOBODY or is_subject(race, seat, race.chosen))


@rule
def is_subject(race: Race, seat: int, subject: int) -> bool:
    """Somebody the activity can be about: an opponent's rider or team, or one's own rider (Z7.1 to Z7.7)."""
    if race.activity == Activity.FIRST_PLAYER:
        return False
    if race.activity == Activity.WEAR_DOWN_TEAM:
        return subject < race.setup.seats and subject != seat and racing(race, subject)
    own = subject // TEAM == seat
    if race.activity == Activity.SMALL_WEAR_DOWN:
        return rides(race, subject) and (not own or race.setup.options.wear_down == WearDown.ANYBODY)
    return own and can_be_subject(race, subject, race.activity)


@rule
def challenge_is_affordable(race: Race, seat: int) -> bool:
    """One's own riders as performers and helpers, with a performer among them or to come (Z7.9 to Z7.11)."""
    if race.entries > MOST_RIGHT or not entries_fit(race, seat):
        return False
    for entry in range(race.entries):
        if race.entry_role[entry] == Role.OBSTRUCT:
            return False
    left = purse(race, seat) - entries_cost(race)
    if has_performer(race):
        return left >= 0
    return is_possible(race, seat, race.activity, taken_numbers(race), race.entries, left)


@rule
def answer_is_affordable(race: Race, seat: int) -> bool:
    """Riders for one side of the sheet (Z7.8.2, Z7.8.9)."""
    if race.decider == NOBODY or race.entries == 0:
        return race.entries == 0
    if not entries_fit(race, seat) or entries_cost(race) > purse(race, seat):
        return False
    against = race.entry_role[0] == Role.OBSTRUCT
    for entry in range(race.entries):
        if (race.entry_role[entry] == Role.OBSTRUCT) != against:
            return False
        if race.entry_role[entry] == Role.PERFORM and not may_perform(race, seat):
            return False
    return against or race.entries <= MOST_RIGHT


@rule
def entries_fit(race: Race, seat: int) -> bool:
    """One's own riders, nobody twice, each with room for their slot (Z7.8.4, Z3.4)."""
    taken = 0
    for entry in range(race.entries):
        rider = race.entry_rider[entry]
        if rider // TEAM != seat or taken >> rider & 1:
            return False
        if not fits(race, rider, race.activity, race.entry_role[entry], entry):
            return False
        taken |= 1 << rider
    return True


# --- the challenge sheet ----------------------------------------------------------------------------


@rule
def sheet_is_sound(race: Race) -> bool:
    """Empty but in a challenge; then each side adds up, and every team is where it may be (Z7.8)."""
    if race.step not in (Step.RESPONSE, Step.WISHES, Step.DEPTH):
        return race.rights + race.lefts + race.right_sum + race.left_sum == 0
    return (
        challenge_fits_step(race)
        and race.pawn != NOBODY
        and nobody_is_there_twice(race)
        and sides_add_up(race)
        and riders_may_be_there(race)
        and teams_may_be_there(race)
    )


@rule
def challenge_fits_step(race: Race) -> bool:
    """Wishes follow a pace nobody obstructed, depths a break that succeeded (Z7.10.3, Z7.11)."""
    if race.activity == Activity.RAISE_PACE and not pace_can_rise(race):
        return False
    if race.step == Step.RESPONSE:
        return race.activity >= Activity.GO_TO_HEAD
    if not succeeds(race, race.right_sum, race.left_sum):
        return False
    if race.step == Step.WISHES:
        return race.activity == Activity.RAISE_PACE and race.lefts == 0
    return race.activity == Activity.BREAK_AWAY and about_to_break(race) >= 0


@rule
def nobody_is_there_twice(race: Race) -> bool:
    """Neither on one side nor on both."""
    seen = 0
    for slot in range(race.rights):
        if seen >> race.right_rider[slot] & 1:
            return False
        seen |= 1 << race.right_rider[slot]
    for slot in range(race.lefts):
        if seen >> race.left_rider[slot] & 1:
            return False
        seen |= 1 << race.left_rider[slot]
    return True


@rule
def sides_add_up(race: Race) -> bool:
    """The speeds of all riders of a side (Z7.8.4)."""
    right, left = 0, 0
    for slot in range(race.rights):
        right += speed_of(race, race.right_rider[slot])
    for slot in range(race.lefts):
        left += speed_of(race, race.left_rider[slot])
    return right == race.right_sum and left == race.left_sum


@rule
def riders_may_be_there(race: Race) -> bool:
    """Performers where the challenge begins, or gone clear; the others in the peloton (Z7.8.5)."""
    for slot in range(race.rights):
        rider = race.right_rider[slot]
        if race.right_role[slot] == Role.PERFORM:
            if not performs(race, rider):
                return False
        elif not stands_by(race, rider, race.activity):
            return False
    for slot in range(race.lefts):
        if not stands_by(race, race.left_rider[slot], race.activity):
            return False
    return True


@rule
def performs(race: Race, rider: int) -> bool:
    """Where the challenge begins, with room for the least price of success (Z3.4); or gone clear."""
    if race.step == Step.DEPTH and race.place[rider] > 0:
        return True
    ready = in_bunch(race, rider) if race.activity == Activity.GO_TO_HEAD else in_head(race, rider)
    return ready and room(race, rider, LEAST_PRICE[race.activity])


@rule
def teams_may_be_there(race: Race) -> bool:
    """Whoever began with a performer, and of the others those who have answered (Z7.8, Z7.8.2)."""
    for seat in range(race.setup.seats):
        performers, rights, lefts = count_on_sheet(race, seat)
        if seat == race.pawn:
            if performers == 0 or lefts > 0 or rights > MOST_RIGHT:
                return False
        elif rights + lefts > 0:
            if not has_answered(race, seat) or rights > MOST_RIGHT or lefts > MOST_LEFT:
                return False
            if rights * lefts > 0 or (performers > 0 and not may_perform(race, seat)):
                return False
    return True


@rule
def count_on_sheet(race: Race, seat: int) -> tuple[int, int, int]:
    """How many performers a team has, how many riders on the right, and how many on the left."""
    performers, rights, lefts = 0, 0, 0
    for slot in range(race.rights):
        own = race.right_rider[slot] // TEAM == seat
        rights += own
        performers += own and race.right_role[slot] == Role.PERFORM
    for slot in range(race.lefts):
        lefts += race.left_rider[slot] // TEAM == seat
    return performers, rights, lefts


@rule
def has_answered(race: Race, seat: int) -> bool:
    """Whether a trip round the table from the pawn has come past this seat (Z7.8)."""
    if race.step not in (Step.RESPONSE, Step.JOINING):
        return True
    seats = race.setup.seats
    asked, way = (race.asked - race.pawn) % seats, (seat - race.pawn) % seats
    return way < asked or (way == asked and race.decider == NOBODY)


@rule
def wishes_are_bearable(race: Race) -> bool:
    """None but those of players with performers, who can all bear the break they wish for (Z7.10.3)."""
    for seat in range(race.setup.seats):
        if race.wish[seat] != NOT_YET:
            if race.step != Step.WISHES or count_on_sheet(race, seat)[0] == 0:
                return False
            if race.wish[seat] == Wish.BREAK and not can_break(race, seat):
                return False
    return True


@rule
def can_break(race: Race, seat: int) -> bool:
    """Whether all performers of a team can bear a break out of an unopposed pace."""
    for slot in range(race.rights):
        rider = race.right_rider[slot]
        performs_for = rider // TEAM == seat and race.right_role[slot] == Role.PERFORM
        if performs_for and not room(race, rider, OUT_OF_PACE):
            return False
    return True


# --- a speed-up, a control --------------------------------------------------------------------------


@rule
def company_follows_a_rider(race: Race) -> bool:
    """The pawn holder's rider is one sector ahead of where others join, one of each at most (Z7.6)."""
    if race.step != Step.JOINING:
        return race.sector == 0 and race.joined == 0
    if race.activity != Activity.SPEED_UP or race.chosen == NOBODY or race.chosen // TEAM != race.pawn:
        return False
    if race.sector in (0, LAST_SECTOR) or in_head(race, race.chosen):
        return False
    if race.place[race.chosen] != race.sector + 1:
        return False
    answered = 0
    for seat in range(race.setup.seats):
        answered += seat != race.pawn and racing(race, seat) and has_answered(race, seat)
    return race.joined <= answered


@rule
def control_has_a_fault(race: Race) -> bool:
    """What is out of order can be put right, and begins with somebody in the race (Z7.12)."""
    for seat in range(race.setup.seats):
        if race.excused >> seat & 1 and not racing(race, seat):
            return False
    if race.step != Step.CONTROL:
        in_challenge = race.step in (Step.RESPONSE, Step.DEPTH, Step.MISHAP)
        idle = race.control == NOTHING and race.strict == 0 and race.starter == NOBODY
        return idle and (race.excused == 0 or in_challenge)
    if race.starter == NOBODY or not racing(race, race.starter):
        return False
    if race.asked != NOBODY and not racing(race, race.asked):
        return False
    return race.control != NOTHING and race.control == fault_of_head(race)


# --- the sprint sheet -------------------------------------------------------------------------------


@rule
def is_sprint_on_sheet(race: Race) -> bool:
    """Whether the sprint sheet is in use, or still lies there as the race ended."""
    return Step.LINE_UP <= race.step < Step.NEXT_STAGE or (
        race.step == Step.FINISHED and race.ending == Ending.SPRINT
    )


@rule
def sprinters_are_in_front(race: Race) -> bool:
    """Several ride in front; who sprints is one of them, with tokens when it is time (Z9.1 to Z9.6)."""
    if Step.LINE_UP_ORDER <= race.step < Step.NEXT_STAGE and count_foremost(race) < 2:
        return False
    if not is_sprint_on_sheet(race):
        return race.columns == 0 and race.stopped == 0
    for column in range(race.columns):
        if not column_is_possible(race, column):
            return False
    for seat in range(race.setup.seats):
        if race.stopped >> seat & 1 and sprinters_of(race, seat) == 0:
            return False
    return race.step == Step.LINE_UP or line_up_is_complete(race)


@rule
def column_is_possible(race: Race, column: int) -> bool:
    """A rider in front, once; tokens are asked for last, and then comes the value (Z9.4, Z9.6, Z9.7)."""
    rider = race.column_rider[column]
    if column_of(race, rider) != column or not rides(race, rider):
        return False
    if rank_of_place(race, rider) != foremost(race):
        return False
    if race.step == Step.FINISHED:
        return race.column_tokens[column] >= 0 and race.column_value[column] == value_of(race, column)
    asked = race.column_tokens[column] != NOT_ASKED
    return race.column_value[column] == 0 and (race.step == Step.TOKENS or not asked)


@rule
def line_up_is_complete(race: Race) -> bool:
    """All have stopped or ten stand, and every team in front has somebody among them (Z9.4)."""
    if race.columns < COLUMNS and next_for_line(race) != NOBODY:
        return False
    for seat in range(race.setup.seats):
        if count_to_line_up(race, seat) > 0 and sprinters_of(race, seat) == 0:
            return False
    return True


@rule
def helpers_are_in_front(race: Race) -> bool:
    """Beside a sprinter of their own team; before tokens are given, all who can help do (Z9.5, Z13.18)."""
    sprints = is_sprint_on_sheet(race) and race.step > Step.LINE_UP
    complete = (
        sprints and race.step > Step.HELPERS and race.setup.options.sprint_columns == SprintColumns.SPRINTERS
    )
    for rider in range(TEAM * race.setup.seats):
        column = race.helps[rider]
        if column != NOBODY:
            if not sprints or race.column_rider[column] // TEAM != rider // TEAM:
                return False
            if not can_line_up(race, rider, foremost(race)):
                return False
        elif complete and can_line_up(race, rider, foremost(race)):
            return False
    return True
