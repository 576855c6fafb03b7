"""What is done with a tampered document: it is refused with a sentence, or ridden to its end."""

import functools
import json
import random
from typing import Any

import msgspec
import numpy as np
from any_options import any_options
from tampering import tampered

import gruppetto as g
from gruppetto.errors import GruppettoError
from gruppetto.games import registry
from gruppetto.games.game import Game, no_numbers
from gruppetto.games.loops import MOST_ACTIONS
from gruppetto.games.vocabulary import document_of
from gruppetto.match import checksum
from gruppetto.past import PastMatch
from gruppetto.players.playout import RANDOM, play_out

Json = dict[str, Any]
REFUSED, ACCEPTED = "refused", "accepted"
REAL = 12  # races whose documents are tampered with


def attack(game_id: str, number: int) -> str:
    """Tamper with the `number`-th document of a game and hand it in; what came of it."""
    dice = random.Random(f"{game_id} {number}")
    kind, document = dice.choice(documents(game_id, dice.randrange(REAL)))
    forged = tampered(document, dice)
    try:
        match = HANDED_IN[kind](game_id, forged)
    except GruppettoError as error:
        return REFUSED if str(error) else "refused without a sentence"
    if isinstance(match, PastMatch):
        return read(match, dice)
    ride_out(match, dice)
    return ACCEPTED


def read(match: PastMatch, dice: random.Random) -> str:
    """A race that other rules made is told, and goes on under ours, or says why not."""
    try:
        assert len(list(match.story(None))) == len(match.log)
        match.view()
        ours = None if match.over else match.carry_over()
    except GruppettoError as error:
        return REFUSED if str(error) else "refused without a sentence"
    if ours:
        ride_out(ours, dice)
    return ACCEPTED


@functools.cache
def documents(game_id: str, number: int) -> list[tuple[str, Any]]:
    """A real race's options, its save file, and its positions at a dozen moments."""
    game, dice = registry.get(game_id), random.Random(number)
    match = begin(game, dice)
    found: list[tuple[str, Any]] = []
    while not match.over:
        if not found or dice.random() < 0.06:
            found.append(("position", match.position()))
        seat = dice.choice(match.waiting)
        match.play(seat, dice.choice(match.choices(seat)))
    found = dice.sample(found, min(12, len(found)))
    options = {"seats": match.seats, "options": document_of(match.options)}
    from_there = g.from_position(game_id, found[0][1], seed=number)
    saves = [msgspec.json.decode(race.to_json()) for race in (match, from_there)]
    return found + [("options", options), ("position", match.position())] + [("save", save) for save in saves]


def begin(game: Game, dice: random.Random) -> g.Match:
    """A match with options drawn at random."""
    seats = dice.randint(game.fewest_seats, game.most_seats)
    return g.start(game.id, seats=seats, seed=dice.getrandbits(64), options=any_options(game, seats, dice))


def from_options(game_id: str, forged: Any) -> g.Match:
    """A table opened with these options."""
    forged = forged if isinstance(forged, dict) else {}
    options = forged.get("options")
    return g.start(game_id, seats=forged.get("seats"), seed=1, options=options)  # type: ignore[arg-type]


def from_save(_: str, forged: Any) -> g.Match:
    """A save file whose checksum is in order: somebody has taken the trouble."""
    if isinstance(forged, dict):
        forged["checksum"] = checksum(forged)
    return g.loads(json.dumps(forged).encode("utf-8", "surrogatepass"))


def from_position(game_id: str, forged: Any) -> g.Match:
    """A race that goes on from a position."""
    return g.from_position(game_id, forged, seed=1)


HANDED_IN = {"options": from_options, "save": from_save, "position": from_position}


def ride_out(match: g.Match, dice: random.Random) -> None:
    """Everybody looks, says what they may do, and the race is ridden to its end, sound all the way."""
    game, state = match.game, match.state
    assert not game.broken(state), game.broken(state)
    for seat in (None, *range(match.seats)):
        match.view(seat)
    for _ in range(3):
        for seat in match.waiting:
            assert match.choices(seat), f"seat {seat} owes a decision and has none"
        if not match.over:
            seat = dice.choice(match.waiting)
            match.play(seat, dice.choice(match.choices(seat)))
    rules, players = game.rules, np.full(match.seats, RANDOM, np.int32)
    play_out(
        rules.waiting, rules.legal, rules.act, rules.over, rules.invariants, game.heuristic,
        match.state[0], players, np.uint64(dice.getrandbits(64)), 0, no_numbers(MOST_ACTIONS),
    )  # fmt: skip
    assert not game.broken(match.state), game.broken(match.state)
    assert match.over
    assert sorted(match.result["seats"]) == list(range(match.seats))  # type: ignore[index]
