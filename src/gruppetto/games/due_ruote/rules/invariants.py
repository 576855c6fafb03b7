"""What is true of every state of a race: of its road, its riders and its teams."""

from gruppetto.games.due_ruote.rules import table
from gruppetto.games.due_ruote.rules.bounds import every_number_exists
from gruppetto.games.due_ruote.rules.classification import merit_of
from gruppetto.games.due_ruote.rules.codes import (
    CARRIED,
    FEED,
    GONE,
    KEPT,
    LEAST_SPENT,
    LONGEST_STAGE,
    MOST_IN_HEAD,
    MOST_SPECIAL,
    MOUNTAIN_INCREASES,
    NO_CARD,
    NOBODY,
    NOTHING,
    OFFERED,
    SPECIAL_TOKENS,
    STAGES,
    TEAM,
    TERRAINS,
    TOKENS,
    UNDECIDED,
    Ending,
    Goal,
    Misfortune,
    Step,
    Terrain,
)
from gruppetto.games.due_ruote.rules.control import fault_of_head
from gruppetto.games.due_ruote.rules.options import Excess, Teams
from gruppetto.games.due_ruote.rules.peloton import from_seat, in_head, racing, riders_in_head, rides
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.games.due_ruote.rules.sprint import count_foremost
from gruppetto.games.due_ruote.rules.stages import BONUS, standing_of
from gruppetto.games.due_ruote.rules.trial import tokens_to_set
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

ALWAYS = {
    "numbers": "Every number names a seat, a rider, a card, a step, a place or an amount there is.",
    "teams": "While a race goes on, two teams or more have riders in it (Z6.4.2).",
    "step": "A race is in a step that its options and its stage have.",
    "stages": "Stages that are over have a winner, the last of them a classification, no other (Z11.5).",
    "route": "The route is the one of the options or of the stage, or what the players have chosen so far.",
    "turn": "The turn is as many as there are terrains among the cards turned up, the last of them this one.",
    "speed": "The speed is the terrain's and the increases of the turn, two at most on a mountain (Z7.10.4).",
    "cards": "Each rider has a card, and nobody the same; in the draft they are taken in turn (Z5.2).",
    "places": "Only the retired are off the board; the head is part of the peloton, where all riders start.",
    "head": "The head holds fifteen at most and is in order before an activity (Z7.12).",
    "fatigue": "Nobody rides with more fatigue than the limit, unless `excess` is allowed in a turn (Z3.2).",
    "retired": "Riders have retired in a turn that is over (Z8.5).",
    "energy": "Energy comes after the feed zone (Z11.3).",
    "tokens": "What a turn's tokens lack has been spent, and nobody passed before three were (Z4.3).",
    "special": "Nobody has more special tokens than they can have been given (Z4.2, Z4.4).",
    "events": "After the start everybody has two event cards of three, and none but these strike (Z11.4).",
    "trial": "In a time trial, and only there, tokens are set rider by rider, as far as they go (Z11.6).",
    "points": "Points belong to the advanced game, and seconds to a race of several stages (Z11.2, Z11.5).",
    "pawn": "Whoever has the pawn is in the race and has not passed; in between nobody has it (Z6.3.5).",
    "decider": "Whoever decides is the next in this step, and has something to decide.",
    "activity": "What is being put together can be carried out and paid for, by whoever decides (Z10.1).",
    "sheet": "On the challenge sheet are riders who may be there, of those who have answered so far (Z7.8).",
    "wishes": "Wishes are for an unopposed pace, of players with performers who can bear them (Z7.10.3).",
    "speed-up": "Others can join only a rider who has just left their sector (Z7.6).",
    "control": "A control has a fault that can be put right, and only those in the race are excused (Z7.12).",
    "sprint": "Sprinters are in front, nobody twice, and each team in front has one (Z9.1, Z9.4).",
    "helpers": "Whoever helps in a sprint is in front beside a sprinter of their own team (Z9.5).",
    "ending": "A race that is over has ended as its riders say, and all of them are in its order (Z9.10).",
}  # fmt: skip
(
    NUMBERS, TEAMS, STEP, STAGE, ROUTE_CARDS, TURN_NUMBER, SPEED, RIDER_CARDS, PLACES, HEAD_COUNT, TIRED,
    OUT, ENERGISED, PURSE, SPECIAL, EVENT_CARDS, CLOCK, POINTS, PAWN, DECIDER, ON_ITS_WAY, SHEET, WANTED,
    COMPANY, ORDERLY, SPRINTERS, IN_SUPPORT, ENDING,
) = range(len(ALWAYS))  # fmt: skip


