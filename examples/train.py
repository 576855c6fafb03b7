"""Teach a small network to beat `domestique` at Flamme Rouge, in minutes on a laptop, and let it race.

    python examples/train.py --save learnt.npz
    gruppetto arena --players py:examples.train:Learnt:learnt.npz,baroudeur,domestique --seats 2

Nothing but NumPy and Numba: the races come from `envs.vector`, the learner is proximal policy
optimisation (PPO) on a network with two hidden layers. It starts from nothing, knows no rule of thumb,
and is told only in the end whether it has won. It sees what its seat may see. The seven stages that were
printed as cards are ridden side by side, two teams in each race.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np

from gruppetto import envs, flamme_rouge
from gruppetto.lab.arena import Arena
from gruppetto.lab.running import default_workers
from gruppetto.players.questions import Question

STAGES = flamme_rouge.FLAMME_ROUGE.stages()
RACES = 160  # side by side, on each of the seven stages
STEPS = 32  # decisions in each race before the network learns from them
EPOCHS, PIECES = 2, 5
RATE, CLIP, ENTROPY, TRACE = 1e-3, 0.2, 0.01, 0.97
HIDDEN = 128
LEVELS = ("domestique", "touriste", "random")
EXAM, LAST_EXAM = 1 << 40, 1 << 41  # seeds of races that are not trained on
ACTIONS = flamme_rouge.FLAMME_ROUGE.actions

# Where things stand in an observation of Flamme Rouge, and how they are spread out for the network.
RIDERS, PER_RIDER, KINDS = 7, 15, 10
OWN, PER_OWN, ROAD = RIDERS + 8 * PER_RIDER, 31, RIDERS + 8 * PER_RIDER + 62
AHEAD, BEHIND, WINDOW = 12, 9, 12
GAPS = AHEAD + BEHIND + 1
RIDER = 6 + 4 * KINDS + KINDS + 2 * WINDOW + 3 * GAPS
FEATURES = 4 + 2 * RIDER + 2 * (1 + KINDS)


@numba.njit(nogil=True)
def spread_out(observations: Any, out: Any) -> None:
    """Numbers a network can read: the rider at hand first, gaps and terrain as seen from their square."""
    out[:] = 0.0
    for index in range(len(observations)):
        seen, at = observations[index], 4
        row = out[index]
        row[0], row[1], row[2] = seen[0] == 0, seen[1] / 10.0, seen[5] / 30.0
        first = 1 if seen[RIDERS + PER_RIDER + 2] else 0
        row[3] = seen[RIDERS + 2] or seen[RIDERS + PER_RIDER + 2]
        rivals = other_team(seen)
        for turn in range(2):
            kind = (first + turn) % 2
            one_rider(seen, kind, rivals, row[at : at + RIDER])
            at += RIDER
        for kind in range(2):
            block = seen[rivals + kind * PER_RIDER :]
            row[at] = block[4] / 10.0
            for card in range(KINDS):
                row[at + 1 + card] = block[5 + card] / 3.0
            at += 1 + KINDS


@numba.njit(nogil=True)
def other_team(seen: Any) -> int:
    """Where the only other team stands in the observation, whichever seat it has."""
    for place in range(1, 4):
        at = RIDERS + 2 * place * PER_RIDER
        if seen[at] >= 0 or seen[at + 4] > 0:
            return at
    return RIDERS + 2 * PER_RIDER


@numba.njit(nogil=True)
def one_rider(seen: Any, kind: int, rivals: int, out: Any) -> None:
    """An own rider: where they are, their cards, the road ahead, and the three others around."""
    block, own = seen[RIDERS + kind * PER_RIDER :], seen[OWN + kind * PER_OWN :]
    square = block[0]
    out[0], out[1], out[2] = kind, block[1], block[2]
    out[3], out[4], out[5] = block[3], (seen[3] - square) / 40.0, block[4] / 10.0
    at = 6
    for card in range(KINDS):
        out[at + card] = block[5 + card] / 3.0
        out[at + KINDS + card] = own[card] / 3.0
        out[at + 2 * KINDS + card] = own[KINDS + card] > 0
        out[at + 3 * KINDS + card] = own[2 * KINDS + card] / 3.0
    at += 4 * KINDS
    if own[3 * KINDS] >= 0:
        out[at + own[3 * KINDS]] = 1.0
    at += KINDS
    for step in range(WINDOW):
        terrain = seen[ROAD + min(max(0, square) + step, 89)]
        if terrain > 0:
            out[at + 2 * step + terrain - 1] = 1.0
    at += 2 * WINDOW
    for other in range(3):
        there = RIDERS + (1 - kind) * PER_RIDER if other == 0 else rivals + (other - 1) * PER_RIDER
        gap = min(max(seen[there] - square, -BEHIND), AHEAD)
        out[at + gap + BEHIND] = 1.0
        at += GAPS


class Network:
    """Two hidden layers; then a number for every action, and how likely it is to win."""

    def __init__(self, weights: list[Any]) -> None:
        self.weights = weights
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.updates = 0

    def __call__(self, features: Any, masks: Any) -> tuple[Any, Any, tuple[Any, Any]]:
        """The chance to choose each action, the value of the position, and the hidden layers."""
        one, two, three, *biases = self.weights
        first = np.maximum(features @ one + biases[0], 0)
        second = np.maximum(first @ two + biases[1], 0)
        out = second @ three + biases[2]
        logits = np.where(masks, out[:, :-1], -1e9)
        logits -= logits.max(1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(1, keepdims=True)
        return chances, out[:, -1], (first, second)

    def learn(self, features: Any, hidden: tuple[Any, Any], slope: Any, rate: float) -> None:
        """One step of Adam down a slope given for the outputs."""
        _, two, three, *_ = self.weights
        first, second = hidden
        above = (slope @ three.T) * (second > 0)
        below = (above @ two.T) * (first > 0)
        slopes = [
            features.T @ below,
            first.T @ above,
            second.T @ slope,
            below.sum(0),
            above.sum(0),
            slope.sum(0),
        ]
        size = np.sqrt(sum(float((part**2).sum()) for part in slopes))
        self.updates += 1
        fair, wide = 1 - 0.9**self.updates, 1 - 0.999**self.updates
        for number, part in enumerate(slopes):
            cut = part * min(1.0, 0.5 / (size + 1e-8))
            self.means[number] += 0.1 * (cut - self.means[number])
            self.squares[number] += 0.001 * (cut**2 - self.squares[number])
            step = self.means[number] / fair / (np.sqrt(self.squares[number] / wide) + 1e-5)
            self.weights[number] -= rate * step


def untrained(dice: np.random.Generator) -> Network:
    """A network that knows nothing yet."""
    sizes = [(FEATURES, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, ACTIONS + 1)]
    weights = [dice.normal(0, np.sqrt(2 / size[0]), size).astype(np.float32) for size in sizes]
    weights[-1] *= 0.01
    return Network(weights + [np.zeros(size[1], np.float32) for size in sizes])


class Learnt:
    """What was learnt, as a player: `py:examples.train:Learnt:FILE`."""

    def __init__(self, file: str) -> None:
        with np.load(file) as kept:
            self.network = Network([kept[name] for name in kept.files])
        self.features = np.zeros((1, FEATURES), np.float32)

    def decide(self, question: Question) -> int:
        """The action it likes best."""
        spread_out(question.observation[None], self.features)
        chances, _, _ = self.network(self.features, question.mask[None] > 0)
        return int(chances[0].argmax())


class Learner:
    """A network, the races it learns from, and what it remembers of them."""

    def __init__(self, seed: int) -> None:
        self.dice = np.random.default_rng(seed)
        self.network = untrained(self.dice)
        self.roads = [
            envs.vector("flamme-rouge", RACES, opponents=["domestique"], stage=name) for name in STAGES
        ]
        for number, road in enumerate(self.roads):
            road.reset(seed=seed + number)
        rows = RACES * len(STAGES)
        self.features = np.zeros((STEPS + 1, rows, FEATURES), np.float32)
        self.masks = np.zeros((STEPS + 1, rows, ACTIONS), np.bool_)
        self.actions = np.zeros((STEPS, rows), np.int32)
        self.chances, self.values = (
            np.zeros((STEPS, rows), np.float32),
            np.zeros((STEPS + 1, rows), np.float32),
        )
        self.rewards, self.ends = np.zeros((STEPS, rows), np.float32), np.zeros((STEPS, rows), np.float32)
        self.races = 0

    def look(self, step: int) -> None:
        """Note what the races look like now."""
        for number, road in enumerate(self.roads):
            part = slice(number * RACES, (number + 1) * RACES)
            spread_out(road.observations, self.features[step, part])
            self.masks[step, part] = road.masks

    def ride(self) -> None:
        """Ride on in all races, choosing as the network likes."""
        rows = np.arange(self.actions.shape[1])
        for step in range(STEPS):
            self.look(step)
            chances, self.values[step], _ = self.network(self.features[step], self.masks[step])
            drawn = (chances.cumsum(1) < self.dice.random((len(rows), 1)) * 0.9999).sum(1)
            self.actions[step], self.chances[step] = drawn, chances[rows, drawn]
            for number, road in enumerate(self.roads):
                part = slice(number * RACES, (number + 1) * RACES)
                _, self.rewards[step, part], ended, _, _ = road.step(drawn[part])
                self.ends[step, part] = ended
        self.look(STEPS)
        self.values[STEPS] = self.network(self.features[STEPS], self.masks[STEPS])[1]
        self.races += int(self.ends.sum())

    def advantages(self) -> Any:
        """How much better it went than the network had thought, looked back upon from the end."""
        gains, gain = np.zeros_like(self.rewards), np.zeros(self.rewards.shape[1], np.float32)
        for step in reversed(range(STEPS)):
            on = 1 - self.ends[step]
            gain = self.rewards[step] + on * self.values[step + 1] - self.values[step] + on * TRACE * gain
            gains[step] = gain
        return gains

    def improve(self, rate: float) -> None:
        """Learn from what was ridden, twice over, in shuffled pieces (PPO)."""
        gains = self.advantages()
        targets = (gains + self.values[:-1]).ravel()
        gains = ((gains - gains.mean()) / (gains.std() + 1e-6)).ravel()
        features, masks = self.features[:-1].reshape(-1, FEATURES), self.masks[:-1].reshape(-1, ACTIONS)
        actions, before = self.actions.ravel(), self.chances.ravel()
        for _ in range(EPOCHS):
            for piece in np.array_split(self.dice.permutation(len(actions)), PIECES):
                chances, values, hidden = self.network(features[piece], masks[piece])
                slope = slope_of(chances, values, actions[piece], before[piece], gains[piece], targets[piece])
                self.network.learn(features[piece], hidden, slope, rate)


def slope_of(chances: Any, values: Any, actions: Any, before: Any, gains: Any, targets: Any) -> Any:
    """The slope of PPO's loss for every output of the network."""
    rows = np.arange(len(actions))
    ratio = chances[rows, actions] / before
    free = np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
    policy = (free * ratio * gains)[:, None] * chances
    policy[rows, actions] -= free * ratio * gains
    logs = np.log(chances + 1e-9)
    policy += ENTROPY * chances * (logs - (chances * logs).sum(1, keepdims=True))
    slope = np.empty((len(actions), ACTIONS + 1), np.float32)
    slope[:, :-1], slope[:, -1] = policy, values - targets
    return slope / len(actions)


