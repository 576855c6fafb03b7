"""One race of Flamme Rouge: the contract's functions, and how a race runs on (FR2, FR6)."""

from gruppetto.games.flamme_rouge.rules.cards import EMPTY, copies
from gruppetto.games.flamme_rouge.rules.end import discard, exhaust, slipstream
from gruppetto.games.flamme_rouge.rules.energy import (
    ask,
    draw,
    energy_phase,
    fill_decks,
    must_play,
    play,
    ride_on_empty,
)
from gruppetto.games.flamme_rouge.rules.invariants import invariants
from gruppetto.games.flamme_rouge.rules.knowledge import forget, observe, observe_fixed, observe_moving
from gruppetto.games.flamme_rouge.rules.movement import free_lane, line_up, movement, reveal, stand
from gruppetto.games.flamme_rouge.rules.options import SEATS, Finish, StartLane, Team
from gruppetto.games.flamme_rouge.rules.record import (
    BOTH_LANES,
    KINDS,
    LANES,
    LEFT,
    NO_CARD,
    NOBODY,
    NOWHERE,
    RANDOM_SEAT,
    RIDERS,
    RIGHT,
    ROULEUR,
    SETUP_STREAM,
    SPRINTEUR,
    SQUARES,
    START_SQUARES,
    Action,
    Phase,
    Race,
    Setup,
    Told,
)
from gruppetto.kernel.chance import chance, plant, share
from gruppetto.kernel.record import Ints, Keys
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

__all__ = [
    "act",
    "deal",
    "forget",
    "invariants",
    "legal",
    "observe",
    "observe_fixed",
    "observe_moving",
    "over",
    "report",
    "score",
    "waiting",
]


@rule
def deal(race: Race, setup: Setup, keys: Keys) -> None:
    """A race on its own, with its own chance (FR2)."""
    plant(race, keys)
    line_up_to_start(race, setup)


@rule
def line_up_to_start(race: Race, setup: Setup) -> None:
    """Shuffle the decks, place the dummy teams, and ask the first player to place (FR2)."""
    clear(race, setup)
    fill_decks(race)
    place_dummies(race, Team.PELOTON)
    place_dummies(race, Team.MUSCLE)
    line_up(race)
    race.owing = 1 << first_to_place(race)


@rule
def clear(race: Race, setup: Setup) -> None:
    """An empty road and nobody on it."""
    race.setup = setup
    race.phase, race.rounds, race.owing, race.scripted = Phase.PLACEMENT, 0, 0, 0
    for square in range(SQUARES):
        race.taken[square] = 0
    for seat in range(SEATS):
        race.at_hand[seat] = NOBODY
    for rider in range(RIDERS):
        race.square[rider], race.lane[rider], race.order[rider] = NOWHERE, RIGHT, rider
        race.played[rider] = race.revealed[rider] = NO_CARD
        race.fresh[rider] = race.early[rider] = race.buried[rider] = race.most_exhausted[rider] = 0
        race.deck[rider] = race.hand[rider] = race.recycled[rider] = EMPTY


@rule
def place_dummies(race: Race, kind: int) -> None:
    """Dummy riders stand one behind the other as far forward as possible, sprinteur in front (FR9)."""
    for seat in range(race.setup.seats):
        if race.setup.team[seat] == kind:
            front = place_foremost(race, 2 * seat + SPRINTEUR, race.setup.start_squares - 1)
            place_foremost(race, 2 * seat + ROULEUR, front - 1)


@rule
def place_foremost(race: Race, rider: int, square: int) -> int:
    """Stand on the foremost free lane from this square back; the square taken (FR9)."""
    while race.taken[square] == BOTH_LANES:
        square -= 1
    stand(race, rider, square, free_lane(race, square))
    return square


@rule
def first_to_place(race: Race) -> int:
    """The player who begins: chosen, or any of them (FR2.2)."""
    if race.setup.first != RANDOM_SEAT:
        return race.setup.first
    players = 0
    for seat in range(race.setup.seats):
        players += race.setup.team[seat] == Team.PLAYER
    place, _ = share(chance(race, SETUP_STREAM), players)
    for seat in range(race.setup.seats):
        place -= race.setup.team[seat] == Team.PLAYER
        if place < 0:
            return seat
    return 0


@rule
def waiting(race: Race) -> int:
    """The seats that owe a decision, as bits."""
    return race.owing


@rule
def over(race: Race) -> bool:
    """Whether somebody has crossed the line and the round is done (FR6.1)."""
    return race.phase == Phase.FINISHED


@rule
def legal(race: Race, seat: int, out: Ints) -> int:
    """What a seat that owes a decision may do."""
    if race.phase == Phase.PLACEMENT:
        return legal_places(race, seat, out)
    if race.at_hand[seat] == NOBODY:
        out[0], out[1] = Action.RIDER + SPRINTEUR, Action.RIDER + ROULEUR
        return 2
    hand, found = race.hand[race.at_hand[seat]], 0
    for kind in range(KINDS):  # without a branch: random hands would make it costly
        out[found] = Action.CARD + kind
        found += copies(hand, kind) > 0
    return found


