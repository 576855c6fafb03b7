"""Who rides first on a field: numbers, jerseys and the dice-off (C3.1, C3.2)."""

from gruppetto.games.etapa.rules.cards import EMPTY, copies, lay_down, sprint_value
from gruppetto.games.etapa.rules.codes import Action, Ask, Jersey, Status, Step, Told
from gruppetto.games.etapa.rules.dice import fresh_dice, question, throw_for_team
from gruppetto.games.etapa.rules.movement import on_road
from gruppetto.games.etapa.rules.options import Raises, Recovering
from gruppetto.games.etapa.rules.record import (
    KINDS,
    NO_CLASS,
    NOBODY,
    RIDERS,
    SEATS,
    TEAM,
    Race,
)
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

NO_JERSEY, RECOVERING = 3, 4  # classes of riders, after three of jerseys (C3.1)
CLASSES = NO_CLASS + 1
ALL_TEAMS = (1 << SEATS) - 1
ROOM_FOR_A_DIE = 8
MARK = 1 << 16  # above any total


@rule
def begin_order(race: Race) -> None:
    """Remember where everybody stands, and begin to put the riders in order (C3.1)."""
    fresh_dice(race)
    race.contest_for = -1
    forget_order(race)
    for rider in range(TEAM * race.setup.seats):
        race.start[rider] = race.field[rider]
        race.rode[rider] = race.moved[rider] = race.unaided[rider] = 0
        race.carded[rider] = race.followers[rider] = 0
    race.step = Step.ORDER


@rule
def forget_order(race: Race) -> None:
    """Nobody has a place in the order of the round yet, and nobody is on turn."""
    race.ordered, race.turn = 0, -1
    for place in range(RIDERS):
        race.order[place] = NOBODY


@rule
def is_placed(race: Race, rider: int) -> bool:
    """Whether a rider has their place in the order of the round."""
    for place in range(race.ordered):
        if race.order[place] == rider:
            return True
    return False


@rule
def idle(race: Race, rider: int) -> bool:
    """They lie or wait with a puncture all round, so nobody needs to throw with them for the order."""
    if race.status[rider] == Status.PUNCTURED:
        return True
    return race.status[rider] == Status.FALLEN and race.back[rider] > race.rounds


@rule
def placing(race: Race, rider: int, field: int) -> bool:
    """Whether a rider on this field still has to be put in order."""
    return race.field[rider] == field and on_road(race, rider) and not is_placed(race, rider)


@rule
def class_of(race: Race, rider: int) -> int:
    """Yellow, polka dot and green, white, none; back from a crash or puncture, last, jersey or not (C3.1)."""
    jersey = race.jersey[rider]
    if race.back[rider] == race.rounds:
        return RECOVERING
    if race.injured[rider]:
        return NO_JERSEY
    if jersey == Jersey.YELLOW:
        return 0
    if jersey in (Jersey.POLKA_DOT, Jersey.GREEN):
        return 1
    return 2 if jersey == Jersey.WHITE else NO_JERSEY


@rule
def riders_here(race: Race, seat: int, field: int) -> int:
    """How many riders of a team stand on a field, lying ones too (C3.1, C17.25)."""
    number = 0
    for rider in range(seat * TEAM, seat * TEAM + TEAM):
        number += race.field[rider] == field and on_road(race, rider)
    return number


@rule
def has_active(race: Race, seat: int, field: int) -> bool:
    """Whether a team has a rider here who rides in this round, and not after everybody."""
    for rider in range(seat * TEAM, seat * TEAM + TEAM):
        if race.field[rider] == field and on_road(race, rider) and in_block(race, rider):
            return True
    return False


@rule
def in_block(race: Race, rider: int) -> bool:
    """Whether a rider goes with their player's others: not who lies, nor, perhaps who is back (C17.5)."""
    if idle(race, rider):
        return False
    return race.setup.options.recovering == Recovering.IN_BLOCK or race.back[rider] != race.rounds


