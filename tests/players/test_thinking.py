import threading
import time

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gruppetto as g
from gruppetto.games import loops, registry
from gruppetto.games.game import Game, bits, no_numbers
from gruppetto.kernel.chance import mix
from gruppetto.kernel.record import duplicate
from gruppetto.kernel.rule import interpreted
from gruppetto.kernel.trace import NOT_RECORDING
from gruppetto.lab.arena import Arena
from gruppetto.lab.simulate import Simulation
from gruppetto.players import Budget, budget_of, decide, level_of, names, search, think
from gruppetto.players.halving import ALIKE, BLOCK, Halving
from gruppetto.players.playout import HEURISTIC, RANDOM
from gruppetto.players.search import COLUMNS, GAIN, SQUARES, TRIED, explore, key_of, lead, plant_forest

THINKERS = ["equipier", "baroudeur@60", "patron@60", "hors-categorie@60"]
BOTH = ["baroudeur", "patron"]


def race_at(decisions: int, seed: int = 1, seats: int = 3) -> g.Match:
    match = g.start("flamme-rouge", seats=seats, seed=seed)
    while len(match.log) < decisions:
        seat = match.waiting[0]
        match.play(seat, decide(match, seat, "domestique", len(match.log)))
    return match


def card_decision(seed: int = 1, seats: int = 3) -> tuple[g.Match, int]:
    """A race in which a seat chooses among several cards."""
    for decisions in range(40, 80):
        match = race_at(decisions, seed, seats)
        seat = match.waiting[0]
        if len(match.choices(seat)) > 2:
            return match, seat
    raise AssertionError


def almost_won(rivals: int = 40) -> g.Match:
    """The 4 crosses the line, three squares away, and nobody else can yet, unless the rivals are as near."""
    document = race_at(60, seats=2).position()
    assert document["riders"]["0S"]["hand"] == {"X": 1, "2": 2, "4": 1}
    line = registry.get("flamme-rouge").scenery(document["stage"]).line
    for rider, behind in {"0S": 3, "0R": 38, "1S": rivals, "1R": rivals + 1}.items():
        document["riders"][rider]["square"] = line - behind
    return g.from_position("flamme-rouge", document, seed=1)


# --- what a player may know ---------------------------------------------------------------------------


@pytest.mark.parametrize("player", [*THINKERS, "hors-categorie@0", "touriste", "domestique", "random"])
def test_a_player_decides_alike_on_states_he_cannot_tell_apart(player: str) -> None:
    for seed in range(6):
        match, seat = card_decision(seed)
        other = duplicate(match.state)
        loops.veil(match.game.rules.forget, other, seat, np.uint64(1000 + seed))
        assert other.tobytes() != match.state.tobytes()
        decisions = {think(match.game, duplicate(state), seat, player, 7) for state in (match.state, other)}
        assert len(decisions) == 1


@pytest.mark.parametrize("player", THINKERS)
def test_thinking_is_repeatable_when_play_outs_are_counted(player: str) -> None:
    match, seat = card_decision()
    assert len({think(match.game, duplicate(match.state), seat, player, 3) for _ in range(3)}) == 1


# --- weighing -------------------------------------------------------------------------------------------


def trusting(game: str = "due-ruote", decisions: int = 40) -> tuple[g.Match, int]:
    """A race whose game trusts its sensible rider, at a decision with several choices."""
    options = {"due-ruote": {"teams": "ready", "route": "PM"}, "etapa": {"stages": ["Moyenne montagne"]}}
    match = g.start(game, seats=3, seed=1, options=options[game])
    while len(match.log) < decisions or len(match.choices(match.waiting[0])) < 4:
        match.play(match.waiting[0], decide(match, match.waiting[0], "domestique", len(match.log)))
    return match, match.waiting[0]


