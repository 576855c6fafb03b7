"""What a tour is made of, from the data files: ready-made tours and the trait cards (GT1, GT11)."""

from functools import cache
from typing import Literal

import msgspec

from gruppetto.errors import BadData, BadOption, GruppettoError
from gruppetto.games.flamme_rouge.data.datafiles import entry, only_table, text_of
from gruppetto.games.flamme_rouge.data.road import Road, stage, stages
from gruppetto.games.flamme_rouge.grand_tour.rules.record import MOST_STAGES
from gruppetto.games.flamme_rouge.rules.traits import TRAITS, lasts

Stages = int | str | tuple[str, ...]


class TraitCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trait card (GT11)."""

    id: str
    name: str
    use: Literal["once", "always"]
    text: str


class TourCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made tour."""

    name: str
    stages: tuple[str, ...]
    note: str = ""


# --- traits -----------------------------------------------------------------------------------------


@cache
def trait_cards() -> tuple[TraitCard, ...]:
    """The eight trait cards, in the order of their codes (GT11)."""
    return read_traits(text_of(__package__, "traits.toml"))


def read_traits(text: str) -> tuple[TraitCard, ...]:
    """The trait cards written in a TOML text, checked."""
    table = only_table("traits.toml", text, "trait", list)
    cards = tuple(entry("traits.toml", f"trait {n}", raw, TraitCard) for n, raw in enumerate(table, start=1))
    if len({card.id for card in cards}) != TRAITS or len(cards) != TRAITS:
        raise BadData(f"traits.toml: trait: there are {TRAITS} different cards, not {len(cards)}")
    for code, card in enumerate(cards, start=1):
        if lasts(code) != (card.use == "always"):
            raise BadData(f"traits.toml: trait {code} ({card.id}): use: this card is not used {card.use!r}")
    return cards


def trait_card(code: int) -> TraitCard:
    """The trait card of a code."""
    return trait_cards()[code - 1]


def trait_code(name: str) -> int | None:
    """The code of the trait of this id, if there is one."""
    ids = [card.id for card in trait_cards()]
    return ids.index(name) + 1 if name in ids else None


# --- tours ------------------------------------------------------------------------------------------


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
