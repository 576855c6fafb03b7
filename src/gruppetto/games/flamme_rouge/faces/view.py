"""What a seat may know of a race, and how a finished one is ranked."""

import functools
from collections.abc import Mapping
from typing import Any

from gruppetto.games.flamme_rouge.data.road import Road, stage
from gruppetto.games.flamme_rouge.faces.words import CARD_NAMES, LANE_NAMES, TEAMS, Card, card_of, rider_id
from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.flamme_rouge.rules.cards import DIGIT, LARGEST
from gruppetto.games.flamme_rouge.rules.options import Team
from gruppetto.games.flamme_rouge.rules.record import Race
from gruppetto.games.game import Json, bits
from gruppetto.games.vocabulary import Codec, word_of


def cards_in(pile: Any) -> dict[str, int]:
    """A pile as a document has it: how many of each card."""
    cards, rest = {}, int(pile)
    for name in CARD_NAMES:
        if copies := rest & LARGEST:
            cards[name] = copies
        rest >>= DIGIT
    return cards


def pile_of(cards: Mapping[str, int] | None) -> int:
    """The pile that a document has as so many of each card."""
    return sum(copies << DIGIT * CARD_NAMES.index(card) for card, copies in (cards or {}).items())


PILE = Codec(cards_in, pile_of)


def letters_of(race: Race) -> str:
    """The stage's tile letters, as the record carries them."""
    return "".join(chr(tile) for tile in race.setup.tiles if tile)


def road_of(race: Race) -> Road:
    """The road a record is raced on."""
    return road_by(letters_of(race))


@functools.lru_cache(maxsize=512)
def road_by(letters: str) -> Road:
    """The road that these tile letters make, looked up once."""
    return stage(letters)


def riders_of(race: Race) -> range:
    """All riders of the teams in the race."""
    return range(2 * int(race.setup.seats))


def view(race: Race, seat: int | None) -> Json:
    """The race as one seat sees it: everything public, and its own cards (FR3.6)."""
    result = classification(race) if race.phase == r.Phase.FINISHED else None
    return seen_by(race, {**on_show(race), "result": result}, seat)


def on_show(race: Race) -> Json:
    """What everybody may know while a race is on."""
    road = road_of(race)
    return {
        "game": "flamme-rouge",
        "stage": road.name,
        "letters": road.letters,
        "squares": road.squares,
        "phase": word_of(r.Phase(race.phase)),
        "round": int(race.rounds),
        "waiting": list(bits(int(race.owing))),
        "you": None,
        "supply": {"S": int(race.supply[r.SPRINTEUR]), "R": int(race.supply[r.ROULEUR])},
        "order": [rider_id(rider) for rider in race.order[: len(riders_of(race))] if on_road(race, rider)],
        "seats": [_team(race, number) for number in range(int(race.setup.seats))],
        "riders": {rider_id(rider): _rider(race, rider) for rider in riders_of(race)},
    }


def seen_by(race: Race, public: Json, seat: int | None) -> Json:
    """What everybody may know, and a seat's own cards."""
    if seat is None:
        return public
    riders = dict(public["riders"])
    for rider in (2 * seat + r.SPRINTEUR, 2 * seat + r.ROULEUR):
        riders[rider_id(rider)] = {**riders[rider_id(rider)], "own": _own_cards(race, rider)}
    return {**public, "you": seat, "riders": riders}


def on_road(race: Race, rider: int) -> bool:
    """Whether a rider stands on the road."""
    return bool(race.square[rider] != r.NOWHERE)


def _team(race: Race, seat: int) -> Json:
    return {
        "seat": seat,
        "team": TEAMS[seat],
        "led_by": word_of(Team(race.setup.team[seat])),
        "owes": bool(int(race.owing) >> seat & 1),
    }


def _rider(race: Race, rider: int) -> Json:
    """One rider: where he is, and what anybody can count."""
    return {
        "seat": rider // 2,
        "kind": "SR"[rider % 2],
        "square": int(race.square[rider]) if on_road(race, rider) else None,
        "lane": LANE_NAMES[race.lane[rider]] if on_road(race, rider) else None,
        "face_down": sum(cards_in(race.deck[rider]).values()),
        "recycled": sum(cards_in(race.recycled[rider]).values()),
        "unrevealed": cards_in(_unrevealed(race, rider)),
        "drawn": bool(race.at_hand[rider // 2] == rider),
        "played": bool(race.played[rider] != r.NO_CARD),
        "revealed": _card(race.revealed[rider]),
    }


def _own_cards(race: Race, rider: int) -> Json:
    """A rider's cards, for his own seat's eyes."""
    return {
        "deck": cards_in(race.deck[rider]),
        "hand": cards_in(race.hand[rider]),
        "recycled": cards_in(race.recycled[rider]),
        "played": _card(race.played[rider]),
    }


def _unrevealed(race: Race, rider: int) -> int:
    """All his cards still in the game and not on show: anybody can tell which."""
    pile, played = int(race.deck[rider] + race.hand[rider] + race.recycled[rider]), int(race.played[rider])
    return pile if played == r.NO_CARD else pile + (1 << DIGIT * played)


def _card(kind: int) -> Card | None:
    return None if kind == r.NO_CARD else card_of(kind)


def classification(race: Race) -> Json:
    """Riders by square, then right lane first; teams by their best rider (FR6.1, FR6.2)."""
    riders = [int(rider) for rider in race.order[: len(riders_of(race))] if on_road(race, rider)]
    seats = list(dict.fromkeys(rider // 2 for rider in riders))
    return {
        "winner": seats[0],
        "seats": seats,
        "riders": [
            {
                "place": place,
                "rider": rider_id(rider),
                "square": int(race.square[rider]),
                "lane": LANE_NAMES[race.lane[rider]],
                "past_line": max(0, int(race.square[rider]) - int(race.setup.line) + 1),
            }
            for place, rider in enumerate(riders, start=1)
        ],
    }


def places(view: Json) -> Json:
    """Of a view only where everybody is."""
    riders = {name: {"square": it["square"], "lane": it["lane"]} for name, it in view["riders"].items()}
    return {"round": view["round"], "phase": view["phase"], "letters": view["letters"], "riders": riders}
