"""What the options of a command mean: seats, options and seeds."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gruppetto.cli.table import YOU
from gruppetto.cli.tables import table_for
from gruppetto.errors import BadOption, UnknownPlayer, suggestion
from gruppetto.games import registry
from gruppetto.games.game import Json
from gruppetto.match import Seated
from gruppetto.players import characters, level_in, outsiders
from gruppetto.players import names as bots

USUAL_SEATS = 4
USUAL_BOT = "domestique"
LONGEST_NAME = 24  # of somebody in a save file


def seated(game: str, players: str | None, seats: int | None) -> tuple[str, ...]:
    """Who sits where, people allowed; by default you and a sensible bot on every other seat."""
    if players is None:
        wanted = _seats(game, seats)
        return (YOU, *(USUAL_BOT for _ in range(wanted - 1)))
    if players.strip().lower() == YOU:
        return seated(game, None, seats)
    return _named(game, players, seats, (YOU, *bots(registry.get(game))))


def as_seated(game: str, names: Sequence[str], match: str) -> tuple[Seated, ...]:
    """Who sits where, as a save file keeps it: of a player from outside the name, not what would run them."""
    dummies = table_for(game).dummies

    def on_seat(seat: int, name: str) -> Seated:
        if name == YOU:
            return Seated("person")
        if outsiders.is_outside(name):
            return Seated("bot", outsiders.called(name)[:LONGEST_NAME])
        if name in dummies:
            return Seated("dummy", name)
        return Seated("bot", characters.called(name, match, seat), name)

    return tuple(on_seat(seat, name) for seat, name in enumerate(names))


def called(who: Seated) -> str:
    """What somebody is called at a terminal."""
    return who.name or who.level or (YOU if who.kind == "person" else who.kind)


def sitting(who: Seated) -> str:
    """Who takes the seat again of somebody in a save file; no file may name what is to be run."""
    if who.kind != "bot":
        return YOU if who.kind == "person" else called(who)
    if not who.level or outsiders.is_outside(who.level):
        raise BadOption(
            f"--resume: {called(who)!r} came from outside, and a file does not say from where: "
            "name everybody again with --players."
        )
    return who.level


def riding(game: str, players: str, seats: int | None) -> tuple[str, ...]:
    """Who rides in a simulation: bots and dummy teams."""
    for name in filter(outsiders.is_outside, map(str.strip, players.split(","))):
        raise BadOption(f"--players: {name} is no player for a simulation; the arena is for such.")
    return _named(game, players, seats, bots(registry.get(game)))


def _named(game: str, players: str, seats: int | None, known: Sequence[str]) -> tuple[str, ...]:
    names = tuple(map(_as_written, players.split(",")))
    for name in names:
        _check_name(game, name, (*known, *table_for(game).dummies))
    if len(names) == 1:
        names *= _seats(game, seats)
    if seats not in (None, len(names)):
        raise BadOption(f"--players names {len(names)} seats, --seats says {seats}.")
    registry.get(game).check_seats(len(names))
    return names


def _seats(game: str, seats: int | None) -> int:
    room = registry.get(game)
    wanted = min(USUAL_SEATS, room.most_seats) if seats is None else seats
    room.check_seats(wanted)
    return wanted


def _as_written(name: str) -> str:
    """Our own players in small letters, others to the letter."""
    return name.strip() if outsiders.is_outside(name.strip()) else name.strip().lower()


def _check_name(game: str, name: str, known: Sequence[str]) -> None:
    if outsiders.is_outside(name):
        return
    if "@" in name or name in bots():
        level_in(registry.get(game), name)
    elif name not in known:
        raise UnknownPlayer(
            f"--players: there is no {name!r}{suggestion(name, known)} Seats are for {', '.join(known)}."
        )


def options_of(
    game: str, stage: str | None, given: Sequence[str], names: Sequence[str], data: Path | None = None
) -> Json:
    """The game's options: `--option key=value`, `--stage`, the dummies among the players, and `--data`."""
    options: Json = dict(map(_pair, given))
    table = table_for(game)
    for key in set(options) & set(table.options_for(table.dummies)):
        named = ",".join((YOU, USUAL_BOT, *table.dummies))
        raise BadOption(f"--option {key}: name dummy teams with --players, such as {named}.")
    own = {} if data is None else registry.get(game).own_data(data)
    for key, value in {table.stage_option: stage, **table.options_for(names), **own}.items():
        if value is not None and key in options:
            raise BadOption(f"--option {key}: already set by --stage, --players or --data.")
        if value is not None:
            options[key] = value
    return table.understood(options)


def add_preset(game: str, seats: int, options: Json) -> str:
    """Add what a table for so many seats begins with, where nothing else was asked for; in words."""
    preset = registry.get(game).preset_for(seats)
    added = {key: value for key, value in preset.items() if key not in options}
    options.update(added)
    return ", ".join(f"{key}={value}" for key, value in added.items())


def _pair(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not (key and equals):
        raise BadOption(f"--option {text!r}: write key=value, such as finish=slipstream.")
    try:
        return key.strip(), json.loads(f"[{value}]" if "," in value and value[:1] not in "[{" else value)
    except ValueError:
        return key.strip(), value.strip()


def seed_of(text: str | None) -> int | str | None:
    """A seed as a number, or as the 64 hexadecimal digits of a secret one."""
    if text is None or len(text) == 64:
        return text
    try:
        return int(text)
    except ValueError:
        raise BadOption(f"--seed: {text!r} is neither a number nor 64 hexadecimal digits.") from None
