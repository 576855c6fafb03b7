"""Events as typed messages, each with a sentence and its rule."""

from typing import ClassVar

from gruppetto.games.due_ruote import record as r
from gruppetto.games.due_ruote.names import (
    ACTIVITIES,
    DEEDS,
    EVENTS,
    MISHAPS,
    RULE_OF,
    TEAMS,
    Said,
    counted,
    full_name,
    place_text,
)


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


class EventsDealt(Said, frozen=True):
    """Three event cards lie before a player."""

    rule: ClassVar[str] = "Z11.4"
    reveals: ClassVar[bool] = True
    seat: int
    events: tuple[str, str, str]

    @property
    def text(self) -> str:
        """The message as a sentence."""
        cards = ", ".join(MISHAPS[EVENTS.index(event)] for event in self.events)
        return f"{TEAMS[self.seat]} may be hit by two of these: {cards}."


class EventKept(Said, frozen=True):
    """A player has taken an event card."""

    rule: ClassVar[str] = "Z11.4"
    sentence: ClassVar[str] = "{team} takes the card of {mishap}."
    seat: int
    event: str


class EventStruck(Said, frozen=True):
    """A full event card has struck."""

    rule: ClassVar[str] = "Z11.4"
    reveals: ClassVar[bool] = True
    sentence: ClassVar[str] = "{team} is hit by {mishap}."
    seat: int
    event: str


class Hurt(Said, frozen=True):
    """What an event has done to a rider."""

    rule: ClassVar[str] = "Z11.4"
    sentence: ClassVar[str] = "{rider_name} suffers: {where}, fatigue {fatigue}."
    rider: str
    sector: int
    head: bool
    fatigue: int


class TokensWon(Said, frozen=True):
    """Special tokens for the winner of a summit or a flying sprint."""

    rule: ClassVar[str] = "Z11.4"
    reveals: ClassVar[bool] = True
    seat: int
    special: int

    @property
    def text(self) -> str:
        """The message as a sentence."""
        return f"{TEAMS[self.seat]} gets {counted(self.special, 'special token')} for it."


class StageBegan(Said, frozen=True):
    """The next stage of several begins."""

    rule: ClassVar[str] = "Z11.5"
    sentence: ClassVar[str] = "Stage {stage} begins."
    stage: int


class StageWon(Said, frozen=True):
    """A stage of several is over."""

    rule: ClassVar[str] = "Z11.5"
    winner: str | None
    stage: int
    how: str

    @property
    def text(self) -> str:
        """The message as a sentence."""
        if self.winner is None:
            return f"Nobody is left to win stage {self.stage}."
        return f"{full_name(self.winner)} wins stage {self.stage}."


class Leads(Said, frozen=True):
    """Who wears pink after a stage."""

    rule: ClassVar[str] = "Z11.5"
    sentence: ClassVar[str] = "{rider_name} wears pink, with {seconds} seconds."
    rider: str
    seconds: int


class RodeTrial(Said, frozen=True):
    """A rider's time trial."""

    rule: ClassVar[str] = "Z11.6"
    sentence: ClassVar[str] = (
        "{rider_name} rides against the clock with tokens: {tokens}; points {points}, {seconds} seconds lost."
    )
    rider: str
    tokens: int
    points: int
    seconds: int


class Ended(Said, frozen=True):
    """The race is over."""

    winner: str | None
    how: str
    stages: int = 0

    @property
    def rule(self) -> str:  # type: ignore[override]
        """The rule that ended the race."""
        if self.stages and self.winner is not None:
            return "Z11.5"
        return {"sprint": "Z9.8", "alone": "Z9.2", "last team": "Z6.4.2"}.get(self.how, "Z6.4.3")

    @property
    def text(self) -> str:
        """The message as a sentence."""
        how = {"alone": " alone in front", "last team": ", the last team on the road"}
        if self.winner is None:
            return "Nobody is left in the race, and nobody wins it."
        if self.stages:
            return f"{full_name(self.winner)} wins the race over {counted(self.stages, 'stage')}."
        return f"{full_name(self.winner)} wins{how.get(self.how, ' the sprint')}."
