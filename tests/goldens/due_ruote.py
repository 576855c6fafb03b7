"""Whole races of Due Ruote, one for each way they can end, and some by other readings of the rules."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from golden import Golden

import gruppetto as g
from gruppetto.games import loops
from gruppetto.games.game import Json, no_numbers
from gruppetto.kernel.record import duplicate
from gruppetto.kernel.trace import NOT_RECORDING
from gruppetto.players import level_of
from gruppetto.players.playout import ponder

DUE_RUOTE = "due-ruote"
Result = dict[str, Any]
SHORT = {"teams": "ready", "route": "PM"}


def ridden(golden: Golden, seed: int) -> g.Match:
    """A whole race of bots, without a word until it is over."""
    players = golden.players
    match = g.start(golden.game, seats=len(players), seed=seed, options=golden.options)
    rules, state, actions = match.game.rules, duplicate(match.state), no_numbers(loops.MOST_ACTIONS)
    log: list[tuple[int, int]] = []
    while not loops.ended(rules.over, state):
        seat = int(loops.owing(rules.waiting, state)).bit_length() - 1
        chance = np.uint64(1000 * seed + len(log))
        code = ponder(
            rules.legal, match.game.heuristic, state, seat, level_of(players[seat]).policy, actions, chance
        )
        loops.step(rules.act, state, seat, code, NOT_RECORDING)
        log.append((seat, int(code)))
    match.go_to(log)
    return match


# --- the ways a race can end ------------------------------------------------------------------------


def sprinted(result: Result) -> bool:
    return result["ending"] == "sprint"


def tied(result: Result) -> tuple[Result, Result] | None:
    """The first two, if their sprints were equal and they are of different teams."""
    first, second = result["riders"][:2]
    equal = sprinted(result) and first["sprint"] == second["sprint"]
    return (first, second) if equal and first["rider"][0] != second["rider"][0] else None


def printed(match: g.Match, entry: Result) -> int:
    return int(match.view()["riders"][entry["rider"]]["sprint"])


def break_of_one(match: g.Match, result: Result) -> bool:
    return result["ending"] == "alone" and result["riders"][0]["sector"] > 0


def break_sprint(match: g.Match, result: Result) -> bool:
    return sprinted(result) and result["riders"][0]["sector"] > 0


def bunch_sprint(match: g.Match, result: Result) -> bool:
    return sprinted(result) and result["riders"][0]["box"] == "head"


def by_a_bicycle(match: g.Match, result: Result) -> bool:
    """The value on the card decides."""
    pair = tied(result)
    return pair is not None and printed(match, pair[0]) > printed(match, pair[1])


def by_a_wheel(match: g.Match, result: Result) -> bool:
    """Fatigue decides."""
    pair = tied(result)
    if pair is None or printed(match, pair[0]) != printed(match, pair[1]):
        return False
    return bool(pair[0]["fatigue"] < pair[1]["fatigue"])


def photo_finish(match: g.Match, result: Result) -> bool:
    """The column decides."""
    pair = tied(result)
    if pair is None or printed(match, pair[0]) != printed(match, pair[1]):
        return False
    return bool(pair[0]["fatigue"] == pair[1]["fatigue"])


def last_team(match: g.Match, result: Result) -> bool:
    return bool(result["ending"] == "last team")


def nobody_left(match: g.Match, result: Result) -> bool:
    return bool(result["ending"] == "nobody left")


ENDINGS: dict[str, Callable[[g.Match, Result], bool]] = {
    "break-of-one": break_of_one,
    "break-sprint": break_sprint,
    "bunch-sprint": bunch_sprint,
    "by-a-bicycle": by_a_bicycle,
    "by-a-wheel": by_a_wheel,
    "photo-finish": photo_finish,
    "last-team": last_team,
    "nobody-left": nobody_left,
}
FIELD_FOR: dict[str, tuple[list[str], Json]] = {
    "break-of-one": (["domestique"] * 3, {}),
    "break-sprint": (["domestique"] * 2, {}),
    "bunch-sprint": (["random"] * 3, {"route": "Sprinters"}),
    "by-a-bicycle": (["random"] * 3, SHORT),
    "by-a-wheel": (["random"] * 4, SHORT),
    "photo-finish": (["random"] * 4, {"teams": "ready", "route": "P"}),
    "last-team": (["random"] * 2, {"teams": "ready"}),
    "nobody-left": (["random"] * 2, {"teams": "ready", "route": "Mountains"}),
}
VARIANTS: dict[str, Json] = {
    "printed-delay-and-free-excess": {"delay": "printed", "excess": "allowed", "forced_refund": True},
    "open-challenges": {
        "join_as_performer": True,
        "passed_may_perform": True,
        "pace_unanimous": True,
        "break_depth": "each",
        "respond_from": "peloton",
    },
    "other-pawns": {"control_keeps_pawn": True, "own_bunch_empty": True, "last_activity": "paid"},
    "other-sprints": {"sprint_minimum": True, "sprint_lineup_choice": True, "sprint_columns": "everybody"},
    "advanced": {"advanced": True, "events": False, "route": "P R C TV M GPM"},
    "other-fatigue": {"fatigue": "in-steps", "company": "everybody", "wear_down": "anybody"},
    "other-challenges": {
        "challenge_price": "fee",
        "tie": "fails",
        "sheet": "one-sided",
        "route_pile": "covered",
        "easy_road": "carries",
    },
    "events": {"advanced": True, "route": "P TV C R M GPM P"},
    "stages": {"advanced": True, "route": "choose", "stages": "P C TV, TT, M GPM"},
}


def shown(ending: Callable[[g.Match, Result], bool], match: g.Match) -> bool:
    """Whether a match has ended that way."""
    return ending(match, match.result or {})


def goldens() -> Iterator[tuple[str, Golden]]:
    """One per way of ending, and some by other readings."""
    for name, ending in ENDINGS.items():
        players, options = FIELD_FOR[name]
        yield (
            f"ending-{name}",
            Golden(DUE_RUOTE, players, options, shows=partial(shown, ending), ridden=ridden),
        )
    for number, (name, options) in enumerate(VARIANTS.items()):
        field = ["domestique", "random", "domestique"][: 2 + number % 2]
        yield f"option-{name}", Golden(DUE_RUOTE, field, {"route": "PCMDP", **options}, 77, ridden=ridden)
