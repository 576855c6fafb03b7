"""Alliances: a card shown to one opponent, and to nobody else (GT12)."""

import random
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import loops
from gruppetto.games.game import no_numbers
from gruppetto.kernel.record import duplicate


def begun(seats: int = 3, seed: int = 1, **options: Any) -> g.Match:
    """A tour whose riders stand at the start, nobody having drawn."""
    settings = {"stages": ["abcdu", "abu"], "traits": False, "cooperation": True, **options}
    tour = g.start("flamme-rouge-tour", seats=seats, seed=seed, options=settings)
    while tour.view()["phase"] != "energy":
        tour.play(tour.waiting[0], tour.choices(tour.waiting[0])[0])
    return tour


def with_hand(tours: ModuleType, **options: Any) -> g.Match:
    tour = begun(**options)
    tours.pick(tour, 0, "ChooseRider", rider="0S")
    return tour


@pytest.mark.rule("GT12")
def test_a_card_may_be_shown_to_any_opponent_as_it_is_played(tours: ModuleType) -> None:
    messages: list[Any] = [choice.message for choice in with_hand(tours).choices(0)]
    plain = {m.card for m in messages if m.key == "PlayCard"}
    shown = {(m.card, m.to) for m in messages if m.key == "PlayAndShow"}
    assert plain
    assert shown == {(card, other) for card in plain for other in (1, 2)}


@pytest.mark.rule("GT12")
def test_without_the_option_nothing_is_shown(tours: ModuleType) -> None:
    assert {c.message.key for c in with_hand(tours, cooperation=False).choices(0)} == {"PlayCard"}


@pytest.mark.rule("GT12")
def test_a_dummy_team_is_shown_nothing(tours: ModuleType) -> None:
    tour = with_hand(tours, teams=["player", "muscle", "player"])
    messages: list[Any] = [choice.message for choice in tour.choices(0)]
    assert {m.to for m in messages if m.key == "PlayAndShow"} == {2}


@pytest.mark.rule("GT12")
def test_only_the_chosen_opponent_learns_the_card(tours: ModuleType) -> None:
    tour = with_hand(tours)
    message: Any = next(
        c.message for c in tour.choices(0) if c.message.key == "PlayAndShow" and c.message.to == 2
    )
    events = tours.pick(tour, 0, "PlayAndShow", card=message.card, to=2)
    (showed,) = [event for event in events if event.key == "Showed"]
    assert [showed.seen_by(seat).card for seat in (0, 1, 2, None)] == [message.card, None, message.card, None]
    assert showed.reveals
    riders = {seat: tour.view(seat)["riders"]["0S"] for seat in (0, 1, 2, None)}
    assert riders[2]["shown"] == message.card
    assert [riders[seat]["shown"] for seat in (1, None)] == [None, None]
    assert {rider["shown_to"] for rider in riders.values()} == {2}


@pytest.mark.rule("GT12")
def test_what_was_shown_is_forgotten_by_the_others_only(tours: ModuleType) -> None:
    tour = with_hand(tours)
    message: Any = next(
        c.message for c in tour.choices(0) if c.message.key == "PlayAndShow" and c.message.to == 2
    )
    tours.pick(tour, 0, "PlayAndShow", card=message.card, to=2)
    guesses: dict[int, set[Any]] = {1: set(), 2: set()}
    for seat, guessed in guesses.items():
        for seed in range(60):
            state = duplicate(tour.state)
            loops.veil(tour.game.rules.forget, state, seat, np.uint64(seed))
            guessed.add(tour.game.position(state)["race"]["riders"]["0S"]["played"])
    assert guesses[2] == {message.card}
    assert len(guesses[1]) > 2


@pytest.mark.rule("GT12")
def test_after_the_reveal_there_is_nothing_left_to_show(tours: ModuleType) -> None:
    tour = with_hand(tours)
    code = next(c.code for c in tour.choices(0) if c.message.key == "PlayAndShow")
    tour.play(0, code)
    while tour.view()["round"] == 1:
        seat = tour.waiting[0]
        tour.play(seat, tour.choices(seat)[0])
    assert {rider["shown_to"] for rider in tour.view()["riders"].values()} == {None}


