"""Players from outside: classes and models, what they are shown, and what becomes of bad ones."""

import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import gruppetto as g
from gruppetto import envs
from gruppetto.games import loops, registry
from gruppetto.kernel.record import Records, duplicate
from gruppetto.lab.arena import Arena
from gruppetto.players import names
from gruppetto.players.deciders import decider_of
from gruppetto.players.outsiders import Outsider, called, is_outside
from gruppetto.players.questions import Question

GAMES = ["flamme-rouge", "flamme-rouge-tour", "due-ruote", "etapa"]
HEAD = "class Bot:\n    def decide(self, question):\n"


def decisions(game: str, count: int = 30) -> list[tuple[Records, int]]:
    """States of a race, and the seat that is to decide in each."""
    found, match = [], g.start(game, seats=3, seed=2)
    while len(found) < count and not match.over:
        seat = match.waiting[0]
        found.append((duplicate(match.state), seat))
        choices = match.choices(seat)
        match.play(seat, choices[len(found) % len(choices)])
    return found


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Write a module into the folder one is in; the name of the class `Bot` in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))

    def write(text: str) -> str:
        name = f"bots_{abs(hash(text))}"
        (tmp_path / f"{name}.py").write_text(text)
        return f"py:{name}:Bot"

    return write


# --- what they are shown --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_question_is_what_the_seat_may_know(game: str) -> None:
    room = registry.get(game)
    for state, seat in decisions(game):
        question = Question(room, state, seat, seed=5)
        assert question.view == msgspec.to_builtins(room.view(state, seat))
        assert question.legal == [choice.code for choice in question.choices]
        assert np.flatnonzero(question.mask).tolist() == sorted(question.legal)
        assert len(question.mask) == room.actions
        assert (question.game, question.seats) == (game, 3)
        assert question.observation.dtype == room.bounds()[0].dtype


@pytest.mark.parametrize("game", GAMES)
def test_questions_about_races_a_seat_cannot_tell_apart_are_the_same(game: str) -> None:
    room = registry.get(game)
    for state, seat in decisions(game):
        other = duplicate(state)
        loops.veil(room.rules.forget, other, seat, np.uint64(99))
        one, two = (Question(room, each, seat, seed=5) for each in (state, other))
        assert one.message() == two.message()
        assert one._state.tobytes() == two._state.tobytes()  # even one who looks where they should not
        assert one.world(7).tobytes() == two.world(7).tobytes()


def test_a_question_shows_the_numbers_of_the_environments() -> None:
    env = envs.gym("flamme-rouge", ["random"], seat=0)
    seen, _ = env.reset(seed=3)
    question = Question(registry.get("flamme-rouge"), env.unwrapped.table.state, 0, seed=1)
    assert (question.observation == seen["observation"]).all()
    assert question.observation.dtype == seen["observation"].dtype
    assert (question.mask == seen["action_mask"]).all()


def test_a_world_is_one_to_try_things_out_in() -> None:
    room = registry.get("flamme-rouge")
    state, seat = decisions("flamme-rouge")[-1]
    question = Question(room, state, seat, seed=5)
    before = room.view(state, seat)
    world = question.world(1)
    loops.step(room.rules.act, world, seat, question.legal[0], np.zeros(0, np.int32))
    assert room.view(question.world(2), seat) == before != room.view(world, seat)


# --- classes --------------------------------------------------------------------------------------------


def test_a_class_rides_by_its_name(module: Callable[[str], str]) -> None:
    player = module(HEAD + "        return question.legal[-1]\n")
    found, _ = Arena("flamme-rouge", [player, "random"]).run(8, workers=2)
    assert found.wins[player] >= 6
    assert called(player) == "Bot"


def test_a_class_may_be_given_a_text_and_is_told_when_it_is_over(
    module: Callable[[str], str], tmp_path: Path
) -> None:
    player = module(
        "import numpy as np, pathlib\n"
        "class Bot:\n"
        "    def __init__(self, text):\n        self.text = text\n"
        "    def decide(self, question):\n        return np.flatnonzero(question.mask)[0]\n"
        "    def close(self):\n        pathlib.Path('closed').write_text(self.text)\n"
    )
    bot = decider_of(f"{player}:weights:7.npz")
    state, seat = decisions("flamme-rouge")[0]
    assert bot.decide(registry.get("flamme-rouge"), state, seat, 1) >= 0
    bot.close()
    assert (tmp_path / "closed").read_text() == "weights:7.npz"


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ("py:", "write py:MODULE:CLASS"),
        ("py:json", "write py:MODULE:CLASS"),
        ("py:no_such_module:Bot", "no module 'no_such_module'"),
        ("py:json:Decoder", r"has no class 'Decoder'; did you mean 'JSONDecoder'"),
        ("py:json:JSONDecoder", r"has no method decide\(question\)"),
        ("py:json:dumps", "cannot be made: TypeError"),
        ("onnx:no-such.onnx", "no such file"),
    ],
)
def test_a_policy_that_is_not_there_is_refused(player: str, said: str) -> None:
    with pytest.raises(g.UnknownPlayer, match=said):
        Arena("flamme-rouge", [player, "random"]).run(2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import no_such_package\n", "no module 'no_such_package'"),
        ("1 / 0\n", "cannot be made: ZeroDivisionError"),
        ("def Bot(:\n", "cannot be made: SyntaxError"),
        (
            "class Bot:\n    def __init__(self):\n        open('weights.npz')\n",
            "cannot be made: FileNotFoundError",
        ),
        (
            "class Bot:\n    def __init__(self):\n        import no_such_package\n",
            "cannot be made: ModuleNotFoundError",
        ),
        ("import sys\nsys.exit(0)\n", "cannot be made: SystemExit"),
    ],
)
def test_a_module_that_fails_is_refused(module: Callable[[str], str], text: str, said: str) -> None:
    with pytest.raises(g.UnknownPlayer, match=said):
        Arena("flamme-rouge", [module(text), "random"]).run(2)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("        return 999\n", "chose 999; its choices were"),
        ("        return -1\n", "chose -1; its choices were"),
        ("        return None\n", "answered None, not the code of an action"),
        ("        return 2.0\n", r"answered 2\.0, not the code of an action"),
        ("        raise ValueError('lost my map')\n", "failed with ValueError: lost my map"),
        ("        import sys; sys.exit()\n", "failed with SystemExit"),
        ("        import time; time.sleep(60)\n", r"did not answer within 0\.3 s"),
    ],
)
def test_a_class_that_breaks_the_rules_is_named(module: Callable[[str], str], body: str, said: str) -> None:
    player = module(HEAD + body)
    with pytest.raises(g.BotFault, match=f"{player}: {said}"):
        Arena("flamme-rouge", [player, "random"], patience=0.3).run(2, workers=2)


