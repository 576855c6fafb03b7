"""Networks answer in whole numbers: interpreted, compiled and on a simulated GPU the same to the last bit."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto import readiness
from gruppetto.games import loops, registry
from gruppetto.games.game import Game
from gruppetto.kernel.record import duplicate
from gruppetto.kernel.rule import interpreted
from gruppetto.players import decide, names, network, think
from gruppetto.players.deciders import decider_of
from gruppetto.players.network import MOST_BYTES, Layers, Network, Room, digest, load, network_of

FLAMME_ROUGE = registry.get("flamme-rouge")
HIDDEN = int(network_of(FLAMME_ROUGE).layers.sizes[1])
WITHOUT = [game for game in registry.games().values() if game.network is None]
ON_GPU = """
import sys, json, numpy as np
from gruppetto.games import registry
from gruppetto.kernel.rule import gpu_functions, numba_cuda
from gruppetto.players.network import Layers, Room, answer, network_of

cuda = numba_cuda()
game = registry.get("flamme-rouge")
reply, spread_out = gpu_functions(answer, game.features)
layers, inputs = network_of(game).layers, game.inputs


@cuda.jit
def kernel(sizes, shifts, weights, biases, seen, numbers, awake, sums):
    spread_out(seen, 0, numbers[:inputs])
    reply(Layers(sizes, shifts, weights, biases), Room(seen, numbers, awake, sums))


for row in json.loads(sys.argv[1]):
    room = network_of(game).room(game)
    room.seen[:] = row
    kernel[1, 1](*layers, *room)
    print(room.sums[: game.actions + 1].tolist())
"""


def race_at(decisions: int, seats: int = 3, seed: int = 1) -> g.Match:
    match = g.start("flamme-rouge", seats=seats, seed=seed)
    while len(match.log) < decisions:
        match.play(match.waiting[0], decide(match, match.waiting[0], "domestique", len(match.log)))
    return match


def seen_in(match: g.Match) -> np.ndarray[Any, np.dtype[np.int32]]:
    seen = np.zeros(match.game.observation, np.int32)
    loops.sense(match.game.rules.observe, match.state, match.waiting[0], seen)
    return seen


def answer_to(seen: Any, rules: Any = network) -> list[int]:
    found = network_of(FLAMME_ROUGE)
    room = found.room(FLAMME_ROUGE)
    FLAMME_ROUGE.features(seen, 0, room.numbers[: FLAMME_ROUGE.inputs])
    rules.answer(found.layers, room)
    return room.sums[: FLAMME_ROUGE.actions + 1].tolist()


# --- answers --------------------------------------------------------------------------------------------


def test_an_answer_is_what_the_file_says() -> None:
    """Reckoned again with NumPy's own matrices, of 64 bits."""
    with np.load(FLAMME_ROUGE.network) as kept:
        arrays = {name: kept[name] for name in kept.files}
    for decisions in (0, 30, 61, 90):
        seen, numbers = seen_in(race_at(decisions)), np.zeros(FLAMME_ROUGE.inputs, np.int8)
        FLAMME_ROUGE.features(seen, 0, numbers)
        row = numbers.astype(np.int64)
        last = max(int(name[7:]) for name in arrays if name.startswith("weights"))
        for layer in range(last + 1):
            row = row @ arrays[f"weights{layer}"].astype(np.int64) + arrays[f"biases{layer}"]
            if layer < last:
                shift = int(arrays[f"shift{layer}"])
                row = np.clip((row + ((1 << shift) >> 1)) >> shift, 0, 127)
        assert answer_to(seen) == row.tolist()


def test_an_answer_is_the_same_interpreted_and_on_a_simulated_gpu() -> None:
    rows = [seen_in(race_at(decisions, seats)) for decisions, seats in ((0, 2), (45, 4))]
    compiled = [answer_to(row) for row in rows]
    assert [answer_to(row, interpreted(network)) for row in rows] == compiled
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ON_GPU, json.dumps([row.tolist() for row in rows])],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert [json.loads(line) for line in done.stdout.splitlines()] == compiled


@pytest.mark.parametrize("awake", [0, 1, 3, 4, 7, 40])
def test_however_many_numbers_are_not_zero(awake: int) -> None:
    dice = np.random.default_rng(awake)
    first, second = dice.integers(-127, 128, (40, 21)), dice.integers(-127, 128, (21, 5))
    biases, numbers = dice.integers(-9, 9, 26), np.zeros(40, np.int8)
    numbers[dice.permutation(40)[:awake]] = dice.integers(1, 128, awake)
    layers = Layers(
        np.array([40, 21, 5], np.int32),
        np.array([7, 0], np.int32),
        np.concatenate([first.ravel(), second.T.ravel()]).astype(np.int8),
        biases.astype(np.int32),
    )
    room = Room(np.zeros(0, np.int32), numbers.copy(), np.zeros(40, np.int32), np.zeros(40, np.int32))
    network.answer(layers, room)
    hidden = np.clip((numbers.astype(int) @ first + biases[:21] + 64) >> 7, 0, 127)
    assert room.sums[:5].tolist() == (hidden @ second + biases[21:]).tolist()


def test_alone_it_rides_what_it_likes_best_of_what_is_legal() -> None:
    for decisions in range(0, 90, 7):
        match = race_at(decisions)
        seat = match.waiting[0]
        likings = answer_to(seen_in(match))
        best = max(match.legal(seat), key=lambda code: likings[code])
        assert decide(match, seat, "hors-categorie@0", 5) == best


# --- files ----------------------------------------------------------------------------------------------


