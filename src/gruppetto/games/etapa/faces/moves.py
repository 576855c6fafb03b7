"""Actions as typed messages, each with its rule."""

from typing import Annotated, ClassVar

from gruppetto.games.etapa.faces.names import (
    JERSEYS,
    RIDER,
    Card,
    JerseyName,
    OfJersey,
    Rider,
    Said,
    rider_id,
)
from gruppetto.games.etapa.rules.codes import Action, Ask
from gruppetto.games.etapa.rules.record import Race
from gruppetto.games.etapa.rules.ride import bonus_of
from gruppetto.games.etapa.rules.slipstream import copied
from gruppetto.games.vocabulary import From, Kept, Means

RiderInTurn = Annotated[str, Kept(RIDER, "rider")]
JerseyInTurn = Annotated[str, From(lambda race, *_: JERSEYS[race.jersey[race.rider]])]


def _in_need(race: Race, _: int, rider: int) -> str:
    """The fallen rider who is named, or who has a puncture now."""
    return rider_id(rider if race.ask == Ask.CRASH_CAR else int(race.rider))


class DropFlag(Said, frozen=True):
    """Begin a race of one stage."""

    rule: ClassVar[str] = "C1.4"
    means: ClassVar[Means] = {Ask.START: Action.ROLL}


class Designate(Said, frozen=True):
    """Name the rider under 25."""

    rule: ClassVar[str] = "C1.1"
    means: ClassVar[Means] = {Ask.YOUNG: Action.RIDER}
    rider: Rider


class ChooseJersey(Said, frozen=True):
    """Polka dot or green, when both are won."""

    rule: ClassVar[str] = "C10.2"
    means: ClassVar[Means] = Action.JERSEY
    rider: RiderInTurn
    jersey: JerseyName


class GoNext(Said, frozen=True):
    """Which of the own riders on a field goes next."""

    rule: ClassVar[str] = "C3.1"
    means: ClassVar[Means] = {Ask.NEXT: Action.RIDER}
    rider: Rider


class Raise(Said, frozen=True):
    """Sacrifice a card in the dice-off."""

    rule: ClassVar[str] = "C3.2"
    means: ClassVar[Means] = {Ask.RAISE: Action.CARD}
    card: Card


class NoMore(Said, frozen=True):
    """No card, or no further card, in the dice-off."""

    rule: ClassVar[str] = "C3.2"
    means: ClassVar[Means] = {Ask.RAISE: Action.PASS}


class Throw(Said, frozen=True):
    """Throw the die and ride."""

    rule: ClassVar[str] = "C1.8"
    means: ClassVar[Means] = {Ask.PLAN: Action.ROLL}
    rider: RiderInTurn


class Sprint(Said, frozen=True):
    """Sprint with a card."""

    rule: ClassVar[str] = "C2.2"
    means: ClassVar[Means] = Action.SPRINT
    rider: RiderInTurn
    card: Card


class BreakAway(Said, frozen=True):
    """Break away with a card."""

    rule: ClassVar[str] = "C2.5"
    means: ClassVar[Means] = Action.BREAK
    rider: RiderInTurn
    card: Card


class Follow(Said, frozen=True):
    """Ride in a slipstream."""

    rule: ClassVar[str] = "C3.4"
    means: ClassVar[Means] = Action.FOLLOW
    rider: RiderInTurn
    leader: Rider
    fields: Annotated[int, From(lambda race, _, leader: int(copied(race, race.rider, leader)))]


class CallCar(Said, frozen=True):
    """Call the car for food."""

    rule: ClassVar[str] = "C8.2"
    means: ClassVar[Means] = Action.CAR
    rider: RiderInTurn


class WaitForMate(Said, frozen=True):
    """Wait for an injured team-mate."""

    rule: ClassVar[str] = "C7.5"
    means: ClassVar[Means] = Action.WAIT
    rider: RiderInTurn


class ForgoTurn(Said, frozen=True):
    """Do without the white jersey's second turn."""

    rule: ClassVar[str] = "C4.4"
    means: ClassVar[Means] = {Ask.PLAN: Action.PASS}
    rider: RiderInTurn


class SwapCard(Said, frozen=True):
    """Change a card for a Slow card."""

    rule: ClassVar[str] = "C12.1"
    means: ClassVar[Means] = Action.SWAP
    card: Card


class PickFace(Said, frozen=True):
    """Which of two throws counts."""

    rule: ClassVar[str] = "C10.1"
    means: ClassVar[Means] = {Ask.PICK: Action.FACE}
    face: int


class SayFace(Said, frozen=True):
    """What the die on the table shows."""

    rule: ClassVar[str] = "C19.1"
    means: ClassVar[Means] = {Ask.DIE: Action.FACE}
    face: int


class Avoid(Said, frozen=True):
    """Play a card against a mass crash."""

    rule: ClassVar[str] = "C6.1.2"
    means: ClassVar[Means] = {Ask.AVOID: Action.CARD}
    card: Card


