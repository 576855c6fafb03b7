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
from gruppetto.games.due_ruote.rules import codes as c
from gruppetto.games.due_ruote.rules.challenges import entries_cost, fee_for, points_for, slot_fatigue
from gruppetto.games.due_ruote.rules.codes import Action, Activity, Step, Told
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
    return None if rider == c.NOBODY else rider_id(rider)


TOLD: dict[int, Callable[..., Message]] = {
    Told.FIRST_PLAYER_DRAWN: _of_seat(preparation.FirstPlayerDrawn),
    Told.DRAFTED: lambda rider, _, card, *__: preparation.Drafted(rider_id(rider), unpack_id(card)),
    Told.PLANNED: lambda seat, terrain, card, *_: preparation.Planned(seat, TERRAIN_NAMES[terrain], card),
    Told.STARTED: _of_rider(preparation.Started),
    Told.STOOD_BACK: _of_seat(preparation.StoodBack, 1),
    Told.TURN_BEGAN: lambda number, terrain, speed, seat, _: turn.TurnBegan(
        number, TERRAIN_NAMES[terrain], speed, seat
    ),
    Told.ORDERED: lambda seat, last, *_: turn.Ordered(seat, bool(last)),
    Told.PAID: lambda seat, activity, tokens, special, _: activities.Paid(
        seat, ACTIVITIES[activity], tokens, special
    ),
    Told.SLOWED: _of_rider(activities.Slowed, 2),
    Told.REFRESHED: lambda rider, activity, fatigue, *_: activities.Refreshed(
        rider_id(rider), ACTIVITIES[activity], fatigue
    ),
    Told.WORN: _of_rider(activities.Worn, 2),
    Told.CLAIMED: _of_seat(activities.Claimed),
    Told.SPED_UP: lambda rider, sector, fatigue, joined, _: activities.SpedUp(
        rider_id(rider), sector, fatigue, bool(joined)
    ),
    Told.PUT: lambda rider, role, *more: challenges.Put(rider_id(rider), ROLES[role], *more),
    Told.DECLINED: _of_seat(challenges.Declined),
    Told.DECIDED: lambda activity, right, left, won, _: challenges.Decided(
        ACTIVITIES[activity], right, left, bool(won)
    ),
    Told.WENT_TO_HEAD: _of_rider(challenges.WentToHead, 1),
    Told.BROKE_AWAY: _of_rider(challenges.BrokeAway, 2),
    Told.WISHED: lambda seat, wish, *_: challenges.Wished(seat, WISHES[wish]),
    Told.PACE_ROSE: lambda speed, *_: challenges.PaceRose(speed),
    Told.DROPPED: _of_rider(challenges.Dropped, 1),
    Told.CONTROL_BEGAN: lambda fault, seat, *_: activities.ControlBegan(("", "few", "many")[fault], seat),
    Told.MOVED_UP: _of_rider(activities.MovedUp, 1),
    Told.MOVED_BACK: _of_rider(activities.MovedBack, 1),
    Told.EXCUSED: _of_seat(activities.Excused),
    Told.PASSED: _of_seat(turn.Passed),
    Told.TIRED: lambda rider, change, fatigue, sector, head: turn.Tired(
        rider_id(rider), change, fatigue, sector, bool(head)
    ),
    Told.RETIRED: _of_rider(turn.Retired),
    Told.TEAM_OUT: _of_seat(turn.TeamOut),
    Told.LINED_UP: lambda rider, column, *_: finish.LinedUp(rider_id(rider), column + 1),
    Told.STOPPED: _of_seat(finish.Stopped),
    Told.HELPED: lambda rider, sprinter, *_: finish.Helped(rider_id(rider), rider_id(sprinter)),
    Told.SPENT: _of_rider(finish.Spent, 1),
    Told.SPRINTED: _of_rider(finish.Sprinted, 1),
    Told.FED: lambda *_: advanced.Fed(),
    Told.APPROACHED: lambda goal, *_: advanced.Approached(GOALS[goal]),
    Told.SCORED: lambda rider, goal, points, *_: advanced.Scored(rider_id(rider), GOALS[goal], points),
    Told.ENDED: lambda rider, how, stages, *_: finish.Ended(_winner(rider), ENDINGS[how], stages),
    Told.EVENTS_DEALT: lambda seat, a, b, c, _: advanced.EventsDealt(seat, (EVENTS[a], EVENTS[b], EVENTS[c])),
    Told.EVENT_KEPT: lambda seat, kind, *_: advanced.EventKept(seat, EVENTS[kind]),
    Told.EVENT_STRUCK: lambda seat, kind, *_: advanced.EventStruck(seat, EVENTS[kind]),
    Told.HURT: lambda rider, sector, head, fatigue, _: advanced.Hurt(
        rider_id(rider), sector, bool(head), fatigue
    ),
    Told.TOKENS_WON: _of_seat(advanced.TokensWon, 1),
    Told.STAGE_BEGAN: lambda stage, *_: advanced.StageBegan(stage),
    Told.STAGE_WON: lambda rider, stage, how, *_: advanced.StageWon(_winner(rider), stage, ENDINGS[how]),
    Told.LEADS: _of_rider(advanced.Leads, 1),
    Told.RODE_TRIAL: _of_rider(advanced.RodeTrial, 3),
}


