"""Due Ruote in words: what action codes and the rows of a trace mean."""

from collections.abc import Callable, Sequence
from typing import Any

from gruppetto.games.due_ruote.data.sets import unpack_id
from gruppetto.games.due_ruote.faces import moves
from gruppetto.games.due_ruote.faces.events import activities, advanced, challenges, finish, preparation, turn
from gruppetto.games.due_ruote.faces.names import (
    ACTIVITIES,
    ENDINGS,
    EVENTS,
    GOALS,
    ROLES,
    TERRAIN_NAMES,
    WISHES,
    Said,
    rider_id,
)
from gruppetto.games.due_ruote.rules import record as r
from gruppetto.games.due_ruote.rules.challenges import entries_cost, fee_for, points_for, slot_fatigue
from gruppetto.games.due_ruote.rules.outcomes import price_of_break
from gruppetto.games.due_ruote.rules.trial import next_to_start
from gruppetto.games.game import Message


def event(row: Sequence[int]) -> Message:
    """One row of a trace, in words."""
    code, *numbers = row
    return TOLD[code](*numbers)


def _of_rider(kind: Any, numbers: int = 0) -> Callable[..., Message]:
    """An event about a rider, and so many numbers."""
    return lambda rider, *more: kind(rider_id(rider), *more[:numbers])


def _of_seat(kind: Any, numbers: int = 0) -> Callable[..., Message]:
    """An event about a seat, and so many numbers."""
    return lambda seat, *more: kind(seat, *more[:numbers])


def _winner(rider: int) -> str | None:
    return None if rider == r.NOBODY else rider_id(rider)


TOLD: dict[int, Callable[..., Message]] = {
    r.DREW_FIRST: _of_seat(preparation.FirstPlayerDrawn),
    r.DRAFTED: lambda rider, _, card, *__: preparation.Drafted(rider_id(rider), unpack_id(card)),
    r.PLANNED: lambda seat, terrain, card, *_: preparation.Planned(seat, TERRAIN_NAMES[terrain], card),
    r.STARTED: _of_rider(preparation.Started),
    r.STOOD_BACK: _of_seat(preparation.StoodBack, 1),
    r.TURN_BEGAN: lambda number, terrain, speed, seat, _: turn.TurnBegan(
        number, TERRAIN_NAMES[terrain], speed, seat
    ),
    r.ORDERED: lambda seat, last, *_: turn.Ordered(seat, bool(last)),
    r.PAID: lambda seat, activity, tokens, special, _: activities.Paid(
        seat, ACTIVITIES[activity], tokens, special
    ),
    r.SLOWED: _of_rider(activities.Slowed, 2),
    r.REFRESHED: lambda rider, activity, fatigue, *_: activities.Refreshed(
        rider_id(rider), ACTIVITIES[activity], fatigue
    ),
    r.WORN: _of_rider(activities.Worn, 2),
    r.CLAIMED: _of_seat(activities.Claimed),
    r.SPED_UP: lambda rider, sector, fatigue, joined, _: activities.SpedUp(
        rider_id(rider), sector, fatigue, bool(joined)
    ),
    r.PUT: lambda rider, role, *more: challenges.Put(rider_id(rider), ROLES[role], *more),
    r.DECLINED: _of_seat(challenges.Declined),
    r.DECIDED: lambda activity, right, left, won, _: challenges.Decided(
        ACTIVITIES[activity], right, left, bool(won)
    ),
    r.WENT_TO_HEAD: _of_rider(challenges.WentToHead, 1),
    r.BROKE_AWAY: _of_rider(challenges.BrokeAway, 2),
    r.WISHED: lambda seat, wish, *_: challenges.Wished(seat, WISHES[wish]),
    r.PACE_ROSE: lambda speed, *_: challenges.PaceRose(speed),
    r.DROPPED: _of_rider(challenges.Dropped, 1),
    r.CONTROL_BEGAN: lambda fault, seat, *_: activities.ControlBegan(("", "few", "many")[fault], seat),
    r.MOVED_UP: _of_rider(activities.MovedUp, 1),
    r.MOVED_BACK: _of_rider(activities.MovedBack, 1),
    r.EXCUSED: _of_seat(activities.Excused),
    r.PASSED: _of_seat(turn.Passed),
    r.TIRED: lambda rider, change, fatigue, sector, head: turn.Tired(
        rider_id(rider), change, fatigue, sector, bool(head)
    ),
    r.RETIRED: _of_rider(turn.Retired),
    r.TEAM_OUT: _of_seat(turn.TeamOut),
    r.LINED_UP: lambda rider, column, *_: finish.LinedUp(rider_id(rider), column + 1),
    r.STOPPED: _of_seat(finish.Stopped),
    r.HELPED: lambda rider, sprinter, *_: finish.Helped(rider_id(rider), rider_id(sprinter)),
    r.SPENT: _of_rider(finish.Spent, 1),
    r.SPRINTED: _of_rider(finish.Sprinted, 1),
    r.FED: lambda *_: advanced.Fed(),
    r.APPROACHED: lambda goal, *_: advanced.Approached(GOALS[goal]),
    r.SCORED: lambda rider, goal, points, *_: advanced.Scored(rider_id(rider), GOALS[goal], points),
    r.ENDED: lambda rider, how, stages, *_: finish.Ended(_winner(rider), ENDINGS[how], stages),
    r.EVENTS_DEALT: lambda seat, a, b, c, _: advanced.EventsDealt(seat, (EVENTS[a], EVENTS[b], EVENTS[c])),
    r.KEPT_CARDS: lambda seat, kind, *_: advanced.EventKept(seat, EVENTS[kind]),
    r.EVENT_STRUCK: lambda seat, kind, *_: advanced.EventStruck(seat, EVENTS[kind]),
    r.HURT: lambda rider, sector, head, fatigue, _: advanced.Hurt(
        rider_id(rider), sector, bool(head), fatigue
    ),
    r.GIFT: _of_seat(advanced.TokensWon, 1),
    r.STAGE_BEGAN: lambda stage, *_: advanced.StageBegan(stage),
    r.STAGE_WON: lambda rider, stage, how, *_: advanced.StageWon(_winner(rider), stage, ENDINGS[how]),
    r.LEADS: _of_rider(advanced.Leads, 1),
    r.RODE_TRIAL: _of_rider(advanced.RodeTrial, 3),
}


