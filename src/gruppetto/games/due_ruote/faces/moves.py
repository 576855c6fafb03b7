"""Actions as typed messages, each with a sentence and its rule."""

from typing import Any, ClassVar

from gruppetto.games.due_ruote.faces.names import ACTIVITIES, DEEDS, RULE_OF, Said, counted, full_name


class DraftCard(Said, frozen=True):
    """Take a rider card for one's team."""

    rule: ClassVar[str] = "Z5.2"
    sentence: ClassVar[str] = (
        "Draft {card}, worth {value} (flat {flat}, hill {hill}, mountain {mountain}, descent {descent}, "
        "sprint {sprint})."
    )
    card: str
    value: int
    flat: int
    hill: int
    mountain: int
    descent: int
    sprint: int
    time_trial: int


class PickTerrain(Said, frozen=True):
    """Choose the next card of the route."""

    rule: ClassVar[str] = "Z5.4"
    sentence: ClassVar[str] = "Put a {terrain} card next on the route."
    terrain: str


class PlaceInHead(Said, frozen=True):
    """Start a rider in the head."""

    rule: ClassVar[str] = "Z6.2.2"
    sentence: ClassVar[str] = "{rider_name} starts in the head."
    rider: str


class StandBack(Said, frozen=True):
    """Place nobody this time."""

    rule: ClassVar[str] = "Z6.2.4"
    sentence: ClassVar[str] = "Place nobody this time."


class ActFirst(Said, frozen=True):
    """The first player begins."""

    rule: ClassVar[str] = "Z6.3.2"
    sentence: ClassVar[str] = "Act first."


class ActLast(Said, frozen=True):
    """The first player acts after all others."""

    rule: ClassVar[str] = "Z6.3.2"
    sentence: ClassVar[str] = "Act last."


class About(Said, frozen=True):
    """A message about an activity, whose rule is the activity's."""

    activity: str

    @property
    def rule(self) -> str:  # type: ignore[override]
        """The rule of the activity."""
        return RULE_OF[ACTIVITIES.index(self.activity)]

    def spoken(self) -> dict[str, Any]:
        """The fields, and the activity in words."""
        deed = DEEDS[ACTIVITIES.index(self.activity)]
        return {**super().spoken(), "deed": deed, "Deed": deed[:1].upper() + deed[1:]}


class ChooseActivity(About, frozen=True):
    """Begin to compose an activity."""

    sentence: ClassVar[str] = "{Deed} (from {points})."
    points: int


class ChooseRider(About, frozen=True):
    """The own rider an activity is about."""

    sentence: ClassVar[str] = "{rider_name}: {deed}."
    rider: str


class WearRider(Said, frozen=True):
    """Tire one opposing rider."""

    rule: ClassVar[str] = "Z7.4"
    sentence: ClassVar[str] = "Wear down {rider_name}."
    rider: str


class WearTeam(Said, frozen=True):
    """Tire a whole opposing team."""

    rule: ClassVar[str] = "Z7.7"
    sentence: ClassVar[str] = "Wear down the {team} team."
    seat: int


class Perform(Said, frozen=True):
    """Put a performer on the challenge sheet."""

    rule: ClassVar[str] = "Z7.8.1"
    sentence: ClassVar[str] = "{rider_name} performs (points {points}, fatigue {fatigue})."
    rider: str
    points: int
    fatigue: int


class Help(Said, frozen=True):
    """Put a helper on the challenge sheet."""

    rule: ClassVar[str] = "Z7.8.1"
    sentence: ClassVar[str] = "{rider_name} helps (points {points}, fatigue {fatigue})."
    rider: str
    points: int
    fatigue: int


class Obstruct(Said, frozen=True):
    """Put an obstructer on the challenge sheet."""

    rule: ClassVar[str] = "Z7.8.1"
    sentence: ClassVar[str] = "{rider_name} obstructs (points {points}, fatigue {fatigue})."
    rider: str
    points: int
    fatigue: int


class PayWith(Said, frozen=True):
    """Pay, and carry out what has been composed."""

    rule: ClassVar[str] = "Z4.2"
    tokens: int
    special: int

    @property
    def text(self) -> str:
        """The message as a sentence."""
        base = counted(self.tokens, "base token")
        special = counted(self.special, "special token")
        if not self.special:
            return f"Pay {base}."
        return f"Pay {base} and {special}." if self.tokens else f"Pay {special}."