@pytest.mark.parametrize("game", ["due-ruote", "etapa"])
def test_a_game_may_trust_its_sensible_rider(game: str) -> None:
    """There, all choices are compared with his, and doubted by what the comparison leaves open."""
    match, seat = trusting(game)
    scales = Halving(match.game, duplicate(match.state), seat, 3, trees=False)
    assert scales.codes[0] == think(match.game, duplicate(match.state), seat, "domestique", 3)
    weighed = scales.estimate(Budget(playouts=300))
    doubt = dict(zip(weighed.codes, weighed.doubt, strict=True))
    assert doubt.pop(int(scales.codes[0])) == 0
    assert min(doubt.values()) > 0
    assert scales.tally[0, TRIED] == max(scales.tally[:, TRIED])
    sensible = weighed.codes.index(int(scales.codes[0]))
    assert weighed.worth[0] - weighed.doubt[0] >= weighed.worth[sensible]
    match, seat = card_decision()
    weighed = Halving(match.game, duplicate(match.state), seat, 3, trees=False).estimate(Budget(playouts=60))
    assert not any(weighed.doubt)


def test_choices_are_compared_world_by_world() -> None:
    match, seat = trusting("etapa")
    scales = Halving(match.game, match.state, seat, 3, near=True)
    weighed = scales.estimate(Budget(playouts=40 * len(scales.codes)), halving=False)
    worth = dict(zip(weighed.codes, weighed.worth, strict=True))
    for code, row in zip(scales.codes.tolist(), scales.tally, strict=True):
        assert row[GAIN] / row[TRIED] == pytest.approx(worth[code] - worth[scales.codes[0]])
        assert row[GAIN] ** 2 <= row[TRIED] * row[SQUARES] + 1e-9


def test_more_play_outs_leave_less_doubt() -> None:
    match, seat = trusting("etapa")
    doubts = []
    for playouts in (100, 1600):
        scales = Halving(match.game, match.state, seat, 3, near=True)
        weighed = scales.estimate(Budget(playouts=playouts), halving=False)
        doubts.append(sum(weighed.doubt))
    assert doubts[1] < 0.6 * doubts[0]


@given(st.lists(st.integers(-300, 300), min_size=2, max_size=6), st.integers(1, 60), st.integers(0, 80))
def test_a_lead_is_between_none_and_a_clear_one(scores: list[int], clear: int, more: int) -> None:
    led = lead(np.array(scores, np.int32), 0, clear)
    better = lead(np.array([scores[0] + more, *scores[1:]], np.int32), 0, clear)
    assert 0 <= led <= better <= 1
    assert (led > 0.5) == (scores[0] > max(scores[1:]))
    assert (led == 1) == (scores[0] - max(scores[1:]) >= clear)


def test_hints_are_about_all_choices_and_thinkers_look_at_some() -> None:
    match, seat = trusting("etapa")
    every = {choice.code for choice in match.choices(seat)}
    assert set(Halving(match.game, match.state, seat, 3).codes.tolist()) == every
    some = Halving(match.game, match.state, seat, 3, near=True).codes.tolist()
    assert set(some) < every
    assert some[0] == think(match.game, duplicate(match.state), seat, "domestique", 3)


def test_where_dice_come_in_between_nobody_grows_trees() -> None:
    match, seat = trusting("etapa")
    assert len({think(match.game, duplicate(match.state), seat, f"{name}@90", 3) for name in BOTH}) == 1
    assert not Halving(match.game, match.state, seat, 3).trees


def test_play_outs_are_spent_as_the_budget_says() -> None:
    match, seat = card_decision()
    weighed = Halving(match.game, match.state, seat, 1).estimate(Budget(playouts=200))
    assert 0.8 * 200 <= weighed.playouts <= 200
    assert weighed.codes[0] in [choice.code for choice in match.choices(seat)]
    evenly = Halving(match.game, match.state, seat, 1).estimate(Budget(playouts=90), halving=False)
    assert len(set(evenly.tried)) == 1


def test_halving_gives_the_better_choices_more_play_outs() -> None:
    match, seat = card_decision()
    weighed = Halving(match.game, match.state, seat, 1).estimate(Budget(playouts=400))
    assert weighed.tried[0] == max(weighed.tried) > min(weighed.tried)
    assert weighed.tried[0] >= weighed.tried[-1] * 2


def test_thinking_without_a_budget_is_refused() -> None:
    match, seat = card_decision()
    with pytest.raises(g.BadOption, match="has to be named"):
        match.hint(seat, Budget())


def test_a_forced_move_takes_no_thought() -> None:
    match = race_at(0)
    seat = match.waiting[0]
    scales = Halving(match.game, match.state, seat, 1)
    scales.codes = scales.codes[:1]
    assert scales.estimate(Budget(playouts=500)).playouts == 0


