"""What a seat cannot know is dealt anew and fairly; what it knows stays (FR3.6, GT11, GT12)."""

from collections import Counter
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import loops
from gruppetto.games.flamme_rouge.grand_tour.rules.record import UNDECIDED, TourAction

Make = Callable[..., g.Match]
SPECTATOR = -1
PILES = ("deck", "hand", "recycled")


def guesses(race: g.Match, seat: int, number: int = 40) -> Iterator[Any]:
    """States that this seat may take for the true one."""
    for seed in range(number):
        state = race.state.copy()
        loops.veil(race.game.rules.forget, state, seat, np.uint64(seed))
        yield state


def riders_of(race: g.Match, state: Any) -> dict[str, Any]:
    document = race.game.position(state)
    return dict(document.get("race", document)["riders"])


def of_rider(race: g.Match, name: str, seat: int, number: int = 40) -> list[Any]:
    """What this seat may think of a rider's cards."""
    return [riders_of(race, state)[name] for state in guesses(race, seat, number)]


def sizes(rider: Any) -> tuple[int, ...]:
    return tuple(sum(rider.get(pile, {}).values()) for pile in PILES)


def all_cards(rider: Any) -> Counter[str]:
    played = [str(rider["played"])] if "played" in rider else []
    return sum((Counter(rider.get(pile, {})) for pile in PILES), Counter(played))


# --- what stays -------------------------------------------------------------------------------------

SOME = {"deck": {"2": 2, "9": 2, "X": 1}, "recycled": {"3": 2, "5": 2, "X": 1}, "known": {"fresh": 1}}
IN_ALL_PHASES = {
    "nothing drawn": {},
    "a hand": {"hand": {"4": 2, "3": 1, "5": 1}},
    "a card played": {"played": 4},
}


def with_cards(match: Make, more: dict[str, Any]) -> g.Match:
    """Both teams have the same cards, in the same phase; the dummies have theirs."""
    entry = {**SOME, **more}
    if "played" in more:
        entry["recycled"] = {"3": 3, "5": 3, "X": 1}
    places = {"0S": 9, "1S": 7, "2S": 5, "2R": 3}
    cards: dict[str, Any] = {"0S": entry, "1S": entry, "2S": {}, "2R": {}}
    riders = {name: {"square": square, "lane": "right", **cards[name]} for name, square in places.items()}
    return match("abcdlu", riders, round=4, options={"teams": ["player", "player", "muscle"]})


@pytest.mark.rule("FR3.6")
@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
@pytest.mark.parametrize("phase", IN_ALL_PHASES)
def test_the_sizes_of_the_piles_and_the_cards_in_them_taken_together_stay(
    phase: str, seat: int, match: Make
) -> None:
    race = with_cards(match, IN_ALL_PHASES[phase]) if phase != "a card played" else played_by_one(match)
    true = riders_of(race, race.state)
    for state in guesses(race, seat):
        guess = riders_of(race, state)
        assert {name: sizes(rider) for name, rider in guess.items()} == {
            name: sizes(rider) for name, rider in true.items()
        }
        assert {name: all_cards(rider) for name, rider in guess.items()} == {
            name: all_cards(rider) for name, rider in true.items()
        }
        kept = [name for name in true if name[0] in (str(seat), "2")]
        assert [guess[name] for name in kept] == [true[name] for name in kept]
        assert race.game.broken(state) == []


def played_by_one(match: Make) -> g.Match:
    """Team 1 has played, team 0 has a hand."""
    race = with_cards(match, {})
    race.play(1, race.choices(1)[0])
    return race


@pytest.mark.rule("FR3.6")
def test_all_chance_to_come_is_new(match: Make) -> None:
    race = with_cards(match, {})
    keys = {tuple(state["key"][0]) for state in guesses(race, 0)}
    assert len(keys) == 40
    true = race.state["key"][0]
    assert all(own != other for guess in keys for own, other in zip(guess, true, strict=True))
    decks = {str(rider) for rider in of_rider(race, "1S", 0)}
    assert len(decks) > 5


