"""What `observe` and `report` tell of a race, number by number."""

from bordure.rules import record as r
from bordure.rules.options import SEATS
from gruppetto.games.vocabulary import Seen

OBSERVED = (
    Seen("seats", 2, SEATS, "How many riders there are.", fixed=True),
    Seen("line", 1, r.LONGEST_ROAD, "The square that ends the race.", fixed=True),
    Seen("round", 1, r.LONGEST_ROAD, "The present round."),
    Seen("wind", 0, 2, "Calm, headwind, crosswind."),
    Seen("finished", 0, 1, "Whether the race is over."),
    Seen("square", 0, r.FURTHEST, "Of every rider, the own one first.", SEATS),
    Seen("balance", -r.MOST_LEGS, r.LONGEST_ROAD, "Legs won back, less legs spent.", SEATS),
    Seen("least", r.FEWEST_LEGS, r.MOST_LEGS, "The lowest card that could have ridden so.", SEATS),
    Seen("has_chosen", 0, 1, "Whether they have chosen an effort.", SEATS),
    Seen("legs", 0, r.MOST_LEGS + r.LONGEST_ROAD, "Own legs left."),
    Seen("effort", r.NOT_YET, r.MOST_EFFORT, "The effort chosen; -1: none yet."),
)

REPORT = {
    "rounds": "Rounds ridden.",
    "rider": "The winner.",
    "ahead": "How many squares the winner is ahead of the second.",
}
