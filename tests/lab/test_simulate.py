import numpy as np
import pytest

import gruppetto as g
from gruppetto.kernel.chance import mix, spread
from gruppetto.lab import simulate
from gruppetto.lab.simulate import Simulation

FIELD = ["random", "domestique", "random", "domestique"]


def test_the_same_seed_gives_the_same_races_for_any_number_of_workers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simulate, "CHUNK", 37)
    simulation = Simulation("flamme-rouge", FIELD, {"stage": "La Classicissima"}, seed=3)
    tables = [simulation.run(400, workers=workers)[1] for workers in (1, 2, 5)]
    assert (tables[0] == tables[1]).all()
    assert (tables[0] == tables[2]).all()
    other = Simulation("flamme-rouge", FIELD, {"stage": "La Classicissima"}, seed=4)
    assert (other.run(400)[1] != tables[0]).any()


def test_the_summary_counts_what_the_rows_say() -> None:
    simulation = Simulation("flamme-rouge", FIELD, seed=1)
    done: list[int] = []
    summary, table = simulation.run(2500, workers=2, progress=done.append)
    columns = simulation.columns()
    assert sum(done) == summary.races == len(table) == 2500
    assert sum(summary.wins_by_seat) == sum(summary.wins_by_rider.values()) == 2500
    assert summary.wins_by_seat[1] == (table[:, columns.index("winner")] == 1).sum()
    assert summary.rounds_mean == table[:, columns.index("rounds")].mean()
    assert summary.wins_by_seat[2] == summary.wins_by_rider["2S"] + summary.wins_by_rider["2R"]
    assert 10 < summary.rounds_mean < 20
    assert (np.sort(table[:, 2:6], axis=1) == [0, 1, 2, 3]).all()


def test_a_simulated_race_is_a_match_with_the_same_decisions() -> None:
    """Compiled loop and match come to the same end: nothing goes around the contract."""
    from gruppetto.games import loops
    from gruppetto.kernel.chance import fraction_of, share

    simulation = Simulation("flamme-rouge", ["random"] * 3, seed=11)
    row = simulation.ride(5, 1)[0]
    keys = np.zeros(simulation.game.streams, np.uint64)
    spread(np.uint64(11), np.uint64(5), keys)
    match = g.start("flamme-rouge", seats=3, seed=0)
    loops.begin(simulation.game.rules.deal, match.state, simulation.setup, keys)
    own = mix(mix(np.uint64(11), np.uint64(5)), np.uint64(simulate.DECIDING))
    decisions = 0
    while not match.over:
        decisions += 1
        choices = match.choices(match.waiting[0])
        index, _ = share(fraction_of(own, decisions), len(choices))
        match.play(match.waiting[0], choices[index])
    assert match.result
    assert row[simulate.DECISIONS] == decisions
    assert row[simulate.WINNER] == match.result["winner"]


def test_seats_are_fair() -> None:
    """With equal players every seat wins a quarter, within four standard deviations."""
    wins = Simulation("flamme-rouge", ["random"] * 4, seed=9).run(20_000)[0].wins_by_seat
    assert all(abs(count - 5000) < 4 * np.sqrt(20_000 * 0.25 * 0.75) for count in wins)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"players": ["random", "armstrong"]}, g.UnknownPlayer),
        ({"players": []}, g.UnknownPlayer),
        ({"players": ["random"]}, g.UnknownSeat),
        ({"players": ["random"] * 5}, g.UnknownSeat),
        ({"game": "chess"}, g.UnknownGame),
        ({"options": {"stage": "x y z"}}, g.UnknownStage),
        ({"seed": -1}, g.BadOption),
    ],
)
def test_what_cannot_be_simulated_is_refused(arguments: dict[str, object], error: type[Exception]) -> None:
    given = {"game": "flamme-rouge", "players": ["random"] * 2, **arguments}
    with pytest.raises(error):
        Simulation(given.pop("game"), **given)  # type: ignore[arg-type]


def test_no_races_and_no_workers_are_refused() -> None:
    simulation = Simulation("flamme-rouge", FIELD)
    for arguments in ({"races": 0}, {"races": 5, "workers": 0}):
        with pytest.raises(g.BadOption):
            simulation.run(**arguments)