def test_a_class_that_was_let_go_is_asked_nothing_more(module: Callable[[str], str]) -> None:
    bot = decider_of(module(HEAD + "        return 0\n"), patience=20)
    state, seat = decisions("flamme-rouge")[0]
    bot.close()
    with pytest.raises(g.BotFault, match="has been let go"):
        bot.decide(registry.get("flamme-rouge"), state, seat, 1)


# --- models -----------------------------------------------------------------------------------------------


def model(
    path: Path, numbers: int = 279, actions: int = 32, *, masked: bool = False, bias: float = 1.0
) -> str:
    """A layer without a thought: it prefers the action with the highest code, or the lowest."""
    weights = {
        "W": np.zeros((numbers, actions), np.float32),
        "B": (bias * np.arange(actions)).astype(np.float32),
    }
    inputs = [helper.make_tensor_value_info("observation", TensorProto.FLOAT, ["batch", numbers])]
    nodes = [helper.make_node("Gemm", ["observation", "W", "B"], ["liked"])]
    if masked:
        inputs.append(helper.make_tensor_value_info("mask", TensorProto.FLOAT, ["batch", actions]))
        nodes.append(helper.make_node("Mul", ["liked", "mask"], ["preferred"]))
    made = [helper.make_tensor_value_info(nodes[-1].output[0], TensorProto.FLOAT, ["batch", actions])]
    graph = helper.make_graph(
        nodes,
        "policy",
        inputs,
        made,
        [numpy_helper.from_array(value, name) for name, value in weights.items()],
    )
    opset = helper.make_opsetid("", 17)
    onnx.save(helper.make_model(graph, opset_imports=[opset], ir_version=10), path)
    return f"onnx:{path}"


@pytest.mark.parametrize("masked", [False, True])
def test_a_model_rides_and_takes_the_legal_action_it_likes_best(tmp_path: Path, masked: bool) -> None:
    player = model(tmp_path / "highest.onnx", masked=masked)
    room, bot = registry.get("flamme-rouge"), decider_of(player)
    for state, seat in decisions("flamme-rouge"):
        assert bot.decide(room, state, seat, 1) == max(Question(room, state, seat, 1).legal)
    found, _ = Arena("flamme-rouge", [player, "random"]).run(8, workers=2)
    assert found.wins[player] >= 6
    assert called(player) == "highest.onnx"


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ({"numbers": 100}, r"takes an array of the shape \['batch', 100\].* it is given \[1, 279\]"),
        ({"actions": 31}, "answers with 31 numbers; flamme-rouge has 32 actions"),
        ({"bias": float("nan")}, "no number"),
    ],
)
def test_a_model_that_does_not_fit_is_named(tmp_path: Path, shape: dict[str, int], said: str) -> None:
    with pytest.raises(g.BotFault, match=said):
        Arena("flamme-rouge", [model(tmp_path / "bad.onnx", **shape), "random"]).run(2)


def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.onnx").write_text("not a model")
    with pytest.raises(g.UnknownPlayer, match="is no ONNX model"):
        decider_of(f"onnx:{tmp_path / 'bad.onnx'}")


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(g.MissingExtra, match=r"pip install 'gruppetto\[onnx\]'"):
        decider_of("onnx:any.onnx")


# --- names ------------------------------------------------------------------------------------------------


def test_who_is_outside() -> None:
    assert not any(map(is_outside, [*names(), "patron@50ms"]))
    for player, name in {
        "stdio:python examples/bot.py": "bot.py",
        "ws://localhost:9000/bot": "bot",
        "py:train:Learnt:a/b.npz": "Learnt:b.npz",
        "py:train:Learnt": "Learnt",
        "onnx:models/ronde.onnx": "ronde.onnx",
        "patron@50ms": "patron@50ms",
    }.items():
        assert called(player) == name


def test_a_policy_in_hand_is_checked_like_any_other() -> None:
    class Wrong:
        def decide(self, question: Question) -> int:
            return question.seed

    state, seat = decisions("flamme-rouge")[0]
    with pytest.raises(g.BotFault, match="wrong: chose 4711"):
        Outsider("wrong", Wrong()).decide(registry.get("flamme-rouge"), state, seat, 4711)
