"""Self-play: what is learnt, how it is kept, and that its whole numbers say the same."""

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest
import torch

from gruppetto.errors import BadData, BadOption, UnknownPlayer
from gruppetto.games import registry
from gruppetto.learning.checkpoint import keep, take_up
from gruppetto.learning.course import UNSEEN, Course, Length
from gruppetto.learning.network import Network
from gruppetto.learning.plan import SMALL, Plan
from gruppetto.learning.riding import advantages, drawn
from gruppetto.learning.roads import Roads
from gruppetto.learning.whole import champion, export
from gruppetto.players.network import answer, load

GAME = registry.get("flamme-rouge")
TOUR = registry.get("flamme-rouge-tour")
LEARNABLE = [game.id for game in registry.games().values() if game.features is not None]
TINY = Plan("flamme-rouge", (2, 4), width=16, **{**SMALL, "races": 8, "steps": 16})
LONG = Length(decisions=1 << 20)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Threads of PyTorch would wait for one another while other tests run."""
    torch.set_num_threads(1)


def settled(width: int) -> Network:
    """A network of any weights, some of them large."""
    torch.manual_seed(5)
    network = Network((GAME.inputs, width, width, GAME.actions + 1))
    for layer in network.linear:
        layer.weight.data.mul_(3)
        layer.bias.data.normal_()
        layer.weight.data[0, 0] = 50.0  # beyond any grid
    network.settle()
    return network


def test_the_file_answers_to_the_bit_as_the_settled_network_does(tmp_path: Path) -> None:
    network, file = settled(24), tmp_path / "network.npz"
    export(network, GAME, {"told": "a try"}, file)
    kept = load(file, GAME)
    assert kept.card["told"] == "a try"
    room, dice = kept.room(GAME), np.random.default_rng(3)
    seen = dice.integers(-127, 128, (50, GAME.inputs)).astype(np.int8)
    with torch.no_grad():
        likes, values = network(torch.from_numpy(seen), torch.float32)
        again = champion(file, GAME)(torch.from_numpy(seen), torch.float32)
    assert torch.equal(likes, again[0])
    for row, like, value in zip(seen, likes, values, strict=True):
        room.numbers[: GAME.inputs] = row
        answer(kept.layers, room)
        assert room.sums[: GAME.actions].tolist() == (like * kept.scale).tolist()
        assert room.sums[GAME.actions] == value * kept.scale


@pytest.mark.parametrize("begins", ["", "domestique"])
def test_a_course_that_is_taken_up_goes_on_to_the_bit(tmp_path: Path, begins: str) -> None:
    plan = msgspec.structs.replace(TINY, begins=begins)
    straight, file = Course(plan, LONG, "cpu"), tmp_path / "checkpoint.pt"
    for _ in range(3):
        straight.go_on()
    keep(straight, file)
    resumed = Course(plan, LONG, "cpu")
    take_up(resumed, file)
    for course in (straight, resumed):
        for _ in range(2):
            course.go_on()
    assert straight.decisions == resumed.decisions == 5 * 16 * 8 * 8
    assert straight.finished == resumed.finished
    for one, other in zip(straight.network.parameters(), resumed.network.parameters(), strict=True):
        assert torch.equal(one, other)
    assert len(resumed.league.past) == len(straight.league.past) == 3


def test_another_plan_or_a_damaged_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "checkpoint.pt"
    keep(Course(TINY, LONG, "cpu"), file)
    other = Course(msgspec.structs.replace(TINY, roads="printed"), LONG, "cpu")
    with pytest.raises(BadOption, match="other roads: both, not printed"):
        take_up(other, file)
    file.write_bytes(file.read_bytes()[:-2000])
    with pytest.raises(BadOption, match="damaged"):
        take_up(Course(TINY, LONG, "cpu"), file)


def test_gains_are_told_back_seat_by_seat_from_the_next_decision_or_the_end() -> None:
    values = torch.tensor([[0.5], [0.4], [0.7], [0.2], [0.6], [0.3]])
    seats = torch.tensor([[0], [1], [0], [0], [0], [1]])
    rewards = torch.zeros(6, 1, 2)
    ended = torch.zeros(6, 1, dtype=torch.bool)
    rewards[2, 0], ended[2, 0] = torch.tensor([1.0, 0.0]), True
    gains, known = advantages(values, seats, rewards, ended, 0.5)
    assert gains[:, 0].tolist() == pytest.approx([0.2 + 0.5 * 0.3, -0.4, 0.3, 0.4, 0.0, 0.0])
    assert known[:, 0].tolist() == [True, True, True, True, False, False]


def test_only_what_is_legal_is_drawn_and_the_better_liked_the_more_often() -> None:
    likes, masks = torch.tensor([[9.0, 1.0, 0.0]]), torch.tensor([[False, True, True]])
    actions, logs = drawn(likes.expand(4000, -1), masks.expand(4000, -1), torch.Generator().manual_seed(1))
    share = np.e / (1 + np.e)
    assert set(actions.tolist()) == {1, 2}
    assert float((actions == 1).float().mean()) == pytest.approx(share, abs=0.03)
    assert logs[actions == 1].exp().tolist() == pytest.approx([share] * int((actions == 1).sum()), rel=1e-5)


def test_roads_change_during_a_course_and_unseen_ones_are_not_trained_on() -> None:
    course = Course(TINY, LONG, "cpu")
    before = [str(group.batch.terms.options.stage) for group in course.ride.races.groups]
    for _ in range(6):
        course.go_on()
    after = [str(group.batch.terms.options.stage) for group in course.ride.races.groups]
    assert before != after
    unseen = set(Roads(GAME, "both").unseen(3))
    assert len(unseen) == 3
    assert unseen.isdisjoint(before + after + GAME.stages())


def test_a_tour_leads_over_few_stages_or_many_and_is_ridden_by_all_rules() -> None:
    roads, dice = Roads(TOUR, "printed"), np.random.default_rng(1)
    drawn = [roads.any(dice) for _ in range(400)]
    assert {len(options["stages"].split(",")) for options in drawn} == set(TOUR.lengths)
    for variant in TOUR.variants:
        assert any(variant.items() <= options.items() for options in drawn)
    examined = [road.split(",") for road in roads.all_printed()]
    assert [tour[0] for tour in examined] == GAME.stages()
    assert {len(tour) for tour in examined} == {3}
    for road in roads.unseen(3):
        assert TOUR.setup(TOUR.options(roads.options(road)), 2)["plan"]["stages"] == 3


@pytest.mark.parametrize("game", LEARNABLE)
def test_every_game_with_features_can_be_learnt(game: str) -> None:
    plan = msgspec.structs.replace(TINY, game=game, teams=(2, registry.get(game).most_seats), deals=2)
    course = Course(plan, LONG, "cpu")
    course.go_on()
    course.settle()
    assert course.look().found.races == 4 * len(course.roads.all_printed())
    assert course.exam(1, 1, unseen=True).races == 2 * UNSEEN


def test_every_seat_of_a_race_with_oneself_learns_and_one_of_any_other() -> None:
    course = Course(msgspec.structs.replace(TINY, groups=48), LONG, "cpu")
    learns = course.ride.races.learns.view(48, 8, 4).sum(2)
    for group, seats in zip(course.ride.races.groups, learns, strict=True):
        expected = group.rivals.seats if group.rivals.kind == "self" else 1
        assert seats.tolist() == [expected] * 8
    assert {group.rivals.kind for group in course.ride.races.groups} == {"self", "past", "level"}


def test_a_champion_that_does_not_learn_is_met_alone(tmp_path: Path) -> None:
    file = tmp_path / "champion.npz"
    export(settled(16), GAME, {}, file)
    course = Course(msgspec.structs.replace(TINY, against=(str(file), "random")), LONG, "cpu")
    assert {group.rivals.kind for group in course.ride.races.groups} == {"past", "level"}
    course.go_on()
    assert course.league.any(course.network, course.dice) is course.league.champions[0]


def test_a_course_can_begin_with_what_was_learnt_before(tmp_path: Path) -> None:
    network, file = settled(16), tmp_path / "learnt.npz"
    export(network, GAME, {}, file)
    course = Course(msgspec.structs.replace(TINY, begins=str(file)), LONG, "cpu")
    assert not course.network.settled
    assert course.network.linear[0].bias.tolist() == champion(file, GAME).linear[0].bias.tolist()
    with pytest.raises(BadOption, match="not \\(603, 24, 24, 33\\); see --width"):
        Course(msgspec.structs.replace(TINY, begins=str(file), width=24), LONG, "cpu")


@pytest.mark.parametrize("game", ["flamme-rouge", "due-ruote", "etapa"])
def test_a_course_can_begin_by_doing_as_a_level_does(game: str) -> None:
    plan = Plan(game, (2, 2), "printed", width=32, begins="domestique", **{**SMALL, "races": 16})
    course, unlike = Course(plan, LONG, "cpu"), []
    for _ in range(8):
        course.go_on()
        assert "kl" not in course.told  # nothing was drawn that it could have moved away from
        unlike.append(course.told["unlike"])
    assert unlike[-1] < 0.9 * unlike[0]


def test_after_its_first_part_a_course_does_as_it_likes() -> None:
    manner = msgspec.structs.replace(TINY.manner, imitates=0.0)
    plan = msgspec.structs.replace(TINY, begins="domestique", manner=manner)
    imitating, free = (
        Course(msgspec.structs.replace(plan, manner=TINY.manner), LONG, "cpu"),
        Course(plan, LONG, "cpu"),
    )
    alone = Course(TINY, LONG, "cpu")
    for course in (imitating, free, alone):
        course.go_on()
    assert torch.equal(free.ride.actions, alone.ride.actions)
    assert not torch.equal(imitating.ride.actions, alone.ride.actions)


def test_a_tour_can_begin_with_what_was_learnt_of_its_stages(tmp_path: Path) -> None:
    file = tmp_path / "learnt.npz"
    export(settled(16), GAME, {}, file)
    plan = msgspec.structs.replace(TINY, game=TOUR.id, begins=str(file))
    network, before = Course(plan, LONG, "cpu").network, champion(file, GAME)
    assert not network.settled
    seen = torch.from_numpy(np.random.default_rng(3).integers(-127, 128, (50, TOUR.inputs)).astype(np.int8))
    before.grids[:] = network.grids
    with torch.no_grad():
        likes, values = network(seen, torch.float32)
        known, worth = before(seen[:, : GAME.inputs], torch.float32)
    assert torch.allclose(likes[:, : GAME.actions], known, atol=1e-4)
    assert torch.allclose(values, worth, atol=1e-4)
    assert not likes[:, GAME.actions :].any()
    network.settle()
    export(network, TOUR, {}, file)
    with pytest.raises(BadData, match="for game 'flamme-rouge-tour', not 'flamme-rouge'"):
        Course(msgspec.structs.replace(TINY, begins=str(file)), LONG, "cpu")


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"begins": "patron"}, "from: patron thinks"),
        ({"begins": "nowhere.npz"}, "from: there is no file nowhere.npz"),
        ({"teams": (2, 5)}, "2-5 is not a range within 2-4"),
        ({"roads": "gravel"}, "'gravel' is not one of printed, composed, both"),
        ({"width": 4}, "4 is not a number of cells"),
        ({"against": ("patron",)}, "patron thinks"),
        ({"against": ("nowhere.npz",)}, "there is no file nowhere.npz"),
    ],
)
def test_what_cannot_be_trained_is_refused(changed: dict[str, object], fault: str) -> None:
    with pytest.raises(BadOption, match=fault):
        msgspec.structs.replace(TINY, **changed).check()


def test_an_unknown_level_is_refused_by_its_name() -> None:
    with pytest.raises(UnknownPlayer, match="domestiqe"):
        msgspec.structs.replace(TINY, against=("domestiqe",)).check()


ON_DEVICE = """
import contextlib
import sys
import numpy as np, torch
from gruppetto.games import registry
from gruppetto.learning import device
from gruppetto.learning.plan import Plan, SMALL
from gruppetto.learning.races import Races
from gruppetto.learning.roads import Roads

