"""Golden races of Flamme Rouge and golden tours: one per stage of the box, way of ending, and option."""

from collections.abc import Callable, Iterator

from golden import Golden, file_name, told

import gruppetto as g
from gruppetto.games.flamme_rouge.data.road import stages
from gruppetto.games.flamme_rouge.faces.words import Moved, RanOut
from gruppetto.games.game import Json

RACE, TOUR = "flamme-rouge", "flamme-rouge-tour"
SENSIBLE, RANDOM = "domestique", "random"


# --- the ways a race can end ------------------------------------------------------------------------


def clear_win(match: g.Match) -> bool:
    """The winner stands alone on their square, before the last one."""
    first, second = match.result["riders"][:2]
    return first["square"] > second["square"]


def lane_tie_break(match: g.Match) -> bool:
    """The right lane decides between two riders of different teams."""
    first, second = match.result["riders"][:2]
    return first["square"] == second["square"] and first["rider"][0] != second["rider"][0]


def last_square_fall_back(match: g.Match) -> bool:
    """A rider who would pass the last square finds it full."""
    events = [event for event in told(match) if isinstance(event, Moved)]
    return any({"road's end", "riders"} <= set(event.reasons) for event in events)


def deck_run_empty(match: g.Match) -> bool:
    """A rider runs out of cards and rides home on exhaustion."""
    return any(isinstance(event, RanOut) for event in told(match))


ENDINGS: dict[str, Callable[[g.Match], bool]] = {
    "clear-win": clear_win,
    "lane-tie-break": lane_tie_break,
    "last-square-fall-back": last_square_fall_back,
    "deck-run-empty": deck_run_empty,
}
FIELD_FOR: dict[str, tuple[list[str], Json]] = {
    "deck-run-empty": (["random"] * 3, {"stage": "Mont Ventoux"}),
    "last-square-fall-back": (["domestique"] * 4, {"stage": "abcu"}),
}
VARIANTS: dict[str, Json] = {
    "handicap": {"handicap": [0, 1, 2], "first": 2},
    "dummies": {"teams": ["player", "muscle", "peloton", "player"], "stage": "Firenze – Milano"},
    "start-lane-free": {"start_lane": "free"},
    "open-road": {"last_square": "open-road"},
    "whole-groups": {"mountain_groups": "whole-group", "stage": "La Haut Montagne"},
    "finish-after-slipstream": {"finish": "slipstream"},
}


# --- tours ------------------------------------------------------------------------------------------


def decided_by_points(match: g.Match) -> bool:
    """One team has more points than all others."""
    first, second = match.result["teams"][:2]
    return first["points"] > second["points"]


def decided_by_time(match: g.Match) -> bool:
    """The first two teams are level on points (GT10)."""
    return not decided_by_points(match)


def somebody_drops_out(match: g.Match) -> bool:
    """A rider leaves the general classification (GT7)."""
    return any(event.key == "DroppedOut" for event in told(match))


def the_clock_is_shifted(match: g.Match) -> bool:
    """Somebody reaches 0:00 (GT7)."""
    return any(event.key == "ClockShifted" for event in told(match))


def carried_over_the_line(match: g.Match) -> bool:
    """Slipstream takes a rider over the line (GT3)."""
    riders = [event.rider for event in told(match) if event.key in {"Carried", "Crossed"}]
    kinds = [event.key for event in told(match) if event.key in {"Carried", "Crossed"}]
    return any(
        kinds[at : at + 2] == ["Carried", "Crossed"] and riders[at] == riders[at + 1]
        for at in range(len(kinds) - 1)
    )


TOUR_ENDINGS: dict[str, Callable[[g.Match], bool]] = {
    "points": decided_by_points,
    "time": decided_by_time,
    "dropped-out": somebody_drops_out,
    "clock-shifted": the_clock_is_shifted,
    "carried-over-the-line": carried_over_the_line,
}
SHORT_TOUR: Json = {"stages": ["abcu", "aLBU"]}
TOUR_FOR: dict[str, Json] = {"dropped-out": {"stages": ["Mont Ventoux", "Mont Ventoux"]}}
TOUR_VARIANTS: dict[str, tuple[list[str], Json]] = {
    "three-days": (["domestique"] * 4, {}),
    "six-cards": (["domestique"] * 2, {"stages": "The six cards"}),
    "without-traits": (["domestique"] * 3, {**SHORT_TOUR, "traits": False, "first": 1}),
    "cooperation": (["random"] * 3, {**SHORT_TOUR, "cooperation": True}),
    "handicap": (["domestique"] * 3, {**SHORT_TOUR, "handicap": [0, 1, 2]}),
    "finishers-tire": (["domestique"] * 3, {**SHORT_TOUR, "finishers": "tire"}),
    "dummies": (["random", "random", "random"], {**SHORT_TOUR, "teams": ["player", "muscle", "peloton"]}),
}


def goldens() -> Iterator[tuple[str, Golden]]:
    """Every race and every tour worth keeping."""
    yield from races()
    yield from tours()


def races() -> Iterator[tuple[str, Golden]]:
    """One per stage of the box, per way of ending, per option."""
    for number, card in enumerate([*stages("box"), *stages("promo")]):
        players = [SENSIBLE] * (2 + number % 3)
        yield f"stage-{file_name(card.name)}", Golden(RACE, players, {"stage": card.name}, number)
    for name, ends in ENDINGS.items():
        players, options = FIELD_FOR.get(name, ([SENSIBLE] * 4, {}))
        yield f"ending-{name}", Golden(RACE, players, options, shows=ends)
    for name, options in VARIANTS.items():
        seats = len(options.get("handicap") or options.get("teams") or range(4))
        yield f"option-{name}", Golden(RACE, [SENSIBLE] * seats, options, 77)


def tours() -> Iterator[tuple[str, Golden]]:
    """One per option, and per thing that can come to pass."""
    for name, (players, options) in TOUR_VARIANTS.items():
        yield f"option-{name}", Golden(TOUR, players, options, 7)
    for name, comes_to_pass in TOUR_ENDINGS.items():
        options = TOUR_FOR.get(name, SHORT_TOUR)
        yield f"ending-{name}", Golden(TOUR, [RANDOM] * 2, options, shows=comes_to_pass)
