"""A race told back: the books add up, verdicts are fair, and nothing is told before the finish."""

import json
from collections import deque

import msgspec
import numpy as np
import pytest

import gruppetto as g
from gruppetto import match as matches
from gruppetto.games import loops, registry
from gruppetto.games.game import SPECTATOR
from gruppetto.kernel.record import duplicate
from gruppetto.match import checksum
from gruppetto.players import Budget
from gruppetto.players.playout import lowest
from gruppetto.review import Review, Reviewing, review, tell
from gruppetto.review.books import alike
from gruppetto.review.order import as_known, in_order
from gruppetto.review.results import MISTAKES, verdict_of
from gruppetto.review.reviewing import DOUBTFUL
from gruppetto.review.telling import accuracy, figure

GAMES = list(registry.games())
MIXED = ("domestique", "touriste", "random", "domestique")
SHORT = {"flamme-rouge-tour": {"stages": ["abcu"]}}


def raced(game: str, number: int = 1, seats: int = 2) -> g.Match:
    return g.race(game, 7, number, players=MIXED[:seats], options=SHORT.get(game))


@pytest.fixture(scope="module")
def classic() -> g.Match:
    return g.race("flamme-rouge", 7, 1, players=MIXED)


@pytest.fixture(scope="module")
def told(classic: g.Match) -> Review:
    reviewed: Review = classic.review("64")
    return reviewed


# --- the books --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_start_luck_rivals_and_skill_add_up_to_the_result(game: str) -> None:
    match = raced(game)
    work = Reviewing(match, Budget(playouts=3))
    work.keep_books()
    told = tell(work)
    assert [moment.number for moment in told.moments] == sorted(range(len(match.log)), key=in_books(match))
    for seat in told.seats:
        assert seat.start + seat.luck + seat.rivals + seat.skill == pytest.approx(seat.result, abs=1e-9)
    assert sum(seat.result for seat in told.seats) == pytest.approx(1)
    assert match.result is not None
    for rows in (told.public, [told.opening], *([m.chances.before, m.chances.after] for m in told.moments)):
        assert [sum(row) for row in rows] == pytest.approx([1] * len(rows))
    assert len(told.public) == len(told.moments)
    assert told.public[-1] == [seat.result for seat in told.seats]


def in_books(match: g.Match):  # type: ignore[no-untyped-def]
    order = [decision.number for decision in in_order(match)[0]]
    return order.index


def test_what_each_moment_changed_is_what_the_books_hold(told: Review) -> None:
    for seat in told.seats:
        own = [moment for moment in told.moments if moment.seat == seat.seat]
        assert sum(moment.skill for moment in own) == pytest.approx(seat.skill, abs=1e-4)
        assert sum(moment.luck[seat.seat] for moment in told.moments) == pytest.approx(seat.luck, abs=1e-3)


def test_without_chance_in_between_nothing_is_luck(told: Review, classic: g.Match) -> None:
    decisions, _ = in_order(classic)
    calm = [moment for moment, decision in zip(told.moments, decisions, strict=True) if not decision.lucky]
    assert calm
    assert all(not any(moment.luck) for moment in calm[:-1])


def test_luck_is_fair_whoever_rides() -> None:
    """Its mean is nothing, as little as two worlds a decision may say of a single race."""
    lucks, starts = [], set()
    for number in range(60):
        work = Reviewing(g.race("flamme-rouge", 11, number, players=MIXED), Budget(playouts=2))
        work.keep_books()
        lucks.append([seat.luck for seat in tell(work).seats])
        starts.add(tuple(seat.start for seat in tell(work).seats))
    assert len(starts) > 5  # every race is reviewed in worlds of its own: errors must not add up
    mean, error = np.mean(lucks, 0), np.std(lucks, 0) / np.sqrt(len(lucks))
    assert (np.abs(mean) < 3 * error).all()
    assert np.abs(mean).max() < 0.5


