"""The picture of a race that is over, to be shared: the podium, the road, and how the chances went."""

from collections.abc import Iterator, Sequence
from html import escape
from importlib import resources
from itertools import accumulate, pairwise
from typing import Literal

import msgspec
import resvg_py

from gruppetto.games.game import Ground
from gruppetto.language import has, t

WIDE, HIGH = 1200, 630  # what pages that show a link have room for
LEFT, RIGHT, TOP, BOTTOM = 520.0, 1108.0, 222.0, 500.0  # of the curve
GROUND = 92.0  # how much of it is the road's
SERIF = "'Gruppetto Display', 'Playfair Display', Didot, 'Bodoni MT', Georgia, serif"
SANS = "'Gruppetto Text', 'Libre Franklin', 'Helvetica Neue', Arial, sans-serif"
HEADING = f'font-family="{SERIF}" font-weight="800"'
PAPER, PAPER_2, INK, MUTED, LINE = "#f5ecd8", "#fbf6e9", "#2a2420", "#665a4d", "#b9ab90"
SKIN, GREEN = "#e2b48c", "#1f6b3a"
TERRAINS = {"flat": "#d8cdb5", "ascent": "#cf6f57", "descent": "#86adc9"}
TEAMS = {
    "Blue": "#1c4c92", "Red": "#a3121f", "Green": "#1f6b3a", "Black": "#26211d",
    "Yellow": "#8a5a00", "Violet": "#7a3f8c", "Orange": "#b4540a",
}  # fmt: skip
DASHES = ("", "14 5", "3 5", "14 4 3 4", "8 8", "1 6")  # colours never alone
STEPS = ((2, 100, 218), (1, 240, 176), (3, 380, 244))  # place, middle and height
FONTS = ("display-800.ttf", "text-400.ttf", "text-700.ttf")  # the app's own, cut to Latin letters
PictureForm = Literal["svg", "png"]
LABEL = 30.0  # room for a team's mark at the end of its line


class Team(msgspec.Struct, frozen=True):
    """Who rode: a name, and the colour that is its team's."""

    name: str
    colour: str


class Pictured(msgspec.Struct, frozen=True):
    """What there is to be seen of a race that is over; nothing in it that its podium does not tell."""

    game: str  # what it is called
    ridden: str
    teams: list[Team]  # by seat
    ranking: list[int]  # seats, the winner first
    ground: list[Ground] = []  # after every decision
    chances: list[list[float]] = []  # of all seats, from the start to the end


def draw(race: Pictured) -> str:
    """The picture, in SVG."""
    title = headline(race)
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" '
        f'font-family="{SANS}" fill="{INK}" role="img" aria-label="{escape(f"{title}: {race.ridden}")}">',
        f'<rect width="{WIDE}" height="{HIGH}" fill="{PAPER}"/>',
        *_frame(),
        *_head(race, title),
        '<g transform="translate(36 226) scale(.9)">', *_podium(race), "</g>",
        *(_curve(race) if race.chances else _classification(race)),
        *_road(race.ground, *((BOTTOM, 60.0) if race.chances else (BOTTOM + 60, 150.0))),
        *_legend(race),
        "</svg>",
    ])  # fmt: skip


def paint(svg: str) -> bytes:
    """A picture as PNG, in the app's own type; letters it lacks come from the system."""
    folder = resources.files("gruppetto.server") / "fonts"
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=[str(folder / name) for name in FONTS]))


def headline(race: Pictured) -> str:
    """Who has won, in a sentence."""
    return t("podium.wins.team", name=race.teams[race.ranking[0]].name)


def team_letter(wanted: str) -> str:
    """The letter of a team: its name's first, or where that is taken another of its consonants."""
    known, taken, sign = list(dict.fromkeys([*TEAMS, wanted])), set[str](), ""
    for team in known[: known.index(wanted) + 1]:
        name = (t(f"team.{team}") if has(f"team.{team}") else team).upper()
        others = [letter for letter in reversed(name[1:]) if letter not in "AEIOUYÁÉĚÍÓÚŮÝ"]
        sign = next((letter for letter in [name[0], *others] if letter not in taken), name[0])
        taken.add(sign)
    return sign


# --- the page ---------------------------------------------------------------------------------------


def _frame() -> Iterator[str]:
    for inset, wide in ((16, 3), (24, 1)):
        yield (
            f'<rect x="{inset}" y="{inset}" width="{WIDE - 2 * inset}" height="{HIGH - 2 * inset}" '
            f'fill="none" stroke="{INK}" stroke-width="{wide}"/>'
        )