def judged(network: Network, opponent: str, races: int, seed: int) -> dict[str, Any]:
    """The share of races won, with its 95 % interval and by stage.

    Every deal is ridden from both seats, and a pair of such races counts as one observation. The network
    always takes the action it likes best.
    """
    shares: dict[str, Any] = {}
    features = np.zeros((races, FEATURES), np.float32)
    for name in STAGES:
        won = np.zeros(races)
        for seat in range(2):
            road = envs.vector("flamme-rouge", races, opponents=[opponent], seat=seat, stage=name)
            road.reset(seed=seed)
            riding = np.ones(races, np.bool_)
            while riding.any():
                spread_out(road.observations, features)
                chances, _, _ = network(features, road.masks.astype(np.bool_))
                _, rewards, ended, _, _ = road.step(chances.argmax(1))
                won += rewards * riding
                riding &= ~ended
        shares[name] = won / 2
    pairs = np.concatenate(list(shares.values()))
    share, error = float(pairs.mean()), float(1.96 * pairs.std(ddof=1) / np.sqrt(len(pairs)))
    return {
        "opponent": opponent,
        "races": 2 * len(pairs),
        "won": share,
        "interval": [share - error, share + error],
        "stages": {name: float(won.mean()) for name, won in shares.items()},
    }


def enter(file: Path, races: int) -> None:
    """Let what was learnt meet `domestique` in the arena, as anybody's player would."""
    player = f"py:{Path(__file__).stem}:Learnt:{file}"
    arena = Arena("flamme-rouge", [player, "domestique"], stages=STAGES, seed=LAST_EXAM)
    found, _ = arena.run(races, workers=default_workers())
    low, high = found.interval[player]
    share = f"{found.share[player]:.1%} of {found.races:,} races ({low:.1%} to {high:.1%})"
    rating = f"{found.ratings[player].points:.0f} to {found.ratings['domestique'].points:.0f} points"
    print(f"In the arena it beats domestique in {share}; it is rated {rating}.")


