"""Riding in somebody's slipstream, and the peloton (C3.4, C3.5)."""

from gruppetto.games.etapa.rules.codes import Action, Sky, Told
from gruppetto.games.etapa.rules.movement import cobbled, length, level
from gruppetto.games.etapa.rules.options import CobbledSlipstream, Groups, SlipstreamBorder
from gruppetto.games.etapa.rules.record import TEAM, Race
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

PELOTON_REACH = 5  # fields (C3.5.1)
MOST_IN_CROSSWIND = 3  # followers of one rider (C15.1)


@rule
def copied(race: Race, rider: int, leader: int) -> int:
    """How far behind a leader a rider would go; an injured one without the leader's bonus (C3.4.1, C7.5)."""
    if race.injured[rider]:
        return min(race.moved[leader], race.unaided[leader])
    return race.moved[leader]


@rule
def may_follow(race: Race, rider: int, leader: int) -> bool:
    """Whether a rider may copy the move of one who has just ridden (C3.4.1)."""
    if leader == rider or race.rode[leader] == 0:
        return False
    gap = race.start[leader] - race.start[rider]
    if gap < 0 or gap > 1:
        return False
    if race.sky == Sky.CROSSWIND and race.followers[leader] >= MOST_IN_CROSSWIND:
        return False
    towed = race.injured[rider] != 0 and leader // TEAM == rider // TEAM
    if towed and race.carded[leader]:
        return False
    return smooth(race, race.start[rider], race.start[leader] + race.moved[leader], towed)


@rule
def smooth(race: Race, start: int, end: int, towed: bool) -> bool:
    """One level and no cobbles all the way; a team-mate tows across borders (C3.4.2, C3.4.5, C7.6)."""
    end = min(end, length(race))
    options = race.setup.options
    for field in range(start, end + 1):
        counts = field == start or options.cobbled_slipstream == CobbledSlipstream.WHOLE_MOVE
        if counts and cobbled(race, field):
            return False
        looked_at = options.slipstream_border == SlipstreamBorder.WHOLE_MOVE or field == end
        if looked_at and not towed and level(race, field) != level(race, start):
            return False
    return True


@rule
def offer_leaders(race: Race, rider: int, out: Ints, found: int) -> int:
    """Whom a rider can follow: of leaders who went equally far, the foremost (C3.4.5)."""
    first = found
    for place in range(race.turn):
        leader = race.order[place]
        if may_follow(race, rider, leader):
            fields, new = copied(race, rider, leader), True
            for earlier in range(first, found):
                new = new and copied(race, rider, out[earlier] - Action.FOLLOW) != fields
            if new:
                out[found] = Action.FOLLOW + leader
                found += 1
    return found


@rule
def anyone_to_follow(race: Race, rider: int) -> bool:
    """Whether a rider has any leader."""
    for place in range(race.turn):
        if may_follow(race, rider, race.order[place]):
            return True
    return False


@rule
def find_peloton(race: Race, trace: Ints) -> None:
    """The group with the most riders; of equal ones the rearmost (C3.5)."""
    race.peloton_front = race.peloton_rear = 0
    gap = PELOTON_REACH if race.setup.options.groups == Groups.WITHIN_FIVE else 1
    most = rear = riders = 0
    last = -1
    for field in range(1, length(race) + 1):
        if race.taken[field] > 0:
            if last < 0 or field - last > gap:
                rear, riders = field, 0
            riders += race.taken[field]
            last = field
            if riders > most:
                most, race.peloton_rear, race.peloton_front = riders, rear, field
    note(trace, Told.PELOTON_FOUND, race.peloton_front, race.peloton_rear, most)


@rule
def behind_peloton(race: Race, rider: int) -> bool:
    """More than five fields behind the last rider of the peloton (C3.5.1, C3.5.2)."""
    return race.rounds > 1 and race.peloton_rear - race.start[rider] > PELOTON_REACH