@pytest.mark.rule("FR3.6")
def test_the_two_riders_of_a_team_are_guessed_apart(match: Make) -> None:
    riders = {name: {"square": 9 - n, "lane": "right", **SOME} for n, name in enumerate(("0S", "1S"))}
    riders["1R"] = {"square": 5, "lane": "right", "deck": {"3": 3, "4": 3}, "recycled": {"5": 3, "6": 3}}
    riders["2R"] = {**riders["1R"], "square": 4}
    race = match("abcdlu", riders, round=4)
    pairs = [(riders_of(race, s)["1R"]["deck"], riders_of(race, s)["2R"]["deck"]) for s in guesses(race, 0)]
    assert any(one != other for one, other in pairs)


@pytest.mark.rule("FR3.6", "FR9")
@pytest.mark.parametrize("game", ["flamme-rouge", "flamme-rouge-tour"])
def test_players_are_guessed_and_dummies_are_not(game: str, match: Make, tours: ModuleType) -> None:
    """Team 1 of four is Muscle's; the cards of everybody else may lie otherwise."""
    names = [f"{seat}{kind}" for seat in range(4) for kind in "SR"]
    piles = {
        "S": {"deck": {"2": 3, "3": 1}, "recycled": {"9": 3}},
        "R": {"deck": {"3": 3, "4": 1}, "recycled": {"7": 3}},
    }
    entries = {name: {"square": 9 - n, "lane": "right", **piles[name[1]]} for n, name in enumerate(names)}
    entries |= {name: {**entries[name], "recycled": {}} for name in ("1S", "1R")}
    options = {"teams": ["player", "muscle", "player", "player"]}
    if game == "flamme-rouge":
        race = match("abcdlu", entries, round=4, options=options)
    else:
        race = tours.begun(tours.document(entries, options=options, race={"round": 4}))
    found = [riders_of(race, state) for state in guesses(race, 0, 30)]
    changed = {name for name in names if len({str(guess[name]["deck"]) for guess in found}) > 1}
    assert changed == {"2S", "2R", "3S", "3R"}


# --- what is dealt anew -----------------------------------------------------------------------------


@pytest.mark.rule("FR3.6")
def test_any_card_may_lie_in_a_hand_as_likely_as_another(match: Make) -> None:
    """Ten cards: four in hand, three face down, three recycled."""
    cards = {"deck": {"2": 3}, "hand": {"3": 3, "9": 1}, "recycled": {"4": 3}}
    race = match("abcdlu", {"0S": "9 right", "1S": {"square": 7, "lane": "right", **cards}}, round=4)
    in_hand: Counter[str] = Counter()
    for rider in of_rider(race, "1S", 0, 400):
        in_hand.update(Counter(rider["hand"]))
    assert in_hand.total() == 1600
    for kind, share in {"2": 480, "3": 480, "4": 480, "9": 160}.items():
        assert abs(in_hand[kind] - share) < 80


@pytest.mark.rule("FR3.6")
def test_any_card_may_be_the_one_played(match: Make) -> None:
    """Seven cards, of which four were drawn; one of them lies there unseen."""
    cards = {"deck": {"2": 1, "3": 1}, "recycled": {"4": 1, "5": 1, "9": 2}, "played": 2}
    race = match(
        "abcdlu", {"0S": "9 right", "1S": {"square": 7, "lane": "right", **cards}, "1R": "6 right"}, round=4
    )
    played = Counter(rider["played"] for rider in of_rider(race, "1S", 0, 420))
    assert set(played) == {2, 3, 4, 5, 9}
    for card, share in {2: 120, 3: 60, 4: 60, 5: 60, 9: 120}.items():
        assert abs(played[card] - share) < 40


# --- exhaustion that everybody saw ------------------------------------------------------------------


