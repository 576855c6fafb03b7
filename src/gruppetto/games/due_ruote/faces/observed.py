"""What `observe` tells of a race, number by number; teams and riders are told one's own first."""

from gruppetto.games.due_ruote.rules import codes as c
from gruppetto.games.due_ruote.rules.bounds import MOST_FATIGUE, MOST_POINTS, MOST_SECONDS
from gruppetto.games.due_ruote.rules.codes import Activity, Goal, Role, Step
from gruppetto.games.due_ruote.rules.knowledge import IN_COLUMN
from gruppetto.games.vocabulary import Seen

FASTEST = 30  # the longest speed track of any set
MOST_SPEED, MOST_SPRINT, MOST_WORTH = 9, 20, 4  # on the cards of any set
LAST = c.SEATS - 1  # to the left
OF_SEATS = "How many seats to the left of one's own; -1: nobody."


def of_teams(name: str, high: int, meaning: str, cards: int = 1) -> Seen:
    """A number of every team."""
    return Seen(name, 0, high, meaning, c.SEATS * cards)


def of_riders(name: str, low: int, high: int, meaning: str, terrains: int = 1) -> Seen:
    """A number of every rider."""
    return Seen(name, low, high, meaning, c.RIDERS * terrains)


OBSERVED = (
    Seen("seats", 2, c.SEATS, "How many teams there are.", fixed=True),
    Seen("most_fatigue", 0, c.FATIGUE_ADVANCED, "The limit beyond which riders retire.", fixed=True),
    Seen("step", 0, Step.FINISHED, "What the race is waiting for."),
    Seen("stage", 0, c.STAGES - 1, "The stage of a race of several, from 0."),
    Seen("turn", 0, c.ROUTE, "Terrain cards turned up so far."),
    Seen("turns", 0, c.ROUTE, "Terrain cards of this stage."),
    Seen("terrain", 0, c.TERRAINS - 1, "Flat, hill, mountain, descent."),
    Seen("pace", 0, FASTEST, "The speed of the peloton."),
    Seen("increases", 0, FASTEST, "How often it was raised in this turn."),
    Seen("first", c.NOBODY, LAST, f"The first player. {OF_SEATS}"),
    Seen("pawn", c.NOBODY, LAST, f"Who has the pawn. {OF_SEATS}"),
    Seen("claimed", c.NOBODY, LAST, f"Who will be first player in the next turn. {OF_SEATS}"),
    Seen("decider", c.NOBODY, LAST, f"Who owes a decision. {OF_SEATS}"),
    Seen("activity", 0, Activity.BREAK_AWAY, "The activity on its way, once it is public."),
    Seen("rights", 0, c.RIGHT_SHEET, "Riders for it on the challenge sheet."),
    Seen("right_sum", 0, c.RIGHT_SHEET * MOST_SPEED, "Their speeds, added up."),
    Seen("lefts", 0, c.LEFT_SHEET, "Riders against it."),
    Seen("left_sum", 0, c.LEFT_SHEET * MOST_SPEED, "Their speeds, added up."),
    Seen("goal", Goal.FINISH, Goal.TV, "What is sprinted for: the finish, 4: a summit, 5: a flying sprint."),
    Seen("fed", 0, 1, "Whether the feed zone has been passed."),
    Seen("route", c.NO_CARD, c.FEED, "The cards of the route; -1: none.", c.ROUTE),
    of_teams("tokens", c.TOKENS, "Base tokens."),
    of_teams("special", c.MOST_SPECIAL, "Special tokens."),
    of_teams("spent", c.TOKENS + c.MOST_SPECIAL, "Points spent in this turn."),
    of_teams("passed", 1, "Whether they have passed for the rest of the turn."),
    of_teams("laid", c.SPACES * c.KEPT - 1, "Special tokens on their event cards."),
    of_teams("due", c.MOST_DUE, "Event cards that are full and have not struck yet."),
    of_teams("bonked", 1, "Whether eating helps less in this turn."),
    of_teams("fined", c.TOKENS, "Base tokens missing in the next turn."),
    of_teams("offered", c.MISFORTUNES, "Event cards to choose from; 0: none.", c.OFFERED),
    of_teams("events", c.MISFORTUNES, "Event cards in the order of filling; 0: none.", c.KEPT),
    of_riders("effort", c.UNDECIDED, c.MOST_EFFORT, "Tokens in a time trial; -1: none set."),
    of_riders("place", c.GONE, c.LAST_SECTOR, f"Sectors ahead of the peloton; {c.GONE}: retired."),
    of_riders("head", 0, 1, "Whether they ride in the head."),
    of_riders("fatigue", 0, MOST_FATIGUE, "How tired they are."),
    of_riders("retired", 0, c.LONGEST_STAGE * c.STAGES - 1, "The turn in which they retired, and stages."),
    of_riders(
        "role",
        0,
        IN_COLUMN + c.COLUMNS - 1,
        f"1 to {Role.OBSTRUCT:d}: on the challenge sheet; 10: sprinting.",
    ),
    of_riders("energised", 0, 1, "Whether they have had their energy."),
    of_riders("green", 0, MOST_POINTS, "Points on summits."),
    of_riders("cyclamen", 0, MOST_POINTS, "Points in sprints."),
    of_riders("time", -MOST_SECONDS, MOST_SECONDS, "Seconds lost in the stages so far."),
    of_riders("sprint", 0, MOST_SPRINT, "The sprint on their card."),
    of_riders("worth", 0, MOST_WORTH, "What their card is worth in the draft."),
    of_riders("speed", 0, MOST_SPEED, "The speeds on their card, terrain by terrain.", c.TERRAINS),
    Seen("composed", 0, Activity.BREAK_AWAY, "The activity that one is composing."),
    Seen("chosen", c.NOBODY, c.RIDERS - 1, "The rider or the team it is about; -1: nobody."),
    Seen("cancels", 0, c.CANCELS, "How often it was taken back."),
    Seen("roles", 0, Role.OBSTRUCT, "What one's own riders are about to do in it.", c.TEAM),
)
