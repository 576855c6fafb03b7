"""What a seat may know of a race."""

import functools

import msgspec

from gruppetto.games.due_ruote.data.sets import CARD_NAMES, TERRAIN_LETTERS, card_in, our_set, unpack_id
from gruppetto.games.due_ruote.faces.names import ACTIVITIES, EVENTS, STEPS, TEAMS, rider_id
from gruppetto.games.due_ruote.faces.position import (
    SEAT,
    Challenge,
    Column,
    Control,
    Position,
    Rider,
    Team,
    on_sheet,
    subject,
)
from gruppetto.games.due_ruote.faces.previews import Reckoned
from gruppetto.games.due_ruote.faces.standings import (
    classification,
    jerseys,
    riders_of,
    stages_view,
    turn_retired,
    where,
)
from gruppetto.games.due_ruote.rules import codes as c
from gruppetto.games.due_ruote.rules.codes import Step
from gruppetto.games.due_ruote.rules.components import RiderCard
from gruppetto.games.due_ruote.rules.options import RoutePile
from gruppetto.games.due_ruote.rules.record import Race, Setup
from gruppetto.games.due_ruote.rules.sprint import worth
from gruppetto.games.game import Json, bits
from gruppetto.games.vocabulary import told

LIMITS = {
    "team_value": c.TEAM_VALUE,
    "team": c.TEAM,
    "effort": c.MOST_EFFORT,
    "spaces": c.SPACES,
    "sector_seconds": c.SECTOR_SECONDS,
}


def public_view(race: Race, worked_out: Reckoned) -> Json:
    """What lies open on the table."""
    step = race.step
    return {
        "game": "due-ruote",
        "phase": STEPS[step],
        "round": race.turn,
        "turns": race.setup.turns,
        "route": [CARD_NAMES[card] for card in race.route[: _open_cards(race)]],
        "terrain": TERRAIN_LETTERS[race.terrain] if race.turn else None,
        "speed": _speed(race),
        "sheets": _sheets(race.setup, worked_out),
        "most_fatigue": race.setup.most_fatigue,
        "limits": LIMITS,
        "advanced": bool(race.setup.options.advanced),
        **told(race, Position, None, ("shown", "fed", "pawn", "claimed")),
        "first": SEAT.read(race.first),
        "waiting": list(bits(owing(race))),
        "you": None,
        "seats": [_team(race, number) for number in range(race.setup.seats)],
        "riders": {rider_id(rider): _rider(race, worked_out, rider) for rider in riders_of(race)},
        "cards": _cards(race) if step == Step.DRAFT else [],
        "challenge": _challenge(race, worked_out) if race.rights else None,
        "speed_up": _speed_up(race) if step == Step.JOINING else None,
        "control": _control(race) if race.control else None,
        "sprint": _sprint(race, worked_out) if race.columns else None,
        "composing": None,
        "stages": stages_view(race) if race.setup.stages else None,
        "jerseys": jerseys(race) if race.setup.options.advanced else None,
        "trial": None,
        "result": classification(race) if step == Step.FINISHED else None,
    }


def _open_cards(race: Race) -> int:
    """How much of the route one sees: all of it, or only what is turned up (Z13.5)."""
    if race.setup.options.route_pile == RoutePile.COVERED and race.step > Step.ROUTE:
        return race.shown
    return race.planned


def owing(race: Race) -> int:
    """The seats that owe a decision, as bits."""
    if race.step == Step.TRIAL:
        return sum(1 << seat for seat in range(race.setup.seats) if _to_start(race, seat))
    return 0 if race.decider == c.NOBODY else 1 << race.decider


def seen_by(race: Race, worked_out: Reckoned, public: Json, seat: int | None) -> Json:
    """What everybody may know, and what the seat itself is composing, which others do not see (Z10.2)."""
    if seat is None:
        return public
    composing = _composing(race, worked_out) if race.decider == seat else None
    trial = _trial(race, worked_out, seat) if race.step == Step.TRIAL else None
    return {**public, "you": seat, "composing": composing, "trial": trial}


