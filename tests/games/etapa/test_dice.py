"""The dice: a stream for every rider, anew each round, so that luck does not hang on what was done."""

from typing import Any

import pytest

import gruppetto as g
from gruppetto.games.etapa.rules.record import (
    CARDS,
    OWN_DICE,
    TEAM_DICE,
    THROWS_A_ROUND,
)
from gruppetto.players import decide


def throws(match: g.Match, until: int, player: str = "touriste") -> dict[tuple[int, str], int]:
    """What every rider threw for his moves, by round."""
    found: dict[tuple[int, str], int] = {}
    number = match.view()["round"]
    while match.waiting and number < until:
        seat = match.waiting[0]
        for event in match.play(seat, decide(match, seat, player, len(match.log))):
            number = getattr(event, "round", number)
            if event.key == "Threw" and event.rule == "C1.8":
                found[number, event.rider] = event.face  # type: ignore[attr-defined]
    return found


@pytest.mark.rule("C1.8")
def test_what_a_rider_throws_does_not_hang_on_what_was_done_before() -> None:
    one, other = (g.start("etapa", seats=3, seed=4) for _ in range(2))
    throws(other, 3, "random")
    ours, theirs = throws(one, 8), throws(other, 8)
    assert one.log != other.log
    both = [key for key in ours.keys() & theirs.keys() if key[0] > 3]
    assert len(both) > 20
    assert [ours[key] for key in both] == [theirs[key] for key in both]


def test_dice_are_fair_and_riders_throw_apart() -> None:
    faces: list[int] = []
    by_rider: dict[str, list[int]] = {}
    for seed in range(12):
        match = g.start("etapa", seats=4, seed=seed)
        for (_, rider), face in sorted(throws(match, 12).items()):
            faces.append(face)
            by_rider.setdefault(rider, []).append(face)
    shares = [faces.count(face) / len(faces) for face in range(1, 7)]
    assert max(abs(share - 1 / 6) for share in shares) < 0.05
    assert len({tuple(thrown) for thrown in by_rider.values()}) == len(by_rider)


@pytest.mark.rule("C1.8", "C3.2", "C3.6")
def test_every_rider_every_team_and_the_pile_have_a_stream_of_their_own(match: Any, go: Any) -> None:
    riders = {"1": 50, "4": 50, "7": 20}
    race = match(riders, "F200 | feed 57-62 | limit 150", teams=[{"hand": {}, "slow": 1}] * 3)
    begun = race.position()["moment"]["ridden"] * THROWS_A_ROUND
    drawn = race.state[0]["drawn"].tolist()
    assert (drawn[CARDS], drawn[OWN_DICE + 6], drawn[TEAM_DICE + 2]) == (0, begun, begun)
    assert min(drawn[TEAM_DICE], drawn[TEAM_DICE + 1]) > begun
    first = race.view()["turn"]["rider"]
    go(race, "Throw", "RideOn")
    drawn = race.state[0]["drawn"].tolist()
    assert drawn[OWN_DICE + int(first) - 1] == begun + 1
    assert drawn[CARDS] == 1


@pytest.mark.rule("C1.8")
def test_in_every_round_the_streams_begin_anew(match: Any, go: Any) -> None:
    race = match({"1": 50, "4": 20})
    for rounds in (1, 2, 3):
        assert race.state[0]["ridden"] == rounds
        drawn = race.state[0]["drawn"].tolist()
        assert set(drawn[OWN_DICE:]) == {rounds * THROWS_A_ROUND}
        go(race, "Throw", "Throw")


@pytest.mark.rule("C1.8")
def test_a_die_has_six_faces(position: Any, go: Any, of: Any) -> None:
    document = position({"1": 50, "4": 20})
    races = [g.from_position("etapa", document, seed=seed) for seed in range(40)]
    assert {of(go(race, "Throw"), "Threw")[0].face for race in races} == {1, 2, 3, 4, 5, 6}
