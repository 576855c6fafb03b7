"""Events as typed messages, each with a sentence and its rule."""

from typing import Annotated, ClassVar

from gruppetto.games.etapa.faces.names import (
    HELD,
    HELD_RULES,
    SOURCES,
    TEAMS,
    THROWS,
    Card,
    JerseyName,
    Nth,
    OfJersey,
    Rider,
    RiderOrNobody,
    Said,
    SkyName,
    card_text,
    full_name,
)
from gruppetto.games.game import Message
from gruppetto.games.vocabulary import At, named


class Designated(Said, frozen=True):
    """A rider under 25 has been named."""

    rule: ClassVar[str] = "C1.1"
    sentence: ClassVar[str] = "{rider} rides for the white jersey."
    rider: Rider


class StageBegan(Said, frozen=True):
    """A stage begins."""

    rule: ClassVar[str] = "C1.3"
    sentence: ClassVar[str] = "Stage {stage}."
    stage: Nth


class Wore(Said, frozen=True):
    """A rider wears a jersey."""

    rule: ClassVar[str] = "C10.2"
    sentence: ClassVar[str] = "{rider} wears the {jersey} jersey."
    rider: Rider
    jersey: JerseyName


class RoundBegan(Said, frozen=True):
    """A new round."""

    rule: ClassVar[str] = "C3.1"
    opens_round: ClassVar[bool] = True
    sentence: ClassVar[str] = "Round {round}."
    round: int


class PelotonFound(Said, frozen=True):
    """The peloton of the round."""

    rule: ClassVar[str] = "C3.5"
    sentence: ClassVar[str] = "The peloton: {riders} riders, from field {last} to {first}."
    first: int
    last: int
    riders: int


class WentNext(Said, frozen=True):
    """A player has put one of their riders next."""

    rule: ClassVar[str] = "C3.1"
    sentence: ClassVar[str] = "{rider} goes next."
    rider: Rider


class ThrewOff(Said, frozen=True):
    """A throw in a dice-off."""

    rule: ClassVar[str] = "C3.2"
    reveals: ClassVar[bool] = True
    sentence: ClassVar[str] = "{team} throws {face} in the dice-off."
    seat: int
    face: int


class Raised(Said, frozen=True):
    """A card sacrificed in a dice-off."""

    rule: ClassVar[str] = "C3.2"
    reveals: ClassVar[bool] = True
    sentence: ClassVar[str] = "{team} sacrifices {card}: {total}."
    seat: int
    card: Card
    total: int


class Yielded(Said, frozen=True):
    """A player lets the leader of a dice-off go."""

    rule: ClassVar[str] = "C3.2"
    sentence: ClassVar[str] = "{team} lets the others go first."
    seat: int


class Threw(Said, frozen=True):
    """The die has been thrown for a rider."""

    reveals: ClassVar[bool] = True
    sentence: ClassVar[str] = "{rider} throws {face} {purpose}."
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
    sentence: ClassVar[str] = "{rider} sprints with {card}."
    rider: Rider
    card: Card


class BrokeAway(Said, frozen=True):
    """A breakaway is announced."""

    rule: ClassVar[str] = "C2.5"
    sentence: ClassVar[str] = "{rider} breaks away with {card}."
    rider: Rider
    card: Card
    rounds: int


class Followed(Said, frozen=True):
    """A rider copies another's move."""

    rule: ClassVar[str] = "C3.4.1"
    sentence: ClassVar[str] = "{rider} follows {leader} for {fields} fields."
    rider: Rider
    leader: Rider
    fields: int


class Swapped(Said, frozen=True):
    """A card changed for a Slow card."""

    rule: ClassVar[str] = "C12.1"
    sentence: ClassVar[str] = "{team} changes {card} for a Slow card."
    seat: int
    card: Card


