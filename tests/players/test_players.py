import pytest

import gruppetto as g
from gruppetto.lab.simulate import Simulation
from gruppetto.players import decide, names

SMALL = {"patron": "patron@60", "baroudeur": "baroudeur@40", "hors-categorie": "hors-categorie@60"}
QUICK = [SMALL.get(name, name) for name in names()]


def mid_race(seed: int) -> g.Match:
    match = g.start("flamme-rouge", seats=3, seed=seed, options={"stage": "Firenze - Milano"})
    while len(match.log) < 60:
        seat = match.waiting[0]
        match.play(seat, match.choices(seat)[len(match.log) % len(match.choices(seat))])
    return match


@pytest.mark.parametrize("player", QUICK)
def test_a_player_decides_legally_and_leaves_the_match_alone(player: str) -> None:
    for seed in range(10):
        match = mid_race(seed)
        before = match.state.tobytes()
        for seat in match.waiting:
            assert decide(match, seat, player, seed) in [choice.code for choice in match.choices(seat)]
        assert match.state.tobytes() == before


@pytest.mark.parametrize("player", QUICK)
def test_a_player_decides_the_same_for_the_same_seed(player: str) -> None:
    match = mid_race(3)
    seat = match.waiting[0]
    assert len({decide(match, seat, player, 5) for _ in range(5)}) == 1


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(g.UnknownPlayer, match="did you mean 'domestique'"):
        decide(mid_race(0), 0, "domestik", 1)


@pytest.mark.parametrize("stage", ["Avenue Corso Paseo", "La Classicissima", "La Haut Montagne"])
def test_the_domestique_rides_better_than_chance(stage: str) -> None:
    wins = Simulation("flamme-rouge", ["domestique", "random", "random", "random"], {"stage": stage}).run(
        3000
    )
    assert wins[0].wins_by_seat[0] > 1500  # 750 would be par
