"""From a tour's position document to a record, with everything refused that no tour can reach."""

from typing import Any

from msgspec.structs import replace

from gruppetto.games.documents import fitting, refuse
from gruppetto.games.flamme_rouge.data.road import stage as road_named
from gruppetto.games.flamme_rouge.faces.position import Position as RacePosition
from gruppetto.games.flamme_rouge.faces.position import on_road, riders_of, road_of
from gruppetto.games.flamme_rouge.faces.revive import EVERYBODY, read_cards, read_phase, trait_named
from gruppetto.games.flamme_rouge.faces.words import rider_id, rider_number
from gruppetto.games.flamme_rouge.grand_tour.faces.position import (
    NOTHING,
    Hand,
    Ridden,
    Standing,
    TourPosition,
)
from gruppetto.games.flamme_rouge.grand_tour.rules import record as t
from gruppetto.games.flamme_rouge.grand_tour.rules.classification import award_overall
from gruppetto.games.flamme_rouge.grand_tour.rules.gifts import raiser_of
from gruppetto.games.flamme_rouge.grand_tour.rules.record import Tour, TourSetup
from gruppetto.games.flamme_rouge.grand_tour.rules.stage import lay_road, line_up_at_home, plant_stage
from gruppetto.games.flamme_rouge.grand_tour.rules.tour import clear_tour
from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.flamme_rouge.rules.movement import line_up
from gruppetto.games.flamme_rouge.rules.options import SEATS, Team
from gruppetto.games.flamme_rouge.rules.traits import NO_TRAIT, lasts, raises
from gruppetto.games.vocabulary import keep
from gruppetto.kernel.record import Keys
from gruppetto.kernel.trace import NOT_RECORDING


def parse(document: Any) -> TourPosition:
    """A document as the typed position it must be."""
    return fitting(document, TourPosition)


def seats_in(position: TourPosition, teams: int) -> int:
    """As many seats as riders, hands of the draft or teams are named for."""
    riders = [*position.standings, *(position.race.riders if position.race else ())]
    named = [int(name[0]) for name in (*riders, *(position.draft or ()))]
    return max([teams, *(seat + 1 for seat in named)])


def revive(tour: Tour, position: TourPosition, setup: TourSetup, keys: Keys) -> None:
    """Put a record into the position a document describes, exactly as it stands."""
    clear_tour(tour, setup)
    tour.key[:] = keys
    tour.stage, tour.rounds = _stage(tour, position), position.rounds_before
    lay_road(tour)
    plant_stage(tour)
    for name, standing in position.standings.items():
        _read_standing(tour, name, standing)
    _check_traits(tour)
    if position.race is None:
        _read_draft(tour, position.draft)
    else:
        _read_race(tour, position.race)
    _read_history(tour, position)
    _read_points(tour, position)
    _read_raising(tour, position)


def _stage(tour: Tour, position: TourPosition) -> int:
    if position.stage > tour.plan.stages:
        refuse("stage", f"{position.stage}, but the tour has {tour.plan.stages} stages")
    if (position.race is None) == (position.draft is None):
        refuse("race, draft", "give the race of the present stage, or before the first the draft")
    return position.stage - 1


# --- riders -----------------------------------------------------------------------------------------


def _read_standing(tour: Tour, name: str, standing: Standing) -> None:
    rider = rider_number(name)
    trait = NO_TRAIT if standing.trait is None else trait_named(f"standings.{name}.trait", standing.trait)
    keep(standing, tour, rider)
    tour.active[rider] = trait if lasts(trait) else NO_TRAIT
    if standing.used and (trait == NO_TRAIT or lasts(trait)):
        refuse(f"standings.{name}.used", "they have no trait that is used once per stage (GT11)")


def _check_traits(tour: Tour) -> None:
    """A player's team has one trait at most, and there is one card of each (GT11)."""
    held = [int(trait) for trait in tour.trait if trait != NO_TRAIT]
    if held and not tour.plan.options.traits:
        refuse("standings", "riders have traits, but the option `traits` is off (GT11)")
    if len(set(held)) < len(held):
        refuse("standings", "two riders have the same trait; there is one card of each (GT11)")
    for seat in range(SEATS):
        if tour.trait[2 * seat] != NO_TRAIT and tour.trait[2 * seat + 1] != NO_TRAIT:
            refuse("standings", f"both riders of seat {seat} have a trait; a team keeps one (GT11)")
        if tour.trait[2 * seat : 2 * seat + 2].any() and tour.race.setup.team[seat] != Team.PLAYER:
            refuse("standings", f"seat {seat} is a dummy team, which drafts no trait (FR9)")


