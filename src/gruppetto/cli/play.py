"""Play at a terminal: people at one keyboard, bots on the other seats."""

import os
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from gruppetto.cli import LATEST, consoles, settings, shelf, warmup
from gruppetto.cli.session import Session
from gruppetto.cli.table import YOU, scene_of
from gruppetto.cli.tables import table_for
from gruppetto.errors import BadOption, WrongVersion
from gruppetto.games import registry
from gruppetto.language import t
from gruppetto.match import start
from gruppetto.past import PastMatch

FRAME = """\
<svg role="img" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<title>A race of GAME in a terminal</title>
<style>
.{unique_id}-matrix, .{unique_id}-title {{ font-family: 'DejaVu Sans Mono', Menlo, Consolas, monospace; }}
.{unique_id}-matrix {{ font-size: {char_height}px; line-height: {line_height}px; }}
.{unique_id}-title {{ font-size: 17px; }}
{styles}
</style>
<defs>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def new(
    game: str,
    stage: str | None,
    seats: int | None,
    players: str | None,
    seed: str | None,
    option: Sequence[str],
    save: Path | None,
    *,
    data: Path | None = None,
    overwrite: bool,
) -> Session:
    """A race that begins now, with its file."""
    names = settings.seated(game, players, seats)
    _check_people(names)
    if save is not None and not overwrite:
        _check_unused(save)
    console = consoles.out()
    options = settings.options_of(game, stage, option, names, data)
    if preset := settings.add_preset(game, len(names), options):
        console.print(t("cli.readings", seats=len(names), preset=preset), markup=False)
    registry.get(game).setup(registry.get(game).options(options), len(names))  # refused before any compiling
    warmup.for_play(game, console)
    match = start(game, seats=len(names), seed=settings.seed_of(seed), options=options)
    path = save or shelf.fresh(match.game.ridden(match.options) or game)
    match.seated = settings.as_seated(game, names, match.commitment)
    session = Session(console, match, names, path)
    session.save()
    return session


def resumed(file: str, players: str | None, *, carry_over: bool) -> Session:
    """A race taken up where it was left; if asked, one of other rules where its latest round began."""
    path = shelf.latest() if file == LATEST else Path(file)
    console = consoles.out()
    match = warmup.open_race(path, console)
    if isinstance(match, PastMatch):
        if not carry_over:
            raise WrongVersion(_other_rules(path, match))
        carried, path = match.carry_over(), path.with_stem(f"{path.stem}-carried")
        _check_unused(path)
        console.print(f"{_taken_back(match)} The race goes on in {path}", markup=False, soft_wrap=True)
        match = carried
    if players is not None or not match.seated:
        names = settings.seated(match.game.id, players, match.seats)
        match.seated = settings.as_seated(match.game.id, names, match.commitment)
    else:
        names = tuple(map(settings.sitting, match.seated))
    _check_people(names)
    session = Session(console, match, names, path)
    session.save()
    return session


def _other_rules(path: Path, match: PastMatch) -> str:
    begun = (
        f"{path}: rules_version: begun under version {match.rules_version} of the rules of "
        f"{match.game.name}, installed is version {match.game.rules_version}."
    )
    if match.over:
        return f"{begun} The race is over; see it again with: {consoles.command_name()} replay {path}"
    return f"{begun} With --carry-over it goes on under the installed rules. {_taken_back(match)}"


def _taken_back(match: PastMatch) -> str:
    return (
        "It begins again where its latest round began, with fresh chance; "
        f"decisions taken back: {match.taken_back} of {len(match.log)}."
    )


def snapshot(session: Session, file: Path) -> None:
    """The table as a picture, as the first person at the keyboard sees it."""
    match, names = session.match, session.names
    session.let_bots_decide()
    owing = [seat for seat in match.waiting if names[seat] == YOU]
    table, size = table_for(match.game.id), (session.console.width, session.console.height)
    scene = scene_of(match, owing[0] if owing else names.index(YOU), names, size)
    with Path(os.devnull).open("w") as nowhere:
        paper = Console(record=True, file=nowhere, width=size[0], highlight=False, color_system="truecolor")
        paper.print(table.screen(scene))
        if scene.choices:
            paper.print(session.prompt(scene), end="")
    paper.save_svg(str(file), title="gruppetto play", code_format=FRAME.replace("GAME", match.game.name))


def refuse_changes(**given: object) -> None:
    """What a race was begun with cannot be changed when it is resumed."""
    for name, value in given.items():
        if value:
            raise BadOption(f"--{name}: this was settled when the race began; leave it out with --resume.")


def _check_people(names: Sequence[str]) -> None:
    if YOU not in names:
        raise BadOption("--players: no seat is yours; name at least one `you` (or try `gruppetto simulate`).")


def _check_unused(path: Path) -> None:
    consoles.check_target(path, force=True)
    if path.exists():
        raise BadOption(
            f"{path}: there is a race in it: go on with --resume {path}, or begin again with --new."
        )
