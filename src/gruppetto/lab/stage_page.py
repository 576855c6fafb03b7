"""The report of a stage as a page of its own: no script, no font, no picture from elsewhere."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from html import escape

from gruppetto.games import registry
from gruppetto.games.studio import Figures, Report

WIDTH, HEIGHT, EDGE = 640, 260, 44
LONGEST_TITLE = 40  # characters; a stage of one’s own may be written out at length
STYLE = """
:root { color-scheme: light dark; --paper: #f7f1e3; --ink: #2a2420; --soft: #6b5f50; --line: #d9cdb4;
  --own: #b4472f; --other: #7b8a72 }
@media (prefers-color-scheme: dark) { :root { --paper: #221d19; --ink: #f2e9d8; --soft: #b5a892;
  --line: #463d34; --own: #e8795d; --other: #9fb094 } }
* { box-sizing: border-box } body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 "Source Sans 3", "Helvetica Neue", Arial, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem } h1 { margin: 0 0 .25rem }
h2 { margin: 2rem 0 .5rem; font-size: 1.15rem }
p { margin: .25rem 0 .75rem; color: var(--soft); max-width: 42rem }
code { overflow-wrap: anywhere }
.road svg { width: 100%; height: auto; border-radius: 10px } .pair { display: grid; gap: 1.5rem 2rem;
  grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)) }
.facts { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 1rem 0; padding: 0; list-style: none }
.facts b { display: block; font-size: 1.6rem; line-height: 1.1 } .facts span { color: var(--soft) }
.bars { display: grid; grid-template-columns: auto 1fr auto; gap: .25rem .6rem; align-items: center }
.bars i { display: block; height: .9rem; background: var(--own); border-radius: 3px; min-width: 2px }
table { border-collapse: collapse; width: 100% } .wide { overflow-x: auto }
th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap }
td:first-child { max-width: 16rem; overflow: hidden; text-overflow: ellipsis }
th:first-child, td:first-child { text-align: left; position: sticky; left: 0; background: var(--paper) }
tr.own { font-weight: 600; color: var(--own) } thead { color: var(--soft); font-size: .85rem }
.chart { width: 100%; height: auto } .chart text { fill: var(--soft); font-size: 12px }
.chart .grid { stroke: var(--line) } .chart .own { stroke: var(--own); stroke-width: 3; fill: none }
.chart .other { stroke: var(--other); stroke-width: 2; fill: none; stroke-dasharray: 5 4 }
"""
FORMS: dict[str, Callable[[float], str]] = {
    "number": lambda mean: f"{mean:.1f}",
    "share": lambda mean: f"{mean:.0%}",
    "seconds": lambda mean: f"{mean:.0f} s",
}


def page(report: Report) -> str:
    """The whole page."""
    own = report.stage
    game, studio = registry.studio_of(report.game)
    title = escape(f"How {own.stage if len(own.stage) <= LONGEST_TITLE else 'a stage of one’s own'} races")
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><style>{STYLE}</style></head><body><main>
<h1>{title}</h1>
<p>{own.races:,} races of {escape(_riders(report.players))}, beside our own and official stages
with {report.official[0].races:,} each. Written <code>{escape(own.letters)}</code>.</p>
<div class="road">{studio.draw(own.letters)}</div>
{_facts(report)}
<div class="pair"><section><h2>Who wins</h2>{_bars(own.wins_by_kind.items())}</section>
<section><h2>From which seat</h2>{_bars(zip(game.teams, own.wins_by_seat, strict=False))}</section>
<section><h2>By how much</h2>
<p>{report.unit.capitalize()} from the winner to the best rider of another team.</p>
{_bars(_gaps(report))}</section></div>
<h2>When it is decided</h2>
<p>The chance of the later winner at the start of each round, when sensible riders ride on from there with
fresh luck. Dashed: the mean of the other stages.</p>
{_chart(own.chances, _mean_chances(report.official))}
<h2>Beside the other stages</h2><div class="wide">{_table(report)}</div>
</main></body></html>
"""


def _riders(players: Sequence[str]) -> str:
    """Who rode, each name once."""
    named = Counter(players)
    return ", ".join(name if many == 1 else f"{many} × {name}" for name, many in named.items())


def _shown(report: Report, found: Figures) -> list[str]:
    """The measures of a stage, as they are read."""
    return [FORMS[measure.form](found.means[measure.key]) for measure in report.measures]


def _facts(report: Report) -> str:
    facts = zip(_shown(report, report.stage), report.measures, strict=True)
    return (
        '<ul class="facts">'
        + "".join(f"<li><b>{shown}</b><span>{measure.title}</span></li>" for shown, measure in facts)
        + "</ul>"
    )


def _bars(shares: Iterable[tuple[str, float]]) -> str:
    rows = list(shares)
    most = max(share for _, share in rows) or 1.0
    cells = (
        f'<span>{escape(name)}</span><i style="width:{100 * share / most:.1f}%"></i><span>{share:.0%}</span>'
        for name, share in rows
    )
    return f'<div class="bars">{"".join(cells)}</div>'


def _gaps(report: Report) -> list[tuple[str, float]]:
    """The steps of the gaps: a number, from one to another, or all above."""
    ends = [following - 1 for following in report.gaps[1:]]
    names = [
        str(first) if first == last else f"{first}–{last}"
        for first, last in zip(report.gaps, ends, strict=False)
    ]
    return list(zip([*names, f"{report.gaps[-1]} or more"], report.stage.gaps, strict=True))


def _mean_chances(official: Sequence[Figures]) -> list[float]:
    shortest = min(len(found.chances) for found in official)
    return [sum(found.chances[number] for found in official) / len(official) for number in range(shortest)]


def _chart(own: Sequence[float], other: Sequence[float]) -> str:
    rounds = max(len(own), len(other), 2)

    def place(number: int, chance: float) -> str:
        across = EDGE + (WIDTH - EDGE - 16) * number / (rounds - 1)
        return f"{across:.1f},{HEIGHT - 34 - (HEIGHT - 54) * chance:.1f}"

    lines = [
        f'<polyline class="{kind}" points="{" ".join(place(*point) for point in enumerate(chances))}"/>'
        for kind, chances in (("other", other), ("own", own))
    ]
    for chance in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = place(0, chance).split(",")[1]
        lines.append(f'<line class="grid" x1="{EDGE}" x2="{WIDTH - 16}" y1="{y}" y2="{y}"/>')
        lines.append(f'<text x="{EDGE - 8}" y="{y}" dy="4" text-anchor="end">{chance:.0%}</text>')
    for number in range(0, rounds, 2):
        x = place(number, 0).split(",")[0]
        lines.append(f'<text x="{x}" y="{HEIGHT - 12}" text-anchor="middle">{number + 1}</text>')
    said = f"The later winner’s chance rises from {own[0]:.0%} in the first round to {own[-1]:.0%}."
    drawn = "".join(lines)
    return f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{said}">{drawn}</svg>'


def _table(report: Report) -> str:
    head = "".join(f"<th>{measure.title}</th>" for measure in report.measures)
    rows = (
        f"<tr{' class=own' * (found is report.stage)}><td>{escape(found.stage)}</td>"
        + "".join(f"<td>{shown}</td>" for shown in _shown(report, found))
        + "</tr>"
        for found in (report.stage, *report.official)
    )
    return f"<table><thead><tr><th>stage</th>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
