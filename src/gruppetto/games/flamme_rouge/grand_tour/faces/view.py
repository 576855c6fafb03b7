"""What a seat may know of a tour, and how a finished one is ranked."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gruppetto.games.flamme_rouge.faces import view as of_race
from gruppetto.games.flamme_rouge.faces.position import PILE, riders_of, road_by
from gruppetto.games.flamme_rouge.faces.words import TEAMS, CardName, card_of, rider_id
from gruppetto.games.flamme_rouge.grand_tour.faces.position import (
    TIME,
    Standing,
    letters_of,
    ridden,
    stages_over,
)
from gruppetto.games.flamme_rouge.grand_tour.faces.words import TRAIT, clock, keeper, kept_trait
from gruppetto.games.flamme_rouge.grand_tour.rules import record as t
from gruppetto.games.flamme_rouge.grand_tour.rules.record import Tour
from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.flamme_rouge.rules.traits import NO_TRAIT
from gruppetto.games.game import bits
from gruppetto.games.vocabulary import told

PHASES: dict[int, str] = {
    t.TourPhase.DRAFT: "draft",
    t.TourPhase.RAISING: "raise",
    t.TourPhase.OVER: "finished",
}
AT_HOME = ("place", "crossed", "past_line", "gain")
NOT_HOME = dict.fromkeys(AT_HOME)
Times = dict[str, int | None]


class Rider(of_race.RiderSeen, frozen=True):
    """A rider: this stage, the clock, their trait, their exhaustion; one's own with their cards."""

    place: int | None
    crossed: int | None
    past_line: int | None
    gain: int | None
    time: int | None
    trait: str | None
    carried_over: int
    shown_to: int | None
    trait_used: bool
    exhaustion: int
    shown: CardName | None
    own: of_race.OwnCards | UnsetType = UNSET


class Team(of_race.TeamSeen, frozen=True):
    """A team and what it has won so far."""

    points: int
    stage_wins: int


class Stage(msgspec.Struct, frozen=True):
    """A stage of the tour: its road, and once it is over its finish and everybody's time and gap after it."""

    number: int
    name: str
    letters: str
    over: bool
    finish: list[str]
    times: Times
    points: dict[str, int]
    gaps: Times


class Draft(msgspec.Struct, frozen=True):
    """Who has chosen a trait, and what one was offered and has chosen oneself."""

    chosen: list[int]
    offered: list[str] = []
    trait: str | None = None
    rider: str | None = None


class Token(msgspec.Struct, frozen=True):
    """A rider's token on the tracker."""

    rider: str
    minute: int
    row: int


class Tracker(msgspec.Struct, frozen=True):
    """The tokens on the rulebook's grid: a column for each minute, a row for every ten seconds (GT4)."""

    minutes: int
    rows: int
    tokens: list[Token]


class Classified(msgspec.Struct, frozen=True):
    """A rider in the general classification; without a place whoever is out of it (GT7, GT10)."""

    place: int | None
    rider: str
    time: int | None
    clock: str | None
    gap: int | None
    stage_wins: int
    exhaustion: int


class RankedTeam(msgspec.Struct, frozen=True):
    """A team by its tour points, with the better of its riders (GT1, GT10)."""

    place: int
    seat: int
    team: str
    points: int
    stage_wins: int
    leader: str


class TourSeen(msgspec.Struct, frozen=True):
    """The tour as a whole."""

    stage: int
    stages: list[Stage]
    traits: bool
    cooperation: bool
    draft: Draft | None
    tracker: Tracker
    gc: list[Classified]
    teams: list[RankedTeam]


class Result(msgspec.Struct, frozen=True):
    """How a tour has ended."""

    winner: int
    seats: list[int]
    teams: list[RankedTeam]
    riders: list[Classified]
    stages: list[Stage]


class View(msgspec.Struct, frozen=True, tag_field="game", tag="flamme-rouge-tour"):
    """What a seat may know of a tour: its race, under the names of a race, and more."""

    stage: str
    letters: str
    squares: str
    phase: Literal["draft", "placement", "energy", "raise", "finished"]
    round: int
    waiting: list[int]
    you: int | None
    supply: of_race.Supply
    order: list[str]
    seats: list[Team]
    riders: dict[str, Rider]
    result: Result | None
    tour: TourSeen


def public_view(tour: Tour) -> View:
    """What everybody may know of the race, and of times, points and traits in play (GT8, GT11)."""
    race = of_race.on_show(tour.race)
    waiting = list(bits(tour.owing | tour.race.owing))
    race |= {"phase": PHASES.get(tour.phase, race["phase"]), "waiting": waiting}
    return View(
        **race,
        seats=[_team(tour, seat, waiting) for seat in range(tour.race.setup.seats)],
        riders={rider_id(rider): _rider(tour, rider) for rider in riders_of(tour.race)},
        result=classification(tour) if tour.phase == t.TourPhase.OVER else None,
        tour=_tour(tour),
    )


def seen_by(tour: Tour, public: View, seat: int | None) -> View:
    """What everybody may know, a seat's own cards, what it was shown, and its part in the draft."""
    if seat is None:
        return public
    riders = {**public.riders, **of_race.with_cards(tour.race, public.riders, seat)}
    for rider in riders_of(tour.race):
        if tour.shown[rider] == seat:
            name = rider_id(rider)
            riders[name] = replace(riders[name], shown=card_of(tour.race.played[rider]))
    return replace(public, you=seat, riders=riders, tour=_with_own_draft(tour, public.tour, seat))


