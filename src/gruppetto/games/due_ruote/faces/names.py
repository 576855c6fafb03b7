"""What things are called in Due Ruote, and messages that call them so."""

from collections.abc import Callable
from typing import Any, ClassVar

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
from gruppetto.language import t

TEAMS = ("Blue", "Red", "Green", "Black", "Yellow", "Violet")
TERRAIN_NAMES = tuple(words_of(Terrain))
STEPS = tuple(words_of(Step))
ROLES = ("", *words_of(Role))
WISHES = ("", *words_of(Wish))
FAULTS = ("", *words_of(Fault))
GOALS: dict[int, str] = {Goal.FINISH: "finish", Goal.GPM: "GPM", Goal.TV: "TV"}
ENDINGS = ("", *(word.replace("-", " ") for word in words_of(Ending)))
EVENTS = ("", *words_of(Misfortune))
ACTIVITIES = ("", *words_of(Activity))
RULE_OF = (
    "", "Z7.1", "Z7.2", "Z7.3", "Z7.4", "Z7.5", "Z7.6", "Z7.7", "Z11.3", "Z7.9", "Z7.10", "Z7.11",
)  # fmt: skip


def rider_id(rider: int) -> str:
    """A rider's short name: seat and number from 1."""
    return f"{rider // c.TEAM}-{rider % c.TEAM + 1}"


def rider_number(name: str) -> int:
    """The rider a short name stands for."""
    return c.TEAM * int(name[0]) + int(name[2]) - 1


def team_name(seat: int) -> str:
    """A team as one speaks of it."""
    return t(f"team.{TEAMS[seat]}")


def full_name(name: str) -> str:
    """A rider as one speaks of them."""
    return t("due.rider_name", team=team_name(int(name[0])), number=name[2])


def place_text(sector: int, head: int = 0) -> str:
    """A place on the board as one speaks of it."""
    if sector == 0:
        return t("due.head" if head else "due.bunch")
    return t("due.break" if sector > 0 else "due.delay", sector=abs(sector))


def mishap_text(event: str) -> str:
    """What an event card brings on."""
    return t(f"due.mishap.{event}")


SPOKEN: dict[str, Callable[[Any], str]] = {
    "sprinter": full_name,
    "terrain": lambda terrain: t(f"due.terrain.{terrain}"),
    "activity": lambda activity: t(f"due.activity.{activity}"),
    "change": words.signed,
}


class Said(words.Said, frozen=True):
    """A message whose sentence knows riders, teams, places and event cards."""

    room: ClassVar[str] = "due-ruote"

    def spoken(self) -> dict[str, Any]:
        """The fields as one speaks of them."""
        fields = {name: value for name, value in super().spoken().items() if value not in (None, "")}
        said = {name: SPOKEN[name](value) if name in SPOKEN else value for name, value in fields.items()}
        if rider := fields.get("rider", fields.get("winner")):
            said |= {"rider": full_name(rider), "team": team_name(int(rider[0])), "number": rider[2]}
        if "seat" in fields:
            said["team"] = team_name(fields["seat"])
        if "sector" in fields:
            said["where"] = place_text(fields["sector"], fields.get("head", 0))
        if "event" in fields:
            said["mishap"] = mishap_text(fields["event"])
        if "events" in fields:
            said["mishaps"] = ", ".join(map(mishap_text, fields["events"]))
        return said