def _head(race: Pictured, title: str) -> Iterator[str]:
    over = f"Gruppetto · {race.game}".upper()
    size = min(60.0, 1900 / max(1, len(title)))
    yield _text(600, 66, over, 17, f'font-weight="700" letter-spacing="3" fill="{MUTED}"')
    yield _text(600, 126, title, size, HEADING)
    yield _text(600, 164, _short(race.ridden, 70), 23)
    yield f'<path d="M52 184H1148M52 189H1148" stroke="{INK}" stroke-width="1.4"/>'


def _text(x: float, y: float, text: str, size: float, more: str = "", anchor: str = "middle") -> str:
    place = f'x="{x:g}" y="{y:g}" font-size="{size:.1f}" text-anchor="{anchor}"'
    return f"<text {place} {more}>{escape(text)}</text>"


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _colour(team: Team) -> str:
    return TEAMS.get(team.colour, INK)


# --- the podium -------------------------------------------------------------------------------------


def _podium(race: Pictured) -> Iterator[str]:
    yield f'<g stroke="{LINE}" stroke-width="1.2" opacity=".7"><path d="{_rays()}"/></g>'
    for place, x, top in STEPS:
        if place <= len(race.ranking):
            team = race.teams[race.ranking[place - 1]]
            yield from _rider(place, x, top, _colour(team))
            yield (
                f'<path d="M{x - 68} {top}H{x + 68}V316H{x - 68}Z" fill="{PAPER_2}" stroke="{INK}" '
                'stroke-width="2.5"/>'
            )
            yield f'<path d="M{x - 68} {top + 7}H{x + 68}" stroke="{INK}" stroke-width="1"/>'
            yield _text(x, top + 48, str(place), 44, HEADING)
            yield _text(x, 343, _short(team.name, 16), 18, 'font-weight="700"')
    yield f'<path d="M10 317H470" stroke="{INK}" stroke-width="3"/>'


def _rays() -> str:
    """Those of an old poster: from the middle of the winner outwards, in a half circle."""
    ways = ((-0.9877, 0.1564), (-0.8910, 0.4540), (-0.7071, 0.7071), (-0.4540, 0.8910), (-0.1564, 0.9877))
    both = [*ways, *((-x, y) for x, y in reversed(ways)), (-1.0, 0.0), (1.0, 0.0)]
    return "".join(
        f"M{240 + 92 * x:.0f} {150 - 92 * y:.0f}L{240 + 226 * x:.0f} {150 - 166 * y:.0f}" for x, y in both
    )


def _rider(place: int, x: int, top: int, colour: str) -> Iterator[str]:
    arms, sleeves = (
        ("M-17 -100L-38 -128L-30 -152M17 -100L38 -128L30 -152", "M-19 -106L-32 -122M19 -106L32 -122")
        if place == 1
        else ("M-19 -100L-30 -78L-14 -70M19 -100L30 -78L14 -70", "M-19 -102L-27 -88M19 -102L27 -88")
    )
    yield (
        f'<g transform="translate({x} {top})" stroke="{INK}" stroke-width="2.2" stroke-linejoin="round" '
        'stroke-linecap="round">'
    )
    yield f'<path d="M-13 -42L-15 -6M13 -42L15 -6" stroke="{SKIN}" stroke-width="9" fill="none"/>'
    yield f'<path d="M-24 -2H-9V-9H-18ZM24 -2H9V-9H18ZM-19 -60H19L21 -34H4L0 -46L-4 -34H-21Z" fill="{INK}"/>'
    yield f'<path d="{arms}" stroke="{SKIN}" stroke-width="8" fill="none"/>'
    yield f'<path d="{sleeves}" stroke="{colour}" stroke-width="12" fill="none"/>'
    yield f'<path d="M-21 -108Q0 -116 21 -108L18 -56H-18Z" fill="{colour}"/>'
    yield f'<path d="M-19.5 -90H19.5L19 -78H-19Z" fill="{PAPER_2}" stroke-width="1.4"/>'
    yield f'<circle cy="-128" r="14" fill="{SKIN}"/>'
    yield f'<path d="M-15 -130Q-14 -147 0 -147T15 -130Q0 -136 -15 -130Z" fill="{colour}"/>'
    yield '<path d="M-5 -122Q0 -118 5 -122" fill="none" stroke-width="1.8"/>'
    if place == 1:
        yield f'<path d="M-27 -62Q0 -30 27 -62" fill="none" stroke="{GREEN}" stroke-width="7"/>'
    yield "</g>"


# --- the race ---------------------------------------------------------------------------------------


