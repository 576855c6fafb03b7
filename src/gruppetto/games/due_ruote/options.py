"""From the options of a race to its setup record and back, as far as names alone do not say how."""

from functools import cache

import msgspec
import numpy as np

from gruppetto.errors import BadOption
from gruppetto.games.due_ruote.data.sets import (
    CARD_NAMES,
    MARKERS,
    fault_of,
    our_set,
    ready_teams,
    route_of,
    route_text,
    set_in,
    terrains_of,
    write_set,
)
from gruppetto.games.due_ruote.rules import codes as c
from gruppetto.games.due_ruote.rules import record as r
from gruppetto.games.due_ruote.rules.components import Components
from gruppetto.games.due_ruote.rules.options import Delay, Options, Teams
from gruppetto.games.due_ruote.rules.record import Setup
from gruppetto.games.game import Json
from gruppetto.games.vocabulary import read_numbers, unusual, write_numbers
from gruppetto.kernel.record import Records, duplicate

TIME_TRIAL = "TT"
SEAT_WORDS = {"random": c.RANDOM_SEAT, "same": c.SAME_SEAT}


def setup_of(options: Options, seats: int) -> Records:
    """The options as the one-record array that `deal` reads; refuses what does not go together."""
    components = _components(options)
    record = _with_set(components) if options.own_set else duplicate(_ours())
    setup = record[0]
    write_numbers(options, setup.options)
    setup.seats, setup.most_fatigue = seats, c.FATIGUE_ADVANCED if options.advanced else c.FATIGUE
    setup.floor = c.LAST_DELAY if options.delay == Delay.PRINTED else c.NO_FLOOR
    setup.event_cards = options.advanced and options.events
    setup.first = _seat("first", options.first, seats)
    setup.start_first = _seat("start_first", options.start_first, seats)
    _deal_teams(setup, options, components, seats)
    if options.stages:
        _lay_stages(setup, options, components)
    else:
        _lay_route(setup, options, components)
    return record


def _with_set(components: Components) -> Records:
    """A setup with nothing in it but a set of components."""
    record = np.zeros(1, r.SETUP)
    write_set(record[0], components)
    return record


@cache
def _ours() -> Records:
    return _with_set(our_set())


def _components(options: Options) -> Components:
    if options.own_set is None:
        return our_set()
    if fault := fault_of(options.own_set):
        raise BadOption(f"own_set: {fault}.")
    return options.own_set


def _seat(option: str, asked: int | str, seats: int) -> int:
    if isinstance(asked, str):
        return SEAT_WORDS[asked]
    if asked >= seats:
        raise BadOption(f"{option}: there is no seat {asked}; seats are 0 to {seats - 1}.")
    return asked


def _deal_teams(setup: Setup, options: Options, components: Components, seats: int) -> None:
    """Cards enough to draft from, or the ready teams (Z5.2)."""
    if options.teams == Teams.DRAFT and len(components.riders) < c.TEAM * seats:
        raise BadOption(
            f"own_set: {len(components.riders)} rider cards are too few; "
            f"{seats} teams draft {c.TEAM * seats}."
        )
    setup.team_card[:] = c.NO_CARD
    if options.teams == Teams.READY:
        cards = ready_teams(components, seats)
        if len(cards) < c.TEAM * seats:
            raise BadOption(
                f"teams: there are {len(cards) // c.TEAM} ready teams of {c.TEAM} riders, not {seats}; "
                "use 'draft', or name more teams in riders.toml."
            )
        setup.team_card[: len(cards)] = cards


def _lay_route(setup: Setup, options: Options, components: Components) -> None:
    """A ready route, or ten cards to choose (Z5.4)."""
    if options.route == "choose":
        setup.planning, setup.turns, setup.route_cards = 1, c.TURNS, c.TURNS
        return
    route = route_of(options.route, components)
    cards = [CARD_NAMES.index(card) for card in route if options.advanced or card not in MARKERS]
    setup.turns, setup.route_cards = len(terrains_of(route)), len(cards)
    setup.planned[: len(cards)] = cards


def _lay_stages(setup: Setup, options: Options, components: Components) -> None:
    """The cards of every stage; a time trial has none (Z11.5, Z11.6)."""
    if not options.advanced:
        raise BadOption("stages: several stages belong to the advanced game; set 'advanced' too (Z11.5).")
    if options.route != "choose":
        raise BadOption("route: a race of several stages has its routes in 'stages'; leave it out (Z11.5).")
    names = [name.strip() for name in options.stages.split(",")]
    if len(names) > c.STAGES:
        raise BadOption(f"stages: {len(names)} stages; there are {c.STAGES} at most (Z11.5).")
    setup.stages = len(names)
    for stage, name in enumerate(names):
        route = [] if name == TIME_TRIAL else route_of(name, components)
        cards = [CARD_NAMES.index(card) for card in route]
        setup.stage_turns[stage], setup.stage_cards[stage] = len(terrains_of(route)), len(cards)
        setup.stage_route[stage, : len(cards)] = cards
    setup.turns, setup.route_cards = setup.stage_turns[0], setup.stage_cards[0]
    setup.planned[:] = setup.stage_route[0]


def stages_in(setup: Setup) -> list[str]:
    """The stages of a race of several, as they are written."""
    routes = zip(setup.stage_route[: setup.stages], setup.stage_cards, strict=False)
    return [route_text(route[:cards]) or TIME_TRIAL for route, cards in routes]


def options_in(setup: Setup) -> Json:
    """The options a setup came from, as far as they are not the usual ones."""
    options = unusual(Options(**read_numbers(Options, setup.options)))
    for option in ("first", "start_first"):
        if getattr(setup, option) != c.RANDOM_SEAT:
            seat = getattr(setup, option)
            options[option] = "same" if seat == c.SAME_SEAT else seat
    if setup.stages:
        options["stages"] = ", ".join(stages_in(setup))
    elif not setup.planning:
        options["route"] = route_text(setup.planned[: setup.route_cards])
    if own := _own_set_in(setup):
        options["own_set"] = own
    return options


def _own_set_in(setup: Setup) -> Json | None:
    """The components, where they are not ours."""
    ours = _ours()[0]
    if all(np.array_equal(getattr(setup, field), ours[field]) for field in COMPONENTS):
        return None
    components: Json = msgspec.to_builtins(_with_teams(set_in(setup), setup))
    return components


COMPONENTS = (
    "cards", "card_id", "worth", "speed", "sprint", "trial", "base_speed", "inside", "outside",
    "right_slots", "left_slots", "top_speed",
)  # fmt: skip


def _with_teams(components: Components, setup: Setup) -> Components:
    """Ready teams named by their seat, so that the document deals the same ones."""
    riders = list(components.riders)
    for rider, card in enumerate(setup.team_card):
        if card != c.NO_CARD:
            riders[card] = msgspec.structs.replace(riders[card], team=f"seat {rider // c.TEAM}")
    return msgspec.structs.replace(components, riders=tuple(riders))
