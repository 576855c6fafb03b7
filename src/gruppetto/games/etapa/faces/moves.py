"""Actions as typed messages, each with a sentence and its rule."""

from typing import ClassVar

from gruppetto.games.etapa.faces.names import OfJersey, Said


class DropFlag(Said, frozen=True):
    """Begin a race of one stage."""

    rule: ClassVar[str] = "C1.4"
    sentence: ClassVar[str] = "Drop the flag."


class Designate(Said, frozen=True):
    """Name the rider under 25."""

    rule: ClassVar[str] = "C1.1"
    sentence: ClassVar[str] = "{rider} rides for the white jersey."
    rider: str


class ChooseJersey(Said, frozen=True):
    """Polka dot or green, when both are won."""

    rule: ClassVar[str] = "C10.2"
    sentence: ClassVar[str] = "{rider} wears the {jersey} jersey."
    rider: str
    jersey: str


class GoNext(Said, frozen=True):
    """Which of the own riders on a field goes next."""

    rule: ClassVar[str] = "C3.1"
    sentence: ClassVar[str] = "{rider} goes next."
    rider: str


class Raise(Said, frozen=True):
    """Sacrifice a card in the dice-off."""

    rule: ClassVar[str] = "C3.2"
    sentence: ClassVar[str] = "Sacrifice {card} to go first."
    card: str


class NoMore(Said, frozen=True):
    """No card, or no further card, in the dice-off."""

    rule: ClassVar[str] = "C3.2"
    sentence: ClassVar[str] = "Sacrifice nothing more."


class Throw(Said, frozen=True):
    """Throw the die and ride."""

    rule: ClassVar[str] = "C1.8"
    sentence: ClassVar[str] = "Throw for {rider}."
    rider: str


class Sprint(Said, frozen=True):
    """Sprint with a card."""

    rule: ClassVar[str] = "C2.2"
    sentence: ClassVar[str] = "Sprint with {card}."
    rider: str
    card: str


class BreakAway(Said, frozen=True):
    """Break away with a card."""

    rule: ClassVar[str] = "C2.5"
    sentence: ClassVar[str] = "Break away with {card}."
    rider: str
    card: str


class Follow(Said, frozen=True):
    """Ride in a slipstream."""

    rule: ClassVar[str] = "C3.4"
    sentence: ClassVar[str] = "Follow {leader} for {fields} fields."
    rider: str
    leader: str
    fields: int


class CallCar(Said, frozen=True):
    """Call the car for food."""

    rule: ClassVar[str] = "C8.2"
    sentence: ClassVar[str] = "Call the car for food."
    rider: str


class WaitForMate(Said, frozen=True):
    """Wait for an injured team-mate."""

    rule: ClassVar[str] = "C7.5"
    sentence: ClassVar[str] = "Wait for the injured team-mate."
    rider: str


class ForgoTurn(Said, frozen=True):
    """Do without the white jersey's second turn."""

    rule: ClassVar[str] = "C4.4"
    sentence: ClassVar[str] = "Do without the second turn."
    rider: str


class SwapCard(Said, frozen=True):
    """Change a card for a Slow card."""

    rule: ClassVar[str] = "C12.1"
    sentence: ClassVar[str] = "Change {card} for a Slow card."
    card: str


class PickFace(Said, frozen=True):
    """Which of two throws counts."""

    rule: ClassVar[str] = "C10.1"
    sentence: ClassVar[str] = "Take the {face}."
    face: int


class SayFace(Said, frozen=True):
    """What the die on the table shows."""

    rule: ClassVar[str] = "C19.1"
    sentence: ClassVar[str] = "The die shows {face}."
    face: int


class Avoid(Said, frozen=True):
    """Play a card against a mass crash."""

    rule: ClassVar[str] = "C6.1.2"
    sentence: ClassVar[str] = "Avoid the crash with {card}."
    card: str


class FallDown(Said, frozen=True):
    """Play no card against a mass crash."""

    rule: ClassVar[str] = "C6.1.2"
    sentence: ClassVar[str] = "Play no card against the crash."


