"""The table of Due Ruote: route, sectors, sheets, one's riders, and short keys for everything."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text

from gruppetto.cli.consoles import ACCENT, GOLD, INK
from gruppetto.cli.due_sheets import challenge_sheet, sprint_sheet
from gruppetto.cli.peloton import (
    LETTERS,
    fatigue_bar,
    place_name,
    purse,
    road,
    route_line,
    sector_rows,
    team_label,
    terrain_line,
    token,
)
from gruppetto.cli.table import Scene, Table
from gruppetto.games.due_ruote.faces import moves
from gruppetto.games.due_ruote.faces.events.activities import Paid
from gruppetto.games.due_ruote.faces.events.challenges import Declined
from gruppetto.games.due_ruote.faces.events.turn import Passed
from gruppetto.games.due_ruote.faces.names import team_name
from gruppetto.games.due_ruote.faces.previews import Becomes
from gruppetto.games.due_ruote.rules.codes import TEAM_VALUE
from gruppetto.games.game import Choice, Json, Message
from gruppetto.language import t

ROOMY = 36  # from so many rows there is room for news and an empty line here and there
NEWS = 12
PODIUM = 3
OWN_COLUMNS = (
    "due.value", "due.short.P", "due.short.C", "due.short.M", "due.short.D", "due.short.sprint", "due.place",
)  # fmt: skip
BESIDES = 2  # rows for masthead and question
VERDICT = 5  # rows for who has won, the heads of a table, and what to do next
ACTIVITY_KEYS = {
    "slow-down": "b",
    "drink": "d",
    "eat": "e",
    "small-wear-down": "t",
    "first-player": "f",
    "speed-up": "a",
    "wear-down-team": "tt",
    "energy": "n",
    "go-to-head": "g",
    "raise-pace": "r",
    "break-away": "k",
}
NO = (moves.StandBack, moves.StayOut, moves.StayBehind, moves.UseExcuse, moves.StopLineUp)
OWN = (moves.PlaceInHead, moves.ChooseRider, moves.Join, moves.ControlMove, moves.LineUp)
SETTLED = (Paid, Declined, Passed)


class DueRuoteTable(Table):
    """Due Ruote as a person wants to see it."""

    stage_option = "route"
    help: tuple[str, ...] = tuple(f"cli.due.help.{line}" for line in (1, 2, 3, 4, 5))

    def team(self, view: Json, seat: int) -> str:
        """A team's colour."""
        del view
        return team_name(seat)

    def seat_label(self, seat: int) -> Text:
        """A team on its colour."""
        return team_label(seat)

    def rider_label(self, rider: str) -> Text:
        """A rider's token."""
        return token(rider)

    def keys(self, choices: Sequence[Choice]) -> list[str]:
        """A letter or two, a number, or a rider's token; plain numbers where these would be the same."""
        keys = [_key(choice.message) for choice in choices]
        return super().keys(choices) if "" in keys or len(set(keys)) < len(keys) else keys

    def question(self, scene: Scene) -> str:
        """The decision in a few words."""
        view = scene.view
        doing = (view["composing"] or {}).get("activity")
        if view["phase"] == "draft":
            return t("due.draft.left", left=_points_left(view), most=TEAM_VALUE)
        if view["phase"] == "response":
            return f"{team_name(view['challenge']['initiator'])}: {_deed(view['challenge']['activity'])}"
        return _deed(doing) if doing else _phase(view).capitalize()

    # --- the screen ---------------------------------------------------------------------------------

    def screen(self, scene: Scene) -> RenderableType:
        """The whole table."""
        if scene.view["result"]:
            return Group(self._masthead(scene), *self._end(scene))
        parts = list(self._parts(scene, own=True))
        if _height(parts, scene.width) > scene.height - BESIDES:
            parts = list(self._parts(scene, own=False))
        return Group(self._masthead(scene), *parts)

    def _parts(self, scene: Scene, *, own: bool) -> Iterator[RenderableType]:
        """The board, the sheets, one's riders if there is room for them, and what there is to choose."""
        view, roomy = scene.view, scene.height >= ROOMY
        yield route_line(view)
        if view["phase"] != "draft":
            yield Group(*sector_rows(view, scene.width, scene.seat))
        yield purse(view)
        if view["challenge"] or (view["composing"] or {}).get("entries"):
            yield challenge_sheet(view)
        if view["sprint"]:
            yield sprint_sheet(view)
        if own and scene.seat is not None:
            yield own_riders(view, scene.seat)
        if roomy:
            yield Group(*(Text(f"› {event.text}", "dim") for event in _latest(scene)))
        if scene.choices:
            yield self.list_choices(scene)

    def _end(self, scene: Scene) -> Iterator[RenderableType]:
        """The sprint, and as much of the classification as there is room for."""
        view = scene.view
        before = [route_line(view), *([sprint_sheet(view)] if view["sprint"] else [])]
        yield from before
        yield _ranking(view, scene.height - _height(before, scene.width) - BESIDES - VERDICT)

    def heading(self, scene: Scene) -> str:
        """Turn, terrain and phase."""
        view = scene.view
        turn = f" {view['round']}/{view['turns']} · {terrain_line(view)}" if view["round"] else ""
        return f"{scene.game}{turn} · {_phase(view)}"

    def _masthead(self, scene: Scene) -> Text:
        """A line across the paper: where the race stands, and who is looking."""
        who = Text("" if scene.seat is None else t("cli.you_are"))
        if scene.seat is not None:
            who.append_text(team_label(scene.seat))
        heading = Text(f" {self.heading(scene)}")
        heading.truncate(scene.width - who.cell_len - 1, overflow="ellipsis", pad=True)
        return Text.assemble(heading, who, " ", style=Style(color=INK, bgcolor=GOLD, bold=True))

    def list_choices(self, scene: Scene) -> RenderableType:
        """The choices in columns: the key, and what it costs."""
        labels = [
            Text.assemble((f"{key:>3} ", f"bold {ACCENT}"), _label(scene.view, choice))
            for key, choice in zip(self.keys(scene.choices), scene.choices, strict=True)
        ]
        return Columns(labels, padding=(0, 2))

    def chapter(self, scene: Scene) -> RenderableType:
        """The board after a turn."""
        return Group(route_line(scene.view), *sector_rows(scene.view, scene.width, None))

    def result(self, scene: Scene) -> RenderableType:
        """The classification, all of it."""
        return _ranking(scene.view, len(scene.view["riders"]))


