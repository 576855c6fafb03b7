"""Save files that other rules made: read, told again, and carried over when asked."""

import base64
import json
import random
import zlib
from contextvars import copy_context
from typing import Any

import pytest

import gruppetto as g
from gruppetto.games import registry
from gruppetto.language import speak
from gruppetto.match import EVERYTHING, checksum
from gruppetto.players import decide
from gruppetto.story import event_document, pack, unpack

GAMES = list(registry.games())
SHORT: dict[str, dict[str, Any]] = {"flamme-rouge-tour": {"stages": ["abcu", "abcDHu"]}}


def ridden(game: str, decisions: int = 100_000) -> g.Match:
    """A race of domestiques, to its end or for so many decisions."""
    match = g.start(game, seats=3, seed=5, options=SHORT.get(game))
    while not match.over and len(match.log) < decisions:
        seat = match.waiting[0]
        match.play(seat, decide(match, seat, "domestique", len(match.log)))
    return match


@pytest.fixture(scope="module", params=GAMES)
def finished(request: pytest.FixtureRequest) -> g.Match:
    return ridden(request.param)


@pytest.fixture(params=GAMES)
def running(request: pytest.FixtureRequest) -> g.Match:
    """In the third round, one decision after its beginning."""
    match, chance = (
        g.start(request.param, seats=3, seed=6, options=SHORT.get(request.param)),
        random.Random(1),
    )
    rounds = 0
    while rounds < 3:
        seat = chance.choice(match.waiting)
        events = match.play(seat, decide(match, seat, "domestique", len(match.log)))
        rounds += any(event.opens_round for event in events)
    seat = match.waiting[0]
    match.play(seat, match.choices(seat)[0])
    return match


def older(match: g.Match, **changed: Any) -> bytes:
    """The save file of a match, as if an earlier version of the rules had made it."""
    document = {**json.loads(match.to_json()), "rules_version": match.rules_version - 1, **changed}
    return json.dumps({**document, "checksum": checksum(document)}).encode()


def test_a_finished_race_of_other_rules_is_there_to_be_read(finished: g.Match) -> None:
    past = g.loads(older(finished))
    assert isinstance(past, g.PastMatch)
    assert (past.over, past.result) == (True, json.loads(finished.to_json())["result"])
    assert past.log == finished.log
    assert past.rules_version == finished.rules_version - 1
    assert past.waiting == ()
    assert past.options == finished.options