@rule
def invariants(race: Race) -> int:
    """What is broken in a state, as bits; what the other truths count with comes first."""
    if not every_number_exists(race):
        return 1 << NUMBERS
    if not enough_teams_race(race):
        return 1 << TEAMS
    return broken_on_the_road(race) | broken_for_riders(race) | broken_for_teams(race) | broken_on_table(race)


@rule
def broken_on_the_road(race: Race) -> int:
    """Step, stages, route, turn, speed, and the end."""
    broken = (not step_belongs_to_race(race)) << STEP
    broken |= (not stages_follow_each_other(race)) << STAGE
    broken |= (not route_is_laid_out(race)) << ROUTE_CARDS
    broken |= (not turn_counts_terrains(race)) << TURN_NUMBER
    broken |= (not speed_is_made_of_increases(race)) << SPEED
    broken |= (not end_is_what_it_says(race)) << ENDING
    return broken


@rule
def broken_for_riders(race: Race) -> int:
    """What is true of each rider, and of the head."""
    broken = (not cards_are_dealt(race)) << RIDER_CARDS
    broken |= (not head_is_in_order(race)) << HEAD_COUNT
    for rider in range(TEAM * race.setup.seats):
        broken |= (not place_is_possible(race, rider)) << PLACES
        broken |= (not fatigue_is_bearable(race, rider)) << TIRED
        broken |= (not retired_in_the_past(race, rider)) << OUT
        broken |= (race.energised[rider] > race.fed) << ENERGISED
        broken |= (not points_are_earned(race, rider)) << POINTS
    return broken


@rule
def broken_for_teams(race: Race) -> int:
    """What is true of each team."""
    broken = 0
    for seat in range(race.setup.seats):
        broken |= (not tokens_are_accounted_for(race, seat)) << PURSE
        broken |= (not special_tokens_were_given(race, seat)) << SPECIAL
        broken |= (not event_cards_are_kept(race, seat)) << EVENT_CARDS
        broken |= (not efforts_are_set_in_turn(race, seat)) << CLOCK
    return broken


@rule
def broken_on_table(race: Race) -> int:
    """What lies on the table, and whose go it is."""
    broken = (not table.pawn_is_in_play(race)) << PAWN
    broken |= (not table.decider_is_next(race)) << DECIDER
    broken |= (not table.activity_can_be_carried_out(race)) << ON_ITS_WAY
    broken |= (not table.sheet_is_sound(race)) << SHEET
    broken |= (not table.wishes_are_bearable(race)) << WANTED
    broken |= (not table.company_follows_a_rider(race)) << COMPANY
    broken |= (not table.control_has_a_fault(race)) << ORDERLY
    broken |= (not table.sprinters_are_in_front(race)) << SPRINTERS
    broken |= (not table.helpers_are_in_front(race)) << IN_SUPPORT
    return broken


# --- the road ---------------------------------------------------------------------------------------


@rule
def in_turn(race: Race) -> bool:
    """Whether a turn is on, from the choice of the order to the road."""
    return Step.ORDER <= race.step <= Step.FATIGUE


@rule
def in_sprint(race: Race) -> bool:
    """Whether a sprint is on, at the finish or on the way."""
    return Step.LINE_UP_ORDER <= race.step < Step.NEXT_STAGE


@rule
def teams_left(race: Race) -> int:
    """How many teams have riders in the race."""
    count = 0
    for seat in range(race.setup.seats):
        count += racing(race, seat)
    return count


@rule
def enough_teams_race(race: Race) -> bool:
    """Two, until the race is over (Z6.4.2)."""
    return race.step == Step.FINISHED or teams_left(race) > 1


@rule
def step_belongs_to_race(race: Race) -> bool:
    """Event cards, a choice in the line-up and time trials are only where the options want them."""
    if race.step in (Step.EVENTS, Step.MISHAP):
        return race.setup.event_cards != 0
    if race.step == Step.LINE_UP_ORDER:
        return race.setup.options.sprint_lineup_choice != 0
    if race.step in (Step.DRAFT, Step.ROUTE):
        return race.stage == 0
    if race.step == Step.NEXT_STAGE:
        return race.stage + 1 < race.setup.stages
    return race.step == Step.FINISHED or (race.step == Step.TRIAL) == is_trial(race)


@rule
def is_trial(race: Race) -> bool:
    """Whether this stage is a time trial, which has no cards (Z11.6)."""
    return race.setup.stages > 0 and race.setup.route_cards == 0


