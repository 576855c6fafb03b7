"""Whether the moment a position document describes can be one of a race: else the rules could not go on."""

from gruppetto.games.documents import refuse
from gruppetto.games.etapa.faces.names import ASKS
from gruppetto.games.etapa.faces.position import PILE, kind_of, own_riders, riders_of, riding
from gruppetto.games.etapa.rules import record as r
from gruppetto.games.etapa.rules.codes import Ask, Status, Step
from gruppetto.games.etapa.rules.record import Race
from gruppetto.games.game import bits

OF_A_TURN = (
    Ask.PLAN, Ask.PICK, Ask.AVOID, Ask.INJURY, Ask.BONUS, Ask.MOVE, Ask.CRASH_CAR,
    Ask.PUNCTURE_CAR, Ask.CONTACT,
)  # fmt: skip
OF_THE_ORDER = (Ask.NEXT, Ask.RAISE)
OF_SOLO = (Ask.MULTIPLY, Ask.RETURN)
OF_TEAMS = (Ask.LEADER, Ask.SECOND, Ask.CHANGE, Ask.ADD, *OF_SOLO)
OF_ANY = (Ask.START, Ask.YOUNG, Ask.JERSEY)
STEPS_OF_ASKS: dict[int, tuple[int, ...]] = {
    Ask.START: (Step.STAGE,), Ask.YOUNG: (Step.STAGE,), Ask.JERSEY: (Step.LINE_UP,), Ask.NEXT: (Step.ORDER,),
    Ask.RAISE: (Step.AUCTION,), Ask.PLAN: (Step.TURN,), Ask.PICK: (Step.FACED,),
    Ask.AVOID: (Step.AVOIDED, Step.CHAIN_AVOIDED), Ask.INJURY: (Step.DISTANCE,), Ask.BONUS: (Step.ADJUST,),
    Ask.MOVE: (Step.GO,), Ask.CRASH_CAR: (Step.SEND_CARS,), Ask.PUNCTURE_CAR: (Step.TURN,),
    Ask.CONTACT: (Step.CONTACT,), Ask.MULTIPLY: (Step.TRIAL_MOVE, Step.TEAM_MOVE),
    Ask.RETURN: (Step.TRIAL_DRAW, Step.TEAM_DRAW), Ask.LEADER: (Step.TEAM_TURN,),
    Ask.SECOND: (Step.TEAM_TURN,), Ask.CHANGE: (Step.TEAM_TURN,), Ask.ADD: (Step.TEAM_MOVE,),
}  # fmt: skip
STEPS_OF_DICE = (
    (
        Step.CONTESTED, Step.FIRST_START_ROLL, Step.SECOND_START_ROLL, Step.ROLLED, Step.ROLLED_AGAIN,
        Step.CHECKED, Step.CHAIN_ROLLED, Step.CAR_ROLLED,
    ),
    (Step.TRIAL_ROLLED,),
    (Step.TEAM_ROLLED,),
)  # fmt: skip
NEXT_ROUND = (Step.ROUND, Step.TRIAL_ROUND, Step.TEAM_ROUND)  # by kind of stage
STEPS_OF_ANY = (Step.STAGE, Step.DRESS, Step.LINE_UP, Step.FINISHED)


def check(race: Race) -> None:
    """Refuse what no race can come to."""
    check_cars(race)
    check_road(race)
    _check_asking(race)
    _check_lists(race)
    _check_turn(race)
    _check_contest(race)
    check_drawn(race)