def _trial(race: Race, worked_out: Reckoned, seat: int) -> Json:
    """What a seat has set for its riders in a time trial, and what it has left (Z11.6)."""
    chosen = {rider: race.effort[rider] for rider in _own(seat) if race.effort[rider] != c.UNDECIDED}
    waiting = _to_start(race, seat)
    return {
        "tokens": {rider_id(rider): tokens for rider, tokens in chosen.items()},
        "points": {rider_id(rider): worked_out.trials[rider] for rider in chosen},
        "left": c.TOKENS + race.special[seat] - sum(chosen.values()),
        "asking_for": rider_id(waiting[0]) if waiting else None,
    }


def _to_start(race: Race, seat: int) -> list[int]:
    """The riders of a team who are still to be given tokens in a time trial (Z11.6)."""
    left = (rider for rider in _own(seat) if race.place[rider] != c.GONE)
    return [rider for rider in left if race.effort[rider] == c.UNDECIDED]


def _own(seat: int) -> range:
    return range(c.TEAM * seat, c.TEAM * (seat + 1))


def _speed(race: Race) -> Json:
    base = race.setup.base_speed[race.terrain] if race.turn else None
    return {"base": base, "now": race.pace if race.turn else None, "top": race.setup.top_speed}


def _sheets(setup: Setup, worked_out: Reckoned) -> Json:
    """What every terrain costs a turn, and the slots of the challenge sheet (Z12.1, Z12.2)."""
    return {
        "terrain": {
            letter: {
                "speed": setup.base_speed[terrain],
                "inside": setup.inside[terrain],
                "outside": setup.outside[terrain],
            }
            for terrain, letter in enumerate(TERRAIN_LETTERS)
        },
        "right": worked_out.right_slots,
        "left": worked_out.left_slots,
    }


def _team(race: Race, seat: int) -> Json:
    return {
        "seat": seat,
        "team": TEAMS[seat],
        **told(race, Team, seat, ("tokens", "special", "spent", "passed")),
        "all_tokens": c.TOKENS,
        "to_spend": max(0, c.LEAST_SPENT - race.spent[seat]),
        "racing": any(race.place[rider] != c.GONE for rider in _own(seat)),
        "owes": bool(owing(race) >> seat & 1),
        **({"events": _events(race, seat)} if race.setup.event_cards else {}),
    }


def _events(race: Race, seat: int) -> Json:
    """Event cards: those to choose from, those they have, the one filled next; what is in force (Z11.4)."""
    laid = [min(c.SPACES, max(0, race.laid[seat] - c.SPACES * card)) for card in range(c.KEPT)]
    return {
        "offered": [EVENTS[kind] for kind in race.offered[seat] if kind] if race.step == Step.EVENTS else [],
        "cards": [
            {"event": EVENTS[kind], "tokens": laid[card] % c.SPACES, "spaces": c.SPACES}
            for card, kind in enumerate(race.events[seat])
            if kind
        ],
        "next": race.laid[seat] // c.SPACES,
        **told(race, Team, seat, ("bonked", "fined")),
    }


def _rider(race: Race, worked_out: Reckoned, rider: int) -> Json:
    """One rider: what is on the card, where they are, how tired, and what the road will cost them."""
    gone = race.place[rider] == c.GONE
    return {
        "seat": rider // c.TEAM,
        "number": rider % c.TEAM + 1,
        **(_card(race, race.card[rider]) if race.card[rider] != c.NO_CARD else {"card": None}),
        **where(race, rider),
        "retired": turn_retired(race, rider),
        "road": None if gone or not race.turn else worked_out.roads[rider],
        **({"jerseys": _points(race, rider)} if race.setup.options.advanced else {}),
        **({"time": race.time[rider]} if race.setup.stages else {}),
    }