class Cancel(Said, frozen=True):
    """Take back what has been composed so far."""

    rule: ClassVar[str] = "Z6.3.5"
    sentence: ClassVar[str] = "Take it back and think again."


class PassForGood(Said, frozen=True):
    """End one's activities of the turn."""

    rule: ClassVar[str] = "Z6.3.5"
    sentence: ClassVar[str] = "Pass for the rest of the turn."


class StayOut(Said, frozen=True):
    """Take no part in somebody's challenge."""

    rule: ClassVar[str] = "Z7.8.9"
    sentence: ClassVar[str] = "Stay out of it."


class Join(Said, frozen=True):
    """Go along with a speed-up."""

    rule: ClassVar[str] = "Z7.6"
    sentence: ClassVar[str] = "{rider_name} goes along (fatigue 2)."
    rider: str


class StayBehind(Said, frozen=True):
    """Let a speed-up go."""

    rule: ClassVar[str] = "Z7.6"
    sentence: ClassVar[str] = "Let them go."


class Wish(Said, frozen=True):
    """What to make of a pace nobody obstructed."""

    rule: ClassVar[str] = "Z7.10.3"
    wish: str

    @property
    def text(self) -> str:
        """The message as a sentence."""
        return {
            "break": "Break away to the first sector (fatigue 2 each).",
            "pace": "Let the peloton go faster.",
            "nothing": "Make nothing of it.",
        }[self.wish]


class GoClear(Said, frozen=True):
    """How far to break away."""

    rule: ClassVar[str] = "Z7.11"
    sentence: ClassVar[str] = "Break away to {where} (fatigue {fatigue} each)."
    sector: int
    fatigue: int


class ControlMove(Said, frozen=True):
    """The rider who puts the head in order."""

    rule: ClassVar[str] = "Z7.12"
    sentence: ClassVar[str] = "{rider_name} moves."
    rider: str


class UseExcuse(Said, frozen=True):
    """Move nobody, which one's part in the last activity allows."""

    rule: ClassVar[str] = "Z7.12.3"
    sentence: ClassVar[str] = "Move nobody this time."


class LineUp(Said, frozen=True):
    """Put a sprinter into the next column."""

    rule: ClassVar[str] = "Z9.4"
    sentence: ClassVar[str] = "{rider_name} sprints."
    rider: str


class StopLineUp(Said, frozen=True):
    """Line up nobody more."""

    rule: ClassVar[str] = "Z9.4"
    sentence: ClassVar[str] = "Line up nobody more."


class HelpSprinter(Said, frozen=True):
    """A helper for one of the own sprinters."""

    rule: ClassVar[str] = "Z9.5"
    sentence: ClassVar[str] = "{rider_name} helps {sprinter_name}."
    rider: str
    sprinter: str


class SpendTokens(Said, frozen=True):
    """Special tokens for a sprinter."""

    rule: ClassVar[str] = "Z9.6"
    rider: str
    special: int

    @property
    def text(self) -> str:
        """The message as a sentence."""
        tokens = counted(self.special, "special token") if self.special else "no special token"
        return f"{full_name(self.rider)} gets {tokens}."


class KeepEvent(Said, frozen=True):
    """Take an event card; the first one taken is the first to be filled."""

    rule: ClassVar[str] = "Z11.4"
    sentence: ClassVar[str] = "Take the card of {mishap}."
    event: str


class HaveCramp(Said, frozen=True):
    """The rider who has the cramp."""

    rule: ClassVar[str] = "Z11.4"
    sentence: ClassVar[str] = "{rider_name} has the cramp."
    rider: str


class RideAgainstClock(Said, frozen=True):
    """Tokens for a rider in a time trial."""

    rule: ClassVar[str] = "Z11.6"
    rider: str
    tokens: int

    @property
    def text(self) -> str:
        """The message as a sentence."""
        tokens = counted(self.tokens, "token") if self.tokens else "no token"
        return f"{full_name(self.rider)} rides against the clock with {tokens}."
