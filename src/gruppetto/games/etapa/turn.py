"""A rider's turn: plan, throw, adjust, ride (C1.4, C2, C3.4, C4, C19)."""

from gruppetto.games.etapa.cards import (
    EMPTY,
    breakaway_rounds,
    copies,
    draw,
    lay_down,
    may_swap,
    offer_cards,
)
from gruppetto.games.etapa.cars import (
    announce,
    another_puncture,
    bring_car,
    car_is_free,
    drive,
    in_feed_zone,
    may_announce,
    may_feed_at_contact,
    send_car_off,
)
from gruppetto.games.etapa.crashes import check_crash, get_up
from gruppetto.games.etapa.dice import question, throw
from gruppetto.games.etapa.injuries import hurt, may_stop_at_helper, may_wait, offer_helpers
from gruppetto.games.etapa.movement import (
    advance,
    at_least_one,
    base,
    breakaway_base,
    cobbled,
    injury_fields,
    length,
    level,
    sprint_fields,
)
from gruppetto.games.etapa.record import (
    ADJUST,
    ASK_BONUS,
    ASK_CONTACT,
    ASK_MOVE,
    ASK_PICK,
    ASK_PLAN,
    ASK_PUNCTURE_CAR,
    BRAKE,
    BRAKED,
    BREAK,
    BREAKAWAY_DOUBLE,
    BROKE_AWAY,
    CAR,
    CAR_ROLLED,
    CLIMB_LEVEL,
    CONTACT,
    CRASH_TOO,
    DESCENT_LEVEL,
    DISTANCE,
    FACE,
    FACED,
    FALLEN,
    FED,
    FEEDING,
    FINISH_BY_DISTANCE,
    FIRST_START_ROLL,
    FOLLOWED,
    FOR_CAR,
    FOR_MOVE,
    FOR_START,
    FROM_CAR,
    GO,
    GREEN,
    HELPED,
    KINDS,
    NO_BONUS_BEHIND,
    NO_CARD,
    NOBODY,
    PASS,
    POLKA_DOT,
    PUNCTURED,
    RAIN,
    RAINBOW,
    RIDE,
    RIDER_BEFORE_CAR,
    RIDING,
    ROLL,
    ROLLED,
    ROLLED_AGAIN,
    ROUND_END,
    SECOND_START_ROLL,
    SLOW,
    SLOW_TO_ONE,
    SLOWED,
    SPRINT,
    SPRINTED,
    START_BONUS,
    SWAP,
    TEAM,
    THREW,
    TOKEN_KEPT,
    TOOK_BONUS,
    TURN,
    WAIT,
    WAITED,
    WAITED_FOR,
    WHITE,
    WHITE_LOST,
    YELLOW,
    Race,
)
from gruppetto.games.etapa.slipstream import anyone_to_follow, behind_peloton, copied, offer_leaders
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note


@rule
def next_turn(race: Race, trace: Ints) -> None:
    """The next rider in the order of the round is on turn (C3.1)."""
    if race.turn >= 0 and race.second_turn == 0 and may_double(race, race.order[race.turn]):
        begin_second_turn(race, race.order[race.turn])
        return
    race.second_turn = 0
    race.turn += 1
    clear_turn(race)
    if race.turn == race.ordered:
        race.step = ROUND_END
        return
    race.rider = race.order[race.turn]
    take_turn(race, race.rider, trace)


@rule
def clear_turn(race: Race) -> None:
    """Nothing is planned yet."""
    race.rider, race.following, race.card = NOBODY, NOBODY, NO_CARD
    race.die = race.other_die = race.breaking = race.risk = race.bonus = race.reach = race.checking = 0
    race.going = race.held = 0
    race.answer = NO_CARD
    race.crash_field = race.crash_next = race.new_falls = 0
    race.crash_by = NOBODY


