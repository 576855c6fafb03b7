"""A stage that is still being composed: its road, what it lacks, and what would make it better."""

from typing import Annotated

import msgspec
from msgspec import Meta

from gruppetto.games.etapa.data.road import KIND_NAMES, catalogue_time, terrain_of, written_stage
from gruppetto.games.etapa.data.stage_checks import (
    Category,
    Flaw,
    StageKind,
    Type,
    WrittenStage,
    advice,
    flaws,
    summits,
)
from gruppetto.games.etapa.rules.codes import Sky
from gruppetto.games.etapa.rules.movement import added_by
from gruppetto.games.etapa.rules.record import ROAD, SECTIONS
from gruppetto.games.etapa.rules.time_trial import price
from gruppetto.games.etapa.studio.generator import rounds_of


class StageCard(msgspec.Struct, frozen=True):
    """A stage field by field, with its primes and lines, and what its pieces add to the die or cost."""

    name: str
    kind: StageKind
    fields: Annotated[
        str, Meta(description="A letter for each: F flat, D descent, E N H U climbs; small where cobbled.")
    ]
    length: int
    pieces: tuple[tuple[str, int], ...]
    primes: tuple[tuple[Category, int], ...]
    feed: tuple[int, int] | None
    limit: int
    flag: int
    type: Type
    time: int
    notation: str
    adds: Annotated[list[int], Meta(description="What each piece of a road adds to the die.")]
    costs: Annotated[
        list[int], Meta(description="Tenths of a second for a throw in each section of a trial.")
    ]


class Composition(msgspec.Struct, frozen=True):
    """What is written so far: a road to be drawn, its rounds, its flaws, and where primes belong."""

    card: StageCard
    rounds: int
    summits: list[tuple[int, Category]]
    flaws: list[Flaw]
    advice: list[Flaw]


def composition(text: str) -> Composition:
    """The road that this text makes, whether or not it is a stage."""
    written = written_stage(text)
    found = list(flaws(written))
    return Composition(
        card=card(written, written.notation, catalogue_time(written.pieces)),
        rounds=max(0, round(rounds_of(written.pieces))),
        summits=summits(written.pieces),
        flaws=found,
        advice=[] if found else list(advice(written)),
    )


def card(written: WrittenStage, name: str, time: int) -> StageCard:
    """A stage as it is drawn, under a name."""
    trial = written.kind != KIND_NAMES[ROAD]
    adds = [] if trial else [int(added_by(terrain_of(letter), Sky.SUN)) for letter, _ in written.pieces]
    costs = [int(price(section)) for section in range(SECTIONS)] if trial else []
    return StageCard(
        name, written.kind, written.fields, written.length, written.pieces, written.primes, written.feed,
        written.limit, written.flag, written.type, time, written.notation, adds, costs,
    )  # fmt: skip