# --- actions ----------------------------------------------------------------------------------------

PASS_AT: dict[int, type[Said]] = {
    Step.START: moves.StandBack,
    Step.ACTIVITY: moves.PassForGood,
    Step.RESPONSE: moves.StayOut,
    Step.JOINING: moves.StayBehind,
    Step.CONTROL: moves.UseExcuse,
    Step.LINE_UP: moves.StopLineUp,
}
RIDER_AT: dict[int, Any] = {
    Step.START: moves.PlaceInHead,
    Step.JOINING: moves.Join,
    Step.CONTROL: moves.ControlMove,
    Step.LINE_UP: moves.LineUp,
    Step.MISHAP: moves.HaveCramp,
}
BARE: dict[int, type[Said]] = {
    Action.CANCEL: moves.Cancel,
    Action.FIRST: moves.ActFirst,
    Action.LAST: moves.ActLast,
}


def action(race: Any, seat: int, code: int) -> Message:
    """What an action code means to a seat."""
    if code == Action.PASS:
        return PASS_AT[int(race.step)]()
    if code in BARE:
        return BARE[code]()
    for end, meaning in MEANINGS:
        if code < end:
            return meaning(race, seat, code)
    return moves.KeepEvent(EVENTS[code - Action.EVENT])


def _subject(race: Any, seat: int, code: int) -> Message:
    """A rider or a team somebody chooses."""
    if code >= Action.OPPONENT:
        return moves.WearTeam(code - Action.OPPONENT)
    if code >= Action.TARGET:
        return moves.WearRider(rider_id(code - Action.TARGET))
    rider = rider_id(c.TEAM * seat + code - Action.RIDER)
    if race.step == Step.ACTIVITY:
        return moves.ChooseRider(ACTIVITIES[race.activity], rider)
    return RIDER_AT[int(race.step)](rider)


def _deed(race: Any, _: int, code: int) -> Message:
    """An activity to begin, and the least it costs (Z7, Z13.19)."""
    activity = code - Action.DO
    fee = int(fee_for(race, activity)) if activity >= Activity.GO_TO_HEAD else 0
    return moves.ChooseActivity(ACTIVITIES[activity], c.COST[activity] + fee)


def _entry(race: Any, seat: int, code: int) -> Message:
    """A rider for the challenge sheet, with what he costs."""
    role = 1 + (code - Action.PERFORM) // c.TEAM
    kind = (moves.Perform, moves.Help, moves.Obstruct)[role - 1]
    points = points_for(int(race.activity), role, int(race.entries))
    fatigue = int(slot_fatigue(race, role, int(race.entries)))
    return kind(rider_id(c.TEAM * seat + (code - Action.PERFORM) % c.TEAM), points, fatigue)


def _payment(race: Any, seat: int, code: int) -> Message:
    """A mix of tokens; who pays is plain."""
    del seat
    cost, special = entries_cost(race) if race.entries else c.COST[race.activity], code - Action.PAY
    return moves.PayWith(int(cost) - special, special)


def _draft(race: Any, seat: int, code: int) -> Message:
    """A rider card."""
    del seat
    setup, card = race.setup, code - Action.CARD
    flat, hill, mountain, descent = setup.speed[card].tolist()
    name, value = unpack_id(int(setup.card_id[card])), int(setup.worth[card])
    sprint, trial = int(setup.sprint[card]), int(setup.trial[card])
    return moves.DraftCard(name, value, flat, hill, mountain, descent, sprint, trial)


def _help(race: Any, seat: int, code: int) -> Message:
    """A helper for a sprinter."""
    del seat
    return moves.HelpSprinter(
        rider_id(int(race.chosen)), rider_id(int(race.column_rider[code - Action.COLUMN]))
    )


def _spend(race: Any, seat: int, code: int) -> Message:
    """Tokens for a sprinter, or for a rider against the clock."""
    if race.step == Step.TRIAL:
        return moves.RideAgainstClock(rider_id(int(next_to_start(race, seat))), code - Action.SPEND)
    return moves.SpendTokens(rider_id(int(race.chosen)), code - Action.SPEND)


MEANINGS: tuple[tuple[int, Callable[[Any, int, int], Message]], ...] = (
    (Action.RIDER, _deed),
    (Action.PERFORM, _subject),
    (Action.PAY, _entry),
    (Action.SECTORS, _payment),
    (
        Action.WISH,
        lambda _, __, code: moves.GoClear(code - Action.SECTORS, int(price_of_break(code - Action.SECTORS))),
    ),
    (Action.CARD, lambda _, __, code: moves.Wish(WISHES[code - Action.WISH])),
    (Action.TERRAIN, _draft),
    (Action.COLUMN, lambda _, __, code: moves.PickTerrain(TERRAIN_NAMES[code - Action.TERRAIN])),
    (Action.SPEND, _help),
    (Action.EVENT, _spend),
)  # the first code behind each range of actions, and what its actions mean
