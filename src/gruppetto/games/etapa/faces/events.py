"""Events as typed messages, each with its rule."""

from typing import Annotated, ClassVar

from gruppetto.games.etapa.faces.names import (
    HELD,
    HELD_RULES,
    SOURCES,
    THROWS,
    Card,
    JerseyName,
    Nth,
    OfJersey,
    Rider,
    RiderOrNobody,
    Said,
    SkyName,
)
from gruppetto.games.vocabulary import At, named


class Designated(Said, frozen=True):
    """A rider under 25 has been named."""

    rule: ClassVar[str] = "C1.1"
    rider: Rider


class StageBegan(Said, frozen=True):
    """A stage begins."""

    rule: ClassVar[str] = "C1.3"
    stage: Nth


class Wore(Said, frozen=True):
    """A rider wears a jersey."""

    rule: ClassVar[str] = "C10.2"
    rider: Rider
    jersey: JerseyName


class RoundBegan(Said, frozen=True):
    """A new round."""

    rule: ClassVar[str] = "C3.1"
    opens_round: ClassVar[bool] = True
    round: int


class PelotonFound(Said, frozen=True):
    """The peloton of the round."""

    rule: ClassVar[str] = "C3.5"
    first: int
    last: int
    riders: int


class WentNext(Said, frozen=True):
    """A player has put one of their riders next."""

    rule: ClassVar[str] = "C3.1"
    rider: Rider


class ThrewOff(Said, frozen=True):
    """A throw in a dice-off."""

    rule: ClassVar[str] = "C3.2"
    reveals: ClassVar[bool] = True
    seat: int
    face: int


class Raised(Said, frozen=True):
    """A card sacrificed in a dice-off."""

    rule: ClassVar[str] = "C3.2"
    reveals: ClassVar[bool] = True
    seat: int
    card: Card
    total: int


class Yielded(Said, frozen=True):
    """A player lets the leader of a dice-off go."""

    rule: ClassVar[str] = "C3.2"
    seat: int


class Threw(Said, frozen=True):
    """The die has been thrown for a rider."""

    reveals: ClassVar[bool] = True
    rider: Rider
    face: int
    purpose: Annotated[str, named(THROWS)]

    @property
    def rule(self) -> str:  # type: ignore[override]
        """The rule this throw goes by."""
        return ("C1.4", "C1.8", "C6.1", "C6.1.4", "C8.2")[THROWS.index(self.purpose)]


class Sprinted(Said, frozen=True):
    """A sprint is announced."""

    rule: ClassVar[str] = "C2.2"
    rider: Rider
    card: Card


class BrokeAway(Said, frozen=True):
    """A breakaway is announced."""

    rule: ClassVar[str] = "C2.5"
    rider: Rider
    card: Card
    rounds: int


class Followed(Said, frozen=True):
    """A rider copies another's move."""

    rule: ClassVar[str] = "C3.4.1"
    rider: Rider
    leader: Rider
    fields: int


class Swapped(Said, frozen=True):
    """A card changed for a Slow card."""

    rule: ClassVar[str] = "C12.1"
    seat: int
    card: Card


class TookBonus(OfJersey, frozen=True):
    """A jersey's fields are added."""

    rider: Rider
    jersey: JerseyName
    fields: int


def reasons_of(held: int) -> tuple[str, ...]:
    """What held a rider back."""
    return tuple(word for bit, word in HELD if held & bit)


class Moved(Said, frozen=True):
    """A rider has moved; the reasons say what made the move shorter."""

    rider: Rider
    start: int
    field: int
    reasons: Annotated[tuple[str, ...], At(reasons_of)]

    @property
    def rule(self) -> str:  # type: ignore[override]
        """The rule that shaped this move."""
        return HELD_RULES[self.reasons[0]] if self.reasons else "C1.5"


class WonPrime(Said, frozen=True):
    """Points, and perhaps seconds, at a prime."""

    rule: ClassVar[str] = "C9.1"
    rider: Rider
    prime: Nth
    place: int
    points: int
    seconds: int


class Crossed(Said, frozen=True):
    """A rider has crossed the line."""

    rule: ClassVar[str] = "C5.1"
    rider: Rider
    place: int


class Drew(Said, frozen=True):
    """A card was drawn; only its own seat learns which."""

    rule: ClassVar[str] = "C2.7"
    forms: ClassVar[tuple[str, ...]] = ("", "hidden")
    reveals: ClassVar[bool] = True
    seat: int
    card: Card | None
    source: Annotated[str, named(SOURCES)]

    @property
    def form(self) -> str:
        """Whether the card is known."""
        return "hidden" if self.card is None else ""

    def seen_by(self, seat: int | None) -> "Drew":
        """Others see that they draw, not what."""
        return self if seat == self.seat else Drew(self.seat, None, self.source)


