"""What a seat may know of a tour, and how a finished one is ranked."""

from gruppetto.games.flamme_rouge.faces import view as of_race
from gruppetto.games.flamme_rouge.faces.words import TEAMS, card_of, rider_id
from gruppetto.games.flamme_rouge.grand_tour.faces.words import clock, keeper, kept_trait, trait_id
from gruppetto.games.flamme_rouge.grand_tour.rules import record as t
from gruppetto.games.flamme_rouge.grand_tour.rules.record import Tour
from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.flamme_rouge.rules.traits import NO_TRAIT
from gruppetto.games.game import Json, bits

PHASES: dict[int, str] = {
    t.TourPhase.DRAFT: "draft",
    t.TourPhase.RAISING: "raise",
    t.TourPhase.OVER: "finished",
}


def view(tour: Tour, seat: int | None) -> Json:
    """The tour as one seat sees it: the view of its race, more of every rider, and `tour` (GT)."""
    return seen_by(tour, on_show(tour), seat)


def on_show(tour: Tour) -> Json:
    """What everybody may know: exhaustion, times, points and traits in play among it (GT8, GT11)."""
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
    for rider in of_race.riders_of(tour.race):
        if tour.shown[rider] == seat:
            name = rider_id(rider)
            seen["riders"][name] = {**seen["riders"][name], "shown": card_of(tour.race.played[rider])}
    if tour.phase == t.TourPhase.DRAFT:
        draft = {**public["tour"]["draft"], **_own_draft(tour, seat)}
        seen["tour"] = {**public["tour"], "draft": draft}
    return seen


def _rider(tour: Tour, rider: int) -> Json:
    """What the tour says of a rider: this stage, the clock, his trait, his exhaustion."""
    home = tour.place[rider] > 0
    return {
        "place": tour.place[rider] if home else None,
        "crossed": tour.crossed[rider] if home else None,
        "past_line": tour.past[rider] if home else None,
        "gain": tour.gain[rider] if home else None,
        "time": _time(tour.seconds[rider]),
        "trait": trait_id(tour.trait[rider]) if tour.trait[rider] != NO_TRAIT else None,
        "trait_used": bool(tour.used[rider]),
        "exhaustion": exhaustion_of(tour, rider),
        "carried_over": tour.fatigue[rider],
        "shown_to": tour.shown[rider] if tour.shown[rider] != r.NOBODY else None,
        "shown": None,
    }


def exhaustion_of(tour: Tour, rider: int) -> int:
    """All exhaustion cards a rider has: anybody can count them (FR3.6)."""
    race = tour.race
    piles = race.deck[rider] + race.hand[rider] + race.recycled[rider]
    return of_race.cards_in(piles).get("X", 0) + (race.played[rider] == r.EXHAUSTION)


def _team(tour: Tour, seat: int, waiting: list[int]) -> Json:
    return {"owes": seat in waiting, "points": tour.points[seat], "stage_wins": _wins(tour, seat)}