@pytest.mark.rule("FR3.6", "FR5.4")
@pytest.mark.parametrize("fresh", [0, 1, 2])
def test_exhaustion_taken_since_the_shuffle_is_surely_recycled(fresh: int, match: Make) -> None:
    cards = {"deck": {"2": 3, "3": 2}, "recycled": {"4": 3, "X": 2}, "known": {"fresh": fresh}}
    race = match("abcdlu", {"0S": "9 right", "1S": {"square": 7, "lane": "right", **cards}}, round=4)
    recycled = {rider["recycled"].get("X", 0) for rider in of_rider(race, "1S", 0, 60)}
    assert recycled == set(range(fresh, 3))


def after_a_shuffle(match: Make, pick: Any) -> g.Match:
    """0S drew 2, 3, 4, shuffled, and drew one of 5, 5, 5 and two exhaustion cards, which were fresh."""
    cards = {"deck": {"2": 1, "3": 1, "4": 1}, "recycled": {"X": 2, "5": 3}, "known": {"fresh": 2}}
    race = match(
        "abcdlu",
        {"0S": {"square": 4, "lane": "right", **cards}, "0R": "4 left", "1S": "0 right"},
        script={"0S": [2, 3, 4, "X"], "0R": [3]},
    )
    pick(race, 0, rider="0S")
    return race


@pytest.mark.rule("FR3.6", "FR3.3")
def test_of_a_hand_drawn_across_a_shuffle_only_the_late_card_may_be_fresh_exhaustion(
    match: Make, pick: Any
) -> None:
    race = after_a_shuffle(match, pick)
    hands = [rider["hand"] for rider in of_rider(race, "0S", 1, 120)]
    assert {hand.get("X", 0) for hand in hands} == {0, 1}
    assert {kind for hand in hands for kind in hand} == {"2", "3", "4", "5", "X"}
    assert race.position()["riders"]["0S"]["known"] == {"early": 3}


@pytest.mark.rule("FR3.6", "FR3.3")
@pytest.mark.parametrize(("card", "most"), [(2, 1), ("X", 0)])
def test_what_the_revealed_card_says_of_the_recycled_ones(
    card: int | str, most: int, match: Make, pick: Any
) -> None:
    """Of the three that were recycled at most the late one is exhaustion, if it was not played itself."""
    race = after_a_shuffle(match, pick)
    pick(race, 0, card=card)
    pick(race, 0, card=3)
    race.play(1, race.choices(1)[0])
    known = race.position()["riders"]["0S"]["known"]
    assert known == {"buried": 3} | ({"most_exhausted": most} if most else {})
    recycled = {rider["recycled"].get("X", 0) for rider in of_rider(race, "0S", 1, 120)}
    assert recycled == set(range(most + 1))


@pytest.mark.rule("FR3.6", "FR3.3")
def test_exhaustion_from_before_the_last_round_may_have_been_among_the_early_cards(
    match: Make, pick: Any
) -> None:
    """Three exhaustion cards, one of them fresh: of the two drawn before the shuffle both may be some."""
    cards = {"deck": {"2": 1, "X": 1}, "recycled": {"X": 2, "5": 3}, "known": {"fresh": 1}}
    race = match(
        "abcdlu",
        {"0S": {"square": 4, "lane": "right", **cards}, "0R": "4 left", "1S": "0 right"},
        script={"0S": [2, "X", 5, 5]},
    )
    pick(race, 0, rider="0S")
    assert race.position()["riders"]["0S"]["known"] == {"early": 2, "most_exhausted": 2}
    hands = {rider["hand"].get("X", 0) for rider in of_rider(race, "0S", 1, 120)}
    assert hands == {0, 1, 2, 3}


@pytest.mark.rule("FR3.6", "FR3.3")
def test_a_guess_that_leaves_too_few_cards_for_the_buried_ones_is_still_a_deal(match: Make) -> None:
    """The hand may have taken all but the two exhaustion cards, of which one at most lies buried."""
    cards = {
        "deck": {},
        "hand": {"5": 3, "X": 1},
        "recycled": {"3": 1, "4": 1, "X": 1},
        "known": {"buried": 3, "most_exhausted": 1},
    }
    race = match("abcdlu", {"0S": {"square": 4, "lane": "right", **cards}, "1S": "0 right"}, round=5)
    for rider in of_rider(race, "0S", 1, 80):
        assert sizes(rider) == (0, 4, 3)
        assert all_cards(rider) == {"3": 1, "4": 1, "5": 3, "X": 2}


