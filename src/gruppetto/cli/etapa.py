"""The table of Etapa: the road, groups and gaps, the order of the round, cards, and what to decide."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text

from gruppetto.cli.consoles import ACCENT, GOLD, INK
from gruppetto.cli.stage_road import (
    gap,
    named_groups,
    number,
    on_road,
    profile,
    road_rows,
    seat_of,
    team_label,
    terrain,
)
from gruppetto.cli.table import Scene, Table, kinds
from gruppetto.games.etapa.data.road import Stage, stage
from gruppetto.games.etapa.faces import events, moves
from gruppetto.games.etapa.faces.names import clock, full_name, team_name
from gruppetto.games.etapa.faces.previews import WouldRide, WouldThrow
from gruppetto.games.game import Choice, Json, Message
from gruppetto.language import t

HEAD_AND_PROMPT = 5  # rows of a screen above the road and below the choices
MOST_GROUPS = 6
MANY = 4  # from so many on, keys are told by the first and the last
COSTS = ("1:00", "0:10", "0:01", "0:00.1")
QUIET = kinds(events.WentNext, events.Designated, events.RoundBegan, events.PelotonFound)
LETTERS: Mapping[type[Message], str] = {
    moves.Throw: "t", moves.CallCar: "c", moves.WaitForMate: "m", moves.ForgoTurn: "n", moves.RideOn: "r",
    moves.NoMore: "n", moves.FallDown: "n", moves.NoCard: "n", moves.KeepCar: "n", moves.WaiveCard: "n",
    moves.LeaveBonus: "n", moves.TakeBonus: "y", moves.TakeCard: "y", moves.KeepLead: "n",
    moves.ChangeLead: "y",
}  # fmt: skip
WITH_A_CARD: Mapping[type[Message], str] = {
    moves.Sprint: "s", moves.SwapCard: "x", moves.Raise: "", moves.Avoid: "",
    moves.Multiply: "", moves.AddCard: "", moves.GiveBack: "",
}  # fmt: skip
SHORTER: Mapping[type[Message], str] = {moves.SlowDown: "", moves.StopForFood: "e", moves.StopAtHelper: "o"}

TOGETHER: tuple[type[Message], ...] = (
    moves.Sprint, moves.BreakAway, moves.SwapCard, moves.Raise, moves.Avoid, moves.Multiply, moves.AddCard,
    moves.GiveBack, moves.SlowDown, moves.StopForFood, moves.StopAtHelper, moves.SayFace,
)  # fmt: skip


class EtapaTable(Table):
    """Etapa as a person wants to see it."""

    help = tuple(f"cli.etapa.help.{line}" for line in (1, 2, 3, 4))

    def understood(self, options: Json) -> Json:
        """Stages by name with commas between them, or the one of a race of a day."""
        rest = {key: value for key, value in options.items() if key != "stage"}
        stages = options.get("stages", options.get("stage"))
        if isinstance(stages, str):
            stages = [name.strip() for name in stages.split(",")]
        return rest if stages is None else {**rest, "stages": stages}

    def team(self, view: Json, seat: int) -> str:
        """A team's colour."""
        del view
        return team_name(seat)

    def seat_label(self, seat: int) -> Text:
        """A team on its colour."""
        return team_label(seat)

    def rider_label(self, rider: str) -> Text:
        """A rider's number."""
        return number(rider)

    def keys(self, choices: Sequence[Choice]) -> list[str]:
        """A letter for what one does, a card by its name, fields and riders by their numbers."""
        best = _best_wheel(choices)
        return [
            "f" if choice is best else _key(choice.message, position)
            for position, choice in enumerate(choices, 1)
        ]

    def told_keys(self, choices: Sequence[Choice]) -> list[str]:
        """The keys as the question lists them: many of a kind by the first and the last."""
        keyed = zip(self.keys(choices), choices, strict=True)
        groups = groupby(keyed, key=lambda pair: type(pair[1].message))
        return [key for _, alike in groups for key in _in_short([key for key, _ in alike])]

    def question(self, scene: Scene) -> str:
        """The decision in a few words."""
        turn = scene.view["turn"]
        rider = full_name(turn["rider"]) if turn["rider"] else ""
        if scene.view["phase"] == "plan":
            return rider
        return t(f"etapa.ask.{scene.view['phase']}", rider=rider, fields=turn["fields"], die=turn["die"])

    def moment(self, view: Json) -> object:
        """A turn that is over stays as it is."""
        return view["stage_number"], view["round"], view["turn"]["rider"]

    def tells(self, event: Message) -> bool:
        """A replay leaves out what goes without saying."""
        return event.key not in QUIET

    # --- the screen ---------------------------------------------------------------------------------

    def screen(self, scene: Scene) -> RenderableType:
        """The whole table."""
        return Group(self._masthead(scene), *self.parts(scene))

    def parts(self, scene: Scene) -> Iterator[RenderableType]:
        """Road, groups or clocks, news, and what there is to decide."""
        card = stage(scene.view["stage"])
        yield from profile(card, scene.view, scene.width)
        if scene.view["result"]:
            yield self.result(scene)
            return
        road = list(road_rows(card, scene.view, scene.width, _focus(scene)))
        standing = list(_groups(scene, card) if scene.view["kind"] == "road" else _clocks(scene))[
            :MOST_GROUPS
        ]
        below = [*self._hand(scene), *self._list_lines(scene)]
        room = scene.height - HEAD_AND_PROMPT - len(road) - len(standing) - len(below)
        yield from (*road, *standing, *self._news(scene, room), *below)

    def heading(self, scene: Scene) -> str:
        """Stage, round and weather."""
        view = scene.view
        of = f" ({view['stage_number']}/{len(view['stages'])})" if len(view["stages"]) > 1 else ""
        at = f" · {t('cli.round', round=view['round'])}" if view["round"] else ""
        sky = " · " + t("etapa.sky." + view["weather"]) if view["weather"] != "sun" else ""
        return f"{view['stage']}{of}{at}{sky}"

    def _masthead(self, scene: Scene) -> Text:
        """A line across the paper: where the race stands, and who is looking."""
        who = Text("" if scene.seat is None else t("cli.you_are"))
        if scene.seat is not None:
            who.append_text(team_label(scene.seat))
        heading = Text(f" {self.heading(scene)}")
        heading.truncate(scene.width - who.cell_len - 1, overflow="ellipsis", pad=True)
        return Text.assemble(heading, who, " ", style=Style(color=INK, bgcolor=GOLD, bold=True))

    def _news(self, scene: Scene, rows: int) -> Iterator[Text]:
        """The latest events, as many as there is room for."""
        told = [event for event in scene.story if self.tells(event)]
        for event in told[-rows:] if rows > 0 else ():
            yield Text(f"  {event.text}", "dim", no_wrap=True, overflow="ellipsis")

    def _hand(self, scene: Scene) -> Iterator[RenderableType]:
        """Who is still to ride, and one's cards."""
        view = scene.view
        if view["order"]:
            line = Text(f"{t('cli.etapa.order'):<9}", "dim", no_wrap=True, overflow="ellipsis")
            for name in view["order"]:
                line.append_text(number(name) if name.isdigit() else Text(name))
                line.append(" ")
            yield line
        if scene.seat is not None:
            yield _cards(scene, scene.seat)
        if view["dice_off"]:
            yield _totals(view["dice_off"])

    def list_choices(self, scene: Scene) -> RenderableType:
        """The choices with what to type for them."""
        return Group(*self._list_lines(scene))

    def _list_lines(self, scene: Scene) -> Iterator[Text]:
        """Choices that differ by a card or a figure share a line; others stand side by side."""
        keyed = zip(self.keys(scene.choices), scene.choices, strict=True)
        single: list[Text] = []
        together: list[Text] = []
        for kind, alike in groupby(keyed, key=lambda pair: type(pair[1].message)):
            pairs = list(alike)
            keys = " ".join(_in_short([key for key, _ in pairs]))
            if kind in TOGETHER:
                together.append(
                    Text.assemble((f"  {keys}", f"bold {ACCENT}"), f"  {t(f'etapa.{kind.__name__}.many')}")
                )
            else:
                single += [_single(key, choice) for key, choice in pairs]
        yield from _side_by_side(single, scene.width)
        yield from together

    def chapter(self, scene: Scene) -> RenderableType:
        """The road after a round."""
        card = stage(scene.view["stage"])
        groups = () if scene.view["kind"] != "road" else _groups(scene, card)
        return Group(*profile(card, scene.view, scene.width), *groups)

    def result(self, scene: Scene) -> RenderableType:
        """All riders, and on a tour the other classifications."""
        table = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
        for title in ("#", t("cli.rider"), t("tour.time"), t("etapa.points"), t("etapa.mountains")):
            table.add_column(title, justify="left" if title == t("cli.rider") else "right", no_wrap=True)
        for row in scene.view["result"]["riders"]:
            time = row["line"].partition(" in ")[2] or t("etapa.not_counted")
            who = Text.assemble(number(row["rider"]), f" {team_name(seat_of(row['rider']))}")
            table.add_row(str(row["place"]), who, time, str(row["points"]), str(row["mountains"]))
        return table


