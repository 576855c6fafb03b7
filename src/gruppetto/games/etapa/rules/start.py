"""Before a stage: riders, cards, start order (C1.1 to C1.3, C5.5)."""

from gruppetto.games.etapa.rules.cards import EMPTY, draw
from gruppetto.games.etapa.rules.codes import Sky, Status, Step, Told
from gruppetto.games.etapa.rules.movement import unroll
from gruppetto.games.etapa.rules.options import ReducedTrials, StartOrder
from gruppetto.games.etapa.rules.order import begin_order
from gruppetto.games.etapa.rules.record import (
    AT_START,
    FIELDS,
    FROM_LEAD,
    KIND,
    MOST_PRIMES,
    NOBODY,
    RIDERS,
    ROAD,
    SEATS,
    SOLO,
    TEAM,
    WEATHER,
    Race,
)
from gruppetto.games.etapa.rules.standings import ahead, leading_team, team_ahead
from gruppetto.games.etapa.rules.turn import clear_turn
from gruppetto.kernel.chance import NOT_SCRIPTED, chance, scripted, share
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

SKIES = 12  # weather cards (C15.1)


@rule
def begin_stage(race: Race, trace: Ints) -> None:
    """An empty road, everybody sound, and the weather of the day (C7.7, C15.1)."""
    note(trace, Told.STAGE_BEGAN, race.at_stage)
    clear_road(race)
    if race.setup.options.weather and kind_of_stage(race) == ROAD:
        forecast(race, trace)
    race.step = Step.DRESS


@rule
def clear_road(race: Race) -> None:
    """Nobody has started yet."""
    unroll(race)
    race.rounds = race.crossed = race.sky = 0
    for field in range(FIELDS):
        race.taken[field] = 0
    for rider in range(RIDERS):
        clear_rider(race, rider)
    for prime in range(MOST_PRIMES):
        race.taken_places[prime] = 0
    for seat in range(SEATS):
        race.served[seat], race.car[seat], race.spent[seat] = NOBODY, 0, 0
        for place in range(TEAM):
            race.line[seat, place] = NOBODY
    clear_turn(race)
    race.ordered, race.turn = 0, -1
    race.doubled = race.second_turn = race.started = race.starters = race.draws = race.changing = 0
    race.drawn_hand[0] = EMPTY


@rule
def clear_rider(race: Race, rider: int) -> None:
    """A rider before the stage."""
    riding = rider < TEAM * race.setup.seats and race.gone[rider] == 0
    race.status[rider] = Status.RIDING if riding else Status.OUT
    race.field[rider] = race.start[rider] = AT_START
    race.taken[AT_START] += riding
    race.tokens[rider] = race.back[rider] = race.shaken[rider] = race.injured[rider] = 0
    race.refreshed[rider] = race.used[rider] = race.passed[rider] = race.seconds[rider] = 0
    race.grief[rider] = race.tenths[rider] = 0
    race.rode[rider] = race.moved[rider] = race.unaided[rider] = 0
    race.carded[rider] = race.followers[rider] = 0
    race.finish[rider] = race.order[rider] = race.start_order[rider] = NOBODY


@rule
def kind_of_stage(race: Race) -> int:
    """On the road, or one of the two time trials."""
    return race.setup.stage[race.at_stage, KIND]


@rule
def forecast(race: Race, trace: Ints) -> None:
    """One weather card for the stage (C15.1)."""
    card = scripted(race, WEATHER)
    if card == NOT_SCRIPTED:
        card, _ = share(chance(race, WEATHER), SKIES)
    race.sky = Sky.SUN
    if card <= 1:
        race.sky = Sky.RAIN
    elif card == 2:
        race.sky = Sky.HEADWIND
    elif card == 3:
        race.sky = Sky.TAILWIND
    elif card == 4:
        race.sky = Sky.CROSSWIND
    elif card == 5:
        race.sky = Sky.HEAT
    note(trace, Told.FORECAST, race.sky)