def _ranking(view: Json, most: int) -> RenderableType:
    """The first of the classification."""
    table = Grid(box=None, padding=(0, 1, 0, 0), header_style="dim", pad_edge=False)
    table.add_column("#", justify="right")
    table.add_column(t("cli.rider"), no_wrap=True)
    for title in ("due.place", "due.behind", "due.sprint", "due.fatigue_word"):
        table.add_column(t(title), justify="right", no_wrap=True)
    for row in view["result"]["riders"][:most]:
        style = "bold" if row["place"] <= PODIUM else ""
        name = Text.assemble(token(row["rider"]), f" {view['riders'][row['rider']]['name']}")
        table.add_row(str(row["place"]), name, *_figures(row), style=style)
    return table


def own_riders(view: Json, seat: int) -> RenderableType:
    """One's five with all that is on their cards, and what the road will cost them."""
    table = Grid(box=None, padding=(0, 1, 0, 0), header_style="dim", pad_edge=False)
    table.add_column("")
    table.add_column(t("cli.rider"), no_wrap=True)
    for title in OWN_COLUMNS:
        table.add_column(t(title), justify="right", no_wrap=True)
    table.add_column(t("due.fatigue_word"), no_wrap=True)
    table.add_column(t("cli.due.road"), justify="right", no_wrap=True)
    for name, him in view["riders"].items():
        if him["seat"] == seat and him["card"] is not None:
            speeds = (
                Text(str(speed), "bold" if letter == view["terrain"] else "")
                for letter, speed in him["speed"].items()
            )
            table.add_row(
                token(name), him["name"], str(him["value"]), *speeds, str(him["sprint"]), place_name(him),
                fatigue_bar(him["fatigue"], view["most_fatigue"]), road(him),
            )  # fmt: skip
    return table


