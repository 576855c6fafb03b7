"""Actions as typed messages, each with its rule."""

from typing import Annotated, ClassVar

from gruppetto.games.due_ruote.data.sets import unpack_id
from gruppetto.games.due_ruote.faces import fields
from gruppetto.games.due_ruote.faces.fields import ChosenRider, OwnRider
from gruppetto.games.due_ruote.faces.names import (
    ACTIVITIES,
    RULE_OF,
    Said,
    rider_id,
)
from gruppetto.games.due_ruote.rules.challenges import entries_cost, fee_for, points_for, slot_fatigue
from gruppetto.games.due_ruote.rules.codes import COST, Action, Activity, Role, Step, Terrain
from gruppetto.games.due_ruote.rules.outcomes import price_of_break
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.games.due_ruote.rules.trial import next_to_start
from gruppetto.games.vocabulary import From

# The activity that is being composed, or that is begun with this very action.
ActivityInHand = Annotated[
    fields.ActivityName, From(lambda race, _, activity: ACTIVITIES[int(race.activity) or activity])
]


def printed(field: str, *terrain: int) -> From:
    """What is printed on a rider card."""
    return From(lambda race, _, card: int(race.setup[field][(card, *terrain)]))


def points_as(role: Role) -> From:
    """The action points for one more rider on the challenge sheet."""
    return From(lambda race, *_: int(points_for(int(race.activity), int(role), int(race.entries))))


def fatigue_as(role: Role) -> From:
    """The fatigue for one more rider on the challenge sheet."""
    return From(lambda race, *_: int(slot_fatigue(race, int(role), int(race.entries))))


def price_of(race: Race) -> int:
    """What has been composed costs so many action points (Z4.2)."""
    return int(entries_cost(race) if race.entries else COST[race.activity])


def least_price_of(race: Race, activity: int) -> int:
    """The least an activity costs (Z7, Z13.19)."""
    return int(COST[activity] + (fee_for(race, activity) if activity >= Activity.GO_TO_HEAD else 0))


class DraftCard(Said, frozen=True):
    """Take a rider card for one's team."""

    means: ClassVar = Action.CARD
    rule: ClassVar[str] = "Z5.2"
    card: Annotated[str, From(lambda race, _, card: unpack_id(int(race.setup.card_id[card])))]
    value: Annotated[int, printed("worth")]
    flat: Annotated[int, printed("speed", Terrain.FLAT)]
    hill: Annotated[int, printed("speed", Terrain.HILL)]
    mountain: Annotated[int, printed("speed", Terrain.MOUNTAIN)]
    descent: Annotated[int, printed("speed", Terrain.DESCENT)]
    sprint: Annotated[int, printed("sprint")]
    time_trial: Annotated[int, printed("trial")]


class PickTerrain(Said, frozen=True):
    """Choose the next card of the route."""

    means: ClassVar = Action.TERRAIN
    rule: ClassVar[str] = "Z5.4"
    terrain: fields.Terrain


class PlaceInHead(Said, frozen=True):
    """Start a rider in the head."""

    means: ClassVar = {Step.START: Action.RIDER}
    rule: ClassVar[str] = "Z6.2.2"
    rider: OwnRider


class StandBack(Said, frozen=True):
    """Place nobody this time."""

    means: ClassVar = {Step.START: Action.PASS}
    rule: ClassVar[str] = "Z6.2.4"


class ActFirst(Said, frozen=True):
    """The first player begins."""

    means: ClassVar = Action.FIRST
    rule: ClassVar[str] = "Z6.3.2"


class ActLast(Said, frozen=True):
    """The first player acts after all others."""

    means: ClassVar = Action.LAST
    rule: ClassVar[str] = "Z6.3.2"


class About(Said, frozen=True):
    """A message about an activity, whose rule is the activity's."""

    activity: ActivityInHand

    @property
    def rule(self) -> str:  # type: ignore[override]
        """The rule of the activity."""
        return RULE_OF[ACTIVITIES.index(self.activity)]


class ChooseActivity(About, frozen=True):
    """Begin to compose an activity."""

    means: ClassVar = Action.DO
    points: Annotated[int, From(lambda race, _, activity: least_price_of(race, activity))]


class ChooseRider(About, frozen=True):
    """The own rider an activity is about."""

    means: ClassVar = {Step.ACTIVITY: Action.RIDER}
    rider: OwnRider


class WearRider(Said, frozen=True):
    """Tire one opposing rider."""

    means: ClassVar = Action.TARGET
    rule: ClassVar[str] = "Z7.4"
    rider: fields.Rider


class WearTeam(Said, frozen=True):
    """Tire a whole opposing team."""

    means: ClassVar = Action.OPPONENT
    rule: ClassVar[str] = "Z7.7"
    seat: int


class Perform(Said, frozen=True):
    """Put a performer on the challenge sheet."""

    means: ClassVar = Action.PERFORM
    rule: ClassVar[str] = "Z7.8.1"
    rider: OwnRider
    points: Annotated[int, points_as(Role.PERFORM)]
    fatigue: Annotated[int, fatigue_as(Role.PERFORM)]