def _wins(tour: Tour, seat: int) -> int:
    return sum(rider // 2 == seat for rider in stage_winners(tour))


def _own_draft(tour: Tour, seat: int) -> Json:
    """The two cards a seat has drawn, and what it has chosen."""
    cards = [card for card in tour.offered[2 * seat : 2 * seat + 2] if card != NO_TRAIT]
    return {
        "offered": [trait_id(card) for card in cards],
        "trait": kept_trait(tour.choice[seat]),
        "rider": keeper(seat, tour.choice[seat]),
    }


# --- the tour as a whole ----------------------------------------------------------------------------


def _tour(tour: Tour) -> Json:
    seats = tour.race.setup.seats
    chosen = [seat for seat in range(seats) if tour.choice[seat] != t.UNDECIDED]
    return {
        "stage": tour.stage + 1,
        "stages": [_stage(tour, number) for number in range(tour.plan.stages)],
        "traits": bool(tour.plan.options.traits),
        "cooperation": bool(tour.plan.options.cooperation),
        "draft": {"chosen": chosen, "offered": [], "trait": None, "rider": None}
        if tour.phase == t.TourPhase.DRAFT
        else None,
        "tracker": _tracker(tour),
        "gc": general_classification(tour),
        "teams": team_classification(tour),
    }


def _stage(tour: Tour, number: int) -> Json:
    """A stage of the tour: its road, and once it is over its finish and everybody's time and gap after it."""
    letters = letters_of(tour, number)
    over = number < stages_over(tour)
    order = finishers(tour, number) if over else []
    times = {rider_id(rider): _time(time_after(tour, number, rider)) for rider in sorted(order)}
    best = min((time for time in times.values() if time is not None), default=0)
    return {
        "number": number + 1,
        "name": of_race.road_by(letters).name,
        "letters": letters,
        "over": over,
        "finish": [rider_id(rider) for rider in order],
        "points": {rider_id(rider): t.POINTS - place for place, rider in enumerate(order[: t.POINTS])},
        "times": times,
        "gaps": {name: None if time is None else time - best for name, time in times.items()},
    }


def stages_over(tour: Tour) -> int:
    """How many stages have been ridden to the end."""
    return int(tour.stage + (tour.phase == t.TourPhase.OVER))


def letters_of(tour: Tour, number: int) -> str:
    """The tile letters of a stage, from 0."""
    tiles = tour.plan.tiles[number * r.TILES : (number + 1) * r.TILES]
    return "".join(chr(tile) for tile in tiles if tile)


def finishers(tour: Tour, number: int) -> list[int]:
    """The riders of a stage that is over, in the order of the finish."""
    first = number * r.RIDERS
    return [int(rider) for rider in tour.finishers[first : first + 2 * tour.race.setup.seats]]


def stage_winners(tour: Tour) -> list[int]:
    """Who has won the stages that are over."""
    return [int(tour.finishers[stage * r.RIDERS]) for stage in range(stages_over(tour))]


def time_after(tour: Tour, number: int, rider: int) -> int:
    """A rider's time after a stage that is over."""
    return int(tour.clock[number * r.RIDERS + rider])


def _time(seconds: int) -> int | None:
    return None if seconds == t.OUT else int(seconds)


def _tracker(tour: Tour) -> Json:
    """The tokens on the rulebook's grid: a column for each minute, a row for every ten seconds (GT4)."""
    tokens = [
        {
            "rider": rider_id(rider),
            "minute": tour.seconds[rider] // t.MINUTE,
            "row": tour.seconds[rider] % t.MINUTE // t.ROW,
        }
        for rider in of_race.riders_of(tour.race)
        if tour.seconds[rider] != t.OUT
    ]
    return {"minutes": t.MINUTES, "rows": t.ROWS, "tokens": tokens}


# --- classifications --------------------------------------------------------------------------------


def overall_order(tour: Tour) -> list[int]:
    """All riders by time, then by their places in the latest stage; those out of it last (GT10)."""

    def key(rider: int) -> tuple[bool, int, int, int]:
        seconds = int(tour.seconds[rider])
        return seconds == t.OUT, seconds, int(tour.latest[rider]), rider

    return sorted(of_race.riders_of(tour.race), key=key)


def general_classification(tour: Tour) -> list[Json]:
    """Every rider's place, time and gap; without a place whoever is out of it (GT7, GT10)."""
    order = overall_order(tour)
    best, winners = int(tour.seconds[order[0]]), stage_winners(tour)
    return [
        {
            "place": None if tour.seconds[rider] == t.OUT else place,
            "rider": rider_id(rider),
            "time": _time(tour.seconds[rider]),
            "clock": None if tour.seconds[rider] == t.OUT else clock(int(tour.seconds[rider])),
            "gap": None if tour.seconds[rider] == t.OUT else int(tour.seconds[rider]) - best,
            "stage_wins": winners.count(rider),
            "exhaustion": exhaustion_of(tour, rider),
        }
        for place, rider in enumerate(order, start=1)
    ]


def team_classification(tour: Tour) -> list[Json]:
    """The teams by tour points, then by the better of their riders (GT1, GT10)."""
    order = overall_order(tour)
    leaders = {seat: min((2 * seat, 2 * seat + 1), key=order.index) for seat in range(tour.race.setup.seats)}
    ranking = sorted(leaders, key=lambda seat: (-int(tour.points[seat]), order.index(leaders[seat])))
    return [
        {
            "place": place,
            "seat": seat,
            "team": TEAMS[seat],
            "points": int(tour.points[seat]),
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
        "stages": [_stage(tour, number) for number in range(tour.plan.stages)],
    }
