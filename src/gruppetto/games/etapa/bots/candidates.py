"""What is worth a thought in Etapa: thinkers leave out what is hardly ever the best."""

from gruppetto.games.etapa.rules.cards import copies
from gruppetto.games.etapa.rules.cars import in_feed_zone
from gruppetto.games.etapa.rules.codes import Action, Ask
from gruppetto.games.etapa.rules.movement import base
from gruppetto.games.etapa.rules.record import Race
from gruppetto.kernel.rule import rule

NEAR = 6  # fields: who would give up more for shelter is better off riding


@rule
def worth_a_thought(race: Race, seat: int, action: int) -> bool:
    """Whether a thinker looks at an action at all; what a real die shows is nobody's choice (C19)."""
    if race.ask == Ask.DIE:
        return False
    if race.ask == Ask.PLAN:
        return thought_of_plan(race, seat, action)
    if race.ask == Ask.MOVE:
        return thought_of_move(race, seat, action)
    if Action.CARD <= action < Action.FOLLOW:
        return race.ask == Ask.RETURN or not_wasted(race, seat, action - Action.CARD)
    return True


@rule
def thought_of_plan(race: Race, seat: int, action: int) -> bool:
    """A card can as well be changed after the throw, and a plain one is for sprints (C2.2, C12.1)."""
    if Action.SPRINT <= action < Action.BREAK:
        return not_wasted(race, seat, action - Action.SPRINT)
    return not Action.SWAP <= action < Action.CARD


@rule
def not_wasted(race: Race, seat: int, kind: int) -> bool:
    """Whether no plain card in the hand has the same large number."""
    return kind % 2 == 0 or copies(race.hand[seat], kind - 1) == 0


@rule
def thought_of_move(race: Race, seat: int, action: int) -> bool:
    """Slow down to some end only, change the least card for it, eat late (C2.8, C3.6, C12.1)."""
    if Action.SWAP <= action < Action.CARD:
        return race.slow[seat] == 0 and least(race, seat, action - Action.SWAP) and may_gain_by_slowing(race)
    if Action.SLOW <= action < Action.BRAKE:
        return gains_by_slowing(race, action - Action.SLOW)
    if Action.BRAKE <= action < Action.HELPED:
        fields, latest = action - Action.BRAKE, latest_stop(race)
        return fields == latest or faster_there(race, fields, latest)
    return True


@rule
def least(race: Race, seat: int, kind: int) -> bool:
    """Whether nothing less is in the hand."""
    for lower in range(kind):
        if copies(race.hand[seat], lower) > 0:
            return False
    return True


@rule
def faster_there(race: Race, short: int, far: int) -> bool:
    """Whether the road is faster after the shorter of two moves."""
    here = race.field[race.rider]
    return base(race, here + short) > base(race, here + far)


@rule
def gains_by_slowing(race: Race, short: int) -> bool:
    """Whether the road is faster there, or somebody near enough to shelter behind."""
    if faster_there(race, short, race.reach):
        return True
    there = race.field[race.rider] + short
    return race.reach - short <= NEAR and (race.taken[there] > 0 or race.taken[there + 1] > 0)


@rule
def may_gain_by_slowing(race: Race) -> bool:
    """Whether there is any end to slow down to."""
    for short in range(race.reach):
        if gains_by_slowing(race, short):
            return True
    return False


@rule
def latest_stop(race: Race) -> int:
    """How far they can ride and still stop for food."""
    for short in range(race.reach - 1, -1, -1):
        if in_feed_zone(race, race.field[race.rider] + short):
            return short
    return race.reach
