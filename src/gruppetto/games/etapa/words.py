"""Etapa in words: actions and events as typed messages, each with a sentence and its rule."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec

from gruppetto.games.etapa import record as r
from gruppetto.games.etapa.road import CARD_NAMES
from gruppetto.games.game import Message

TEAMS = ("Blue", "Red", "Orange", "Black", "Violet")
JERSEYS = ("none", "yellow", "polka-dot", "green", "white", "rainbow")
SKIES = ("sun", "rain", "headwind", "tailwind", "crosswind", "heat")
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


def full_name(name: str) -> str:
    """A rider as one speaks of him."""
    return f"{TEAMS[rider_number(name) // r.TEAM]}’s number {name}"


def card_text(card: str) -> str:
    """A card as one speaks of it."""
    rounds = {"2B": ", one round of breakaway", "4B": ", two rounds", "6B": ", three rounds"}.get(card, "")
    return f"+{card.rstrip('B')}{rounds}"


def clock(tenths: int) -> str:
    """A time trial's time (C13.7)."""
    return f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"


def place_name(place: int) -> str:
    """First to fifteenth in figures."""
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place, 'th') }"


class Said(Message, frozen=True):
    """A message whose sentence is filled in from its fields."""

    sentence: ClassVar[str] = ""

    @property
    def text(self) -> str:
        """The message as a sentence."""
        return self.sentence.format(**self.spoken())

    def spoken(self) -> dict[str, Any]:
        """The fields as one speaks of them."""
        fields = msgspec.structs.asdict(self)
        for name in ("rider", "leader"):
            if fields.get(name):
                fields[name] = full_name(fields[name])
        if fields.get("card"):
            fields["card"] = card_text(fields["card"])
        if "seat" in fields:
            fields["team"] = TEAMS[fields["seat"]]
        if "tenths" in fields:
            fields["time"] = clock(fields["tenths"])
        if "place" in fields:
            fields["place"] = place_name(fields["place"])
        return fields


# --- actions ----------------------------------------------------------------------------------------


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


class OfJersey(Said, frozen=True):
    """A message about what a jersey adds."""

    rider: str
    jersey: str

    @property
    def rule(self) -> str:  # type: ignore[override]
        """The rule of the jersey."""
        return JERSEY_RULES[self.jersey]


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


# --- events -----------------------------------------------------------------------------------------


class Designated(Said, frozen=True):
    """A rider under 25 has been named."""

    rule: ClassVar[str] = "C1.1"
    sentence: ClassVar[str] = "{rider} rides for the white jersey."
    rider: str


class StageBegan(Said, frozen=True):
    """A stage begins."""

    rule: ClassVar[str] = "C1.3"
    sentence: ClassVar[str] = "Stage {stage}."
    stage: int


class Wore(Said, frozen=True):
    """A rider wears a jersey."""

    rule: ClassVar[str] = "C10.2"
    sentence: ClassVar[str] = "{rider} wears the {jersey} jersey."
    rider: str
    jersey: str


class RoundBegan(Said, frozen=True):
    """A new round."""

    rule: ClassVar[str] = "C3.1"
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
    """A player has put one of his riders next."""

    rule: ClassVar[str] = "C3.1"
    sentence: ClassVar[str] = "{rider} goes next."
    rider: str


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
    card: str
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
    rider: str
    face: int
    purpose: str

    @property
    def rule(self) -> str:  # type: ignore[override]
        """The rule this throw goes by."""
        return ("C1.4", "C1.8", "C6.1", "C6.1.4", "C8.2")[THROWS.index(self.purpose)]


class Sprinted(Said, frozen=True):
    """A sprint is announced."""

    rule: ClassVar[str] = "C2.2"
    sentence: ClassVar[str] = "{rider} sprints with {card}."
    rider: str
    card: str


class BrokeAway(Said, frozen=True):
    """A breakaway is announced."""

    rule: ClassVar[str] = "C2.5"
    sentence: ClassVar[str] = "{rider} breaks away with {card}."
    rider: str
    card: str
    rounds: int


class Followed(Said, frozen=True):
    """A rider copies another's move."""

    rule: ClassVar[str] = "C3.4.1"
    sentence: ClassVar[str] = "{rider} follows {leader} for {fields} fields."
    rider: str
    leader: str
    fields: int


class Swapped(Said, frozen=True):
    """A card changed for a Slow card."""

    rule: ClassVar[str] = "C12.1"
    sentence: ClassVar[str] = "{team} changes {card} for a Slow card."
    seat: int
    card: str


