"""The table of Flamme Rouge: road, standings, decks and a hand of cards, from what a seat may know."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text

from gruppetto.cli.cards import deck_lines, hand_of
from gruppetto.cli.consoles import ACCENT, GOLD, INK
from gruppetto.cli.lanes import road_rows, squares_of, team_label, token, whole_road
from gruppetto.cli.table import YOU, Scene, Table, kinds
from gruppetto.games.flamme_rouge.data.road import FINISH, stage
from gruppetto.games.flamme_rouge.faces import words
from gruppetto.games.flamme_rouge.faces.previews import Reaches
from gruppetto.games.flamme_rouge.studio.drawing import draw
from gruppetto.games.game import Choice, Json, Message
from gruppetto.language import t

SHORT = 34  # below so many rows the road is shown through a window
AROUND_NEWS = 30  # rows of a screen that is not short besides the news
ROOMY = 100  # from so many columns sentences name riders in full
STANDINGS = 46
PODIUM = 3
COLUMNS = (
    "cli.flamme-rouge.at", "cli.flamme-rouge.to_go", "cli.flamme-rouge.card", "cli.flamme-rouge.left",
    "cli.flamme-rouge.tired",
)  # fmt: skip
TOGETHER: tuple[type[Message], ...] = (words.Tired,)  # who shares such a fate stands in one line
QUIET = kinds(words.Drew, words.Chose, words.RoundBegan, words.ChooseRider)


class FlammeRougeTable(Table):
    """Flamme Rouge as a person wants to see it."""

    dummies = ("muscle", "peloton")
    help: tuple[str, ...] = tuple(f"cli.flamme-rouge.help.{line}" for line in (1, 2, 3))
    together: ClassVar[tuple[type[Message], ...]] = TOGETHER
    quiet: ClassVar[frozenset[str]] = QUIET

    def options_for(self, names: Sequence[str]) -> Json:
        """The option that seats dummy teams, where there are any."""
        if not set(names) & set(self.dummies):
            return {}
        return {"teams": [name if name in self.dummies else "player" for name in names]}

    def team(self, view: Json, seat: int) -> str:
        """A team's colour."""
        return t(f"team.{view['seats'][seat]['team']}")

    def seat_label(self, seat: int) -> Text:
        """A team on its colour."""
        return team_label(seat)

    def rider_label(self, rider: str) -> Text:
        """A rider's token."""
        return token(rider)

    def keys(self, choices: Sequence[Choice]) -> list[str]:
        """A card goes by its value, anything else by a number."""
        if choices and isinstance(choices[0].message, words.PlayCard):
            return [str(choice.message.card).lower() for choice in choices]  # type: ignore[attr-defined]
        return super().keys(choices)

    def question(self, scene: Scene) -> str:
        """The decision in a few words."""
        match scene.choices[0].message:
            case words.PlayCard(rider=rider):
                return t("cli.flamme-rouge.ask.card", kind=words.kind_name(rider))
            case words.ChooseRider():
                return t("cli.flamme-rouge.ask.draw")
            case _:
                return t("cli.flamme-rouge.ask.place")

    def tells(self, event: Message) -> bool:
        """A replay leaves out what nobody else saw."""
        return event.key not in self.quiet

    # --- the screen ---------------------------------------------------------------------------------

    def screen(self, scene: Scene) -> RenderableType:
        """The whole table."""
        parts = tuple(self.parts(scene))
        return Group(self._masthead(scene), *(_spaced(parts) if scene.height >= SHORT else parts))

    def parts(self, scene: Scene) -> Iterator[RenderableType]:
        """Road, standings and news, and what there is to decide."""
        yield from self.road(scene)
        yield self.middle(scene)
        yield from self.decisions(scene)

    def heading(self, scene: Scene) -> str:
        """Stage, round and phase."""
        view = scene.view
        at = f" · {t('cli.round', round=view['round'])}" if view["round"] else ""
        phase = t(f"cli.flamme-rouge.phase.{view['phase']}")
        return f"{view['stage']}{at} · {phase}"

    def _masthead(self, scene: Scene) -> Text:
        """A line across the paper: where the race stands, and who is looking."""
        who = Text("" if scene.seat is None else t("cli.you_are"))
        if scene.seat is not None:
            who.append_text(team_label(scene.seat))
        heading = Text(f" {self.heading(scene)}")
        heading.truncate(scene.width - who.cell_len - 1, overflow="ellipsis", pad=True)
        return Text.assemble(heading, who, " ", style=Style(color=INK, bgcolor=GOLD, bold=True))

    def road(self, scene: Scene) -> Iterator[RenderableType]:
        """The road, and the profile of all of it."""
        yield Group(*road_rows(scene.view, scene.width, scene.seat, whole=scene.height >= SHORT))
        yield Group(*whole_road(scene.view, scene.seat))

    def middle(self, scene: Scene) -> RenderableType:
        """Standings, in the end the result, on the left; the latest news on the right."""
        standings = self.result(scene) if scene.view["result"] else self.standings(scene)
        if not scene.view["order"]:
            return Text(t("cli.flamme-rouge.nobody"), "dim")
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(width=STANDINGS)
        grid.add_column()
        grid.add_row(standings, self._news(scene, scene.width - STANDINGS - 2))
        return grid

    def standings(self, scene: Scene) -> RenderableType:
        """The riders in order, with all that anybody can count."""
        table = Grid(box=None, padding=(0, 1, 0, 0), header_style="dim", pad_edge=False)
        table.add_column("#", justify="right")
        table.add_column(t("cli.rider"), no_wrap=True)
        for title in COLUMNS:
            table.add_column(t(title), justify="right", no_wrap=True)
        line = squares_of(scene.view).index(FINISH)
        for place, name in enumerate(scene.view["order"], 1):
            table.add_row(str(place), who(scene, name), *_figures(scene.view["riders"][name], line))
        return table

    def _news(self, scene: Scene, width: int) -> RenderableType:
        """The last round as sentences, as many as there is room for: the plainest are left out first."""
        if self.tells_legend(scene):
            return Group(*(Text(t(f"cli.flamme-rouge.legend.{line}"), "dim") for line in range(1, 8)))
        rows = max(len(scene.view["order"]), scene.height - AROUND_NEWS)
        news = list(self._latest(scene))
        for leave_out in (_is_plain, lambda _: True):
            while _height(told := list(sentences(news, width, self.together)), width) > rows and any(
                map(leave_out, news)
            ):
                news.remove(next(filter(leave_out, news)))
        return Group(Text(self._news_title(scene), "dim"), *told)

    def tells_legend(self, scene: Scene) -> bool:
        """Whether signs are explained, because there is no news yet."""
        return bool(scene.view["round"] < 2 and scene.view["phase"] != "finished")

    def _news_title(self, scene: Scene) -> str:
        past = scene.view["round"] - (scene.view["phase"] == "energy")
        return t("cli.flamme-rouge.news", round=past)

    def _latest(self, scene: Scene) -> Iterator[Message]:
        """What happened in the last round that was ridden."""
        chapters: list[list[Message]] = [[]]
        for event in scene.story:
            if event.opens_round:
                chapters.append([])
            chapters[-1].append(event)
        done = chapters[:-1] if scene.view["phase"] == "energy" else chapters
        for event in (done or chapters)[-1]:
            if self.tells(event) and not isinstance(event, words.Revealed | words.Shuffled):
                yield event

    def decisions(self, scene: Scene) -> Iterator[RenderableType]:
        """One's decks, and what there is to choose."""
        if scene.seat is None or not scene.choices:
            return
        if scene.view["phase"] == "energy":
            yield deck_lines(scene.view, scene.seat)
        first = scene.choices[0].message
        if isinstance(first, words.PlayCard):
            own = scene.view["riders"][first.rider]["own"]["hand"]
            yield hand_of(first.rider, own, leads(scene.choices), tall=scene.height >= SHORT)
        else:
            yield self.list_choices(scene)

    def list_choices(self, scene: Scene) -> RenderableType:
        """The choices in columns, riders as tokens."""
        labels = []
        for key, choice in zip(self.keys(scene.choices), scene.choices, strict=True):
            rider: str = choice.message.rider  # type: ignore[attr-defined]
            labels.append(
                Text.assemble((f"{key:>2} ", f"bold {ACCENT}"), token(rider), f" {choice.message.short}")
            )
        return Columns(labels, column_first=True, padding=(0, 3))

    def drawing(self, view: Json) -> str:
        """The road with its riders."""
        places = {
            name: (rider["square"], rider["lane"])
            for name, rider in view["riders"].items()
            if rider.get("square") is not None and rider["square"] >= 0
        }
        return draw(stage(view["letters"]), places)

    def chapter(self, scene: Scene) -> RenderableType:
        """The road after a round."""
        return Group(*road_rows(scene.view, scene.width, None, whole=False), *whole_road(scene.view, None))

    def result(self, scene: Scene) -> RenderableType:
        """The classification, every rider of it."""
        table = Grid(box=None, padding=(0, 1, 0, 0), header_style="dim", pad_edge=False)
        table.add_column("#", justify="right")
        table.add_column(t("cli.rider"), no_wrap=True)
        table.add_column("", no_wrap=True)
        table.add_column(t("podium.past"), no_wrap=True)
        for row in scene.view["result"]["riders"]:
            kind, past = words.kind_name(row["rider"]), row["past_line"]
            lane = t(f"lane.{row['lane']}") if past else ""
            style = "bold" if row["place"] <= PODIUM else ""
            table.add_row(
                str(row["place"]),
                who(scene, row["rider"]),
                kind,
                f"{past}, {lane}" if past else "–",
                style=style,
            )
        return table


