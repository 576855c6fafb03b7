"""What `observe` tells of a race, number by number."""

from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.flamme_rouge.rules.knowledge import LATEST_ROUND
from gruppetto.games.flamme_rouge.rules.options import SEATS
from gruppetto.games.vocabulary import Seen

MOST_TIRED = r.EXHAUSTION_CARDS + 1  # all there are, and one that is played
MOST_ALIKE = 4  # of any other card in a deck
MOST_CARDS = 46
OTHER_CARDS = r.KINDS - 1


def pile(name: str, whose: str, riders: int) -> tuple[Seen, Seen]:
    """How many cards of each kind are in a pile of some riders."""
    return (
        Seen(f"{name}_exhaustion", 0, MOST_TIRED, f"Exhaustion cards {whose}.", riders),
        Seen(name, 0, MOST_ALIKE, f"Attacks {whose}, then the cards from 2 to 9.", OTHER_CARDS * riders),
    )


OBSERVED = (
    Seen("seats", 1, SEATS, "How many teams there are.", fixed=True),
    Seen("line", 2, r.ROAD - 1, "The first square past the finishing line.", fixed=True),
    Seen("last_square", 2, r.SQUARES - 1, "The last square a rider can reach.", fixed=True),
    Seen("terrain", 0, 2, "Of every square: flat, ascent, descent.", r.SQUARES, fixed=True),
    Seen("phase", 0, 2, "Placement, energy, finished."),
    Seen("round", 0, LATEST_ROUND, "The present round; 0 before the start."),
    Seen("supply", 0, r.EXHAUSTION_CARDS, "Exhaustion cards left for sprinteurs and for rouleurs.", 2),
    Seen(
        "square", r.NOWHERE, r.SQUARES - 1, "Of every rider, own team first; -1: not on the road.", r.RIDERS
    ),
    Seen("lane", 0, 1, "Right or left.", r.RIDERS),
    Seen("drawn", 0, 1, "Whether a hand is drawn for them.", r.RIDERS),
    Seen("has_played", 0, 1, "Whether their card lies face down.", r.RIDERS),
    Seen("face_down", 0, MOST_CARDS, "Cards left in their deck.", r.RIDERS),
    *pile("unrevealed", "not shown yet", r.RIDERS),
    *pile("deck", "face down, of the two own riders", 2),
    *pile("hand", "in hand", 2),
    *pile("recycled", "recycled", 2),
    Seen("played", r.NO_CARD, r.KINDS - 1, "The card that lies before each own rider; -1: none.", 2),
)