class TookBonus(OfJersey, frozen=True):
    """A jersey's fields are added."""

    sentence: ClassVar[str] = "{rider} takes {fields} more for the {jersey} jersey."
    fields: int


class Moved(Said, frozen=True):
    """A rider has moved; the reasons say what made the move shorter."""

    rider: str
    start: int
    field: int
    reasons: tuple[str, ...]

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
    rider: str
    prime: int
    place: int
    points: int
    seconds: int


class Crossed(Said, frozen=True):
    """A rider has crossed the line."""

    rule: ClassVar[str] = "C5.1"
    sentence: ClassVar[str] = "{rider} crosses the line as {place}."
    rider: str
    place: int


class Drew(Message, frozen=True):
    """A card was drawn; only its own seat learns which."""

    rule: ClassVar[str] = "C2.7"
    reveals: ClassVar[bool] = True
    seat: int
    card: str | None
    source: str

    @property
    def text(self) -> str:
        """The message as a sentence."""
        card = "a card" if self.card is None else card_text(self.card)
        return f"{TEAMS[self.seat]} draws {card} {self.source}."

    def seen_by(self, seat: int | None) -> "Drew":
        """Others see that he draws, not what."""
        return self if seat == self.seat else Drew(self.seat, None, self.source)


class Punctured(Said, frozen=True):
    """A puncture."""

    rule: ClassVar[str] = "C6.1"
    sentence: ClassVar[str] = "{rider} has a puncture."
    rider: str


class Fell(Message, frozen=True):
    """A rider has fallen, by himself or brought down."""

    rule: ClassVar[str] = "C6.1.1"
    rider: str
    leader: str | None

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
    rider: str
    card: str


class Injured(Said, frozen=True):
    """A rider is injured."""

    rule: ClassVar[str] = "C7.1"
    sentence: ClassVar[str] = "{rider} is injured."
    rider: str


class Withdrew(Said, frozen=True):
    """A rider has given up."""

    rule: ClassVar[str] = "C7.2"
    sentence: ClassVar[str] = "{rider} gives up the stage."
    rider: str


class CarCame(Said, frozen=True):
    """A car has come for a rider."""

    rule: ClassVar[str] = "C8.1"
    sentence: ClassVar[str] = "The car of {rider} appears on field {field}."
    rider: str
    field: int


class CarDrove(Said, frozen=True):
    """A car has driven on."""

    rule: ClassVar[str] = "C8.2"
    sentence: ClassVar[str] = "The car of {rider} drives to field {field}."
    rider: str
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
    rider: str


class Announced(Said, frozen=True):
    """Car feeding is announced."""

    rule: ClassVar[str] = "C8.2"
    sentence: ClassVar[str] = "{rider} calls his car for food."
    rider: str


class Placed(Said, frozen=True):
    """A place in the stage."""

    rule: ClassVar[str] = "C5.1"
    sentence: ClassVar[str] = "{place}: {rider}, {lost} seconds lost, {bonus} seconds of bonus."
    rider: str
    place: int
    lost: int
    bonus: int


class MissedLimit(Said, frozen=True):
    """Outside the time limit."""

    rule: ClassVar[str] = "C5.2"
    sentence: ClassVar[str] = "{rider} has missed the time limit."
    rider: str


class WasVoid(Said, frozen=True):
    """A team's results of a one-day race do not count."""

    rule: ClassVar[str] = "C5.2"
    sentence: ClassVar[str] = "{team}’s results do not count."
    seat: int


class Credited(Said, frozen=True):
    """Points of a prime nobody else has reached."""

    rule: ClassVar[str] = "C5.3"
    sentence: ClassVar[str] = "{rider} is credited with {points} points of prime {prime}."
    rider: str
    prime: int
    points: int


class Scored(Said, frozen=True):
    """Points at the finish."""

    rule: ClassVar[str] = "C9.3"
    sentence: ClassVar[str] = "{rider} scores {points} points."
    rider: str
    points: int


class Timed(Said, frozen=True):
    """A rider's time trial is done."""

    rule: ClassVar[str] = "C13.7"
    sentence: ClassVar[str] = "{rider} finishes in {time}."
    rider: str
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
    card: str


