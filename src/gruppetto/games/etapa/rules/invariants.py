"""What is true of every state of a race: of its road, its riders, its cards and whoever decides."""

from gruppetto.games.etapa.rules.cards import copies
from gruppetto.games.etapa.rules.cars import CAR_BEHIND
from gruppetto.games.etapa.rules.codes import Ask, Jersey, Status, Step
from gruppetto.games.etapa.rules.crashes import has_had_turn
from gruppetto.games.etapa.rules.movement import FULL, lies, on_road
from gruppetto.games.etapa.rules.options import FifthRider, LyingRiders
from gruppetto.games.etapa.rules.primes import prime_field
from gruppetto.games.etapa.rules.record import (
    FIELDS,
    KIND,
    KINDS,
    LENGTH,
    LONGEST_MOVE,
    MOST_PRIMES,
    NO_CARD,
    NOBODY,
    RIDERS,
    ROAD,
    TEAM,
    TEAM_TRIAL,
    Race,
)
from gruppetto.games.etapa.rules.team_trial import CHANGE_FROM
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

ALWAYS = {
    "range": "Every number names a stage, a rider, a seat, a field, a place or a question there is.",
    "entered": "Who is out of the race dropped out in an earlier stage or never entered; nobody else has.",
    "places": "Everybody has left the start after their first turn, and nobody rides back.",
    "line": "Past the line are those who have crossed it, and no others (C5.1).",
    "crowd": "After the first round a field holds four riders, unless more began the round there (C1.6).",
    "cards": "All Sprint/Breakaway cards are in hands or on the pile; what is known of a hand is in it.",
    "slow": "Teams and supply have no more Slow cards than there are (C16.1).",
    "order": "The order of a round has riders (or teams) once each; who is on turn or to come rides.",
    "finish": "Those who crossed, and in the end all who started, are in the order of the finish once each.",
    "start": "The order of the start has riders (or teams) once each, and no more have started.",
    "grief": "Riders fall, puncture and feed after the first round, and are back within two (C6.1.3).",
    "injured": "The injured have no breakaway tokens, and only they withdraw (C7.2, C7.4).",
    "tokens": "Who has breakaway tokens rides, or feeds from the car (C2.5).",
    "cars": "A car is up to six fields behind a rider of its team who stands still or is fed (C8.1).",
    "jerseys": "Each jersey is worn by one rider at most, and by nobody who is out (C10.2).",
    "primes": "Only primes behind a rider have been passed, and each gave as many places, in the end more.",
    "column": "In a team time trial a team stands one behind the other, without a gap (C14.3).",
    "owing": "Somebody is asked something, or the next stage or round begins, or the race is over.",
    "turn": "Who is asked about a turn leads the rider, or the team, on turn.",
    "thrown": "Where a question is about a throw or a move, it has been thrown and reckoned.",
}
(
    RANGE, ENTERED, PLACES, LINE, CROWD, CARDS, SLOW, ORDER, FINISH, START, GRIEF, INJURED, TOKENS, CARS,
    JERSEYS, PRIMES_PASSED, COLUMN, OWING, TURN, THROWN,
) = range(len(ALWAYS))  # fmt: skip
ABOUT_NO_TURN = 1 << Ask.NOTHING | 1 << Ask.START | 1 << Ask.YOUNG | 1 << Ask.NEXT | 1 << Ask.RAISE
FORMING = 1 << Ask.LEADER | 1 << Ask.SECOND
IN_NO_NEED = 1 << Status.RIDING | 1 << Status.OUT
AT_SPEED = 1 << Status.RIDING | 1 << Status.FEEDING
LONGEST_WAIT = 2  # rounds: the rest of this one and the next (C6.1.3)


