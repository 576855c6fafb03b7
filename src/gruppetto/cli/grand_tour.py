"""The table of the Grand Tour: a race, and around it the draft, the clock and the classifications."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import ClassVar

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from gruppetto.cli.consoles import ACCENT, GOLD
from gruppetto.cli.flamme_rouge import FlammeRougeTable, who
from gruppetto.cli.lanes import LETTERS, team_label, token
from gruppetto.cli.table import Scene, kinds
from gruppetto.games.flamme_rouge.faces import words
from gruppetto.games.flamme_rouge.grand_tour.faces import words as tour_words
from gruppetto.games.flamme_rouge.grand_tour.faces.words import clock
from gruppetto.games.game import Choice, Json, Message
from gruppetto.language import t

TRAIT_KEY = "t"
CELL = 5  # columns of a minute on the tracker: two riders beside each other
TALL = 46  # from so many rows the tracker is shown between stages
TOWERING = 64  # from so many rows it is shown during a stage too


class GrandTourTable(FlammeRougeTable):
    """The Grand Tour as a person wants to see it."""

    won, won_by_you = "flamme-rouge.TourEnded", "cli.you_win.tour"
    help: tuple[str, ...] = (*(f"cli.tour.help.{line}" for line in (1, 2, 3)), *FlammeRougeTable.help)
    together: ClassVar[tuple[type[Message], ...]] = (*FlammeRougeTable.together, tour_words.LostTime)
    quiet: ClassVar[frozenset[str]] = FlammeRougeTable.quiet | kinds(tour_words.Drafted)

    def keys(self, choices: Sequence[Choice]) -> list[str]:
        """A card goes by its value, shown to somebody with their letter after it; a trait by a letter."""
        if not any(isinstance(choice.message, words.PlayCard) for choice in choices):
            return super().keys(choices)
        return [_key(choice.message) for choice in choices]

    def question(self, scene: Scene) -> str:
        """The decision in a few words."""
        match scene.choices[0].message:
            case tour_words.KeepTrait():
                return t("tour.draft")
            case tour_words.HoldBack(rider=rider) | tour_words.RaiseCard(rider=rider):
                return t("cli.flamme-rouge.ask.raise", kind=words.kind_name(rider))
            case _:
                return super().question(scene)

    def moment(self, view: Json) -> object:
        """A stage that is over cannot be ridden again."""
        return view["tour"]["stage"], super().moment(view)

    def heading(self, scene: Scene) -> str:
        """Which stage of how many, then as in a race."""
        tour = scene.view["tour"]
        at = t("tour.stage_of", stage=tour["stage"], count=len(tour["stages"]))
        return f"{at} · {super().heading(scene)}"

    def verdict(self, scene: Scene) -> str:
        """Who has won, and who was the quickest."""
        best = scene.view["tour"]["gc"][0]
        quickest = t("cli.tour.best", rider=words.full_name(best["rider"]), time=best["clock"])
        return f"{super().verdict(scene)} {quickest}"

    # --- the screen ---------------------------------------------------------------------------------

    def parts(self, scene: Scene) -> Iterator[RenderableType]:
        """Road, standings and news; the tour; what there is to decide."""
        yield from self.road(scene)
        if scene.view["order"]:
            yield self.middle(scene)
            yield from self._tour(scene)
        elif scene.view["tour"]["stage"] > 1 or scene.view["result"]:
            yield self.classifications(scene, tall=TALL)
        yield from self.decisions(scene)

    def _tour(self, scene: Scene) -> Iterator[RenderableType]:
        """The tour beside a stage, as soon as there is anything to tell."""
        crossed = any(rider["place"] for rider in scene.view["riders"].values())
        if crossed or scene.view["tour"]["stage"] > 1:
            low = scene.height < TOWERING
            yield self.tour_in_a_line(scene) if low else self.classifications(scene, tall=TOWERING)

    def tells_legend(self, scene: Scene) -> bool:
        """Signs are explained in the first stage only."""
        return scene.view["tour"]["stage"] == 1 and super().tells_legend(scene)

    def decisions(self, scene: Scene) -> Iterator[RenderableType]:
        """As in a race; then in a line what else one may do with a hand, and what one was shown."""
        yield from super().decisions(scene)
        asides = [*_besides(scene), *_shown_to(scene)]
        if asides:
            yield Text("   ").join(asides)

    def list_choices(self, scene: Scene) -> RenderableType:
        """Traits with what they do; anything else as in a race."""
        if scene.view["phase"] != "draft":
            return super().list_choices(scene)
        grid = Grid.grid(padding=(0, 1))
        for key, choice in zip(self.keys(scene.choices), scene.choices, strict=True):
            trait = getattr(choice.message, "trait", "")
            text = t(f"trait.{trait}.text") if trait else ""
            grid.add_row(Text(f"{key:>2}", f"bold {ACCENT}"), choice.text, Text(text, "dim"))
        return grid

    # --- the tour -----------------------------------------------------------------------------------

    def result(self, scene: Scene) -> RenderableType:
        """Points and times."""
        return self.classifications(scene, tall=TALL)

    def classifications(self, scene: Scene, *, tall: int) -> RenderableType:
        """Times and points side by side, and where there is room the tracker."""
        grid = Grid.grid(padding=(0, 3))
        grid.add_row(self.general_classification(scene), self.team_points(scene))
        if scene.height < tall:
            return grid
        return Group(grid, Text(), tracker(scene.view))

    def general_classification(self, scene: Scene) -> RenderableType:
        """Riders by time: gaps, stage wins, all the exhaustion they have."""
        table = _plain_grid()
        table.add_column("#", justify="right")
        table.add_column(t("tour.gc"), no_wrap=True)
        for title in (t("tour.time"), t("tour.gap"), t("cli.tour.won"), "X"):
            table.add_column(title, justify="right", no_wrap=True)
        for row in scene.view["tour"]["gc"]:
            gap = f"+{clock(row['gap'])}" if row["gap"] else ""
            figures = (
                row["clock"] or t("cli.tour.out"),
                gap,
                str(row["stage_wins"] or ""),
                str(row["exhaustion"]),
            )
            table.add_row(str(row["place"] or "–"), who(scene, row["rider"]), *figures)
        return table

    def team_points(self, scene: Scene) -> RenderableType:
        """Teams by tour points."""
        table = _plain_grid()
        table.add_column(t("tour.points"), no_wrap=True)
        table.add_column("", justify="right")
        for row in scene.view["tour"]["teams"]:
            table.add_row(team_label(row["seat"]), Text(str(row["points"]), f"bold {GOLD}"))
        return table

    def tour_in_a_line(self, scene: Scene) -> RenderableType:
        """The classification for a low screen; points too, unless a hand needs the room."""
        line = Text(no_wrap=True, overflow="ellipsis")
        for row in scene.view["tour"]["gc"]:
            time = (
                t("cli.tour.out")
                if row["time"] is None
                else f"+{clock(row['gap'])}"
                if row["gap"]
                else row["clock"]
            )
            line.append_text(Text.assemble(token(row["rider"]), f" {time}  "))
        if _holds_a_hand(scene):
            return line
        points = Text(t("cli.tour.points"), "dim")
        for row in scene.view["tour"]["teams"]:
            points.append_text(Text.assemble("  ", team_label(row["seat"]), f" {row['points']}"))
        return Group(line, points)


def tracker(view: Json) -> RenderableType:
    """The rulebook's grid: a column for every minute, a row for every ten seconds."""
    grid = view["tour"]["tracker"]
    table = Grid(box=box.SQUARE, padding=0, header_style="dim", border_style="dim", show_lines=False)
    table.add_column("", style="dim", justify="right", width=3)
    for minute in range(grid["minutes"]):
        table.add_column(f"{minute}′", width=CELL, justify="center")
    places = {
        spot: [each["rider"] for each in tokens]
        for spot, tokens in groupby(sorted(grid["tokens"], key=_spot), key=_spot)
    }
    for row in range(grid["rows"]):
        cells = (places.get((row, minute), []) for minute in range(grid["minutes"]))
        table.add_row(f"{row}0″", *(Text(" ").join(map(token, riders)) for riders in cells))
    return table