def test_time_is_kept() -> None:
    match, seat = card_decision()
    weighed = Halving(match.game, match.state, seat, 1).estimate(Budget(seconds=0.05))
    assert weighed.playouts > 0
    assert weighed.seconds >= 0.05


def test_a_player_who_is_cancelled_stops() -> None:
    match, seat = card_decision()
    begun = time.monotonic()
    code = think(
        match.game,
        duplicate(match.state),
        seat,
        "patron@600s",
        1,
        cancelled=lambda: time.monotonic() > begun + 0.2,
    )
    assert code in [choice.code for choice in match.choices(seat)]
    assert time.monotonic() < begun + 300


@pytest.mark.parametrize("trees", [True, False])
@pytest.mark.parametrize("halving", [True, False])
def test_counted_play_outs_are_the_same_on_any_number_of_threads(trees: bool, halving: bool) -> None:
    """To the last bit: the same worlds, summed in the same order, and given up at the same point."""
    for match, seat in (card_decision(), trusting("etapa")):
        one, two, three = (
            Halving(match.game, match.state, seat, 1, trees=trees, threads=threads, near=True).estimate(
                Budget(playouts=900), halving=halving
            )
            for threads in (1, 2, 3)
        )
        for other in (two, three):
            assert msgspec.structs.replace(other, seconds=one.seconds) == one


def test_threads_think_about_different_worlds() -> None:
    match, seat = card_decision()
    before = threading.active_count()
    together = Halving(match.game, match.state, seat, 1, threads=2)
    weighed = together.estimate(Budget(seconds=0.05), halving=False)
    assert len(set(weighed.tried)) == 1
    assert weighed.tried[0] == together._worlds > 2
    assert threading.active_count() == before


# --- stopping early -------------------------------------------------------------------------------------


def test_a_clear_choice_is_not_thought_over_any_longer() -> None:
    match = almost_won(rivals=5)
    weighed = Halving(match.game, match.state, 0, 1).estimate(Budget(playouts=50_000))
    assert weighed.win[0] == 1.0
    assert weighed.win[1] < 0.5
    assert weighed.playouts < 1_000
    everything = Halving(match.game, match.state, 0, 1).estimate(Budget(playouts=4_000), halving=False)
    assert everything.playouts > 3_900  # a hint is about all choices


def test_where_nothing_hangs_on_a_choice_it_is_soon_made() -> None:
    match = almost_won()
    weighed = Halving(match.game, match.state, 0, 1).estimate(Budget(playouts=50_000))
    assert weighed.win == [1.0] * 3
    assert 3 * ALIKE <= weighed.playouts <= 3 * ALIKE + 3 * BLOCK


def test_where_nothing_is_clear_the_whole_budget_is_spent() -> None:
    match, seat = card_decision()
    halving = Halving(match.game, match.state, seat, 1, trees=False)
    halving._is_clear = lambda *_: False  # type: ignore[method-assign]
    thorough = halving.estimate(Budget(playouts=300))
    assert Halving(match.game, match.state, seat, 1, trees=False).estimate(
        Budget(playouts=300)
    ).tried == thorough.tried  # fmt: skip


def test_stopping_early_changes_hardly_a_decision() -> None:
    """The races of this with a thinker who never stops early are told in docs/bots.md."""

    class Thorough(Halving):
        def _is_clear(self, *_: object) -> bool:
            return False

    spent, same = [0, 0], 0
    decisions = [race_at(number, seed=4, seats=2) for number in range(30, 70)]
    for match in decisions:
        seat = match.waiting[0]
        quick, thorough = (
            kind(match.game, match.state, seat, 1).estimate(Budget(playouts=600))
            for kind in (Halving, Thorough)
        )
        same += quick.codes[0] == thorough.codes[0]
        spent = [spent[0] + quick.playouts, spent[1] + thorough.playouts]
    assert same >= len(decisions) - 1
    assert spent[0] < 0.98 * spent[1]


