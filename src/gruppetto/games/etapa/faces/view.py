"""What a seat may know of a race, and how a finished one is ranked (C19)."""

from gruppetto.games.etapa.data.road import CARD_NAMES, KIND_NAMES, Stage, unpacked
from gruppetto.games.etapa.faces.names import ASKS, JERSEYS, SKIES, STATUSES, TEAMS, clock, rider_id
from gruppetto.games.etapa.rules import record as r
from gruppetto.games.etapa.rules.cards import DIGIT, LARGEST
from gruppetto.games.etapa.rules.codes import Ask, Status, Step
from gruppetto.games.etapa.rules.record import Race
from gruppetto.games.game import Json, bits

MOST_OUT = 1  # riders a team may lose and stay in its classification (C5.4)


def cards_in(pile: int) -> dict[str, int]:
    """A pile as a document has it: how many of each card."""
    return {name: n for kind, name in enumerate(CARD_NAMES) if (n := pile >> DIGIT * kind & LARGEST)}


def riders_of(race: Race) -> range:
    """All riders of the teams in the race."""
    return range(r.TEAM * int(race.setup.seats))


def name_or_none(rider: int) -> str | None:
    """A rider's number, or nobody."""
    return None if rider == r.NOBODY else rider_id(int(rider))


def view(race: Race, seat: int | None) -> Json:
    """The race as one seat sees it: everything public, and its own cards (C19)."""
    stage = unpacked(race.setup.stage[race.at_stage])
    public = {
        "game": "etapa",
        "stage": stage.name,
        "stage_number": race.at_stage + 1,
        "stages": [unpacked(race.setup.stage[number]).name for number in range(race.setup.stages)],
        "kind": KIND_NAMES[race.setup.stage[race.at_stage][r.KIND]],
        "length": stage.length,
        "weather": SKIES[race.sky],
        "phase": "finished" if race.step == Step.FINISHED else ASKS[race.ask],
        "round": race.rounds,
        "waiting": list(bits(race.owing)),
        "you": None,
        "turn": _turn(race, stage),
        "dice_off": _dice_off(race),
        "order": _order(race),
        "peloton": [race.peloton_rear, race.peloton_front] if race.peloton_front else None,
        "groups": _groups(race),
        "pile": sum(cards_in(race.pile[0]).values()),
        "slow_supply": race.slow_supply,
        "primes": [race.taken_places[number] for number in range(len(stage.primes))],
        "seats": [_seat(race, number) for number in range(race.setup.seats)],
        "teams": [_team(race, number) for number in range(race.setup.seats)],
        "riders": {rider_id(rider): _rider(race, rider) for rider in riders_of(race)},
        "classifications": classifications(race),
        "result": classification(race) if race.step == Step.FINISHED else None,
    }
    return seen_by(race, public, seat)


def seen_by(race: Race, public: Json, seat: int | None) -> Json:
    """What everybody may know, and a seat's own cards."""
    if seat is None:
        return public
    mine = bits(race.owing) == (seat,)
    drawn = cards_in(race.drawn_hand[0]) if race.drawn_hand[0] and mine else {}
    return {**public, "you": seat, "hand": cards_in(race.hand[seat]), "drawn": drawn}


def _turn(race: Race, stage: Stage) -> Json:
    """The turn in progress."""
    return {
        "rider": name_or_none(race.rider),
        "second": bool(race.second_turn),
        "last_kilometre": race.rider != r.NOBODY and race.field[race.rider] >= stage.flag,
        "die": race.die,
        "other_die": race.other_die,
        "card": None if race.card == r.NO_CARD else CARD_NAMES[race.card],
        "following": name_or_none(race.following),
        "fields": race.reach,
        "changing": bool(race.changing),
        "crash_field": race.crash_field,
    }


def _dice_off(race: Race) -> Json | None:
    if race.ask != Ask.RAISE and race.step not in (Step.CONTEST, Step.CONTESTED, Step.AUCTION):
        return None
    totals = {
        seat: race.total[seat] + (race.bid if seat == race.bidder else 0) for seat in bits(race.contest)
    }
    return {"totals": totals, "bidder": race.bidder, "declined": list(bits(race.declined))}


def _order(race: Race) -> list[str]:
    """Who is still to ride in this round, the next first; where no order is settled yet, by field (C3.1)."""
    settling = Step.ORDER <= race.step < Step.TURN
    coming = list(race.order[max(0, race.turn + settling) : race.ordered])
    kind = race.setup.stage[race.at_stage][r.KIND]
    if kind == r.TEAM_TRIAL:
        return [TEAMS[seat] for seat in coming]
    if kind == r.ROAD and race.rounds > 1 and race.step != Step.FINISHED:
        placed = set(race.order[: race.ordered])
        others = [rider for rider in riders_of(race) if _on_road(race, rider) and rider not in placed]
        coming += sorted(others, key=lambda rider: -race.field[rider])
    return [rider_id(rider) for rider in coming]


def _groups(race: Race) -> list[Json]:
    """Groups on the road, the first in front: from, to, riders, gap in seconds to the head of the race."""
    fields = sorted({race.field[rider] for rider in riders_of(race) if _on_road(race, rider)}, reverse=True)
    groups: list[list[int]] = []
    for field in fields:
        if groups and groups[-1][-1] - field == 1:
            groups[-1].append(field)
        else:
            groups.append([field])
    return [
        {
            "from": group[-1],
            "to": group[0],
            "gap": fields[0] - group[0],
            "riders": [rider_id(x) for x in riders_of(race) if _on_road(race, x) and race.field[x] in group],
        }
        for group in groups
    ]


