"""Golden races of Etapa: one for every scene that stage racing is about, and one per kind of stage."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any

from golden import Golden

import gruppetto as g
from gruppetto.games.etapa.data.road import stages

ETAPA = "etapa"
RANDOM, SENSIBLE = "random", "domestique"
Events = list[list[Any]]  # of each decision


# --- scenes -----------------------------------------------------------------------------------------


def mass_crash_chain(events: Events) -> bool:
    """A mass crash brings down riders on two fields."""
    for told in events:
        causes = {event.leader for event in told if event.key == "Fell"} - {None}
        if len(causes) > 1:
            return True
    return False


def puncture_with_car(events: Events) -> bool:
    """A car mends a puncture and hands out a card."""
    flat = {event.rider for told in events for event in told if event.key == "Punctured"}
    for told in events:
        fed = any(event.key == "Drew" and event.source == "from the car" for event in told)
        if fed and flat and any(event.key == "CarLeft" for event in told):
            return True
    return False


def injured_towed_home(events: Events) -> bool:
    """An injured rider follows a team-mate and starts the next stage."""
    hurt, towed, out = set(), set(), set()
    for event in (event for told in events for event in told):
        if event.key == "Injured":
            hurt.add(event.rider)
        if event.key == "Followed" and event.rider in hurt and team(event.rider) == team(event.leader):
            towed.add(event.rider)
        if event.key in ("MissedLimit", "Withdrew"):
            out.add(event.rider)
    return bool(towed - out)


def team(rider: str) -> int:
    return (int(rider) - 1) // 3


def time_limit_eliminations(events: Events) -> bool:
    """Two riders miss the time limit."""
    return sum(event.key == "MissedLimit" for told in events for event in told) >= 2


def dice_off_auction(events: Events) -> bool:
    """A raise is answered by a raise."""
    raises = [event for told in events for event in told if event.key in ("Raised", "RoundBegan")]
    for one, other in pairwise(raises):
        if one.key == other.key == "Raised" and one.seat != other.seat and other.total > one.total:
            return True
    return False


def white_double_turn(events: Events) -> bool:
    """The white jersey moves twice in a round."""
    moves: Counter[str] = Counter()
    for event in (event for told in events for event in told):
        if event.key == "RoundBegan":
            moves.clear()
        if event.key == "Moved":
            moves[event.rider] += 1
            if moves[event.rider] == 2:
                return True
    return False


def prime_credited(events: Events) -> bool:
    """A prime nobody has reached is credited at the finish."""
    return any(event.key == "Credited" for told in events for event in told)


def lead_changes(events: Events) -> bool:
    """A team changes its lead three times, once with a card."""
    led = Counter(team(event.rider) for told in events for event in told if event.key == "Led")
    added = any(event.key == "Added" for told in events for event in told)
    return added and max(led.values()) >= 4


SCENES: dict[str, tuple[Callable[[Events], bool], int, dict[str, Any], str]] = {
    "mass-crash-chain": (mass_crash_chain, 5, {"stages": ["Pavés"]}, SENSIBLE),
    "puncture-with-car": (puncture_with_car, 3, {"stages": ["Pavés"]}, SENSIBLE),
    "injured-towed-home": (injured_towed_home, 3, {"stages": ["Collines", "Collines"]}, RANDOM),
    "time-limit-eliminations": (time_limit_eliminations, 3, {"stages": ["Haute montagne", "Plaine"]}, RANDOM),
    "dice-off-auction": (dice_off_auction, 3, {"stages": ["Plaine"]}, RANDOM),
    "white-double-turn": (white_double_turn, 2, {"stages": ["Collines", "Plaine"]}, SENSIBLE),
    "prime-credited": (prime_credited, 3, {"stages": ["Haute montagne"]}, SENSIBLE),
    "lead-changes": (lead_changes, 2, {"stages": ["Chrono par équipes"]}, RANDOM),
}


def shown(scene: Callable[[Events], bool], match: g.Match) -> bool:
    """Whether a match shows a scene."""
    return scene([told for _, told in match.story()])


def goldens() -> Iterator[tuple[str, Golden]]:
    """One per stage, per scene, and a basic game."""
    for number, known in enumerate(stages()):
        players = [SENSIBLE] * (2 + number % 3)
        yield f"stage-{plain(known.name)}", Golden(ETAPA, players, {"stages": [known.name]}, number)
    for name, (scene, seats, options, player) in SCENES.items():
        yield f"scene-{name}", Golden(ETAPA, [player] * seats, options, shows=partial(shown, scene))
    basic = dict.fromkeys(("crashes", "injuries", "cars", "primes", "profiles", "specials"), False)
    yield "option-basic-rules", Golden(ETAPA, [SENSIBLE] * 3, {"stages": ["Collines"], **basic}, 7)
    dice = {"stages": ["Plaine"], "real_dice": True, "specials": False}
    yield "option-real-dice", Golden(ETAPA, [RANDOM] * 2, dice, 7)


def plain(name: str) -> str:
    """A name as files have it."""
    letters = unicodedata.normalize("NFKD", name.lower().replace(" ", "-"))
    return "".join(char for char in letters if char.isascii())