def check_cars(race: Race) -> None:
    """A car serves a rider who stands still, and who is being fed has their car (C8.1)."""
    for rider in riders_of(race):
        served = race.served[rider // r.TEAM] == rider
        if race.status[rider] == Status.FEEDING and not served:
            refuse(f"riders.{rider + 1}", "they are being fed, so their car must serve them (C8.2)")
        if served and race.status[rider] not in (Status.FALLEN, Status.PUNCTURED, Status.FEEDING):
            refuse("teams", f"a car serves number {rider + 1}, who does not need it (C8.1)")


def check_road(race: Race) -> None:
    """Who begins a round has not crossed the line yet (C5.1)."""
    if kind_of(race) != r.ROAD or race.step != Step.ROUND:
        return
    if race.crossed:
        refuse("moment.crossed", "somebody is home, so no other round begins (C5.1)")
    length = race.setup.stage[race.at_stage, r.LENGTH]
    for rider in riders_of(race):
        if riding(race, rider) and race.field[rider] > length:
            past = f"{race.field[rider]} is past the line on {length}"
            refuse(f"riders.{rider + 1}.field", f"{past}, so they are home and begin no other round (C5.1)")


def _check_asking(race: Race) -> None:
    """Who is asked what fits the kind of stage and the step."""
    ask, step = race.ask, race.step
    if race.owing >> race.setup.seats or (race.owing != 0) != (ask != Ask.NOTHING):
        refuse("moment.owing", "somebody owes a decision exactly when something is asked")
    if ask == Ask.NOTHING:
        if step not in (*STEPS_OF_ANY, NEXT_ROUND[kind_of(race)]):
            refuse("step", "where nothing is asked a stage or a round begins, or the race is over")
        return
    if ask == Ask.DIE and not race.setup.options.real_dice:
        refuse("ask", "nobody says what a die shows without the option real_dice (C19.1)")
    if step not in (STEPS_OF_DICE[kind_of(race)] if ask == Ask.DIE else STEPS_OF_ASKS[ask]):
        refuse("step", f"{ASKS[ask]!r} is not asked there")
    if ask != Ask.DIE and ask not in _asked_in(race):
        refuse("ask", f"{ASKS[ask]!r} is not asked in this kind of stage")
    if ask != Ask.YOUNG and int(race.owing).bit_count() != 1:
        refuse("moment.owing", "one seat at a time is asked")


def _asked_in(race: Race) -> tuple[int, ...]:
    return (*OF_ANY, *((*OF_A_TURN, *OF_THE_ORDER), OF_SOLO, OF_TEAMS)[kind_of(race)])


def _check_lists(race: Race) -> None:
    """The order of the round, of the start and of the finish name riders (or teams) once."""
    if race.step == Step.FINISHED or race.ask in OF_ANY:
        return
    riders = set(riders_of(race))
    starting = set(range(race.setup.seats)) if kind_of(race) == r.TEAM_TRIAL else riders
    for name, places, length, named in (
        ("order", race.order, race.ordered, starting), ("finish", race.finish, race.crossed, riders),
        ("start_order", race.start_order, race.starters, starting),
    ):  # fmt: skip
        listed = set(places[:length])
        if len(listed) < length or not listed <= named:
            refuse(name, f"the first {length} must be different riders (or teams) of the race")
    if race.turn >= max(1, race.ordered) or race.started > race.starters:
        refuse("moment", "turn and started count what is in the order and in the start order")
    if kind_of(race) == r.SOLO:
        for rider in race.start_order[: race.starters]:
            if race.status[rider] == Status.OUT:
                refuse("start_order", f"number {rider + 1} is out and does not start (C13.3)")
    for seat in range(race.setup.seats):
        _check_line(race, seat)


def _check_line(race: Race, seat: int) -> None:
    line = [rider for rider in race.line[seat] if rider != r.NOBODY]
    gaps = line != list(race.line[seat][: len(line)])
    riders = [rider for rider in own_riders(seat) if race.status[rider] != Status.OUT]
    if gaps or len(set(line)) < len(line) or not set(line) <= set(riders):
        refuse(f"teams[{seat}].line", "it has the team’s riders one behind the other")
    formed = {int(Ask.LEADER): 0, int(Ask.SECOND): 1}.get(race.ask, len(riders))
    if line and race.owing >> seat & 1 and kind_of(race) == r.TEAM_TRIAL and len(line) != formed:
        refuse(f"teams[{seat}].line", f"{len(line)} riders stand in it, not {formed}")


def _check_turn(race: Race) -> None:
    """The rider on turn is one of the seat that decides."""
    ask, rider = race.ask, race.rider
    if ask in (*OF_THE_ORDER, *OF_ANY, Ask.NOTHING, Ask.LEADER, Ask.SECOND) and ask != Ask.JERSEY:
        return
    if ask == Ask.DIE and race.step in (Step.CONTESTED, Step.CHAIN_ROLLED):
        return
    if rider == r.NOBODY or rider not in riders_of(race) or race.status[rider] >= Status.WITHDRAWN:
        refuse("moment.rider", "somebody who is in the race is on turn")
    others_may_answer = ask in (Ask.AVOID, Ask.CRASH_CAR)
    if not others_may_answer and race.owing != 1 << rider // r.TEAM:
        refuse("moment.owing", "the player of the rider on turn decides")
    if ask == Ask.PLAN and race.rounds <= 1:
        refuse("ask", "in the first round riders only throw; plans are made from the second on (C1.4)")
    if race.second_turn and not race.doubled:
        refuse("moment.second_turn", "whoever has it has doubled, so `doubled` is 1 as well (C4.4)")
    if race.following != r.NOBODY and race.following not in riders_of(race):
        refuse("moment.following", "they can only follow a rider of the race")


def _check_contest(race: Race) -> None:
    """A dice-off is between several players, one of whom throws or raises (C3.2)."""
    if race.ask != Ask.RAISE and not (race.ask == Ask.DIE and race.step == Step.CONTESTED):
        return
    contest, bidder = int(race.contest), int(race.bidder)
    if contest >> race.setup.seats or contest.bit_count() < 2 or race.owing != 1 << bidder:
        refuse("moment.contest", "a dice-off is between players, one of whom decides")


def check_drawn(race: Race) -> None:
    """Cards of which one goes back are in the hand of who is asked (C10.1)."""
    drawn = PILE.read(race.drawn_hand[0])
    if bool(drawn) != (race.ask == Ask.RETURN):
        refuse("drawn", "cards lie there exactly when one of them is to go back")
    for seat in bits(race.owing) if drawn else ():
        hand = PILE.read(race.hand[seat])
        if any(cards > hand.get(name, 0) for name, cards in drawn.items()):
            refuse("drawn", "the cards to choose from must be in the hand")