def written(folder: Path, game: Game = FLAMME_ROUGE, *, sign: bool = True, **changed: Any) -> Path:
    """A file like the one that the room comes with, but for what is changed; None leaves something out."""
    with np.load(game.network) as kept:
        arrays = {name: kept[name] for name in kept.files}
    card = json.loads(str(arrays.pop("card"))) | changed.pop("card", {})
    arrays = {name: array for name, array in (arrays | changed).items() if array is not None}
    if sign:
        card["hash"] = digest(arrays)
    file = folder / "network.npz"
    np.savez(file, **arrays, card=np.array(json.dumps(card)))
    return file


def test_a_network_is_read_as_it_was_written(tmp_path: Path) -> None:
    found = load(written(tmp_path), FLAMME_ROUGE)
    assert isinstance(found, Network)
    assert found.scale == network_of(FLAMME_ROUGE).scale
    assert found.layers.weights.tolist() == network_of(FLAMME_ROUGE).layers.weights.tolist()


def test_the_network_of_a_room_is_small_and_says_how_it_came_about() -> None:
    assert FLAMME_ROUGE.network.stat().st_size < MOST_BYTES
    assert {"game", "rules_version", "observation", "hash"} <= set(network_of(FLAMME_ROUGE).card)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"card": {"game": "etapa"}}, "for game 'etapa', not 'flamme-rouge'"),
        ({"card": {"rules_version": 99}}, "for rules_version 99, not 1"),
        ({"card": {"observation": 7}}, "for observation 7"),
        ({"weights0": np.zeros((9, HIDDEN), np.int8)}, "from 9 numbers"),
        ({"weights0": np.zeros((9, HIDDEN), np.float32)}, "layer 0: weights are int8"),
        ({"weights1": np.zeros((9, HIDDEN), np.int8)}, "layer 1"),
        ({"biases0": np.zeros(3, np.int32)}, "layer 0"),
        ({"biases1": np.full(HIDDEN, 1 << 30, np.int32), "shift1": np.array(30)}, "beyond 32 bits"),
        ({"shift1": None}, "layer 1"),
        ({"shift0": np.array(31)}, "layer 0"),
        ({"scale": None}, "a scale"),
        ({"weights0": None}, "have to be there"),
    ],
)
def test_what_is_no_network_for_a_game_is_refused(tmp_path: Path, changed: Any, said: str) -> None:
    with pytest.raises(g.BadData, match=f"network.npz: .*{said}"):
        load(written(tmp_path, **changed), FLAMME_ROUGE)


def test_numbers_that_were_changed_are_noticed(tmp_path: Path) -> None:
    with pytest.raises(g.BadData, match="not those that the card was written for"):
        load(written(tmp_path, scale=np.array(8), sign=False), FLAMME_ROUGE)


def test_what_is_no_file_of_a_network_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "network.npz"
    with pytest.raises(g.BadData, match="no file of a network"):
        load(file, FLAMME_ROUGE)
    for nonsense in (b"", b"PK\x03\x04", b"weights", npy()):
        file.write_bytes(nonsense)
        with pytest.raises(g.BadData, match="no file of a network"):
            load(file, FLAMME_ROUGE)
    file.write_bytes(bytes(MOST_BYTES + 1))
    with pytest.raises(g.BadData, match="at most 2,097,152 bytes"):
        load(file, FLAMME_ROUGE)
    np.savez(file, weights0=np.zeros((2, 2), np.int8), card=np.array("[]"))
    with pytest.raises(g.BadData, match="layer 0"):
        load(file, FLAMME_ROUGE)
    np.savez(file, scale=np.array(1), **layer_of(2, 2), card=np.array("[]"))
    with pytest.raises(g.BadData, match="a card, JSON"):
        load(file, FLAMME_ROUGE)
    np.savez(file, scale=np.array(1), **layer_of(2, 2), card=np.array("{}"))
    with pytest.raises(g.BadData, match="does not say game, rules_version"):
        load(file, FLAMME_ROUGE)


def npy() -> bytes:
    """A single array, which is no file of several."""
    file = io.BytesIO()
    np.save(file, np.zeros(3))
    return file.getvalue()


def layer_of(inputs: int, outputs: int) -> dict[str, Any]:
    biases = np.zeros(outputs, np.int32)
    return {"weights0": np.zeros((inputs, outputs), np.int8), "biases0": biases, "shift0": np.array(0)}


# --- where it rides ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", WITHOUT, ids=lambda game: game.id)
def test_where_no_network_was_trained_nobody_rides_by_one(game: Game) -> None:
    assert "hors-categorie" not in names(game)
    match = g.start(game.id, seats=game.fewest_seats, seed=1)
    with pytest.raises(
        g.UnknownPlayer, match=f"no network was trained for .* of {game.name}. Players there are"
    ):
        think(game, duplicate(match.state), match.waiting[0], "hors-categorie@0", 1)


def test_in_flamme_rouge_it_is_above_all_others() -> None:
    assert names(FLAMME_ROUGE)[-2:] == ["patron", "hors-categorie"]


def test_a_network_for_other_rules_rides_nowhere_until_another_is_trained(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    learnt = FLAMME_ROUGE.rules_version
    monkeypatch.setattr(type(FLAMME_ROUGE), "rules_version", learnt + 1)
    assert names(FLAMME_ROUGE)[-1] == "patron"
    readiness.PIECES["thinking"](FLAMME_ROUGE)  # who does not ride is not warmed up, either
    match = race_at(30)
    with pytest.raises(g.UnknownPlayer, match=f"no network was trained for version {learnt + 1} of the"):
        decide(match, match.waiting[0], "hors-categorie", 1)
    with pytest.raises(g.BadData, match=f"this network is for rules_version {learnt}, not"):
        decider_of(f"net:{FLAMME_ROUGE.network}").decide(
            FLAMME_ROUGE, duplicate(match.state), match.waiting[0], 1
        )
