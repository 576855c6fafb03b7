"""What things are called in Due Ruote, and messages that call them so."""

from typing import Any

from gruppetto.games import words
from gruppetto.games.due_ruote.rules import codes as c
from gruppetto.games.due_ruote.rules.codes import (
    Activity,
    Ending,
    Fault,
    Goal,
    Misfortune,
    Role,
    Step,
    Terrain,
    Wish,
)
from gruppetto.games.vocabulary import words_of

TEAMS = ("Blue", "Red", "Green", "Black", "Yellow", "Violet")
TERRAIN_NAMES = tuple(words_of(Terrain))
STEPS = tuple(words_of(Step))
ROLES = ("", *words_of(Role))
WISHES = ("", *words_of(Wish))
FAULTS = ("", *words_of(Fault))
GOALS: dict[int, str] = {Goal.FINISH: "finish", Goal.GPM: "GPM", Goal.TV: "TV"}
ENDINGS = ("", *(word.replace("-", " ") for word in words_of(Ending)))
EVENTS = ("", *words_of(Misfortune))
MISHAPS = ("", "a puncture", "a cramp", "hunger", "a crash", "a fine", "headwind")
ACTIVITIES = ("", *words_of(Activity))
RULE_OF = (
    "", "Z7.1", "Z7.2", "Z7.3", "Z7.4", "Z7.5", "Z7.6", "Z7.7", "Z11.3", "Z7.9", "Z7.10", "Z7.11",
)  # fmt: skip
DEEDS = (
    "", "slow a rider down", "let a rider drink", "let a rider eat", "wear down a rider",
    "become first player", "speed up in a break or a delay", "wear down a team",
    "give a rider energy", "go to the head", "raise the pace", "break away",
)  # fmt: skip


def rider_id(rider: int) -> str:
    """A rider's short name: seat and number from 1."""
    return f"{rider // c.TEAM}-{rider % c.TEAM + 1}"


def rider_number(name: str) -> int:
    """The rider a short name stands for."""
    return c.TEAM * int(name[0]) + int(name[2]) - 1


def full_name(name: str) -> str:
    """A rider as one speaks of them."""
    return f"{TEAMS[int(name[0])]}’s number {name[2]}"


def place_text(sector: int, head: int = 0) -> str:
    """A place on the board as one speaks of it."""
    if sector == 0:
        return "the head" if head else "the bunch"
    return f"break {sector}" if sector > 0 else f"delay {-sector}"


def counted(number: int, what: str) -> str:
    """A number of things."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


class Said(words.Said, frozen=True):
    """A message whose sentence is filled in from its fields, riders and teams by name."""

    def spoken(self) -> dict[str, Any]:
        """The fields, and who is meant."""
        fields = super().spoken()
        for key in ("rider", "sprinter", "winner"):
            if fields.get(key):
                fields[f"{key}_name"] = full_name(fields[key])
        if "seat" in fields:
            fields["team"] = TEAMS[fields["seat"]]
        if "event" in fields:
            fields["mishap"] = MISHAPS[EVENTS.index(fields["event"])]
        if "sector" in fields:
            fields["where"] = place_text(fields["sector"], fields.get("head", 0))
        return fields
