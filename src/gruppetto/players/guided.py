"""Looking ahead with a network: it rides for everybody for a few rounds, then says what that is worth.

Like any thinker this one imagines worlds that its seat cannot tell from the true one, and tries every choice
in each of them with the same luck. What decides is how the choices end, and how much the network likes them.
Its answers are whole numbers, and the chances they stand for are fractions that a float holds exactly: with
a counted budget a decision is the same everywhere.
"""

from typing import Any, NamedTuple

import numpy as np

from gruppetto.games.game import Game
from gruppetto.games.loops import MOST_ACTIONS, Rule
from gruppetto.kernel.chance import fraction_of, mix, share
from gruppetto.kernel.record import Ints, Keys, Records
from gruppetto.kernel.rule import rule
from gruppetto.players.halving import Budget, Halving
from gruppetto.players.network import Layers, Room, answer, liked_best, likings_of, network_of
from gruppetto.players.playout import DECIDING, Floats, lowest, won
from gruppetto.players.search import BEATEN, COLUMNS, GAIN, SQUARES, TRIED, WON, key_of

ROUNDS = 3  # that are ridden before the network says what they are worth
FAITH = 0.01  # what being liked so much more that it is chosen e times as often counts, in chances to win
UNLIKELY = 6.0  # a choice that is liked less than the best one by more than this is not tried
MEMORY = 1 << 12  # answers remembered
FINE = 4  # bits of a liking that count where choices are drawn
WEIGHTS = np.round((1 << 16) * np.exp(-np.arange(11 << FINE) / (1 << FINE))).astype(np.int32)


class Memory(NamedTuple):
    """The latest answers of a network, by what was observed."""

    keys: Keys
    answers: Ints


class Lane(NamedTuple):
    """What is written while worlds are tried."""

    room: Room
    memory: Memory


class Guided(Halving):
    """One decision being estimated with the network of a game."""

    def __init__(self, game: Game, state: Records, seat: int, seed: int, *, threads: int = 1) -> None:
        super().__init__(game, state, seat, seed, trees=False, threads=threads)
        self.network = network_of(game)
        liked = likings_of(self.network, game, state, seat)[self.codes]
        behind = (liked.max() - liked) / self.network.scale
        likely = np.flatnonzero(behind <= UNLIKELY)
        if game.trust:  # the network rides sensibly enough: it is its first choice that others have to beat
            likely = likely[np.argsort(behind[likely], kind="stable")]
        self.codes, self.behind = self.codes[likely], behind[likely]
        self.tally = np.zeros((len(self.codes), COLUMNS))

    def _worth(self, which: Ints) -> Floats:
        worth: Floats = super()._worth(which) - FAITH * self.behind[which]
        return worth

    def _ground(self, budget: Budget) -> Lane:
        del budget
        answers = np.zeros((MEMORY, self.game.actions + 1), np.int32)
        return Lane(self.network.room(self.game), Memory(np.zeros(MEMORY, np.uint64), answers))

    def _explore(self, alive: Ints, ground: Any, first: int, worlds: int) -> Floats:
        rules, tally = self.game.rules, np.zeros((len(alive), COLUMNS))
        look_ahead(
            rules.waiting, rules.legal, rules.act, rules.over, rules.score, rules.forget, rules.observe,
            self.network.features, np.repeat(self.state, 3), self.seat, self.codes[alive], tally,
            np.zeros(len(self.policy), np.int32), self.network.layers, ground.room, ground.memory, WEIGHTS,
            self.network.scale, np.uint64(self.seed), first, worlds,
        )  # fmt: skip
        return tally