def trait_after_a_shuffle(tours: ModuleType, trait: str, deck: dict[str, int]) -> g.Match:
    """0S, the last on the road, drew these and an exhaustion card of a deck that was shuffled meanwhile."""
    cards = {"deck": deck, "recycled": {"X": 2, "5": 3, "9": 3}, "known": {"fresh": 2}}
    entries = {"0S": {"square": 5, "lane": "right", **cards}, "0R": "home", "1S": "home", "1R": "home"}
    script = {"0S": [*map(int, deck), "X", *[5] * (3 - len(deck))]}
    race = {"round": 3, "script": script}
    tour: g.Match = tours.begun(tours.document(entries, standings={"0S": {"trait": trait}}, race=race))
    return tour


def known_of(tour: g.Match) -> Any:
    return tour.position()["race"]["riders"]["0S"].get("known", {})


@pytest.mark.rule("FR3.6", "GT11")
@pytest.mark.parametrize(
    ("deck", "most"), [({"2": 1, "3": 1, "4": 1}, 1), ({"2": 1, "3": 1}, 2), ({"2": 1}, 3)]
)
def test_what_the_professor_recycles_is_buried(deck: dict[str, int], most: int, tours: ModuleType) -> None:
    """The cards drawn after the shuffle, and no others, may be exhaustion."""
    tour = trait_after_a_shuffle(tours, "professor", deck)
    assert known_of(tour) == {"early": len(deck)}
    tours.pick(tour, 0, "ChangeHand")
    assert known_of(tour) == {"buried": 4, "most_exhausted": most}


@pytest.mark.rule("FR3.6", "GT11")
def test_without_a_shuffle_the_professor_buries_nothing(tours: ModuleType) -> None:
    cards = {"deck": {"2": 3, "3": 3, "4": 3}, "recycled": {"5": 3, "X": 1}}
    entries = {"0S": {"square": 5, "lane": "right", **cards}, "0R": "home", "1S": "home", "1R": "home"}
    tour = tours.begun(tours.document(entries, standings={"0S": {"trait": "professor"}}, race={"round": 3}))
    tours.pick(tour, 0, "ChangeHand")
    assert known_of(tour) == {}


@pytest.mark.rule("FR3.6", "GT11")
@pytest.mark.parametrize(("deck", "early"), [({"2": 1, "3": 1, "4": 1}, 2), ({"2": 1}, 0), ({}, 0)])
def test_the_card_that_the_tashkent_terror_removes_may_have_been_an_early_one(
    deck: dict[str, int], early: int, tours: ModuleType
) -> None:
    tour = trait_after_a_shuffle(tours, "tashkent-terror", deck)
    tours.pick(tour, 0, "RemoveExhaustion")
    assert known_of(tour).get("early", 0) == early


@pytest.mark.rule("FR3.6", "GT11")
def test_exhaustion_that_was_removed_is_guessed_nowhere(tours: ModuleType) -> None:
    """None of it was fresh, so both early cards may have been exhaustion, before one was removed."""
    cards = {"deck": {"2": 1, "3": 1}, "recycled": {"X": 2, "5": 3}}
    entries = {"0S": {"square": 5, "lane": "right", **cards}, "0R": "home", "1S": "home", "1R": "home"}
    race = {"round": 3, "script": {"0S": [2, 3, "X", 5]}}
    standings = {"0S": {"trait": "tashkent-terror"}}
    tour = tours.begun(tours.document(entries, standings=standings, race=race))
    tours.pick(tour, 0, "RemoveExhaustion")
    assert known_of(tour) == {"early": 1, "most_exhausted": 2}
    for rider in of_rider(tour, "0S", 1, 60):
        assert all_cards(rider) == {"2": 1, "3": 1, "5": 3, "X": 1}


# --- in a tour --------------------------------------------------------------------------------------

TRAITS = set(range(1, 9))


