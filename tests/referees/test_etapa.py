"""Whole races of Etapa, ridden at random beside a referee who has read the rules page and nothing else."""

import os
import random
import sys
import time
from typing import Any

import pytest
from compare import judge
from etapa_pieces import stages
from etapa_race import Etapa

import gruppetto as g

RACES = 25
KINDS = ("one day", "trial", "team trial", "tour", "tour with a trial")
PARTS = ("crashes", "injuries", "cars", "primes", "profiles", "specials")
EXTRAS = ("weather", "doping", "real_dice")
ENTRY = next(game for game in g.games() if game["id"] == "etapa")
SCHEMA = ENTRY["schema"]["$defs"]["Options"]["properties"]
READINGS = {name: entry["enum"] for name, entry in SCHEMA.items() if "enum" in entry}
ROADS = [name for name, stage in stages().items() if stage.kind == "road"]
TRIALS = [name for name, stage in stages().items() if stage.kind != "road"]


def any_race(seed: int) -> tuple[dict[str, Any], int]:
    """Options and seats of a race: any stages, parts and readings."""
    dice = random.Random(seed)
    seats = dice.randint(2, 5)
    options = {name: entry["default"] for name, entry in SCHEMA.items()}
    options["stages"] = any_stages(dice, KINDS[seed % len(KINDS)])
    options |= {name: dice.random() < 0.8 for name in PARTS}
    options["injuries"] = options["injuries"] and options["crashes"]
    options |= {name: dice.random() < 0.3 for name in EXTRAS}
    strange = dice.choice([0.0, 0.2, 0.5])
    options |= {name: dice.choice(values) for name, values in READINGS.items() if dice.random() < strange}
    for champion in ("road_champion", "time_trial_champion"):
        options[champion] = dice.choice([None, str(dice.randint(1, 3 * seats))])
    alone = options["stages"] in ([TRIALS[0]], *([road] for road in ROADS))
    options["world_championship"] = alone and dice.random() < 0.3
    return options, seats


def any_stages(dice: random.Random, kind: str) -> list[str]:
    """A race of one day, a time trial, or a tour of two or three stages."""
    if kind == "one day":
        return [dice.choice(ROADS)]
    if kind in ("trial", "team trial"):
        return [TRIALS[kind == "team trial"]]
    tour = dice.sample(ROADS, dice.randint(2, 3))
    if kind == "tour with a trial":
        tour[dice.randrange(len(tour))] = dice.choice(TRIALS)
    return tour


def compared(seed: int, referee: type[Etapa] = Etapa) -> int:
    """Ride one race beside its referee; how many decisions they agreed on."""
    options, seats = any_race(seed)
    match = g.start("etapa", seats=seats, seed=seed, options=options)
    return judge(match, referee(options, seats), seed, [])


def agreed(seed: int) -> int:
    """As `compared`; a difference names its race."""
    try:
        return compared(seed)
    except Exception as difference:
        options, seats = any_race(seed)
        pytest.fail(f"seed {seed}, {seats} seats, {options}: {type(difference).__name__}: {difference}")


def test_the_referee_and_the_table_agree() -> None:
    assert sum(agreed(seed) for seed in range(RACES)) > RACES


def test_a_referee_who_errs_is_found_out() -> None:
    class Blind(Etapa):
        """Says of one rider that they stand a field further on."""

        def facts(self) -> dict[str, Any]:
            seen = super().facts()
            seen["riders"]["4"]["field"] += self.round == 2
            return seen

    with pytest.raises(AssertionError, match=r"\.riders\.4\.field: the referee says"):
        compared(0, Blind)


@pytest.mark.drill
def test_many_races_agree(capsys: pytest.CaptureFixture[str]) -> None:
    until = time.monotonic() + 60 * float(os.environ.get("GRUPPETTO_DRILL_MINUTES", "5"))
    races = decisions = 0
    while time.monotonic() < until:
        decisions += agreed(RACES + races)
        races += 1
    with capsys.disabled():
        sys.stdout.write(f"\nEtapa and its referee agree: {races} races, {decisions} decisions\n")
    assert races