@rule
def front_field(race: Race) -> int:
    """The foremost field with riders still to be put in order, or nobody's."""
    front = NOBODY
    for rider in range(TEAM * race.setup.seats):
        if race.field[rider] > front and on_road(race, rider) and not is_placed(race, rider):
            front = race.field[rider]
    return front


@rule
def order_next(race: Race) -> None:
    """Put the next rider of the foremost field in order, or ask who it is; then that field rides (C3.1)."""
    field = front_field(race)
    if field == NOBODY or settled(race, field):
        race.step = Step.TURN
        return
    number = most_riders(race, field)
    if number == 0:
        place_late(race, field)
        return
    tied, lowest = teams_to_place(race, field, number), NO_CLASS
    rivals = teams_riding(race, field, number)
    if rivals & (rivals - 1) != 0:
        lowest = lowest_class(race, field, tied)
        tied = teams_of_class(race, field, tied, lowest)
    place_first(race, field, tied, lowest)


@rule
def place_late(race: Race, field: int) -> None:
    """After everybody else come those just back, if they go last (C17.5), and then those who do not ride."""
    late = teams_of_class(race, field, ALL_TEAMS, RECOVERING)
    if late == 0:
        place_idle(race, field)
    else:
        place_first(race, field, late, RECOVERING)


@rule
def place_first(race: Race, field: int, teams: int, lowest: int) -> None:
    """The next rider of the only team, or of the one that wins the dice-off (C3.1, C3.2)."""
    tie = field * CLASSES + lowest
    if teams & (teams - 1) == 0:
        place_team(race, field, first_seat(teams), lowest)
    elif is_decided(race, teams, tie):
        place_team(race, field, winner_of(race, teams), lowest)
    else:
        begin_contest(race, teams, tie)


@rule
def settled(race: Race, field: int) -> bool:
    """Whether riders of a field in front of this one have their order and go first (C3.1)."""
    return race.ordered > race.turn + 1 and race.start[race.order[race.ordered - 1]] > field


@rule
def is_decided(race: Race, teams: int, tie: int) -> bool:
    """Whether just these players have thrown for this tie, not others who are on the field too (C3.2)."""
    return race.contest_for == tie and teams & ~race.contest == 0


@rule
def most_riders(race: Race, field: int) -> int:
    """The largest number of riders a team with somebody to place has on a field (C3.1)."""
    most = 0
    for seat in range(race.setup.seats):
        if has_unplaced(race, seat, field):
            most = max(most, riders_here(race, seat, field))
    return most


@rule
def has_unplaced(race: Race, seat: int, field: int) -> bool:
    """Whether a team has somebody on a field whose turn it is to get a place."""
    for rider in range(seat * TEAM, seat * TEAM + TEAM):
        if candidate(race, rider, field, NO_CLASS):
            return True
    return False


@rule
def teams_to_place(race: Race, field: int, number: int) -> int:
    """The teams with so many riders on a field, some of them without a place, as bits."""
    teams = 0
    for seat in range(race.setup.seats):
        if riders_here(race, seat, field) == number and has_unplaced(race, seat, field):
            teams |= 1 << seat
    return teams


@rule
def teams_riding(race: Race, field: int, number: int) -> int:
    """The teams with so many riders on a field, placed or not, as bits."""
    teams = 0
    for seat in range(race.setup.seats):
        if riders_here(race, seat, field) == number and has_active(race, seat, field):
            teams |= 1 << seat
    return teams