def _curve(race: Pictured) -> Iterator[str]:
    """The chance of every team, from the start to the end."""
    for share in (0.0, 0.5, 1.0):
        yield f'<path d="M{LEFT:g} {_high(share):.1f}H{RIGHT:g}" stroke="{LINE}" stroke-width="1"/>'
        yield _text(LEFT - 10, _high(share) + 5, f"{share:.0%}", 15, f'fill="{MUTED}"', "end")
    for seat, team in enumerate(race.teams):
        points = " ".join(
            f"{_far(number, len(race.chances)):.1f},{_high(chances[seat]):.1f}"
            for number, chances in enumerate(race.chances)
        )
        yield (
            f'<polyline points="{points}" fill="none" stroke="{_colour(team)}" stroke-width="3.4" '
            f'stroke-linejoin="round" stroke-dasharray="{DASHES[seat % len(DASHES)]}"/>'
        )
    for seat, y in _apart(race.chances[-1]):
        yield from _mark(RIGHT + 22, y, race.teams[seat])


def _far(number: int, many: int) -> float:
    return LEFT + (RIGHT - LEFT) * number / max(1, many - 1)


def _high(chance: float) -> float:
    return TOP + (BOTTOM - GROUND - TOP) * (1 - chance)


def _apart(chances: Sequence[float]) -> Iterator[tuple[int, float]]:
    """Where the seats' marks stand, from above, so that none covers another."""
    order = sorted(range(len(chances)), key=lambda seat: -chances[seat])
    lowest = BOTTOM - GROUND
    wanted = list(
        accumulate((_high(chances[seat]) for seat in order), lambda above, y: max(y, above + LABEL))
    )
    for place, (seat, y) in enumerate(zip(order, wanted, strict=True)):
        yield seat, min(y, lowest - (len(order) - 1 - place) * LABEL)


def _mark(x: float, y: float, team: Team) -> Iterator[str]:
    yield f'<circle cx="{x:g}" cy="{y:.1f}" r="13" fill="{_colour(team)}" stroke="{INK}" stroke-width="1.4"/>'
    yield _text(x, y + 6, team_letter(team.colour), 16, f'font-weight="700" fill="{PAPER_2}"')


def _road(ground: Sequence[Ground], bottom: float, tall: float) -> Iterator[str]:
    """The road as it was ridden: where the foremost rider came to, from one step forward to the next."""
    heights = [here.height for here in ground]
    if len(ground) < 2:
        return
    low, span = min(heights), max(4.0, max(heights) - min(heights))
    known = [
        (_far(number, len(ground)), bottom - 8 - (here.height - low) / span * (tall - 8), here)
        for number, here in enumerate(ground)
        if number in (0, len(ground) - 1) or here.at != ground[number - 1].at
    ]
    for (x, y, _), (next_x, next_y, here) in pairwise(known):
        yield (
            f'<path d="M{x:.1f} {bottom:g}V{y:.1f}L{next_x:.1f} {next_y:.1f}V{bottom:g}Z" '
            f'fill="{TERRAINS[here.terrain]}" stroke="{TERRAINS[here.terrain]}" stroke-width=".6"/>'
        )
    ridge = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in known)
    yield f'<g fill="none" stroke="{INK}" stroke-width="2.4" stroke-linejoin="round">'
    yield f'<polyline points="{ridge}"/><path d="M{LEFT:g} {bottom:g}H{RIGHT:g}"/></g>'


def _classification(race: Pictured) -> Iterator[str]:
    """Who came where, in place of a curve that nobody has worked out yet."""
    room = min(38.0, (BOTTOM - GROUND - TOP) / max(1, len(race.ranking)))
    for place, seat in enumerate(race.ranking, start=1):
        y = TOP + room * (place - 0.5)
        yield _text(LEFT + 30, y + 9, str(place), 26, HEADING, "end")
        yield from _mark(LEFT + 60, y, race.teams[seat])
        yield _text(LEFT + 88, y + 8, _short(race.teams[seat].name, 36), 22, anchor="start")


def _legend(race: Pictured) -> Iterator[str]:
    if not race.chances:
        return
    step = (RIGHT + 40 - LEFT) / min(3, len(race.teams))
    for number, team in enumerate(race.teams):
        x, y = LEFT + step * (number % 3), 532 + 36 * (number // 3)
        yield (
            f'<path d="M{x:g} {y}h34" stroke="{_colour(team)}" stroke-width="3.4" '
            f'stroke-dasharray="{DASHES[number % len(DASHES)]}"/>'
        )
        yield from _mark(x + 50, y, team)
        yield _text(x + 70, y + 6, _short(team.name, 14), 17, anchor="start")
