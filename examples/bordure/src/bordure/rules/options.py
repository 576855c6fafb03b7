"""What a table may choose: the same names in options, records, documents and forms."""

from enum import IntEnum
from typing import Annotated

import msgspec
from msgspec import Meta

SEATS = 4

Stage = IntEnum("Stage", "POLDER DIKE DELTA", start=0)
Weather = IntEnum("Weather", "CHANGING STILL", start=0)


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How a race of Bordure is set up."""

    stage: Annotated[Stage, Meta(description="The road: short, longer, longest (BD1.2).")] = Stage.POLDER
    weather: Annotated[
        Weather, Meta(description="The wind is turned over for every round, or there is none (BD2.1).")
    ] = Weather.CHANGING
