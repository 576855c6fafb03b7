"""The team time trial (C14)."""

from gruppetto.games.etapa.rules.cards import EMPTY, copies, lay_down, sprint_value
from gruppetto.games.etapa.rules.codes import Action, Ask, Jersey, Status, Step, Told
from gruppetto.games.etapa.rules.dice import fresh_dice, question, throw_for_team
from gruppetto.games.etapa.rules.movement import length
from gruppetto.games.etapa.rules.options import ChangeCard
from gruppetto.games.etapa.rules.order import forget_order
from gruppetto.games.etapa.rules.record import (
    FOR_MOVE,
    KINDS,
    NO_CARD,
    NOBODY,
    TEAM,
    Race,
)
from gruppetto.games.etapa.rules.time_trial import (
    draw_and_return,
    multiplied,
    price,
    section_end,
    section_of,
    sections_passed,
    trial_bonus,
)
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

CHANGE_FROM = 4  # a change of the lead needs so many fields (C14.7)


@rule
def size(race: Race, seat: int) -> int:
    """How many riders a team has in the race."""
    riders = 0
    for rider in range(seat * TEAM, seat * TEAM + TEAM):
        riders += race.status[rider] != Status.OUT
    return riders


@rule
def is_formed(race: Race, seat: int) -> bool:
    """Whether a team's line is complete."""
    return race.line[seat, size(race, seat) - 1] != NOBODY


@rule
def last_field(race: Race, seat: int) -> int:
    """Where a team's last rider is; at the start, before the road."""
    return race.field[race.line[seat, size(race, seat) - 1]] if is_formed(race, seat) else 0


@rule
def begin_team_round(race: Race, trace: Ints) -> None:
    """Teams on the road by position, then the next one if the last is past the first section (C14.2)."""
    forget_order(race)
    for start in range(race.started):
        seat = race.start_order[start]
        if last_field(race, seat) <= length(race):
            at = race.ordered
            while at > 0 and last_field(race, seat) > last_field(race, race.order[at - 1]):
                race.order[at] = race.order[at - 1]
                at -= 1
            race.order[at] = seat
            race.ordered += 1
    if race.started < race.starters and team_road_is_free(race):
        race.order[race.ordered] = race.start_order[race.started]
        race.ordered += 1
        race.started += 1
    if race.ordered == 0:
        race.step = Step.RESULTS
        return
    race.rounds += 1
    race.ridden += 1
    fresh_dice(race)
    note(trace, Told.ROUND_BEGAN, race.rounds)
    race.step = Step.TEAM_TURN


@rule
def team_road_is_free(race: Race) -> bool:
    """Whether all of the team that started last have passed the first section (C14.2)."""
    if race.started == 0:
        return True
    return last_field(race, race.start_order[race.started - 1]) > section_end(race, 0)


@rule
def team_turn(race: Race) -> None:
    """The next team: at its start it forms a line, later it may change the lead (C14.2, C14.7)."""
    race.turn += 1
    race.rider, race.card, race.bonus, race.changing, race.die = NOBODY, NO_CARD, 0, 0, 0
    if race.turn == race.ordered:
        race.step = Step.TEAM_ROUND
        return
    seat = race.order[race.turn]
    if not is_formed(race, seat):
        form_line(race, seat)
    else:
        race.rider = race.line[seat, 0]
        race.step = Step.TEAM_TURN
        if size(race, seat) > 1:
            question(race, seat, Ask.CHANGE)
        else:
            throw_for_team(race, seat, Step.TEAM_ROLLED)


@rule
def form_line(race: Race, seat: int) -> None:
    """Who leads, who comes second; who is left comes next (C14.2)."""
    riders, placed = size(race, seat), 0
    while placed < riders and race.line[seat, placed] != NOBODY:
        placed += 1
    if riders - placed > 1:
        question(race, seat, Ask.LEADER if placed == 0 else Ask.SECOND)
        return
    for rider in range(seat * TEAM, seat * TEAM + TEAM):
        if race.status[rider] != Status.OUT and not in_line(race, seat, rider):
            race.line[seat, placed] = rider
    race.rider = race.line[seat, 0]
    for place in range(riders):
        race.field[race.line[seat, place]] = -place
    throw_for_team(race, seat, Step.TEAM_ROLLED)


@rule
def in_line(race: Race, seat: int, rider: int) -> bool:
    """Whether a rider has their place in the line."""
    for place in range(TEAM):
        if race.line[seat, place] == rider:
            return True
    return False


@rule
def offer_line(race: Race, seat: int, out: Ints) -> int:
    """The riders without a place in the line."""
    found = 0
    for rider in range(seat * TEAM, seat * TEAM + TEAM):
        if race.status[rider] != Status.OUT and not in_line(race, seat, rider):
            out[found] = Action.RIDER + rider
            found += 1
    return found


@rule
def take_place(race: Race, seat: int, rider: int, trace: Ints) -> None:
    """A rider takes the next place in the line."""
    place = 0
    while place < TEAM - 1 and race.line[seat, place] != NOBODY:
        place += 1
    race.line[seat, place] = rider
    if place == 0:
        note(trace, Told.LED, rider)
    form_line(race, seat)


