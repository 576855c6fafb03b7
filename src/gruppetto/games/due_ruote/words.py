"""Due Ruote in words: actions and events as typed messages, each with a sentence and its rule."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from gruppetto.games import words
from gruppetto.games.due_ruote import record as r
from gruppetto.games.due_ruote.challenges import points_for, price_of_break, slot_fatigue
from gruppetto.games.due_ruote.sets import unpack_id
from gruppetto.games.game import Message

TEAMS = ("Blue", "Red", "Green", "Black", "Yellow", "Violet")
TERRAIN_NAMES = ("flat", "hill", "mountain", "descent")
ROLES = ("", "perform", "help", "obstruct")
WISHES = ("", "break", "pace", "nothing")
GOALS = {r.FINISH: "finish", r.GPM: "GPM", r.TV: "TV"}
ENDINGS = ("", "sprint", "alone", "last team", "nobody left")
ACTIVITIES = (
    "", "slow-down", "drink", "eat", "small-wear-down", "first-player", "speed-up", "wear-down-team",
    "energy", "go-to-head", "raise-pace", "break-away",
)  # fmt: skip
RULE_OF = (
    "", "Z7.1", "Z7.2", "Z7.3", "Z7.4", "Z7.5", "Z7.6", "Z7.7", "Z11.3", "Z7.9", "Z7.10", "Z7.11",
)  # fmt: skip
DEEDS = (
    "", "slow a rider down", "let a rider drink", "let a rider eat", "wear down a rider",
    "become first player", "speed up in a break or a delay", "wear down a team",
    "give a rider energy", "go to the head", "raise the pace", "break away",
)  # fmt: skip


def rider_id(rider: int) -> str:
    """A rider's short name: seat and number from 1."""
    return f"{rider // r.TEAM}-{rider % r.TEAM + 1}"


def rider_number(name: str) -> int:
    """The rider a short name stands for."""
    return r.TEAM * int(name[0]) + int(name[2]) - 1


def full_name(name: str) -> str:
    """A rider as one speaks of him."""
    return f"{TEAMS[int(name[0])]}’s number {name[2]}"


def place_text(sector: int, head: int = 0) -> str:
    """A place on the board as one speaks of it."""
    if sector == 0:
        return "the head" if head else "the bunch"
    return f"break {sector}" if sector > 0 else f"delay {-sector}"


