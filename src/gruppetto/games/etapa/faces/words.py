"""Etapa in words: what action codes and the rows of a trace mean."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from gruppetto.games.etapa.data.road import CARD_NAMES
from gruppetto.games.etapa.faces import events, moves
from gruppetto.games.etapa.faces.names import HELD, JERSEYS, SKIES, SOURCES, THROWS, rider_id
from gruppetto.games.etapa.rules import record as r
from gruppetto.games.game import Message

EVENTS: dict[int, type[Message]] = {
    r.DESIGNATED: events.Designated,
    r.STAGE_BEGAN: events.StageBegan,
    r.WORE: events.Wore,
    r.ROUND_BEGAN: events.RoundBegan,
    r.PELOTON: events.PelotonFound,
    r.WENT_NEXT: events.WentNext,
    r.THREW_OFF: events.ThrewOff,
    r.RAISED: events.Raised,
    r.YIELDED: events.Yielded,
    r.THREW: events.Threw,
    r.SPRINTED: events.Sprinted,
    r.BROKE_AWAY: events.BrokeAway,
    r.FOLLOWED: events.Followed,
    r.SWAPPED: events.Swapped,
    r.TOOK_BONUS: events.TookBonus,
    r.MOVED: events.Moved,
    r.WON_PRIME: events.WonPrime,
    r.CROSSED: events.Crossed,
    r.DREW: events.Drew,
    r.WAS_PUNCTURED: events.Punctured,
    r.FELL: events.Fell,
    r.AVOIDED_CRASH: events.AvoidedCrash,
    r.WAS_INJURED: events.Injured,
    r.WITHDREW: events.Withdrew,
    r.CAR_CAME: events.CarCame,
    r.CAR_DROVE: events.CarDrove,
    r.CAR_LEFT: events.CarLeft,
    r.WAITED: events.Waited,
    r.ANNOUNCED: events.Announced,
    r.PLACED: events.Placed,
    r.MISSED_LIMIT: events.MissedLimit,
    r.WAS_VOID: events.WasVoid,
    r.CREDITED: events.Credited,
    r.SCORED: events.Scored,
    r.TIMED: events.Timed,
    r.TEAM_TIMED: events.TeamTimed,
    r.MULTIPLIED: events.Multiplied,
    r.RETURNED: events.Returned,
    r.LED: events.Led,
    r.ADDED: events.Added,
    r.BECAME_CHAMPION: events.BecameChampion,
    r.ENDED: events.Ended,
    r.FORECAST: events.Forecast,
    r.CAUGHT: events.Caught,
}
READ: dict[str, Callable[[int], Any]] = {
    "rider": rider_id,
    "leader": lambda rider: None if rider == r.NOBODY else rider_id(rider),
    "card": lambda kind: CARD_NAMES[kind],
    "jersey": lambda jersey: JERSEYS[jersey],
    "stage": lambda stage: stage + 1,
    "prime": lambda prime: prime + 1,
    "purpose": lambda purpose: THROWS[purpose],
    "source": lambda source: SOURCES[source],
    "sky": lambda sky: SKIES[sky],
    "reasons": lambda held: tuple(word for bit, word in HELD if held & bit),
}


def event(row: Sequence[int]) -> Message:
    """One row of a trace, in words."""
    kind = EVENTS[row[0]]
    names = (field.name for field in msgspec.structs.fields(kind))
    return kind(*(READ.get(name, int)(number) for name, number in zip(names, row[1:], strict=False)))


def action(race: Any, code: int) -> Message:
    """What an action code means in this state."""
    ask = int(race.ask)
    if r.RIDER <= code < r.FACE:
        return _of_rider(ask, rider_id(code - r.RIDER))
    if r.SPRINT <= code < r.FOLLOW:
        return _of_card(race, ask, code)
    if code >= r.SLOW:
        return _of_move(race, code)
    if code >= r.FOLLOW:
        return _of_choice(race, ask, code)
    return _of_answer(race, ask, code)


def _of_rider(ask: int, rider: str) -> Message:
    meanings: dict[int, type[Message]] = {
        r.ASK_YOUNG: moves.Designate, r.ASK_NEXT: moves.GoNext, r.ASK_CRASH_CAR: moves.SendCar,
        r.ASK_LEADER: moves.Lead, r.ASK_SECOND: moves.RideSecond,
    }  # fmt: skip
    return meanings[ask](rider)


def _of_card(race: Any, ask: int, code: int) -> Message:
    card, rider = CARD_NAMES[(code - r.SPRINT) % r.KINDS], rider_id(int(race.rider))
    if code < r.BREAK:
        return moves.Sprint(rider, card)
    if code < r.SWAP:
        return moves.BreakAway(rider, card)
    if code < r.CARD:
        return moves.SwapCard(card)
    if ask in (r.ASK_MULTIPLY, r.ASK_ADD):
        return moves.Multiply(rider, card) if ask == r.ASK_MULTIPLY else moves.AddCard(rider, card)
    meanings: dict[int, type[Message]] = {
        r.ASK_RAISE: moves.Raise,
        r.ASK_AVOID: moves.Avoid,
        r.ASK_RETURN: moves.GiveBack,
    }
    return meanings[ask](card)


def _of_move(race: Any, code: int) -> Message:
    rider = rider_id(int(race.rider))
    fields = (code - r.SLOW) % r.LONGEST_MOVE
    return (moves.SlowDown, moves.StopForFood, moves.StopAtHelper)[(code - r.SLOW) // r.LONGEST_MOVE](
        rider, fields
    )


def _of_choice(race: Any, ask: int, code: int) -> Message:
    rider = rider_id(int(race.rider))
    if code < r.RIDER:
        leader = code - r.FOLLOW
        fields = int(race.moved[leader])
        if race.injured[race.rider]:
            fields = min(fields, int(race.unaided[leader]))
        return moves.Follow(rider, rider_id(leader), fields)
    if code < r.JERSEY:
        return moves.PickFace(code - r.FACE) if ask == r.ASK_PICK else moves.SayFace(code - r.FACE)
    return moves.ChooseJersey(rider, JERSEYS[code - r.JERSEY])


def _of_answer(race: Any, ask: int, code: int) -> Message:
    rider = rider_id(int(race.rider))
    jersey = JERSEYS[race.jersey[race.rider]]
    bonus = 1 if jersey == "yellow" else 2
    meanings: dict[tuple[int, int], Message] = {
        (r.ASK_START, r.ROLL): moves.DropFlag(),
        (r.ASK_PLAN, r.ROLL): moves.Throw(rider),
        (r.ASK_PLAN, r.PASS): moves.ForgoTurn(rider),
        (r.ASK_PLAN, r.WAIT): moves.WaitForMate(rider),
        (r.ASK_PLAN, r.CAR): moves.CallCar(rider),
        (r.ASK_RAISE, r.PASS): moves.NoMore(),
        (r.ASK_AVOID, r.PASS): moves.FallDown(),
        (r.ASK_INJURY, r.CONTINUE): moves.RideInjured(rider),
        (r.ASK_INJURY, r.WITHDRAW): moves.Withdraw(rider),
        (r.ASK_BONUS, r.TAKE): moves.TakeBonus(rider, jersey, bonus),
        (r.ASK_BONUS, r.PASS): moves.LeaveBonus(rider, jersey),
        (r.ASK_MOVE, r.RIDE): moves.RideOn(rider, int(race.reach)),
        (r.ASK_CRASH_CAR, r.PASS): moves.KeepCar(),
        (r.ASK_PUNCTURE_CAR, r.TAKE): moves.SendCar(rider),
        (r.ASK_PUNCTURE_CAR, r.PASS): moves.KeepCar(),
        (r.ASK_CONTACT, r.TAKE): moves.TakeCard(rider),
        (r.ASK_CONTACT, r.PASS): moves.WaiveCard(rider),
        (r.ASK_MULTIPLY, r.PASS): moves.NoCard(rider),
        (r.ASK_ADD, r.PASS): moves.NoCard(rider),
        (r.ASK_CHANGE, r.CHANGE): moves.ChangeLead(),
        (r.ASK_CHANGE, r.KEEP): moves.KeepLead(),
    }
    return meanings[ask, code]