# --- the race of the stage --------------------------------------------------------------------------


def _read_race(tour: Tour, position: RacePosition) -> None:
    race = tour.race
    if road_named(position.stage).letters != road_of(race).letters:
        refuse("race.stage", f"{position.stage!r} is not the present stage of the tour")
    if position.options:
        refuse("race.options", "a tour's options are its own, not its race's")
    home = _home(tour)
    for name in EVERYBODY[: len(riders_of(race))]:
        if name not in position.riders:
            refuse("race.riders", f"{name} is left out; in a tour everybody rides")
    read_cards(race, _at_home(tour, position, home))
    _check_shown(tour)
    if len(home) == 2 * race.setup.seats:
        tour.phase, race.phase = t.TourPhase.OVER, r.Phase.FINISHED
    else:
        read_phase(race, position, home)
    _read_arrivals(tour, home)
    if race.phase == r.Phase.FINISHED and tour.phase != t.TourPhase.OVER:
        refuse("race.riders", "whoever is past the line is home and stands on no square (GT3)")
    if race.phase == r.Phase.PLACEMENT and home:
        refuse("race.riders", "nobody is home before everybody is placed (GT3)")
    line_up(race)
    line_up_at_home(tour)


def _home(tour: Tour) -> list[int]:
    """The riders who have crossed: they are the first so many of the stage."""
    places = {int(tour.place[rider]): rider for rider in riders_of(tour.race) if tour.place[rider]}
    tour.home = int((tour.place[: 2 * tour.race.setup.seats] > 0).sum())
    if sorted(places) != list(range(1, tour.home + 1)):
        refuse("standings", "the places of those who are home must be 1, 2, 3 and so on (GT3)")
    if tour.home == 2 * tour.race.setup.seats and tour.stage + 1 < tour.plan.stages:
        refuse("standings", "everybody is home, so the next stage has begun (GT3)")
    return list(places.values())