def drafting(tours: ModuleType, seats: int = 3) -> g.Match:
    """Seat 1 has chosen, the others have not."""
    tour = g.start("flamme-rouge-tour", seats=seats, seed=5, options={"stages": ["abcu"]})
    tours.pick(tour, 1, "KeepNoTrait")
    return tour


@pytest.mark.rule("GT11")
@pytest.mark.parametrize("seat", [0, 1, 2, SPECTATOR])
def test_others_may_have_drawn_any_other_two_cards(seat: int, tours: ModuleType) -> None:
    tour = drafting(tours)
    seen: dict[int, Counter[int]] = {other: Counter() for other in range(3)}
    for state in guesses(tour, seat, 120):
        offered = state["offered"][0].reshape(4, 2)
        drawn = [int(card) for pair in offered[:3] for card in pair]
        assert set(drawn) <= TRAITS
        assert len(set(drawn)) == 6
        assert list(offered[3]) == [0, 0]
        for other in range(3):
            seen[other].update(map(int, offered[other]))
    own = {int(card) for card in tour.state["offered"][0].reshape(4, 2)[seat]} if seat >= 0 else set()
    for other, cards in seen.items():
        assert set(cards) == (own if other == seat else TRAITS - own)


@pytest.mark.rule("GT11")
@pytest.mark.parametrize("seat", [0, SPECTATOR])
def test_a_hidden_choice_may_be_any_of_the_five(seat: int, tours: ModuleType) -> None:
    tour = drafting(tours)
    choices: Counter[str] = Counter()
    for state in guesses(tour, seat, 150):
        choice = state["choice"][0]
        assert (choice[0], choice[2]) == (UNDECIDED, UNDECIDED)
        one, other = (int(card) for card in state["offered"][0][2:4])
        meaning = {TourAction.KEEP_NOTHING: "none"}
        for card, trait in (("one", one), ("other", other)):
            for kind in range(2):
                meaning[TourAction.KEEP + 2 * (trait - 1) + kind] = f"{card} {kind}"
        choices[meaning[int(choice[1])]] += 1
    assert set(choices) == {"none", "one 0", "one 1", "other 0", "other 1"}
    assert min(choices.values()) > 12


@pytest.mark.rule("GT11")
def test_the_own_choice_stays(tours: ModuleType) -> None:
    tour = drafting(tours)
    assert {int(state["choice"][0][1]) for state in guesses(tour, 1)} == {TourAction.KEEP_NOTHING}


@pytest.mark.rule("GT11", "FR9")
def test_a_dummy_team_is_imagined_no_cards(tours: ModuleType) -> None:
    options = {"stages": ["abcu"], "teams": ["player", "muscle", "player"]}
    tour = g.start("flamme-rouge-tour", seats=3, seed=5, options=options)
    assert {tuple(state["offered"][0][2:4]) for state in guesses(tour, 0)} == {(0, 0)}


def raising(tours: ModuleType) -> g.Match:
    """A Cannibal, a Badger and a team without either; both are asked after the reveal."""
    cards = {"0S": 2, "1R": 3, "2S": 2, "0R": 3, "1S": 2, "2R": 3}
    entries: dict[str, Any] = {
        name: {"square": 5 + n, "lane": "right", "deck": {str(card): 3}}
        for n, (name, card) in enumerate(cards.items())
    }
    standings = {"0S": {"trait": "cannibal"}, "1R": {"trait": "badger"}, "2S": {"trait": "sheriff"}}
    tour: g.Match = tours.begun(tours.document(entries, standings=standings, race={"round": 5}))
    while tour.view()["phase"] == "energy":
        tour.play(tour.waiting[0], tour.choices(tour.waiting[0])[0])
    assert tour.waiting == (0, 1)
    return tour


@pytest.mark.rule("GT11")
@pytest.mark.parametrize("answer", ["RaiseCard", "HoldBack"])
@pytest.mark.parametrize("seat", [0, 1, 2, SPECTATOR])
def test_an_answer_that_is_hidden_may_be_either(answer: str, seat: int, tours: ModuleType) -> None:
    tour = raising(tours)
    tours.pick(tour, 0, answer)
    active = Counter(tuple(int(trait) for trait in state["active"][0][:6]) for state in guesses(tour, seat))
    sheriff = 5
    raised, held = (3, 0, 0, 0, sheriff, 0), (0, 0, 0, 0, sheriff, 0)
    if seat == 0:
        assert set(active) == {raised if answer == "RaiseCard" else held}
    else:
        assert set(active) == {raised, held}
        assert min(active.values()) > 8


