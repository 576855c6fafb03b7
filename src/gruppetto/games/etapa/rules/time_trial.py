"""The individual time trial (C13)."""

from gruppetto.games.etapa.rules.cards import EMPTY, card, draw, lay_down, offer_cards, sprint_value
from gruppetto.games.etapa.rules.codes import Action, Ask, Jersey, Step, Told
from gruppetto.games.etapa.rules.dice import fresh_dice, question, throw
from gruppetto.games.etapa.rules.movement import length
from gruppetto.games.etapa.rules.options import ChampionDraw
from gruppetto.games.etapa.rules.order import forget_order
from gruppetto.games.etapa.rules.record import (
    FOR_MOVE,
    FROM_SECTION,
    NO_CARD,
    NOBODY,
    PIECE_SHIFT,
    PIECES,
    SECTIONS,
    TEAM,
    Race,
)
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

MINUTE, TEN_SECONDS, SECOND, TENTH = 600, 100, 10, 1  # what a throw costs, in tenths (C13.1)
CHAMPION_DRAWS, MODEST_DRAWS = 4, 2


@rule
def section_end(race: Race, section: int) -> int:
    """The last field of a timed section (C13.1)."""
    end = 0
    for piece in range(section + 1):
        end += race.setup.stage[race.at_stage, PIECES + piece] & ((1 << PIECE_SHIFT) - 1)
    return end


@rule
def section_of(race: Race, field: int) -> int:
    """The section a rider throws in (C13.7)."""
    section = 0
    while section < SECTIONS - 1 and field > section_end(race, section):
        section += 1
    return section


@rule
def price(section: int) -> int:
    """What a throw costs: a minute, ten seconds, one, a tenth (C13.1)."""
    if section == 0:
        return MINUTE
    if section == 1:
        return TEN_SECONDS
    return SECOND if section == 2 else TENTH


@rule
def sections_passed(race: Race, start: int, end: int) -> int:
    """How many section ends, the line included, lie between two fields (C13.4)."""
    passed = 0
    for section in range(SECTIONS):
        passed += start <= section_end(race, section) < end
    return passed


@rule
def begin_trial_round(race: Race, trace: Ints) -> None:
    """Riders on the road by position, then the next starter if the last is past the first section (C13.3)."""
    forget_order(race)
    for start in range(race.started):
        rider = race.start_order[start]
        if race.field[rider] <= length(race):
            enter(race, rider, race.field[rider])
    if race.started < race.starters and road_is_free(race):
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
    race.step = Step.TRIAL_TURN


@rule
def enter(race: Race, rider: int, field: int) -> None:
    """Take a place in the round, behind all who are not further back."""
    at = race.ordered
    while at > 0 and field > race.field[race.order[at - 1]]:
        race.order[at] = race.order[at - 1]
        at -= 1
    race.order[at] = rider
    race.ordered += 1


@rule
def road_is_free(race: Race) -> bool:
    """Whether the rider who started last has passed the first section (C13.3)."""
    if race.started == 0:
        return True
    return race.field[race.start_order[race.started - 1]] > section_end(race, 0)


@rule
def trial_turn(race: Race) -> None:
    """The next rider throws (C13.5)."""
    race.turn += 1
    race.rider, race.card, race.bonus, race.die = NOBODY, NO_CARD, 0, 0
    if race.turn == race.ordered:
        race.step = Step.TRIAL_ROUND
        return
    race.rider = race.order[race.turn]
    throw(race, race.rider, Step.TRIAL_ROLLED)


@rule
def trial_rolled(race: Race, trace: Ints) -> None:
    """After the throw a card may multiply it (C13.2)."""
    note(trace, Told.THREW, race.rider, race.die, FOR_MOVE)
    race.step = Step.TRIAL_MOVE
    if race.hand[race.rider // TEAM] != EMPTY:
        question(race, race.rider // TEAM, Ask.MULTIPLY)


@rule
def offer_multiply(race: Race, seat: int, out: Ints) -> int:
    """No card, or one to multiply with."""
    out[0] = Action.PASS
    return offer_cards(race.hand[seat], Action.CARD, out, 1)


@rule
def multiply(race: Race, seat: int, kind: int, trace: Ints) -> None:
    """Play a card after the throw: twice, four or six times as far (C13.2)."""
    lay_down(race, seat, kind)
    race.card = kind
    note(trace, Told.MULTIPLIED, seat, kind)


@rule
def multiplied(die: int, card: int) -> int:
    """A throw, as many times as a card says (C13.2)."""
    return die if card == NO_CARD else die * sprint_value(card)


@rule
def trial_bonus(race: Race, card: int) -> int:
    """Yellow one field every turn, green two with a card, after multiplying (C13.5)."""
    jersey = race.jersey[race.rider]
    if jersey == Jersey.YELLOW:
        return 1
    return 2 if jersey == Jersey.GREEN and card != NO_CARD else 0


@rule
def field_after(race: Race, card: int) -> int:
    """Where the throw brings the rider on turn, with or without a card (C13.2, C13.5)."""
    return race.field[race.rider] + multiplied(race.die, card) + trial_bonus(race, card)


@rule
def trial_move(race: Race, trace: Ints) -> None:
    """Move by the die, count the throw, and draw for every section passed (C13.4, C13.7)."""
    rider = race.rider
    start = race.field[rider]
    race.bonus = trial_bonus(race, race.card)
    race.tenths[rider] += price(section_of(race, start))
    race.field[rider] = field_after(race, race.card)
    note(trace, Told.MOVED, rider, start, race.field[rider], 0)
    if race.field[rider] > length(race):
        note(trace, Told.TIMED, rider, race.tenths[rider])
    race.draws = sections_passed(race, start, race.field[rider])
    race.step = Step.TRIAL_DRAW


@rule
def trial_draw(race: Race, trace: Ints) -> None:
    """One card for each section passed; the champion draws four and keeps three (C10.1, C13.4)."""
    if race.draws == 0:
        race.step = Step.TRIAL_TURN
        return
    race.draws -= 1
    cards = 1
    if race.jersey[race.rider] == Jersey.RAINBOW:
        cards = MODEST_DRAWS if race.setup.options.champion_draw == ChampionDraw.TWO else CHAMPION_DRAWS
    draw_and_return(race, race.rider // TEAM, cards, trace)


@rule
def draw_and_return(race: Race, seat: int, cards: int, trace: Ints) -> None:
    """Draw cards; of several, one goes back (C10.1, C14.9)."""
    before, drawn = race.hand[seat], 0
    for _ in range(cards):
        drawn += draw(race, seat, FROM_SECTION, trace)
    if drawn == cards and cards > 1:
        race.drawn_hand[0] = race.hand[seat] - before
        question(race, seat, Ask.RETURN)


@rule
def offer_return(race: Race, out: Ints) -> int:
    """Which of the cards just drawn goes back."""
    return offer_cards(race.drawn_hand[0], Action.CARD, out, 0)


@rule
def give_back(race: Race, seat: int, kind: int, trace: Ints) -> None:
    """Put one of the drawn cards back on the pile, unseen (C10.1, C14.9)."""
    race.hand[seat] -= card(kind)
    race.pile[0] += card(kind)
    race.drawn_hand[0] = EMPTY
    note(trace, Told.RETURNED, seat, kind)
