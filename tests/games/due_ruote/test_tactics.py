"""The sensible rider: better than chance, fair to every seat, and races that are worth watching."""

import numpy as np

from gruppetto.lab.simulate import Simulation


def column(simulation: Simulation, table: np.ndarray, name: str) -> np.ndarray:
    return table[:, simulation.columns().index(name)]


def test_the_domestique_beats_random_players() -> None:
    summary, _ = Simulation("due-ruote", ["domestique", "random", "random"], seed=3).run(200)
    assert summary.wins_by_seat[0] >= 180


def test_seats_are_about_even_among_equals() -> None:
    summary, _ = Simulation("due-ruote", ["domestique"] * 3, seed=4).run(900)
    assert min(summary.wins_by_seat) > 240


def test_races_are_won_from_breaks_and_from_the_head() -> None:
    simulation = Simulation("due-ruote", ["domestique"] * 4, seed=5)
    _, table = simulation.run(300)
    from_break = np.mean(column(simulation, table, "sectors_ahead") > 0)
    assert 0.1 < from_break < 0.9
    assert np.mean(column(simulation, table, "retired")) < 5