class Watch:
    """How long was learnt, by the wall clock and by what this process had of the processor."""

    def __init__(self) -> None:
        self.wall = self.cpu = 0.0

    def start(self) -> None:
        """Go on."""
        self.wall -= time.perf_counter()
        self.cpu -= time.process_time()

    def stop(self) -> None:
        """Pause."""
        self.wall += time.perf_counter()
        self.cpu += time.process_time()

    def read(self) -> dict[str, float]:
        """Both, in seconds."""
        return {"seconds": round(self.wall, 1), "cpu_seconds": round(self.cpu, 1)}


def told(found: dict[str, Any]) -> str:
    """A judgement in a line."""
    low, high = found["interval"]
    share = f"{found['won']:.1%} of {found['races']:,} races ({low:.1%} to {high:.1%})"
    return f"beats {found['opponent']} in {share}"


def main() -> None:
    """Train, look now and then how it is doing, and write down what came of it."""
    parser = argparse.ArgumentParser(description="Teach a small network to beat domestique at Flamme Rouge.")
    parser.add_argument("--rounds", type=int, default=250, help="of riding and learning")
    parser.add_argument("--looks", type=int, default=20, help="how often it is judged on the way")
    parser.add_argument("--races", type=int, default=2000, help="deals on each stage for the last judgement")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a JSON file for the curve")
    parser.add_argument("--save", type=Path, help="a file for the network, which then enters the arena")
    given = parser.parse_args()
    learner, watch = Learner(given.seed), Watch()
    curve = [{"ridden": 0, **watch.read(), **judged(learner.network, "domestique", 100, EXAM)}]
    for number in range(1, given.rounds + 1):
        watch.start()
        learner.ride()
        learner.improve(RATE * (1 - (number - 1) / given.rounds))
        watch.stop()
        if number % max(1, given.rounds // given.looks) == 0:
            found = judged(learner.network, "domestique", 100, EXAM)
            curve.append({"ridden": learner.races, **watch.read(), **found})
            print(f"{watch.wall:5.0f} s, {learner.races:7,} races: {told(found)}", flush=True)
    finals = [judged(learner.network, level, given.races, LAST_EXAM) for level in LEVELS]
    for found in finals:
        print(f"In the end it {told(found)}.")
    if given.out:
        decisions = given.rounds * learner.actions.size
        known = {"seed": given.seed, "rounds": given.rounds, "ridden": learner.races, "decisions": decisions}
        text = json.dumps({**known, "curve": curve, "finals": finals}, indent=1)
        given.out.write_text(text + "\n", encoding="utf-8")
    if given.save:
        with given.save.open("wb") as file:
            np.savez(file, *learner.network.weights)
        enter(given.save, 2 * len(STAGES) * 20)


if __name__ == "__main__":
    main()