def test_its_story_is_what_a_spectator_saw(finished: g.Match) -> None:
    past = g.loads(older(finished))
    for seat in (None, EVERYTHING):
        told = [[event_document(event) for event in events] for _, events in past.story(seat)]
        plain = [[event_document(event) for event in events] for _, events in finished.story(seat)]
        assert told == json.loads(json.dumps(plain))
    opened = [[event.opens_round for event in events] for _, events in past.story()]
    assert opened == [[event.opens_round for event in events] for _, events in finished.story()]
    for decisions in (0, 1, len(past.log) // 2, len(past.log)):
        moment = past.at(decisions)
        assert moment.view() == json.loads(json.dumps(finished.at(decisions).view()))
        assert moment.over == (decisions == len(past.log))


def test_every_view_is_told_again_to_the_last_word(finished: g.Match) -> None:
    again = finished.at(0)
    for number, view in enumerate(finished.retold().views()):
        assert view == again.view(None), number
        if number < len(finished.log):
            again.play(*finished.log[number])


def test_it_is_told_in_english_whatever_is_spoken(finished: g.Match) -> None:
    def in_polish() -> object:
        speak("pl")
        return finished.retold()

    assert copy_context().run(in_polish) == finished.retold()


def test_it_can_be_saved_again_and_is_the_same(finished: g.Match) -> None:
    content = older(finished)
    again = g.loads(content).to_json()
    assert json.loads(again) == json.loads(content)


def test_what_needs_a_state_is_refused_with_a_sentence(finished: g.Match) -> None:
    past = g.loads(older(finished))
    reasons = [
        lambda: past.state,
        lambda: past.play(0, 0),
        lambda: past.choices(0),
        past.position,
        past.undo,
        lambda: past.view(0),
        lambda: past.fingerprint,
        lambda: list(past.story(0)),
    ]
    for reason in reasons:
        with pytest.raises(g.WrongVersion, match=rf"version {past.rules_version} of the rules of"):
            reason()
    with pytest.raises(g.IllegalMove, match="owes no decision"):
        past.hint(0)
    with pytest.raises(g.IllegalMove, match="The match is over"):
        past.carry_over()
    with pytest.raises(g.IllegalMove, match="no moment"):
        past.at(10**6)


def test_a_file_of_other_rules_cannot_be_verified(finished: g.Match, tmp_path: Any) -> None:
    path = tmp_path / "race.json"
    path.write_bytes(older(finished))
    with pytest.raises(g.WrongVersion, match="only that version can verify it"):
        g.verify(path)


def test_a_running_race_goes_on_from_its_latest_round_when_asked(running: g.Match) -> None:
    past = g.loads(older(running))
    assert isinstance(past, g.PastMatch)
    assert (past.over, past.result, past.taken_back) == (False, None, 1)
    carried = past.carry_over()
    assert carried.position() == running.at(len(running.log) - 1).position()
    assert carried.seed != running.seed
    while not carried.over:
        seat = carried.waiting[0]
        carried.play(seat, decide(carried, seat, "domestique", len(carried.log)))
    assert g.loads(carried.to_json()).result == json.loads(carried.to_json())["result"]


def test_before_the_first_round_it_begins_anew() -> None:
    match = g.start("flamme-rouge", seats=2, seed=3)
    match.play(match.waiting[0], match.choices(match.waiting[0])[0])
    past = g.loads(older(match))
    assert isinstance(past, g.PastMatch)
    assert past.taken_back == 1
    assert past.carry_over(seed=3).position() == match.at(0).position()


def test_what_the_rules_do_not_accept_is_not_carried_over(running: g.Match) -> None:
    round_begun = {"decisions": 1, "position": {"riders": {}}}
    with pytest.raises(g.BadPosition, match="do not accept where its latest round began"):
        g.loads(older(running, round=round_begun)).carry_over()
    with pytest.raises(g.WrongVersion, match="holds no position to go on from"):
        g.loads(older(running, round=None)).carry_over()


def test_the_round_is_found_again_after_an_undo_and_after_loading(running: g.Match) -> None:
    began = len(running.log) - 1
    assert running.round_began == began
    assert g.loads(running.to_json()).round_began == began
    assert running.undo().round_began == began
    assert running.undo().round_began < began


def test_options_that_are_known_no_more_are_read_as_they_were_written(finished: g.Match) -> None:
    past = g.loads(older(finished, options={"cobbles": "wet"}))
    assert past.options == {"cobbles": "wet"}
    assert json.loads(past.to_json())["options"] == {"cobbles": "wet"}


def test_a_file_without_a_story_tells_its_result(finished: g.Match) -> None:
    past = g.loads(older(finished, story=None))
    assert past.result
    with pytest.raises(g.WrongVersion, match="No story of this match was kept"):
        list(past.story())


def packed(content: bytes) -> str:
    return base64.b64encode(content).decode()


@pytest.mark.parametrize(
    ("story", "error", "words"),
    [
        (b"not packed", g.CorruptLog, "story: it cannot be read"),
        (zlib.compress(b"{}"), g.CorruptLog, "missing required field `format`"),
        (zlib.compress(b'{"format": 9}'), g.WrongVersion, "story: format 9; this version reads 1"),
        (zlib.compress(b"[" * 100_000), g.CorruptLog, "story: it cannot be read"),
        (zlib.compress(bytes(65 * 1024 * 1024), 9), g.CorruptLog, "larger than any story"),
        (zlib.compress(b'{"format": 1}')[:-3], g.CorruptLog, "it is cut off"),
    ],
)
def test_what_is_wrong_with_a_story_is_named(story: bytes, error: type[Exception], words: str) -> None:
    past = g.loads(older(ridden("flamme-rouge"), story=packed(story)))
    with pytest.raises(error) as refusal:
        list(past.story())
    assert words in str(refusal.value)


def test_a_story_of_another_race_is_noticed(finished: g.Match) -> None:
    other = finished.retold()
    shorter = type(other)(*(getattr(other, name) for name in other.__struct_fields__[:-1]), other.steps[:-1])
    with pytest.raises(g.CorruptLog, match="decisions, but the log has"):
        g.loads(older(finished, story=packed(pack(shorter)))).view()
    assert unpack(pack(other)) == unpack(pack(unpack(pack(other))))
