"""The classifications of a race of several stages as somebody shows them who knows no game."""

from gruppetto.games.classification import Classification, Classified
from gruppetto.games.due_ruote.faces.names import rider_number
from gruppetto.games.due_ruote.faces.standings import Clocked, stages_view
from gruppetto.games.due_ruote.rules import codes as c
from gruppetto.games.due_ruote.rules.record import Race


def classifications(race: Race) -> list[Classification]:
    """The general one, which decides, and the points for the green and the cyclamen jersey (Z11.2, Z11.5)."""
    if not race.setup.stages:
        return []
    general = stages_view(race).general
    return [
        Classification("general", "time", [_line(it, it.time) for it in general]),
        Classification("green", "points", _by_points(general, "green")),
        Classification("cyclamen", "points", _by_points(general, "cyclamen")),
    ]


def _by_points(general: list[Clocked], jersey: str) -> list[Classified]:
    """Whoever has points, the most first; equal ones as they are placed."""
    found = [_line(it, points) for it in general if (points := getattr(it, jersey))]
    return sorted(found, key=lambda line: -(line.amount or 0))


def _line(rider: Clocked, amount: int | None) -> Classified:
    return Classified(rider_number(rider.rider) // c.TEAM, rider.rider, amount)