class Help(Said, frozen=True):
    """Put a helper on the challenge sheet."""

    means: ClassVar = Action.HELP
    rule: ClassVar[str] = "Z7.8.1"
    rider: OwnRider
    points: Annotated[int, points_as(Role.HELP)]
    fatigue: Annotated[int, fatigue_as(Role.HELP)]


class Obstruct(Said, frozen=True):
    """Put an obstructer on the challenge sheet."""

    means: ClassVar = Action.OBSTRUCT
    rule: ClassVar[str] = "Z7.8.1"
    rider: OwnRider
    points: Annotated[int, points_as(Role.OBSTRUCT)]
    fatigue: Annotated[int, fatigue_as(Role.OBSTRUCT)]


class PayWith(Said, frozen=True):
    """Pay, and carry out what has been composed."""

    means: ClassVar = Action.PAY
    rule: ClassVar[str] = "Z4.2"
    forms: ClassVar[tuple[str, ...]] = ("", "both", "special")
    tokens: Annotated[int, From(lambda race, _, special: price_of(race) - special)]
    special: int

    @property
    def form(self) -> str:
        """What is paid with."""
        return ("both" if self.tokens else "special") if self.special else ""


class Cancel(Said, frozen=True):
    """Take back what has been composed so far."""

    means: ClassVar = Action.CANCEL
    rule: ClassVar[str] = "Z6.3.5"


class PassForGood(Said, frozen=True):
    """End one's activities of the turn."""

    means: ClassVar = {Step.ACTIVITY: Action.PASS}
    rule: ClassVar[str] = "Z6.3.5"


class StayOut(Said, frozen=True):
    """Take no part in somebody's challenge."""

    means: ClassVar = {Step.RESPONSE: Action.PASS}
    rule: ClassVar[str] = "Z7.8.9"


class Join(Said, frozen=True):
    """Go along with a speed-up."""

    means: ClassVar = {Step.JOINING: Action.RIDER}
    rule: ClassVar[str] = "Z7.6"
    rider: OwnRider


class StayBehind(Said, frozen=True):
    """Let a speed-up go."""

    means: ClassVar = {Step.JOINING: Action.PASS}
    rule: ClassVar[str] = "Z7.6"


class Wish(Said, frozen=True):
    """What to make of a pace nobody obstructed."""

    means: ClassVar = Action.WISH
    rule: ClassVar[str] = "Z7.10.3"
    forms: ClassVar[tuple[str, ...]] = ("break", "pace", "nothing")
    wish: fields.Wish

    @property
    def form(self) -> str:
        """The wish."""
        return self.wish


class GoClear(Said, frozen=True):
    """How far to break away."""

    means: ClassVar = Action.SECTORS
    rule: ClassVar[str] = "Z7.11"
    sector: int
    fatigue: Annotated[int, From(lambda _, __, sectors: int(price_of_break(sectors)))]


class ControlMove(Said, frozen=True):
    """The rider who puts the head in order."""

    means: ClassVar = {Step.CONTROL: Action.RIDER}
    rule: ClassVar[str] = "Z7.12"
    rider: OwnRider


class UseExcuse(Said, frozen=True):
    """Move nobody, which one's part in the last activity allows."""

    means: ClassVar = {Step.CONTROL: Action.PASS}
    rule: ClassVar[str] = "Z7.12.3"


class LineUp(Said, frozen=True):
    """Put a sprinter into the next column."""

    means: ClassVar = {Step.LINE_UP: Action.RIDER}
    rule: ClassVar[str] = "Z9.4"
    rider: OwnRider


class StopLineUp(Said, frozen=True):
    """Line up nobody more."""

    means: ClassVar = {Step.LINE_UP: Action.PASS}
    rule: ClassVar[str] = "Z9.4"


class HelpSprinter(Said, frozen=True):
    """A helper for one of the own sprinters."""

    means: ClassVar = Action.COLUMN
    rule: ClassVar[str] = "Z9.5"
    rider: ChosenRider
    sprinter: Annotated[str, From(lambda race, _, column: rider_id(int(race.column_rider[column])))]


class SpendTokens(Said, frozen=True):
    """Special tokens for a sprinter."""

    means: ClassVar = {Step.TOKENS: Action.SPEND}
    rule: ClassVar[str] = "Z9.6"
    rider: ChosenRider
    special: int


class KeepEvent(Said, frozen=True):
    """Take an event card; the first one taken is the first to be filled."""

    means: ClassVar = Action.EVENT
    rule: ClassVar[str] = "Z11.4"
    event: fields.Event


class HaveCramp(Said, frozen=True):
    """The rider who has the cramp."""

    means: ClassVar = {Step.MISHAP: Action.RIDER}
    rule: ClassVar[str] = "Z11.4"
    rider: OwnRider


class RideAgainstClock(Said, frozen=True):
    """Tokens for a rider in a time trial."""

    means: ClassVar = {Step.TRIAL: Action.SPEND}
    rule: ClassVar[str] = "Z11.6"
    rider: Annotated[str, From(lambda race, seat, _: rider_id(int(next_to_start(race, seat))))]
    tokens: int
