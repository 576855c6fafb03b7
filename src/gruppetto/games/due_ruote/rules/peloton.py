"""The board and the riders on it: where they are, what they can bear, whose go it is (Z2, Z3)."""

from gruppetto.games.due_ruote.rules.codes import GONE, NOBODY, TEAM, WORN_OUT
from gruppetto.games.due_ruote.rules.options import Excess
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.kernel.rule import rule


@rule
def rides(race: Race, rider: int) -> bool:
    """Whether a rider is still in the race."""
    return race.place[rider] != GONE


@rule
def in_bunch(race: Race, rider: int) -> bool:
    """Whether they ride inactive in the BUNCH (Z2.1)."""
    return race.place[rider] == 0 and race.head[rider] == 0


@rule
def in_head(race: Race, rider: int) -> bool:
    """Whether they ride active in the HEAD (Z2.1)."""
    return race.head[rider] != 0


@rule
def riders_in_head(race: Race) -> int:
    """How many riders the HEAD holds (Z2.1)."""
    count = 0
    for rider in range(TEAM * race.setup.seats):
        count += race.head[rider]
    return count


@rule
def racing(race: Race, seat: int) -> bool:
    """Whether a team still has a rider in the race (Z6.4)."""
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        if rides(race, rider):
            return True
    return False


@rule
def left_of(race: Race, seat: int) -> int:
    """The next player clockwise who still has riders (Z6.4)."""
    after = (seat + 1) % race.setup.seats
    while not racing(race, after):
        after = (after + 1) % race.setup.seats
    return after


@rule
def from_seat(race: Race, seat: int) -> int:
    """The player of a seat, or the next clockwise who still has riders (Z6.4)."""
    return seat if racing(race, seat) else left_of(race, seat)


@rule
def next_in_play(race: Race, seat: int) -> int:
    """The first from this seat clockwise who has not passed definitively, or NOBODY (Z6.3.5)."""
    for step in range(race.setup.seats):
        after = (seat + step) % race.setup.seats
        if racing(race, after) and race.passed[after] == 0:
            return after
    return NOBODY


@rule
def room(race: Race, rider: int, points: int) -> bool:
    """Whether a rider can bear so much more fatigue (Z3.2, Z3.4, Z13.3)."""
    return (
        race.fatigue[rider] + points <= race.setup.most_fatigue or race.setup.options.excess == Excess.ALLOWED
    )


@rule
def tire(race: Race, rider: int, points: int) -> None:
    """Add fatigue (Z3.3)."""
    race.fatigue[rider] += points


@rule
def rest(race: Race, rider: int, points: int) -> None:
    """Take fatigue away; below nothing there is none to take (Z3.1)."""
    race.fatigue[rider] = max(0, race.fatigue[rider] - points)


@rule
def wear(race: Race, rider: int, points: int) -> None:
    """Fatigue given by others lifts nobody above 15 (Z7.4)."""
    if race.fatigue[rider] < WORN_OUT:
        race.fatigue[rider] = min(WORN_OUT, race.fatigue[rider] + points)


@rule
def put(race: Race, rider: int, place: int) -> None:
    """Put a rider into a sector; whoever arrives at the peloton lands in the BUNCH (Z2.5)."""
    race.place[rider], race.head[rider] = place, 0


@rule
def put_in_head(race: Race, rider: int) -> None:
    """Put a rider into the HEAD (Z2.5)."""
    race.place[rider], race.head[rider] = 0, 1


@rule
def fall_back(race: Race, rider: int, sectors: int) -> None:
    """A forced drop, which spares no fatigue (Z13.2, Z13.13)."""
    place = max(race.setup.floor, race.place[rider] - sectors)
    if race.setup.options.forced_refund:
        rest(race, rider, race.place[rider] - place)
    put(race, rider, place)


@rule
def speed_of(race: Race, rider: int) -> int:
    """A rider's speed on the terrain of this turn (Z1.5)."""
    return race.setup.speed[race.card[rider], race.terrain]
