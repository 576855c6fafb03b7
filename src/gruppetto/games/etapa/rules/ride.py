"""From the throw to the move: what it makes, what is added, how much of it is ridden (C2, C4)."""

from gruppetto.games.etapa.rules.cards import EMPTY, may_swap, offer_cards
from gruppetto.games.etapa.rules.cars import in_feed_zone
from gruppetto.games.etapa.rules.codes import Action, Ask, Jersey, Step, Told
from gruppetto.games.etapa.rules.crashes import check_crash
from gruppetto.games.etapa.rules.dice import question, throw
from gruppetto.games.etapa.rules.injuries import hurt, may_stop_at_helper, offer_helpers
from gruppetto.games.etapa.rules.movement import (
    advance,
    at_least_one,
    base,
    breakaway_base,
    injury_fields,
    level,
    sprint_fields,
)
from gruppetto.games.etapa.rules.options import ChampionInBreakaway, CobbledBreakaway, InjuryAndCrash, SlowTo
from gruppetto.games.etapa.rules.record import (
    BRAKED,
    BY_CARD,
    CLIMB_LEVEL,
    FOR_MOVE,
    LONGEST_MOVE,
    NO_CARD,
    NOBODY,
    SLOWED,
    TEAM,
    WAITED_FOR,
    Race,
)
from gruppetto.games.etapa.rules.slipstream import behind_peloton
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note


@rule
def rolls_twice(race: Race, rider: int) -> bool:
    """The world champion throws twice and picks, unless they ride with a card (C10.1, C17.26)."""
    if race.jersey[rider] != Jersey.RAINBOW or race.injured[rider] or race.card != NO_CARD:
        return False
    if race.tokens[rider] > 0:
        again = race.setup.options.champion_in_breakaway == ChampionInBreakaway.TWO_THROWS
        return again and race.risk & BY_CARD == 0
    return True


@rule
def rolled(race: Race, trace: Ints) -> None:
    """A move has been thrown; the world champion throws again (C10.1)."""
    note(trace, Told.THREW, race.rider, race.die, FOR_MOVE)
    race.step = Step.FACED
    if rolls_twice(race, race.rider):
        race.other_die = race.die
        throw(race, race.rider, Step.ROLLED_AGAIN)


@rule
def rolled_again(race: Race, trace: Ints) -> None:
    """Two throws: which one counts (C10.1)."""
    note(trace, Told.THREW, race.rider, race.die, FOR_MOVE)
    race.step = Step.FACED
    if race.die != race.other_die:
        question(race, race.rider // TEAM, Ask.PICK)


@rule
def offer_faces(race: Race, out: Ints) -> int:
    """The two throws of the world champion."""
    out[0] = Action.FACE + min(race.die, race.other_die)
    out[1] = Action.FACE + max(race.die, race.other_die)
    return 2


@rule
def face(race: Race, trace: Ints) -> None:
    """A 1 after a fall injures, a 1 with a card or on cobbles has to be checked (C6.1, C7.1)."""
    rider = race.rider
    one = race.die == 1
    shaken = race.shaken[rider] != 0
    race.shaken[rider] = 0
    race.step = Step.DISTANCE
    if one and shaken and race.setup.options.injuries:
        if race.setup.options.injury_and_crash == InjuryAndCrash.INJURY:
            race.risk = 0
        hurt(race, trace)
    elif one and race.risk and race.setup.options.crashes:
        check_crash(race)


@rule
def distance(race: Race) -> None:
    """Die, base, card and injury make the move (C2)."""
    race.reach = thrown_fields(race, race.die, race.card, race.breaking != 0)
    race.step = Step.ADJUST
    offer_bonus(race)


@rule
def thrown_fields(race: Race, die: int, card: int, breaking: bool) -> int:
    """How far a throw carries the rider on turn, with a card or in a breakaway (C2, C3.5.2, C7.4)."""
    rider = race.rider
    here = race.field[rider]
    behind = behind_peloton(race, rider)
    fields = die + (breakaway_base(race, here) if breaking else base(race, here))
    if card != NO_CARD:
        fields += sprint_fields(race, here, card)
    return at_least_one(race, rider, fields - behind - injury_fields(race, rider), behind)


@rule
def bonus_of(race: Race, rider: int) -> int:
    """What their jersey may add to this move (C4.1 to C4.3, C7.8)."""
    jersey = race.jersey[rider]
    if race.injured[rider]:
        return 0
    if jersey == Jersey.YELLOW:
        return 1
    if jersey == Jersey.POLKA_DOT and race.rounds > 1 and level(race, race.field[rider]) == CLIMB_LEVEL:
        return 2
    carded = race.card != NO_CARD or race.breaking != 0
    return 2 if jersey == Jersey.GREEN and carded and race.following == NOBODY else 0


@rule
def offer_bonus(race: Race) -> None:
    """A jersey's bonus may be taken or left (C4)."""
    if bonus_of(race, race.rider) > 0:
        question(race, race.rider // TEAM, Ask.BONUS)


@rule
def take_bonus(race: Race, trace: Ints) -> None:
    """Add the jersey's fields (C4)."""
    race.bonus = bonus_of(race, race.rider)
    race.reach += race.bonus
    note(trace, Told.TOOK_BONUS, race.rider, race.jersey[race.rider], race.bonus)


@rule
def adjust(race: Race) -> None:
    """Ask how much of the move they ride, if they have a say in it (C2.8, C3.6, C7.5)."""
    race.step, race.going, race.held = Step.GO, race.reach, 0
    rider, seat = race.rider, race.rider // TEAM
    on_the_road = may_brake(race, rider) or may_stop_at_helper(race, rider, race.reach)
    if race.slow[seat] > 0 or may_swap(race, seat) or on_the_road:
        question(race, seat, Ask.MOVE)


@rule
def may_brake(race: Race, rider: int) -> bool:
    """Whether the move leads over a field of the feed zone where they could stop (C3.6)."""
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
    out[0], found = Action.RIDE, 1
    if race.slow[seat] > 0:
        least = 1 if race.setup.options.slow_to == SlowTo.ONE_FIELD or race.rounds == 1 else 0
        for short in range(least, race.reach):
            out[found] = Action.SLOW + short
            found += 1
    if may_brake(race, rider):
        for short in range(race.reach):
            if in_feed_zone(race, race.field[rider] + short):
                out[found] = Action.BRAKE + short
                found += 1
    found = offer_helpers(race, rider, race.reach, out, found)
    if may_swap(race, seat):
        found = offer_cards(race.hand[seat], Action.SWAP, out, found)
    return found


@rule
def ride(race: Race, trace: Ints) -> None:
    """Ride as far as they go, and let others see how far it was (C3.4.1)."""
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
    race.step = Step.TURN


@rule
def spend_token(race: Race, rider: int) -> None:
    """A round of breakaway has been ridden (C2.5, C3.4.3, C11.2, C17.13)."""
    if race.breaking == 0 and race.setup.options.cobbled_breakaway == CobbledBreakaway.KEPT:
        return
    race.tokens[rider] = max(0, race.tokens[rider] - 1)


@rule
def shorten(race: Race, action: int) -> None:
    """The player has said how much of the move they ride (C2.8, C3.6, C7.5)."""
    race.going = shortened(race, action)
    if action >= Action.HELPED:
        race.held = WAITED_FOR
    elif action >= Action.BRAKE:
        race.held = BRAKED
    elif action >= Action.SLOW:
        race.held = SLOWED


@rule
def shortened(race: Race, action: int) -> int:
    """How much of the move is left."""
    return (action - Action.SLOW) % LONGEST_MOVE if action >= Action.SLOW else race.reach
