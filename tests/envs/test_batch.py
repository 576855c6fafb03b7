"""Thousands of races at once are the same races as one at a time."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.performance import benchmark_vector_step

import gruppetto as g
from gruppetto import envs
from gruppetto.envs.single import id_of
from gruppetto.errors import UnknownPlayer
from gruppetto.games import registry

GAMES = sorted(registry.games())
FIXED = 93  # numbers of an observation of Flamme Rouge that tell the seats and the road
PHASE, FINISHED, OWN_SQUARES = 93, 2, slice(97, 99)  # and where it tells the rest


@pytest.mark.parametrize("game", GAMES)
def test_a_batch_rides_the_races_that_an_aec_environment_rides(game: str) -> None:
    batch, alone = envs.vector(game, 3), envs.aec(game)
    batch.reset(seed=6)
    alone.reset(seed=6)
    for _ in range(400):
        agent, (seen, *_) = alone.agent_selection, alone.last()
        assert batch.deciding[0] == int(agent.removeprefix("seat_"))
        assert batch.observations[0].tolist() == seen["observation"].tolist()
        assert batch.masks[0].tolist() == seen["action_mask"][:-1].tolist()
        chosen = batch.sample()
        _, rewards, ended, _, infos = batch.step(chosen)
        alone.step(int(chosen[0]))
        if ended[0]:
            assert rewards[0].tolist() == pytest.approx(list(alone.rewards.values()))
            last = infos["final_obs"][0]
            assert last["observation"].tolist() == alone.observe(agent)["observation"].tolist()
            assert not last["action_mask"].any()
            return
    assert not ended[0]


def test_a_race_that_ends_is_dealt_anew_under_the_next_free_number() -> None:
    batch = envs.vector("flamme-rouge", 4)
    batch.reset(seed=1)
    assert batch.races.tolist() == [0, 1, 2, 3]
    ends = np.zeros(4, int)
    while ends.min() < 2:
        _, rewards, ended, cut, _ = batch.step(batch.sample())
        ends += ended
        assert (rewards.sum(1) == ended).all()  # in a race of two there is one to be beaten
        assert not cut.any()
        assert batch.masks.any(1).all()
    assert batch.races.tolist() == [4 * times + number for number, times in enumerate(ends)]
    first = int(batch.races.max()) + 1
    batch.reset()
    assert batch.races.tolist() == [first, first + 1, first + 2, first + 3]


@pytest.mark.parametrize("opponents", [None, ["domestique", "random"]])
def test_a_race_that_ends_is_seen_a_last_time(opponents: list[str] | None) -> None:
    """As Gymnasium specifies: `final_obs` and `final_info` of the races that have ended, with their masks."""
    batch = envs.vector("flamme-rouge", 8, opponents=opponents, seat=1, stage="abu")
    batch.reset(seed=3)
    ends = 0
    while ends < 20:
        before, actions = batch.observations.copy(), batch.sample()
        actions[0] = -1
        _, _, ended, _, infos = batch.step(actions)
        assert ("final_obs" in infos) == ("final_info" in infos) == ended.any()
        if not ended.any():
            continue
        assert infos["_final_obs"].tolist() == infos["_final_info"].tolist() == ended.tolist()
        for race, last in enumerate(infos["final_obs"]):
            assert (last is not None) == ended[race]
            if ended[race]:
                assert last in batch.single_observation_space
                assert last["observation"][PHASE] == FINISHED
                assert (
                    last["observation"][OWN_SQUARES] >= before[race][OWN_SQUARES]
                ).all()  # nobody rides back
                assert batch.observations[race][PHASE] != FINISHED
                ends += 1
        assert infos["final_info"]["illegal"][ended].tolist() == (actions < 0)[ended].tolist()


def test_masks_are_asked_for_as_maskable_learners_do() -> None:
    batch, alone = envs.vector("flamme-rouge", 5, opponents=["random"]), envs.gym("flamme-rouge", ["random"])
    batch.reset(seed=1)
    seen, _ = alone.reset(seed=1)
    assert batch.action_masks().dtype == alone.action_masks().dtype == bool
    assert (batch.action_masks() == batch.masks).all()
    assert (alone.action_masks() == seen["action_mask"]).all()


@pytest.mark.parametrize("game", GAMES)
def test_any_number_of_threads_makes_the_same_steps(game: str) -> None:
    batches = [envs.vector(game, 7, opponents=["touriste"], threads=threads) for threads in (1, 2, 3, 20)]
    for batch in batches:
        batch.reset(seed=9)
    for _ in range(150):
        actions = batches[0].sample()
        told = [batch.step(actions) for batch in batches]
        for seen, rewards, ended, _, infos in told:
            assert seen["observation"].tobytes() == told[0][0]["observation"].tobytes()
            assert seen["action_mask"].tobytes() == told[0][0]["action_mask"].tobytes()
            assert (rewards.tolist(), ended.tolist()) == (told[0][1].tolist(), told[0][2].tolist())
            assert infos["seat"].tolist() == told[0][4]["seat"].tolist()
    assert len({batch.states.tobytes() for batch in batches}) == 1
    assert len({batch.races.tobytes() for batch in batches}) == 1
    for batch in batches:
        batch.close()


def test_every_step_writes_into_the_same_arrays() -> None:
    batch = envs.vector("flamme-rouge", 8)
    seen, _ = batch.reset(seed=1)
    again, *_ = batch.step(batch.sample())
    assert again["observation"] is seen["observation"] is batch.observations
    assert again["action_mask"] is seen["action_mask"] is batch.masks
    assert again in batch.observation_space


def test_domestiques_in_the_batch_beat_somebody_who_rides_at_random() -> None:
    batch = envs.vector("flamme-rouge", 200, opponents=["domestique", "domestique"], seat=1)
    batch.reset(seed=1)
    worth, ends = 0.0, 0
    for _ in range(100):
        _, rewards, ended, _, infos = batch.step(batch.sample())
        assert rewards.shape == (200,)
        assert (infos["seat"] == 1).all()
        worth, ends = worth + float(rewards.sum()), ends + int(ended.sum())
    assert ends > 100
    assert worth / ends < 0.2


def test_an_illegal_action_is_replaced_and_told_of() -> None:
    batch, legal = envs.vector("flamme-rouge", 3), envs.vector("flamme-rouge", 3)
    batch.reset(seed=2)
    legal.reset(seed=2)
    lowest = legal.masks.argmax(1)
    *_, infos = batch.step(np.array([-1, 31, lowest[2]]))
    legal.step(lowest)
    assert infos["illegal"].tolist() == [True, True, False]
    assert batch.states.tobytes() == legal.states.tobytes()


def test_gymnasiums_vector_wrappers_take_it() -> None:
    batch = envs.vector("flamme-rouge", 16, opponents=["random"])
    watched = gymnasium.wrappers.vector.RecordEpisodeStatistics(batch)
    watched.reset(seed=1)
    for _ in range(80):
        *_, infos = watched.step(batch.sample())
    assert watched.episode_count > 0
    assert "episode" in infos or watched.return_queue


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_makes_a_batch_by_name(game: str) -> None:
    made = gymnasium.make_vec(id_of(game), num_envs=3, vectorization_mode="vector_entry_point")
    assert (made.num_envs, made.spec.id) == (3, id_of(game))
    ours = envs.vector(game, 3, opponents=["domestique"])
    rows, _ = made.reset(seed=4)
    same, _ = ours.reset(seed=4)
    for _ in range(40):
        assert rows["observation"].tolist() == same["observation"].tolist()
        assert rows in made.observation_space
        actions = ours.sample()
        rows, *_ = made.step(actions)
        same, *_ = ours.step(actions)
    assert benchmark_vector_step(made, target_duration=0, seed=1) > 0


def test_a_batch_by_name_takes_opponents_and_options() -> None:
    made = gymnasium.make_vec(
        id_of("flamme-rouge"), num_envs=2, opponents=["random", "random"], seat=2, stage="La Classicissima"
    )
    _, infos = made.reset(seed=1)
    assert infos["seat"].tolist() == [2, 2]


def test_wrong_terms_are_refused() -> None:
    with pytest.raises(g.UnknownPlayer, match="thinks"):
        envs.vector("flamme-rouge", 4, opponents=["patron"])
    with pytest.raises(g.BadOption, match="seats"):
        envs.vector("flamme-rouge", 4, opponents=["random"], seats=3)
    with pytest.raises(g.BadOption, match="n:"):
        envs.vector("flamme-rouge", 0)
    with pytest.raises(g.BadOption, match="threads:"):
        envs.vector("flamme-rouge", 4, threads=0)
    batch = envs.vector("flamme-rouge", 4)
    batch.reset(seed=1)
    with pytest.raises(g.IllegalMove, match="4 actions"):
        batch.step(np.zeros(3, np.int32))


@pytest.mark.parametrize("opponents", [None, ["domestique"]])
def test_races_that_were_kept_go_on_to_the_bit(opponents: list[str] | None) -> None:
    batch, later = (envs.vector("flamme-rouge", 6, opponents=opponents) for _ in range(2))
    batch.reset(seed=4)
    for _ in range(70):
        batch.step(batch.sample())
    batch.lay_out(stage="La Classicissima")
    later.restore(batch.kept())
    for _ in range(200):
        chosen = batch.sample()
        _, rewards, ended, _, _ = batch.step(chosen)
        _, same, also, _, _ = later.step(chosen)
        assert (rewards.tolist(), ended.tolist()) == (same.tolist(), also.tolist())
        assert batch.observations.tolist() == later.observations.tolist()
    assert batch.states.tobytes() == later.states.tobytes()


def test_races_dealt_after_another_road_was_laid_out_are_ridden_there() -> None:
    batch, there = envs.vector("flamme-rouge", 2), envs.vector("flamme-rouge", 1, stage="abu")
    batch.reset(seed=4)
    there.reset(seed=4)
    before = batch.observations[:, :FIXED].copy()
    batch.lay_out(stage="abu")
    moved = np.zeros(2, np.bool_)
    while not moved.all():
        _, _, ended, _, _ = batch.step(batch.sample())
        moved |= ended
        expected = np.where(moved[:, None], there.observations[:, :FIXED], before)
        assert batch.observations[:, :FIXED].tolist() == expected.tolist()


@pytest.mark.parametrize("game", GAMES)
def test_a_level_can_be_asked_what_it_would_do(game: str) -> None:
    batch = envs.vector(game, 16)
    batch.reset(seed=4)
    for step in range(30):
        advice = batch.advice("domestique", step)
        assert batch.masks[np.arange(16), advice].all()
        assert (advice == batch.advice("domestique", step)).all()
        batch.step(advice)
    with pytest.raises(UnknownPlayer, match="patron: thinks"):
        batch.advice("patron", 1)
