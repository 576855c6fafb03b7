"""What a seat may know of a tour, and how a finished one is ranked."""

from gruppetto.games.flamme_rouge.faces import view as of_race
from gruppetto.games.flamme_rouge.faces.position import PILE, riders_of, road_by
from gruppetto.games.flamme_rouge.faces.words import TEAMS, card_of, rider_id
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
from gruppetto.games.game import Json, bits
from gruppetto.games.vocabulary import told

PHASES: dict[int, str] = {
    t.TourPhase.DRAFT: "draft",
    t.TourPhase.RAISING: "raise",
    t.TourPhase.OVER: "finished",
}
AT_HOME = ("place", "crossed", "past_line", "gain")
NOT_HOME = dict.fromkeys(AT_HOME)


def on_show(tour: Tour) -> Json:
    """The view of the race, and more that all may know: times, points, traits in play (GT8, GT11)."""
    race = of_race.on_show(tour.race)
    riders = {name: {**rider, **_rider(tour, n)} for n, (name, rider) in enumerate(race["riders"].items())}
    waiting = list(bits(tour.owing | tour.race.owing))
    return {
        **race,
        "game": "flamme-rouge-tour",
        "phase": PHASES.get(tour.phase, race["phase"]),
        "waiting": waiting,
        "seats": [{**team, **_team(tour, team["seat"], waiting)} for team in race["seats"]],
        "riders": riders,
        "result": classification(tour) if tour.phase == t.TourPhase.OVER else None,
        "tour": _tour(tour),
    }


def seen_by(tour: Tour, public: Json, seat: int | None) -> Json:
    """What everybody may know, a seat's own cards, what it was shown, and its part in the draft."""
    if seat is None:
        return public
    seen = of_race.seen_by(tour.race, public, seat)
    for rider in riders_of(tour.race):
        if tour.shown[rider] == seat:
            name = rider_id(rider)
            seen["riders"][name] = {**seen["riders"][name], "shown": card_of(tour.race.played[rider])}
    if tour.phase == t.TourPhase.DRAFT:
        draft = {**public["tour"]["draft"], **_own_draft(tour, seat)}
        seen["tour"] = {**public["tour"], "draft": draft}
    return seen


def _rider(tour: Tour, rider: int) -> Json:
    """What the tour says of a rider: this stage, the clock, their trait, their exhaustion."""
    return {
        **(told(tour, Standing, rider, AT_HOME) if tour.place[rider] else NOT_HOME),
        **told(tour, Standing, rider, ("time", "trait", "carried_over", "shown_to")),
        "trait_used": bool(tour.used[rider]),
        "exhaustion": exhaustion_of(tour, rider),
        "shown": None,
    }


def exhaustion_of(tour: Tour, rider: int) -> int:
    """All exhaustion cards a rider has: anybody can count them (FR3.6)."""
    race = tour.race
    piles = race.deck[rider] + race.hand[rider] + race.recycled[rider]
    return PILE.read(piles).get("X", 0) + (race.played[rider] == r.EXHAUSTION)


def _team(tour: Tour, seat: int, waiting: list[int]) -> Json:
    return {"owes": seat in waiting, "points": tour.points[seat], "stage_wins": _wins(tour, seat)}


