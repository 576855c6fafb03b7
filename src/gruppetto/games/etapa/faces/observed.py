"""What `observe` tells of a race, number by number; teams and riders are told one's own first."""

from gruppetto.games.etapa.rules import record as r
from gruppetto.games.etapa.rules.cars import CAR_BEHIND
from gruppetto.games.etapa.rules.codes import Ask, Jersey, Sky, Status
from gruppetto.games.etapa.rules.knowledge import MOST_COUNTED, MOST_SECONDS
from gruppetto.games.etapa.rules.options import MOST_STAGES
from gruppetto.games.vocabulary import Seen

CARDS, SLOW_CARDS = 36, 18  # in the box (C16.1)
ALIKE = 6  # copies of each card
MOST_BID = 999  # far more than all cards add up to
REARMOST, FARTHEST = 1 - r.TEAM, r.FIELDS - 1  # a team time trial begins behind the line
EVERY_SEAT = (1 << r.SEATS) - 1
AS_BITS = "as bits, one's own first"


def of_teams(name: str, low: int, high: int, meaning: str) -> Seen:
    """A number of every team."""
    return Seen(name, low, high, meaning, r.SEATS)


def of_riders(name: str, low: int, high: int, meaning: str) -> Seen:
    """A number of every rider."""
    return Seen(name, low, high, meaning, r.RIDERS)


OBSERVED = (
    Seen("seats", 2, r.SEATS, "How many teams there are.", fixed=True),
    Seen("stages", 1, MOST_STAGES, "How many stages the race has.", fixed=True),
    Seen("stage", 0, MOST_STAGES - 1, "The present one, from 0."),
    Seen("kind", 0, r.TEAM_TRIAL, "On the road, individual time trial, team time trial."),
    Seen("length", 0, r.LONGEST_STAGE, "The last field before the line."),
    Seen("round", 0, MOST_COUNTED, "The present round; 0 before the start."),
    Seen("ask", 0, Ask.ADD, "What is asked."),
    Seen("owing", 0, EVERY_SEAT, f"Who owes an answer, {AS_BITS}."),
    Seen("rider", r.NOBODY, r.RIDERS - 1, "The rider on turn, own team first; -1: nobody."),
    Seen("die", 0, 6, "What was thrown."),
    Seen("other_die", 0, 6, "The first of two throws."),
    Seen("card", r.NO_CARD, r.KINDS - 1, "The card of this turn; -1: none."),
    Seen("reach", 0, r.LONGEST_MOVE, "How far the rider on turn can go."),
    Seen("second_turn", 0, 1, "Whether it is white's second turn of the round."),
    Seen("peloton_front", 0, r.LONGEST_STAGE, "The first field of the peloton."),
    Seen("peloton_rear", 0, r.LONGEST_STAGE, "The last one."),
    Seen("contest", 0, EVERY_SEAT, f"Who is in the dice-off, {AS_BITS}."),
    Seen("bid", 0, MOST_BID, "What this raise adds up to so far."),
    Seen("bidder", 0, r.SEATS - 1, "Who throws or raises: how many seats to the left of one's own."),
    Seen("pile", 0, CARDS, "Cards on the common pile."),
    Seen("slow_supply", 0, SLOW_CARDS, "Slow cards that can be had."),
    Seen("crossed", 0, r.RIDERS, "How many have crossed the line."),
    Seen("sky", 0, Sky.HEAT, "Sun, rain, headwind, tailwind, crosswind, heat."),
    Seen("changing", 0, 1, "Whether a change of lead is declared."),
    of_teams("cards", 0, CARDS, "Cards in hand."),
    of_teams("slow", 0, SLOW_CARDS, "Slow cards."),
    of_teams("served", r.NOBODY, r.TEAM - 1, "Which of its riders the car has come for; -1: nobody."),
    of_teams("car", -CAR_BEHIND, FARTHEST, "The field of the car."),
    of_teams("total", 0, MOST_BID, "The total in a dice-off."),
    of_teams("team_time", -MOST_SECONDS, MOST_SECONDS, "Seconds of the team."),
    of_teams("young", r.NOBODY, r.TEAM - 1, "Which of its riders is under 25; -1: not named."),
    of_teams("spent", 0, 1, "Whether the leading rider has multiplied a throw."),
    of_riders("status", 0, Status.OUT, "Riding, fallen, punctured, feeding, withdrawn, out."),
    of_riders("field", REARMOST, FARTHEST, "Where they are."),
    of_riders("start", REARMOST, FARTHEST, "Where they were when the round began."),
    of_riders("jersey", 0, Jersey.RAINBOW, "None, yellow, polka dot, green, white, rainbow."),
    of_riders("tokens", 0, 3, "Rounds of breakaway to come."),
    of_riders("back", 0, MOST_COUNTED, "The round in which they ride again."),
    of_riders("shaken", 0, 1, "Whether they fell and have not thrown since."),
    of_riders("injured", 0, 1, "Whether they are injured."),
    of_riders("refreshed", 0, 1, "Whether the feed zone has served them."),
    of_riders("rode", 0, 1, "Whether they have ridden in this round."),
    of_riders("moved", 0, r.LONGEST_MOVE, "How far."),
    of_riders("carded", 0, 1, "Whether with a card."),
    of_riders("time", -MOST_SECONDS, MOST_SECONDS, "Seconds in the general classification."),
    of_riders("points", 0, MOST_COUNTED, "Points for the green jersey."),
    of_riders("mountains", 0, MOST_COUNTED, "Points for the polka dot jersey."),
    of_riders("gone", -1, MOST_STAGES, "The stage in which they dropped out, from 1; -1: never entered."),
    of_riders("tenths", -MOST_SECONDS, MOST_SECONDS, "Tenths of a second in a time trial."),
    of_riders("passed", 0, (1 << r.MOST_PRIMES) - 1, "Primes passed, as bits."),
    of_riders("seconds", 0, MOST_COUNTED, "Bonus seconds at primes of this stage."),
    of_riders("placings", 0, MOST_COUNTED, "Places of all stages, added up."),
    of_riders("used", 0, MOST_COUNTED, "Cards ridden with in this stage."),
    of_riders("last_place", 0, r.RIDERS, "Their place in the last stage."),
    Seen("hand", 0, ALIKE, "Cards in one's own hand: 2, 2B, 4, 4B, 6, 6B.", r.KINDS),
    Seen("drawn", 0, ALIKE, "Those just drawn, of which one goes back.", r.KINDS),
    Seen("feed_from", 0, r.LONGEST_STAGE, "The first field of the feed zone; 0: there is none."),
    Seen("feed_to", -1, r.LONGEST_STAGE, "The last one; -1: there is none."),
    Seen("limit", 0, r.LONGEST_STAGE, "The line of the time limit."),
    Seen("flag", 0, r.LONGEST_STAGE, "Where the last kilometre begins."),
    Seen("winning_time", 0, MOST_SECONDS, "Seconds that the winner of the stage gets."),
    Seen(
        "primes",
        0,
        r.BEYOND_CATEGORY + 1,
        "1: a sprint, then categories 4 to 1 and HC; 0: none.",
        r.MOST_PRIMES,
    ),
    Seen("prime_fields", 0, r.LONGEST_STAGE, "The fields of the primes.", r.MOST_PRIMES),
    Seen(
        "road",
        0,
        r.COBBLED + r.ULTRA,
        "Flat, descent, climbs from easy to ultra; 8 more: cobbles.",
        r.LONGEST_STAGE,
    ),
)