class Returned(Message, frozen=True):
    """A drawn card has gone back; only its own seat knows which."""

    rule: ClassVar[str] = "C10.1"
    seat: int
    card: str | None

    @property
    def text(self) -> str:
        """The message as a sentence."""
        card = "a card" if self.card is None else card_text(self.card)
        return f"{TEAMS[self.seat]} puts {card} back."

    def seen_by(self, seat: int | None) -> "Returned":
        """Others see that a card goes back, not which."""
        return self if seat == self.seat else Returned(self.seat, None)


class Led(Said, frozen=True):
    """A rider leads his team's line."""

    rule: ClassVar[str] = "C14.7"
    sentence: ClassVar[str] = "{rider} takes the lead of his team."
    rider: str


class Added(Said, frozen=True):
    """A card is added to a low throw."""

    rule: ClassVar[str] = "C14.4"
    reveals: ClassVar[bool] = True
    sentence: ClassVar[str] = "{team} adds {card} to change the lead."
    seat: int
    card: str


class BecameChampion(Said, frozen=True):
    """The winner of a world championship."""

    rule: ClassVar[str] = "C10.1"
    sentence: ClassVar[str] = "{rider} is world champion and will wear the rainbow jersey."
    rider: str


class Ended(Said, frozen=True):
    """The race is over."""

    rule: ClassVar[str] = "C5.6"
    sentence: ClassVar[str] = "{rider} wins the race."
    rider: str


class Forecast(Said, frozen=True):
    """The weather of the stage."""

    rule: ClassVar[str] = "C15.1"
    reveals: ClassVar[bool] = True
    sentence: ClassVar[str] = "The weather: {sky}."
    sky: str


class Caught(Said, frozen=True):
    """A doping test was positive."""

    rule: ClassVar[str] = "C15.2"
    sentence: ClassVar[str] = "{rider} fails the doping test; his results are annulled."
    rider: str


EVENTS: dict[int, type[Message]] = {
    r.DESIGNATED: Designated, r.STAGE_BEGAN: StageBegan, r.WORE: Wore, r.ROUND_BEGAN: RoundBegan,
    r.PELOTON: PelotonFound, r.WENT_NEXT: WentNext, r.THREW_OFF: ThrewOff, r.RAISED: Raised,
    r.YIELDED: Yielded, r.THREW: Threw, r.SPRINTED: Sprinted, r.BROKE_AWAY: BrokeAway,
    r.FOLLOWED: Followed, r.SWAPPED: Swapped, r.TOOK_BONUS: TookBonus, r.MOVED: Moved,
    r.WON_PRIME: WonPrime, r.CROSSED: Crossed, r.DREW: Drew, r.WAS_PUNCTURED: Punctured, r.FELL: Fell,
    r.AVOIDED_CRASH: AvoidedCrash, r.WAS_INJURED: Injured, r.WITHDREW: Withdrew, r.CAR_CAME: CarCame,
    r.CAR_DROVE: CarDrove, r.CAR_LEFT: CarLeft, r.WAITED: Waited, r.ANNOUNCED: Announced,
    r.PLACED: Placed, r.MISSED_LIMIT: MissedLimit, r.WAS_VOID: WasVoid, r.CREDITED: Credited,
    r.SCORED: Scored, r.TIMED: Timed, r.TEAM_TIMED: TeamTimed, r.MULTIPLIED: Multiplied,
    r.RETURNED: Returned, r.LED: Led, r.ADDED: Added, r.BECAME_CHAMPION: BecameChampion,
    r.ENDED: Ended, r.FORECAST: Forecast, r.CAUGHT: Caught,
}  # fmt: skip
READ: dict[str, Callable[[int], Any]] = {
    "rider": rider_id,
    "leader": lambda rider: None if rider == r.NOBODY else rider_id(rider),
    "card": lambda kind: CARD_NAMES[kind],
    "jersey": lambda jersey: JERSEYS[jersey],
    "stage": lambda stage: stage + 1,
    "prime": lambda prime: prime + 1,
    "purpose": lambda purpose: THROWS[purpose],
    "source": lambda source: SOURCES[source],
    "sky": lambda sky: SKIES[sky],
    "reasons": lambda held: tuple(word for bit, word in HELD if held & bit),
}


def event(row: Sequence[int]) -> Message:
    """One row of a trace, in words."""
    kind = EVENTS[row[0]]
    names = (field.name for field in msgspec.structs.fields(kind))
    return kind(*(READ.get(name, int)(number) for name, number in zip(names, row[1:], strict=False)))


# --- what an action code means ----------------------------------------------------------------------


