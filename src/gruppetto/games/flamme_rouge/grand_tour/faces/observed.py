"""What `observe` tells of a tour, number by number: first of the race of the present stage."""

from msgspec.structs import replace

from gruppetto.games.flamme_rouge.faces import observed as of_race
from gruppetto.games.flamme_rouge.grand_tour.rules import record as t
from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.flamme_rouge.rules.options import SEATS
from gruppetto.games.flamme_rouge.rules.traits import TRAITS
from gruppetto.games.vocabulary import Seen

MOST_POINTS = 5 * (t.MOST_STAGES + 1)  # a team can come first and second
CHOICES = t.TourAction.KEEP_NOTHING - t.TourAction.KEEP

OBSERVED = (
    Seen("stages", 1, t.MOST_STAGES, "How many stages there are.", fixed=True),
    *(replace(seen, fixed=False) for seen in of_race.OBSERVED),  # the road changes with the stage
    Seen("tour_phase", 0, 3, "Draft, riding, raising, over."),
    Seen("stage", 0, t.MOST_STAGES - 1, "The present stage, from 0."),
    Seen("asked", 0, (1 << SEATS) - 1, "The seats that are asked whether they raise, as bits."),
    Seen("points", 0, MOST_POINTS, "Tour points of every team, the own one first.", SEATS),
    Seen("time", t.OUT, t.OUT_AT - t.ROW, "Of every rider, own team first, in seconds; -1: out.", r.RIDERS),
    Seen("place", 0, r.RIDERS, "In this stage; 0: on the road.", r.RIDERS),
    Seen("latest", 0, r.RIDERS, "The place in the stage before; 0: there was none.", r.RIDERS),
    Seen("trait", 0, TRAITS, "The trait card; 0: none.", r.RIDERS),
    Seen("used", 0, 1, "Whether it is spent for this stage.", r.RIDERS),
    Seen("shown", r.NO_CARD, r.KINDS - 1, "The card shown to this seat; -1: none.", r.RIDERS),
    Seen("offered", 0, TRAITS, "The two own trait cards of the draft; 0: none.", 2),
    Seen(
        "choice", t.UNDECIDED, CHOICES, "Twice the trait kept, from 0, and 1 for the rouleur; last: none.", 1
    ),
)
