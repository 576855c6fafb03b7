"""The stages there are to choose from."""

import msgspec

from gruppetto.games.etapa.data.road import Stage, notes, stages
from gruppetto.games.etapa.studio.composition import StageCard, card


class ListedStage(StageCard, frozen=True):
    """A stage of the catalogue, with what makes one choose it."""

    note: str


class Catalogue(msgspec.Struct, frozen=True, tag_field="game", tag="etapa"):
    """All stages."""

    stages: list[ListedStage]


def listed_stages() -> Catalogue:
    """All stages, with what makes one choose them (C16.2)."""
    return Catalogue([_listed(known) for known in stages()])


def _listed(known: Stage) -> ListedStage:
    drawn = card(known, known.name, known.time)
    return ListedStage(**msgspec.structs.asdict(drawn), note=notes()[known.name])