def leads(choices: Sequence[Choice]) -> dict[str, int]:
    """The square that each card leads to, if nobody is in the way."""
    return {
        str(choice.message.card): choice.preview.square
        for choice in choices
        if isinstance(choice.message, words.PlayCard) and isinstance(choice.preview, Reaches)
    }


def _spaced(parts: Sequence[RenderableType]) -> Iterator[RenderableType]:
    """Parts with an empty line before all but the first two."""
    for number, part in enumerate(parts):
        if number > 1:
            yield Text()
        yield part


def who(scene: Scene, rider: str) -> Text:
    """A rider's token, their team and who leads it."""
    seat = int(rider[0])
    name = scene.names[seat] if scene.names else scene.view["seats"][seat]["led_by"]
    name = t("common.you") if name == YOU else name
    mine = seat == scene.seat
    return Text.assemble(
        token(rider), (f" {words.team_name(seat)}", "bold" if mine else ""), (f" {name}", "dim")
    )


def _figures(rider: Json, line: int) -> Iterator[str | Text]:
    """Square, way to the line, last card, cards left, and how many of those are exhaustion."""
    unrevealed = rider["unrevealed"]
    ahead = line - rider["square"]
    yield str(rider["square"])
    yield str(ahead) if ahead > 0 else f"+{1 - ahead}"
    yield "" if rider["revealed"] is None else str(rider["revealed"])
    yield str(sum(unrevealed.values()))
    tired = unrevealed.get("X", 0)
    yield Text(str(tired), ACCENT) if tired else Text("–", "dim")