def counted(number: int, what: str) -> str:
    """A number of things."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


class Said(words.Said, frozen=True):
    """A message whose sentence is filled in from its fields, riders and teams by name."""

    def spoken(self) -> dict[str, Any]:
        """The fields, and who is meant."""
        fields = super().spoken()
        for key in ("rider", "sprinter", "winner"):
            if fields.get(key):
                fields[f"{key}_name"] = full_name(fields[key])
        if "seat" in fields:
            fields["team"] = TEAMS[fields["seat"]]
        if "sector" in fields:
            fields["where"] = place_text(fields["sector"], fields.get("head", 0))
        return fields


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


# --- events -----------------------------------------------------------------------------------------


class FirstPlayerDrawn(Said, frozen=True):
    """Chance has given somebody the pawn."""

    rule: ClassVar[str] = "Z6.2.1"
    reveals: ClassVar[bool] = True
    sentence: ClassVar[str] = "{team} has the pawn and begins the start turn."
    seat: int


class Drafted(Said, frozen=True):
    """A card has been taken."""

    rule: ClassVar[str] = "Z5.2"
    sentence: ClassVar[str] = "{rider_name} is {card}."
    rider: str
    card: str


class Planned(Said, frozen=True):
    """A card of the route has been chosen."""

    rule: ClassVar[str] = "Z5.4"
    sentence: ClassVar[str] = "{team} puts a {terrain} card on the route, card {card}."
    seat: int
    terrain: str
    card: int


class Started(Said, frozen=True):
    """A rider starts in the head."""

    rule: ClassVar[str] = "Z6.2.2"
    sentence: ClassVar[str] = "{rider_name} starts in the head."
    rider: str


class StoodBack(Said, frozen=True):
    """Somebody has placed nobody; the second time is the last."""

    rule: ClassVar[str] = "Z6.2.4"
    seat: int
    passes: int

    @property
    def text(self) -> str:
        """The message as a sentence."""
        again = " for the second time and is done" if self.passes == r.PASSES_AT_START else ""
        return f"{TEAMS[self.seat]} passes{again}."


class TurnBegan(Said, frozen=True):
    """A terrain card has been turned up."""

    rule: ClassVar[str] = "Z6.3.3"
    sentence: ClassVar[str] = "Turn {turn}: {terrain}, speed {speed}. {team} is first player."
    turn: int
    terrain: str
    speed: int
    seat: int


class Ordered(Said, frozen=True):
    """The first player has said when he acts."""

    rule: ClassVar[str] = "Z6.3.2"
    seat: int
    last: bool

    @property
    def text(self) -> str:
        """The message as a sentence."""
        return f"{TEAMS[self.seat]} acts {'last' if self.last else 'first'}."


class Paid(Said, frozen=True):
    """An activity or a response has been paid for."""

    rule: ClassVar[str] = "Z4.2"
    seat: int
    activity: str
    tokens: int
    special: int

    @property
    def text(self) -> str:
        """The message as a sentence."""
        deed = DEEDS[ACTIVITIES.index(self.activity)]
        special = f", {self.special} of them special" if self.special else ""
        points = f"{counted(self.tokens + self.special, 'token')}{special}"
        return f"{TEAMS[self.seat]} pays {points}{' to ' + deed if deed else ' to respond'}."


class Slowed(Said, frozen=True):
    """A rider has let himself fall back."""

    rule: ClassVar[str] = "Z7.1"
    sentence: ClassVar[str] = "{rider_name} slows down to {where}, fatigue {fatigue}."
    rider: str
    sector: int
    fatigue: int


class Refreshed(Said, frozen=True):
    """A rider has drunk or eaten."""

    rider: str
    activity: str
    fatigue: int

    @property
    def rule(self) -> str:  # type: ignore[override]
        """The rule of the activity."""
        return RULE_OF[ACTIVITIES.index(self.activity)]

    @property
    def text(self) -> str:
        """The message as a sentence."""
        verb = "finds new energy" if self.activity == "energy" else f"{self.activity}s"
        return f"{full_name(self.rider)} {verb}, fatigue {self.fatigue}."


class Worn(Said, frozen=True):
    """A rider has been worn down by an opponent."""

    rule: ClassVar[str] = "Z7.4"
    sentence: ClassVar[str] = "{team} wears down {rider_name}, fatigue {fatigue}."
    rider: str
    seat: int
    fatigue: int


class Claimed(Said, frozen=True):
    """Somebody will be first player in the next turn."""

    rule: ClassVar[str] = "Z7.5"
    sentence: ClassVar[str] = "{team} will be first player in the next turn."
    seat: int


class SpedUp(Said, frozen=True):
    """A rider has gone one sector forward."""

    rule: ClassVar[str] = "Z7.6"
    rider: str
    sector: int
    fatigue: int
    joined: bool

    @property
    def text(self) -> str:
        """The message as a sentence."""
        verb = "goes along" if self.joined else "speeds up"
        return f"{full_name(self.rider)} {verb} to {place_text(self.sector)}, fatigue {self.fatigue}."


class Put(Said, frozen=True):
    """A rider has been put on the challenge sheet."""

    rule: ClassVar[str] = "Z7.8.4"
    rider: str
    role: str
    cost: int
    side_sum: int
    fatigue: int

    @property
    def text(self) -> str:
        """The message as a sentence."""
        side = "obstructing" if self.role == "obstruct" else "acting"
        return (
            f"{full_name(self.rider)} {self.role}s for {self.cost} fatigue; "
            f"the {side} side has {self.side_sum}."
        )


class Declined(Said, frozen=True):
    """Somebody stays out of a challenge, or lets a speed-up go."""

    rule: ClassVar[str] = "Z7.8.9"
    sentence: ClassVar[str] = "{team} stays out of it."
    seat: int


class Decided(Said, frozen=True):
    """A challenge is decided."""

    rule: ClassVar[str] = "Z7.8.7"
    activity: str
    right: int
    left: int
    won: bool

    @property
    def text(self) -> str:
        """The message as a sentence."""
        return f"{self.right} against {self.left}: the challenge {'succeeds' if self.won else 'fails'}."


class WentToHead(Said, frozen=True):
    """A rider has made it to the head."""

    rule: ClassVar[str] = "Z7.9"
    sentence: ClassVar[str] = "{rider_name} goes to the head, fatigue {fatigue}."
    rider: str
    fatigue: int


class BrokeAway(Said, frozen=True):
    """A rider has broken away."""

    rule: ClassVar[str] = "Z7.11"
    sentence: ClassVar[str] = "{rider_name} is away to {where}, fatigue {fatigue}."
    rider: str
    sector: int
    fatigue: int


class Wished(Said, frozen=True):
    """Somebody has said what he makes of the pace."""

    rule: ClassVar[str] = "Z7.10.3"
    seat: int
    wish: str

    @property
    def text(self) -> str:
        """The message as a sentence."""
        what = {"break": "breaks away", "pace": "wants the pace", "nothing": "makes nothing of it"}
        return f"{TEAMS[self.seat]} {what[self.wish]}."


class PaceRose(Said, frozen=True):
    """The peloton goes faster."""

    rule: ClassVar[str] = "Z7.10.2"
    sentence: ClassVar[str] = "The peloton goes faster: speed {speed}."
    speed: int


class Dropped(Said, frozen=True):
    """The faster peloton has taken a sector from a rider."""

    rule: ClassVar[str] = "Z7.10.2"
    sentence: ClassVar[str] = "{rider_name} loses a sector and is in {where}."
    rider: str
    sector: int


class ControlBegan(Said, frozen=True):
    """The head holds too few riders or too many."""

    rule: ClassVar[str] = "Z7.12"
    too: str
    seat: int

    @property
    def text(self) -> str:
        """The message as a sentence."""
        return f"There are too {self.too} riders in the head; {TEAMS[self.seat]} begins to put it in order."


class MovedUp(Said, frozen=True):
    """A control has brought a rider to the head."""

    rule: ClassVar[str] = "Z7.12.1"
    sentence: ClassVar[str] = "{rider_name} moves to the head, fatigue {fatigue}."
    rider: str
    fatigue: int


class MovedBack(Said, frozen=True):
    """A control has sent a rider back to the bunch."""

    rule: ClassVar[str] = "Z7.12.5"
    sentence: ClassVar[str] = "{rider_name} drops back to the bunch, fatigue {fatigue}."
    rider: str
    fatigue: int


class Excused(Said, frozen=True):
    """Somebody need not move."""

    rule: ClassVar[str] = "Z7.12.3"
    sentence: ClassVar[str] = "{team} is excused and moves nobody."
    seat: int


class Passed(Said, frozen=True):
    """Somebody is done for this turn."""

    rule: ClassVar[str] = "Z6.3.5"
    sentence: ClassVar[str] = "{team} passes for the rest of the turn."
    seat: int


class Tired(Said, frozen=True):
    """What a turn's road and speed have done to a rider."""

    rule: ClassVar[str] = "Z8.3"
    sentence: ClassVar[str] = "{rider_name} pays {change:+d} for the road: fatigue {fatigue}, {where}."
    rider: str
    change: int
    fatigue: int
    sector: int
    head: bool