@rule
def invariants(race: Race) -> int:
    """What is broken, as bits in the order of `ALWAYS`; if a number names nothing, no more is looked at."""
    if not in_range(race):
        return 1 << RANGE
    broken = broken_on_the_road(race) | broken_lists(race) | broken_riders(race)
    broken |= (not cards_add_up(race)) << CARDS | (not slow_cards_add_up(race)) << SLOW
    broken |= (not cars_behind(race)) << CARS | (not jerseys_once(race)) << JERSEYS
    broken |= (not primes_passed(race)) << PRIMES_PASSED | (not columns_closed(race)) << COLUMN
    broken |= (not somebody_owes(race)) << OWING | (not own_turn(race)) << TURN
    return broken | (not thrown(race)) << THROWN


# --- numbers ----------------------------------------------------------------------------------------


@rule
def in_range(race: Race) -> bool:
    """Whether every number that is looked up somewhere can be."""
    riders = TEAM * race.setup.seats
    if race.at_stage < 0 or race.at_stage >= race.setup.stages or race.owing < 0:
        return False
    if race.owing >> race.setup.seats or race.contest >> race.setup.seats:
        return False
    if not (names(race.rider, riders) and names(race.following, riders) and names(race.crash_by, riders)):
        return False
    if race.turn < NOBODY or race.turn > race.ordered or race.ordered > riders or race.ordered < 0:
        return False
    if min(race.crossed, race.starters) < 0 or max(race.crossed, race.starters) > riders:
        return False
    if race.crash_next < 0 or race.crash_next > riders or race.bidder < 0 or race.bidder >= race.setup.seats:
        return False
    return seats_in_range(race) and riders_in_range(race, riders)


@rule
def names(number: int, riders: int) -> bool:
    """Whether a number is that of a rider of the race, or nobody's."""
    return NOBODY <= number < riders


@rule
def seats_in_range(race: Race) -> bool:
    """Whether teams name their own riders."""
    for seat in range(race.setup.seats):
        if not of_team(race.served[seat], seat) or not of_team(race.young[seat], seat):
            return False
        for place in range(TEAM):
            if not of_team(race.line[seat, place], seat):
                return False
    return True


@rule
def of_team(rider: int, seat: int) -> bool:
    """Whether a rider is one of a team, or nobody."""
    return rider == NOBODY or rider // TEAM == seat


@rule
def riders_in_range(race: Race, riders: int) -> bool:
    """Whether riders are on fields there are, and in lists as riders there are."""
    behind = 1 - TEAM if kind(race) == TEAM_TRIAL else 0
    for rider in range(RIDERS):
        if race.field[rider] < behind or race.field[rider] >= FIELDS - 1 or race.start[rider] < 0:
            return False
        if race.status[rider] < Status.RIDING or race.status[rider] > Status.OUT:
            return False
        if race.jersey[rider] < Jersey.NONE or race.jersey[rider] > Jersey.RAINBOW:
            return False
        if not names(race.order[rider], riders) or not names(race.finish[rider], riders):
            return False
        if not names(race.start_order[rider], riders):
            return False
    return True


@rule
def kind(race: Race) -> int:
    """On the road, or one of the two time trials."""
    return race.setup.stage[race.at_stage, KIND]


@rule
def length(race: Race) -> int:
    """The last field before the line."""
    return race.setup.stage[race.at_stage, LENGTH]


# --- the road ---------------------------------------------------------------------------------------


@rule
def broken_on_the_road(race: Race) -> int:
    """What is wrong with where riders are in a stage on the road."""
    if kind(race) != ROAD or race.rounds == 0:
        return 0
    broken = (not crowds_began_there(race)) << CROWD
    for rider in range(TEAM * race.setup.seats):
        if race.status[rider] != Status.OUT:
            broken |= (not in_place(race, rider)) << PLACES
            broken |= (not crossed_if_past_the_line(race, rider)) << LINE
    return broken


@rule
def in_place(race: Race, rider: int) -> bool:
    """Whether a rider has left the start, unless it is still to come, and not ridden back in this round."""
    if race.field[rider] < race.start[rider]:
        return False
    return race.field[rider] > 0 or (race.rounds == 1 and not turn_is_over(race, rider))


@rule
def turn_is_over(race: Race, rider: int) -> bool:
    """Whether a rider comes before the one on turn in the order of the round."""
    for place in range(race.turn):
        if race.order[place] == rider:
            return True
    return False


