"""One race of Due Ruote: the contract's functions, and how a race runs on (Z6.1, Z10.4)."""

from gruppetto.games.due_ruote.rules.activities import (
    compose,
    join,
    legal_activity,
    legal_joiners,
    next_to_join,
)
from gruppetto.games.due_ruote.rules.challenges import legal_response, next_to_respond, respond
from gruppetto.games.due_ruote.rules.classification import report, score
from gruppetto.games.due_ruote.rules.codes import (
    COLUMNS,
    FEED,
    LEFT_SHEET,
    MOST_LEFT,
    NO_CARD,
    NOBODY,
    NOTHING,
    RIDERS,
    RIGHT_SHEET,
    ROUTE,
    SEATS,
    SPECIAL_TOKENS,
    STAGES,
    TEAM,
    TERRAINS,
    UNDECIDED,
    Action,
    Goal,
    Misfortune,
    Step,
    Told,
)
from gruppetto.games.due_ruote.rules.control import answer_control, legal_control, next_in_control
from gruppetto.games.due_ruote.rules.event_cards import (
    clear_events,
    keep_event,
    legal_events,
    legal_victims,
    next_event_choice,
    next_mishap,
    strike,
)
from gruppetto.games.due_ruote.rules.fatigue import fatigue_phase
from gruppetto.games.due_ruote.rules.invariants import invariants
from gruppetto.games.due_ruote.rules.knowledge import forget, observe, observe_fixed, observe_moving
from gruppetto.games.due_ruote.rules.outcomes import (
    go_clear,
    legal_depths,
    legal_wishes,
    next_depth,
    next_wish,
    wish,
)
from gruppetto.games.due_ruote.rules.preparation import (
    draft,
    legal_picks,
    legal_terrains,
    next_pick,
    next_terrain,
    plan,
    prepare,
)
from gruppetto.games.due_ruote.rules.record import Race, Setup
from gruppetto.games.due_ruote.rules.sprint import (
    answer_line_up,
    assign,
    begin_finish,
    choose_sprint_order,
    legal_columns,
    legal_line_up,
    legal_spending,
    next_helper,
    next_to_line_up,
    next_to_spend,
    spend,
)
from gruppetto.games.due_ruote.rules.stages import begin_stage
from gruppetto.games.due_ruote.rules.start import legal_at_start, next_at_start, place_at_start
from gruppetto.games.due_ruote.rules.trial import legal_efforts, ride_trial, set_effort, still_to_start
from gruppetto.games.due_ruote.rules.turn import (
    begin_turn,
    choose_first_player,
    choose_order,
    give_pawn,
    legal_orders,
)
from gruppetto.kernel.chance import plant
from gruppetto.kernel.record import Ints, Keys
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

__all__ = [
    "act",
    "deal",
    "forget",
    "invariants",
    "legal",
    "observe",
    "observe_fixed",
    "observe_moving",
    "over",
    "report",
    "score",
    "waiting",
]


@rule
def deal(race: Race, setup: Setup, keys: Keys) -> None:
    """Lay everything out and ask for the first decision (Z5)."""
    plant(race, keys)
    clear(race, setup)
    prepare(race)
    run_on(race, race.script[:0])  # a trace of no length: nobody is listening yet


@rule
def clear(race: Race, setup: Setup) -> None:
    """An empty table (Z1)."""
    race.setup = setup
    clear_riders(race)
    clear_tokens(race)
    clear_sheets(race)
    clear_events(race)
    race.step, race.decider, race.first, race.scripted = Step.DRAFT, NOBODY, NOBODY, 0
    race.planned = race.turn = race.terrain = race.pace = race.increases = race.ending = 0
    race.shown = race.goal = race.fed = race.stage = 0
    for stage in range(STAGES):
        race.stage_winner[stage] = NOBODY
    for card in range(ROUTE):
        race.route[card] = 0


@rule
def clear_riders(race: Race) -> None:
    """All riders fresh and in the BUNCH, none of them drafted (Z5.3)."""
    for rider in range(RIDERS):
        race.card[rider], race.order[rider], race.helps[rider] = NO_CARD, NOBODY, NOBODY
        race.place[rider] = race.head[rider] = race.fatigue[rider] = race.retired[rider] = 0
        race.energised[rider] = race.green[rider] = race.cyclamen[rider] = race.time[rider] = 0
        race.effort[rider], race.stage_order[rider] = UNDECIDED, NOBODY


