"""Before the start: the draft of the teams and the choice of the route (Z5)."""

from gruppetto.games.due_ruote.rules.codes import (
    NO_CARD,
    SETUP_STREAM,
    TEAM,
    TEAM_VALUE,
    TERRAINS,
    Action,
    Step,
    Told,
)
from gruppetto.games.due_ruote.rules.options import Teams
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.games.due_ruote.rules.stages import first_step
from gruppetto.kernel.chance import chance, share
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note


@rule
def prepare(race: Race) -> None:
    """Draw who begins, lay out ready teams and a ready route (Z5.1, Z5.2, Z5.4)."""
    setup = race.setup
    race.first = setup.first
    if race.first < 0:
        race.first, _ = share(chance(race, SETUP_STREAM), setup.seats)
    if setup.options.teams == Teams.READY:
        for rider in range(TEAM * setup.seats):
            race.card[rider] = setup.team_card[rider]
    if not setup.planning:
        for card in range(setup.route_cards):
            race.route[card] = setup.planned[card]
        race.planned = setup.route_cards


@rule
def riders_drafted(race: Race) -> int:
    """How many rider cards have been taken by all players."""
    taken = 0
    for rider in range(TEAM * race.setup.seats):
        taken += race.card[rider] != NO_CARD
    return taken


@rule
def next_pick(race: Race) -> None:
    """One card each per round, from the first player; then the route is chosen (Z5.2)."""
    taken = riders_drafted(race)
    if taken == TEAM * race.setup.seats:
        race.step = Step.ROUTE
    else:
        race.decider = (race.first + taken) % race.setup.seats


@rule
def next_terrain(race: Race) -> None:
    """One terrain each, from the first player, until the route is complete (Z5.4)."""
    if race.planned == race.setup.route_cards:
        race.step = first_step(race)
    else:
        race.decider = (race.first + race.planned) % race.setup.seats


@rule
def points_left(race: Race, seat: int) -> int:
    """What a team may still cost (Z5.2)."""
    points = TEAM_VALUE
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        if race.card[rider] != NO_CARD:
            points -= race.setup.worth[race.card[rider]]
    return points


@rule
def empty_places(race: Race, seat: int) -> int:
    """How many riders a team still lacks."""
    lacking = 0
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        lacking += race.card[rider] == NO_CARD
    return lacking


@rule
def taken_cards(race: Race) -> int:
    """The cards that have been drafted, as bits."""
    taken = 0
    for rider in range(TEAM * race.setup.seats):
        if race.card[rider] != NO_CARD:
            taken |= 1 << race.card[rider]
    return taken


@rule
def legal_picks(race: Race, seat: int, out: Ints) -> int:
    """Cards that leave a point for each empty place; if there are none, the cheapest (Z5.2)."""
    most = points_left(race, seat) - (empty_places(race, seat) - 1)
    found = picks_up_to(race, most, out)
    while found == 0:
        most += 1
        found = picks_up_to(race, most, out)
    return found


@rule
def picks_up_to(race: Race, most: int, out: Ints) -> int:
    """The untaken cards of at most this value."""
    found, taken = 0, taken_cards(race)
    for card in range(race.setup.cards):
        if race.setup.worth[card] <= most and taken >> card & 1 == 0:
            out[found] = Action.CARD + card
            found += 1
    return found


@rule
def draft(race: Race, seat: int, card: int, trace: Ints) -> None:
    """Take a card; it is bound to the rider with the next number (Z5.2, Z5.3)."""
    rider = TEAM * seat + TEAM - empty_places(race, seat)
    race.card[rider] = card
    note(trace, Told.DRAFTED, rider, card, race.setup.card_id[card])


@rule
def legal_terrains(out: Ints) -> int:
    """Any terrain, however often (Z5.4)."""
    for terrain in range(TERRAINS):
        out[terrain] = Action.TERRAIN + terrain
    return TERRAINS


@rule
def plan(race: Race, seat: int, terrain: int, trace: Ints) -> None:
    """The next card of the route (Z5.4)."""
    race.route[race.planned] = terrain
    race.planned += 1
    note(trace, Told.PLANNED, seat, terrain, race.planned)