@pytest.mark.rule("GT11")
def test_both_seats_are_asked_and_neither_has_to_wait(tours: ModuleType) -> None:
    tour = raising(tours)
    tours.pick(tour, 1, "RaiseCard")
    assert tour.waiting == (0,)
    active = {tuple(int(trait) for trait in state["active"][0][:6]) for state in guesses(tour, 2)}
    assert active == {(0, 0, 0, 4, 5, 0), (0, 0, 0, 0, 5, 0)}


@pytest.mark.rule("FR3.6", "GT8")
def test_all_chance_of_this_stage_and_of_those_to_come_is_new(tours: ModuleType) -> None:
    tour = tours.begun(tours.document({"0S": "9 right", "0R": "8 right", "1S": "7 right", "1R": "6 right"}))
    for true, keys in (
        (tour.state["key"][0], [s["key"][0] for s in guesses(tour, 0, 5)]),
        (tour.state["race"]["key"][0], [s["race"]["key"][0] for s in guesses(tour, 0, 5)]),
    ):
        assert all((guess != true).all() for guess in keys)
    assert not any(state["offered"].any() for state in guesses(tour, 0, 5))  # the draft is over
    for keys in (
        [s["key"][0] for s in guesses(tour, 0, 5)],
        [s["race"]["key"][0] for s in guesses(tour, 0, 5)],
    ):
        assert len({tuple(guess) for guess in keys}) == 5


@pytest.mark.rule("GT12", "FR3.6")
@pytest.mark.parametrize("seat", [0, 1, 2, SPECTATOR])
def test_a_card_that_was_shown_to_a_seat_stays_for_this_seat(seat: int, tours: ModuleType) -> None:
    """0S plays the 9 of seven cards and shows it to team 2; the three others of the hand are unknown."""
    cards = {"deck": {"2": 1, "3": 2}, "hand": {"9": 1, "4": 2, "5": 1}, "recycled": {}}
    entries = {"0S": {"square": 9, "lane": "right", **cards}, "0R": "8 right", "1S": "7 right"}
    others = {"1R": "6 right", "2S": "5 right", "2R": "4 right"}
    tour = tours.begun(
        tours.document({**entries, **others}, options={"cooperation": True}, race={"round": 4})
    )
    tours.pick(tour, 0, "PlayAndShow", card=9, to=2)
    found = of_rider(tour, "0S", seat, 60)
    assert {sizes(rider) for rider in found} == {(3, 0, 3)}
    assert {str(sorted(all_cards(rider).items())) for rider in found} == {
        str(sorted({"2": 1, "3": 2, "4": 2, "5": 1, "9": 1}.items()))
    }
    assert {rider["played"] for rider in found} == ({9} if seat in (0, 2) else {2, 3, 4, 5, 9})
    assert (len({str(rider["deck"]) for rider in found}) == 1) == (seat == 0)


@pytest.mark.rule("GT12", "FR3.6")
@pytest.mark.parametrize("seat", [1, SPECTATOR])
def test_a_card_that_was_shown_to_nobody_may_be_any(seat: int, tours: ModuleType) -> None:
    cards = {"deck": {"2": 1, "3": 2}, "hand": {"9": 1, "4": 2, "5": 1}, "recycled": {"2": 2}}
    entries = {"0S": {"square": 9, "lane": "right", **cards}, "0R": "8 right", "1S": "7 right"}
    tour = tours.begun(tours.document({**entries, "1R": "6 right"}, race={"round": 4}))
    tours.pick(tour, 0, "PlayCard", card=9)
    assert {rider["played"] for rider in of_rider(tour, "0S", seat, 60)} == {2, 3, 4, 5, 9}
