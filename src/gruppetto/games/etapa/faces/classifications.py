"""The classifications of a tour as somebody shows them who knows no game."""

from collections.abc import Sequence

from gruppetto.games.classification import Classification, Classified
from gruppetto.games.etapa.faces import view
from gruppetto.games.etapa.faces.names import rider_id, rider_number
from gruppetto.games.etapa.faces.position import riders_of
from gruppetto.games.etapa.rules import record as r
from gruppetto.games.etapa.rules.record import Race


def classifications(race: Race) -> list[Classification]:
    """All five (C4, C5.4); at the end of the first, which decides, whoever has left the race (C5.1)."""
    five = view.classifications(race)
    teams = [Classified(team.team, None, team.time) for team in five["teams"]]
    return [
        Classification("general", "time", [*_timed(five["general"]), *_gone(race)]),
        Classification("points", "points", _scored(five["points"])),
        Classification("mountains", "points", _scored(five["mountains"])),
        Classification("young", "time", _timed(five["young"])),
        Classification("teams", "time", teams),
    ]


def _timed(lines: Sequence[view.Timed]) -> list[Classified]:
    return [Classified(_seat(it.rider), it.rider, it.time) for it in lines]


def _scored(lines: Sequence[view.Scored]) -> list[Classified]:
    return [Classified(_seat(it.rider), it.rider, it.points) for it in lines]


def _gone(race: Race) -> list[Classified]:
    riders = sorted(riders_of(race), key=lambda rider: view.general_key(race, rider))
    return [Classified(rider // r.TEAM, rider_id(rider), None) for rider in riders if race.gone[rider]]


def _seat(rider: str) -> int:
    return rider_number(rider) // r.TEAM