def _with_own_draft(tour: Tour, public: TourSeen, seat: int) -> TourSeen:
    """The two cards a seat has drawn, and what it has chosen."""
    if public.draft is None:
        return public
    choice, cards = tour.choice[seat], tour.offered[2 * seat : 2 * seat + 2]
    offered = [TRAIT.read(card) for card in cards if card != NO_TRAIT]
    own = replace(public.draft, offered=offered, trait=kept_trait(choice), rider=keeper(seat, choice))
    return replace(public, draft=own)


def _rider(tour: Tour, rider: int) -> Rider:
    return Rider(
        **of_race.in_sight(tour.race, rider),
        **(told(tour, Standing, rider, AT_HOME) if tour.place[rider] else NOT_HOME),
        **told(tour, Standing, rider, ("time", "trait", "carried_over", "shown_to")),
        trait_used=bool(tour.used[rider]),
        exhaustion=exhaustion_of(tour, rider),
        shown=None,
    )


def exhaustion_of(tour: Tour, rider: int) -> int:
    """All exhaustion cards a rider has: anybody can count them (FR3.6)."""
    race = tour.race
    piles = race.deck[rider] + race.hand[rider] + race.recycled[rider]
    return PILE.read(piles).get("X", 0) + (race.played[rider] == r.EXHAUSTION)


def _team(tour: Tour, seat: int, waiting: list[int]) -> Team:
    known = of_race.team(tour.race, seat) | {"owes": seat in waiting}
    return Team(**known, points=tour.points[seat], stage_wins=_wins(tour, seat))


def _wins(tour: Tour, seat: int) -> int:
    return sum(rider // 2 == seat for rider in stage_winners(tour))


# --- the tour as a whole ----------------------------------------------------------------------------


def _tour(tour: Tour) -> TourSeen:
    chosen = [seat for seat in range(tour.race.setup.seats) if tour.choice[seat] != t.UNDECIDED]
    return TourSeen(
        stage=tour.stage + 1,
        stages=_stages(tour),
        traits=bool(tour.plan.options.traits),
        cooperation=bool(tour.plan.options.cooperation),
        draft=Draft(chosen) if tour.phase == t.TourPhase.DRAFT else None,
        tracker=_tracker(tour),
        gc=general_classification(tour),
        teams=team_classification(tour),
    )


def _stages(tour: Tour) -> list[Stage]:
    return [_stage(tour, number) for number in range(tour.plan.stages)]


def _stage(tour: Tour, number: int) -> Stage:
    letters, over = letters_of(tour, number), number < stages_over(tour)
    came = ridden(tour, number) if over else {"finish": [], "times": {}}
    best = min((time for time in came["times"].values() if time is not None), default=0)
    return Stage(
        number=number + 1,
        name=road_by(letters).name,
        letters=letters,
        over=over,
        **came,
        points={rider: t.POINTS - place for place, rider in enumerate(came["finish"][: t.POINTS])},
        gaps={name: None if time is None else time - best for name, time in came["times"].items()},
    )


def stage_winners(tour: Tour) -> list[int]:
    """Who has won the stages that are over."""
    return [tour.finishers[stage * r.RIDERS] for stage in range(stages_over(tour))]


def _tracker(tour: Tour) -> Tracker:
    tokens = [
        Token(rider_id(rider), time // t.MINUTE, time % t.MINUTE // t.ROW)
        for rider, time in enumerate(tour.seconds[: len(riders_of(tour.race))])
        if time != t.OUT
    ]
    return Tracker(t.MINUTES, t.ROWS, tokens)


# --- classifications --------------------------------------------------------------------------------


def overall_order(tour: Tour) -> list[int]:
    """All riders by time, then by their places in the latest stage; those out of it last (GT10)."""

    def key(rider: int) -> tuple[bool, int, int, int]:
        seconds = tour.seconds[rider]
        return seconds == t.OUT, seconds, tour.latest[rider], rider

    return sorted(riders_of(tour.race), key=key)


def general_classification(tour: Tour) -> list[Classified]:
    """Every rider's place, time and gap (GT7, GT10)."""
    order = overall_order(tour)
    best, winners = tour.seconds[order[0]], stage_winners(tour)
    return [
        Classified(
            place=None if time is None else place,
            rider=rider_id(rider),
            time=time,
            clock=None if time is None else clock(time),
            gap=None if time is None else time - best,
            stage_wins=winners.count(rider),
            exhaustion=exhaustion_of(tour, rider),
        )
        for place, rider in enumerate(order, start=1)
        for time in [TIME.read(tour.seconds[rider])]
    ]


def team_classification(tour: Tour) -> list[RankedTeam]:
    """The teams by tour points, then by the better of their riders (GT1, GT10)."""
    order = overall_order(tour)
    leaders = {seat: min((2 * seat, 2 * seat + 1), key=order.index) for seat in range(tour.race.setup.seats)}
    ranking = sorted(leaders, key=lambda seat: (-tour.points[seat], order.index(leaders[seat])))
    return [
        RankedTeam(place, seat, TEAMS[seat], tour.points[seat], _wins(tour, seat), rider_id(leaders[seat]))
        for place, seat in enumerate(ranking, start=1)
    ]


def classification(tour: Tour) -> Result:
    """The teams by tour points, the riders by time, and every stage (GT1, GT2, GT10)."""
    teams = team_classification(tour)
    seats = [team.seat for team in teams]
    return Result(seats[0], seats, teams, general_classification(tour), _stages(tour))