# --- actions ----------------------------------------------------------------------------------------

PASS_AT: dict[int, type[Said]] = {
    r.START: moves.StandBack,
    r.ACTIVITY: moves.PassForGood,
    r.RESPONSE: moves.StayOut,
    r.JOINING: moves.StayBehind,
    r.CONTROL: moves.UseExcuse,
    r.LINE_UP: moves.StopLineUp,
}
RIDER_AT: dict[int, Any] = {
    r.START: moves.PlaceInHead,
    r.JOINING: moves.Join,
    r.CONTROL: moves.ControlMove,
    r.LINE_UP: moves.LineUp,
    r.MISHAP: moves.HaveCramp,
}
BARE: dict[int, type[Said]] = {r.CANCEL: moves.Cancel, r.FIRST: moves.ActFirst, r.LAST: moves.ActLast}


def action(race: Any, seat: int, code: int) -> Message:
    """What an action code means to a seat."""
    if code == r.PASS:
        return PASS_AT[int(race.step)]()
    if code in BARE:
        return BARE[code]()
    for end, meaning in MEANINGS:
        if code < end:
            return meaning(race, seat, code)
    return moves.KeepEvent(EVENTS[code - r.EVENT])


def _subject(race: Any, seat: int, code: int) -> Message:
    """A rider or a team somebody chooses."""
    if code >= r.OPPONENT:
        return moves.WearTeam(code - r.OPPONENT)
    if code >= r.TARGET:
        return moves.WearRider(rider_id(code - r.TARGET))
    rider = rider_id(r.TEAM * seat + code - r.RIDER)
    if race.step == r.ACTIVITY:
        return moves.ChooseRider(ACTIVITIES[race.activity], rider)
    return RIDER_AT[int(race.step)](rider)


def _deed(race: Any, _: int, code: int) -> Message:
    """An activity to begin, and the least it costs (Z7, Z13.19)."""
    activity = code - r.DO
    fee = int(fee_for(race, activity)) if activity >= r.GO_TO_HEAD else 0
    return moves.ChooseActivity(ACTIVITIES[activity], r.COST[activity] + fee)


def _entry(race: Any, seat: int, code: int) -> Message:
    """A rider for the challenge sheet, with what he costs."""
    role = 1 + (code - r.PERFORM) // r.TEAM
    kind = (moves.Perform, moves.Help, moves.Obstruct)[role - 1]
    points = points_for(int(race.activity), role, int(race.entries))
    fatigue = int(slot_fatigue(race, role, int(race.entries)))
    return kind(rider_id(r.TEAM * seat + (code - r.PERFORM) % r.TEAM), points, fatigue)


def _payment(race: Any, seat: int, code: int) -> Message:
    """A mix of tokens; who pays is plain."""
    del seat
    cost, special = entries_cost(race) if race.entries else r.COST[race.activity], code - r.PAY
    return moves.PayWith(int(cost) - special, special)


def _draft(race: Any, seat: int, code: int) -> Message:
    """A rider card."""
    del seat
    setup, card = race.setup, code - r.CARD
    flat, hill, mountain, descent = setup.speed[card].tolist()
    name, value = unpack_id(int(setup.card_id[card])), int(setup.worth[card])
    sprint, trial = int(setup.sprint[card]), int(setup.trial[card])
    return moves.DraftCard(name, value, flat, hill, mountain, descent, sprint, trial)


def _help(race: Any, seat: int, code: int) -> Message:
    """A helper for a sprinter."""
    del seat
    return moves.HelpSprinter(rider_id(int(race.chosen)), rider_id(int(race.column_rider[code - r.COLUMN])))


def _spend(race: Any, seat: int, code: int) -> Message:
    """Tokens for a sprinter, or for a rider against the clock."""
    if race.step == r.TRIAL:
        return moves.RideAgainstClock(rider_id(int(next_to_start(race, seat))), code - r.SPEND)
    return moves.SpendTokens(rider_id(int(race.chosen)), code - r.SPEND)


MEANINGS: tuple[tuple[int, Callable[[Any, int, int], Message]], ...] = (
    (r.RIDER, _deed),
    (r.PERFORM, _subject),
    (r.PAY, _entry),
    (r.SECTORS, _payment),
    (r.WISH, lambda _, __, code: moves.GoClear(code - r.SECTORS, int(price_of_break(code - r.SECTORS)))),
    (r.CARD, lambda _, __, code: moves.Wish(WISHES[code - r.WISH])),
    (r.TERRAIN, _draft),
    (r.COLUMN, lambda _, __, code: moves.PickTerrain(TERRAIN_NAMES[code - r.TERRAIN])),
    (r.SPEND, _help),
    (r.EVENT, _spend),
)  # the first code behind each range of actions, and what its actions mean