def _at_home(tour: Tour, position: RacePosition, home: list[int]) -> RacePosition:
    """The race with empty decks for those who are home, where nothing else is said."""
    riders = dict(position.riders)
    for number in home:
        name, rider = rider_id(number), riders[rider_id(number)]
        if rider.square is not None or rider.hand or rider.played is not None:
            refuse(f"race.riders.{name}", "they are home, so they have no square, hand or card (GT3)")
        cards = set(rider.deck or {}) | set(rider.recycled or {})
        if cards - {"X"} and tour.race.setup.team[number // 2] == Team.PLAYER:
            refuse(f"race.riders.{name}", "they are home, and only their exhaustion counts (GT8)")
        if rider.deck is None:
            riders[name] = replace(rider, deck={})
    rounds = 2 if position.round is None and home else position.round
    return replace(position, riders=riders, round=rounds)


def _read_arrivals(tour: Tour, home: list[int]) -> None:
    """When and how those came home; left out, in the last round and one square past the line (GT3, GT4)."""
    latest_round = int(tour.race.rounds) - (tour.phase != t.TourPhase.OVER)
    for rider in home:
        tour.crossed[rider] = tour.crossed[rider] or latest_round
        tour.past[rider] = tour.past[rider] or 1
        bonus = t.ROW * (tour.place[rider] <= 2)
        tour.gain[rider] = tour.gain[rider] or t.ROW * tour.past[rider] + bonus
        if tour.crossed[rider] > latest_round:
            over = f"whoever is home crossed in a round that is over, {latest_round} at the latest (GT3)"
            refuse(f"standings.{rider_id(rider)}.crossed", f"{tour.crossed[rider]}, but {over}")


def _check_shown(tour: Tour) -> None:
    """A played card may be shown to another player, if the option is on (GT12)."""
    for rider in riders_of(tour.race):
        to = int(tour.shown[rider])
        if to == r.NOBODY:
            continue
        if not tour.plan.options.cooperation or tour.race.played[rider] == r.NO_CARD:
            refuse(f"standings.{rider_id(rider)}.shown_to", "there is no card to be shown (GT12)")
        if to == rider // 2 or to >= tour.race.setup.seats or tour.race.setup.team[to] != Team.PLAYER:
            refuse(f"standings.{rider_id(rider)}.shown_to", f"seat {to} is no opponent’s (GT12)")


def _read_raising(tour: Tour, position: TourPosition) -> None:
    if position.raising is None:
        return
    if tour.race.phase != r.Phase.ENERGY or any(tour.race.played != r.NO_CARD) or any(tour.race.hand):
        refuse("raising", "cards are raised between the reveal and the movement (GT11)")
    for name, answer in position.raising.items():
        seat, rider = int(name), int(raiser_of(tour, int(name)))
        if not raises(tour.trait[rider]) or tour.used[rider] or not on_road(tour.race, rider):
            refuse(f"raising.{name}", "this team has nobody on the road who can raise (GT11)")
        if tour.race.revealed[rider] == r.NO_CARD:
            refuse(f"raising.{name}", f"{rider_id(rider)} has revealed no card")
        tour.asked |= 1 << seat
        tour.owing |= (answer is None) << seat
        tour.active[rider] = tour.trait[rider] if answer else NO_TRAIT
    if tour.owing == 0:
        refuse("raising", "everybody has answered, so the riders have moved on (GT11)")
    tour.phase = t.TourPhase.RAISING


# --- the draft, the book ----------------------------------------------------------------------------


def _read_draft(tour: Tour, draft: dict[str, Hand] | None) -> None:
    tour.phase = t.TourPhase.DRAFT
    if not tour.plan.options.traits or tour.stage > 0:
        refuse("draft", "traits are drafted before the first stage, if the option is on (GT11)")
    for name, hand in (draft or {}).items():
        seat = int(name)
        offered = [trait_named(f"draft.{name}.offered", trait) for trait in hand.offered]
        tour.offered[2 * seat : 2 * seat + 2] = offered
        tour.choice[seat] = _choice(name, hand, offered)
    cards = [int(card) for card in tour.offered if card != NO_TRAIT]
    if len(set(cards)) < len(cards):
        refuse("draft", "a card is offered twice; there is one of each (GT11)")
    for seat in range(tour.race.setup.seats):
        if tour.race.setup.team[seat] == Team.PLAYER:
            if tour.offered[2 * seat] == NO_TRAIT:
                refuse("draft", f"seat {seat} has drawn no cards; every player draws two (GT11)")
            tour.owing |= (tour.choice[seat] == t.UNDECIDED) << seat
    if tour.owing == 0:
        refuse("draft", "everybody has chosen, so the first stage has begun (GT11)")


def _choice(name: str, hand: Hand, offered: list[int]) -> int:
    if hand.keeps is None:
        return t.UNDECIDED
    if hand.keeps == NOTHING:
        return t.TourAction.KEEP_NOTHING
    trait = trait_named(f"draft.{name}.keeps", hand.keeps)
    if trait not in offered or hand.rider is None:
        refuse(f"draft.{name}", "a player keeps one of the two cards for one of their riders (GT11)")
    return t.TourAction.KEEP + 2 * (trait - 1) + "SR".index(hand.rider)


def _read_history(tour: Tour, position: TourPosition) -> None:
    over = tour.stage + (tour.phase == t.TourPhase.OVER)
    if len(position.history) != over:
        refuse("history", f"{over} stages are over, but {len(position.history)} are told of")
    for number, ridden in enumerate(position.history):
        _read_ridden(tour, number, ridden)
    for place, name in enumerate(position.history[-1].finish if over else (), start=1):
        tour.latest[rider_number(name)] = place


def _read_ridden(tour: Tour, number: int, ridden: Ridden) -> None:
    everybody = EVERYBODY[: len(riders_of(tour.race))]
    if sorted(ridden.finish) != sorted(everybody) or set(ridden.times) != set(everybody):
        refuse(f"history[{number}]", "everybody finishes a stage and has a time after it (GT3)")
    for place, name in enumerate(ridden.finish):
        tour.finishers[number * r.RIDERS + place] = rider_number(name)
    for name, time in ridden.times.items():
        tour.clock[number * r.RIDERS + rider_number(name)] = t.OUT if time is None else time


def _read_points(tour: Tour, position: TourPosition) -> None:
    """The tour points; left out, those that were earned (GT2)."""
    for name, points in position.points.items():
        if int(name) >= tour.race.setup.seats:
            refuse(f"points.{name}", "there is no such seat in this tour")
        tour.points[int(name)] = points
    if not position.points:
        for ridden in position.history:
            for place, name in enumerate(ridden.finish[: t.POINTS]):
                tour.points[rider_number(name) // 2] += t.POINTS - place
        if tour.phase == t.TourPhase.OVER:
            award_overall(tour, NOT_RECORDING)
