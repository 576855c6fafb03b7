"""One seat, with Gymnasium’s own checks."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import gruppetto as g
from gruppetto import envs
from gruppetto.envs.single import id_of
from gruppetto.games import registry

GAMES = sorted(registry.games())


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_passes_gymnasiums_checks(game: str) -> None:
    check_env(gymnasium.make(id_of(game)).unwrapped)


@pytest.mark.parametrize("game", GAMES)
def test_a_race_against_bots_ends_with_a_reward(game: str) -> None:
    env, dice = envs.gym(game, ["random", "domestique"], seat=1), np.random.default_rng(3)
    for _ in range(2):
        seen, _ = env.reset()
        over, reward = False, 0.0
        while not over:
            assert reward == 0.0
            seen, reward, over, cut, infos = env.step(dice.choice(np.flatnonzero(seen["action_mask"])))
            assert not cut
            assert not infos["illegal"]
        assert reward in {0.0, 0.25, 0.5, 0.75, 1.0}
    env.close()


def test_a_person_is_shown_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(id_of("flamme-rouge"), render_mode="human")
    seen, _ = env.reset(seed=2)
    for _ in range(3):
        seen, *_ = env.step(np.flatnonzero(seen["action_mask"])[0])
    assert capsys.readouterr().out.count('"waiting"') == 4
    assert env.render() is None


def test_thinkers_can_be_met() -> None:
    env = envs.gym("flamme-rouge", ["baroudeur@8"], render_mode="ansi")
    seen, _ = env.reset(seed=2)
    for _ in range(8):
        seen, *_ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert '"riders"' in str(env.render())
    env.close()


def test_the_same_seed_is_the_same_race_also_for_the_bots() -> None:
    told = []
    for _ in range(2):
        env = envs.gym("flamme-rouge", ["touriste", "random", "domestique"])
        seen, _ = env.reset(seed=7)
        for _ in range(30):
            seen, *_ = env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
        told.append(seen["observation"].tolist())
    assert told[0] == told[1]


def test_wrong_terms_are_refused() -> None:
    with pytest.raises(g.UnknownPlayer, match="a list"):
        envs.gym("flamme-rouge", "domestique")
    with pytest.raises(g.UnknownPlayer, match="no player"):
        envs.gym("flamme-rouge", ["nobody"])
    with pytest.raises(g.BadOption, match="seat"):
        envs.gym("flamme-rouge", ["random"], seat=2)
    with pytest.raises(g.BadOption, match="render_mode"):
        envs.gym("flamme-rouge", render_mode="rgb_array")