class Punctured(Said, frozen=True):
    """A puncture."""

    rule: ClassVar[str] = "C6.1"
    rider: Rider


class Fell(Said, frozen=True):
    """A rider has fallen, alone or brought down."""

    rule: ClassVar[str] = "C6.1.1"
    forms: ClassVar[tuple[str, ...]] = ("", "alone")
    rider: Rider
    leader: RiderOrNobody

    @property
    def form(self) -> str:
        """Whether anybody has brought them down."""
        return "alone" if self.leader is None else ""


class AvoidedCrash(Said, frozen=True):
    """A card played against a mass crash."""

    rule: ClassVar[str] = "C6.1.2"
    rider: Rider
    card: Card


class Injured(Said, frozen=True):
    """A rider is injured."""

    rule: ClassVar[str] = "C7.1"
    rider: Rider


class Withdrew(Said, frozen=True):
    """A rider has given up."""

    rule: ClassVar[str] = "C7.2"
    rider: Rider


class CarCame(Said, frozen=True):
    """A car has come for a rider."""

    rule: ClassVar[str] = "C8.1"
    rider: Rider
    field: int


class CarDrove(Said, frozen=True):
    """A car has driven on."""

    rule: ClassVar[str] = "C8.2"
    rider: Rider
    field: int


class CarLeft(Said, frozen=True):
    """A car leaves the road."""

    rule: ClassVar[str] = "C8.1"
    seat: int


class Waited(Said, frozen=True):
    """A helper waits."""

    rule: ClassVar[str] = "C7.5"
    rider: Rider


class Announced(Said, frozen=True):
    """Car feeding is announced."""

    rule: ClassVar[str] = "C8.2"
    rider: Rider


class Placed(Said, frozen=True):
    """A place in the stage."""

    rule: ClassVar[str] = "C5.1"
    rider: Rider
    place: int
    lost: int
    bonus: int


class MissedLimit(Said, frozen=True):
    """Outside the time limit."""

    rule: ClassVar[str] = "C5.2"
    rider: Rider


class WasVoid(Said, frozen=True):
    """A team's results of a one-day race do not count."""

    rule: ClassVar[str] = "C5.2"
    seat: int


class Credited(Said, frozen=True):
    """Points of a prime nobody else has reached."""

    rule: ClassVar[str] = "C5.3"
    rider: Rider
    prime: Nth
    points: int


class Scored(Said, frozen=True):
    """Points at the finish."""

    rule: ClassVar[str] = "C9.3"
    rider: Rider
    points: int


class Timed(Said, frozen=True):
    """A rider's time trial is done."""

    rule: ClassVar[str] = "C13.7"
    rider: Rider
    tenths: int


class TeamTimed(Said, frozen=True):
    """A team's time trial is done."""

    rule: ClassVar[str] = "C14.8"
    seat: int
    tenths: int


class Multiplied(Said, frozen=True):
    """A throw is multiplied."""

    rule: ClassVar[str] = "C13.2"
    reveals: ClassVar[bool] = True
    seat: int
    card: Card


class Returned(Said, frozen=True):
    """A drawn card has gone back; only its own seat knows which."""

    rule: ClassVar[str] = "C10.1"
    forms: ClassVar[tuple[str, ...]] = ("", "hidden")
    seat: int
    card: Card | None

    @property
    def form(self) -> str:
        """Whether the card is known."""
        return "hidden" if self.card is None else ""

    def seen_by(self, seat: int | None) -> "Returned":
        """Others see that a card goes back, not which."""
        return self if seat == self.seat else Returned(self.seat, None)


class Led(Said, frozen=True):
    """A rider leads their team's line."""

    rule: ClassVar[str] = "C14.7"
    rider: Rider


class Added(Said, frozen=True):
    """A card is added to a low throw."""

    rule: ClassVar[str] = "C14.4"
    reveals: ClassVar[bool] = True
    seat: int
    card: Card


class BecameChampion(Said, frozen=True):
    """The winner of a world championship."""

    rule: ClassVar[str] = "C10.1"
    rider: Rider


class Ended(Said, frozen=True):
    """The race is over."""

    rule: ClassVar[str] = "C5.6"
    rider: Rider


class Forecast(Said, frozen=True):
    """The weather of the stage."""

    rule: ClassVar[str] = "C15.1"
    reveals: ClassVar[bool] = True
    sky: SkyName


class Caught(Said, frozen=True):
    """A doping test was positive."""

    rule: ClassVar[str] = "C15.2"
    rider: Rider