def test_a_flat_weighing_is_play_outs_through_the_contract() -> None:
    """Common luck, `forget`, `act`, play on: counted by hand for every choice."""
    match, seat = card_decision()
    rules = match.game.rules
    scales = Halving(match.game, match.state, seat, 5, policy=RANDOM, trees=False)
    weighed = scales.estimate(Budget(playouts=6 * len(scales.codes)), halving=False)
    for code, win in zip(weighed.codes, weighed.win, strict=True):
        won = 0.0
        for number in range(6):
            state = duplicate(match.state)
            luck = np.uint64(mix(np.uint64(5), np.uint64(number)))
            loops.veil(rules.forget, state, seat, luck)
            loops.step(rules.act, state, seat, code, NOT_RECORDING)
            won += winner_of_random_play(match.game, state, luck) == seat
        assert win == pytest.approx(won / 6)


def winner_of_random_play(game: Game, state: np.ndarray, luck: np.uint64) -> int:  # type: ignore[type-arg]
    from gruppetto.kernel.chance import fraction_of, share
    from gruppetto.players.playout import DECIDING

    rules, own, made = game.rules, np.uint64(mix(luck, np.uint64(DECIDING))), 0
    actions, scores = no_numbers(256), no_numbers(game.seats_of(state))
    while not loops.ended(rules.over, state):
        seat = bits(loops.owing(rules.waiting, state))[0]
        found = loops.options(rules.waiting, rules.legal, state, seat, actions)
        made += 1
        index, _ = share(fraction_of(own, made), found)
        loops.step(rules.act, state, seat, int(actions[index]), NOT_RECORDING)
    loops.rank(rules.score, state, scores)
    return int(scores.argmax())


# --- trees ----------------------------------------------------------------------------------------------


def explored(match: g.Match, seat: int, nodes: int, worlds: int) -> tuple[object, np.ndarray]:  # type: ignore[type-arg]
    rules, forest = match.game.rules, plant_forest(nodes)
    scales = Halving(match.game, match.state, seat, 1)
    tally = np.zeros((len(scales.codes), COLUMNS))
    explore(
        rules.waiting, rules.legal, rules.act, rules.over, rules.score, rules.forget, rules.observe,
        match.game.heuristic, np.repeat(match.state, 3), seat, scales.codes, tally,
        forest.slots, forest.nodes, forest.edges, forest.used,
        np.full(match.seats, HEURISTIC, np.int32), no_numbers(match.game.observation),
        np.uint64(1), 0, worlds, 0,
    )  # fmt: skip
    return forest, tally


def test_trees_grow_one_node_a_seat_and_count_every_visit() -> None:
    match, seat = card_decision()
    forest, tally = explored(match, seat, 4000, 50)
    used = int(forest.used[0])  # type: ignore[attr-defined]
    edges = forest.edges[: int(forest.used[1])]  # type: ignore[attr-defined]
    assert (tally[:, 0] == 50).all()
    assert 50 < used <= 50 * len(tally) * match.seats
    assert (edges["won"] <= edges["visits"]).all()
    assert edges["visits"].sum() >= used
    assert len(set(forest.nodes["key"][:used].tolist())) == used  # type: ignore[attr-defined]


def test_whatever_is_observed_has_a_number_of_its_own() -> None:
    """Small numbers, most of them alike, as observations are: one changed, two exchanged, another seat."""
    seen = np.resize(np.array([0, 1, -1, 3], np.int32), 120)
    rows, keys = {(seen.tobytes(), 1)}, {int(key_of(seen, 1))}
    for place in range(120):
        for other in range(place):
            row = seen.copy()
            row[[place, other]] = row[[other, place]]
            row[place] += other & 1
            rows.add((row.tobytes(), place & 3))
            keys.add(int(key_of(row, place & 3)))
    assert len(keys) == len(rows)
    plain = interpreted(search).key_of
    assert all(plain(row, seat) == key_of(row, seat) for seat, row in enumerate((seen, seen[::-1].copy())))


def test_a_full_forest_grows_no_further_and_goes_on() -> None:
    match, seat = card_decision()
    forest, tally = explored(match, seat, 20, 60)
    assert int(forest.used[0]) == 20  # type: ignore[attr-defined]
    assert (tally[:, 0] == 60).all()
    _, flat = explored(match, seat, 0, 60)
    assert (flat[:, 0] == 60).all()


# --- levels -----------------------------------------------------------------------------------------------


def test_levels_are_named_from_weak_to_strong() -> None:
    sensible, thinking = ["random", "touriste", "domestique"], ["equipier", "baroudeur", "patron"]
    assert names() == [*sensible, *thinking, "hors-categorie"]
    assert [level_of(name).thinks for name in names()] == [False] * 3 + [True] * 4