def _wins(tour: Tour, seat: int) -> int:
    return sum(rider // 2 == seat for rider in stage_winners(tour))


def _own_draft(tour: Tour, seat: int) -> Json:
    """The two cards a seat has drawn, and what it has chosen."""
    cards = tour.offered[2 * seat : 2 * seat + 2]
    return {
        "offered": [TRAIT.read(card) for card in cards if card != NO_TRAIT],
        "trait": kept_trait(tour.choice[seat]),
        "rider": keeper(seat, tour.choice[seat]),
    }


# --- the tour as a whole ----------------------------------------------------------------------------


def _tour(tour: Tour) -> Json:
    chosen = [seat for seat in range(tour.race.setup.seats) if tour.choice[seat] != t.UNDECIDED]
    draft = {"chosen": chosen, "offered": [], "trait": None, "rider": None}
    return {
        "stage": tour.stage + 1,
        "stages": _stages(tour),
        "traits": bool(tour.plan.options.traits),
        "cooperation": bool(tour.plan.options.cooperation),
        "draft": draft if tour.phase == t.TourPhase.DRAFT else None,
        "tracker": _tracker(tour),
        "gc": general_classification(tour),
        "teams": team_classification(tour),
    }


def _stages(tour: Tour) -> list[Json]:
    return [_stage(tour, number) for number in range(tour.plan.stages)]


def _stage(tour: Tour, number: int) -> Json:
    """A stage of the tour: its road, and once it is over its finish and everybody's time and gap after it."""
    letters, over = letters_of(tour, number), number < stages_over(tour)
    came = ridden(tour, number) if over else {"finish": [], "times": {}}
    best = min((time for time in came["times"].values() if time is not None), default=0)
    return {
        "number": number + 1,
        "name": road_by(letters).name,
        "letters": letters,
        "over": over,
        **came,
        "points": {rider: t.POINTS - place for place, rider in enumerate(came["finish"][: t.POINTS])},
        "gaps": {name: None if time is None else time - best for name, time in came["times"].items()},
    }


def stage_winners(tour: Tour) -> list[int]:
    """Who has won the stages that are over."""
    return [tour.finishers[stage * r.RIDERS] for stage in range(stages_over(tour))]


def _tracker(tour: Tour) -> Json:
    """The tokens on the rulebook's grid: a column for each minute, a row for every ten seconds (GT4)."""
    tokens = [
        {"rider": rider_id(rider), "minute": time // t.MINUTE, "row": time % t.MINUTE // t.ROW}
        for rider, time in enumerate(tour.seconds[: len(riders_of(tour.race))])
        if time != t.OUT
    ]
    return {"minutes": t.MINUTES, "rows": t.ROWS, "tokens": tokens}


# --- classifications --------------------------------------------------------------------------------


def overall_order(tour: Tour) -> list[int]:
    """All riders by time, then by their places in the latest stage; those out of it last (GT10)."""

    def key(rider: int) -> tuple[bool, int, int, int]:
        seconds = tour.seconds[rider]
        return seconds == t.OUT, seconds, tour.latest[rider], rider

    return sorted(riders_of(tour.race), key=key)


def general_classification(tour: Tour) -> list[Json]:
    """Every rider's place, time and gap; without a place whoever is out of it (GT7, GT10)."""
    order = overall_order(tour)
    best, winners = tour.seconds[order[0]], stage_winners(tour)
    return [
        {
            "place": None if time is None else place,
            "rider": rider_id(rider),
            "time": time,
            "clock": None if time is None else clock(time),
            "gap": None if time is None else time - best,
            "stage_wins": winners.count(rider),
            "exhaustion": exhaustion_of(tour, rider),
        }
        for place, rider in enumerate(order, start=1)
        for time in [TIME.read(tour.seconds[rider])]
    ]


def team_classification(tour: Tour) -> list[Json]:
    """The teams by tour points, then by the better of their riders (GT1, GT10)."""
    order = overall_order(tour)
    leaders = {seat: min((2 * seat, 2 * seat + 1), key=order.index) for seat in range(tour.race.setup.seats)}
    ranking = sorted(leaders, key=lambda seat: (-tour.points[seat], order.index(leaders[seat])))
    return [
        {
            "place": place,
            "seat": seat,
            "team": TEAMS[seat],
            "points": tour.points[seat],
            "stage_wins": _wins(tour, seat),
            "leader": rider_id(leaders[seat]),
        }
        for place, seat in enumerate(ranking, start=1)
    ]


def classification(tour: Tour) -> Json:
    """The teams by tour points, the riders by time, and every stage (GT1, GT2, GT10)."""
    teams = team_classification(tour)
    return {
        "winner": teams[0]["seat"],
        "seats": [team["seat"] for team in teams],
        "teams": teams,
        "riders": general_classification(tour),
        "stages": _stages(tour),
    }
