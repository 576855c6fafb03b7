"""What every registered game must do, whatever its rules are.

A game that appears in the registry is put through all of this without another line of code.
"""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

import msgspec
import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import loops, registry
from gruppetto.games.game import SPECTATOR, Document, Game, Message, no_numbers
from gruppetto.kernel.chance import keys_from
from gruppetto.kernel.record import Records, duplicate
from gruppetto.kernel.rule import interpreted, is_rule
from gruppetto.kernel.trace import recorder, rows

CONTRACT = ("deal", "waiting", "legal", "act", "over", "score", "forget", "observe", "report", "invariants")
LONGEST = 20_000  # decisions; far more than any race takes


@pytest.fixture(params=sorted(registry.games()), scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    return registry.get(request.param)


def begin(game: Game, seed: int) -> g.Match:
    seats = game.fewest_seats + seed % (game.most_seats - game.fewest_seats + 1)
    return g.start(game.id, seats=seats, seed=seed)


def play_randomly(match: g.Match, seed: int) -> Iterator[tuple[int, int]]:
    """Random decisions by random waiting seats, yielded before they are played."""
    chance = random.Random(seed)
    for _ in range(LONGEST):
        if match.over:
            return
        seat = chance.choice(match.waiting)
        choice = chance.choice(match.choices(seat))
        yield seat, choice.code
        match.play(seat, choice)
    pytest.fail("the match does not end")


def everybody(match: g.Match) -> list[int]:
    return [SPECTATOR, *range(match.seats)]


def test_the_contract_is_compiled_rules_of_the_same_names(game: Game) -> None:
    for name in CONTRACT:
        assert is_rule(getattr(game.rules, name)), name
    assert game.record.itemsize == game.blank().nbytes
    assert game.fewest_seats <= game.most_seats
    assert list(game.report)[:2] == ["rounds", "rider"]


def test_a_match_ends_and_ranks_every_seat(game: Game) -> None:
    for seed in range(20):
        match = begin(game, seed)
        for _ in play_randomly(match, seed):
            pass
        scores = no_numbers(match.seats)
        loops.rank(game.rules.score, match.state, scores)
        assert match.over
        assert match.waiting == ()
        assert match.result is not None
        assert sorted(match.result["seats"]) == list(range(match.seats))
        winner = match.result["winner"]
        assert winner is None or max(scores) == scores[winner]
        assert [scores[seat] for seat in match.result["seats"]] == sorted(scores, reverse=True)


def test_the_log_replays_to_the_same_bytes(game: Game) -> None:
    for seed in range(10):
        match = begin(game, seed)
        for _ in play_randomly(match, seed):
            pass
        again = match.at(len(match.log))
        assert again.state.tobytes() == match.state.tobytes()
        assert begin(game, seed).at(0).state.tobytes() == match.at(0).state.tobytes()


def test_undo_is_a_shorter_log(game: Game) -> None:
    match = begin(game, 3)
    states = [match.state.tobytes()]
    for _ in play_randomly(match, 3):
        states.append(match.state.tobytes())
    for _ in range(min(25, len(match.log))):
        match.undo()
        assert match.state.tobytes() == match.at(len(match.log)).state.tobytes() == states[len(match.log) + 1]


def test_interpreted_equals_compiled_event_for_event(game: Game) -> None:
    plain = interpreted(game.rules)
    match = begin(game, 5)
    state = game.blank()
    setup = game.setup(match.options, match.seats)
    plain.deal(state[0], setup[0], keys_from(match.seed, game.streams))
    assert state.tobytes() == match.state.tobytes()
    chance, trace, actions = random.Random(5), recorder(), no_numbers(loops.MOST_ACTIONS)
    while not match.over:
        seat = chance.choice(match.waiting)
        legal = [choice.code for choice in match.choices(seat)]
        assert plain.waiting(state[0]) == sum(1 << waiting for waiting in match.waiting)
        assert list(actions[: plain.legal(state[0], seat, actions)]) == legal
        code = chance.choice(legal)
        plain.act(state[0], seat, code, trace)
        assert game.events(rows(trace)) == match.play(seat, code)
        assert state.tobytes() == match.state.tobytes()
    assert plain.over(state[0])
    assert_same_knowledge(game, plain, match)


def assert_same_knowledge(game: Game, plain: Any, match: g.Match) -> None:
    """Interpreted and compiled `forget`, `observe` and `score` agree all along a match."""
    for moment in range(0, len(match.log), 7):
        then = match.at(moment)
        for seat in range(match.seats):
            ours, theirs = duplicate(then.state), duplicate(then.state)
            loops.veil(game.rules.forget, ours, seat, np.uint64(moment))
            plain.forget(theirs[0], seat, np.uint64(moment))
            assert ours.tobytes() == theirs.tobytes()
            assert observation(game, ours, seat) == observed(plain.observe, game, theirs, seat)
    scores, plain_scores = no_numbers(match.seats), no_numbers(match.seats)
    loops.rank(game.rules.score, match.state, scores)
    plain.score(match.state[0], plain_scores)
    assert list(scores) == list(plain_scores)


def observation(game: Game, state: Records, seat: int) -> list[int]:
    out = no_numbers(game.observation)
    loops.sense(game.rules.observe, state, seat, out)
    return out.tolist()


def observed(observe: Callable[..., None], game: Game, state: Records, seat: int) -> list[int]:
    out = no_numbers(game.observation)
    observe(state[0], seat, out)
    return out.tolist()


def test_who_decides_first_does_not_change_what_is_drawn(game: Game) -> None:
    """Seats decide by their own habits; only the order among waiting seats differs."""
    for seed in range(8):
        endings = {race_with_habits(game, seed, order).state.tobytes() for order in range(4)}
        assert len(endings) == 1


def race_with_habits(game: Game, seed: int, order: int) -> g.Match:
    match, turn = begin(game, seed), random.Random(order)
    habits = [random.Random(1000 * seed + seat) for seat in range(match.seats)]
    while not match.over:
        seat = (min, max, turn.choice, turn.choice)[order](match.waiting)
        match.play(seat, habits[seat].choice(match.choices(seat)))
    return match


def test_nobody_learns_what_forget_replaces(game: Game) -> None:
    for seed in range(4):
        match = begin(game, seed)
        for number, _ in enumerate(play_randomly(match, seed)):
            if number % 5 == seed % 5:
                for seat in everybody(match):
                    assert_blind(match, seat, number)


def assert_blind(match: g.Match, seat: int, number: int) -> None:
    game, eyes = match.game, None if seat == SPECTATOR else seat
    true_codes = {other: [c.code for c in match.choices(other)] for other in match.waiting}
    for guess in range(3):
        state = duplicate(match.state)
        loops.veil(game.rules.forget, state, seat, np.uint64(1000 * number + guess))
        assert game.view(state, eyes) == game.view(match.state, eyes)
        assert loops.owing(game.rules.waiting, state) == loops.owing(game.rules.waiting, match.state)
        if eyes is None:
            continue
        assert observation(game, state, seat) == observation(game, match.state, seat)
        if seat in match.waiting:
            out = no_numbers(loops.MOST_ACTIONS)
            found = loops.options(game.rules.waiting, game.rules.legal, state, seat, out)
            assert out[:found].tolist() == true_codes[seat]


def test_several_viewers_of_a_state_see_what_each_would_alone(game: Game) -> None:
    match = begin(game, 15)
    for number, _ in enumerate(play_randomly(match, 15)):
        if number % 9 == 0:
            views = game.views(match.state)
            for seat in (None, *range(match.seats)):
                assert views(seat) == game.view(match.state, seat)


def test_what_is_told_is_what_is_declared(game: Game) -> None:
    """Types on paper reach the screen: a field, a word or a message that nobody declared is a fault."""
    match = begin(game, 17)
    for number, (seat, code) in enumerate(play_randomly(match, 17)):
        choice = game.explained(match.state, seat, [code])[0]
        assert_declared(game.move_types, choice.message)
        assert_declared(game.preview_types, *([choice.preview] if choice.preview else []))
        assert_declared(game.event_types, *match.at(number).play(seat, code))
        for eyes in (None, *range(match.seats)) if number % 5 == 0 else ():
            view = game.view(match.state, eyes)
            assert_fits(game.view, view)
            assert_fits(game.moment, game.moment(view))
    assert_fits(game.view, game.view(match.state, 0))
    assert_fits(game.result, game.result(match.state))
    assert_fits(game.catalogue, game.catalogue())


def assert_declared(declared: tuple[type[Message], ...], *messages: Message) -> None:
    for message in messages if declared else ():
        assert type(message) in declared
        assert msgspec.convert(msgspec.to_builtins(message), type(message)) == message


def assert_fits(tells: Callable[..., Any], told: Any) -> None:
    kind = get_type_hints(tells)["return"]
    written = msgspec.json.encode(told)
    if kind != Document:  # where a room has no word for it, the contract's own is left as it is
        assert msgspec.json.encode(msgspec.json.decode(written, type=kind)) == written


def test_forget_hides_the_chance_to_come(game: Game) -> None:
    """Two matches that differ in nothing but chance to come are one to a seat that forgets."""
    match = begin(game, 1)
    other = duplicate(match.state)
    other["key"] = other["key"] ^ np.uint64(0x5555)
    for state in (match.state, other):
        loops.veil(game.rules.forget, state, 0, np.uint64(9))
    assert match.state.tobytes() == other.tobytes()


def test_what_is_always_true_is_true_of_every_state(game: Game) -> None:
    assert all(truth.endswith(".") for truth in game.always.values())
    match = begin(game, 16)
    for number, _ in enumerate(play_randomly(match, 16)):
        assert game.broken(match.state) == []
        if number % 7 == 0:
            for seat in everybody(match):
                imagined = duplicate(match.state)
                loops.veil(game.rules.forget, imagined, seat, np.uint64(number))
                assert game.broken(imagined) == []
    assert game.broken(match.state) == []


def test_no_numbers_are_too_wild_for_the_invariants(game: Game) -> None:
    """Whatever a record holds, they say that it is broken; nothing is read that is not there."""
    dice = np.random.default_rng(5)
    for _ in range(40):
        state = begin(game, 3).state
        wild = state.view(np.int32).reshape(-1)
        places = dice.integers(0, len(wild), 4)
        wild[places] = dice.integers(-(2**31), 2**31 - 1, 4)
        assert isinstance(game.broken(state), list)
    state.view(np.int32)[...] = -1
    assert game.broken(state)


def test_a_forgotten_state_can_be_played_on(game: Game) -> None:
    for seed in range(10):
        match = begin(game, seed)
        chance = random.Random(seed)
        stop = chance.randrange(120)
        for number, _ in enumerate(play_randomly(match, seed)):
            if number == stop:
                break
        loops.veil(game.rules.forget, match.state, chance.randrange(match.seats), np.uint64(seed))
        for _ in play_randomly(match, seed + 1):
            pass
        assert match.over


def test_positions_make_the_round_trip(game: Game) -> None:
    for seed in range(6):
        match = begin(game, seed)
        for number, _ in enumerate(play_randomly(match, seed)):
            if number % 4 == seed % 4:
                document = match.position()
                again = g.from_position(game.id, document, seed=seed)
                assert again.position() == document
                assert again.waiting == match.waiting
                assert again.view(0) == match.view(0)
                assert without_chance(again.state) == without_chance(match.state)
        assert g.from_position(game.id, match.position(), seed=1).result == match.result


def without_chance(state: Records) -> bytes:
    """A record's bytes but for its keys and how far they are used, also those of a race within it."""
    copy = duplicate(state)
    for record in (copy, *(copy[name] for name in copy.dtype.names or () if "key" in _fields(copy[name]))):
        record["key"], record["drawn"] = 0, 0
    return copy.tobytes()


def _fields(field: Records) -> tuple[str, ...]:
    return field.dtype.names or ()


def test_a_match_from_a_position_is_saved_with_it(game: Game, tmp_path: Path) -> None:
    match = begin(game, 8)
    for number, _ in enumerate(play_randomly(match, 8)):
        if number == 40:
            break
    second = g.from_position(game.id, match.position(), seed=4)
    for _ in play_randomly(second, 9):
        pass
    second.save(tmp_path / "race.json")
    assert g.load(tmp_path / "race.json").state.tobytes() == second.state.tobytes()


def test_a_save_file_is_loaded_and_verified(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "race.json"
    match = begin(game, 11)
    for number, _ in enumerate(play_randomly(match, 11)):
        if number == 30:
            match.save(path)
            assert g.load(path).log == match.log
            assert not g.verify(path).over
    match.save(path)
    loaded = g.load(path)
    assert loaded.state.tobytes() == match.state.tobytes()
    assert loaded.options == match.options
    verification = g.verify(path)
    assert verification.result == match.result
    assert verification.decisions == len(match.log)
    assert verification.seed == match.seed.hex()


def test_refused_moves_change_nothing(game: Game) -> None:
    match = begin(game, 2)
    for number, _ in enumerate(play_randomly(match, 2)):
        if number % 10 == 0:
            before = (match.state.tobytes(), list(match.log))
            for seat in range(match.seats):
                legal = {choice.code for choice in match.choices(seat)}
                for code in set(range(-2, game.actions + 2)) - legal:
                    with pytest.raises(g.IllegalMove):
                        match.play(seat, code)
            assert (match.state.tobytes(), list(match.log)) == before
    with pytest.raises(g.IllegalMove, match="over"):
        match.play(0, 0)


def test_action_codes_stay_below_their_bound(game: Game) -> None:
    match = begin(game, 6)
    for _, code in play_randomly(match, 6):
        assert 0 <= code < game.actions


def test_every_choice_and_event_speaks(game: Game) -> None:
    match, kinds = begin(game, 12), set()
    while not match.over:
        seat = match.waiting[-1]
        for choice in match.choices(seat):
            assert choice.text
            assert "{" not in choice.text + choice.message.short
            assert choice.message.rule
        for event in match.play(seat, match.choices(seat)[-1]):
            kinds.add(type(event))
            assert event.text
            assert "{" not in event.text
            assert event.rule
            assert event.key == type(event).__name__
    assert len(kinds) > 5


def test_events_told_to_others_do_not_depend_on_what_is_hidden(game: Game) -> None:
    """What a spectator is told of a decision is the same for every hidden truth behind his view."""
    match = begin(game, 13)
    for seat, _ in play_randomly(match, 13):
        codes = [choice.code for choice in match.choices(seat)]
        told = {public_telling(match, seat, code) for code in codes if stays_hidden(match, seat, code)}
        assert len(told) <= 1


def stays_hidden(match: g.Match, seat: int, code: int) -> bool:
    """Whether a spectator sees nothing change when this action is played."""
    after = match.at(len(match.log))
    after.play(seat, code)
    return {**after.view(None), "waiting": 0} == {**match.view(None), "waiting": 0}


def public_telling(match: g.Match, seat: int, code: int) -> str:
    after = match.at(len(match.log))
    return "".join(str(event.seen_by(None)) for event in after.play(seat, code))


def test_the_games_describe_themselves(game: Game) -> None:
    described = next(entry for entry in g.games() if entry["id"] == game.id)
    assert described["seats"] == [game.fewest_seats, game.most_seats]
    assert set(described["options"]) == set(described["schema"]["$defs"]["Options"]["properties"])


def test_the_heuristic_knows_only_what_its_seat_may_know(game: Game) -> None:
    from gruppetto.players.playout import HEURISTIC, ponder

    match, actions = begin(game, 14), no_numbers(loops.MOST_ACTIONS)

    def choice(state: Records, seat: int) -> int:
        return int(ponder(game.rules.legal, game.heuristic, state, seat, HEURISTIC, actions, np.uint64(99)))

    for number, (seat, _) in enumerate(play_randomly(match, 14)):
        truth = choice(match.state, seat)
        for guess in range(3):
            state = duplicate(match.state)
            loops.veil(game.rules.forget, state, seat, np.uint64(10 * number + guess))
            assert choice(state, seat) == truth


def test_rooms_have_the_same_furniture(game: Game) -> None:
    assert isinstance(game.rules, ModuleType)
    room = Path(str(game.rules.__file__)).parents[1]
    for door in (
        "rules/record.py",
        "rules/options.py",
        "faces/words.py",
        "faces/position.py",
        "bots",
        "data",
    ):
        assert (room / door).exists(), door
