"""The options of a race, from the reader's words to the record's numbers and back."""

from functools import cache
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from msgspec import Meta

from gruppetto.errors import BadOption
from gruppetto.games.due_ruote.data.sets import (
    CARD_NAMES,
    MARKERS,
    Components,
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
from gruppetto.games.game import Json
from gruppetto.kernel.record import Records, duplicate

Seat = Annotated[int, Meta(ge=0, lt=c.SEATS)]
TIME_TRIAL = "TT"


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a race of Due Ruote is set up."""

    teams: Annotated[
        Literal["draft", "ready"],
        Meta(description="Players draft their riders, or take ready teams in the order of the seats (Z5.2)."),
    ] = "draft"
    route: Annotated[
        str,
        Meta(
            description="'choose': the players choose ten cards; or a stage, or terrain letters (Z5.4).",
            max_length=80,
        ),
    ] = "choose"
    first: Annotated[
        Literal["random"] | Seat, Meta(description="The seat that drafts and plans first (Z5.1).")
    ] = "random"
    start_first: Annotated[
        Literal["random", "same"] | Seat,
        Meta(description="Who begins the start turn: drawn again, or the same as before (Z13.6)."),
    ] = "random"
    delay: Annotated[
        Literal["open", "printed"],
        Meta(description="Riders fall back as far as they must, or stay in the third delay sector (Z13.2)."),
    ] = "open"
    excess: Annotated[
        Literal["forbidden", "allowed"],
        Meta(description="Whether own actions may push a rider beyond his fatigue limit (Z13.3)."),
    ] = "forbidden"
    sprint_minimum: Annotated[
        bool, Meta(description="Three special tokens, if left, must be spent in the sprint (Z13.4).")
    ] = False
    last_activity: Annotated[
        Literal["any", "paid"],
        Meta(description="Whether a control of the head counts as the last activity (Z13.7)."),
    ] = "any"
    wear_down: Annotated[
        Literal["opponents", "anybody"],
        Meta(description="Whose rider a small wear-down may be aimed at (Z13.8)."),
    ] = "opponents"
    company: Annotated[
        Literal["joiners", "everybody"],
        Meta(description="Who pays 2 instead of 3 when a speed-up finds company (Z13.9)."),
    ] = "joiners"
    respond_from: Annotated[
        Literal["head", "peloton"],
        Meta(description="From where riders help or obstruct in a pace or break challenge (Z13.11)."),
    ] = "head"
    forced_refund: Annotated[
        bool, Meta(description="Forced drops take one fatigue off for every sector (Z13.13).")
    ] = False
    pace_unanimous: Annotated[
        bool, Meta(description="An unopposed pace rises only if all performers' owners want it (Z13.14).")
    ] = False
    join_as_performer: Annotated[
        bool, Meta(description="Others may perform too in go to the head and break away (Z13.15).")
    ] = False
    break_depth: Annotated[
        Literal["together", "each"],
        Meta(description="One number of sectors for all performers of an owner, or one for each (Z13.16)."),
    ] = "together"
    fatigue: Annotated[
        Literal["net", "in-steps"],
        Meta(description="Terrain and speed are added up first, or applied one by one (Z13.17)."),
    ] = "net"
    sprint_columns: Annotated[
        Literal["sprinters", "everybody"],
        Meta(description="Ten sprinters, or ten riders with their helpers, have room in a sprint (Z13.18)."),
    ] = "sprinters"
    route_pile: Annotated[
        Literal["open", "covered"],
        Meta(description="The cards of the route to come lie open, or must be remembered (Z13.5)."),
    ] = "open"
    challenge_price: Annotated[
        Literal["riders", "fee"],
        Meta(description="A challenge costs its riders, or a fee besides (Z13.19)."),
    ] = "riders"
    tie: Annotated[
        Literal["succeeds", "fails"],
        Meta(description="What becomes of a challenge with two equal sides (Z13.20)."),
    ] = "succeeds"
    easy_road: Annotated[
        Literal["rests", "carries"],
        Meta(description="Relief beyond 5 is only relief, or carries a rider sectors ahead (Z13.21)."),
    ] = "rests"
    sheet: Annotated[
        Literal["two-sided", "one-sided"],
        Meta(description="Obstructers take the fatigue of their own side, or that of the right (Z13.22)."),
    ] = "two-sided"
    control_keeps_pawn: Annotated[
        bool, Meta(description="After a control its starter keeps the pawn (Z13.24).")
    ] = False
    own_bunch_empty: Annotated[
        bool, Meta(description="Break 1 must send riders when one's own part of the bunch is empty (Z13.25).")
    ] = False
    sprint_lineup_choice: Annotated[
        bool, Meta(description="The first player may also line up last (Z13.26).")
    ] = False
    passed_may_perform: Annotated[
        bool, Meta(description="Who has passed may still perform in a pace challenge (Z13.27).")
    ] = False
    advanced: Annotated[
        bool,
        Meta(description="The advanced game: 25 fatigue, summits, flying sprints and the feed zone (Z11)."),
    ] = False
    events: Annotated[
        bool,
        Meta(
            description="In the advanced game special tokens go on event cards and bring on misfortunes; "
            "the basic game has none (Z11.4)."
        ),
    ] = True
    stages: Annotated[
        str,
        Meta(
            description="A race of up to nine stages, in the advanced game: names or letters, and TT for a "
            "time trial, with commas between them (Z11.5, Z11.6).",
            max_length=300,
        ),
    ] = ""
    own_set: Annotated[
        Components | None, Meta(description="An owner's own components; see `read_set` (Z12).")
    ] = None


# How the words of an option are numbers in a setup: the option, the field, and the number of each word.
WORDS: dict[str, tuple[str, dict[str, int]]] = {
    "teams": ("drafting", {"draft": 1, "ready": 0}),
    "delay": ("floor", {"open": c.NO_FLOOR, "printed": c.LAST_DELAY}),
    "excess": ("free_excess", {"forbidden": 0, "allowed": 1}),
    "last_activity": ("control_is_nothing", {"any": 0, "paid": 1}),
    "wear_down": ("wear_anybody", {"opponents": 0, "anybody": 1}),
    "company": ("cheap_company", {"joiners": 0, "everybody": 1}),
    "respond_from": ("whole_peloton", {"head": 0, "peloton": 1}),
    "break_depth": ("depth_each", {"together": 0, "each": 1}),
    "fatigue": ("in_steps", {"net": 0, "in-steps": 1}),
    "route_pile": ("covered_route", {"open": 0, "covered": 1}),
    "challenge_price": ("challenge_fee", {"riders": 0, "fee": 1}),
    "tie": ("tie_fails", {"succeeds": 0, "fails": 1}),
    "easy_road": ("road_carries", {"rests": 0, "carries": 1}),
    "sheet": ("one_sided", {"two-sided": 0, "one-sided": 1}),
    "sprint_columns": ("helpers_take_columns", {"sprinters": 0, "everybody": 1}),
}
SWITCHES = {
    "advanced": "advanced",
    "sprint_minimum": "sprint_minimum",
    "forced_refund": "forced_refund",
    "pace_unanimous": "pace_unanimous",
    "join_as_performer": "join_as_performer",
    "control_keeps_pawn": "control_keeps_pawn",
    "own_bunch_empty": "own_bunch_empty",
    "sprint_lineup_choice": "lineup_choice",
    "passed_may_perform": "passed_may_perform",
}
SEAT_WORDS = {"random": c.RANDOM_SEAT, "same": c.SAME_SEAT}


def setup_of(options: Options, seats: int) -> Records:
    """The options as the one-record array that `deal` reads; refuses what does not go together."""
    components = _components(options)
    record = _with_set(components) if options.own_set else duplicate(_ours())
    setup = record[0]
    setup.seats, setup.most_fatigue = seats, c.FATIGUE_ADVANCED if options.advanced else c.FATIGUE
    for option, (field, numbers) in WORDS.items():
        setup[field] = numbers[getattr(options, option)]
    for option, field in SWITCHES.items():
        setup[field] = getattr(options, option)
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


def _deal_teams(setup: Any, options: Options, components: Components, seats: int) -> None:
    """Cards enough to draft from, or the ready teams (Z5.2)."""
    if options.teams == "draft" and len(components.riders) < c.TEAM * seats:
        raise BadOption(
            f"own_set: {len(components.riders)} rider cards are too few; "
            f"{seats} teams draft {c.TEAM * seats}."
        )
    setup.team_card[:] = c.NO_CARD
    if options.teams == "ready":
        cards = ready_teams(components, seats)
        if len(cards) < c.TEAM * seats:
            raise BadOption(
                f"teams: there are {len(cards) // c.TEAM} ready teams of {c.TEAM} riders, not {seats}; "
                "use 'draft', or name more teams in riders.toml."
            )
        setup.team_card[: len(cards)] = cards


def _lay_route(setup: Any, options: Options, components: Components) -> None:
    """A ready route, or ten cards to choose (Z5.4)."""
    if options.route == "choose":
        setup.planning, setup.turns, setup.route_cards = 1, c.TURNS, c.TURNS
        return
    route = route_of(options.route, components)
    cards = [CARD_NAMES.index(card) for card in route if options.advanced or card not in MARKERS]
    setup.turns, setup.route_cards = len(terrains_of(route)), len(cards)
    setup.planned[: len(cards)] = cards


def _lay_stages(setup: Any, options: Options, components: Components) -> None:
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


def stages_in(setup: Any) -> list[str]:
    """The stages of a race of several, as they are written."""
    routes = [setup.stage_route[n][: int(setup.stage_cards[n])] for n in range(int(setup.stages))]
    return [route_text(list(map(int, route))) or TIME_TRIAL for route in routes]


def options_in(setup: Any) -> Json:
    """The options a setup came from, as far as they are not the usual ones."""
    usual = Options()
    options: Json = {}
    for option, (field, numbers) in WORDS.items():
        word = {number: word for word, number in numbers.items()}[int(setup[field])]
        if word != getattr(usual, option):
            options[option] = word
    options.update({option: True for option, field in SWITCHES.items() if setup[field]})
    if setup.advanced and not setup.event_cards:
        options["events"] = False
    for option in ("first", "start_first"):
        if setup[option] != c.RANDOM_SEAT:
            seat = int(setup[option])
            options[option] = "same" if seat == c.SAME_SEAT else seat
    if setup.stages:
        options["stages"] = ", ".join(stages_in(setup))
    elif not setup.planning:
        options["route"] = route_text(setup.planned[: int(setup.route_cards)].tolist())
    if own := _own_set_in(setup):
        options["own_set"] = own
    return options


def _own_set_in(setup: Any) -> Json | None:
    """The components, where they are not ours."""
    ours = _ours()[0]
    if all(np.array_equal(setup[field], ours[field]) for field in COMPONENTS):
        return None
    components: Json = msgspec.to_builtins(_with_teams(set_in(setup), setup))
    return components


COMPONENTS = (
    "cards", "card_id", "worth", "speed", "sprint", "trial", "base_speed", "inside", "outside",
    "right_slots", "left_slots", "top_speed",
)  # fmt: skip


def _with_teams(components: Components, setup: Any) -> Components:
    """Ready teams named by their seat, so that the document deals the same ones."""
    riders = list(components.riders)
    for rider, card in enumerate(setup.team_card):
        if card != c.NO_CARD:
            riders[card] = msgspec.structs.replace(riders[card], team=f"seat {rider // c.TEAM}")
    return msgspec.structs.replace(components, riders=tuple(riders))
