"""Whole races as texts a person can read: a changed line is a changed rule.

python tests/goldens/golden.py      writes them anew (and then the rules version must be raised)
"""

import json
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

import gruppetto as g
from gruppetto.games.flamme_rouge.road import stages
from gruppetto.games.flamme_rouge.words import Moved, RanOut
from gruppetto.players import decide

FOLDER = Path(__file__).parent
DECISION = re.compile(r"^(\d+):(\d+) ")


def render(match: g.Match) -> str:
    """A match as text: every decision, and under it every event with its rule."""
    lines = [
        f"# {match.game.name}, rules version {match.game.rules_version}",
        f"# seats {match.seats}",
        f"# seed {match.seed.hex()}",
        f"# options {json.dumps(msgspec.to_builtins(match.options), ensure_ascii=False)}",
    ]
    again = match.at(0)
    for seat, code in match.log:
        choice = next(choice for choice in again.choices(seat) if choice.code == code)
        lines.append(f"{seat}:{code} {choice.text}")
        lines += [f"    {event.rule} {event.text}" for event in again.play(seat, code)]
    if match.result:
        lines.append("# classification")
        lines += [f"#   {entry['place']}. {_told(entry)}" for entry in match.result["riders"]]
    lines.append(f"# state {sha256(match.state.tobytes()).hexdigest()}")
    return "\n".join(lines) + "\n"


def _told(entry: dict[str, object]) -> str:
    """A place of the classification: the game's own line, or where the rider stands."""
    return str(entry.get("line") or f"{entry['rider']} on {entry.get('square')}, {entry.get('lane')} lane")


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


def raced(players: list[str], seed: int, options: dict[str, object]) -> g.Match:
    """A whole race of bots."""
    match = g.start("flamme-rouge", seats=len(players), seed=seed, options=options)
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
    for name, match in all_goldens():
        (FOLDER / "flamme-rouge" / f"{name}.txt").write_text(render(match), encoding="utf-8")
        print(name, len(match.log))  # noqa: T201