def _spot(one: Json) -> tuple[int, int]:
    return one["row"], one["minute"]


def _key(message: Message) -> str:
    match message:
        case words.PlayCard(card=card):
            return str(card).lower()
        case tour_words.PlayAndShow(card=card, to=to):
            return f"{card}{LETTERS[to]}".lower()
        case _:
            return TRAIT_KEY


def _holds_a_hand(scene: Scene) -> bool:
    return bool(scene.choices) and isinstance(scene.choices[0].message, words.PlayCard)


def _besides(scene: Scene) -> Iterator[Text]:
    """What the tour lets one do with a hand besides playing a card."""
    messages = [choice.message for choice in scene.choices]
    for message in messages:
        if isinstance(message, tour_words.ChangeHand | tour_words.RemoveExhaustion):
            trait = tour_words.trait_name(scene.view["riders"][message.rider]["trait"])
            yield Text.assemble((TRAIT_KEY, f"bold {ACCENT}"), f" {trait}")
    if any(isinstance(message, tour_words.PlayAndShow) for message in messages):
        yield Text(t("cli.tour.show", team=words.team_name(1)), "dim")


def _shown_to(scene: Scene) -> Iterator[Text]:
    """Cards that others have shown to this seat."""
    for name, rider in scene.view["riders"].items():
        if rider["shown"] is not None and rider["seat"] != scene.seat:
            yield Text.assemble(token(name), f" {t('cli.tour.shown', card=rider['shown'])}")


def _plain_grid() -> Grid:
    return Grid(box=None, padding=(0, 1, 0, 0), header_style="dim", pad_edge=False)
