"""A review as a page of its own: no script, no font, no picture from elsewhere."""

import io
from collections.abc import Iterator, Sequence
from html import escape

from rich.console import Console

from gruppetto.cli.table import scene_of
from gruppetto.cli.tables import table_for
from gruppetto.language import t
from gruppetto.match import Match
from gruppetto.review import Review
from gruppetto.review.results import MARKS, MISTAKES, Moment, Stroke
from gruppetto.review.telling import percent, share

WIDTH, HEIGHT, EDGE = 720, 300, 44
INKS = ("#1c4c92", "#a3121f", "#1f6b3a", "#26211d", "#7a3f8c", "#8a5a00")  # of the teams, on paper
TABLE_WIDTH = 100  # characters of a table that is shown as at a terminal
FELT = 0.01  # luck that is worth a word
DASHES = ("", "8 4", "2 4", "12 4 2 4", "1 6", "6 2 2 2")  # so that colours never stand alone
STYLE = """
:root { color-scheme: light; --paper: #f7f1e3; --ink: #2a2420; --soft: #6b5f50; --line: #d9cdb4 }
* { box-sizing: border-box } body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 "Source Sans 3", "Helvetica Neue", Arial, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem } h1 { margin: 0 0 .25rem }
h2 { margin: 2rem 0 .5rem; font-size: 1.2rem } h3 { margin: 0 0 .25rem; font-size: 1.05rem }
p { margin: .25rem 0 .75rem; max-width: 46rem } .soft { color: var(--soft) }
table { border-collapse: collapse; width: 100% } .wide { overflow-x: auto }
th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap }
th:first-child, td:first-child { text-align: left } thead { color: var(--soft); font-size: .85rem }
article { border-top: 2px solid var(--ink); padding: .75rem 0 1.25rem }
article svg, .curve svg { width: 100%; height: auto } .curve text { fill: var(--soft); font-size: 16px }
pre { overflow-x: auto; font-size: 12px; line-height: 1.25; background: #fffaf0; padding: .75rem;
  border-radius: 8px } ul { padding-left: 1.2rem; margin: .25rem 0 .75rem }
"""


def page(match: Match, told: Review) -> str:
    """The whole page."""
    names = _names(match)
    title = escape(" · ".join(filter(None, (match.game.name, match.game.ridden(match.options)))))
    return f"""<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><style>{STYLE}</style></head><body><main>
<h1>{title}</h1><p class="soft">{escape(t("cli.review.explained"))}</p>
<div class="curve">{_curve(told, names)}</div>
<div class="wide">{_books(told, names)}</div>
<h2>{escape(t("review.turning_points"))}</h2>
{"".join(_moments(match, told, names))}
<h2>{escape(t("review.luck_of_the_draw"))}</h2><ul>{"".join(_strokes(told, names))}</ul>
</main></body></html>
"""


def _names(match: Match) -> list[str]:
    return [t(f"team.{team}") for team in match.game.teams[: match.seats]]


def _curve(told: Review, names: Sequence[str]) -> str:
    """The spectator's chances of all teams; each has a colour, a dash and its name."""
    rows = [told.opening, *told.public]
    step = (WIDTH - 1.5 * EDGE) / max(1, len(rows) - 1)
    lines = [
        f'<path d="M{EDGE} {_y(level)}H{WIDTH - EDGE / 2}" stroke="#d9cdb4"/>'
        f'<text x="4" y="{_y(level) + 4}">{share(level)}</text>'
        for level in (0.0, 0.5, 1.0)
    ]
    for seat, name in enumerate(names):
        points = " ".join(f"{EDGE + step * place:.1f},{_y(row[seat])}" for place, row in enumerate(rows))
        lines.append(
            f'<polyline points="{points}" fill="none" stroke="{INKS[seat]}" stroke-width="2.5" '
            f'stroke-dasharray="{DASHES[seat]}"><title>{escape(name)}</title></polyline>'
        )
    lines += [_key(seat, name) for seat, name in enumerate(names)]
    label = escape(t("review.curve.title"))
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT + 30}" role="img" aria-label="{label}">{"".join(lines)}</svg>'


def _key(seat: int, name: str) -> str:
    """What a line stands for."""
    x = EDGE + 112 * seat
    return (
        f'<path d="M{x} {HEIGHT + 14}h30" stroke="{INKS[seat]}" stroke-width="2.5" '
        f'stroke-dasharray="{DASHES[seat]}"/><text x="{x + 36}" y="{HEIGHT + 19}">{escape(name)}</text>'
    )


def _y(chance: float) -> float:
    return round(HEIGHT - 20 - chance * (HEIGHT - 40), 1)


def _books(told: Review, names: Sequence[str]) -> str:
    parts = ("start", "luck", "rivals", "skill", "result", "accuracy", "mistakes")
    head = "".join(f"<th>{escape(t(f'review.{part}'))}</th>" for part in parts)
    rows = []
    for seat in told.seats:
        found = seat.mistakes
        cells = [
            share(seat.start), percent(seat.luck), percent(seat.rivals), percent(seat.skill),
            share(seat.result), "–" if seat.accuracy is None else f"{seat.accuracy:.0f}",
            f"{found.blunders}?? · {found.mistakes}? · {found.inaccuracies}?!",
        ]  # fmt: skip
        rows.append(
            f"<tr><td>{escape(names[seat.seat])}</td>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        )
    return f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _moments(match: Match, told: Review, names: Sequence[str]) -> Iterator[str]:
    """The turning points in the order of the race, each with the table as it was."""
    moments = {moment.number: moment for moment in told.moments}
    for moment in (moments[number] for number in sorted(told.turning_points)):
        reasons = "".join(f"<li>{escape(reason.text)}</li>" for reason in moment.reasons)
        yield (
            f"<article><h3>{moment.number + 1} · {escape(names[moment.seat])}</h3>"
            f"<p>{escape(told_of(moment))}</p><ul>{reasons}</ul>{_picture(match, moment.number)}</article>"
        )


def told_of(moment: Moment) -> str:
    """What was done, and what was better where that is beyond doubt."""
    if moment.best is None or moment.verdict not in MISTAKES:
        return moment.choice.text
    return t(
        "cli.review.better", choice=moment.choice.text, mark=MARKS[moment.verdict], best=moment.best.text,
        loss=percent(-moment.loss), error=share(moment.error),
    )  # fmt: skip


def _picture(match: Match, number: int) -> str:
    """The road with its riders where the game has such a drawing, else the table as a terminal shows it."""
    then, table = match.at(number), table_for(match.game.id)
    if drawn := table.drawing(then.view()):
        return drawn
    console = Console(record=True, file=io.StringIO(), width=TABLE_WIDTH, highlight=False)
    console.print(table.chapter(scene_of(then, None, _names(match), (TABLE_WIDTH, 40))))
    return console.export_html(inline_styles=True, code_format="<pre>{code}</pre>")


def _strokes(told: Review, names: Sequence[str]) -> Iterator[str]:
    for stroke in told.luck:
        yield f"<li>{escape(' '.join(stroke.texts))} <em>{escape(moved(stroke, names))}</em></li>"


def moved(stroke: Stroke, names: Sequence[str]) -> str:
    """Whom a stroke of luck helped and hurt."""
    changes = ((name, luck) for name, luck in zip(names, stroke.luck, strict=True) if abs(luck) >= FELT)
    return ", ".join(f"{name} {percent(luck)}" for name, luck in changes)
