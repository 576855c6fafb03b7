"""Before the throw: what a rider does this turn (C2, C3.4, C19)."""

from gruppetto.games.etapa.rules.cards import EMPTY, breakaway_rounds, copies, lay_down, may_swap, offer_cards
from gruppetto.games.etapa.rules.cars import announce, may_announce
from gruppetto.games.etapa.rules.codes import Action, Ask, Sky, Step, Told
from gruppetto.games.etapa.rules.dice import question, throw
from gruppetto.games.etapa.rules.injuries import may_wait
from gruppetto.games.etapa.rules.movement import cobbled, level
from gruppetto.games.etapa.rules.options import SlipstreamBonus
from gruppetto.games.etapa.rules.record import (
    BY_CARD,
    BY_GROUND,
    DESCENT_LEVEL,
    KINDS,
    TEAM,
    Race,
)
from gruppetto.games.etapa.rules.ride import offer_bonus
from gruppetto.games.etapa.rules.slipstream import anyone_to_follow, copied, offer_leaders
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note


@rule
def plan(race: Race) -> None:
    """Ask what a rider does; where they can only throw, they throw (C19)."""
    rider, seat = race.rider, race.rider // TEAM
    open_cards = race.hand[seat] != EMPTY and (may_use_card(race, rider) or may_swap(race, seat))
    on_the_road = may_announce(race, rider) or may_wait(race, rider) or anyone_to_follow(race, rider)
    if race.second_turn or open_cards or on_the_road:
        question(race, seat, Ask.PLAN)
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
    out[0], found = Action.ROLL, 1
    if may_use_card(race, rider):
        found = offer_cards(race.hand[seat], Action.SPRINT, out, found)
        for kind in range(1, KINDS, 2):
            if copies(race.hand[seat], kind) > 0:
                out[found] = Action.BREAK + kind
                found += 1
    if race.second_turn:
        out[found] = Action.PASS
        found += 1
    else:
        found = offer_leaders(race, rider, out, found)
        if may_announce(race, rider):
            out[found] = Action.CAR
            found += 1
        if may_wait(race, rider):
            out[found] = Action.WAIT
            found += 1
    if may_swap(race, seat):
        found = offer_cards(race.hand[seat], Action.SWAP, out, found)
    return found


@rule
def roll(race: Race) -> None:
    """Throw the die for a move (C1.8)."""
    rider = race.rider
    here = race.field[rider]
    race.breaking = breaks(race, race.tokens[rider])
    if cobbled(race, here) or (race.sky == Sky.RAIN and level(race, here) == DESCENT_LEVEL):
        race.risk |= BY_GROUND
    throw(race, rider, Step.ROLLED)


@rule
def breaks(race: Race, tokens: int) -> bool:
    """Whether so many rounds of breakaway make the rider on turn faster: not on cobbles (C2.5, C11.2)."""
    return tokens > 0 and not cobbled(race, race.field[race.rider])


@rule
def sprint(race: Race, kind: int, trace: Ints) -> None:
    """Announce a sprint (C2.2)."""
    lay_down(race, race.rider // TEAM, kind)
    race.card, race.risk = kind, BY_CARD
    race.used[race.rider] += 1
    note(trace, Told.SPRINTED, race.rider, kind)
    roll(race)


@rule
def break_away(race: Race, kind: int, trace: Ints) -> None:
    """Announce a breakaway: as many tokens as rounds (C2.5)."""
    lay_down(race, race.rider // TEAM, kind)
    race.tokens[race.rider], race.risk = breakaway_rounds(kind), BY_CARD
    race.used[race.rider] += 1
    note(trace, Told.BROKE_AWAY, race.rider, kind, race.tokens[race.rider])
    roll(race)


@rule
def follow(race: Race, leader: int, trace: Ints) -> None:
    """Copy a leader's move instead of throwing (C3.4)."""
    rider = race.rider
    race.following = leader
    race.followers[leader] += 1
    race.reach = copied(race, rider, leader)
    race.shaken[rider] = 0
    note(trace, Told.FOLLOWED, rider, leader, race.reach)
    race.step = Step.ADJUST
    if race.setup.options.slipstream_bonus == SlipstreamBonus.KEPT:
        offer_bonus(race)


@rule
def call_for_food(race: Race, trace: Ints) -> None:
    """Announce car feeding: no throw, so no danger of an injury (C7.1, C8.2)."""
    announce(race, race.rider, trace)
    race.shaken[race.rider] = 0
    race.tokens[race.rider] = max(0, race.tokens[race.rider] - 1)
    race.step = Step.TURN


@rule
def stand_and_wait(race: Race, trace: Ints) -> None:
    """Let the turn go by for an injured team-mate (C7.5)."""
    note(trace, Told.WAITED, race.rider)
    race.shaken[race.rider] = 0
    race.tokens[race.rider] = max(0, race.tokens[race.rider] - 1)
    race.step = Step.TURN
