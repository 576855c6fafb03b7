"""The board of Due Ruote in characters: the route, a row for every sector, tokens, fatigue."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.style import Style
from rich.text import Text

from gruppetto.cli.consoles import ACCENT, GOLD
from gruppetto.games.due_ruote.data.sets import TERRAIN_LETTERS
from gruppetto.games.due_ruote.faces.names import TERRAIN_NAMES, place_text, team_name
from gruppetto.games.game import Json
from gruppetto.games.words import signed
from gruppetto.language import t

LETTERS = ("B", "R", "G", "K", "Y", "V")  # blacK, as printers say: B is Blue's
TEAM_COLOURS = ("#1c4c92", "#a3121f", "#1f6b3a", "#26211d", "#8a5a00", "#7a3f8c")
TITLE = 12  # columns for the name of a sector
RIDER = 8  # columns for a rider: token, speed and fatigue
BAR = 10
WORN_OUT, TIRED = 15, 10
FEWEST, MOST = 5, 15  # riders in the head


def token(rider: str) -> Text:
    """A rider as a team's letter and a number, in the team's colour."""
    return Text(f"{LETTERS[int(rider[0])]}{rider[2]}", team_style(int(rider[0])))


def team_style(seat: int) -> Style:
    """White on the colour of the team."""
    return Style(color="white", bgcolor=TEAM_COLOURS[seat], bold=True)


def team_label(seat: int) -> Text:
    """A team's name on its colour."""
    return Text(f" {team_name(seat)} ", team_style(seat))


def place_name(him: Json) -> str:
    """Where a rider is, in a word."""
    if him["sector"] is None:
        return t("cli.due.out")
    return place_text(him["sector"], him["box"] == "head")


def route_line(view: Json) -> RenderableType:
    """The cards of the route, the one ridden now in full light."""
    line = Text(f"{t('due.setup.route')} ", "dim", no_wrap=True, overflow="ellipsis")
    for number, card in enumerate(view["route"], 1):
        style = f"bold {GOLD} reverse" if number == view["shown"] else "dim" if number < view["shown"] else ""
        line.append(f" {card} ", style)
    if view["phase"] in ("draft", "route"):
        line.append(" ·" * (view["turns"] - sum(card in TERRAIN_LETTERS for card in view["route"])))
    return line


def terrain_line(view: Json) -> str:
    """The terrain of this turn in words: the speed of the peloton, and fatigue inside and outside it."""
    cost, speed = view["sheets"]["terrain"][view["terrain"]], view["speed"]
    name = t(f"due.terrain.{TERRAIN_NAMES[TERRAIN_LETTERS.index(view['terrain'])]}")
    figures = {"inside": signed(cost["inside"]), "outside": signed(cost["outside"]), "base": speed["base"]}
    key = "cli.due.speed" if speed["now"] == speed["base"] else "cli.due.faster"
    return t(key, terrain=name, speed=speed["now"], **figures)


def sector_rows(view: Json, width: int, seat: int | None) -> Iterator[Text]:
    """A row for each sector that anybody is in, the first in front; bunch and head always."""
    sectors: dict[tuple[int, bool], list[str]] = {(0, True): [], (0, False): []}
    for name, him in view["riders"].items():
        if him["sector"] is not None:
            sectors.setdefault((him["sector"], him["box"] == "head"), []).append(name)
    for (sector, head), riders in sorted(sectors.items(), reverse=True):
        yield from _sector(view, _title(sector, head, len(riders)), riders, width, seat)


def _title(sector: int, head: bool, count: int) -> str:
    place = place_text(sector, head)
    return place if sector else f"{place} {count}"


def _sector(view: Json, title: str, riders: list[str], width: int, seat: int | None) -> Iterator[Text]:
    across = max(1, (width - TITLE) // RIDER)
    for first in range(0, max(1, len(riders)), across):
        row = Text(f"{'' if first else title:<{TITLE}}", "bold")
        for name in riders[first : first + across]:
            row.append_text(_piece(view, name, mine=int(name[0]) == seat))
        yield row


def _piece(view: Json, name: str, *, mine: bool) -> Text:
    """A rider on the board: token, speed on this terrain, fatigue."""
    him = view["riders"][name]
    speed = him["speed"][view["terrain"] or "P"] if him["card"] is not None else "–"
    figures = f" {speed}·{him['fatigue']}"
    style = ACCENT if him["fatigue"] > WORN_OUT else "bold" if mine else ""
    piece = Text.assemble(token(name), (figures, style))
    piece.append(" " * max(1, RIDER - piece.cell_len))
    return piece


def purse(view: Json) -> RenderableType:
    """What everybody has to spend, whose go it is, and who has passed."""
    line = Text(no_wrap=True, overflow="ellipsis")
    for team in view["seats"]:
        sign = Text(LETTERS[team["seat"]], team_style(team["seat"]))
        pawn = "♟" if view["pawn"] == team["seat"] and view["round"] else " "
        passed = "–" if team["passed"] else ""
        line.append_text(Text.assemble(sign, f"{pawn}●{team['tokens']} ★{team['special']}{passed}  "))
    return line


def fatigue_bar(fatigue: int, most: int) -> Text:
    """Fatigue as a bar and a figure."""
    filled = min(BAR, round(BAR * fatigue / most))
    style = ACCENT if fatigue > WORN_OUT else GOLD if fatigue > TIRED else "green"
    return Text.assemble(f"{fatigue:>2} ", ("█" * filled, style), ("░" * (BAR - filled), "dim"))


def road(him: Json) -> str:
    """What the road will cost a rider at the end of the turn, as things stand."""
    return "" if him["road"] is None else f"{him['road']:+}"
