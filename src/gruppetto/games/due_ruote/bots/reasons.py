"""What is counted of a race of Due Ruote that is played out, to say why a choice was worse."""

from gruppetto.games.due_ruote.rules.codes import TEAM, Role, Told
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.games.reasons import Reason, Reasons, Sums, noted
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import WIDTH

KINDS = (
    Reason("fatigue", -1, 0.3),  # that the road costs
    Reason("answered", -1, 0.2),  # fatigue for obstructing
    Reason("challenged", -1, 0.2),  # fatigue for performing and helping
    Reason("breaks", +1),  # own riders who break away
    Reason("let-go", -1),  # rivals who do
    Reason("retired", -1),  # own riders who go home
    Reason("dropped", -1),  # own riders left behind when the pace rises
    Reason("head", +1),  # own riders who go to the head
    Reason("rested", +1),  # drinks and meals
    Reason("worn", -1),  # times that opponents wear own riders down
    Reason("special", -1, 0.1),  # special tokens paid
    Reason("sprinters", +1),  # own riders who line up to sprint
    Reason("speed", +1, 0.2),  # of the fastest own sprinter
    Reason("points", +1, 0.1),  # on summits and in sprints
    Reason("place", -1),  # of the best own rider
)
FATIGUE, ANSWERED, CHALLENGED, BREAKS, LET_GO, RETIRED, DROPPED, HEAD = range(8)
RESTED, WORN, SPECIAL, SPRINTERS, SPEED, POINTS, PLACE = range(8, 15)


@rule
def measure(race: Race, seat: int, trace: Ints, out: Sums) -> None:
    """Count what has happened to a seat, event by event."""
    for row in range(noted(trace)):
        at = 1 + WIDTH * row
        event = trace[at : at + WIDTH]
        if event[0] == Told.PAID:
            out[SPECIAL] += event[4] * (event[1] == seat)
        elif event[0] == Told.ENDED:
            out[PLACE] = best_place(race, seat)
        elif event[1] // TEAM == seat:
            count_effort(event, out)
            count_success(event, out)
        elif event[0] == Told.BROKE_AWAY:
            out[LET_GO] += 1


@rule
def count_effort(event: Ints, out: Sums) -> None:
    """Count what an own rider has had to bear; the rider is the first number."""
    told = event[0]
    if told == Told.TIRED:
        out[FATIGUE] += max(0, event[2])
    elif told == Told.PUT:
        out[ANSWERED if event[2] == Role.OBSTRUCT else CHALLENGED] += event[3]
    elif told == Told.RETIRED:
        out[RETIRED] += 1
    elif told == Told.DROPPED:
        out[DROPPED] += 1
    elif told == Told.WORN:
        out[WORN] += 1


@rule
def count_success(event: Ints, out: Sums) -> None:
    """Count what an own rider has done."""
    told = event[0]
    if told == Told.BROKE_AWAY:
        out[BREAKS] += 1
    elif told == Told.WENT_TO_HEAD:
        out[HEAD] += 1
    elif told == Told.REFRESHED:
        out[RESTED] += 1
    elif told == Told.LINED_UP:
        out[SPRINTERS] += 1
    elif told == Told.SPRINTED:
        out[SPEED] = max(out[SPEED], event[2])
    elif told == Told.SCORED:
        out[POINTS] += event[3]


@rule
def best_place(race: Race, seat: int) -> int:
    """How the best rider of a team is classified, from 1."""
    place = 0
    while race.order[place] // TEAM != seat:
        place += 1
    return place + 1


REASONS = Reasons("due-ruote", measure, KINDS, effects=("place",))