# --- keys -------------------------------------------------------------------------------------------


def _key(message: Message, position: int) -> str:
    kind = type(message)
    if isinstance(message, moves.BreakAway):
        return f"b{message.card.rstrip('B')}"
    if kind in WITH_A_CARD:
        return f"{WITH_A_CARD[kind]}{message.card.lower()}"  # type: ignore[attr-defined]
    if kind in SHORTER:
        return f"{SHORTER[kind]}{message.fields}"  # type: ignore[attr-defined]
    if isinstance(message, moves.Follow):
        return f"f{message.leader}"
    if isinstance(message, moves.SayFace | moves.PickFace):
        return str(message.face)
    return LETTERS.get(kind, str(position))


def _in_short(keys: list[str]) -> list[str]:
    return keys if len(keys) < MANY else [f"{keys[0]}…{keys[-1]}"]


def _best_wheel(choices: Sequence[Choice]) -> Choice | None:
    """The wheel that goes furthest."""
    wheels = [choice for choice in choices if isinstance(choice.message, moves.Follow)]
    return max(wheels, key=lambda choice: choice.message.fields, default=None)  # type: ignore[attr-defined]


def _single(key: str, choice: Choice) -> Text:
    message = choice.message
    text = message.short
    if isinstance(message, moves.Follow):
        text = t("etapa.follow", number=message.leader, fields=message.fields)
    if isinstance(choice.preview, WouldRide):
        text += f" → {choice.preview.field}"
    return Text.assemble((f"  {key} ", f"bold {ACCENT}"), text)