@pytest.mark.parametrize("game", GAMES)
def test_fresh_chance_leaves_everything_else_as_it_is(game: str) -> None:
    match = raced(game)
    then = match.at(len(match.log) // 2)
    states = np.repeat(then.state, 3)
    alike(match.game.rules.forget, match.game.renew, states, SPECTATOR, np.uint64(5))
    renewed = duplicate(states[2:3])
    assert match.game.position(renewed) == then.position()
    assert renewed.tobytes() != then.state.tobytes()


def test_decisions_owed_together_are_told_alike_whoever_clicked_first(classic: g.Match, told: Review) -> None:
    match = clicked_backwards(classic)
    assert match.log != classic.log
    other = review(match, "64")
    plain = [msgspec.structs.replace(moment, number=0) for moment in told.moments]
    assert [msgspec.structs.replace(moment, number=0) for moment in other.moments] == plain
    assert (other.seats, other.public) == (told.seats, told.public)


def clicked_backwards(match: g.Match) -> g.Match:
    """The same race, with the last seat always the quickest."""
    queues = [deque(code for seat, code in match.log if seat == each) for each in range(match.seats)]
    again = match.at(0)
    while not again.over:
        seat = again.waiting[-1]
        again.play(seat, queues[seat].popleft())
    return again


def test_a_decision_is_judged_before_the_others_have_made_theirs(classic: g.Match) -> None:
    decisions, _ = in_order(classic)
    index = next(i for i, it in enumerate(decisions) if it.owed_with < i and it.seat == 3)
    state = as_known(classic.game, decisions, index)
    owing = int(loops.owing(classic.game.rules.waiting, state))
    assert int(lowest(owing)) == 0
    assert owing >> 3 & 1


# --- verdicts ---------------------------------------------------------------------------------------


def test_the_nine_spent_too_early_is_found_and_explained(told: Review) -> None:
    moment = next(moment for moment in told.moments if moment.number == 106)
    assert moment.choice.text == "Play 9 for the sprinteur"
    assert moment.best is not None
    assert moment.best.text != moment.choice.text
    assert moment.verdict == "blunder"
    assert moment.loss > 5 * moment.error > 0
    assert {reason.kind for reason in moment.reasons} & {"exhaustion", "slipstream", "sprint"}
    for reason in moment.reasons:
        assert moment.choice.text in reason.text
        assert reason.text.endswith(f"{reason.names['loss']}.")
        assert reason.made != reason.best
    assert 106 in told.turning_points


def test_most_decisions_are_no_mistakes_and_forced_ones_have_no_verdict(told: Review) -> None:
    assert sum(moment.verdict in ("best", "good") for moment in told.moments) > len(told.moments) / 2
    for moment in told.moments:
        assert (moment.verdict == "forced") == moment.forced
        assert not moment.forced or (moment.best is None and moment.loss == 0)
        assert not moment.reasons or moment.verdict in ("inaccuracy", "mistake", "blunder")


def test_seats_are_counted_from_their_moments(told: Review) -> None:
    for seat in told.seats:
        own = [moment for moment in told.moments if moment.seat == seat.seat and not moment.forced]
        assert seat.decisions == len(own)
        assert seat.loss == pytest.approx(sum(moment.loss for moment in own) / len(own), abs=1e-5)
        assert seat.accuracy == accuracy(seat.loss)
        assert seat.mistakes.blunders == sum(moment.verdict == "blunder" for moment in own)


def test_a_review_is_the_same_again_on_however_many_threads(classic: g.Match) -> None:
    once, again = review(classic, "8"), review(classic, "8", threads=2)
    assert once.moments == again.moments
    assert (once.seats, once.public, once.luck) == (again.seats, again.public, again.luck)


def test_a_review_can_be_watched_and_cut_short(classic: g.Match) -> None:
    seen: list[float] = []
    cut = review(classic, "32", progress=seen.append, cancelled=lambda: len(seen) == 300)
    assert seen == sorted(seen)
    assert cut.done == pytest.approx(seen[-1], abs=1e-6)
    assert 0 < cut.done < 1
    assert len(cut.moments) == len(classic.log)  # the first results are there
    assert any(moment.best is None and not moment.forced for moment in cut.moments)


def test_a_draft_shows_each_moment_as_the_books_know_it(classic: g.Match) -> None:
    """As long as the spectator's chances have not been reckoned."""
    work = Reviewing(classic, Budget(playouts=2))
    for _ in zip(work.chains, work.steps(), strict=False):
        pass
    draft = tell(work)
    unseen = [number for number, look in enumerate(work.looks) if look >= 0 and not work.watched[look]]
    assert len(unseen) > len(classic.log) / 4
    for number in unseen:
        look = work.looks[number]
        known = (work.before[look] / work.entered[look]).tolist()
        assert [draft.opening, *draft.public][number] == pytest.approx(known, abs=1e-4)


def test_a_time_is_a_budget_too(classic: g.Match) -> None:
    assert review(classic, "50ms").done == 1


def test_figures_as_one_says_them() -> None:
    assert (figure(0.456), figure(5.64), figure(17.0001)) == ("0.46", "5.6", "17")
    assert (accuracy(0), accuracy(-0.1), accuracy(0.01)) == (100, 100, 81.9)


def test_what_cannot_become_a_mistake_any_more_is_tried_no_further(classic: g.Match) -> None:
    """Where races end very differently, it takes more than 2 % in the end to be beyond doubt."""
    work, spared = Reviewing(classic, Budget(playouts=64)), 0
    for index, decision in enumerate(work.decisions):
        if decision.forced or (best := work.best_choice(index).codes[0]) == decision.code:
            continue
        short = work.judge(index, decision.code, best)
        if (
            short.worlds < DOUBTFUL * work.worlds
            and short.loss + 2 * short.error > MISTAKES["inaccuracy"] > short.loss
        ):
            spared += 1
            whole = work.judge(index, decision.code, best, least=DOUBTFUL * work.worlds)
            assert whole.worlds == DOUBTFUL * work.worlds
            assert verdict_of(whole.loss, whole.error) == "good"
    assert spared


# --- tours ------------------------------------------------------------------------------------------


def test_a_tour_is_told_stage_by_stage() -> None:
    match = g.race("flamme-rouge-tour", 3, 1, players=MIXED[:2], options={"stages": ["abcu", "abcu"]})
    work = Reviewing(match, Budget(playouts=2))
    steps = work.steps()
    while next(steps) < 0.5:
        pass
    half = tell(work)
    assert {moment.stage for moment in half.moments} == {0}
    for _ in steps:
        pass
    whole = tell(work)
    first, second = whole.stages
    assert [book.result for book in first.books] == [book.start for book in second.books]
    for stage in whole.stages:
        for book in stage.books:
            assert book.start + book.luck + book.rivals + book.skill == pytest.approx(book.result)


# --- who may ask ------------------------------------------------------------------------------------


def test_a_running_race_is_not_reviewed(classic: g.Match) -> None:
    with pytest.raises(g.NotOver, match="not over"):
        classic.at(100).review("1")
    with pytest.raises(g.NotOver):
        g.start("flamme-rouge", seats=2).review()


def test_a_race_of_other_rules_says_so(classic: g.Match) -> None:
    document = json.loads(classic.to_json())
    document["rules_version"] = 0
    past = g.loads(json.dumps({**document, "checksum": checksum(document)}).encode())
    with pytest.raises(g.WrongVersion, match="but not reviewed"):
        past.review("1")


def test_a_match_that_nobody_attends_cannot_be_reviewed() -> None:
    with pytest.raises(g.Unavailable, match="Nobody is here to review"):
        matches.start("flamme-rouge", seats=2).review()


@pytest.mark.parametrize("budget", ["0", "soon", "-1s"])
def test_a_budget_that_is_none_is_refused(classic: g.Match, budget: str) -> None:
    with pytest.raises(g.BadOption, match="budget"):
        classic.review(budget)
