"""Setting up: an empty road, and the options a race carries with it (C1.1)."""

from gruppetto.games.etapa.rules.cards import EMPTY
from gruppetto.games.etapa.rules.codes import Ask, Step
from gruppetto.games.etapa.rules.record import (
    NO_CLASS,
    NOBODY,
    RIDERS,
    SEATS,
    Race,
    Setup,
)
from gruppetto.games.etapa.rules.start import clear_road
from gruppetto.kernel.chance import plant
from gruppetto.kernel.record import Keys
from gruppetto.kernel.rule import rule


@rule
def deal(race: Race, setup: Setup, keys: Keys) -> None:
    """Before a tour every player names their rider under 25; for a single stage the flag drops (C1.1)."""
    plant(race, keys)
    race.setup = setup
    clear(race)
    if race.setup.stages > 1:
        race.ask, race.owing = Ask.YOUNG, (1 << race.setup.seats) - 1
    else:
        race.ask, race.owing = Ask.START, 1


@rule
def clear(race: Race) -> None:
    """Nothing has been ridden yet."""
    race.scripted = race.at_stage = race.ridden = race.falls = race.missed = 0
    for entry in range(len(race.script)):
        race.script[entry] = 0
    for seat in range(SEATS):
        race.young[seat], race.team_time[seat], race.total[seat] = NOBODY, 0, 0
        race.hand[seat] = race.shown[seat] = race.doubt[seat] = EMPTY
        race.slow[seat] = 0
    for rider in range(RIDERS):
        race.time[rider] = race.placings[rider] = race.last_place[rider] = race.wins[rider] = 0
        race.points[rider] = race.mountains[rider] = race.summits[rider] = race.gone[rider] = 0
        race.jersey[rider] = 0
    race.ordered, race.turn = 0, -1
    race.peloton_front = race.peloton_rear = race.slow_supply = 0
    race.contest = race.thrown = race.declined = race.bidder = race.bid = race.settling = 0
    race.contest_for, race.class_now = -1, NO_CLASS
    race.pile[0] = EMPTY
    race.ask, race.owing, race.step = Ask.NOTHING, 0, Step.STAGE
    clear_road(race)
