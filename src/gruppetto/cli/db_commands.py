"""`gruppetto db`: the tables of a server."""
# ruff: noqa: PLC0415  (so that `--help` does not wait for what only one command needs)

from pathlib import Path
from typing import Annotated

import typer

from gruppetto.cli.arguments import FLAG, Json

app = typer.Typer(no_args_is_help=True, rich_markup_mode="rich")


Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="GRUPPETTO_DATABASE",
        help="As for `gruppetto serve`; by default the same.",
    ),
]
Sure = Annotated[bool, typer.Option("--yes", metavar=FLAG, help="Do it; without, it is only said.")]


@app.command("status")
def db_status(database: Database = None, as_json: Json = False) -> None:
    """How many tables there are, by game, status and version of the rules, and what they take."""
    from gruppetto.cli import db

    db.status(database, as_json=as_json)


@app.command("backup")
def db_backup(
    to: Annotated[
        Path,
        typer.Argument(
            metavar="FILE|FOLDER", help="In a folder it is named by the time.", show_default=False
        ),
    ],
    keep: Annotated[
        int | None,
        typer.Option("--keep", metavar="N", min=1, help="Keep the latest of the folder, remove the others."),
    ] = None,
    database: Database = None,
) -> None:
    """Copy an SQLite database, whole, while its server plays on."""
    from gruppetto.cli import db

    db.back_up(database, to, keep)


@app.command("restore")
def db_restore(
    copy: Annotated[Path, typer.Argument(metavar="FILE", help="Made by `backup`.", show_default=False)],
    database: Database = None,
) -> None:
    """Put a copy where a server looks for its database; the old one must have been moved away."""
    from gruppetto.cli import db

    db.restore(database, copy)


@app.command("prune")
def db_prune(
    older_than: Annotated[
        str,
        typer.Option("--older-than", metavar="AGE", help="Nobody has touched them so long: 90d, 36h."),
    ],
    status: Annotated[
        list[str] | None,
        typer.Option(
            "--status",
            metavar="STATUS",
            help="open, running or over; repeat for more.",
            show_default="over and open",
        ),
    ] = None,
    database: Database = None,
    yes: Sure = False,
) -> None:
    """Remove old tables, with their stories, their logs and their talk."""
    from gruppetto.cli import db

    db.prune(database, older_than, status or ["over", "open"], sure=yes)


@app.command("export")
def db_export(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Empty, or not there yet.")],
    database: Database = None,
) -> None:
    """Write every table as a save file, and a list of them with seats and talk."""
    from gruppetto.cli import db

    db.export(database, folder)


@app.command("forget")
def db_forget(
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="A person, by name.")] = None,
    person: Annotated[
        str | None, typer.Option("--person", metavar="ID", help="A person, by the number on their page You.")
    ] = None,
    table: Annotated[str | None, typer.Option("--table", metavar="ID", help="A table, by its id.")] = None,
    database: Database = None,
    yes: Sure = False,
) -> None:
    """Forget a name, a person with their key and talk, or a whole table."""
    from gruppetto.cli import db

    db.forget(database, name, person, table, sure=yes)
