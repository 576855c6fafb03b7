"""What the generator of Etapa's stages knows of how they ride, by least squares over stages it has composed.

python bench/etapa_limits.py [--stages 400] [--races 300]

Both follow from the fields of each terrain: the rounds a race takes, and how far from the line one rider in
twenty still is when somebody crosses it.
"""

import argparse

import numpy as np

from gruppetto.games import registry
from gruppetto.games.etapa.data.stage_checks import Draft
from gruppetto.games.etapa.studio.generator import FEWEST_ROUNDS, MOST_ROUNDS, Wishes, compose
from gruppetto.games.loops import MOST_ACTIONS, Rule
from gruppetto.kernel.chance import spread
from gruppetto.kernel.record import Ints, Records
from gruppetto.kernel.rule import rule
from gruppetto.players.playout import HEURISTIC, play_out, unwatched

TEAMS = 4
RIDERS = 3 * TEAMS
TERRAINS = "FDENHUf"
MISSING = 0.05  # riders outside the limit


@rule
def ride(
    deal: Rule, waiting: Rule, legal: Rule, act: Rule, over: Rule, report: Rule, heuristic: Rule,
    states: Records, setups: Records, players: Ints, seed: np.uint64, fields: Ints, told: Ints,
) -> None:  # fmt: skip
    """Ride so many races, and keep where everybody was in the end."""
    actions, keys = np.empty(MOST_ACTIONS, np.int32), np.empty(3, np.uint64)
    for number in range(len(fields)):
        spread(seed, np.uint64(number), keys)
        deal(states[0], setups[0], keys)
        play_out(waiting, legal, act, over, unwatched, heuristic, states[0], players, seed, 0, actions)
        report(states[0], told[number])
        for rider in range(fields.shape[1]):
            fields[number, rider] = states[0].field[rider]


def ridden(stage: Draft, races: int, seed: int) -> tuple[float, float, float]:
    """Rounds, the fields that one rider in twenty is short of the line, and wins from a break."""
    game = registry.get("etapa")
    setup = game.setup(game.options({"stages": [stage.notation]}), TEAMS)
    fields, told = np.zeros((races, RIDERS), np.int32), np.zeros((races, len(game.report)), np.int32)
    rules = game.rules
    ride(
        rules.deal, rules.waiting, rules.legal, rules.act, rules.over, rules.report, game.heuristic,
        game.blank(), setup, np.full(TEAMS, HEURISTIC, np.int32), np.uint64(seed), fields, told,
    )  # fmt: skip
    short = stage.length - np.quantile(fields, MISSING)
    return float(told[:, 0].mean()), float(short), float(told[:, 5].mean())


def main() -> None:
    parser = argparse.ArgumentParser(description="How composed stages of Etapa ride.")
    parser.add_argument("--stages", type=int, default=400)
    parser.add_argument("--races", type=int, default=300)
    given = parser.parse_args()
    span = MOST_ROUNDS - FEWEST_ROUNDS + 1
    rows, found = [], []
    for seed in range(given.stages):
        stage = compose(Wishes(rounds=FEWEST_ROUNDS + seed % span), seed)
        rows.append([1.0, *(_fields(stage, ground) for ground in TERRAINS)])
        found.append(ridden(stage, given.races, seed))
    for name, values in zip(("rounds", "short of the line"), np.array(found).T, strict=False):
        fit, *_ = np.linalg.lstsq(np.array(rows), values, rcond=None)
        left = values - np.array(rows) @ fit
        terms = ", ".join(f"{t} {c:.3f}" for t, c in zip(("1", *TERRAINS), fit, strict=True))
        print(f"{name}: {terms}; mean {values.mean():.1f}, left over {left.std():.2f}")
    breaks = np.array(found)[:, 2]
    low, high = np.quantile(breaks, (0.05, 0.95))
    print(f"won from a break: {breaks.mean():.0%}, mostly {low:.0%} to {high:.0%}")


def _fields(stage: Draft, ground: str) -> int:
    """Fields of a terrain; all cobbles are one."""
    return sum(fields for letter, fields in stage.pieces if ground == ("f" if letter.islower() else letter))


if __name__ == "__main__":
    main()
