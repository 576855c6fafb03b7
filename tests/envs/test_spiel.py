"""Every game in OpenSpiel, with its own tests."""

import random
from typing import Any

import numpy as np
import pyspiel
import pytest

import gruppetto as g
from gruppetto import envs
from gruppetto.envs.openspiel import SEED_BYTES, name_of
from gruppetto.games import registry

GAMES = sorted(registry.games())


@pytest.mark.parametrize("game", GAMES)
def test_random_games_pass_openspiels_test(game: str) -> None:
    pyspiel.random_sim_test(envs.spiel(game), num_sims=1, serialize=True, verbose=False)


def dealt(game: Any, seed: int) -> Any:
    state = game.new_initial_state()
    for byte in seed.to_bytes(SEED_BYTES, "big"):
        assert state.is_chance_node()
        assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        state.apply_action(byte)
    return state


def ridden(state: Any, decisions: int, dice: random.Random) -> Any:
    while decisions > 0 and not state.is_terminal():
        state.apply_action(dice.choice(state.legal_actions()))
        decisions -= 1
    return state


def ridden_into(state: Any, decisions: int, dice: random.Random) -> Any:
    """So many decisions on, or halfway through what is left of a shorter race."""
    left = ridden(state.clone(), 2 * decisions, random.Random(decisions)).move_number() - state.move_number()
    return ridden(state, min(decisions, left // 2), dice)


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_is_the_same_race_as_in_the_other_environments(game: str) -> None:
    state, alone, dice = dealt(envs.spiel(game), 77), envs.aec(game), random.Random(1)
    alone.reset(seed=77)
    for _ in range(60):
        if state.is_terminal():
            break
        seat = int(alone.agent_selection.removeprefix("seat_"))
        seen = alone.observe(alone.agent_selection)
        assert state.current_player() == seat
        assert state.legal_actions() == np.flatnonzero(seen["action_mask"]).tolist()
        assert state.observation_tensor(seat) == seen["observation"].tolist()
        action = dice.choice(state.legal_actions())
        assert state.action_to_string(seat, action)
        state.apply_action(action)
        alone.step(action)


@pytest.mark.parametrize("game", GAMES)
def test_a_resampled_state_is_the_same_to_its_player_and_can_be_ridden(game: str) -> None:
    loaded, dice = envs.spiel(game, seats=3), random.Random(2)
    for seed in range(3):
        state = ridden_into(dealt(loaded, seed), 25 + 10 * seed, dice)
        player = state.current_player()
        twins = [state.resample_from_infostate(player, dice.random) for _ in range(3)]
        for twin in twins:
            assert twin.current_player() == player
            assert twin.legal_actions() == state.legal_actions()
            assert twin.information_state_string(player) == state.information_state_string(player)
            assert twin.observation_string(player) == state.observation_string(player)
            assert str(twin) != str(state)
        assert sum(ridden(twins[0], 100_000, dice).returns()) == pytest.approx(0)


def test_an_information_state_recalls_what_an_observation_does_not_tell() -> None:
    """Riders placed in another order: the same position, but nobody forgets how it came about."""
    ways = []
    for places in ((8, 16), (16, 8)):  # the sprinteur on square 4 and the rouleur on square 3
        state = dealt(envs.spiel("flamme-rouge", first=0), 5)
        for place in places:
            state.apply_action(place)
        ways.append(state)
    one, other = ways
    for player in range(2):
        assert one.observation_string(player) == other.observation_string(player)
        assert one.information_state_string(player) != other.information_state_string(player)


TERMS = {game: {} for game in GAMES} | {"flamme-rouge-tour": {"stages": ["abcu"], "traits": True}}


@pytest.mark.parametrize("ridden_before", [0, 12])
@pytest.mark.parametrize("game", GAMES)
def test_one_information_state_has_one_set_of_legal_actions(game: str, ridden_before: int) -> None:
    """Also for the other seats of a resampled state, who may hold other cards there."""
    loaded, dice = envs.spiel(game, seats=3, **TERMS[game]), random.Random(4)
    state = ridden_into(dealt(loaded, 8), ridden_before, dice)
    legal: dict[str, list[int]] = {}
    for _ in range(20):
        twin = state.resample_from_infostate(state.current_player(), dice.random)
        for _ in range(6):
            player = twin.current_player()
            known = legal.setdefault(twin.information_state_string(player), twin.legal_actions())
            assert twin.legal_actions() == known
            twin.apply_action(dice.choice(known[:2]))


@pytest.mark.parametrize("game", GAMES)
def test_a_search_of_openspiels_own_rides_it(game: str) -> None:
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    loaded, luck = envs.spiel(game, **TERMS[game]), np.random.RandomState(1)
    bot = ISMCTSBot(loaded, RandomRolloutEvaluator(1, luck), 1.0, 12, random_state=luck)
    state = dealt(loaded, 3)
    for _ in range(3):  # at the start: in a tour, the draft
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
    ridden_into(state, 20, random.Random(3))
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_options_travel_with_the_name_of_a_game() -> None:
    game = envs.spiel("flamme-rouge", seats=4, stage="La Classicissima", finish="slipstream")
    again = pyspiel.load_game(str(game))
    assert game.num_players() == again.num_players() == 4
    assert again.terms.options.stage == "La Classicissima"
    assert pyspiel.load_game(name_of("etapa")).num_players() == 2
    with pytest.raises(g.BadOption, match="hexadecimal"):
        pyspiel.load_game(name_of("etapa"), {"options": "{}"})