def action(race: Any, code: int) -> Message:
    """What an action code means in this state."""
    ask = int(race.ask)
    if r.RIDER <= code < r.FACE:
        return _of_rider(ask, rider_id(code - r.RIDER))
    if r.SPRINT <= code < r.FOLLOW:
        return _of_card(race, ask, code)
    if code >= r.SLOW:
        return _of_move(race, code)
    if code >= r.FOLLOW:
        return _of_choice(race, ask, code)
    return _of_answer(race, ask, code)


def _of_rider(ask: int, rider: str) -> Message:
    meanings: dict[int, type[Message]] = {
        r.ASK_YOUNG: Designate, r.ASK_NEXT: GoNext, r.ASK_CRASH_CAR: SendCar,
        r.ASK_LEADER: Lead, r.ASK_SECOND: RideSecond,
    }  # fmt: skip
    return meanings[ask](rider)


def _of_card(race: Any, ask: int, code: int) -> Message:
    card, rider = CARD_NAMES[(code - r.SPRINT) % r.KINDS], rider_id(int(race.rider))
    if code < r.BREAK:
        return Sprint(rider, card)
    if code < r.SWAP:
        return BreakAway(rider, card)
    if code < r.CARD:
        return SwapCard(card)
    if ask in (r.ASK_MULTIPLY, r.ASK_ADD):
        return Multiply(rider, card) if ask == r.ASK_MULTIPLY else AddCard(rider, card)
    meanings: dict[int, type[Message]] = {r.ASK_RAISE: Raise, r.ASK_AVOID: Avoid, r.ASK_RETURN: GiveBack}
    return meanings[ask](card)


def _of_move(race: Any, code: int) -> Message:
    rider = rider_id(int(race.rider))
    fields = (code - r.SLOW) % r.LONGEST_MOVE
    return (SlowDown, StopForFood, StopAtHelper)[(code - r.SLOW) // r.LONGEST_MOVE](rider, fields)


def _of_choice(race: Any, ask: int, code: int) -> Message:
    rider = rider_id(int(race.rider))
    if code < r.RIDER:
        leader = code - r.FOLLOW
        fields = int(race.moved[leader])
        if race.injured[race.rider]:
            fields = min(fields, int(race.unaided[leader]))
        return Follow(rider, rider_id(leader), fields)
    if code < r.JERSEY:
        return PickFace(code - r.FACE) if ask == r.ASK_PICK else SayFace(code - r.FACE)
    return ChooseJersey(rider, JERSEYS[code - r.JERSEY])


def _of_answer(race: Any, ask: int, code: int) -> Message:
    rider = rider_id(int(race.rider))
    jersey = JERSEYS[race.jersey[race.rider]]
    bonus = 1 if jersey == "yellow" else 2
    meanings: dict[tuple[int, int], Message] = {
        (r.ASK_START, r.ROLL): DropFlag(), (r.ASK_PLAN, r.ROLL): Throw(rider),
        (r.ASK_PLAN, r.PASS): ForgoTurn(rider), (r.ASK_PLAN, r.WAIT): WaitForMate(rider),
        (r.ASK_PLAN, r.CAR): CallCar(rider), (r.ASK_RAISE, r.PASS): NoMore(),
        (r.ASK_AVOID, r.PASS): FallDown(), (r.ASK_INJURY, r.CONTINUE): RideInjured(rider),
        (r.ASK_INJURY, r.WITHDRAW): Withdraw(rider), (r.ASK_BONUS, r.TAKE): TakeBonus(rider, jersey, bonus),
        (r.ASK_BONUS, r.PASS): LeaveBonus(rider, jersey),
        (r.ASK_MOVE, r.RIDE): RideOn(rider, int(race.reach)), (r.ASK_CRASH_CAR, r.PASS): KeepCar(),
        (r.ASK_PUNCTURE_CAR, r.TAKE): SendCar(rider), (r.ASK_PUNCTURE_CAR, r.PASS): KeepCar(),
        (r.ASK_CONTACT, r.TAKE): TakeCard(rider), (r.ASK_CONTACT, r.PASS): WaiveCard(rider),
        (r.ASK_MULTIPLY, r.PASS): NoCard(rider), (r.ASK_ADD, r.PASS): NoCard(rider),
        (r.ASK_CHANGE, r.CHANGE): ChangeLead(), (r.ASK_CHANGE, r.KEEP): KeepLead(),
    }  # fmt: skip
    return meanings[ask, code]