def _side_by_side(texts: list[Text], width: int) -> Iterator[Text]:
    """Texts in as few lines as they fit in."""
    line = Text(no_wrap=True)
    for text in texts:
        if line and line.cell_len + text.cell_len + 2 > width:
            yield line
            line = Text(no_wrap=True)
        line.append_text(text)
        line.append("  ")
    if line:
        yield line


# --- what is seen -----------------------------------------------------------------------------------


def _focus(scene: Scene) -> int:
    """The field a window is about: the rider on turn, one's foremost, or the head of the race."""
    places = on_road(scene.view)
    rider = scene.view["turn"]["rider"]
    if rider in places:
        return places[rider]
    own = [field for name, field in places.items() if seat_of(name) == scene.seat]
    return max(own or places.values(), default=1)


def _groups(scene: Scene, card: Stage) -> Iterator[Text]:
    """Groups, the first in front, with their gaps to the head of the race."""
    for name, group in named_groups(scene.view["groups"]):
        to_go = t("cli.etapa.to_go", fields=max(0, card.length - group["to"] + 1))
        behind = f"+{gap(group['gap'])}" if group["gap"] else to_go
        line = Text.assemble((f"{name:<18}", "bold"), f"{behind:>11}  ", no_wrap=True, overflow="ellipsis")
        for rider in group["riders"]:
            line.append_text(_state(rider, scene.view["riders"][rider]))
            line.append(" ")
        yield line


def _state(rider: str, state: Json) -> Text:
    """A number, with a sign for what ails or drives the rider."""
    signs = {"fallen": "×", "punctured": "○", "feeding": "∪"}
    sign = signs.get(state["status"], "") + "+" * state["injured"] + "›" * state["breakaway"]
    jersey = {"none": "", "polka-dot": "P"}.get(state["jersey"], state["jersey"][0].upper())
    return Text.assemble(number(rider), (sign + jersey, "bold"))


def _clocks(scene: Scene) -> Iterator[Text]:
    """The clock of a time trial: everybody who has started, with their section or their finishing time."""
    card, riders = stage(scene.view["stage"]), scene.view["riders"]
    ends = [sum(fields for _, fields in card.pieces[: at + 1]) for at in range(len(card.pieces))]
    begun = [name for name, state in riders.items() if state["tenths"] or state["field"]]
    for name in sorted(begun, key=lambda x: (riders[x]["field"] <= card.length, riders[x]["tenths"])):
        field = riders[name]["field"]
        section = next((at for at, end in enumerate(ends) if field <= end), None)
        where = (
            t("etapa.home")
            if section is None
            else t("etapa.section", section=section + 1, cost=COSTS[section])
        )
        yield Text.assemble(number(name), f" {clock(riders[name]['tenths']):>8}  ", (where, "dim"))


def _cards(scene: Scene, seat: int) -> Text:
    """One's cards as they are typed, where the rider on turn stands, and what is added to a throw."""
    view = scene.view
    line = Text(f"{t('cli.etapa.cards'):<9}", "dim", no_wrap=True, overflow="ellipsis")
    cards = [f"+{name.replace('B', '›')}" for name, copies in view["hand"].items() for _ in range(copies)]
    line.append("  ".join(cards) or t("cli.etapa.none"), "bold")
    line.append(f"   {view['teams'][seat]['slow']} {t('etapa.card.slow')}", "bold")
    rider = view["turn"]["rider"]
    if rider and view["kind"] == "road":
        field = view["riders"][rider]["field"]
        letter = terrain(stage(view["stage"]), field)
        stones = f" {t('cli.etapa.cobbles')}" if letter.islower() else ""
        throws = [choice.preview for choice in scene.choices if isinstance(choice.message, moves.Throw)]
        adds = "".join(f" {throw.adds:+}" for throw in throws if isinstance(throw, WouldThrow))
        road = t(f"etapa.terrain.{letter.upper()}").lower()
        at = t("cli.etapa.at", number=rider, field=field, road=road)
        line.append(f"   {at}{stones}{adds}", "dim")
    return line


def _totals(dice_off: Json) -> Text:
    line = Text(f"{t('etapa.dice_off'):<9}", "dim")
    for seat, total in dice_off["totals"].items():
        line.append_text(Text.assemble(team_label(int(seat)), f" {total}  "))
    return line
