"""Save files: read, checked to the last bit, and replayed."""

import os
from pathlib import Path
from typing import Any

import msgspec

from gruppetto.errors import BadOption, BadPosition, CorruptLog, GruppettoError, UnknownSeat, WrongVersion
from gruppetto.games import registry
from gruppetto.games.game import Game, Json
from gruppetto.match import FORMAT, Adviser, Match, Seated, checksum, commitment_of, keys_of, seed_bytes
from gruppetto.past import PastMatch, SaveFile

LARGEST_FILE = 4 * 1024 * 1024


class Verification(msgspec.Struct, frozen=True):
    """What was found to be true of a save file."""

    game: str
    decisions: int
    over: bool
    commitment: str
    seed: str
    result: Json | None


class _Label(msgspec.Struct):
    game: str


def game_in(content: bytes) -> str:
    """Which game a save file says it is of; nothing where it cannot be told."""
    try:
        return msgspec.json.decode(content, type=_Label).game
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return ""


def load(path: str | os.PathLike[str], *, adviser: Adviser | None = None) -> Match:
    """The match in a save file, checked and replayed; where other rules made it, a match to read."""
    return loads(_content(Path(path)), str(path), adviser=adviser)


def loads(content: bytes, name: str = "save file", *, adviser: Adviser | None = None) -> Match:
    """The match in a save file's content; every error says where in the file it is."""
    document = _document(content, name)
    if document.gruppetto != FORMAT:
        raise WrongVersion(f"{name}: gruppetto: format {document.gruppetto}; this version reads {FORMAT}.")
    game = registry.get(document.game)
    if checksum(msgspec.json.decode(content)) != document.checksum:
        raise CorruptLog(f"{name}: checksum: the file has been changed since it was written.")
    if document.rules_version != game.rules_version:
        return _to_read(game, document, name, adviser)
    match = _replayed(game, document, name)
    match.adviser = adviser
    _check_commitment(document, name)
    if document.position not in (None, match.fingerprint):
        raise CorruptLog(f"{name}: position: the log leads to another position than the one recorded.")
    if _plain(match.result) != document.result:
        raise CorruptLog(f"{name}: result: the log leads to another result than the one recorded.")
    return match


def verify(path: str | os.PathLike[str]) -> Verification:
    """Check a save file: the seed fits its commitment, every move was legal, the result is true."""
    match = load(path)
    if isinstance(match, PastMatch):
        raise WrongVersion(
            f"{path}: rules_version: made by version {match.rules_version} of the rules of "
            f"{match.game.name}, and only that version can verify it; "
            f"installed is version {match.game.rules_version}."
        )
    return Verification(
        match.game.id, len(match.log), match.over, match.commitment, match.seed.hex(), match.result
    )


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise CorruptLog(f"{path}: larger than any save file ({LARGEST_FILE} bytes).")
        return path.read_bytes()
    except OSError as error:
        raise CorruptLog(f"{path}: cannot be read: {error.strerror}.") from None


def _document(content: bytes, name: str) -> SaveFile:
    try:
        return msgspec.json.decode(content, type=SaveFile)
    except msgspec.ValidationError as error:
        raise CorruptLog(f"{name}: this is not a save file of Gruppetto: {error}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CorruptLog(f"{name}: this is not JSON, or it is cut off: {error}.") from None


def _to_read(game: Game, document: SaveFile, name: str, adviser: Adviser | None) -> PastMatch:
    """What a file of other rules still gives: its log is not replayed into something else."""
    try:
        game.check_seats(document.seats)
        _seated(document)
        _check_ranking(document)
    except (UnknownSeat, CorruptLog) as error:
        raise CorruptLog(f"{name}: {error}") from None
    _check_commitment(document, name)
    return PastMatch(game, document, adviser=adviser)


def _check_ranking(document: SaveFile) -> None:
    """Who came in before whom is all that is understood of a result of other rules."""
    if document.result is None:
        return
    order = document.result.get("seats")
    ranks = isinstance(order, list) and all(type(seat) is int for seat in order)
    if not (ranks and sorted(order or ()) == list(range(document.seats))):
        raise CorruptLog(f"result: seats: {order!r} does not rank the {document.seats} seats.")


def _check_commitment(document: SaveFile, name: str) -> None:
    if commitment_of(bytes.fromhex(document.seed)) != document.commitment:
        raise CorruptLog(f"{name}: commitment: it does not belong to the seed.")


def _replayed(game: Game, document: SaveFile, name: str) -> Match:
    try:
        options = game.options(document.options)
        if document.start is None:
            game.check_seats(document.seats)
        else:
            _check_start(game, document, options)
        match = Match(game, document.seats, options, seed_bytes(document.seed), start=document.start)
        match.seated = _seated(document)
        match.go_to(document.log)
    except (BadOption, BadPosition, UnknownSeat, CorruptLog) as error:
        raise CorruptLog(f"{name}: {error}") from None
    except GruppettoError as error:
        raise CorruptLog(f"{name}: options: {error}") from None
    return match


def _seated(document: SaveFile) -> tuple[Seated, ...]:
    """Who sat where: on every seat, or on none where the file does not say."""
    if len(document.seated) not in (0, document.seats):
        raise CorruptLog(f"seated: {len(document.seated)} entries for {document.seats} seats.")
    return document.seated


def _check_start(game: Game, document: SaveFile, options: Any) -> None:
    """A match from a position has the seats and options of that position."""
    state, meant = game.from_position(document.start, keys_of(seed_bytes(document.seed), game.streams))
    if document.seats != game.seats_of(state):
        raise CorruptLog(f"seats: {document.seats}, but the start position has {game.seats_of(state)}.")
    if options != meant:
        raise CorruptLog("options: they are not those of the start position.")


def _plain(result: Json | None) -> Any:
    return msgspec.json.decode(msgspec.json.encode(result))
