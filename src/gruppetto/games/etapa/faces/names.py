"""How things of Etapa are called, and messages that speak of them."""

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Literal

from gruppetto.games import words
from gruppetto.games.etapa.data.road import CARD_NAMES
from gruppetto.games.etapa.rules import record as r
from gruppetto.games.etapa.rules.codes import Ask, Jersey, Sky, Status, Step
from gruppetto.games.vocabulary import Codec, counted_from, named, unless, words_of
from gruppetto.language import t

TEAMS = ("Blue", "Red", "Orange", "Black", "Violet")
ASKS, STEPS, STATUSES, JERSEYS, SKIES = (tuple(words_of(kind)) for kind in (Ask, Step, Status, Jersey, Sky))
THROWS = ("at the start", "for the move", "to see how the crash ends", "beside the crash", "for the car")
SOURCES = ("in the feed zone", "from the car", "for the leading team", "after a timed section")
HELD = (
    (r.HELD_BY_RIDERS, "blocked"),
    (r.SLOWED, "slowing down"),
    (r.BRAKED, "stopping for food"),
    (r.WAITED_FOR, "stopping at the helper"),
    (r.FED, "waiting for the car"),
)
JERSEY_RULES = {"yellow": "C4.1", "polka-dot": "C4.2", "green": "C4.3"}
HELD_RULES = {
    "blocked": "C1.6", "slowing down": "C2.8", "stopping for food": "C3.6",
    "stopping at the helper": "C7.5", "waiting for the car": "C8.2",
}  # fmt: skip


def rider_id(rider: int) -> str:
    """A rider's start number (C1.3)."""
    return str(rider + 1)


def rider_number(name: str) -> int:
    """The rider who wears a start number."""
    return int(name) - 1


# How numbers of records, traces and actions read in messages.
RIDER = Codec(rider_id, rider_number)
Rider = Annotated[str, RIDER]
RiderOrNobody = Annotated[str | None, unless(r.NOBODY, RIDER)]
CardName = Literal["2", "2B", "4", "4B", "6", "6B"]
JerseyWord = Literal["none", "yellow", "polka-dot", "green", "white", "rainbow"]
SkyWord = Literal["sun", "rain", "headwind", "tailwind", "crosswind", "heat"]
Card = Annotated[CardName, named(CARD_NAMES)]
JerseyName = Annotated[JerseyWord, named(Jersey)]
SkyName = Annotated[SkyWord, named(Sky)]
Nth = Annotated[int, counted_from(1)]


def team_name(seat: int) -> str:
    """A team as one speaks of it."""
    return t(f"team.{TEAMS[seat]}")


def full_name(name: str) -> str:
    """A rider as one speaks of them."""
    return t("etapa.rider", number=name, team=team_name(rider_number(name) // r.TEAM))


def card_text(card: str) -> str:
    """A card as one speaks of it."""
    return t(f"etapa.card.{card}")


def reasons_text(reasons: tuple[str, ...]) -> str:
    """What held a rider back, as the end of a sentence."""
    return "".join(f", {t(f'etapa.reason.{words.slug(reason)}')}" for reason in reasons)


def clock(tenths: int) -> str:
    """A time trial's time (C13.7)."""
    return f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"


SPOKEN: dict[str, Callable[[Any], str]] = {
    "rider": full_name,
    "leader": full_name,
    "card": card_text,
    "jersey": lambda jersey: t(f"etapa.jersey.{jersey}"),
    "sky": lambda sky: t(f"etapa.sky.{sky}"),
    "purpose": lambda purpose: t(f"etapa.throw.{words.slug(purpose)}"),
    "source": lambda source: t(f"etapa.source.{words.slug(source)}"),
    "reasons": reasons_text,
    "adds": words.signed,
}


class Said(words.Said, frozen=True):
    """A message whose sentence knows riders, teams, cards and times."""

    room: ClassVar[str] = "etapa"

    def spoken(self) -> dict[str, Any]:
        """The fields as one speaks of them."""
        fields = {name: value for name, value in super().spoken().items() if value is not None}
        said = {name: SPOKEN[name](value) if name in SPOKEN else value for name, value in fields.items()}
        if "seat" in fields:
            said["team"] = team_name(fields["seat"])
        if "tenths" in fields:
            said["time"] = clock(fields["tenths"])
        if "card" in fields:
            said["value"] = fields["card"].rstrip("B")
        return said


class OfJersey(Said, frozen=True):
    """A message about what a jersey adds."""

    rider: str
    jersey: str

    @property
    def rule(self) -> str:  # type: ignore[override]
        """The rule of the jersey."""
        return JERSEY_RULES[self.jersey]