@rule
def stages_follow_each_other(race: Race) -> bool:
    """Winners of the stages that are over, and the classification of the last of them (Z11.5)."""
    closed = stages_closed(race)
    for stage in range(STAGES):
        without = stage == race.stage and race.ending == Ending.NOBODY_LEFT
        if (race.stage_winner[stage] != NOBODY) != (stage < closed and not without):
            return False
    if closed > 0:
        return is_ranking(race, race.stage_order)
    for place in range(TEAM * race.setup.seats):
        if race.stage_order[place] != NOBODY:
            return False
    return True


@rule
def stages_closed(race: Race) -> int:
    """How many stages of a race of several are over."""
    if race.setup.stages == 0:
        return 0
    return race.stage + (race.step >= Step.NEXT_STAGE)


@rule
def is_ranking(race: Race, order: Ints) -> bool:
    """Whether all riders are in an order, each once."""
    seen = 0
    for place in range(TEAM * race.setup.seats):
        if order[place] == NOBODY or seen >> order[place] & 1:
            return False
        seen |= 1 << order[place]
    return True


@rule
def route_is_laid_out(race: Race) -> bool:
    """Complete after the planning; chosen are terrains only (Z5.4, Z11.1)."""
    setup = race.setup
    if setup.stages > 0 and setup.route_cards != setup.stage_cards[race.stage]:
        return False
    if race.planned < setup.route_cards and (race.step > Step.ROUTE or not setup.planning):
        return False
    if race.planned > 0 and race.step == Step.DRAFT and setup.planning:
        return False
    for card in range(race.planned):
        if not is_card_of_route(race, card):
            return False
    return True


@rule
def is_card_of_route(race: Race, card: int) -> bool:
    """Any terrain where the players choose, else the card of the options or of the stage."""
    setup = race.setup
    if setup.planning:
        return race.route[card] < TERRAINS
    ready = setup.stage_route[race.stage, card] if setup.stages > 0 else setup.planned[card]
    return race.route[card] == ready


@rule
def turn_counts_terrains(race: Race) -> bool:
    """The turn, its terrain and the feed zone are those of the cards turned up (Z6.3.3, Z11.1)."""
    turn, terrain, fed = 0, 0, 0
    for card in range(race.shown):
        if race.route[card] < TERRAINS:
            turn, terrain = turn + 1, race.route[card]
        fed |= race.route[card] == FEED
    if race.turn != turn or race.terrain != terrain or race.fed != fed:
        return False
    return card_fits_step(race)


@rule
def card_fits_step(race: Race) -> bool:
    """Before the race none is turned up, in a turn a terrain, in a sprint its marker, or all (Z6.1)."""
    last = race.route[race.shown - 1] if race.shown > 0 else NO_CARD
    if in_sprint(race):
        return race.shown == race.setup.route_cards if race.goal == Goal.FINISH else last == race.goal
    if race.goal != Goal.FINISH:
        return False
    if race.step < Step.TURN:
        return race.shown == 0
    if in_turn(race) or (
        race.step == Step.FINISHED and race.ending in (Ending.LAST_TEAM, Ending.NOBODY_LEFT)
    ):
        return 0 <= last < TERRAINS
    return race.step == Step.TURN or race.shown == race.setup.route_cards


@rule
def speed_is_made_of_increases(race: Race) -> bool:
    """Base speed and increases, two at most on a mountain; before the first turn nothing (Z7.10.4)."""
    if race.turn == 0:
        return race.pace == 0 and race.increases == 0
    if race.terrain == Terrain.MOUNTAIN and race.increases > MOUNTAIN_INCREASES:
        return False
    return race.pace == race.setup.base_speed[race.terrain] + race.increases


# --- the end ----------------------------------------------------------------------------------------


@rule
def end_is_what_it_says(race: Race) -> bool:
    """An ending once the race is over, which fits the riders left, and an order by merit (Z9.10)."""
    if race.step != Step.FINISHED:
        return race.ending == NOTHING
    return ending_fits(race) and is_ranking(race, race.order) and is_by_merit(race)


@rule
def ending_fits(race: Race) -> bool:
    """One team is the last, none is nobody; a sprint, a rider alone and the clock end the last stage."""
    if race.ending == Ending.LAST_TEAM:
        return teams_left(race) == 1
    if race.ending == Ending.NOBODY_LEFT:
        return teams_left(race) == 0
    if teams_left(race) < 2 or race.stage + 1 < race.setup.stages:
        return False
    if race.ending == Ending.TIME_TRIAL:
        return is_trial(race)
    if is_trial(race):
        return False
    if race.ending == Ending.ALONE:
        return count_foremost(race) == 1
    return race.ending == Ending.SPRINT and count_foremost(race) > 1