# --- cards ------------------------------------------------------------------------------------------


@rule
def deal_cards(race: Race, trace: Ints) -> None:
    """Fresh cards for all, fewer for reduced teams; the rest is the pile (C1.2, C5.5, C13.2)."""
    race.pile[0] = race.setup.deck[0]
    race.slow_supply = race.setup.slow[0]
    for seat in range(SEATS):
        riders = starters_of(race, seat)
        race.hand[seat] = race.shown[seat] = race.doubt[seat] = EMPTY
        race.slow[seat] = 0
        if riders > 0:
            deal_team(race, seat, riders)
    leader = leading_team(race)
    if race.at_stage > 0 and leader != NOBODY:
        draw(race, leader, FROM_LEAD, trace)


@rule
def deal_team(race: Race, seat: int, riders: int) -> None:
    """A team's cards; in time trials all six, whatever the number of riders, and no Slow cards (C13.2)."""
    trial = kind_of_stage(race) != ROAD
    whole = trial and race.setup.options.reduced_trials == ReducedTrials.SIX_CARDS
    race.hand[seat] = race.shown[seat] = race.setup.deck[TEAM if whole else riders]
    race.pile[0] -= race.hand[seat]
    if not trial:
        race.slow[seat] = race.setup.slow[riders]
        race.slow_supply -= race.slow[seat]


@rule
def starters_of(race: Race, seat: int) -> int:
    """How many riders of a team start."""
    riders = 0
    for rider in range(seat * TEAM, seat * TEAM + TEAM):
        riders += race.status[rider] == Status.RIDING
    return riders


# --- the start order --------------------------------------------------------------------------------


@rule
def line_up(race: Race, trace: Ints) -> None:
    """Deal, and send the riders off in their order (C1.3, C13.3, C14.1)."""
    deal_cards(race, trace)
    kind = kind_of_stage(race)
    if kind == ROAD:
        order_riders(race, False)
        race.rounds = 1
        race.ridden += 1
        note(trace, Told.ROUND_BEGAN, 1)
        begin_order(race)
        for place in range(race.starters):
            race.order[place] = race.start_order[place]
        race.ordered = race.starters
        race.step = Step.TURN
    elif kind == SOLO:
        order_riders(race, True)
        race.step = Step.TRIAL_ROUND
    else:
        order_teams(race)
        race.step = Step.TEAM_ROUND


@rule
def order_riders(race: Race, worst_first: bool) -> None:
    """By number, one of each team in turn; later in a tour by the general classification (C1.3, C13.3)."""
    race.starters = 0
    for number in range(TEAM * race.setup.seats):
        rider = by_number(race, number)
        if race.status[rider] == Status.RIDING:
            race.start_order[race.starters] = rider
            race.starters += 1
    if race.at_stage == 0:
        return
    for place in range(1, race.starters):
        rider, at = race.start_order[place], place
        while at > 0 and ahead(race, rider, race.start_order[at - 1]) != worst_first:
            race.start_order[at] = race.start_order[at - 1]
            at -= 1
        race.start_order[at] = rider


@rule
def by_number(race: Race, place: int) -> int:
    """1, 4, 7 … 2, 5, 8 …: one rider of each team in turn (C1.3, C17.24)."""
    if race.setup.options.start_order == StartOrder.NUMBERS:
        return place
    return place % race.setup.seats * TEAM + place // race.setup.seats


@rule
def order_teams(race: Race) -> None:
    """By number; later in a tour the worst team first (C14.1)."""
    race.starters = 0
    for seat in range(race.setup.seats):
        if starters_of(race, seat) > 0:
            at = race.starters
            while race.at_stage > 0 and at > 0 and not team_ahead(race, seat, race.start_order[at - 1]):
                race.start_order[at] = race.start_order[at - 1]
                at -= 1
            race.start_order[at] = seat
            race.starters += 1
