"""A second opinion on a round of Flamme Rouge: slow, plain, and written from the numbered rules alone.

Riders are names like `0S`; a place is a square and a lane, `right` or `left`; a road is a string with one
letter for each square (S start, f flat, a ascent, d descent, F past the line).
"""

import functools
import tomllib
from dataclasses import dataclass, field
from importlib.resources import files

Place = tuple[int, str]
Places = dict[str, Place]
LANES = ("right", "left")


@dataclass
class Round:
    """What is on the table in one round, and what has come of it so far."""

    road: str
    places: Places
    cards: dict[str, int | str]
    supply: dict[str, int]
    options: dict[str, str] = field(default_factory=dict)
    teams: dict[str, str] = field(default_factory=dict)  # by seat, where not a player's
    traits: dict[str, str] = field(default_factory=dict)  # in effect; a Cannibal or Badger raises
    moves: dict[str, Place] = field(default_factory=dict)
    tired: list[str] = field(default_factory=list)
    spared: list[str] = field(default_factory=list)
    ranking: list[str] = field(default_factory=list)  # once the race is over

    @property
    def line(self) -> int:
        """The first square past the line."""
        return self.road.index("F")

    @property
    def last_square(self) -> int:
        """The last square there is; on an open road none is (FR8.2)."""
        return 1000 if self.options.get("last_square") == "open-road" else len(self.road) - 1

    def is_home(self, square: int) -> bool:
        """Whether a rider on this square is carried no further and does not tire, as in a tour (GT3)."""
        return self.options.get("finish") == "ride-home" and square >= self.line

    def terrain(self, square: int) -> str:
        """The letter of a square, also behind the end of the road."""
        return self.road[square] if square < len(self.road) else "F"


@functools.cache
def road_of(letters: str) -> str:
    """The squares of a stage's tiles, one after the other (FR1.4)."""
    text = files("gruppetto.games.flamme_rouge").joinpath("data/tiles.toml").read_text("utf-8")
    return "".join(tomllib.loads(text)["sides"][letter]["squares"] for letter in letters)


def judge(table: Round) -> Round:
    """Movement phase and end phase; none of the latter once somebody has crossed (FR6.1)."""
    move(table)
    crossed = any(square >= table.line for square, _ in table.places.values())
    if not crossed or table.options.get("finish") == "slipstream":
        slipstream(table)
    if crossed:
        table.ranking = from_the_front(table.places)
    else:
        exhaust(table)
    return table


def from_the_front(places: Places) -> list[str]:
    """Nearest to the finish first; on one square the right lane before the left (FR4.1, FR6.2)."""
    return sorted(places, key=lambda rider: (-places[rider][0], LANES.index(places[rider][1])))


# --- movement ---------------------------------------------------------------------------------------


def move(table: Round) -> None:
    """Everybody moves as far as their card says, from the front of the race to the back (FR4.1)."""
    values = {rider: value_of(table, rider) for rider in table.places}
    for rider in from_the_front(table.places):
        table.places[rider] = table.moves[rider] = end_of_move(table, rider, values[rider])


def value_of(table: Round, rider: str) -> int:
    """The number on a card; exhaustion is 2, attack 2 in front and 9 in the rear (FR1.3, FR9, GT11)."""
    card, trait = table.cards[rider], table.traits.get(rider, "")
    if trait in ("cannibal", "badger") or (trait == "monsieur-chrono" and card == "X"):
        return 1 + printed_value(table, rider)
    return printed_value(table, rider)


def printed_value(table: Round, rider: str) -> int:
    """The value of a card without traits."""
    card = table.cards[rider]
    if card == "X":
        return 2
    if card == "A":
        team = [other for other in from_the_front(table.places) if other[0] == rider[0]]
        return 2 if team[0] == rider else 9
    return int(card)


def end_of_move(table: Round, rider: str, value: int) -> Place:
    """Where a rider's move ends (FR4.2, FR4.3, FR4.4)."""
    start = table.places[rider][0]
    others = [place for other, place in table.places.items() if other != rider]
    limit = 6 if table.traits.get(rider) == "il-pirata" else 5
    target = min(start + squares_to_ride(table, start, value, limit), table.last_square)
    while (target, "right") in others and (target, "left") in others:
        target -= 1
    return (target, "left") if (target, "right") in others else (target, "right")


