"""Who wears what in a tour over weeks: its classifications, as they stood after the last stage."""

from collections.abc import Sequence

import msgspec

from gruppetto.games.classification import Classification, Classified
from gruppetto.server.clubs.answers import TourClassification, TourLine, Wearer
from gruppetto.server.store.club_rows import HeatRow


def classifications(heats: Sequence[HeatRow]) -> list[TourClassification]:
    """Those after the last stage that is over."""
    heat = next((heat for heat in reversed(heats) if heat.classifications), None)
    if heat is None:
        return []
    kept = msgspec.convert(heat.classifications, list[Classification])
    return [TourClassification(one.name, one.form, [_line(heat, line) for line in one.lines]) for one in kept]


def _line(heat: HeatRow, line: Classified) -> TourLine:
    return TourLine(heat.rider_on(line.seat), line.rider, line.amount)


def wearers(heats: Sequence[HeatRow]) -> list[Wearer]:
    """Who leads each of them."""
    return [Wearer(one.name, one.lines[0].rider) for one in classifications(heats) if one.lines]
