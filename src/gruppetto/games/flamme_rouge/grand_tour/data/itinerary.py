"""What a tour is made of: ready-made tours, or stages by name (GT1)."""

from functools import cache

import msgspec

from gruppetto.errors import BadData, BadOption, GruppettoError
from gruppetto.games.datafiles import entry, only_table, text_of
from gruppetto.games.flamme_rouge.data.road import Road, stage, stages
from gruppetto.games.flamme_rouge.grand_tour.rules.record import MOST_STAGES

Stages = int | str | tuple[str, ...]


class TourCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made tour."""

    name: str
    stages: tuple[str, ...]
    note: str = ""


@cache
def tours() -> tuple[TourCard, ...]:
    """The ready-made tours, in the order of the data file."""
    return read_tours(text_of(__package__, "tours.toml"))


def read_tours(text: str) -> tuple[TourCard, ...]:
    """The tours written in a TOML text, checked: known stages, no name twice."""
    cards: list[TourCard] = []
    for number, raw in enumerate(only_table("tours.toml", text, "tour", list), start=1):
        card = entry("tours.toml", f"tour {number}", raw, TourCard)
        if card.name in {other.name for other in cards}:
            raise BadData(f"tours.toml: tour {number}: name: {card.name!r} is used twice")
        if not 1 <= len(card.stages) <= MOST_STAGES:
            raise BadData(f"tours.toml: tour {number} ({card.name}): stages: 1 to {MOST_STAGES} are ridden")
        for name in card.stages:
            _check_stage(number, card.name, name)
        cards.append(card)
    return tuple(cards)


def _check_stage(number: int, tour: str, name: str) -> None:
    try:
        stage(name)
    except GruppettoError as fault:
        raise BadData(f"tours.toml: tour {number} ({tour}): stages: {fault}") from fault


def roads_of(wanted: Stages) -> list[Road]:
    """The roads of a tour: so many stages, a ready-made tour, or stages by name, commas between them."""
    names = _so_many(wanted) if isinstance(wanted, int) else wanted
    if isinstance(names, str):
        ready = {card.name.casefold(): card for card in tours()}.get(names.strip().casefold())
        names = ready.stages if ready else tuple(names.split(","))
    if not 1 <= len(names) <= MOST_STAGES:
        raise BadOption(f"stages: {len(names)} stages are named; a tour has 1 to {MOST_STAGES}.")
    return [stage(name) for name in names]


def _so_many(number: int) -> tuple[str, ...]:
    """A ready-made tour of this length, or the first stages of all there are."""
    if not 1 <= number <= MOST_STAGES:
        raise BadOption(f"stages: a tour has 1 to {MOST_STAGES} stages, not {number}.")
    for card in tours():
        if len(card.stages) == number:
            return card.stages
    return tuple(card.name for card in stages())[:number]