class Retired(Said, frozen=True):
    """A rider has left the race."""

    rule: ClassVar[str] = "Z8.5"
    sentence: ClassVar[str] = "{rider_name} is too tired and retires."
    rider: str


class TeamOut(Said, frozen=True):
    """The last rider of a team has retired."""

    rule: ClassVar[str] = "Z6.4.1"
    sentence: ClassVar[str] = "{team} has no rider left and is out of the race."
    seat: int


class LinedUp(Said, frozen=True):
    """A sprinter stands in his column."""

    rule: ClassVar[str] = "Z9.4"
    sentence: ClassVar[str] = "{rider_name} sprints from column {column}."
    rider: str
    column: int


class Stopped(Said, frozen=True):
    """Somebody lines up nobody more."""

    rule: ClassVar[str] = "Z9.4"
    sentence: ClassVar[str] = "{team} lines up nobody more."
    seat: int


class Helped(Said, frozen=True):
    """A rider helps a sprinter."""

    rule: ClassVar[str] = "Z9.5"
    sentence: ClassVar[str] = "{rider_name} helps {sprinter_name}."
    rider: str
    sprinter: str


class Spent(Said, frozen=True):
    """Special tokens have been given to a sprinter."""

    rule: ClassVar[str] = "Z9.6"
    sentence: ClassVar[str] = "{rider_name} sprints with special tokens: {special}."
    rider: str
    special: int


class Sprinted(Said, frozen=True):
    """A sprinter's value."""

    rule: ClassVar[str] = "Z9.7"
    sentence: ClassVar[str] = "{rider_name} sprints with {value}."
    rider: str
    value: int


class Fed(Said, frozen=True):
    """The feed card has been turned up."""

    rule: ClassVar[str] = "Z11.3"
    sentence: ClassVar[str] = "The feed zone: from now on riders can be given energy."