def sentences(
    events: Sequence[Message], width: int, together: Sequence[type[Message]] = TOGETHER
) -> Iterator[Text]:
    """Events with their riders as tokens, by name too where there is room; who shares a fate in one line."""
    for event in events:
        if type(event) not in together:
            yield _sentence(event, in_full=width >= ROOMY - STANDINGS)
    for kind in together:
        riders: list[str] = [event.rider for event in events if isinstance(event, kind)]  # type: ignore[attr-defined]
        if riders:
            fate = t(f"flamme-rouge.{kind.__name__}.many")
            yield Text.assemble(Text(" ").join(map(token, riders)), (f" {fate}", ACCENT))


def _sentence(event: Message, *, in_full: bool) -> Text:
    rider: str | None = getattr(event, "rider", getattr(event, "winner", None))
    if rider is None:
        return Text(event.text)
    text = event.text if in_full else event.text.replace(f"{words.full_name(rider)} ", "")
    style = {"Ended": f"bold {GOLD}", "Carried": "italic"}.get(event.key, "")
    return Text.assemble(token(rider), " ", (text, style))


def _is_plain(event: Message) -> bool:
    """A move that was just what the card said."""
    return isinstance(event, words.Moved) and not event.reasons


def _height(lines: list[Text], width: int) -> int:
    return sum(-(-len(line.plain) // max(1, width - 4)) for line in lines)
