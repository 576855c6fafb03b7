"""A game on a terminal: what any table shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from gruppetto.games.game import Choice, Json, Message
from gruppetto.language import t
from gruppetto.match import Match

YOU = "you"  # who sits at the keyboard, as typed
NEWS = 8  # the latest events a plain table shows
UNSAID = ("game", "you", "seat")  # of a view: what the table tells anyhow


@dataclass(frozen=True)
class Scene:
    """All a table is drawn from: what one seat (or a spectator) may know, and the size of the paper."""

    game: str
    seat: int | None
    names: tuple[str, ...]
    view: Json
    story: list[Message]
    choices: list[Choice]
    width: int
    height: int


def scene_of(match: Match, seat: int | None, names: Sequence[str], size: tuple[int, int]) -> Scene:
    """What a seat sees of a match."""
    story = [event for _, events in match.story(seat) for event in events]
    choices = [] if seat is None else match.choices(seat)
    width, height = size
    return Scene(match.game.name, seat, tuple(names), match.view(seat), story, choices, width, height)


def kinds(*events: type[Message]) -> frozenset[str]:
    """What kinds of events go by, also those that were kept by other rules."""
    return frozenset(event.__name__ for event in events)


class Table:
    """Any game: choices as a list, events as sentences."""

    dummies: tuple[str, ...] = ()
    help: tuple[str, ...] = ()  # the keys of what is to be known
    won, won_by_you = "cli.wins", "cli.you_win"  # the keys of how it ends
    stage_option = "stage"  # the option that names what is ridden

    def options_for(self, names: Sequence[str]) -> Json:
        """The options that dummy teams among the players ask for."""
        del names
        return {}

    def understood(self, options: Json) -> Json:
        """Options as a person types them, as the game wants them."""
        return options

    def team(self, view: Json, seat: int) -> str:
        """What a seat is called."""
        return str(view["seats"][seat]["team"])

    def seat_label(self, seat: int) -> Text:
        """A seat in a list."""
        return Text(t("cli.seat", seat=seat))

    def rider_label(self, rider: str) -> Text:
        """A rider in a list."""
        return Text(rider)

    def keys(self, choices: Sequence[Choice]) -> list[str]:
        """What to type for each choice."""
        return [str(number) for number in range(1, len(choices) + 1)]

    def told_keys(self, choices: Sequence[Choice]) -> list[str]:
        """The keys as the question lists them."""
        return list(dict.fromkeys(self.keys(choices)))

    def question(self, scene: Scene) -> str:
        """The decision in a few words."""
        del scene
        return t("cli.choice")

    def moment(self, view: Json) -> object:
        """What stays the same as long as a decision may be taken back."""
        return view.get("phase"), view.get("round")

    def tells(self, event: Message) -> bool:
        """Whether a replay tells this event."""
        del event
        return True

    def screen(self, scene: Scene) -> RenderableType:
        """The whole table."""
        header = Rule(Text(f"{scene.game} · {self.heading(scene)}"), align="left")
        news = [Text(f"› {event.text}") for event in scene.story[-NEWS:]]
        return Group(header, self.list_riders(scene), *news, self.list_choices(scene))

    def heading(self, scene: Scene) -> str:
        """Where the match stands, for the head of the screen."""
        facts = {name: fact for name, fact in scene.view.items() if isinstance(fact, str | int)}
        return " · ".join(f"{name} {fact}" for name, fact in facts.items() if name not in UNSAID)

    def list_riders(self, scene: Scene) -> RenderableType:
        """Every rider with the plain facts that are known of them."""
        riders: dict[str, Json] = scene.view.get("riders", {})
        facts = {
            name: fact for rider in riders.values() for name, fact in rider.items() if name not in UNSAID
        }
        columns = [name for name, fact in facts.items() if isinstance(fact, str | int | None)]
        grid = Grid(
            "", *(name.replace("_", " ") for name in columns), box=None, padding=(0, 1), pad_edge=False
        )
        for name, rider in riders.items():
            grid.add_row(self.rider_label(name), *(_said(rider.get(column)) for column in columns))
        return grid

    def list_choices(self, scene: Scene) -> RenderableType:
        """The choices with what to type for them."""
        grid = Grid.grid(padding=(0, 1))
        for key, choice in zip(self.keys(scene.choices), scene.choices, strict=True):
            preview = Text(choice.preview.text if choice.preview else "", "dim")
            grid.add_row(Text(key, "bold"), choice.text, preview)
        return grid

    def chapter(self, scene: Scene) -> RenderableType:
        """What a replay shows of the table after a round."""
        del scene
        return Group()

    def drawing(self, view: Json) -> str:
        """The moment of a view as a picture (SVG), where the game has one; nothing by default."""
        del view
        return ""

    def verdict(self, scene: Scene) -> str:
        """Who has won, and how the person at the keyboard fared."""
        order: list[int] = scene.view["result"]["seats"]
        won = t(self.won, team=self.team(scene.view, order[0]))
        if scene.seat is None:
            return won
        place = order.index(scene.seat) + 1
        if place == 1:
            return t(self.won_by_you)
        return f"{won} {t('cli.place', place=place, count=len(order))}"

    def result(self, scene: Scene) -> RenderableType:
        """The ranking of a finished match."""
        order: list[int] = scene.view["result"]["seats"]
        return Group(
            *(Text(f"{place}. {self.team(scene.view, seat)}") for place, seat in enumerate(order, 1))
        )


def _said(fact: Any) -> str:
    """A fact in a word or a figure."""
    return {None: "–", True: "✓", False: "·"}[fact] if fact is None or isinstance(fact, bool) else str(fact)
