"""Whole races of Etapa, ridden at random beside a referee who has read the rules page and nothing else."""

import os
import random
import sys
import time
from typing import Any

import pytest
from compare import judge
from etapa_order import TIERS
from etapa_pieces import Rider, Team, stages
from etapa_table import Asking

import gruppetto as g
from etapa import Etapa

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


class AsRidden(Etapa):
    """The referee where the table rides otherwise than the page reads; mend one or the other to empty it."""

    def drawing(self, team: Team) -> Rider:
        """C17.35: the new head draws as champion, not the head at the beginning of the turn."""
        return team.line[0]

    def lose_token_at_car(self, rider: Rider) -> None:
        """C2.5: the round in which the car comes costs no token, announcing and rolling do."""

    def own_order(self, riders: list[Rider]) -> Asking:
        """C3.1: with riders back after everybody (C17.5) a player's block goes by jerseys too."""
        tiers = {rider: TIERS.get(self.jersey(rider), 3) for rider in riders}
        if self.options["recovering"] != "last":
            tiers = dict.fromkeys(riders, 0)
        for tier in sorted(set(tiers.values())):
            yield from super().own_order([rider for rider in riders if tiers[rider] == tier])

    def rank(self, rider: Rider) -> int:
        """C3.1: of those who are just back jerseys go first."""
        return TIERS.get(self.jersey(rider), 3) + (4 if self.recovering(rider) else 0)

    def credits_seconds(self, index: int) -> bool:  # noqa: ARG002 (a mountain counts like a sprint)
        """C17.31: with seconds at mountains (C17.23) these are credited like a sprint's."""
        return self.options["credited_seconds"] == "sprints"

    @staticmethod
    def by_team_time(team: Team) -> tuple[int, ...]:
        """C16.3: teams with equal times are parted by their best rider in the stage, not by placings."""
        return team.time, min((rider.last_place for rider in team.racing()), default=0), team.seat


def compared(seed: int, referee: type[Etapa] = AsRidden) -> int:
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
    class Blind(AsRidden):
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
