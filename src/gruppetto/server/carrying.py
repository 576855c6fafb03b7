"""Tables begun by other rules go on under ours: from where a round began, with a seed of their own."""

import asyncio
from collections.abc import Iterator, Sequence

import msgspec

from gruppetto.errors import BadPosition, GruppettoError
from gruppetto.games import registry
from gruppetto.games.game import Game, Json
from gruppetto.games.vocabulary import document_of
from gruppetto.match import Match, from_position, start
from gruppetto.players import PLAYERS, names
from gruppetto.server.answers import CarriedOver
from gruppetto.server.messages import Refused
from gruppetto.server.store import CARRY, PLAY, MatchRow, Move, Round, Store, standing
from gruppetto.story import unpacked


async def under_our_rules(store: Store, row: MatchRow) -> MatchRow:
    """A table's row as the installed rules can take it up; a finished race stays as it is."""
    game = registry.games().get(row.game)
    if game is None:
        raise Refused(409, "UnknownGame", "The game of this table is not installed here any more.")
    if row.status == "over" or row.rules_version == game.rules_version:
        return row
    await store.replace_bots(row.id, PLAYERS.keys() - set(names(game)), names(game)[-1])
    if row.status == "open":
        await _adopt(store, game, row)
    else:
        await _carry(store, game, row)
    found = await store.match(row.id)
    if found is None:  # an operator has removed it
        raise Refused(404, "UnknownTable", "There is no such table.")
    return await under_our_rules(store, found)


async def _adopt(store: Store, game: Game, row: MatchRow) -> None:
    """Nothing has been dealt yet: only the options must still be possible."""
    try:
        game.setup(game.options(row.options), row.seats)
    except GruppettoError as error:
        raise _stranded(row, error) from None
    await store.adopt_match(row.id, row.rules_version, game.rules_version)


async def _carry(store: Store, game: Game, row: MatchRow) -> None:
    log, rounds = await store.log(row.id), await store.rounds(row.id)
    match, since = await asyncio.to_thread(_taken_up, game, row, log, rounds)
    seq = (log[-1].seq if log else 0) + 1
    back = sum(move.seq > since for move in standing(log, row.carried))
    carried = CarriedOver(seq, row.rules_version, back, row.commitment)
    line = Move(seq, CARRY, 0, since, f"carry:{seq}", store.time())
    values = {
        "rules_version": game.rules_version,
        "options": document_of(match.options),
        "start": match.start,
        "seed": match.seed.hex(),
        "commitment": match.commitment,
        "carried": seq,
    }
    await store.carry_over(row, values, carried, line)


def _taken_up(game: Game, row: MatchRow, log: Sequence[Move], rounds: Sequence[Round]) -> tuple[Match, int]:
    """The race from the last beginning that our rules accept, and after which seq that was."""
    refused: GruppettoError | None = None
    for seq, position in _beginnings(row, log, rounds):
        try:
            match = _begun(game, row, position)
        except GruppettoError as error:
            refused = refused or error
        else:
            return match, seq
    raise _stranded(row, refused)


def _beginnings(
    row: MatchRow, log: Sequence[Move], rounds: Sequence[Round]
) -> Iterator[tuple[int, Json | None]]:
    """Where a race can be taken up, the latest first; last of all its start."""
    undone = [move for move in log if move.kind not in (PLAY, CARRY)]
    for kept in rounds:
        if not any(move.seq > kept.seq >= move.action for move in undone):
            yield kept.seq, msgspec.json.decode(unpacked(kept.position))
    yield row.carried, row.start


def _begun(game: Game, row: MatchRow, position: Json | None) -> Match:
    if position is None:
        return start(game.id, seats=row.seats, options=row.options)
    match = from_position(game.id, position)
    if match.seats != row.seats:
        raise BadPosition(f"{match.seats} seats in a position of a table for {row.seats}.")
    return match


def _stranded(row: MatchRow, error: GruppettoError | None) -> Refused:
    return Refused(
        409,
        "WrongVersion",
        f"This race was begun by version {row.rules_version} of the rules, and the installed version "
        f"cannot take it up: {error}",
    )