def test_a_budget_can_be_named() -> None:
    assert level_of("patron@50ms").budget == Budget(seconds=0.05)
    assert level_of("patron@2s").budget == Budget(seconds=2.0)
    assert level_of("baroudeur@300").budget == Budget(playouts=300)
    assert level_of("hors-categorie@0").budget is None
    assert Budget(seconds=1.0).within(Budget(seconds=0.05, playouts=9)) == Budget(seconds=0.05, playouts=9)


@pytest.mark.parametrize("text", ["", "0", "-3", "5m", "ms", "0s", "1e9s", "nan", "1,5s", "601s"])
def test_a_bad_budget_is_refused(text: str) -> None:
    with pytest.raises(g.BadOption, match="budget"):
        budget_of(text)


@pytest.mark.parametrize(
    "budget",
    [{"seconds": float("nan")}, {"seconds": float("inf")}, {"seconds": -1}, {"seconds": "1"}, {"playouts": 0},
     {"playouts": -5}, {"playouts": 2.5}, {"playouts": 1 << 40}],
)  # fmt: skip
def test_a_budget_that_cannot_be_is_refused(budget: dict[str, object]) -> None:
    match, seat = card_decision()
    with pytest.raises(g.BadOption, match="budget"):
        match.hint(seat, Budget(**budget))  # type: ignore[arg-type]


def test_a_budget_that_is_named_is_the_one_that_counts() -> None:
    arena = Arena("flamme-rouge", ["baroudeur@90", "baroudeur"], budget=Budget(playouts=7))
    named, other = arena._seated(arena.players)
    assert (named.budget, other.budget) == (Budget(), Budget(playouts=7))  # type: ignore[attr-defined]


def test_who_does_not_think_has_no_budget() -> None:
    with pytest.raises(g.UnknownPlayer, match="does not think"):
        level_of("domestique@50ms")


def test_a_level_beats_the_one_below() -> None:
    """Small and certain; the measured ladder is in bench/results."""
    for better, worse, races in (("touriste", "random", 2000), ("domestique", "touriste", 2000)):
        wins = Simulation("flamme-rouge", [better, worse]).run(races)[0].wins_by_seat
        assert wins[0] > 0.6 * races
    summary, table = Simulation("flamme-rouge", ["baroudeur@60", "random"], seed=4).run(10)
    assert summary.wins_by_seat[0] >= 8
    again = Simulation("flamme-rouge", ["baroudeur@60", "random"], seed=4).run(10, workers=2)[1]
    assert (table == again).all()


# --- hints --------------------------------------------------------------------------------------------------


def test_a_hint_names_every_choice_with_its_chances() -> None:
    match, seat = card_decision(seats=4)
    hints = match.hint(seat, Budget(playouts=120))
    assert {hint.choice.code for hint in hints} == {choice.code for choice in match.choices(seat)}
    assert all(0 <= hint.win <= 1 and 1 <= hint.place <= 4 and hint.tried >= 10 for hint in hints)
    worth = [0.9 * hint.win + 0.1 * (4 - hint.place) / 3 for hint in hints]
    assert worth == sorted(worth, reverse=True)


def test_a_hint_sees_the_winning_card() -> None:
    hints = almost_won().hint(0, "60")
    four = next(hint for hint in hints if hint.choice.text == "Play 4 for the sprinteur")
    assert (four.win, four.place) == (1.0, 1.0)


def test_hints_are_for_those_who_owe_a_decision() -> None:
    match, seat = card_decision()
    idle = next((other for other in range(3) if other not in match.waiting), None)
    if idle is not None:
        with pytest.raises(g.IllegalMove, match="owes no decision"):
            match.hint(idle)
    with pytest.raises(g.UnknownSeat):
        match.hint(9)
    with pytest.raises(g.BadOption, match="budget"):
        match.hint(seat, "soon")


def test_a_hint_knows_only_what_its_seat_may_know() -> None:
    match, seat = card_decision()
    other = match.at(len(match.log))
    loops.veil(match.game.rules.forget, other.state, seat, np.uint64(3))
    assert [hint.win for hint in match.hint(seat, "60")] == [hint.win for hint in other.hint(seat, "60")]