def squares_to_ride(table: Round, start: int, value: int, limit: int) -> int:
    """What the mountains make of a card (FR4.5, FR4.6, FR4.7, GT11)."""
    if table.terrain(start) == "d":
        value = max(value, 5)
    if value <= limit:
        return value
    if table.terrain(start) == "a":
        return limit
    for k in range(1, value + 1):
        if table.terrain(start + k) == "a":
            return limit if k <= limit else k - 1
    return value


# --- end phase --------------------------------------------------------------------------------------


def groups(places: Places) -> list[list[int]]:
    """The occupied squares, in runs with no empty square between, rearmost run first (FR5.2)."""
    runs: list[list[int]] = []
    for square in sorted({square for square, _ in places.values()}):
        if runs and runs[-1][-1] == square - 1:
            runs[-1].append(square)
        else:
            runs.append([square])
    return runs


def slipstream(table: Round) -> None:
    """From the rearmost group forward, look again after each group that was carried (FR5.2)."""
    number = 0
    while number + 1 < len(groups(table.places)):
        group, ahead = groups(table.places)[number : number + 2]
        part = carried_part(table, group, ahead)
        barred = [rider for rider in riders_on(table, part) if barred_from(table, rider, ahead[0])]
        if barred:
            carry_team_mate(table, group[-1], ahead[0])
            number = groups(table.places).index(next(g for g in groups(table.places) if ahead[0] in g))
            continue
        carry(table, {rider: table.places[rider] for rider in riders_on(table, part)})
        left_behind = len(part) < len(group)
        if not part or left_behind:
            number += 1


def carry(table: Round, carried: Places) -> None:
    """One square forward: side by side in their lanes, without company to the right (FR5.2, FR8.8)."""
    squares = [square for square, _ in carried.values()]
    for rider, (square, lane) in carried.items():
        table.places[rider] = (square + 1, lane if squares.count(square) == 2 else "right")


def riders_on(table: Round, squares: list[int]) -> list[str]:
    """The riders on some squares, front-most first."""
    return [rider for rider in from_the_front(table.places) if table.places[rider][0] in squares]


def barred_from(table: Round, rider: str, ahead: int) -> bool:
    """Whether nobody on the square ahead gives slipstream to this rider's team (GT11, FR8.3)."""
    return all(
        table.traits.get(giver) == "il-campionissimo" and giver[0] != rider[0]
        for giver in riders_on(table, [ahead])
    )


def carry_team_mate(table: Round, front: int, ahead: int) -> None:
    """A group splits: only Il Campionissimo's team-mate is carried from its front, to the right (FR8.8)."""
    for rider in riders_on(table, [front]):
        if not barred_from(table, rider, ahead):
            table.places[rider] = (front + 1, "right")


def carried_part(table: Round, group: list[int], ahead: list[int]) -> list[int]:
    """The squares of a group whose riders get slipstream from the group ahead (FR5.2, FR5.3, FR8.3)."""
    if ahead[0] - group[-1] != 2 or table.is_home(group[-1]):
        return []
    climbing = [square for square in group + ahead if table.terrain(square) == "a"]
    if table.options.get("mountain_groups") == "whole-group":
        return [] if climbing else group
    if ahead[0] in climbing:
        return []
    return [square for square in group if not any(square <= ascent for ascent in climbing if ascent in group)]


def exhaust(table: Round) -> None:
    """Everybody with an empty square in front, whoever is in front first; not dummies (FR5.4, FR9)."""
    occupied = {square for square, _ in table.places.values()}
    for rider in from_the_front(table.places):
        square = table.places[rider][0]
        if square + 1 in occupied or table.is_home(square) or table.teams.get(rider[0], "player") != "player":
            continue
        if table.supply[rider[1]] > 0:
            table.supply[rider[1]] -= 1
            table.tired.append(rider)
        else:
            table.spared.append(rider)
