"""What a network reads of a Grand Tour: what it reads of a race, and what the tour adds."""

from types import ModuleType
from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import loops, registry
from gruppetto.games.features import FULL, LARGEST
from gruppetto.games.flamme_rouge.bots import features as of_race
from gruppetto.games.flamme_rouge.data.trait_cards import trait_cards
from gruppetto.games.flamme_rouge.grand_tour.bots import features as f
from gruppetto.games.flamme_rouge.grand_tour.rules.record import OUT, TourAction, TourPhase
from gruppetto.games.flamme_rouge.rules.movement import distance
from gruppetto.games.flamme_rouge.rules.traits import bonus, climbing_limit
from gruppetto.kernel.record import duplicate
from gruppetto.kernel.rule import interpreted
from gruppetto.players import decide

GRAND_TOUR = registry.get("flamme-rouge-tour")
ON_THE_ROAD = {"0S": "20 right", "0R": "19 right", "1S": "25 right", "1R": "24 right", "2S": "3 right"}
THREE_TEAMS = {**ON_THE_ROAD, "2R": "2 right"}


def moments(seats: int, every: int, **options: Any) -> list[Any]:
    """States of a tour of two stages that is ridden at random."""
    match = g.start("flamme-rouge-tour", seats=seats, seed=3, options={"stages": 2, **options})
    found = []
    while not match.over:
        if len(match.log) % every == 0:
            found.append(duplicate(match.state))
        match.play(match.waiting[0], decide(match, match.waiting[0], "random", len(match.log)))
    return found


def observed(state: Any, seat: int) -> Any:
    seen = np.zeros(GRAND_TOUR.observation, np.int32)
    loops.sense(GRAND_TOUR.rules.observe, state, seat, seen)
    return seen


def spread_out(seen: Any) -> Any:
    out = np.full(GRAND_TOUR.inputs, 99, np.int8)
    GRAND_TOUR.features(seen, 0, out)
    return out


def of_tour(match: g.Match, seat: int) -> Any:
    """What is told of the tour itself."""
    numbers = spread_out(observed(match.state, seat))
    return numbers[of_race.INPUTS : of_race.INPUTS + f.TOUR].tolist()


def teams(match: g.Match, seat: int) -> Any:
    """What is told of every team, the own one first: its points, then its two riders."""
    return spread_out(observed(match.state, seat))[of_race.INPUTS + f.TOUR :].reshape(4, f.TEAM)


def riders(match: g.Match, seat: int) -> Any:
    """What is told of the riders of every team."""
    return teams(match, seat)[:, 2:].reshape(4, 2, f.RIDER)


@pytest.mark.parametrize(("seats", "options"), [(2, {"cooperation": True}), (4, {})])
def test_numbers_are_small_and_the_first_are_those_of_the_race(seats: int, options: dict[str, Any]) -> None:
    plain = interpreted(f)
    for number, state in enumerate(moments(seats, 9, **options)):
        for seat in range(seats):
            seen = observed(state, seat)
            numbers = spread_out(seen)
            assert np.abs(numbers.astype(int)).max() <= LARGEST
            race = np.zeros(of_race.INPUTS, np.int8)
            of_race.as_seen_by(seen[f.RACE :], f.looked_at(seen), race)
            assert numbers[: of_race.INPUTS].tolist() == race.tolist()
            if number % 5 == 0:
                out = np.full(GRAND_TOUR.inputs, 99, np.int8)
                plain.features(seen, 0, out)
                assert out.tolist() == numbers.tolist()


@pytest.mark.parametrize("seats", [2, 3])
def test_nothing_hidden_is_told(seats: int) -> None:
    for state in moments(seats, 5, cooperation=True):
        for seat in range(seats):
            numbers = spread_out(observed(state, seat))
            guessed = duplicate(state)
            for guess in range(3):
                loops.veil(GRAND_TOUR.rules.forget, guessed, seat, np.uint64(guess))
                assert spread_out(observed(guessed, seat)).tolist() == numbers.tolist()


def test_actions_and_inputs_of_a_race_come_first() -> None:
    race = GRAND_TOUR.of_stages
    assert race is registry.get("flamme-rouge")
    assert race.actions == TourAction.SHOW < GRAND_TOUR.actions
    assert race.inputs == of_race.INPUTS < GRAND_TOUR.inputs


@pytest.mark.rule("GT1", "GT11")
def test_in_the_draft_there_are_two_cards_and_stages_to_come() -> None:
    match = g.start("flamme-rouge-tour", seats=2, seed=3, options={"stages": 3})
    told = of_tour(match, 0)
    offered = match.state["offered"][0][:2].tolist()
    assert told[0] == FULL
    assert told[6 : 6 + f.TO_COME] == [0, 0, FULL, 0]
    assert told[-8:] == [FULL * (trait in offered) for trait in range(1, 9)]


