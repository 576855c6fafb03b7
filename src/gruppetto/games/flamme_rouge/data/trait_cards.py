"""The trait cards (GT11)."""

from functools import cache
from typing import Literal

import msgspec

from gruppetto.errors import BadData
from gruppetto.games.datafiles import entry, only_table, text_of
from gruppetto.games.flamme_rouge.rules.traits import TRAITS, lasts


class TraitCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trait card (GT11); what it is called and what it does stands in the catalogues."""

    id: str
    use: Literal["once", "always"]


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
