"""A game on a terminal: what any table shows."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from gruppetto.games.game import Choice, Json, Message
from gruppetto.games.words import ordinal
from gruppetto.match import Match

NEWS = 8  # the latest events a plain table shows


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
    help: tuple[str, ...] = ()
    whole = "race"  # what is won in the end
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
        del view
        return f"Seat {seat}"

    def seat_label(self, seat: int) -> Text:
        """A seat in a list."""
        return Text(f"seat {seat}")

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
        return "Your choice"

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
        return Group(header, *news, self.list_choices(scene))

    def heading(self, scene: Scene) -> str:
        """Where the match stands, for the head of the screen."""
        return " · ".join(f"{key} {scene.view[key]}" for key in ("round", "phase") if key in scene.view)

    def list_choices(self, scene: Scene) -> RenderableType:
        """The choices with what to type for them."""
        grid = Grid.grid(padding=(0, 1))
        for key, choice in zip(self.keys(scene.choices), scene.choices, strict=True):
            grid.add_row(Text(key, "bold"), choice.text)
        return grid

    def chapter(self, scene: Scene) -> RenderableType:
        """What a replay shows of the table after a round."""
        del scene
        return Group()

    def verdict(self, scene: Scene) -> str:
        """Who has won, and how the person at the keyboard fared."""
        order: list[int] = scene.view["result"]["seats"]
        won = f"{self.team(scene.view, order[0])} wins the {self.whole}."
        if scene.seat is None:
            return won
        place = order.index(scene.seat) + 1
        if place == 1:
            return f"You win the {self.whole}!"
        return f"{won} You come in {ordinal(place)} of {len(order)}."

    def result(self, scene: Scene) -> RenderableType:
        """The ranking of a finished match."""
        order: list[int] = scene.view["result"]["seats"]
        return Group(
            *(Text(f"{place}. {self.team(scene.view, seat)}") for place, seat in enumerate(order, 1))
        )