@rule
def look_ahead(
    waiting: Rule, legal: Rule, act: Rule, over: Rule, score: Rule, forget: Rule, observe: Rule,
    features: Rule, states: Records, seat: int, choices: Ints, tally: Floats, scores: Ints,
    layers: Layers, room: Room, memory: Memory, weights: Ints, scale: int,
    seed: np.uint64, first: int, worlds: int,
) -> None:  # fmt: skip
    """Try every choice in the imagined worlds numbered from `first`, and count in its row of the tally.

    Of the three states the first is the present one; the others are room for a world and a race in it.
    """
    actions = np.empty(MOST_ACTIONS, np.int32)
    for number in range(first, first + worlds):
        luck = mix(seed, np.uint64(number))
        states[1] = states[0]
        forget(states[1], seat, luck)
        usual = 0.0
        for index in range(len(choices)):
            states[2] = states[1]
            act(states[2], seat, choices[index], actions[:0])
            worth = ride_on(
                waiting, legal, act, over, score, observe, features, states[2], seat, waiting(states[1]),
                layers, room, memory, weights, scale, mix(luck, np.uint64(DECIDING)), scores, actions,
            )  # fmt: skip
            usual = worth if index == 0 else usual
            count(tally[index], worth, usual)


@rule
def ride_on(
    waiting: Rule, legal: Rule, act: Rule, over: Rule, score: Rule, observe: Rule, features: Rule,
    world: Any, seat: int, owed: int, layers: Layers, room: Room, memory: Memory, weights: Ints, scale: int,
    own: np.uint64, scores: Ints, actions: Ints,
) -> float:  # fmt: skip
    """Let the network ride for everybody; the chance to win after some rounds, or what became of the race.

    A round begins when somebody owes a decision who did not before. The seat itself rides what the network
    likes best; others are drawn as it likes them, since nobody knows what they will do.
    """
    rounds, made, chance = 0, 0, len(memory.answers[0]) - 1
    while not over(world):
        owing = waiting(world)
        rounds += owing & ~owed != 0
        owed = owing
        if rounds >= ROUNDS and owing >> seat & 1:
            told = recall(features, observe, world, seat, layers, room, memory)[chance]
            return min(max(told, 0), scale) / scale
        turn = lowest(owing)
        found, action = legal(world, turn, actions), actions[0]
        made += 1
        if found > 1:
            answers = recall(features, observe, world, turn, layers, room, memory)
            action = liked_best(answers, actions, found)
            if turn != seat:
                action = drawn(answers, action, actions, found, weights, scale, fraction_of(own, made))
        act(world, turn, action, actions[:0])
    score(world, scores)
    return won(scores, seat)


@rule
def recall(
    features: Rule, observe: Rule, world: Any, seat: int, layers: Layers, room: Room, memory: Memory
) -> Ints:
    """What the network makes of what a seat observes; it is asked only if that is not remembered."""
    observe(world, seat, room.seen)
    key = key_of(room.seen, seat)
    slot = int(np.int64(key & np.uint64(len(memory.keys) - 1)))
    answers = memory.answers[slot]
    if memory.keys[slot] != key:
        features(room.seen, seat, room.numbers[: layers.sizes[0]])
        answer(layers, room)
        memory.keys[slot] = key
        for number in range(len(answers)):
            answers[number] = room.sums[number]
    return answers


@rule
def drawn(
    answers: Ints, best: int, actions: Ints, found: int, weights: Ints, scale: int, fraction: np.uint64
) -> int:
    """A legal action by chance: each as often as the network likes it, by a table of whole numbers."""
    total = 0
    for index in range(found):
        total += weight_of(answers[best] - answers[actions[index]], weights, scale)
    left, _ = share(fraction, total)
    for index in range(found):
        left -= weight_of(answers[best] - answers[actions[index]], weights, scale)
        if left < 0:
            return actions[index]
    return best


@rule
def weight_of(behind: int, weights: Ints, scale: int) -> int:
    """How often something is chosen that is liked less than the best by so much."""
    steps = (behind << FINE) // scale
    return weights[steps] if steps < len(weights) else 0


@rule
def count(row: Floats, worth: float, usual: float) -> None:
    """Count a chance to win in a row of the tally."""
    row[TRIED] += 1.0
    row[WON] += worth
    row[BEATEN] += worth
    row[GAIN] += worth - usual
    row[SQUARES] += (worth - usual) ** 2
