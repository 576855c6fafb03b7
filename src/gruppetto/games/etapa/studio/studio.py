"""What Etapa brings to the stage studio."""

from collections.abc import Mapping

import msgspec

from gruppetto.errors import BadStage
from gruppetto.games.etapa.data.road import TERRAIN_NAMES, TERRAINS, Stage, stage, stages
from gruppetto.games.etapa.data.stage_checks import CLIMBS, advice, summits
from gruppetto.games.etapa.rules import record as r
from gruppetto.games.etapa.rules.codes import Step
from gruppetto.games.etapa.rules.record import Race
from gruppetto.games.etapa.rules.results import loss
from gruppetto.games.etapa.studio.composition import Composition, composition
from gruppetto.games.etapa.studio.drawing import draw
from gruppetto.games.etapa.studio.generator import Wishes, compose, rounds_of
from gruppetto.games.game import Json
from gruppetto.games.studio import Measure, Noted, Studio
from gruppetto.language import t


class Supplies(msgspec.Struct, frozen=True):
    """What roads are made of, and how much of it there may be."""

    terrains: dict[str, str]
    most_primes: int
    most_fields: int


class EtapaStudio(Studio):
    """Road stages of Etapa; time trials have nothing to compose."""

    wishes_type = Wishes
    kinds = ("first", "second", "third")  # of the numbers in a team
    unit = "seconds"
    gaps = (0, 1, 6, 11, 21, 41)
    measures = (
        Measure("break", "won from a break", "share"),
        Measure("outside", "outside the limit", "share"),
        Measure("falls", "falls"),
        Measure("last", "the last rider", "seconds"),
    )

    def written(self, stage: str) -> str:
        """The stage in the notation of C16.2."""
        return on_the_road(stage).notation

    def called(self, stage: str) -> str:
        """Its name, or the notation of one's own."""
        return on_the_road(stage).name

    def options(self, stage: str) -> Json:
        """A race of a day on it."""
        return {"stages": [stage]}

    def official(self) -> list[str]:
        """All road stages of ours."""
        return [known.name for known in stages() if known.kind == "road"]

    def pieces(self) -> Supplies:
        """The terrains by their letters; a small letter is cobbled."""
        return Supplies(dict(zip(TERRAINS, TERRAIN_NAMES, strict=True)), r.MOST_PRIMES, r.LONGEST_STAGE)

    def composition(self, text: str) -> Composition:
        """The road as far as it is written."""
        return composition(text)

    def compose(self, wishes: Wishes, seed: int) -> str:
        """The notation of a stage at random."""
        return compose(wishes, seed).notation

    def facts(self, stage: str) -> Json:
        """What there is to count on a road stage."""
        known = on_the_road(stage)
        return {
            "fields": known.length,
            "climbs": len(summits(known.pieces)),
            "ascent": sum(fields for letter, fields in known.pieces if letter.upper() in CLIMBS),
            "descent": sum(fields for letter, fields in known.pieces if letter.upper() == "D"),
            "cobbles": sum(fields for letter, fields in known.pieces if letter.islower()),
            "primes": len(known.primes),
            "rounds": round(rounds_of(known.pieces)),
        }

    def summary(self, stage: str) -> str:
        """The same as a sentence."""
        return t("studio.summary.fields", **self.facts(stage))

    def remarks(self, stage: str) -> list[str]:
        """What is not as on our own stages."""
        return [f"{flaw.text}." for flaw in advice(on_the_road(stage))]

    def draw(self, stage: str) -> str:
        """Its profile."""
        return draw(on_the_road(stage))

    def round_of(self, race: Race) -> int:
        """The round, once the first has begun."""
        return 0 if race.step == Step.FINISHED else int(race.rounds)

    def leader(self, race: Race) -> int:
        """The team of the rider on the foremost field."""
        riders = range(r.TEAM * race.setup.seats)
        return max(riders, key=lambda rider: race.field[rider]) // r.TEAM

    def noted(self, race: Race, report: Mapping[str, int]) -> Noted:
        """The gap in seconds, falls, and who missed what."""
        winner, riders = report["rider"], r.TEAM * race.setup.seats
        rivals = [rider for rider in range(riders) if rider // r.TEAM != winner // r.TEAM]
        means = {
            "break": report["break"],
            "outside": report["outside"] / riders,
            "falls": report["falls"],
            "last": report["last_gap"],
        }
        gap = min(int(loss(race, rider)) for rider in rivals)
        return Noted(self.kinds[winner % r.TEAM], gap, means)


def on_the_road(name: str) -> Stage:
    """A road stage; a time trial is refused."""
    found = stage(name)
    if found.kind != "road":
        raise BadStage(f"{found.name!r} is a time trial: it is the same road for everybody, ridden alone.")
    return found