@rule
def legal_places(race: Race, seat: int, out: Ints) -> int:
    """Any free lane of the start squares; on an empty square the right one (FR2.2, FR8.1)."""
    found = 0
    for kind in range(2):
        if race.square[2 * seat + kind] == NOWHERE:
            for square in range(race.setup.start_squares):
                for lane in range(LANES):
                    if may_stand(race, square, lane):
                        out[found] = Action.PLACE + (kind * START_SQUARES + square) * LANES + lane
                        found += 1
    return found


@rule
def may_stand(race: Race, square: int, lane: int) -> bool:
    """Whether a rider may be placed on this lane (FR2.2, FR8.1)."""
    if lane == LEFT and race.taken[square] == 0:
        return race.setup.options.start_lane == StartLane.FREE
    return race.taken[square] & (1 << lane) == 0


@rule
def act(race: Race, seat: int, action: int, trace: Ints) -> None:
    """Apply one decision, and run on until somebody owes the next."""
    if action < Action.RIDER:
        place(race, seat, action - Action.PLACE, trace)
    elif action < Action.CARD:
        draw(race, 2 * seat + action - Action.RIDER, trace)
    else:
        play(race, seat, action - Action.CARD, trace)
        run_on(race, trace)


@rule
def place(race: Race, seat: int, spot: int, trace: Ints) -> None:
    """Place a rider; after both of them the next player clockwise places theirs (FR2.2)."""
    kind, square, lane = spot // (START_SQUARES * LANES), spot // LANES % START_SQUARES, spot % LANES
    stand(race, 2 * seat + kind, square, lane)
    line_up(race)
    note(trace, Told.PLACED, 2 * seat + kind, square, lane)
    if race.square[2 * seat + SPRINTEUR] == NOWHERE or race.square[2 * seat + ROULEUR] == NOWHERE:
        return
    race.owing = 0
    for step in range(1, race.setup.seats):
        after = (seat + step) % race.setup.seats
        if race.square[2 * after] == NOWHERE:
            race.owing = 1 << after
            return
    race.phase = Phase.ENERGY
    energy_phase(race, trace)


@rule
def run_on(race: Race, trace: Ints) -> None:
    """Ride rounds for as long as nobody owes a decision."""
    while race.owing == 0 and race.phase == Phase.ENERGY:
        reveal(race, trace)
        ride(race, trace)
        if race.phase == Phase.ENERGY:
            energy_phase(race, trace)


@rule
def ride(race: Race, trace: Ints, traits: Ints | None = None) -> None:
    """The movement phase and the end phase of a round whose cards are revealed (FR4, FR5, FR6.1)."""
    movement(race, trace, traits)
    line_up(race)
    discard(race)
    if race.square[race.order[0]] < race.setup.line:
        slipstream(race, trace, traits)
        exhaust(race, trace, race.setup.line)
    else:
        finish(race, trace, traits)


@rule
def finish(race: Race, trace: Ints, traits: Ints | None) -> None:
    """The furthest past the line wins, then the right lane; all others are classified alike (FR6, FR8.4)."""
    if race.setup.options.finish == Finish.SLIPSTREAM:
        slipstream(race, trace, traits)
    race.phase, race.owing = Phase.FINISHED, 0
    note(trace, Told.ENDED, race.order[0])


@rule
def resume(race: Race, trace: Ints) -> None:
    """Go on from a position in which some may have drawn or played already."""
    ask_again(race, trace)
    run_on(race, trace)


@rule
def ask_again(race: Race, trace: Ints) -> None:
    """What everybody owes in a position in which some may have drawn or played already."""
    race.owing = 0
    for seat in range(race.setup.seats):
        if race.setup.team[seat] == Team.PLAYER:
            for rider in range(2 * seat, 2 * seat + 2):
                if race.hand[rider] != EMPTY:
                    race.at_hand[seat] = rider
                    race.owing |= 1 << seat
                elif must_play(race, rider):
                    ride_on_empty(race, rider, trace)
            if race.at_hand[seat] == NOBODY:
                ask(race, seat, trace)


@rule
def score(race: Race, out: Ints) -> None:
    """For each seat, how many teams its best rider has beaten (FR6)."""
    for seat in range(race.setup.seats):
        out[seat] = NOBODY
    beaten = race.setup.seats - 1
    for place in range(2 * race.setup.seats):
        seat = race.order[place] // 2
        if out[seat] == NOBODY:
            out[seat] = beaten
            beaten -= 1


@rule
def report(race: Race, out: Ints) -> None:
    """For tables of results: rounds ridden, the winning rider, and how far past the line they came."""
    winner = race.order[0]
    out[0], out[1], out[2] = race.rounds, winner, race.square[winner] - race.setup.line + 1