@rule
def clear_tokens(race: Race) -> None:
    """Special tokens for everybody; the base tokens come with each turn (Z1.3)."""
    for seat in range(SEATS):
        race.stood_back[seat] = race.tokens[seat] = race.spent[seat] = race.passed[seat] = race.wish[seat] = 0
        race.special[seat] = SPECIAL_TOKENS * (seat < race.setup.seats)
    race.pawn = race.claimed = race.last_active = race.asked = NOBODY


@rule
def clear_sheets(race: Race) -> None:
    """Nothing on the action, challenge and sprint sheets (Z1.4)."""
    race.activity, race.chosen, race.entries, race.cancels = NOTHING, NOBODY, 0, 0
    race.rights = race.lefts = race.right_sum = race.left_sum = race.joined = race.sector = 0
    race.excused = race.control = race.strict = race.stopped = race.columns = 0
    race.starter = NOBODY
    for entry in range(MOST_LEFT):
        race.entry_rider[entry], race.entry_role[entry] = NOBODY, NOTHING
    for slot in range(RIGHT_SHEET):
        race.right_rider[slot], race.right_role[slot] = NOBODY, NOTHING
    for slot in range(LEFT_SHEET):
        race.left_rider[slot] = NOBODY
    for column in range(COLUMNS):
        race.column_rider[column], race.column_tokens[column], race.column_value[column] = NOBODY, 0, 0


@rule
def waiting(race: Race) -> int:
    """The seat that owes a decision, as a bit; in a time trial all that do (Z11.6)."""
    if race.step == Step.TRIAL:
        return still_to_start(race)
    return 0 if race.decider == NOBODY else 1 << race.decider


@rule
def over(race: Race) -> bool:
    """Whether the race has been won, or nobody is left to win it (Z6.4, Z9)."""
    return race.step == Step.FINISHED


@rule
def legal(race: Race, seat: int, out: Ints) -> int:
    """What the seat that owes a decision may do (Z10.1)."""
    if race.step == Step.ACTIVITY:
        return legal_activity(race, seat, out)
    if race.step == Step.RESPONSE:
        return legal_response(race, seat, out)
    if race.step < Step.ACTIVITY:
        return legal_before(race, seat, out)
    if race.step < Step.LINE_UP_ORDER:
        return legal_aftermath(race, seat, out)
    return legal_in_finish(race, seat, out)


@rule
def legal_before(race: Race, seat: int, out: Ints) -> int:
    """Before the activities: teams, route, start, order (Z5, Z6.2, Z6.3.2, Z11.4, Z11.6)."""
    if race.step == Step.DRAFT:
        return legal_picks(race, seat, out)
    if race.step == Step.ROUTE:
        return legal_terrains(out)
    if race.step == Step.START:
        return legal_at_start(race, seat, out)
    if race.step == Step.EVENTS:
        return legal_events(race, seat, out)
    if race.step == Step.TRIAL:
        return legal_efforts(race, seat, out)
    return legal_orders(out)


@rule
def legal_aftermath(race: Race, seat: int, out: Ints) -> int:
    """What an activity asks of people afterwards (Z7.6, Z7.10.3, Z7.11, Z7.12, Z11.4)."""
    if race.step == Step.JOINING:
        return legal_joiners(race, seat, out)
    if race.step == Step.WISHES:
        return legal_wishes(race, seat, out)
    if race.step == Step.DEPTH:
        return legal_depths(race, out)
    if race.step == Step.MISHAP:
        return legal_victims(race, seat, out)
    return legal_control(race, seat, out)


@rule
def legal_in_finish(race: Race, seat: int, out: Ints) -> int:
    """The steps of the finish turn (Z9)."""
    if race.step == Step.LINE_UP:
        return legal_line_up(race, seat, out)
    if race.step == Step.HELPERS:
        return legal_columns(race, seat, out)
    if race.step in (Step.LINE_UP_ORDER, Step.TOKENS_ORDER):
        return legal_orders(out)
    return legal_spending(race, seat, out)


@rule
def act(race: Race, seat: int, action: int, trace: Ints) -> None:
    """Apply one decision, and run on until somebody owes the next."""
    race.decider = NOBODY
    if race.step == Step.ACTIVITY:
        compose(race, seat, action, trace)
    elif race.step == Step.RESPONSE:
        if not respond(race, seat, action, trace):
            race.decider = seat
    elif race.step < Step.ACTIVITY:
        act_before(race, seat, action, trace)
    elif race.step < Step.LINE_UP_ORDER:
        act_aftermath(race, seat, action, trace)
    else:
        act_in_finish(race, seat, action, trace)
    run_on(race, trace)