TERRAIN_KEYS = {"flat": "p", "hill": "c", "mountain": "m", "descent": "d"}  # the letters on the cards
KEYS: dict[type[Message], Callable[[Any], str]] = {
    moves.DraftCard: lambda choice: choice.card.lower(),
    moves.PickTerrain: lambda choice: TERRAIN_KEYS[choice.terrain],
    moves.ActFirst: lambda _: "1",
    moves.ActLast: lambda _: "2",
    moves.ChooseActivity: lambda choice: ACTIVITY_KEYS[choice.activity],
    moves.WearRider: lambda choice: token(choice.rider).plain.lower(),
    moves.WearTeam: lambda choice: LETTERS[choice.seat].lower(),
    moves.Perform: lambda choice: f"p{choice.rider[2]}",
    moves.Help: lambda choice: f"h{choice.rider[2]}",
    moves.Obstruct: lambda choice: f"o{choice.rider[2]}",
    moves.PayWith: lambda choice: f"y{choice.special or ''}",
    moves.Cancel: lambda _: "c",
    moves.PassForGood: lambda _: "p",
    moves.Wish: lambda choice: choice.wish[0],
    moves.GoClear: lambda choice: str(choice.sector),
    moves.HelpSprinter: lambda choice: choice.sprinter[2],
    moves.SpendTokens: lambda choice: str(choice.special),
    **dict.fromkeys(OWN, lambda choice: choice.rider[2]),
    **dict.fromkeys(NO, lambda _: "n"),
}


def _key(message: Message) -> str:
    """What to type for a choice; nothing where a plain number will do."""
    meant = KEYS.get(type(message))
    return meant(message) if meant else ""


def _label(view: Json, choice: Choice) -> Text:
    """A choice in few words, with what it costs."""
    match choice.message:
        case moves.ChooseActivity(activity=activity, points=points):
            effect = t(f"due.activity.{activity}.text")
            return Text.assemble(_deed(activity), (f" {'●' * points} {effect}", "dim"))
        case moves.DraftCard() as card:
            speeds = f"{card.flat} {card.hill} {card.mountain} {card.descent}"
            return Text.assemble(
                f"{_card_name(view, card.card):<9}",
                (f"{card.value}", f"bold {GOLD}"),
                f" {speeds} s{card.sprint}",
            )
        case (
            moves.Perform(rider=rider, points=points, fatigue=fatigue)
            | moves.Help(rider=rider, points=points, fatigue=fatigue)
            | moves.Obstruct(rider=rider, points=points, fatigue=fatigue)
        ):
            speed = view["riders"][rider]["speed"][view["terrain"]]
            acts = t(f"cli.due.{type(choice.message).__name__}", speed=speed)
            return Text.assemble(token(rider), f" {acts}", (f" {'●' * points} +{fatigue}", "dim"))
        case moves.WearRider(rider=rider):
            return Text.assemble(token(rider), f" {view['riders'][rider]['fatigue']}{_becomes(choice)}")
        case moves.HelpSprinter(sprinter=rider):
            return Text.assemble(f"{t('cli.due.help')} ", token(rider))
        case message if isinstance(message, OWN):
            him = view["riders"][message.rider]
            tired = f" {t('due.fatigue_short', fatigue=him['fatigue'])}{_becomes(choice)}"
            return Text.assemble(token(message.rider), f" {him['name']}", (tired, "dim"))
    return Text(choice.text)


def _becomes(choice: Choice) -> str:
    """What a choice would make of a rider's fatigue, where that is certain."""
    return f" → {choice.preview.fatigue}" if isinstance(choice.preview, Becomes) else ""


def _points_left(view: Json) -> int:
    """What one's team may still cost (Z5.2)."""
    own = (him for him in view["riders"].values() if him["seat"] == view["you"] and him["card"] is not None)
    spent: int = sum(him["value"] for him in own)
    return TEAM_VALUE - spent


def _card_name(view: Json, card: str) -> str:
    return next((str(each["name"]) for each in view["cards"] if each["card"] == card), card)


def _deed(activity: str) -> str:
    return t(f"due.activity.{activity}")


def _phase(view: Json) -> str:
    return t(f"due.phase.{view['phase']}")


def _height(parts: Sequence[RenderableType], width: int) -> int:
    """How many rows a page takes."""
    paper = Console(width=width)
    return sum(len(paper.render_lines(part)) for part in parts)


def _latest(scene: Scene) -> list[Message]:
    """The last things that happened, without who paid for them."""
    return [event for event in scene.story if not isinstance(event, SETTLED)][-NEWS:]


def _figures(row: Json) -> Iterator[str]:
    yield place_name(row)
    yield (
        t("cli.due.out")
        if row["behind"] is None
        else f"+{row['behind'] // 60}:{row['behind'] % 60:02}"
        if row["behind"]
        else ""
    )
    yield "" if row["sprint"] is None else str(row["sprint"])
    yield str(row["fatigue"])