class RideInjured(Said, frozen=True):
    """Go on injured."""

    rule: ClassVar[str] = "C7.3"
    sentence: ClassVar[str] = "{rider} rides on injured."
    rider: str


class Withdraw(Said, frozen=True):
    """Give up the stage."""

    rule: ClassVar[str] = "C7.2"
    sentence: ClassVar[str] = "{rider} gives up the stage."
    rider: str


class TakeBonus(OfJersey, frozen=True):
    """Take the fields of a jersey."""

    sentence: ClassVar[str] = "Take the {fields} more of the {jersey} jersey."
    fields: int


class LeaveBonus(OfJersey, frozen=True):
    """Leave the fields of a jersey."""

    sentence: ClassVar[str] = "Leave the fields of the {jersey} jersey."


class RideOn(Said, frozen=True):
    """Ride the whole move."""

    rule: ClassVar[str] = "C1.5"
    sentence: ClassVar[str] = "Ride all {fields} fields."
    rider: str
    fields: int


class SlowDown(Said, frozen=True):
    """Shorten the move with a Slow card."""

    rule: ClassVar[str] = "C2.8"
    sentence: ClassVar[str] = "Slow down: ride {fields} of them."
    rider: str
    fields: int


class StopForFood(Said, frozen=True):
    """Stop in the feed zone."""

    rule: ClassVar[str] = "C3.6"
    sentence: ClassVar[str] = "Stop for food after {fields}."
    rider: str
    fields: int


class StopAtHelper(Said, frozen=True):
    """An injured rider stops at his helper."""

    rule: ClassVar[str] = "C7.5"
    sentence: ClassVar[str] = "Stop at the helper after {fields}."
    rider: str
    fields: int


class SendCar(Said, frozen=True):
    """Send the car to a rider."""

    rule: ClassVar[str] = "C8.1"
    sentence: ClassVar[str] = "Send the car to {rider}."
    rider: str


class KeepCar(Said, frozen=True):
    """Send the car to nobody."""

    rule: ClassVar[str] = "C8.1"
    sentence: ClassVar[str] = "Do not send the car."


class TakeCard(Said, frozen=True):
    """Take a card from the car."""

    rule: ClassVar[str] = "C8.2"
    sentence: ClassVar[str] = "Take a card from the car."
    rider: str


class WaiveCard(Said, frozen=True):
    """Take no card from the car."""

    rule: ClassVar[str] = "C8.2"
    sentence: ClassVar[str] = "Take no card from the car."
    rider: str


class Multiply(Said, frozen=True):
    """Multiply the throw."""

    rule: ClassVar[str] = "C13.2"
    sentence: ClassVar[str] = "Multiply the throw with {card}."
    rider: str
    card: str


class AddCard(Said, frozen=True):
    """Add a card to a low throw."""

    rule: ClassVar[str] = "C14.4"
    sentence: ClassVar[str] = "Add {card} to change the lead."
    rider: str
    card: str


class NoCard(Said, frozen=True):
    """Ride by the throw alone."""

    rule: ClassVar[str] = "C13.5"
    sentence: ClassVar[str] = "Play no card."
    rider: str


class GiveBack(Said, frozen=True):
    """Which drawn card goes back."""

    rule: ClassVar[str] = "C10.1"
    sentence: ClassVar[str] = "Put {card} back."
    card: str


class Lead(Said, frozen=True):
    """Who leads the line at the start."""

    rule: ClassVar[str] = "C14.2"
    sentence: ClassVar[str] = "{rider} leads."
    rider: str


class RideSecond(Said, frozen=True):
    """Who rides second in the line."""

    rule: ClassVar[str] = "C14.2"
    sentence: ClassVar[str] = "{rider} rides second."
    rider: str


class ChangeLead(Said, frozen=True):
    """Change the lead in this turn."""

    rule: ClassVar[str] = "C14.7"
    sentence: ClassVar[str] = "Change the lead."


class KeepLead(Said, frozen=True):
    """Do not change the lead."""

    rule: ClassVar[str] = "C14.7"
    sentence: ClassVar[str] = "Keep the lead as it is."
