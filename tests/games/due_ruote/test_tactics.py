"""The sensible rider: better than chance, fair to every seat, and races that are worth watching."""

import numpy as np

from gruppetto.games.due_ruote.data.sets import our_set
from gruppetto.games.due_ruote.rules.codes import Ending
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
    _, table = simulation.run(1000)
    from_break = np.mean(column(simulation, table, "sectors_ahead") > 0)
    assert 0.08 < from_break < 0.35
    assert np.mean(column(simulation, table, "retired")) < 6
    assert np.mean(column(simulation, table, "ending") >= Ending.LAST_TEAM) < 0.02


def test_other_riders_win_in_the_mountains() -> None:
    """The winner climbs better and sprints worse than on the flat."""
    mean = {}
    for route in ("Sprinters", "Mountains"):
        simulation = Simulation("due-ruote", ["domestique"] * 4, {"route": route}, seed=6)
        _, table = simulation.run(500)
        winners = [our_set().riders[card] for card in column(simulation, table, "card")]
        mean[route] = np.mean([[rider.mountain, rider.sprint] for rider in winners], axis=0)
    assert mean["Mountains"][0] > mean["Sprinters"][0] + 1
    assert mean["Mountains"][1] < mean["Sprinters"][1] - 1
