"""What a seat may know of a race, and how a finished one is ranked."""

from bordure.faces.position import options_of
from bordure.faces.words import TEAMS, WIND
from bordure.rules import record as r
from bordure.rules.record import Race
from gruppetto.games.game import Json
from gruppetto.games.vocabulary import word_of


def view(race: Race, seat: int | None) -> Json:
    """What everybody may know, and a seat's own legs and choice; in the end everybody's legs."""
    seats = range(race.setup.seats)
    owing = [other for other in seats if race.effort[other] == r.NOT_YET and not race.finished]
    return {
        "game": "bordure",
        "stage": word_of(options_of(race).stage),
        "line": race.setup.line,
        "phase": "finished" if race.finished else "racing",
        "round": race.rounds,
        "wind": WIND.read(race.wind),
        "waiting": owing,
        "you": seat,
        "seats": [{"seat": other, "team": TEAMS[other], "owes": other in owing} for other in seats],
        "riders": {TEAMS[other]: _rider(race, other, seat) for other in seats},
        "result": classification(race) if race.finished else None,
    }


def _rider(race: Race, seat: int, viewer: int | None) -> Json:
    """One rider: where they are, and what may be known of their legs."""
    own = seat == viewer or race.finished
    return {
        "seat": seat,
        "square": race.square[seat],
        "balance": race.balance[seat],
        "lowest_card": race.least[seat],
        "chosen": race.effort[seat] != r.NOT_YET,
        "legs": race.card[seat] + race.balance[seat] if own else None,
        "effort": race.effort[seat] if own and race.effort[seat] != r.NOT_YET else None,
    }


def classification(race: Race) -> Json:
    """The riders in the order of the finish (BD3.2)."""
    order = race.order[: race.setup.seats]
    return {
        "winner": order[0],
        "seats": order,
        "riders": [
            {
                "place": place,
                "rider": TEAMS[seat],
                "on": race.square[seat],
                "legs": race.card[seat] + race.balance[seat],
            }
            for place, seat in enumerate(order, start=1)
        ],
    }