@pytest.mark.rule("GT2", "GT10")
def test_points_count_as_they_are_and_as_they_will_be(tours: ModuleType) -> None:
    standings = {"0S": {"time": 100}, "0R": {"time": 120}, "1S": {"time": 60}, "1R": {"time": None}}
    document = tours.document(
        {name: ON_THE_ROAD[name] for name in standings},
        stages=[tours.FLAT] * 3, stage=2, race={"round": 3}, standings=standings,
        history=tours.ridden(["0S", "0R", "1S", "1R"], times={"1S": 60, "1R": None}),
    )  # fmt: skip
    match = tours.begun(document)
    seen = observed(match.state, 0)
    assert [f.points_of(seen, team, 0) for team in range(2)] == [5, 1]
    assert [f.points_of(seen, team, 1) for team in range(2)] == [5 + 2 + 1, 1 + 3]
    assert (f.lead(seen, 0), f.lead(seen, 1)) == (4, 4)
    seen = observed(match.state, 1)
    assert (f.lead(seen, 0), f.lead(seen, 1)) == (-4, -4)
    own, rival = riders(match, 0)[:2]
    behind = [2 * FULL, 3 * FULL, 0]  # in units of two rows
    assert [rider[1] for rider in (*own, rival[0])] == [min(LARGEST, number) for number in behind]
    assert [rider[0] for rider in rival] == [0, FULL]
    overall = [np.flatnonzero(rider[10:13]).tolist() for rider in (*own, *rival)]
    assert overall == [[1], [2], [0], []]
    assert match.state[0].seconds[3] == OUT


@pytest.mark.rule("GT3")
def test_rivals_come_in_the_order_of_the_race_and_who_is_home_last(tours: ModuleType) -> None:
    match = tours.begun(tours.document(THREE_TEAMS, race={"round": 3}, standings={"1R": {"time": 200}}))
    late = [rider[1] == LARGEST for team in riders(match, 0)[1:3] for rider in team]
    assert late == [False, True, False, False]
    home = {**THREE_TEAMS, "1S": "home", "1R": "home"}
    match = tours.begun(tours.document(home, race={"round": 9}))
    assert [[rider[4] for rider in team] for team in riders(match, 0)] == [
        [0, 0],
        [0, 0],
        [FULL, FULL],
        [0, 0],
    ]
    assert [np.flatnonzero(rider[13:16]).tolist() for rider in riders(match, 0)[2]] == [[0], [1]]
    assert of_tour(match, 0)[6 + f.TO_COME : 6 + f.TO_COME + f.HOME] == [0, 0, FULL, 0]


@pytest.mark.rule("GT11")
@pytest.mark.parametrize("trait", ["il-pirata", "monsieur-chrono", "badger", "professor"])
def test_a_trait_takes_riders_as_much_further_as_the_rules_say(trait: str, tours: ModuleType) -> None:
    code = [card.id for card in trait_cards()].index(trait) + 1
    stage = "aejLbcu"  # an ascent on 10 to 12
    for square in (0, 6, 9, 11):
        places = {"0S": f"{square} right", "0R": "3 left", "1S": "4 right", "1R": "4 left"}
        document = tours.document(
            places, stages=[stage], race={"round": 3}, standings={"0S": {"trait": trait}}
        )
        match = tours.begun(document)
        race, traits = match.state[0].race, np.zeros(8, np.int32)
        traits[0] = code
        expected = []
        for kind in range(10):
            energy = of_race.energy_of(kind)
            limit = climbing_limit(0, traits)
            further = distance(race, square, energy + bonus(0, kind, traits), limit)
            expected.append(FULL * (further - distance(race, square, energy)))
        sprinteur = riders(match, 0)[0][0]
        assert sprinteur[f.CARDS :].tolist() == expected
        assert np.flatnonzero(sprinteur[16:24]).tolist() == [code - 1]


@pytest.mark.rule("GT11")
def test_a_spent_trait_takes_nobody_further(tours: ModuleType) -> None:
    standings = {"0S": {"trait": "badger", "used": True}}
    sprinteur = riders(tours.begun(tours.document(THREE_TEAMS, standings=standings)), 0)[0][0]
    assert sprinteur[9] == FULL
    assert not sprinteur[f.CARDS :].any()


@pytest.mark.rule("GT11")
@pytest.mark.parametrize(("rider", "trait"), [("0S", "cannibal"), ("0R", "badger")])
def test_who_may_raise_is_looked_at_first(rider: str, trait: str, tours: ModuleType) -> None:
    document = tours.document(THREE_TEAMS, race={"round": 3}, standings={rider: {"trait": trait}})
    match = tours.begun(document)
    while match.state[0].phase != TourPhase.RAISING:
        match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    numbers = spread_out(observed(match.state, 0))
    assert numbers[of_race.RACE] == FULL * (rider == "0R")
    assert of_tour(match, 0)[1] == FULL
    assert np.flatnonzero(riders(match, 0)[0][0][16:24]).size == 1


@pytest.mark.rule("GT12")
def test_a_card_is_seen_by_whom_it_was_shown_to(tours: ModuleType) -> None:
    match = tours.begun(tours.document(THREE_TEAMS, race={"round": 3}, options={"cooperation": True}))
    match.play(1, match.choices(1)[0])
    show = next(choice for choice in match.choices(1) if getattr(choice.message, "to", None) == 0)
    match.play(1, show)
    kind = int(match.state[0].race.played[2:4].max())
    shown = riders(match, 0)[1][:, f.CARDS :]
    assert np.flatnonzero(shown).size == 1
    assert shown[:, kind].max() == FULL
    assert not riders(match, 2)[1:3, :, f.CARDS :].any()