@rule
def is_by_merit(race: Race) -> bool:
    """Nobody stands before somebody better."""
    for place in range(1, TEAM * race.setup.seats):
        before, rider = race.order[place - 1], race.order[place]
        if race.setup.stages > 0:
            if standing_of(race, before) < standing_of(race, rider):
                return False
        elif merit_of(race, before) < merit_of(race, rider):
            return False
    return True


# --- riders -----------------------------------------------------------------------------------------


@rule
def cards_are_dealt(race: Race) -> bool:
    """No card in two hands; in the draft one each in turn, afterwards one for everybody (Z5.2)."""
    seen, taken = 0, 0
    for rider in range(TEAM * race.setup.seats):
        card = race.card[rider]
        if race.setup.options.teams == Teams.READY and card != race.setup.team_card[rider]:
            return False
        if card != NO_CARD:
            if seen >> card & 1:
                return False
            seen |= 1 << card
            taken += 1
    if race.step != Step.DRAFT:
        return taken == TEAM * race.setup.seats
    return cards_are_taken_in_turn(race, taken)


@rule
def cards_are_taken_in_turn(race: Race, taken: int) -> bool:
    """From the first player on one each, for the numbers from 1 on (Z5.2, Z5.3)."""
    seats = race.setup.seats
    for rider in range(TEAM * seats):
        turn_of_rider = rider % TEAM * seats + (rider // TEAM - race.first) % seats
        if (race.card[rider] != NO_CARD) != (turn_of_rider < taken):
            return False
    return True


@rule
def head_is_in_order(race: Race) -> bool:
    """Fifteen at most, unless that is being put right; before an activity nothing is out of order (Z7.12)."""
    if race.step == Step.ACTIVITY:
        return fault_of_head(race) == NOTHING
    return race.step in (Step.CONTROL, Step.MISHAP) or riders_in_head(race) <= MOST_IN_HEAD


@rule
def place_is_possible(race: Race, rider: int) -> bool:
    """The retired are off the board, the head is in the peloton, and a stage begins there (Z2, Z5.3)."""
    place = race.place[rider]
    if (place == GONE) != (race.retired[rider] > 0) or (in_head(race, rider) and place != 0):
        return False
    if race.step < Step.TURN and place not in (0, GONE):
        return False
    return not in_head(race, rider) or race.step not in (Step.DRAFT, Step.ROUTE, Step.TRIAL)


@rule
def fatigue_is_bearable(race: Race, rider: int) -> bool:
    """None before the race, a fifth before a stage, never above the limit but by one's own will (Z3.2)."""
    limit = race.setup.most_fatigue
    if race.step < Step.TURN:
        limit = limit // CARRIED if race.stage > 0 else 0
    by_choice = race.setup.options.excess == Excess.ALLOWED and Step.ACTIVITY <= race.step <= Step.FATIGUE
    return race.fatigue[rider] <= limit or not rides(race, rider) or by_choice != 0


@rule
def retired_in_the_past(race: Race, rider: int) -> bool:
    """Whoever has retired has done so at the end of a turn of this stage, or of one before (Z8.5)."""
    if race.retired[rider] == 0:
        return True
    stage, turn = race.retired[rider] // LONGEST_STAGE, race.retired[rider] % LONGEST_STAGE
    if turn == 0 or stage > race.stage:
        return False
    if stage < race.stage:
        return turn <= race.setup.stage_turns[stage]
    return turn <= race.turn - in_turn(race)


@rule
def points_are_earned(race: Race, rider: int) -> bool:
    """Points in the advanced game; seconds in a race of stages, bonuses only for stages that are over."""
    if race.setup.options.advanced == 0 and race.green[rider] + race.cyclamen[rider] > 0:
        return False
    if race.setup.stages == 0:
        return race.time[rider] == 0
    return race.time[rider] >= -BONUS[0] * stages_closed(race)


# --- teams ------------------------------------------------------------------------------------------


@rule
def tokens_are_accounted_for(race: Race, seat: int) -> bool:
    """Base tokens that are missing were spent, and with them special ones (Z4.1 to Z4.3)."""
    tokens, spent = race.tokens[seat], race.spent[seat]
    if race.passed[seat] and spent < LEAST_SPENT:
        return False
    if race.turn == 0:
        return tokens == 0 and spent == 0
    if not in_turn(race):
        return True
    if not racing(race, seat):
        return tokens == 0 and spent == 0
    if race.step == Step.ORDER:
        return tokens >= least_tokens(race) and spent == 0
    special = most_special(race) - race.special[seat]
    return least_tokens(race) - tokens <= spent <= TOKENS - tokens + special


@rule
def least_tokens(race: Race) -> int:
    """The base tokens everybody has at least as a turn begins: six, if there are no fines (Z4.1, Z11.4)."""
    return LEAST_SPENT if race.setup.event_cards else TOKENS


@rule
def most_special(race: Race) -> int:
    """Four for every stage so far; with event cards summits and sprints bring more, up to nine (Z4.4)."""
    if race.setup.event_cards:
        return MOST_SPECIAL
    return min(MOST_SPECIAL, SPECIAL_TOKENS * (race.stage + 1))


@rule
def special_tokens_were_given(race: Race, seat: int) -> bool:
    """Those left, and those on one's sprinters."""
    tokens = race.special[seat]
    for column in range(race.columns):
        if race.column_rider[column] // TEAM == seat:
            tokens += max(0, race.column_tokens[column])
    return tokens <= most_special(race)


@rule
def event_cards_are_kept(race: Race, seat: int) -> bool:
    """None without the option or before the start turn is over; then three offered, and two kept (Z11.4)."""
    if not race.setup.event_cards or race.step < Step.EVENTS or is_trial(race):
        return no_event_cards(race, seat)
    if race.offered[seat, 0] == NOTHING:
        return no_event_cards(race, seat) and not (racing(race, seat) and are_dealt(race))
    if not are_different(race, seat) or not tokens_on_cards_strike(race, seat):
        return False
    return are_dealt(race) and (race.step == Step.EVENTS or race.events[seat, KEPT - 1] != NOTHING)


@rule
def are_dealt(race: Race) -> bool:
    """Whether event cards lie before the players: before all who race, or before nobody."""
    if race.step > Step.EVENTS or race.pawn == NOBODY:
        return True
    return race.offered[from_seat(race, race.pawn), 0] != NOTHING


@rule
def no_event_cards(race: Race, seat: int) -> bool:
    """Nothing offered or kept, and nothing in force."""
    for card in range(OFFERED):
        if race.offered[seat, card] != NOTHING:
            return False
    for card in range(KEPT):
        if race.events[seat, card] != NOTHING:
            return False
    return race.laid[seat] + race.due[seat] + race.bonked[seat] + race.fined[seat] == 0


@rule
def are_different(race: Race, seat: int) -> bool:
    """Three different cards offered, and those kept are different ones of them, the first one first."""
    for card in range(OFFERED):
        if times_offered(race, seat, race.offered[seat, card]) != 1:
            return False
    kept, other = race.events[seat, 0], race.events[seat, 1]
    if other == NOTHING:
        return kept == NOTHING or times_offered(race, seat, kept) == 1
    return kept != other and times_offered(race, seat, kept) + times_offered(race, seat, other) == KEPT


@rule
def times_offered(race: Race, seat: int, kind: int) -> int:
    """How often an event is among the cards offered."""
    count = 0
    for card in range(OFFERED):
        count += kind != NOTHING and race.offered[seat, card] == kind
    return count


@rule
def tokens_on_cards_strike(race: Race, seat: int) -> bool:
    """Full cards strike when the activity is over; fines and bonks come from cards one has (Z11.4)."""
    if race.turn == 0 and race.laid[seat] + race.due[seat] + race.bonked[seat] + race.fined[seat] > 0:
        return False
    if race.due[seat] > 0 and not (Step.RESPONSE <= race.step <= Step.MISHAP and race.step != Step.CONTROL):
        return False
    if race.due[seat] > 0 and not racing(race, seat):
        return False
    return (race.bonked[seat] == 0 or has_card(race, seat, Misfortune.BONK)) and (
        race.fined[seat] == 0 or has_card(race, seat, Misfortune.FINE)
    )


@rule
def has_card(race: Race, seat: int, kind: int) -> bool:
    """Whether a player keeps this event card."""
    for card in range(KEPT):
        if race.events[seat, card] == kind:
            return True
    return False


@rule
def efforts_are_set_in_turn(race: Race, seat: int) -> bool:
    """Tokens for riders in a time trial, one after the other and no more than there are (Z11.6)."""
    waits = False
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        is_set = race.effort[rider] != UNDECIDED
        if is_set and (waits or not is_trial(race) or not rides(race, rider)):
            return False
        waits = waits or (rides(race, rider) and not is_set)
    if race.step == Step.TRIAL:
        return tokens_to_set(race, seat) >= waits
    return not (waits and is_trial(race) and race.step >= Step.NEXT_STAGE)