@rule
def crossed_if_past_the_line(race: Race, rider: int) -> bool:
    """Whether a rider is past the line, by no more than moves can be long, exactly if they crossed it."""
    home = False
    for place in range(race.crossed):
        home = home or race.finish[place] == rider
    moves = 2 if race.doubled and race.second_turn == 0 else 1
    if race.field[rider] > length(race) + moves * LONGEST_MOVE:
        return False
    return home == (race.field[rider] > length(race))


@rule
def crowds_began_there(race: Race) -> bool:
    """Whether the riders on each field are counted, and more than four were there before or may be."""
    counted = 0
    for rider in range(TEAM * race.setup.seats):
        if on_road(race, rider):
            counted += 1
            if not crowd_began_there(race, race.field[rider]):
                return False
    for field in range(FIELDS):
        counted -= race.taken[field]
    return counted == 0


@rule
def crowd_began_there(race: Race, field: int) -> bool:
    """The same for one field."""
    here = before = 0
    for rider in range(TEAM * race.setup.seats):
        if on_road(race, rider) and race.field[rider] == field:
            here += 1
            before += race.start[rider] == field
    return here == race.taken[field] and (here <= FULL or here == before or may_crowd(race, field))


@rule
def may_crowd(race: Race, field: int) -> bool:
    """In the first round, past the line, and where it is read so, more than four ride to a field (C1.7)."""
    options = race.setup.options
    read_so = options.fifth_rider == FifthRider.JOINS or options.lying_riders == LyingRiders.FREE
    return race.rounds == 1 or field > length(race) or read_so


# --- lists ------------------------------------------------------------------------------------------


@rule
def broken_lists(race: Race) -> int:
    """What is wrong with the orders of the round, of the start and of the finish."""
    broken = (not (lists_once(race.order, race.ordered) and who_comes_rides(race))) << ORDER
    if race.step == Step.FINISHED:
        return broken | (race.starters == 0 or not lists_once(race.finish, race.starters)) << FINISH
    broken |= (not lists_once(race.finish, race.crossed)) << FINISH
    started = 0 <= race.started <= race.starters and lists_once(race.start_order, race.starters)
    return broken | (not started) << START


@rule
def who_comes_rides(race: Race) -> bool:
    """Whether there is an order in a round only, and everybody still to come in it is on the road (C3.1)."""
    if kind(race) != ROAD:
        return True
    for place in range(race.turn + 1, race.ordered):
        if not on_road(race, race.order[place]):
            return False
    return race.rounds > 0 or race.ordered == 0


@rule
def lists_once(listed: Ints, length: int) -> bool:
    """Whether the first so many places of a list name somebody, nobody twice, and the others nobody."""
    seen = 0
    for place in range(RIDERS):
        if (listed[place] == NOBODY) != (place >= length):
            return False
        if place < length:
            if seen >> listed[place] & 1:
                return False
            seen |= 1 << listed[place]
    return True


# --- riders -----------------------------------------------------------------------------------------


@rule
def broken_riders(race: Race) -> int:
    """What is wrong with how riders are."""
    broken = 0
    for rider in range(TEAM * race.setup.seats):
        broken |= (not entered(race, rider)) << ENTERED | (not back_soon(race, rider)) << GRIEF
        hurt = race.injured[rider] != 0
        broken |= (hurt and race.tokens[rider] > 0) << INJURED
        broken |= (race.status[rider] == Status.WITHDRAWN and not hurt) << INJURED
        rides = AT_SPEED >> race.status[rider] & 1 != 0
        broken |= (race.tokens[rider] < 0 or race.tokens[rider] > 3) << TOKENS
        broken |= (race.tokens[rider] > 0 and not rides) << TOKENS
    return broken


@rule
def entered(race: Race, rider: int) -> bool:
    """Whether a rider is out exactly if they dropped out before this stage; in the end, or in it."""
    out = race.status[rider] == Status.OUT
    if race.step == Step.FINISHED:
        return race.gone[rider] <= race.at_stage + 1 and (race.gone[rider] != 0 or not out)
    return (race.gone[rider] != 0) == out and race.gone[rider] <= race.at_stage


