"""What a seat may know of a race, and how a finished one is ranked."""

from gruppetto.games.flamme_rouge.faces.position import (
    CARD_OR_NONE,
    PILE,
    Rider,
    on_road,
    riders_of,
    road_of,
    supply_of,
    where,
)
from gruppetto.games.flamme_rouge.faces.words import TEAMS, rider_id
from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.flamme_rouge.rules.cards import DIGIT
from gruppetto.games.flamme_rouge.rules.options import Team
from gruppetto.games.flamme_rouge.rules.record import Race
from gruppetto.games.game import Json, bits
from gruppetto.games.vocabulary import told, word_of

OWN_CARDS = ("deck", "hand", "recycled", "played")


def public_view(race: Race) -> Json:
    """What everybody may know, and how it ended once it has."""
    return {**on_show(race), "result": classification(race) if race.phase == r.Phase.FINISHED else None}


def on_show(race: Race) -> Json:
    """What everybody may know while a race is on."""
    road = road_of(race)
    return {
        "game": "flamme-rouge",
        "stage": road.name,
        "letters": road.letters,
        "squares": road.squares,
        "phase": word_of(r.Phase(race.phase)),
        "round": race.rounds,
        "waiting": list(bits(race.owing)),
        "you": None,
        "supply": supply_of(race),
        "order": [rider_id(rider) for rider in in_order(race)],
        "seats": [_team(race, number) for number in range(race.setup.seats)],
        "riders": {rider_id(rider): _rider(race, rider) for rider in riders_of(race)},
    }


def in_order(race: Race) -> list[int]:
    """The riders on the road, the first in front."""
    return [rider for rider in race.order[: len(riders_of(race))] if on_road(race, rider)]


def seen_by(race: Race, public: Json, seat: int | None) -> Json:
    """What everybody may know, and a seat's own cards."""
    if seat is None:
        return public
    riders = dict(public["riders"])
    for rider in (2 * seat + r.SPRINTEUR, 2 * seat + r.ROULEUR):
        riders[rider_id(rider)] = {**riders[rider_id(rider)], "own": told(race, Rider, rider, OWN_CARDS)}
    return {**public, "you": seat, "riders": riders}


def _team(race: Race, seat: int) -> Json:
    return {
        "seat": seat,
        "team": TEAMS[seat],
        "led_by": word_of(Team(race.setup.team[seat])),
        "owes": bool(race.owing >> seat & 1),
    }


def _rider(race: Race, rider: int) -> Json:
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


def classification(race: Race) -> Json:
    """Riders by square, then right lane first; teams by their best rider, without any last (FR6.1, FR6.2)."""
    riders = in_order(race)
    seats = list(dict.fromkeys([*(rider // 2 for rider in riders), *range(race.setup.seats)]))
    return {
        "winner": seats[0],
        "seats": seats,
        "riders": [
            {
                "place": place,
                "rider": rider_id(rider),
                **where(race, rider),
                "past_line": max(0, race.square[rider] - race.setup.line + 1),
            }
            for place, rider in enumerate(riders, start=1)
        ],
    }


def places(view: Json) -> Json:
    """Of a view only where everybody is."""
    riders = {name: {"square": it["square"], "lane": it["lane"]} for name, it in view["riders"].items()}
    return {"round": view["round"], "phase": view["phase"], "letters": view["letters"], "riders": riders}
