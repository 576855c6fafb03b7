"""Sets of components: terrain cards, sheets, rider cards and stages, ours or an owner's own (Z1, Z12).

A set is a folder of four TOML files, named and laid out like ours in `data`. Read, it becomes the option
`own_set`, so that a match carries its components with it wherever it is replayed.
"""

from collections.abc import Iterable
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from gruppetto.errors import BadData, BadStage, UnknownStage, suggestion
from gruppetto.games.datafiles import entry, only_table, text_in
from gruppetto.games.due_ruote.rules.codes import CARDS, ROUTE, TEAM
from gruppetto.games.due_ruote.rules.components import Components, RiderCard, Sheets, StageSheet, TerrainCard
from gruppetto.games.due_ruote.rules.record import Setup

TERRAIN_LETTERS = "PCMD"
MARKERS = ("GPM", "TV", "R")  # cards of the advanced game, which take no turn (Z11.1)
CARD_NAMES = (*TERRAIN_LETTERS, *MARKERS)  # by their numbers in a record
LETTER = 7  # bits of a letter in a packed card id


def fault_of(components: Components) -> str:
    """What is wrong with a set, with the place of it; empty if nothing is."""
    if missing := [letter for letter in TERRAIN_LETTERS if letter not in components.terrain]:
        return f"terrain.{missing[0]}: this terrain is missing; a set has {', '.join(TERRAIN_LETTERS)}"
    for letter, card in components.terrain.items():
        if card.base_speed > components.sheets.top_speed:
            top = components.sheets.top_speed
            return (
                f"terrain.{letter}.base_speed: {card.base_speed} is off the speed track, which ends at {top}"
            )
    return _fault_of_riders(components.riders) or _fault_of_stages(components.stages)


def _fault_of_riders(riders: tuple[RiderCard, ...]) -> str:
    ids = [rider.id for rider in riders]
    for place, rider in enumerate(riders, start=1):
        if not rider.id.isalnum():  # the pattern lets a line's end pass
            return f"rider {place}.id: {rider.id!r} is no id; it has one to four letters or digits"
        if not (rider.name + rider.team).isprintable():
            return f"rider {place}: name and team have signs that cannot be printed"
        if rider.id in ids[: place - 1]:
            return f"rider {place}.id: {rider.id!r} is there twice; every card has an id of its own"
    return ""


def _fault_of_stages(stages: tuple[StageSheet, ...]) -> str:
    names: set[str] = set()
    for place, sheet in enumerate(stages, start=1):
        if sheet.name.casefold() in names:
            return f"stage {place}.name: {sheet.name!r} is there twice; every stage has a name of its own"
        names.add(sheet.name.casefold())
        if not sheet.name.isprintable():
            return f"stage {place}.name: {sheet.name!r} has signs that cannot be printed"
        if fault := fault_of_route(sheet.route.split()):
            return f"stage {place} ({sheet.name}).route: {fault}"
    return ""


def fault_of_route(route: list[str]) -> str:
    """What keeps a row of cards from being a route; empty if nothing does (Z5.4, Z11.1)."""
    for place, card in enumerate(route, start=1):
        if card not in TERRAIN_LETTERS and card not in MARKERS:
            return (
                f"card {place} is {card!r}; cards are P (flat), C (hill), M (mountain), D (descent), "
                f"and {', '.join(MARKERS)} in the advanced game"
            )
    terrains = len(terrains_of(route))
    if not terrains or len(route) > ROUTE:
        return (
            f"{terrains} terrain cards of {len(route)} in all; a route has 1 to {ROUTE} cards, with a terrain"
        )
    return ""


def terrains_of(route: list[str]) -> list[int]:
    """The terrain cards of a route, as numbers; markers take no turn (Z11.1)."""
    return [TERRAIN_LETTERS.index(card) for card in route if card in TERRAIN_LETTERS]


def cards_of(text: str) -> list[str]:
    """The cards of a route written as letters, with blanks between them where there are markers."""
    return text.split() if " " in text.strip() else list(text.strip())


def route_text(cards: Iterable[int]) -> str:
    """A route as it is written, from the numbers of its cards."""
    names = [CARD_NAMES[card] for card in cards]
    return (" " if any(card in MARKERS for card in names) else "").join(names)


def route_of(asked: str, components: Components) -> list[str]:
    """The cards of a ready route: a stage by its name, or the letters themselves (Z5.4)."""
    for sheet in components.stages:
        if sheet.name.casefold() == asked.strip().casefold():
            return sheet.route.split()
    cards = cards_of(asked)
    if not cards or any(len(card) == 1 and card not in TERRAIN_LETTERS + "R" for card in cards):
        names = [sheet.name for sheet in components.stages]
        raise UnknownStage(
            f"route: {asked!r} is neither 'choose', nor a stage, nor a row of terrains like "
            f"PPPPPMDPPP{suggestion(asked, names)} Stages are {', '.join(names) or 'none'}."
        )
    if fault := fault_of_route(cards):
        raise BadStage(f"route: {fault}.")
    return cards