@rule
def answer_change(race: Race, seat: int, change: bool) -> None:
    """The change is declared before the throw (C14.7)."""
    race.changing = change
    throw_for_team(race, seat, Step.TEAM_ROLLED)


@rule
def team_rolled(race: Race, trace: Ints) -> None:
    """After the throw: multiply it, or add to a low one to change the lead (C14.4, C14.5, C14.7)."""
    seat = race.rider // TEAM
    note(trace, Told.THREW, race.rider, race.die, FOR_MOVE)
    race.step = Step.TEAM_MOVE
    if race.changing == 0:
        offer_to_multiply(race, seat)
    elif race.die < CHANGE_FROM:
        if may_add(race, seat):
            question(race, seat, Ask.ADD)
        else:
            keep_lead(race, seat)


@rule
def offer_to_multiply(race: Race, seat: int) -> None:
    """The leading rider may multiply the throw, if they have not used their card (C14.5)."""
    if race.hand[seat] != EMPTY and race.spent[seat] == 0:
        question(race, seat, Ask.MULTIPLY)


@rule
def may_add(race: Race, seat: int) -> bool:
    """Whether a card can make a low throw long enough for a change (C14.7, C17.17)."""
    if race.spent[seat] and race.setup.options.change_card == ChangeCard.COUNTS:
        return False
    for kind in range(KINDS):
        if copies(race.hand[seat], kind) > 0 and race.die + sprint_value(kind) >= CHANGE_FROM:
            return True
    return False


@rule
def keep_lead(race: Race, seat: int) -> None:
    """The change does not come about: the throw is like any other and may be multiplied (C14.7)."""
    race.changing = 0
    offer_to_multiply(race, seat)


@rule
def offer_add(race: Race, seat: int, out: Ints) -> int:
    """No card, or one that makes the throw long enough for a change (C14.7, C17.35)."""
    out[0], found = Action.PASS, 1
    for kind in range(KINDS):
        if copies(race.hand[seat], kind) > 0 and race.die + sprint_value(kind) >= CHANGE_FROM:
            out[found] = Action.CARD + kind
            found += 1
    return found


@rule
def add(race: Race, seat: int, kind: int, trace: Ints) -> None:
    """Add a card to a low throw, so that the lead can change (C14.4)."""
    lay_down(race, seat, kind)
    race.card = kind
    note(trace, Told.ADDED, seat, kind)


@rule
def team_fields(race: Race, card: int, changing: bool) -> int:
    """How far the throw carries, without jerseys (C14.4)."""
    if card != NO_CARD and changing:
        return race.die + sprint_value(card)
    return multiplied(race.die, card)


@rule
def head_after(race: Race, card: int, changing: bool) -> int:
    """Where the head of the line comes to; a change of lead costs a field (C14.3, C14.7)."""
    fields = team_fields(race, card, changing)
    head = race.field[race.rider] + fields + trial_bonus(race, card)
    return head - (changing and fields >= CHANGE_FROM)


@rule
def team_move(race: Race, trace: Ints) -> None:
    """The line moves on, the head by the throw, the others right behind it (C14.3, C14.7, C14.8, C14.9)."""
    seat, riders = race.rider // TEAM, size(race, race.rider // TEAM)
    before, changing = last_field(race, seat), race.changing != 0
    race.bonus = trial_bonus(race, race.card)
    head = head_after(race, race.card, changing)
    cost = price(section_of(race, before))
    if race.card != NO_CARD and race.changing == 0:
        race.spent[seat] = 1
    if changing and team_fields(race, race.card, changing) >= CHANGE_FROM:
        change_lead(race, seat, riders, trace)
    for place in range(riders):
        rider = race.line[seat, place]
        note(trace, Told.MOVED, rider, race.field[rider], head - place, 0)
        race.field[rider] = head - place
        race.tenths[rider] += cost
    after = last_field(race, seat)
    if after > length(race):
        note(trace, Told.TEAM_TIMED, seat, race.tenths[race.line[seat, 0]])
    race.draws = sections_passed(race, max(0, before), min(after, length(race)))
    if riders == 1 and section_of(race, after) != section_of(race, before):
        race.spent[seat] = 0
    race.step = Step.TEAM_DRAW


@rule
def change_lead(race: Race, seat: int, riders: int, trace: Ints) -> None:
    """The second rider leads, the old leader goes to the back (C14.7)."""
    old = race.line[seat, 0]
    for place in range(riders - 1):
        race.line[seat, place] = race.line[seat, place + 1]
    race.line[seat, riders - 1] = old
    race.spent[seat] = 0
    note(trace, Told.LED, race.line[seat, 0])


@rule
def team_draw(race: Race, trace: Ints) -> None:
    """A card after each section; of two cards one for a champion who led before the turn (C14.6, C14.9)."""
    if race.draws == 0:
        race.step = Step.TEAM_TURN
        return
    race.draws -= 1
    champion = race.jersey[race.rider] == Jersey.RAINBOW
    draw_and_return(race, race.rider // TEAM, 2 if champion else 1, trace)