@pytest.mark.rule("GT12")
def test_every_rider_may_show_and_nothing_stays_shown_after_the_reveal(tours: ModuleType) -> None:
    """Two cards each; every team shows both of theirs to the next."""
    places = {"0S": 9, "0R": 8, "1S": 7, "1R": 6, "2S": 5, "2R": 4}
    decks = {"S": {"2": 2}, "R": {"3": 2}}
    entries = {name: {"square": at, "lane": "right", "deck": decks[name[1]]} for name, at in places.items()}
    tour = tours.begun(tours.document(entries, options={"cooperation": True}, race={"round": 4}))
    events: list[Any] = []
    for seat in range(3):
        tours.pick(tour, seat, "ChooseRider", rider=f"{seat}S")
        for card in (2, 3):
            shown = {name: rider["shown_to"] for name, rider in tour.view()["riders"].items()}
            events += tours.pick(tour, seat, "PlayAndShow", card=card, to=(seat + 1) % 3)
    assert shown == {"0S": 1, "0R": 1, "1S": 2, "1R": 2, "2S": 0, "2R": None}
    told = [(event.rider, event.card, event.to) for event in events if event.key == "Showed"]
    assert told == [("0S", 2, 1), ("0R", 3, 1), ("1S", 2, 2), ("1R", 3, 2), ("2S", 2, 0), ("2R", 3, 0)]
    assert {rider["shown_to"] for rider in tour.view()["riders"].values()} == {None}


@pytest.mark.rule("GT12")
@pytest.mark.parametrize(("seat", "to"), [(1, 0), (2, 0), (0, 2)])
def test_exhaustion_is_shown_like_any_card(seat: int, to: int, tours: ModuleType) -> None:
    tired = {"square": 9, "lane": "right", "hand": {"X": 1, "3": 3}, "deck": {}}
    entries: dict[str, Any] = {f"{n}{kind}": f"{2 * n} right" for n in range(3) for kind in "R"}
    entries |= {f"{n}S": {**tired, "square": 9 + n} for n in range(3)}
    tour = tours.begun(tours.document(entries, options={"cooperation": True}, race={"round": 4}))
    events = tours.pick(tour, seat, "PlayAndShow", card="X", to=to)
    assert [(e.rider, e.card, e.to) for e in events if e.key == "Showed"] == [(f"{seat}S", "X", to)]
    assert tour.view(seat)["riders"][f"{seat}S"]["own"]["played"] == "X"


@pytest.mark.rule("GT12")
@pytest.mark.parametrize("seed", range(3))
def test_nobody_learns_more_than_he_was_shown_and_replays_reproduce_it(seed: int) -> None:
    tour, chance = begun(seed=seed, traits=True), random.Random(seed)
    shown = number = 0
    while not tour.over:
        seat = chance.choice(tour.waiting)
        choice = chance.choice(tour.choices(seat))
        shown += choice.message.key == "PlayAndShow"
        tour.play(seat, choice)
        number += 1
        if number % 5 == 0:
            assert_blind(tour, number)
    assert shown > 20
    assert tour.at(len(tour.log)).state.tobytes() == tour.state.tobytes()


def assert_blind(tour: g.Match, number: int) -> None:
    game, numbers = tour.game, no_numbers(tour.game.observation)
    for seat in range(tour.seats):
        loops.sense(game.rules.observe, tour.state, seat, numbers)
        seen = numbers.tolist()
        for guess in range(3):
            state = duplicate(tour.state)
            loops.veil(game.rules.forget, state, seat, np.uint64(100 * number + guess))
            assert game.view(state, seat) == game.view(tour.state, seat)
            loops.sense(game.rules.observe, state, seat, numbers)
            assert numbers.tolist() == seen
    assert g.from_position(game.id, tour.position(), seed=1).position() == tour.position()