@rule
def take_turn(race: Race, rider: int, trace: Ints) -> None:
    """What a rider's turn is depends on how he is (C6.1, C8.2)."""
    if race.status[rider] == FALLEN and race.back[rider] <= race.rounds:
        if race.served[rider // TEAM] == rider:
            send_car_off(race, rider // TEAM, trace)
        get_up(race, rider)
    if race.status[rider] == RIDING:
        if race.rounds == 1:
            throw(race, rider // TEAM, FIRST_START_ROLL)
        else:
            plan(race)
    elif race.status[rider] == FALLEN or race.served[rider // TEAM] == rider:
        wait_for_car(race, rider)
    elif race.status[rider] == PUNCTURED:
        call_car(race, rider, trace)
    else:
        race.step = TURN


# --- lying, waiting, feeding ------------------------------------------------------------------------


@rule
def wait_for_car(race: Race, rider: int) -> None:
    """The car drives instead of the rider, if it has come for him (C6.1, C8.1.1, C8.2)."""
    if race.served[rider // TEAM] == rider:
        throw(race, rider // TEAM, CAR_ROLLED)
    else:
        race.step = TURN


@rule
def call_car(race: Race, rider: int, trace: Ints) -> None:
    """With a puncture and no car: it comes as soon as it is free, to whom the player likes (C8.1, C17.36)."""
    race.step = TURN
    if car_is_free(race, rider // TEAM):
        if another_puncture(race, rider):
            question(race, rider // TEAM, ASK_PUNCTURE_CAR)
        else:
            bring_car(race, rider, trace)


@rule
def car_rolled(race: Race, trace: Ints) -> None:
    """The car drives; a rider being fed rolls on one field until it reaches him (C8.2, C17.12)."""
    rider = race.rider
    note(trace, THREW, rider, race.die, FOR_CAR)
    feeding = race.status[rider] == FEEDING
    race.step = TURN
    if feeding and race.setup.reading[RIDER_BEFORE_CAR]:
        roll_on(race, rider, trace)
    if drive(race, rider, trace):
        race.step = CONTACT
        if may_feed_at_contact(race, rider):
            question(race, rider // TEAM, ASK_CONTACT)
    elif feeding and race.setup.reading[RIDER_BEFORE_CAR] == 0:
        roll_on(race, rider, trace)
    elif race.status[rider] == FALLEN:
        send_car_off(race, rider // TEAM, trace)


@rule
def roll_on(race: Race, rider: int, trace: Ints) -> None:
    """One field forward while the car comes up; a round of breakaway goes by (C2.5, C8.2)."""
    advance(race, rider, 1, FED, trace)
    race.tokens[rider] = max(0, race.tokens[rider] - 1)


@rule
def end_contact(race: Race, trace: Ints) -> None:
    """The car has reached its rider: perhaps a card, and next round he rides (C6.1, C8.2)."""
    rider, seat = race.rider, race.rider // TEAM
    if race.answer != NO_CARD:
        draw(race, seat, FROM_CAR, trace)
    send_car_off(race, seat, trace)
    if race.status[rider] == PUNCTURED:
        race.back[rider] = max(race.back[rider], race.rounds + 1)
        race.status[rider] = FALLEN
    elif race.status[rider] == FEEDING:
        race.status[rider] = RIDING
    race.step = TURN


# --- the start --------------------------------------------------------------------------------------


@rule
def start_rolled(race: Race, first: bool, trace: Ints) -> None:
    """The first move is two throws and nothing else (C1.4)."""
    note(trace, THREW, race.rider, race.die, FOR_START)
    if first:
        race.other_die = race.die
        throw(race, race.rider // TEAM, SECOND_START_ROLL)
    else:
        race.reach = race.die + race.other_die
        race.step = ADJUST
        if race.setup.reading[START_BONUS]:
            offer_bonus(race)


# --- before the throw -------------------------------------------------------------------------------


@rule
def plan(race: Race) -> None:
    """Ask what a rider does; where he can only throw, he throws (C19)."""
    rider, seat = race.rider, race.rider // TEAM
    open_cards = race.hand[seat] != EMPTY and (may_use_card(race, rider) or may_swap(race, seat))
    on_the_road = may_announce(race, rider) or may_wait(race, rider) or anyone_to_follow(race, rider)
    if race.second_turn or open_cards or on_the_road:
        question(race, seat, ASK_PLAN)
    else:
        roll(race)


@rule
def may_use_card(race: Race, rider: int) -> bool:
    """One card a round: not in a breakaway, not when injured, not on cobbles (C3.3, C7.4, C11.2)."""
    return race.tokens[rider] == 0 and race.injured[rider] == 0 and not cobbled(race, race.field[rider])


@rule
def offer_plan(race: Race, seat: int, out: Ints) -> int:
    """Throw, sprint, break away, follow, call the car, wait, or change a card (C19)."""
    rider = race.rider
    out[0], found = ROLL, 1
    if may_use_card(race, rider):
        found = offer_cards(race.hand[seat], SPRINT, out, found)
        for kind in range(1, KINDS, 2):
            if copies(race.hand[seat], kind) > 0:
                out[found] = BREAK + kind
                found += 1
    if race.second_turn:
        out[found] = PASS
        found += 1
    else:
        found = offer_leaders(race, rider, out, found)
        if may_announce(race, rider):
            out[found] = CAR
            found += 1
        if may_wait(race, rider):
            out[found] = WAIT
            found += 1
    if may_swap(race, seat):
        found = offer_cards(race.hand[seat], SWAP, out, found)
    return found


@rule
def roll(race: Race) -> None:
    """Throw the die for a move (C1.8)."""
    rider = race.rider
    here = race.field[rider]
    race.breaking = race.tokens[rider] > 0 and not cobbled(race, here)
    race.risk |= cobbled(race, here) or (race.sky == RAIN and level(race, here) == DESCENT_LEVEL)
    throw(race, rider // TEAM, ROLLED)


@rule
def sprint(race: Race, kind: int, trace: Ints) -> None:
    """Announce a sprint (C2.2)."""
    lay_down(race, race.rider // TEAM, kind)
    race.card, race.risk = kind, 1
    race.used[race.rider] += 1
    note(trace, SPRINTED, race.rider, kind)
    roll(race)


@rule
def break_away(race: Race, kind: int, trace: Ints) -> None:
    """Announce a breakaway: as many tokens as rounds (C2.5)."""
    lay_down(race, race.rider // TEAM, kind)
    race.tokens[race.rider], race.risk = breakaway_rounds(kind), 1
    race.used[race.rider] += 1
    note(trace, BROKE_AWAY, race.rider, kind, race.tokens[race.rider])
    roll(race)


@rule
def follow(race: Race, leader: int, trace: Ints) -> None:
    """Copy a leader's move instead of throwing (C3.4)."""
    rider = race.rider
    race.following = leader
    race.followers[leader] += 1
    race.reach = copied(race, rider, leader)
    race.shaken[rider] = 0
    note(trace, FOLLOWED, rider, leader, race.reach)
    race.step = ADJUST
    if race.setup.reading[NO_BONUS_BEHIND] == 0:
        offer_bonus(race)


@rule
def call_for_food(race: Race, trace: Ints) -> None:
    """Announce car feeding (C8.2)."""
    announce(race, race.rider, trace)
    race.tokens[race.rider] = max(0, race.tokens[race.rider] - 1)
    race.step = TURN


@rule
def stand_and_wait(race: Race, trace: Ints) -> None:
    """Let the turn go by for an injured team-mate (C7.5)."""
    note(trace, WAITED, race.rider)
    race.shaken[race.rider] = 0
    race.tokens[race.rider] = max(0, race.tokens[race.rider] - 1)
    race.step = TURN


# --- after the throw --------------------------------------------------------------------------------


@rule
def rolls_twice(race: Race, rider: int) -> bool:
    """The world champion throws twice and picks, unless he rides with a card (C10.1, C17.26)."""
    if race.jersey[rider] != RAINBOW or race.injured[rider] or race.card != NO_CARD:
        return False
    if race.tokens[rider] > 0:
        return race.setup.reading[BREAKAWAY_DOUBLE] != 0 and race.risk == 0
    return True


@rule
def rolled(race: Race, trace: Ints) -> None:
    """A move has been thrown; the world champion throws again (C10.1)."""
    note(trace, THREW, race.rider, race.die, FOR_MOVE)
    race.step = FACED
    if rolls_twice(race, race.rider):
        race.other_die = race.die
        throw(race, race.rider // TEAM, ROLLED_AGAIN)


@rule
def rolled_again(race: Race, trace: Ints) -> None:
    """Two throws: which one counts (C10.1)."""
    note(trace, THREW, race.rider, race.die, FOR_MOVE)
    race.step = FACED
    if race.die != race.other_die:
        question(race, race.rider // TEAM, ASK_PICK)


@rule
def offer_faces(race: Race, out: Ints) -> int:
    """The two throws of the world champion."""
    out[0] = FACE + min(race.die, race.other_die)
    out[1] = FACE + max(race.die, race.other_die)
    return 2


@rule
def face(race: Race, trace: Ints) -> None:
    """A 1 after a fall injures, a 1 with a card or on cobbles has to be checked (C6.1, C7.1)."""
    rider = race.rider
    one = race.die == 1
    shaken = race.shaken[rider] != 0
    race.shaken[rider] = 0
    race.step = DISTANCE
    if one and shaken and race.setup.injuries and race.injured[rider] == 0:
        race.risk &= race.setup.reading[CRASH_TOO]
        hurt(race, trace)
    elif one and race.risk and race.setup.crashes:
        check_crash(race)


@rule
def distance(race: Race) -> None:
    """Die, base, card and injury make the move; behind the peloton one less (C2, C3.5.2, C7.4)."""
    rider = race.rider
    here = race.field[rider]
    behind = behind_peloton(race, rider)
    fields = race.die + (breakaway_base(race, here) if race.breaking else base(race, here))
    if race.card != NO_CARD:
        fields += sprint_fields(race, here, race.card)
    race.reach = at_least_one(race, rider, fields - behind - injury_fields(race, rider), behind)
    race.step = ADJUST
    offer_bonus(race)


@rule
def bonus_of(race: Race, rider: int) -> int:
    """What his jersey may add to this move (C4.1 to C4.3, C7.8)."""
    jersey = race.jersey[rider]
    if race.injured[rider]:
        return 0
    if jersey == YELLOW:
        return 1
    if jersey == POLKA_DOT and race.rounds > 1 and level(race, race.field[rider]) == CLIMB_LEVEL:
        return 2
    carded = race.card != NO_CARD or race.breaking != 0
    return 2 if jersey == GREEN and carded and race.following == NOBODY else 0


@rule
def offer_bonus(race: Race) -> None:
    """A jersey's bonus may be taken or left (C4)."""
    if bonus_of(race, race.rider) > 0:
        question(race, race.rider // TEAM, ASK_BONUS)


@rule
def take_bonus(race: Race, trace: Ints) -> None:
    """Add the jersey's fields (C4)."""
    race.bonus = bonus_of(race, race.rider)
    race.reach += race.bonus
    note(trace, TOOK_BONUS, race.rider, race.jersey[race.rider], race.bonus)


@rule
def adjust(race: Race) -> None:
    """Ask how much of the move he rides, if he has a say in it (C2.8, C3.6, C7.5)."""
    race.step, race.going, race.held = GO, race.reach, 0
    rider, seat = race.rider, race.rider // TEAM
    on_the_road = may_brake(race, rider) or may_stop_at_helper(race, rider, race.reach)
    if race.slow[seat] > 0 or may_swap(race, seat) or on_the_road:
        question(race, seat, ASK_MOVE)


@rule
def may_brake(race: Race, rider: int) -> bool:
    """Whether the move leads over a field of the feed zone where he could stop (C3.6)."""
    if race.refreshed[rider] or race.pile[0] == EMPTY:
        return False
    for short in range(race.reach):
        if in_feed_zone(race, race.field[rider] + short):
            return True
    return False


@rule
def offer_moves(race: Race, seat: int, out: Ints) -> int:
    """Ride it all, slow down, stop for food, stop at a helper, or change a card (C19)."""
    rider = race.rider
    out[0], found = RIDE, 1
    if race.slow[seat] > 0:
        least = 1 if race.setup.reading[SLOW_TO_ONE] or race.rounds == 1 else 0
        for short in range(least, race.reach):
            out[found] = SLOW + short
            found += 1
    if may_brake(race, rider):
        for short in range(race.reach):
            if in_feed_zone(race, race.field[rider] + short):
                out[found] = BRAKE + short
                found += 1
    found = offer_helpers(race, rider, race.reach, out, found)
    if may_swap(race, seat):
        found = offer_cards(race.hand[seat], SWAP, out, found)
    return found


@rule
def ride(race: Race, trace: Ints) -> None:
    """Ride as far as he goes, and let others see how far it was (C3.4.1)."""
    rider = race.rider
    if race.held == SLOWED:
        race.slow[rider // TEAM] -= 1
    gone = advance(race, rider, race.going, race.held, trace)
    if race.second_turn == 0 and race.rounds > 1:
        race.rode[rider] = 1
        race.moved[rider] = gone
        race.unaided[rider] = min(gone, race.reach - race.bonus)
        race.carded[rider] = race.following == NOBODY and (race.card != NO_CARD or race.tokens[rider] > 0)
    if race.following == NOBODY and race.rounds > 1:
        spend_token(race, rider)
    race.step = TURN


@rule
def spend_token(race: Race, rider: int) -> None:
    """A round of breakaway has been ridden (C2.5, C3.4.3, C11.2, C17.13)."""
    if race.breaking == 0 and race.setup.reading[TOKEN_KEPT]:
        return
    race.tokens[rider] = max(0, race.tokens[rider] - 1)


@rule
def shorten(race: Race, action: int) -> None:
    """The player has said how much of the move he rides (C2.8, C3.6, C7.5)."""
    if action >= HELPED:
        race.going, race.held = action - HELPED, WAITED_FOR
    elif action >= BRAKE:
        race.going, race.held = action - BRAKE, BRAKED
    elif action >= SLOW:
        race.going, race.held = action - SLOW, SLOWED


# --- the white jersey -------------------------------------------------------------------------------


@rule
def may_double(race: Race, rider: int) -> bool:
    """In the last round the white jersey may play a second turn (C4.4, C17.33)."""
    if race.jersey[rider] != WHITE or race.crossed == 0 or race.doubled or race.rounds == 1:
        return False
    if race.injured[rider] or race.status[rider] != RIDING:
        return False
    return race.field[rider] <= length(race) or race.setup.reading[FINISH_BY_DISTANCE] != 0


@rule
def begin_second_turn(race: Race, rider: int) -> None:
    """The white jersey goes again (C4.4)."""
    clear_turn(race)
    race.rider, race.second_turn, race.doubled = rider, 1, 1
    plan(race)


@rule
def end_round(race: Race) -> bool:
    """Whether the round is over: a white jersey who moved too early still has his second turn (C17.33)."""
    if race.setup.reading[WHITE_LOST]:
        return True
    for rider in range(TEAM * race.setup.seats):
        if may_double(race, rider):
            race.turn -= 1
            begin_second_turn(race, rider)
            return False
    return True
