"""What a table may choose for a tour, beyond what it chooses for every race."""

from enum import IntEnum
from typing import Annotated

from msgspec import Meta

from gruppetto.games.flamme_rouge.rules.options import AnyRace

Finishers = IntEnum("Finishers", "SPARED TIRE", start=0)


class Options(AnyRace, frozen=True, kw_only=True):
    """How a Grand Tour is set up."""

    stages: Annotated[
        int | str | tuple[str, ...],
        Meta(description="Names or tile letters of 1 to 21 stages, a ready-made tour, or a number (GT1)."),
    ] = 3
    traits: Annotated[
        bool, Meta(description="Every team may draft a trait for one of its riders (GT11).")
    ] = True
    cooperation: Annotated[
        bool,
        Meta(description="A card may be shown to one opponent, and two teams may talk in private (GT12)."),
    ] = False
    finishers: Annotated[
        Finishers,
        Meta(description="Whoever crosses the line is spared in that round, or tires in the wind (GT3)."),
    ] = Finishers.SPARED
