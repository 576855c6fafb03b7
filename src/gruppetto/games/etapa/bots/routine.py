"""Quick play: the obvious answer to a question that is hardly one."""

from gruppetto.games.etapa.rules.codes import Action, Ask
from gruppetto.games.etapa.rules.injuries import may_stop_at_helper
from gruppetto.games.etapa.rules.order import candidate, front_field, may_stop_raising
from gruppetto.games.etapa.rules.plan import breaks
from gruppetto.games.etapa.rules.record import FLAG, NO_CARD, NOBODY, TEAM, Race
from gruppetto.games.etapa.rules.ride import may_brake, thrown_fields
from gruppetto.games.etapa.rules.slipstream import copied, may_follow
from gruppetto.kernel.rule import rule

ASK_THEM = -1  # the player decides
MIDDLING = 3  # a wheel is good that goes as far as such a throw
WORTH_A_CARD = 4  # against the clock such a throw is worth a thought


@rule
def routine(race: Race, seat: int) -> int:
    """The code of the answer, or that the player is to be asked."""
    if race.ask == Ask.PLAN:
        return usual_turn(race)
    if race.ask == Ask.MOVE:
        stops = may_brake(race, race.rider) or may_stop_at_helper(race, race.rider, race.reach)
        return ASK_THEM if stops else Action.RIDE
    if race.ask == Ask.NEXT:
        return first_in_line(race, seat)
    if race.ask == Ask.RAISE:
        return Action.PASS if may_stop_raising(race, seat) and not near_the_line(race, seat) else ASK_THEM
    if race.ask == Ask.BONUS or race.ask == Ask.CONTACT:  # noqa: PLR1714  (does not compile)
        return Action.TAKE
    if race.ask == Ask.PICK:
        return Action.FACE + max(race.die, race.other_die)
    if race.ask == Ask.MULTIPLY and race.die < WORTH_A_CARD:
        return Action.PASS
    if race.ask == Ask.CHANGE and race.spent[seat] == 0:
        return Action.KEEP
    return ASK_THEM


@rule
def usual_turn(race: Race) -> int:
    """Follow the best wheel, if it is good; the last kilometre and second turns are no routine."""
    rider = race.rider
    if past_flag(race, rider) or race.second_turn:
        return ASK_THEM
    best, wheel = thrown_fields(race, MIDDLING, NO_CARD, breaks(race, race.tokens[rider])) - 1, NOBODY
    for place in range(race.turn):
        leader = race.order[place]
        if may_follow(race, rider, leader) and copied(race, rider, leader) > best:
            best, wheel = copied(race, rider, leader), leader
    return ASK_THEM if wheel == NOBODY else Action.FOLLOW + wheel


@rule
def first_in_line(race: Race, seat: int) -> int:
    """The first of the riders who may go next (C3.1)."""
    field = front_field(race)
    for rider in range(seat * TEAM, seat * TEAM + TEAM):
        if candidate(race, rider, field, race.class_now):
            return Action.RIDER + rider
    return ASK_THEM


@rule
def near_the_line(race: Race, seat: int) -> bool:
    """Whether a rider of the team is past the red flag."""
    for rider in range(seat * TEAM, seat * TEAM + TEAM):
        if past_flag(race, rider):
            return True
    return False


@rule
def past_flag(race: Race, rider: int) -> bool:
    """Whether a rider is in the last kilometre."""
    return race.field[rider] >= race.setup.stage[race.at_stage, FLAG]