def _points(race: Race, rider: int) -> Json:
    """Points for the jerseys, and whether they can still be given energy (Z11.2, Z11.3)."""
    return {**told(race, Rider, rider, ("green", "cyclamen")), "energy_left": not race.energised[rider]}


def _card(race: Race, card: int) -> Json:
    """A rider card."""
    setup = race.setup
    name = unpack_id(setup.card_id[card])
    return {
        "card": name,
        "name": _names().get(card_in(setup, card), name),
        "value": setup.worth[card],
        "speed": dict(zip(TERRAIN_LETTERS, setup.speed[card], strict=True)),
        "sprint": setup.sprint[card],
        "time_trial": setup.trial[card],
    }


@functools.cache
def _names() -> dict[RiderCard, str]:
    """What our riders are called; in a set of somebody's own they go by their ids (Z12.6)."""
    return {msgspec.structs.replace(rider, name="", team=""): rider.name for rider in our_set().riders}


def _cards(race: Race) -> list[Json]:
    """The rider cards nobody has taken yet (Z5.2)."""
    return [_card(race, card) for card in range(race.setup.cards) if card not in race.card]


def _challenge(race: Race, worked_out: Reckoned) -> Json:
    """The challenge sheet."""
    return {
        "activity": ACTIVITIES[race.activity],
        "initiator": race.pawn,
        "right": on_sheet(race, "right", race.rights),
        "left": on_sheet(race, "left", race.lefts),
        "right_sum": race.right_sum,
        "left_sum": race.left_sum,
        "succeeds": worked_out.succeeds,
        **told(race, Challenge),
    }


def _speed_up(race: Race) -> Json:
    """A speed-up others may join."""
    return {"rider": rider_id(race.chosen), "from": race.sector, "joined": race.joined}


def _control(race: Race) -> Json:
    excused = bits(0 if race.strict else race.excused)
    return {**told(race, Control, None, ("too", "starter")), "excused": list(excused)}


def _sprint(race: Race, worked_out: Reckoned) -> Json:
    """The sprint sheet."""
    return {
        **told(race, Position, None, ("goal",)),
        "points": _at_stake(race) if race.setup.options.advanced else [],
        "columns": [_column(race, worked_out, column) for column in range(race.columns)],
        "stopped": list(bits(race.stopped)),
        "asking_for": rider_id(race.chosen) if race.chosen != c.NOBODY else None,
    }


def _at_stake(race: Race) -> list[int]:
    """What the places of this sprint are worth for a jersey (Z11.2)."""
    last_card = race.shown == race.setup.route_cards
    points = (int(worth(race.goal, last_card, place)) for place in range(c.COLUMNS))
    return [each for each in points if each]


def _column(race: Race, worked_out: Reckoned, column: int) -> Json:
    """A sprinter with what makes up the value; tokens that are not chosen count nothing (Z9.7)."""
    card = race.setup.sprint[race.card[race.column_rider[column]]]
    total = worked_out.values[column]
    helpers, tired = worked_out.helpers[column], worked_out.tired[column]
    tokens = total - card - helpers + tired
    return {
        **told(race, Column, column, ("rider", "tokens")),
        "worth": {"card": card, "helpers": helpers, "tokens": tokens, "tired": tired, "total": total},
        "helpers": [rider_id(rider) for rider in riders_of(race) if race.helps[rider] == column],
        "value": race.column_value[column] if race.step == Step.FINISHED else None,
    }


def _composing(race: Race, worked_out: Reckoned) -> Json | None:
    """What the deciding seat has prepared so far."""
    if race.step not in (Step.ACTIVITY, Step.RESPONSE):
        return None
    (rider, team), (right, left, succeeds) = subject(race), worked_out.sides
    return {
        "activity": ACTIVITIES[race.activity] or None,
        "rider": rider,
        "team": team,
        "entries": on_sheet(race, "entry", race.entries),
        "right_sum": right,
        "left_sum": left,
        "succeeds": bool(succeeds),
        "cancels_left": c.CANCELS - race.cancels,
    }