def _on_road(race: Race, rider: int) -> bool:
    return bool(race.status[rider] <= Status.FEEDING)


def _seat(race: Race, seat: int) -> Json:
    return {"seat": seat, "team": TEAMS[seat], "owes": bool(race.owing >> seat & 1)}


def _team(race: Race, seat: int) -> Json:
    return {
        **_seat(race, seat),
        "cards": sum(cards_in(race.hand[seat]).values()),
        "known": cards_in(race.shown[seat]),
        "slow": race.slow[seat],
        "car": {"rider": rider_id(race.served[seat]), "field": race.car[seat]}
        if race.served[seat] != r.NOBODY
        else None,
        "young": name_or_none(race.young[seat]),
        "line": [rider_id(rider) for rider in race.line[seat] if rider != r.NOBODY],
        "spent": bool(race.spent[seat]),
    }


def _rider(race: Race, rider: int) -> Json:
    return {
        "seat": rider // r.TEAM,
        "field": race.field[rider],
        "status": STATUSES[race.status[rider]],
        "jersey": JERSEYS[race.jersey[rider]],
        "breakaway": race.tokens[rider],
        "injured": bool(race.injured[rider]),
        "back": race.back[rider] if race.back[rider] > race.rounds else 0,
        "fed": bool(race.refreshed[rider]),
        "moved": race.moved[rider] if race.rode[rider] else None,
        "seconds": race.seconds[rider],
        "tenths": race.tenths[rider],
        "cards_used": race.used[rider],
        "last_place": race.last_place[rider],
    }


# --- classifications --------------------------------------------------------------------------------


def classifications(race: Race) -> Json:
    """All five, as they stand after the last stage (C4, C5.4, C16.3)."""
    riders = [rider for rider in riders_of(race) if race.gone[rider] == 0]
    general = sorted(riders, key=lambda rider: general_key(race, rider))
    points = sorted(riders, key=lambda x: (-race.points[x], -race.wins[x], *general_key(race, x)))
    mountains = sorted(riders, key=lambda x: (-race.mountains[x], -race.summits[x], *general_key(race, x)))
    young = [rider for rider in general if race.young[rider // r.TEAM] == rider]
    return {
        "general": [{"rider": rider_id(x), "time": race.time[x]} for x in general],
        "points": [{"rider": rider_id(x), "points": race.points[x]} for x in points if race.points[x]],
        "mountains": [
            {"rider": rider_id(x), "points": race.mountains[x]} for x in mountains if race.mountains[x]
        ],
        "young": [{"rider": rider_id(x), "time": race.time[x]} for x in young],
        "teams": [{"team": seat, "time": race.team_time[seat]} for seat in team_order(race)],
    }


def general_key(race: Race, rider: int) -> tuple[int, ...]:
    """Sorts riders as the rules do: still in, time, placings, last stage (C16.3)."""
    gone = race.gone[rider]
    tour = (race.time[rider], race.placings[rider]) if race.setup.stages > 1 else (0, 0)
    return (gone != 0, -gone, *tour, race.last_place[rider], rider)


def team_order(race: Race) -> list[int]:
    """The teams that are still classified, the leading one first (C5.4)."""
    seats = range(race.setup.seats)
    left = [seat for seat in seats if sum(race.gone[x] != 0 for x in _riders_of(seat)) <= MOST_OUT]
    return sorted(left, key=lambda seat: team_key(race, seat))


def team_key(race: Race, seat: int) -> tuple[int, ...]:
    """Sorts teams as the rules do: times and placings added up, best in the last stage (C16.3)."""
    placings = sum(race.placings[rider] for rider in _riders_of(seat))
    best = min(race.last_place[rider] for rider in _riders_of(seat) if race.gone[rider] == 0)
    return race.team_time[seat], placings, best, seat


def _riders_of(seat: int) -> range:
    return range(seat * r.TEAM, seat * r.TEAM + r.TEAM)


def classification(race: Race) -> Json:
    """Riders in the order of the race; teams by their best rider (C5.1, C5.6)."""
    riders = sorted(riders_of(race), key=lambda rider: general_key(race, rider))
    seats = list(dict.fromkeys(rider // r.TEAM for rider in riders))
    return {
        "winner": seats[0],
        "seats": seats,
        "riders": [_entry(race, rider, place) for place, rider in enumerate(riders, start=1)],
        "rainbow": rider_id(riders[0]) if race.setup.options.world_championship else None,
        **classifications(race),
    }


def _entry(race: Race, rider: int, place: int) -> Json:
    time = race.time[rider]
    trial = race.setup.stages == 1 and race.setup.stage[0][r.KIND] != r.ROAD
    counts = race.gone[rider] == 0
    said = clock(race.tenths[rider]) if trial else f"{time // 3600}:{time // 60 % 60:02}:{time % 60:02}"
    return {
        "place": place,
        "rider": rider_id(rider),
        "time": time,
        "tenths": race.tenths[rider],
        "field": race.field[rider],
        "points": race.points[rider],
        "mountains": race.mountains[rider],
        "counts": counts,
        "line": f"{rider_id(rider)} in {said}" if counts else f"{rider_id(rider)} does not count",
    }