# --- files ------------------------------------------------------------------------------------------


@cache
def our_set() -> Components:
    """The set that comes with Gruppetto (Z12)."""
    return _read(resources.files(__package__))


def read_set(folder: str | Path) -> Components:
    """An owner's own set, from a folder with four TOML files; every fault is named with its place."""
    where = Path(folder)
    if not where.is_dir():
        raise BadData(f"{where}: there is no such folder; it should hold {', '.join(FILES)}.")
    return _read(where)


FILES: dict[str, tuple[str, type[Any]]] = {
    "terrain.toml": ("terrain", dict),
    "sheets.toml": ("sheets", dict),
    "riders.toml": ("rider", list),
    "stages.toml": ("stage", list),
}
FILE_OF = {file[:5]: file for file in FILES}  # a fault begins with its key, a key like its file


def _read(folder: Traversable) -> Components:
    terrain, sheets, riders, stages = (
        only_table(file, text_in(folder, file), key, kind) for file, (key, kind) in FILES.items()
    )
    components = Components(
        terrain={
            _letter(letter): entry("terrain.toml", f"terrain.{letter}", raw, TerrainCard)
            for letter, raw in terrain.items()
        },
        sheets=entry("sheets.toml", "sheets", sheets, Sheets),
        riders=tuple(entry("riders.toml", f"rider {n}", raw, RiderCard) for n, raw in enumerate(riders, 1)),
        stages=tuple(entry("stages.toml", f"stage {n}", raw, StageSheet) for n, raw in enumerate(stages, 1)),
    )
    if not 2 * TEAM <= len(riders) <= CARDS:
        raise BadData(f"riders.toml: rider: {len(riders)} cards; a set has {2 * TEAM} to {CARDS}.")
    if fault := fault_of(components):
        raise BadData(f"{FILE_OF[fault[:5]]}: {fault}.")
    return components


def _letter(letter: str) -> Any:
    if letter not in TERRAIN_LETTERS:
        raise BadData(
            f"terrain.toml: terrain.{letter}: no such terrain; they are {', '.join(TERRAIN_LETTERS)}."
        )
    return letter


# --- cards as numbers -------------------------------------------------------------------------------


def pack_id(card: str) -> int:
    """A card's id as one number, for the record."""
    return sum(ord(letter) << LETTER * place for place, letter in enumerate(card))


def unpack_id(number: int) -> str:
    """A card's id from its number."""
    letters = [number >> LETTER * place & (1 << LETTER) - 1 for place in range(4)]
    return "".join(chr(letter) for letter in letters if letter)


def write_set(setup: Setup, components: Components) -> None:
    """Put a set into a setup record."""
    setup.cards, setup.top_speed = len(components.riders), components.sheets.top_speed
    setup.right_slots[:], setup.left_slots[:] = components.sheets.right, components.sheets.left
    for number, letter in enumerate(TERRAIN_LETTERS):
        card = components.terrain[letter]  # type: ignore[index]
        setup.base_speed[number], setup.inside[number] = card.base_speed, card.in_peloton
        setup.outside[number] = card.outside
    for number, rider in enumerate(components.riders):
        setup.card_id[number], setup.worth[number] = pack_id(rider.id), rider.value
        setup.speed[number] = rider.flat, rider.hill, rider.mountain, rider.descent
        setup.sprint[number], setup.trial[number] = rider.sprint, rider.time_trial


def set_in(setup: Setup) -> Components:
    """The set a setup's sheet holds; what is only for the eye (names, teams, stages) is not in it."""
    cards = map(TerrainCard, setup.base_speed, setup.inside, setup.outside)
    sheets = Sheets(tuple(setup.right_slots), tuple(setup.left_slots), setup.top_speed)
    riders = tuple(card_in(setup, number) for number in range(setup.cards))
    return Components(dict(zip(TERRAIN_LETTERS, cards, strict=True)), sheets, riders)  # type: ignore[arg-type]


def card_in(setup: Setup, number: int) -> RiderCard:
    """A rider card of a setup's sheet; what is only for the eye is not in it."""
    fields = (setup.worth[number], *setup.speed[number], setup.sprint[number], setup.trial[number])
    return RiderCard(unpack_id(setup.card_id[number]), *fields)


def ready_teams(components: Components, seats: int) -> list[int]:
    """The cards of the first so many ready teams of five, in the order of the file (Z5.2)."""
    teams: dict[str, list[int]] = {}
    for number, rider in enumerate(components.riders):
        if rider.team:
            teams.setdefault(rider.team, []).append(number)
    whole = [cards for cards in teams.values() if len(cards) == TEAM]
    return [card for cards in whole[:seats] for card in cards]