class Approached(Said, frozen=True):
    """A summit or a flying sprint has been reached."""

    rule: ClassVar[str] = "Z11.2"
    goal: str

    @property
    def text(self) -> str:
        """The message as a sentence."""
        return "The summit is near." if self.goal == "GPM" else "The flying sprint is on."


class Scored(Said, frozen=True):
    """A rider has won points for a jersey."""

    rule: ClassVar[str] = "Z11.2"
    sentence: ClassVar[str] = "{rider_name} wins {points} points ({goal})."
    rider: str
    goal: str
    points: int


class Ended(Said, frozen=True):
    """The race is over."""

    winner: str | None
    how: str

    @property
    def rule(self) -> str:  # type: ignore[override]
        """The rule that ended the race."""
        return {"sprint": "Z9.8", "alone": "Z9.2", "last team": "Z6.4.2"}.get(self.how, "Z6.4.3")

    @property
    def text(self) -> str:
        """The message as a sentence."""
        how = {"alone": " alone in front", "last team": ", the last team on the road"}
        if self.winner is None:
            return "Nobody is left in the race, and nobody wins it."
        return f"{full_name(self.winner)} wins{how.get(self.how, ' the sprint')}."


def event(row: Sequence[int]) -> Message:
    """One row of a trace, in words."""
    code, *numbers = row
    return EVENTS[code](*numbers)


def _of_rider(kind: Any, numbers: int = 0) -> Callable[..., Message]:
    """An event about a rider, and so many numbers."""
    return lambda rider, *more: kind(rider_id(rider), *more[:numbers])


def _of_seat(kind: Any, numbers: int = 0) -> Callable[..., Message]:
    """An event about a seat, and so many numbers."""
    return lambda seat, *more: kind(seat, *more[:numbers])


EVENTS: dict[int, Callable[..., Message]] = {
    r.DREW_FIRST: _of_seat(FirstPlayerDrawn),
    r.DRAFTED: lambda rider, _, card, *__: Drafted(rider_id(rider), unpack_id(card)),
    r.PLANNED: lambda seat, terrain, card, *_: Planned(seat, TERRAIN_NAMES[terrain], card),
    r.STARTED: _of_rider(Started),
    r.STOOD_BACK: _of_seat(StoodBack, 1),
    r.TURN_BEGAN: lambda turn, terrain, speed, seat, _: TurnBegan(turn, TERRAIN_NAMES[terrain], speed, seat),
    r.ORDERED: lambda seat, last, *_: Ordered(seat, bool(last)),
    r.PAID: lambda seat, activity, tokens, special, _: Paid(seat, ACTIVITIES[activity], tokens, special),
    r.SLOWED: _of_rider(Slowed, 2),
    r.REFRESHED: lambda rider, activity, fatigue, *_: Refreshed(
        rider_id(rider), ACTIVITIES[activity], fatigue
    ),
    r.WORN: _of_rider(Worn, 2),
    r.CLAIMED: _of_seat(Claimed),
    r.SPED_UP: lambda rider, sector, fatigue, joined, _: SpedUp(
        rider_id(rider), sector, fatigue, bool(joined)
    ),
    r.PUT: lambda rider, role, *more: Put(rider_id(rider), ROLES[role], *more),
    r.DECLINED: _of_seat(Declined),
    r.DECIDED: lambda activity, right, left, won, _: Decided(ACTIVITIES[activity], right, left, bool(won)),
    r.WENT_TO_HEAD: _of_rider(WentToHead, 1),
    r.BROKE_AWAY: _of_rider(BrokeAway, 2),
    r.WISHED: lambda seat, wish, *_: Wished(seat, WISHES[wish]),
    r.PACE_ROSE: lambda speed, *_: PaceRose(speed),
    r.DROPPED: _of_rider(Dropped, 1),
    r.CONTROL_BEGAN: lambda fault, seat, *_: ControlBegan(("", "few", "many")[fault], seat),
    r.MOVED_UP: _of_rider(MovedUp, 1),
    r.MOVED_BACK: _of_rider(MovedBack, 1),
    r.EXCUSED: _of_seat(Excused),
    r.PASSED: _of_seat(Passed),
    r.TIRED: lambda rider, change, fatigue, sector, head: Tired(
        rider_id(rider), change, fatigue, sector, bool(head)
    ),
    r.RETIRED: _of_rider(Retired),
    r.TEAM_OUT: _of_seat(TeamOut),
    r.LINED_UP: lambda rider, column, *_: LinedUp(rider_id(rider), column + 1),
    r.STOPPED: _of_seat(Stopped),
    r.HELPED: lambda rider, sprinter, *_: Helped(rider_id(rider), rider_id(sprinter)),
    r.SPENT: _of_rider(Spent, 1),
    r.SPRINTED: _of_rider(Sprinted, 1),
    r.FED: lambda *_: Fed(),
    r.APPROACHED: lambda goal, *_: Approached(GOALS[goal]),
    r.SCORED: lambda rider, goal, points, *_: Scored(rider_id(rider), GOALS[goal], points),
    r.ENDED: lambda rider, how, *_: Ended(None if rider == r.NOBODY else rider_id(rider), ENDINGS[how]),
}