@rule
def back_soon(race: Race, rider: int) -> bool:
    """Whether a rider is sound, or came to grief in a way and at a time that is possible (C6.1, C8.2)."""
    status = race.status[rider]
    if IN_NO_NEED >> status & 1:
        return race.back[rider] <= race.rounds
    if kind(race) != ROAD or race.rounds < LONGEST_WAIT:
        return False
    if status == Status.FALLEN and race.step != Step.FINISHED and late(race, rider):
        return False
    return race.back[rider] <= race.rounds + LONGEST_WAIT


@rule
def late(race: Race, rider: int) -> bool:
    """Whether a rider who lies ought to be up again: they rise when their turn comes (C6.1.3)."""
    up_since = race.rounds if has_had_turn(race, rider) else race.rounds - 1
    return race.back[rider] <= up_since


@rule
def cars_behind(race: Race) -> bool:
    """Whether cars are where riders who stand still, or are fed, can use them (C8.1, C8.2)."""
    for seat in range(race.setup.seats):
        rider = race.served[seat]
        if rider != NOBODY:
            behind = race.field[rider] - race.car[seat]
            if not lies(race, rider) or behind < 0 or behind > CAR_BEHIND:
                return False
    for rider in range(TEAM * race.setup.seats):
        if race.status[rider] == Status.FEEDING and race.served[rider // TEAM] != rider:
            return False
    return True


@rule
def jerseys_once(race: Race) -> bool:
    """Whether nobody wears what somebody else wears (C10.2)."""
    worn = 0
    for rider in range(TEAM * race.setup.seats):
        if race.jersey[rider] >= Jersey.YELLOW:
            if race.status[rider] == Status.OUT or worn >> race.jersey[rider] & 1:
                return False
            worn |= 1 << race.jersey[rider]
    return True


@rule
def primes_passed(race: Race) -> bool:
    """Whether riders have passed primes they can have passed, and as many as have places (C9.1)."""
    for prime in range(MOST_PRIMES):
        there = prime_field(race, prime)
        passed = 0
        for rider in range(TEAM * race.setup.seats):
            if race.passed[rider] >> prime & 1:
                passed += 1
                if there == 0 or race.field[rider] < there:
                    return False
        credited = race.taken_places[prime] - passed
        if credited < 0 or (credited > 0 and race.step != Step.FINISHED):
            return False
    return True


# --- cards ------------------------------------------------------------------------------------------


@rule
def cards_add_up(race: Race) -> bool:
    """Whether every card is in a hand or on the pile, and what is known of a hand can be so."""
    for kind_of_card in range(KINDS):
        there = copies(race.pile[0], kind_of_card)
        for seat in range(race.setup.seats):
            there += copies(race.hand[seat], kind_of_card)
            hidden = copies(race.hand[seat], kind_of_card) - copies(race.shown[seat], kind_of_card)
            if hidden < 0 or hidden > copies(race.doubt[seat], kind_of_card):
                return False
        dealt = there == copies(race.setup.deck[0], kind_of_card)
        if not dealt and (there > 0 or race.rounds > 0):
            return False
    return True


@rule
def slow_cards_add_up(race: Race) -> bool:
    """Whether there are no more Slow cards than in the box (C16.1)."""
    there = race.slow_supply
    for seat in range(race.setup.seats):
        if race.slow[seat] < 0:
            return False
        there += race.slow[seat]
    return race.slow_supply >= 0 and there <= race.setup.slow[0]


# --- time trials ------------------------------------------------------------------------------------


@rule
def columns_closed(race: Race) -> bool:
    """Whether each team that is on the road in a team time trial rides one behind the other (C14.3)."""
    if kind(race) != TEAM_TRIAL or race.step == Step.FINISHED:
        return True
    for place in range(race.starters):
        if race.start_order[place] >= race.setup.seats or not column_closed(race, race.start_order[place]):
            return False
    return True


@rule
def column_closed(race: Race, seat: int) -> bool:
    """Whether a team has riders, and those in its line stand right behind each other."""
    riders = formed = 0
    for rider in range(seat * TEAM, seat * TEAM + TEAM):
        riders += race.status[rider] != Status.OUT
    for place in range(TEAM):
        rider = race.line[seat, place]
        if rider != NOBODY:
            if place > formed or race.status[rider] == Status.OUT:
                return False
            formed += 1
    if formed < riders:
        return riders > 0
    for place in range(1, formed):
        if race.field[race.line[seat, place]] != race.field[race.line[seat, 0]] - place:
            return False
    return riders > 0


# --- decisions --------------------------------------------------------------------------------------


@rule
def somebody_owes(race: Race) -> bool:
    """Whether a question has somebody to answer it; without one, a stage or round begins or all is over."""
    if (race.owing == 0) != (race.ask == Ask.NOTHING):
        return False
    return race.ask == Ask.YOUNG or race.owing & (race.owing - 1) == 0


@rule
def own_turn(race: Race) -> bool:
    """Whether a question about a turn goes to the team on turn, about a rider who can be asked about."""
    if ABOUT_NO_TURN >> race.ask & 1:
        return True
    if race.ask == Ask.JERSEY:
        return race.rider != NOBODY and race.owing == 1 << race.rider // TEAM
    if race.turn < 0 or race.turn >= race.ordered:
        return race.ask == Ask.DIE and race.step == Step.CONTESTED
    if kind(race) == TEAM_TRIAL:
        return own_team_turn(race)
    return answered_by_others(race) or own_riders_turn(race)


@rule
def own_team_turn(race: Race) -> bool:
    """Whether the team on turn is asked, with a line about its head; after a move that may be another."""
    seat = race.order[race.turn]
    if race.owing != 1 << seat:
        return False
    if FORMING >> race.ask & 1:
        return True
    if race.ask == Ask.RETURN:
        return race.rider != NOBODY and race.rider // TEAM == seat
    return race.rider == race.line[seat, 0] != NOBODY


@rule
def answered_by_others(race: Race) -> bool:
    """Whether this is about a dice-off, or about riders beside a crash or in it, of whatever team."""
    if race.ask == Ask.CRASH_CAR or race.step == Step.CONTESTED:
        return True
    if race.step < Step.CHAIN_ROLLED or race.step > Step.CHAIN_AVOIDED:
        return False
    beside = race.crash_next
    return beside < TEAM * race.setup.seats and on_road(race, beside) and race.owing == 1 << beside // TEAM


@rule
def own_riders_turn(race: Race) -> bool:
    """Whether the rider on turn is on the road, in a state that the question is for, and not yet home."""
    rider = race.rider
    if rider == NOBODY or race.owing != 1 << rider // TEAM or not on_road(race, rider):
        return False
    if race.second_turn == 0 and rider != race.order[race.turn]:
        return False
    if kind(race) != ROAD:
        return True
    if Step.CAR_ROLLED <= race.step <= Step.CONTACT:
        return race.served[rider // TEAM] == rider
    if race.ask == Ask.PUNCTURE_CAR:
        return race.status[rider] == Status.PUNCTURED
    reach = length(race) + race.second_turn * LONGEST_MOVE
    return race.status[rider] == Status.RIDING and race.field[rider] <= reach


@rule
def thrown(race: Race) -> bool:
    """Whether the dice that a question is about lie there, and the move that follows from them."""
    if race.ask == Ask.PICK:
        return race.die > 0 and race.other_die > 0
    if race.ask == Ask.INJURY:
        return race.die == 1
    if race.ask == Ask.AVOID:
        return race.step != Step.AVOIDED or race.checking == 1
    if race.ask == Ask.MOVE:
        return race.going == race.reach and race.held == 0
    if race.ask == Ask.MULTIPLY:
        return race.die > 0 and race.card == NO_CARD and race.changing == 0
    if race.ask == Ask.ADD:
        return 0 < race.die < CHANGE_FROM and race.card == NO_CARD and race.changing == 1
    return True