class FallDown(Said, frozen=True):
    """Play no card against a mass crash."""

    rule: ClassVar[str] = "C6.1.2"
    means: ClassVar[Means] = {Ask.AVOID: Action.PASS}


class RideInjured(Said, frozen=True):
    """Go on injured."""

    rule: ClassVar[str] = "C7.3"
    means: ClassVar[Means] = Action.CONTINUE
    rider: RiderInTurn


class Withdraw(Said, frozen=True):
    """Give up the stage."""

    rule: ClassVar[str] = "C7.2"
    means: ClassVar[Means] = Action.WITHDRAW
    rider: RiderInTurn


class TakeBonus(OfJersey, frozen=True):
    """Take the fields of a jersey."""

    means: ClassVar[Means] = {Ask.BONUS: Action.TAKE}
    rider: RiderInTurn
    jersey: JerseyInTurn
    fields: Annotated[int, From(lambda race, *_: int(bonus_of(race, race.rider)))]


class LeaveBonus(OfJersey, frozen=True):
    """Leave the fields of a jersey."""

    means: ClassVar[Means] = {Ask.BONUS: Action.PASS}
    rider: RiderInTurn
    jersey: JerseyInTurn


class RideOn(Said, frozen=True):
    """Ride the whole move."""

    rule: ClassVar[str] = "C1.5"
    means: ClassVar[Means] = Action.RIDE
    rider: RiderInTurn
    fields: Annotated[int, Kept(field="reach")]


class SlowDown(Said, frozen=True):
    """Shorten the move with a Slow card."""

    rule: ClassVar[str] = "C2.8"
    means: ClassVar[Means] = Action.SLOW
    rider: RiderInTurn
    fields: int


class StopForFood(Said, frozen=True):
    """Stop in the feed zone."""

    rule: ClassVar[str] = "C3.6"
    means: ClassVar[Means] = Action.BRAKE
    rider: RiderInTurn
    fields: int


class StopAtHelper(Said, frozen=True):
    """An injured rider stops at their helper."""

    rule: ClassVar[str] = "C7.5"
    means: ClassVar[Means] = Action.HELPED
    rider: RiderInTurn
    fields: int


class SendCar(Said, frozen=True):
    """Send the car to a rider."""

    rule: ClassVar[str] = "C8.1"
    means: ClassVar[Means] = {Ask.CRASH_CAR: Action.RIDER, Ask.PUNCTURE_CAR: Action.TAKE}
    rider: Annotated[str, From(_in_need)]


class KeepCar(Said, frozen=True):
    """Send the car to nobody."""

    rule: ClassVar[str] = "C8.1"
    means: ClassVar[Means] = {Ask.CRASH_CAR: Action.PASS, Ask.PUNCTURE_CAR: Action.PASS}


class TakeCard(Said, frozen=True):
    """Take a card from the car."""

    rule: ClassVar[str] = "C8.2"
    means: ClassVar[Means] = {Ask.CONTACT: Action.TAKE}
    rider: RiderInTurn


class WaiveCard(Said, frozen=True):
    """Take no card from the car."""

    rule: ClassVar[str] = "C8.2"
    means: ClassVar[Means] = {Ask.CONTACT: Action.PASS}
    rider: RiderInTurn


class Multiply(Said, frozen=True):
    """Multiply the throw."""

    rule: ClassVar[str] = "C13.2"
    means: ClassVar[Means] = {Ask.MULTIPLY: Action.CARD}
    rider: RiderInTurn
    card: Card


class AddCard(Said, frozen=True):
    """Add a card to a low throw."""

    rule: ClassVar[str] = "C14.4"
    means: ClassVar[Means] = {Ask.ADD: Action.CARD}
    rider: RiderInTurn
    card: Card


class NoCard(Said, frozen=True):
    """Ride by the throw alone."""

    rule: ClassVar[str] = "C13.5"
    means: ClassVar[Means] = {Ask.MULTIPLY: Action.PASS, Ask.ADD: Action.PASS}
    rider: RiderInTurn


class GiveBack(Said, frozen=True):
    """Which drawn card goes back."""

    rule: ClassVar[str] = "C10.1"
    means: ClassVar[Means] = {Ask.RETURN: Action.CARD}
    card: Card


class Lead(Said, frozen=True):
    """Who leads the line at the start."""

    rule: ClassVar[str] = "C14.2"
    means: ClassVar[Means] = {Ask.LEADER: Action.RIDER}
    rider: Rider


class RideSecond(Said, frozen=True):
    """Who rides second in the line."""

    rule: ClassVar[str] = "C14.2"
    means: ClassVar[Means] = {Ask.SECOND: Action.RIDER}
    rider: Rider


class ChangeLead(Said, frozen=True):
    """Change the lead in this turn."""

    rule: ClassVar[str] = "C14.7"
    means: ClassVar[Means] = Action.CHANGE


class KeepLead(Said, frozen=True):
    """Do not change the lead."""

    rule: ClassVar[str] = "C14.7"
    means: ClassVar[Means] = Action.KEEP