class TookBonus(OfJersey, frozen=True):
    """A jersey's fields are added."""

    sentence: ClassVar[str] = "{rider} takes {fields} more for the {jersey} jersey."
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

    @property
    def text(self) -> str:
        """The message as a sentence."""
        reasons = "".join(f", {reason}" for reason in self.reasons)
        return f"{full_name(self.rider)} rides from {self.start} to {self.field}{reasons}."


class WonPrime(Said, frozen=True):
    """Points, and perhaps seconds, at a prime."""

    rule: ClassVar[str] = "C9.1"
    sentence: ClassVar[str] = "{rider} passes prime {prime} as {place}: {points} points, {seconds} seconds."
    rider: Rider
    prime: Nth
    place: int
    points: int
    seconds: int


class Crossed(Said, frozen=True):
    """A rider has crossed the line."""

    rule: ClassVar[str] = "C5.1"
    sentence: ClassVar[str] = "{rider} crosses the line as {place}."
    rider: Rider
    place: int


class Drew(Message, frozen=True):
    """A card was drawn; only its own seat learns which."""

    rule: ClassVar[str] = "C2.7"
    reveals: ClassVar[bool] = True
    seat: int
    card: Card | None
    source: Annotated[str, named(SOURCES)]

    @property
    def text(self) -> str:
        """The message as a sentence."""
        card = "a card" if self.card is None else card_text(self.card)
        return f"{TEAMS[self.seat]} draws {card} {self.source}."

    def seen_by(self, seat: int | None) -> "Drew":
        """Others see that they draw, not what."""
        return self if seat == self.seat else Drew(self.seat, None, self.source)


class Punctured(Said, frozen=True):
    """A puncture."""

    rule: ClassVar[str] = "C6.1"
    sentence: ClassVar[str] = "{rider} has a puncture."
    rider: Rider


class Fell(Message, frozen=True):
    """A rider has fallen, by themselves or brought down."""

    rule: ClassVar[str] = "C6.1.1"
    rider: Rider
    leader: RiderOrNobody

    @property
    def text(self) -> str:
        """The message as a sentence."""
        if self.leader is None:
            return f"{full_name(self.rider)} falls."
        return f"{full_name(self.rider)} is brought down by {full_name(self.leader)}."


class AvoidedCrash(Said, frozen=True):
    """A card played against a mass crash."""

    rule: ClassVar[str] = "C6.1.2"
    sentence: ClassVar[str] = "{rider} plays {card} and stays up."
    rider: Rider
    card: Card


class Injured(Said, frozen=True):
    """A rider is injured."""

    rule: ClassVar[str] = "C7.1"
    sentence: ClassVar[str] = "{rider} is injured."
    rider: Rider


class Withdrew(Said, frozen=True):
    """A rider has given up."""

    rule: ClassVar[str] = "C7.2"
    sentence: ClassVar[str] = "{rider} gives up the stage."
    rider: Rider


class CarCame(Said, frozen=True):
    """A car has come for a rider."""

    rule: ClassVar[str] = "C8.1"
    sentence: ClassVar[str] = "The car of {rider} appears on field {field}."
    rider: Rider
    field: int


class CarDrove(Said, frozen=True):
    """A car has driven on."""

    rule: ClassVar[str] = "C8.2"
    sentence: ClassVar[str] = "The car of {rider} drives to field {field}."
    rider: Rider
    field: int


class CarLeft(Said, frozen=True):
    """A car leaves the road."""

    rule: ClassVar[str] = "C8.1"
    sentence: ClassVar[str] = "{team}’s car leaves."
    seat: int


class Waited(Said, frozen=True):
    """A helper waits."""

    rule: ClassVar[str] = "C7.5"
    sentence: ClassVar[str] = "{rider} waits for his team-mate."
    rider: Rider


class Announced(Said, frozen=True):
    """Car feeding is announced."""

    rule: ClassVar[str] = "C8.2"
    sentence: ClassVar[str] = "{rider} calls his car for food."
    rider: Rider


