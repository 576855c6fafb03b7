"""What a spectator of Due Ruote sees of the table, and the result (Z9.10, Z10.2, Z11.2, Z11.5)."""

from due_ruote_activities import side_sum
from due_ruote_finish import stage_places
from due_ruote_table import TERRAINS, Challenge, Json, Rider, Sprint, Table, Team, read_route

SECTOR_SECONDS = 30


def facts(table: Table, waiting: list[int]) -> Json:
    """All that lies open."""
    covered = table.options["route_pile"] == "covered" and table.phase not in ("draft", "route")
    return {
        "game": "due-ruote",
        "phase": table.phase,
        "round": table.turn,
        "turns": table.turns,
        "route": table.route[: table.shown] if covered else table.route,
        "shown": table.shown,
        "terrain": table.terrain,
        "speed": speed_facts(table),
        "most_fatigue": table.limit,
        "advanced": table.options["advanced"],
        "fed": table.fed,
        "first": table.first,
        "pawn": table.pawn,
        "claimed": table.claimed,
        "waiting": waiting,
        "seats": [team_facts(table, team, waiting) for team in table.teams],
        "riders": {rider.name: rider_facts(table, rider) for rider in table.riders},
        "challenge": challenge_facts(table, table.challenge) if table.challenge else None,
        "speed_up": table.speed_up,
        "control": table.control,
        "sprint": sprint_facts(table.sprint) if table.sprint and table.sprint.columns else None,
        "stages": stages_facts(table) if table.stage_names else None,
        "jerseys": jerseys(table) if table.options["advanced"] else None,
        "trial": None,
        "composing": None,
        "cards": [card_facts(table, card) for card in table.free_cards()] if table.phase == "draft" else [],
        "result": table.result,
    }


def card_facts(table: Table, card: Json) -> Json:
    """A rider card (Z1.5); riders of somebody's own set go by their ids (Z12.6)."""
    return {
        "card": card["id"],
        "name": card["id"] if table.options["own_set"] else card["name"],
        "value": card["value"],
        "speed": {letter: card[name] for letter, name in TERRAINS.items()},
        "sprint": card["sprint"],
        "time_trial": card["time_trial"],
    }


def speed_facts(table: Table) -> Json:
    """The speed track (Z6.3.4, Z12.5)."""
    top = table.set["sheets"]["top_speed"]
    if table.terrain is None:
        return {"base": None, "now": None, "top": top}
    return {"base": table.ground()["base_speed"], "now": table.speed, "top": top}


def team_facts(table: Table, team: Team, waiting: list[int]) -> Json:
    """A team's tokens and cards."""
    seen = {
        "seat": team.seat,
        "tokens": team.tokens,
        "special": team.special,
        "spent": team.spent,
        "passed": team.passed,
        "racing": table.racing(team.seat),
        "owes": team.seat in waiting,
    }
    if table.with_events:
        seen["events"] = {
            "offered": team.offered,
            "cards": [{"event": c.event, "tokens": c.tokens, "spaces": 3} for c in team.cards],
            "next": team.filling,
            "bonked": team.bonked,
            "fined": team.fined,
        }
    return seen


def rider_facts(table: Table, rider: Rider) -> Json:
    """A rider's card, place and fatigue."""
    seen = {
        "seat": rider.seat,
        "number": rider.number,
        **(card_facts(table, rider.card) if rider.card else {"card": None}),
        "sector": None if rider.retired else rider.sector,
        "box": rider.box,
        "fatigue": rider.fatigue,
        "retired": rider.retired[1] if rider.retired else None,
    }
    if table.options["advanced"]:
        left = not rider.energised
        seen["jerseys"] = {"green": rider.green, "cyclamen": rider.cyclamen, "energy_left": left}
    if table.stage_names:
        seen["time"] = rider.time
    return seen


def challenge_facts(table: Table, challenge: Challenge) -> Json:
    """The challenge sheet (Z7.8)."""
    sides = {
        name: [{"rider": e.rider.name, "role": e.role} for e in side]
        for name, side in (("right", challenge.right), ("left", challenge.left))
    }
    return {
        "activity": challenge.activity,
        "initiator": challenge.initiator,
        **sides,
        "right_sum": side_sum(table, challenge.right),
        "left_sum": side_sum(table, challenge.left),
        "wishes": {str(seat): wish for seat, wish in challenge.wishes.items()},
    }