device.shared = lambda array: torch.from_numpy(array.copy_to_host())
device.lent = lambda tensor: device.cuda.simulator.cudadrv.devicearray.FakeCUDAArray(tensor.numpy())
device.new_stream, device.apart = lambda: (None, 0), lambda stream: contextlib.nullcontext()
device.wait_for = lambda stream: None
name, roads, steps = sys.argv[1], sys.argv[2], int(sys.argv[3])
plan, game = Plan(name, (2, 3), roads, **{**SMALL, "races": 2}), registry.get(name)
both = []
for kind in (Races, device.RacesOnDevice):
    dice = np.random.default_rng(4)
    both.append((kind(game, Roads(game, roads), plan.fields(), 2, dice), dice))
for step in range(steps):
    seen = []
    for races, dice in both:
        features = torch.zeros(races.rows, game.inputs, dtype=torch.int8)
        races.look(features)
        actions = races.advice("domestique", step)
        if step == 10:
            races.move_on(2, dice)
        races.ride(actions)
        seen.append((features, actions, races.masks, races.deciding, races.rewards, races.ended))
    assert all(torch.equal(one, other) for one, other in zip(*seen)), step
    assert seen[0][0].any()
assert len({id(group.batch._kernels) for group in both[1][0].groups}) == 1  # whatever the number of teams
kept = both[1][0].groups[0].batch.kept()
both[1][0].groups[0].batch.restore(kept)
again = both[1][0].groups[0].batch.kept()
assert all(np.array_equal(kept[name], again[name]) for name in kept)
"""


@pytest.mark.parametrize(
    ("game", "roads", "steps"),
    [
        ("flamme-rouge", "both", "60"),
        ("flamme-rouge-tour", "both", "20"),
        ("due-ruote", "printed", "6"),
        ("etapa", "both", "6"),
    ],
)
def test_races_on_a_simulated_gpu_are_seen_as_on_the_cpu(game: str, roads: str, steps: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ON_DEVICE, game, roads, steps],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_the_guide_says_what_was_measured() -> None:
    root = Path(__file__).parents[2]
    found = json.loads((root / "bench" / "results" / "self-play.json").read_text(encoding="utf-8"))
    page = (root / "docs" / "learning.md").read_text(encoding="utf-8")
    for final in found["finals"].values():
        assert f"{final['won'] * 100:.1f} % of {final['races']:,}" in page
    assert f"{found['looks'][-1]['decisions'] / 1e6:.0f} million decisions" in page