@rule
def lowest_class(race: Race, field: int, teams: int) -> int:
    """The first class of riders to go among these teams."""
    lowest = NO_CLASS
    for rider in range(TEAM * race.setup.seats):
        if teams >> (rider // TEAM) & 1 and candidate(race, rider, field, NO_CLASS):
            lowest = min(lowest, class_of(race, rider))
    return lowest


@rule
def teams_of_class(race: Race, field: int, teams: int, lowest: int) -> int:
    """Those of the teams with a rider of this class."""
    with_class = 0
    for rider in range(TEAM * race.setup.seats):
        if teams >> (rider // TEAM) & 1 and candidate(race, rider, field, lowest):
            with_class |= 1 << rider // TEAM
    return with_class


@rule
def candidate(race: Race, rider: int, field: int, lowest: int) -> bool:
    """Whether a rider can be the next of their team; without a class, any of their block can."""
    if not placing(race, rider, field) or idle(race, rider):
        return False
    if lowest == NO_CLASS:
        return in_block(race, rider)
    return class_of(race, rider) == lowest


@rule
def place_team(race: Race, field: int, seat: int, lowest: int) -> None:
    """A player's next rider: the only one there is, or the one they choose (C3.1)."""
    choices, only = 0, 0
    for rider in range(seat * TEAM, seat * TEAM + TEAM):
        if candidate(race, rider, field, lowest):
            choices += 1
            only = rider
    if choices == 1:
        place_rider(race, only)
        return
    race.class_now = lowest
    question(race, seat, Ask.NEXT)


@rule
def offer_next(race: Race, seat: int, out: Ints) -> int:
    """Which of their riders on the field may go next."""
    field, found = front_field(race), 0
    for rider in range(seat * TEAM, seat * TEAM + TEAM):
        if candidate(race, rider, field, race.class_now):
            out[found] = Action.RIDER + rider
            found += 1
    return found


@rule
def choose_next(race: Race, rider: int, trace: Ints) -> None:
    """The player has said who goes next."""
    place_rider(race, rider)
    race.class_now = NO_CLASS
    note(trace, Told.WENT_NEXT, rider)


@rule
def place_rider(race: Race, rider: int) -> None:
    """The next place in the order of the round."""
    race.order[race.ordered] = rider
    race.ordered += 1


@rule
def place_idle(race: Race, field: int) -> None:
    """Those who do not ride come after all others on their field."""
    for rider in range(TEAM * race.setup.seats):
        if placing(race, rider, field):
            place_rider(race, rider)


@rule
def first_seat(teams: int) -> int:
    """The lowest seat among bits."""
    seat = 0
    while seat < SEATS - 1 and teams >> seat & 1 == 0:
        seat += 1
    return seat


# --- the dice-off -----------------------------------------------------------------------------------


@rule
def begin_contest(race: Race, teams: int, reason: int) -> None:
    """These players throw for the right to go first (C3.2)."""
    race.contest, race.contest_for = teams, reason
    race.thrown = race.declined = race.bid = race.settling = 0
    for seat in range(SEATS):
        race.total[seat] = 0
    race.step = Step.CONTEST


@rule
def contest_throw(race: Race) -> None:
    """The next player throws; when all have thrown and one is in front, cards may be sacrificed (C3.2)."""
    for seat in range(race.setup.seats):
        if race.contest >> seat & 1 and race.thrown >> seat & 1 == 0:
            race.bidder = seat
            throw_for_team(race, seat, Step.CONTESTED)
            return
    leaders = best_of(race, race.contest)
    if race.settling:
        settle_contest(race)
    elif leaders & (leaders - 1) != 0:
        race.thrown &= ~leaders
    else:
        race.step = Step.AUCTION


@rule
def contest_thrown(race: Race, trace: Ints) -> None:
    """A throw counts for its player; equal best throws are thrown again (C3.2, C17.6)."""
    race.total[race.bidder] = race.die + (race.total[race.bidder] if race.settling else 0)
    race.thrown |= 1 << race.bidder
    note(trace, Told.THREW_OFF, race.bidder, race.die)
    race.step = Step.CONTEST


@rule
def best_of(race: Race, teams: int) -> int:
    """The players with the highest total, as bits."""
    best, highest = 0, -1
    for seat in range(race.setup.seats):
        if teams >> seat & 1:
            if race.total[seat] > highest:
                best, highest = 0, race.total[seat]
            if race.total[seat] == highest:
                best |= 1 << seat
    return best


@rule
def winner_of(race: Race, teams: int) -> int:
    """The player with the highest total of those who still have riders to place."""
    return first_seat(best_of(race, teams))


@rule
def auction(race: Race) -> None:
    """The lowest player who is not in front may raise, until nobody does (C3.2)."""
    leader = winner_of(race, race.contest)
    bidder = NOBODY
    for seat in range(race.setup.seats):
        if seat == leader or not may_bid(race, seat):
            continue
        if bidder == NOBODY or race.total[seat] < race.total[bidder]:
            bidder = seat
    if bidder == NOBODY:
        settle_contest(race)
        return
    race.bidder, race.bid = bidder, 0
    question(race, bidder, Ask.RAISE)


@rule
def may_bid(race: Race, seat: int) -> bool:
    """Whether a player in the dice-off has cards and has not declined."""
    return race.contest >> seat & 1 != 0 and race.declined >> seat & 1 == 0 and race.hand[seat] != EMPTY


@rule
def settle_contest(race: Race) -> None:
    """Equal totals are thrown off again among themselves; then the order is settled (C17.6)."""
    equal = 0
    for seat in range(race.setup.seats):
        for other in range(seat):
            both = race.contest >> seat & 1 and race.contest >> other & 1
            if both and race.total[seat] == race.total[other]:
                equal |= 1 << seat | 1 << other
    if equal == 0:
        race.step, race.settling = Step.ORDER, 0
        return
    spread_totals(race)
    race.settling = 1
    race.thrown = race.contest & ~equal
    race.step = Step.CONTEST


@rule
def spread_totals(race: Race) -> None:
    """Keep the order of the totals, with room for one more die between them."""
    for seat in range(race.setup.seats):
        lower = 0
        for other in range(race.setup.seats):
            lower += race.contest >> other & 1 and race.total[other] % MARK < race.total[seat] % MARK
        race.total[seat] += MARK * lower
    for seat in range(race.setup.seats):
        race.total[seat] = ROOM_FOR_A_DIE * (race.total[seat] // MARK)


@rule
def worth_of_hand(pile: int) -> int:
    """The sprint values of cards, added up."""
    worth = 0
    for kind in range(KINDS):
        worth += sprint_value(kind) * copies(pile, kind)
    return worth


@rule
def offer_raise(race: Race, seat: int, out: Ints) -> int:
    """Cards that can get them ahead, one by one; or no (more) card (C3.2)."""
    goal, found = target_total(race, seat), 0
    standing = race.total[seat] + race.bid
    if may_stop_raising(race, seat):
        out[found] = Action.PASS
        found += 1
    if standing + worth_of_hand(race.hand[seat]) > goal or race.setup.options.raises == Raises.ANY:
        for kind in range(KINDS):
            if copies(race.hand[seat], kind) > 0:
                out[found] = Action.CARD + kind
                found += 1
    return found


@rule
def may_stop_raising(race: Race, seat: int) -> bool:
    """Whoever has begun to raise goes on until they lead (C3.2, C17.6)."""
    leads = race.total[seat] + race.bid > target_total(race, seat)
    return race.bid == 0 or leads or race.setup.options.raises == Raises.ANY


@rule
def target_total(race: Race, seat: int) -> int:
    """The best total of the others."""
    goal = 0
    for other in range(race.setup.seats):
        if other != seat and race.contest >> other & 1:
            goal = max(goal, race.total[other])
    return goal


@rule
def raise_with(race: Race, seat: int, kind: int, trace: Ints) -> None:
    """Sacrifice a card for its sprint value, never halved (C3.2)."""
    lay_down(race, seat, kind)
    race.bid += sprint_value(kind)
    note(trace, Told.RAISED, seat, kind, race.total[seat] + race.bid)
    if race.hand[seat] == EMPTY:
        end_raise(race, seat, trace)
    else:
        question(race, seat, Ask.RAISE)


@rule
def end_raise(race: Race, seat: int, trace: Ints) -> None:
    """A raise lets the others answer; no raise, and they let the leader go (C3.2)."""
    if race.bid == 0:
        race.declined |= 1 << seat
        note(trace, Told.YIELDED, seat)
    else:
        race.total[seat] += race.bid
        race.bid = 0
        race.declined = 0
    race.step = Step.AUCTION
