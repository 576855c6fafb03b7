"""What a seat may know of a race, and how a finished one is ranked (C19)."""

from itertools import groupby

from gruppetto.games.etapa.data.road import KIND_NAMES, Stage, unpacked
from gruppetto.games.etapa.faces.names import ASKS, SKIES, TEAMS, clock, rider_id
from gruppetto.games.etapa.faces.position import (
    CARD_OR_NONE,
    PILE,
    RIDER_OR_NOBODY,
    Rider,
    kind_of,
    own_riders,
    riders_of,
    riding,
    stage_names,
)
from gruppetto.games.etapa.rules import record as r
from gruppetto.games.etapa.rules.codes import Ask, Step
from gruppetto.games.etapa.rules.record import Race
from gruppetto.games.game import Json, bits
from gruppetto.games.vocabulary import told
from gruppetto.kernel.record import Ints

MOST_OUT = 1  # riders a team may lose and stay in its classification (C5.4)


def on_show(race: Race) -> Json:
    """What everybody may know (C19)."""
    stage = unpacked(race.setup.stage[race.at_stage])
    return {
        "game": "etapa",
        "stage": stage.name,
        "stage_number": race.at_stage + 1,
        "stages": stage_names(race),
        "kind": KIND_NAMES[kind_of(race)],
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
        "pile": sum(PILE.read(race.pile[0]).values()),
        "slow_supply": race.slow_supply,
        "primes": race.taken_places[: len(stage.primes)],
        "seats": [_seat(race, number) for number in range(race.setup.seats)],
        "teams": [_team(race, number) for number in range(race.setup.seats)],
        "riders": {rider_id(rider): _rider(race, rider) for rider in riders_of(race)},
        "classifications": classifications(race),
        "result": classification(race) if race.step == Step.FINISHED else None,
    }


def seen_by(race: Race, public: Json, seat: int | None) -> Json:
    """What everybody may know, and a seat's own cards."""
    if seat is None:
        return public
    mine = bits(race.owing) == (seat,)
    drawn = PILE.read(race.drawn_hand[0]) if mine else {}
    return {**public, "you": seat, "hand": PILE.read(race.hand[seat]), "drawn": drawn}


def _turn(race: Race, stage: Stage) -> Json:
    """The turn in progress."""
    return {
        "rider": RIDER_OR_NOBODY.read(race.rider),
        "second": bool(race.second_turn),
        "last_kilometre": race.rider != r.NOBODY and race.field[race.rider] >= stage.flag,
        "die": race.die,
        "other_die": race.other_die,
        "card": CARD_OR_NONE.read(race.card),
        "following": RIDER_OR_NOBODY.read(race.following),
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
    kind = kind_of(race)
    if kind == r.TEAM_TRIAL:
        return [TEAMS[seat] for seat in coming]
    if kind == r.ROAD and race.rounds > 1 and race.step != Step.FINISHED:
        placed = set(race.order[: race.ordered])
        others = [rider for rider in riders_of(race) if riding(race, rider) and rider not in placed]
        coming += sorted(others, key=lambda rider: -race.field[rider])
    return [rider_id(rider) for rider in coming]


def _groups(race: Race) -> list[Json]:
    """Groups on the road, the first in front: from, to, riders, gap in seconds to the head of the race."""
    riders = [rider for rider in riders_of(race) if riding(race, rider)]
    fields = sorted({race.field[rider] for rider in riders}, reverse=True)
    groups = ([field for _, field in run] for _, run in groupby(enumerate(fields), key=sum))
    return [
        {
            "from": group[-1],
            "to": group[0],
            "gap": fields[0] - group[0],
            "riders": [rider_id(rider) for rider in riders if race.field[rider] in group],
        }
        for group in groups
    ]


def _seat(race: Race, seat: int) -> Json:
    return {"seat": seat, "team": TEAMS[seat], "owes": bool(race.owing >> seat & 1)}


def _team(race: Race, seat: int) -> Json:
    served = race.served[seat]
    return {
        **_seat(race, seat),
        "cards": sum(PILE.read(race.hand[seat]).values()),
        "known": PILE.read(race.shown[seat]),
        "slow": race.slow[seat],
        "car": None if served == r.NOBODY else {"rider": rider_id(served), "field": race.car[seat]},
        "young": RIDER_OR_NOBODY.read(race.young[seat]),
        "line": [rider_id(rider) for rider in race.line[seat] if rider != r.NOBODY],
        "spent": bool(race.spent[seat]),
    }


def _rider(race: Race, rider: int) -> Json:
    return {
        "seat": rider // r.TEAM,
        **told(race, Rider, rider, ("field", "status", "jersey", "seconds", "tenths", "last_place")),
        "breakaway": race.tokens[rider],
        "injured": bool(race.injured[rider]),
        "back": race.back[rider] if race.back[rider] > race.rounds else 0,
        "fed": bool(race.refreshed[rider]),
        "moved": race.moved[rider] if race.rode[rider] else None,
        "cards_used": race.used[rider],
    }


# --- classifications --------------------------------------------------------------------------------


def classifications(race: Race) -> Json:
    """All five, as they stand after the last stage (C4, C5.4, C16.3)."""
    riders = [rider for rider in riders_of(race) if race.gone[rider] == 0]
    general = sorted(riders, key=lambda rider: general_key(race, rider))
    points = sorted(general, key=lambda rider: (-race.points[rider], -race.wins[rider]))
    mountains = sorted(general, key=lambda rider: (-race.mountains[rider], -race.summits[rider]))
    young = [rider for rider in general if race.young[rider // r.TEAM] == rider]
    return {
        "general": _listed(general, "time", race.time),
        "points": [entry for entry in _listed(points, "points", race.points) if entry["points"]],
        "mountains": [entry for entry in _listed(mountains, "points", race.mountains) if entry["points"]],
        "young": _listed(young, "time", race.time),
        "teams": [{"team": seat, "time": race.team_time[seat]} for seat in team_order(race)],
    }


def _listed(riders: list[int], what: str, numbers: Ints) -> list[Json]:
    return [{"rider": rider_id(rider), what: numbers[rider]} for rider in riders]


def general_key(race: Race, rider: int) -> tuple[int, ...]:
    """Sorts riders as the rules do: still in, time, placings, last stage (C16.3)."""
    gone = race.gone[rider]
    tour = (race.time[rider], race.placings[rider]) if race.setup.stages > 1 else (0, 0)
    return (gone != 0, -gone, *tour, race.last_place[rider], rider)


def team_order(race: Race) -> list[int]:
    """The teams that are still classified, the leading one first (C5.4)."""
    seats = range(race.setup.seats)
    left = [seat for seat in seats if sum(race.gone[x] != 0 for x in own_riders(seat)) <= MOST_OUT]
    return sorted(left, key=lambda seat: team_key(race, seat))


def team_key(race: Race, seat: int) -> tuple[int, ...]:
    """Sorts teams as the rules do: times and placings added up, best in the last stage (C16.3)."""
    placings = sum(race.placings[rider] for rider in own_riders(seat))
    best = min(race.last_place[rider] for rider in own_riders(seat) if race.gone[rider] == 0)
    return race.team_time[seat], placings, best, seat


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
