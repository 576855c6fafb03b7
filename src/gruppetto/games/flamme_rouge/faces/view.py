"""What a seat may know of a race, and how a finished one is ranked."""

from typing import Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gruppetto.games.flamme_rouge.faces import position
from gruppetto.games.flamme_rouge.faces.position import (
    CARD_OR_NONE,
    PILE,
    on_road,
    riders_of,
    road_of,
    supply_of,
    where,
)
from gruppetto.games.flamme_rouge.faces.words import TEAMS, CardName, LaneName, rider_id
from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.flamme_rouge.rules.cards import DIGIT
from gruppetto.games.flamme_rouge.rules.options import Team
from gruppetto.games.flamme_rouge.rules.record import Race
from gruppetto.games.game import Json, bits
from gruppetto.games.vocabulary import told, word_of

OWN_CARDS = ("deck", "hand", "recycled", "played")
Cards = dict[str, int]  # how many there are of each kind
Held = TypeVar("Held", bound=msgspec.Struct)


class OwnCards(msgspec.Struct, frozen=True):
    """A rider's cards, as only their own seat sees them."""

    deck: Cards
    hand: Cards
    recycled: Cards
    played: CardName | None


class RiderSeen(msgspec.Struct, frozen=True):
    """One rider: where they are, and what anybody can count."""

    seat: int
    kind: Literal["S", "R"]
    square: int | None
    lane: LaneName | None
    face_down: int
    recycled: int
    unrevealed: Cards
    drawn: bool
    played: bool
    revealed: CardName | None


class Rider(RiderSeen, frozen=True):
    """A rider of a race; one's own with their cards."""

    own: OwnCards | UnsetType = UNSET


class TeamSeen(msgspec.Struct, frozen=True):
    """A team, who leads it, and whether it has to decide."""

    seat: int
    team: str
    led_by: Literal["player", "muscle", "peloton"]
    owes: bool


class Supply(msgspec.Struct, frozen=True):
    """Exhaustion cards left for sprinteurs and for rouleurs."""

    S: int
    R: int


class RankedRider(msgspec.Struct, frozen=True):
    """A rider on the road when the race was over."""

    place: int
    rider: str
    square: int
    lane: LaneName
    past_line: int


class Result(msgspec.Struct, frozen=True):
    """How a race has ended."""

    winner: int
    seats: list[int]
    riders: list[RankedRider]


class View(msgspec.Struct, frozen=True, tag_field="game", tag="flamme-rouge"):
    """What a seat may know of a race."""

    stage: str
    letters: str
    squares: str
    phase: Literal["placement", "energy", "finished"]
    round: int
    waiting: list[int]
    you: int | None
    supply: Supply
    order: list[str]
    seats: list[TeamSeen]
    riders: dict[str, Rider]
    result: Result | None


class Place(msgspec.Struct, frozen=True):
    """Where a rider is."""

    square: int | None
    lane: LaneName | None


class Moment(msgspec.Struct, frozen=True):
    """Of a view only where everybody is."""

    round: int
    phase: str
    letters: str
    riders: dict[str, Place]


def public_view(race: Race) -> View:
    """What everybody may know, and how it ended once it has."""
    return View(
        **on_show(race),
        seats=[TeamSeen(**team(race, seat)) for seat in range(race.setup.seats)],
        riders={rider_id(rider): Rider(**in_sight(race, rider)) for rider in riders_of(race)},
        result=classification(race) if race.phase == r.Phase.FINISHED else None,
    )


def on_show(race: Race) -> Json:
    """What everybody may know of the race as a whole."""
    road = road_of(race)
    return {
        "stage": road.name,
        "letters": road.letters,
        "squares": road.squares,
        "phase": word_of(r.Phase(race.phase)),
        "round": race.rounds,
        "waiting": list(bits(race.owing)),
        "you": None,
        "supply": Supply(**supply_of(race)),
        "order": [rider_id(rider) for rider in in_order(race)],
    }


def in_order(race: Race) -> list[int]:
    """The riders on the road, the first in front."""
    return [rider for rider in race.order[: len(riders_of(race))] if on_road(race, rider)]


def seen_by(race: Race, public: View, seat: int | None) -> View:
    """What everybody may know, and a seat's own cards."""
    if seat is None:
        return public
    return replace(public, you=seat, riders={**public.riders, **with_cards(race, public.riders, seat)})


def with_cards(race: Race, riders: dict[str, Held], seat: int) -> dict[str, Held]:
    """The riders of a seat, each with the cards that are nobody else's to see."""
    own = (2 * seat + r.SPRINTEUR, 2 * seat + r.ROULEUR)
    cards = {rider_id(rider): OwnCards(**told(race, position.Rider, rider, OWN_CARDS)) for rider in own}
    return {name: replace(riders[name], own=held) for name, held in cards.items()}


def team(race: Race, seat: int) -> Json:
    """A team, and whether it has to decide."""
    return {
        "seat": seat,
        "team": TEAMS[seat],
        "led_by": word_of(Team(race.setup.team[seat])),
        "owes": bool(race.owing >> seat & 1),
    }


def in_sight(race: Race, rider: int) -> Json:
    """One rider: where they are, and what anybody can count."""
    return {
        "seat": rider // 2,
        "kind": "SR"[rider % 2],
        **where(race, rider),
        "face_down": sum(PILE.read(race.deck[rider]).values()),
        "recycled": sum(PILE.read(race.recycled[rider]).values()),
        "unrevealed": PILE.read(_unrevealed(race, rider)),
        "drawn": race.at_hand[rider // 2] == rider,
        "played": race.played[rider] != r.NO_CARD,
        "revealed": CARD_OR_NONE.read(race.revealed[rider]),
    }


def _unrevealed(race: Race, rider: int) -> int:
    """All their cards still in the game and not on show: anybody can tell which."""
    pile, played = race.deck[rider] + race.hand[rider] + race.recycled[rider], race.played[rider]
    return int(pile if played == r.NO_CARD else pile + (1 << DIGIT * played))


def classification(race: Race) -> Result:
    """Riders by square, then right lane first; teams by their best rider, without any last (FR6.1, FR6.2)."""
    riders = in_order(race)
    seats = list(dict.fromkeys([*(rider // 2 for rider in riders), *range(race.setup.seats)]))
    ranked = [_ranked(race, rider, place) for place, rider in enumerate(riders, start=1)]
    return Result(seats[0], seats, ranked)


def _ranked(race: Race, rider: int, place: int) -> RankedRider:
    past_line = max(0, race.square[rider] - race.setup.line + 1)
    return RankedRider(place, rider_id(rider), **where(race, rider), past_line=past_line)


def places(view: Any) -> Moment:
    """Of the view of a race or a tour only where everybody is."""
    riders = {name: Place(rider.square, rider.lane) for name, rider in view.riders.items()}
    return Moment(view.round, view.phase, view.letters, riders)