class Placed(Said, frozen=True):
    """A place in the stage."""

    rule: ClassVar[str] = "C5.1"
    sentence: ClassVar[str] = "{place}: {rider}, {lost} seconds lost, {bonus} seconds of bonus."
    rider: Rider
    place: int
    lost: int
    bonus: int


class MissedLimit(Said, frozen=True):
    """Outside the time limit."""

    rule: ClassVar[str] = "C5.2"
    sentence: ClassVar[str] = "{rider} has missed the time limit."
    rider: Rider


class WasVoid(Said, frozen=True):
    """A team's results of a one-day race do not count."""

    rule: ClassVar[str] = "C5.2"
    sentence: ClassVar[str] = "{team}’s results do not count."
    seat: int


class Credited(Said, frozen=True):
    """Points of a prime nobody else has reached."""

    rule: ClassVar[str] = "C5.3"
    sentence: ClassVar[str] = "{rider} is credited with {points} points of prime {prime}."
    rider: Rider
    prime: Nth
    points: int


class Scored(Said, frozen=True):
    """Points at the finish."""

    rule: ClassVar[str] = "C9.3"
    sentence: ClassVar[str] = "{rider} scores {points} points."
    rider: Rider
    points: int


class Timed(Said, frozen=True):
    """A rider's time trial is done."""

    rule: ClassVar[str] = "C13.7"
    sentence: ClassVar[str] = "{rider} finishes in {time}."
    rider: Rider
    tenths: int


class TeamTimed(Said, frozen=True):
    """A team's time trial is done."""

    rule: ClassVar[str] = "C14.8"
    sentence: ClassVar[str] = "{team} finishes in {time}."
    seat: int
    tenths: int


class Multiplied(Said, frozen=True):
    """A throw is multiplied."""

    rule: ClassVar[str] = "C13.2"
    reveals: ClassVar[bool] = True
    sentence: ClassVar[str] = "{team} multiplies with {card}."
    seat: int
    card: Card


class Returned(Message, frozen=True):
    """A drawn card has gone back; only its own seat knows which."""

    rule: ClassVar[str] = "C10.1"
    seat: int
    card: Card | None

    @property
    def text(self) -> str:
        """The message as a sentence."""
        card = "a card" if self.card is None else card_text(self.card)
        return f"{TEAMS[self.seat]} puts {card} back."

    def seen_by(self, seat: int | None) -> "Returned":
        """Others see that a card goes back, not which."""
        return self if seat == self.seat else Returned(self.seat, None)


class Led(Said, frozen=True):
    """A rider leads their team's line."""

    rule: ClassVar[str] = "C14.7"
    sentence: ClassVar[str] = "{rider} takes the lead of his team."
    rider: Rider


class Added(Said, frozen=True):
    """A card is added to a low throw."""

    rule: ClassVar[str] = "C14.4"
    reveals: ClassVar[bool] = True
    sentence: ClassVar[str] = "{team} adds {card} to change the lead."
    seat: int
    card: Card


class BecameChampion(Said, frozen=True):
    """The winner of a world championship."""

    rule: ClassVar[str] = "C10.1"
    sentence: ClassVar[str] = "{rider} is world champion and will wear the rainbow jersey."
    rider: Rider


class Ended(Said, frozen=True):
    """The race is over."""

    rule: ClassVar[str] = "C5.6"
    sentence: ClassVar[str] = "{rider} wins the race."
    rider: Rider


class Forecast(Said, frozen=True):
    """The weather of the stage."""

    rule: ClassVar[str] = "C15.1"
    reveals: ClassVar[bool] = True
    sentence: ClassVar[str] = "The weather: {sky}."
    sky: SkyName


class Caught(Said, frozen=True):
    """A doping test was positive."""

    rule: ClassVar[str] = "C15.2"
    sentence: ClassVar[str] = "{rider} fails the doping test; his results are annulled."
    rider: Rider
