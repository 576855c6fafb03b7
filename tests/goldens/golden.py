"""Whole races as texts a person can read: a changed line is a changed rule.

python tests/goldens/golden.py [game …]    writes them anew (and then the rules version must be raised)
"""

import json
import re
import sys
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import gruppetto as g
from gruppetto.games.flamme_rouge.data.road import stages
from gruppetto.games.flamme_rouge.faces.words import Moved, RanOut
from gruppetto.games.vocabulary import unusual
from gruppetto.players import decide

FOLDER = Path(__file__).parent
DECISION = re.compile(r"^(\d+):(\d+) ")


def render(match: g.Match) -> str:
    """A match as text: every decision, and under it every event with its rule."""
    lines = [
        f"# {match.game.name}, rules version {match.game.rules_version}",
        f"# seats {match.seats}",
        f"# seed {match.seed.hex()}",
        f"# options {json.dumps(unusual(match.options), ensure_ascii=False)}",
    ]
    again = match.at(0)
    for seat, code in match.log:
        choice = next(choice for choice in again.choices(seat) if choice.code == code)
        lines.append(f"{seat}:{code} {choice.text}")
        lines += [f"    {event.rule} {event.text}" for event in again.play(seat, code)]
    if match.result:
        lines.append("# classification")
        lines += [f"#   {placing(entry)}" for entry in match.result["riders"]]
        lines += [
            f"#   {team['team']}: {team['points']} points"
            for team in match.result.get("teams", ())
            if "points" in team
        ]
    lines.append(f"# position {match.fingerprint}")
    return "\n".join(lines) + "\n"


def placing(entry: dict[str, Any]) -> str:
    """A rider in the classification: of a race by his square, of a tour by his time, or in other words."""
    if "square" in entry:
        return f"{entry['place']}. {entry['rider']} on {entry['square']}, {entry['lane']} lane"
    if "line" in entry:
        return f"{entry['place']}. {entry['line']}"
    if "clock" not in entry:
        words = (f"{name} {value}" for name, value in entry.items() if name not in ("place", "rider"))
        return f"{entry['place']}. {entry['rider']} {', '.join(words)}"
    if entry["time"] is None:
        return f"{entry['rider']} out, {entry['exhaustion']} exhaustion"
    return f"{entry['place']}. {entry['rider']} {entry['clock']}, {entry['exhaustion']} exhaustion"


def replayed(text: str, game: str) -> g.Match:
    """The match a golden tells of, its decisions made again."""
    header = dict(line[2:].split(" ", 1) for line in text.splitlines()[:4])
    match = g.start(
        game, seats=int(header["seats"]), seed=header["seed"], options=json.loads(header["options"])
    )
    for line in text.splitlines():
        if found := DECISION.match(line):
            match.play(int(found[1]), int(found[2]))
    return match


def raced(players: list[str], seed: int, options: dict[str, object], game: str = "flamme-rouge") -> g.Match:
    """A whole race, or a whole tour, of bots."""
    match = g.start(game, seats=len(players), seed=seed, options=options)
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, decide(match, seat, players[seat], 1000 * seed + len(match.log)))
    return match


# --- the ways a race can end ------------------------------------------------------------------------


def clear_win(match: g.Match) -> bool:
    """The winner stands alone on his square, before the last one."""
    first, second = match.result["riders"][:2]
    return first["square"] > second["square"]


def lane_tie_break(match: g.Match) -> bool:
    """The right lane decides between two riders of different teams."""
    first, second = match.result["riders"][:2]
    return first["square"] == second["square"] and first["rider"][0] != second["rider"][0]


def last_square_fall_back(match: g.Match) -> bool:
    """A rider who would pass the last square finds it full."""
    events = [event for _, told in match.story() for event in told if isinstance(event, Moved)]
    return any({"road's end", "riders"} <= set(event.reasons) for event in events)


def deck_run_empty(match: g.Match) -> bool:
    """A rider runs out of cards and rides home on exhaustion."""
    return any(isinstance(event, RanOut) for _, told in match.story() for event in told)