@rule
def act_before(race: Race, seat: int, action: int, trace: Ints) -> None:
    """A decision before the activities."""
    if race.step == Step.DRAFT:
        draft(race, seat, action - Action.CARD, trace)
    elif race.step == Step.ROUTE:
        plan(race, seat, action - Action.TERRAIN, trace)
    elif race.step == Step.START:
        place_at_start(race, seat, action, trace)
    elif race.step == Step.EVENTS:
        keep_event(race, seat, action - Action.EVENT, trace)
    elif race.step == Step.TRIAL:
        set_effort(race, seat, action - Action.SPEND)
    else:
        choose_order(race, seat, action, trace)


@rule
def act_aftermath(race: Race, seat: int, action: int, trace: Ints) -> None:
    """A decision an activity asked for."""
    if race.step == Step.JOINING:
        join(race, seat, action, trace)
    elif race.step == Step.WISHES:
        wish(race, seat, action - Action.WISH, trace)
    elif race.step == Step.DEPTH:
        go_clear(race, action - Action.SECTORS, trace)
    elif race.step == Step.MISHAP:
        strike(race, seat, Misfortune.CRAMP, TEAM * seat + action - Action.RIDER, trace)
    else:
        answer_control(race, seat, action, trace)


@rule
def act_in_finish(race: Race, seat: int, action: int, trace: Ints) -> None:
    """A decision in the finish turn."""
    if race.step == Step.LINE_UP:
        answer_line_up(race, seat, action, trace)
    elif race.step == Step.HELPERS:
        assign(race, race.chosen, action - Action.COLUMN, trace)
    elif race.step in (Step.LINE_UP_ORDER, Step.TOKENS_ORDER):
        choose_sprint_order(race, seat, action, trace)
    else:
        spend(race, seat, action - Action.SPEND, trace)


@rule
def run_on(race: Race, trace: Ints) -> None:
    """Go on for as long as nobody owes a decision."""
    while waiting(race) == 0 and race.step != Step.FINISHED:
        if race.step == Step.NEXT_STAGE:
            clear_sheets(race)
            begin_stage(race, trace)
        elif race.step < Step.ACTIVITY:
            go_on_before(race, trace)
        elif race.step < Step.FATIGUE:
            go_on_in_turn(race, trace)
        elif race.step == Step.FATIGUE:
            fatigue_phase(race, trace)
        else:
            go_on_in_finish(race, trace)


@rule
def go_on_before(race: Race, trace: Ints) -> None:
    """Whom to ask next before the activities begin (Z10.4)."""
    if race.step == Step.DRAFT:
        next_pick(race)
    elif race.step == Step.ROUTE:
        next_terrain(race)
    elif race.step == Step.START:
        next_at_start(race, trace)
    elif race.step == Step.EVENTS:
        next_event_choice(race, trace)
    elif race.step == Step.TRIAL:
        ride_trial(race, trace)
    else:
        next_card(race, trace)


@rule
def next_card(race: Race, trace: Ints) -> None:
    """The next terrain or marker; after the last one the finish (Z6.1, Z6.3.3, Z11.1)."""
    choose_first_player(race)
    if race.shown == race.setup.route_cards:
        begin_finish(race, Goal.FINISH, trace)
        return
    card = race.route[race.shown]
    race.shown += 1
    if card < TERRAINS:
        begin_turn(race, card, trace)
    elif card == FEED:
        race.fed = 1
        note(trace, Told.FED)
    else:
        note(trace, Told.APPROACHED, card)
        begin_finish(race, card, trace)


@rule
def go_on_in_turn(race: Race, trace: Ints) -> None:
    """Whom to ask next among the activities (Z10.4)."""
    if race.step == Step.ACTIVITY:
        give_pawn(race, trace)
    elif race.step == Step.RESPONSE:
        next_to_respond(race, trace)
    elif race.step == Step.JOINING:
        next_to_join(race, trace)
    elif race.step == Step.WISHES:
        next_wish(race, trace)
    elif race.step == Step.DEPTH:
        next_depth(race, trace)
    elif race.step == Step.MISHAP:
        next_mishap(race, trace)
    else:
        next_in_control(race, trace)


@rule
def go_on_in_finish(race: Race, trace: Ints) -> None:
    """Whom to ask next in the finish turn (Z10.4)."""
    if race.step == Step.LINE_UP:
        next_to_line_up(race, trace)
    elif race.step == Step.HELPERS:
        next_helper(race, trace)
    else:
        next_to_spend(race, trace)