# --- actions ----------------------------------------------------------------------------------------

PASS_AT: dict[int, type[Said]] = {
    r.START: StandBack, r.ACTIVITY: PassForGood, r.RESPONSE: StayOut, r.JOINING: StayBehind,
    r.CONTROL: UseExcuse, r.LINE_UP: StopLineUp,
}  # fmt: skip
RIDER_AT: dict[int, Any] = {
    r.START: PlaceInHead, r.JOINING: Join, r.CONTROL: ControlMove, r.LINE_UP: LineUp,
}  # fmt: skip
BARE: dict[int, type[Said]] = {r.CANCEL: Cancel, r.FIRST: ActFirst, r.LAST: ActLast}


def action(race: Any, seat: int, code: int) -> Message:
    """What an action code means to a seat."""
    if code == r.PASS:
        return PASS_AT[int(race.step)]()
    if code in BARE:
        return BARE[code]()
    for end, meaning in MEANINGS:
        if code < end:
            return meaning(race, seat, code)
    return SpendTokens(rider_id(int(race.chosen)), code - r.SPEND)


def _subject(race: Any, seat: int, code: int) -> Message:
    """A rider or a team somebody chooses."""
    if code >= r.OPPONENT:
        return WearTeam(code - r.OPPONENT)
    if code >= r.TARGET:
        return WearRider(rider_id(code - r.TARGET))
    rider = rider_id(r.TEAM * seat + code - r.RIDER)
    if race.step == r.ACTIVITY:
        return ChooseRider(ACTIVITIES[race.activity], rider)
    return RIDER_AT[int(race.step)](rider)


def _entry(race: Any, seat: int, code: int) -> Message:
    """A rider for the challenge sheet, with what he costs."""
    role = 1 + (code - r.PERFORM) // r.TEAM
    kind = (Perform, Help, Obstruct)[role - 1]
    points = points_for(int(race.activity), role, int(race.entries))
    fatigue = int(slot_fatigue(race, role, int(race.entries)))
    return kind(rider_id(r.TEAM * seat + (code - r.PERFORM) % r.TEAM), points, fatigue)


def _payment(race: Any, seat: int, code: int) -> Message:
    """A mix of tokens; who pays is plain."""
    del seat
    cost, special = r.COST[race.activity], code - r.PAY
    if race.entries:
        cost = sum(
            points_for(int(race.activity), int(race.entry_role[entry]), entry)
            for entry in range(int(race.entries))
        )
    return PayWith(int(cost) - special, special)


def _draft(race: Any, seat: int, code: int) -> Message:
    """A rider card."""
    del seat
    setup, card = race.setup, code - r.CARD
    flat, hill, mountain, descent = setup.speed[card].tolist()
    name, value = unpack_id(int(setup.card_id[card])), int(setup.worth[card])
    sprint, trial = int(setup.sprint[card]), int(setup.trial[card])
    return DraftCard(name, value, flat, hill, mountain, descent, sprint, trial)


def _help(race: Any, seat: int, code: int) -> Message:
    """A helper for a sprinter."""
    del seat
    return HelpSprinter(rider_id(int(race.chosen)), rider_id(int(race.column_rider[code - r.COLUMN])))


MEANINGS: tuple[tuple[int, Callable[[Any, int, int], Message]], ...] = (
    (r.RIDER, lambda _, __, code: ChooseActivity(ACTIVITIES[code - r.DO], r.COST[code - r.DO])),
    (r.PERFORM, _subject),
    (r.PAY, _entry),
    (r.SECTORS, _payment),
    (r.WISH, lambda _, __, code: GoClear(code - r.SECTORS, int(price_of_break(code - r.SECTORS)))),
    (r.CARD, lambda _, __, code: Wish(WISHES[code - r.WISH])),
    (r.TERRAIN, _draft),
    (r.COLUMN, lambda _, __, code: PickTerrain(TERRAIN_NAMES[code - r.TERRAIN])),
    (r.SPEND, _help),
)  # the first code behind each range of actions, and what its actions mean