def sprint_facts(sprint: Sprint) -> Json:
    """The sprint sheet (Z9)."""
    return {
        "goal": sprint.goal,
        "points": sprint.points,
        "columns": [
            {
                "rider": c.rider.name,
                "helpers": [r.name for r in c.helpers],
                "tokens": c.tokens,
                "value": c.value,
            }
            for c in sprint.columns
        ],
        "stopped": sorted(sprint.stopped),
        "asking_for": sprint.asking_for,
    }


def stages_facts(table: Table) -> Json:
    """The stages, the last one's places and the classification (Z11.5)."""
    return {
        "stage": table.stage,
        "stages": stage_rows(table),
        "last": [{"rider": rider.name, "bonus": bonus} for rider, bonus in table.stage_order],
        "general": [
            {
                "rider": r.name,
                "time": None if r.retired else r.time,
                "green": r.green,
                "cyclamen": r.cyclamen,
            }
            for r in general(table)
        ],
    }


def stage_rows(table: Table) -> list[Json]:
    """Every stage with its winner."""
    winners = [*table.stage_winners, *[None] * len(table.stage_names)]
    return [
        {"route": written(table, name), "winner": winner.name if winner else None}
        for name, winner in zip(table.stage_names, winners, strict=False)
    ]


def written(table: Table, name: str) -> str:
    """The cards of a stage: letters side by side, or apart if there are markers (Z5.4, Z12.4)."""
    cards = read_route(name, table.set)
    return "TT" if name == "TT" else ("" if set(cards) <= set(TERRAINS) else " ").join(cards)


def general(table: Table) -> list[Rider]:
    """By time, then by the last stage's places; the retired last, the later the better (Z11.5)."""
    places = [rider for rider, _ in table.stage_order] or table.riders

    def key(r: Rider) -> tuple[object, ...]:
        if r.retired:
            return (1, -r.retired[0], -r.retired[1], places.index(r))
        return (0, r.time, places.index(r))

    return sorted(table.riders, key=key)


def jerseys(table: Table) -> Json:
    """Who wears which colour (Z11.2)."""
    if table.stage_names:
        order = general(table)
        pink = next((r for r in order if not r.retired), None) if table.stage_order else None
    else:
        order = [rider for rider, _ in table.stage_order] or stage_places(table, [])
        pink = next((r for r in order if not r.retired), None) if table.stage_order else None
    return {
        "pink": pink.name if pink else None,
        "green": leader(order, "green"),
        "cyclamen": leader(order, "cyclamen"),
    }


def leader(order: list[Rider], jersey: str) -> str | None:
    """Most points, then the better placed; whoever has retired wears nothing (Z11.2)."""
    fit = [r for r in order if not r.retired and getattr(r, jersey)]
    best = max(fit, key=lambda r: getattr(r, jersey), default=None)
    return best.name if best else None


def race_result(table: Table) -> Json:
    """Winner, places and what they were won by (Z9.9, Z9.10, Z11.5)."""
    order = general(table) if table.stage_names else [rider for rider, _ in table.stage_order]
    seats = list(dict.fromkeys(rider.seat for rider in order))
    nobody = table.ending == "nobody left"
    return {
        "winner": None if nobody else seats[0],
        "seats": seats,
        "shared": shared(table, seats) if nobody else [],
        "ending": table.ending,
        "jerseys": jerseys(table) if table.options["advanced"] else None,
        "stages": stage_rows(table) if table.stage_names else None,
        "riders": [result_row(table, place, rider, order[0]) for place, rider in enumerate(order, 1)],
    }


def shared(table: Table, seats: list[int]) -> list[int]:
    """Those who still raced in the last turn share the first place (Z6.4.3)."""
    last = (table.stage, table.turn)
    return [seat for seat in seats if any(r.retired == last for r in table.riders if r.seat == seat)]


def result_row(table: Table, place: int, rider: Rider, best: Rider) -> Json:
    """One rider of the result."""
    values = {c.rider.name: c.value for c in table.sprint.columns} if table.sprint else {}
    row = {
        "place": place,
        "rider": rider.name,
        "sector": None if rider.retired else rider.sector,
        "box": rider.box,
        "fatigue": rider.fatigue,
        "sprint": values.get(rider.name),
        "behind": behind(table, rider, best),
        "retired": rider.retired[1] if rider.retired else None,
    }
    if table.stage_names:
        row["time"] = None if rider.retired else rider.time
    return row


def behind(table: Table, rider: Rider, best: Rider) -> int | None:
    """Seconds behind the winner: thirty a sector, or by the clock of the stages (Z9.10, Z11.5)."""
    if rider.retired:
        return None
    if table.stage_names:
        return rider.time - best.time
    return SECTOR_SECONDS * (best.sector - rider.sector)
