"""A stage that is still being composed: its road, what it lacks, and what would make it better."""

import msgspec

from gruppetto.games.etapa.data.road import KIND_NAMES, catalogue_time, terrain_of, written_stage
from gruppetto.games.etapa.data.stage_checks import Flaw, WrittenStage, advice, flaws, summits
from gruppetto.games.etapa.rules.codes import Sky
from gruppetto.games.etapa.rules.movement import added_by
from gruppetto.games.etapa.rules.record import ROAD, SECTIONS
from gruppetto.games.etapa.rules.time_trial import price
from gruppetto.games.etapa.studio.generator import rounds_of
from gruppetto.games.game import Json


class Composition(msgspec.Struct, frozen=True):
    """What is written so far: a road to be drawn, its rounds, its flaws, and where primes belong."""

    card: Json
    rounds: int
    summits: list[tuple[int, str]]
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


def card(written: WrittenStage, name: str, time: int) -> Json:
    """A stage field by field, with its primes and lines, and what its pieces add to the die or cost."""
    trial = written.kind != KIND_NAMES[ROAD]
    adds = [] if trial else [int(added_by(terrain_of(letter), Sky.SUN)) for letter, _ in written.pieces]
    costs = [int(price(section)) for section in range(SECTIONS)] if trial else []
    return {
        "name": name, "kind": written.kind, "fields": written.fields, "length": written.length,
        "pieces": [list(piece) for piece in written.pieces], "primes": [list(p) for p in written.primes],
        "feed": list(written.feed) if written.feed else None, "limit": written.limit, "flag": written.flag,
        "type": written.type, "time": time, "notation": written.notation, "adds": adds, "costs": costs,
    }  # fmt: skip