ENDINGS: dict[str, Callable[[g.Match], bool]] = {
    "clear-win": clear_win,
    "lane-tie-break": lane_tie_break,
    "last-square-fall-back": last_square_fall_back,
    "deck-run-empty": deck_run_empty,
}
FIELD_FOR: dict[str, tuple[list[str], dict[str, object]]] = {
    "deck-run-empty": (["random"] * 3, {"stage": "Mont Ventoux"}),
    "last-square-fall-back": (["domestique"] * 4, {"stage": "abcu"}),
}
VARIANTS: dict[str, dict[str, object]] = {
    "handicap": {"handicap": [0, 1, 2], "first": 2},
    "dummies": {"teams": ["player", "muscle", "peloton", "player"], "stage": "Firenze – Milano"},
    "start-lane-free": {"start_lane": "free"},
    "open-road": {"last_square": "open-road"},
    "whole-groups": {"mountain_groups": "whole-group", "stage": "La Haut Montagne"},
    "finish-after-slipstream": {"finish": "slipstream"},
}


# --- tours ------------------------------------------------------------------------------------------


def told(match: g.Match) -> list[Any]:
    """All events of a match."""
    return [event for _, events in match.story() for event in events]


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
SHORT_TOUR: dict[str, object] = {"stages": ["abcu", "aLBU"]}
TOUR_FOR: dict[str, dict[str, object]] = {"dropped-out": {"stages": ["Mont Ventoux", "Mont Ventoux"]}}
TOUR_VARIANTS: dict[str, tuple[list[str], dict[str, object]]] = {
    "three-days": (["domestique"] * 4, {}),
    "six-cards": (["domestique"] * 2, {"stages": "The six cards"}),
    "without-traits": (["domestique"] * 3, {**SHORT_TOUR, "traits": False, "first": 1}),
    "cooperation": (["random"] * 3, {**SHORT_TOUR, "cooperation": True}),
    "handicap": (["domestique"] * 3, {**SHORT_TOUR, "handicap": [0, 1, 2]}),
    "finishers-tire": (["domestique"] * 3, {**SHORT_TOUR, "finishers": "tire"}),
    "dummies": (["random", "random", "random"], {**SHORT_TOUR, "teams": ["player", "muscle", "peloton"]}),
}


def all_tours() -> Iterator[tuple[str, g.Match]]:
    """Each golden of a tour: one per variant, and per thing that can come to pass."""
    for name, (players, options) in TOUR_VARIANTS.items():
        yield f"option-{name}", raced(players, 7, options, "flamme-rouge-tour")
    for name, ends in TOUR_ENDINGS.items():
        options = TOUR_FOR.get(name, SHORT_TOUR)
        tours = (raced(["random"] * 2, seed, options, "flamme-rouge-tour") for seed in range(500))
        yield f"ending-{name}", next(tour for tour in tours if ends(tour))


def file_name(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def all_goldens() -> Iterator[tuple[str, g.Match]]:
    """Each golden's name and race: one per stage of the box, per way of ending, per option."""
    for number, card in enumerate([*stages("box"), *stages("promo")]):
        seats = 2 + number % 3
        yield f"stage-{file_name(card.name)}", raced(["domestique"] * seats, number, {"stage": card.name})
    for name, ends in ENDINGS.items():
        players, options = FIELD_FOR.get(name, (["domestique"] * 4, {}))
        races = (raced(players, seed, options) for seed in range(5000))
        yield f"ending-{name}", next(race for race in races if ends(race))
    for name, options in VARIANTS.items():
        seats = len(options.get("handicap") or options.get("teams") or [0] * 4)  # type: ignore[arg-type]
        yield f"option-{name}", raced(["domestique"] * seats, 77, options)


if __name__ == "__main__":
    wanted = {"flamme-rouge": all_goldens, "flamme-rouge-tour": all_tours}
    for name, match in chain.from_iterable(wanted[game]() for game in sys.argv[1:] or wanted):
        folder = FOLDER / match.game.id
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.txt").write_text(render(match), encoding="utf-8")
        print(match.game.id, name, len(match.log))  # noqa: T201
