"""`gruppetto reports`: what people at the tables have reported to whoever runs the server."""
# ruff: noqa: PLC0415  (so that `--help` does not wait for what only one command needs)

from typing import Annotated

import typer

from gruppetto.cli.arguments import FLAG, Json
from gruppetto.cli.db_commands import Database

app = typer.Typer(no_args_is_help=True, rich_markup_mode="rich")

Number = Annotated[int, typer.Argument(metavar="NUMBER", help="As `list` tells it.", show_default=False)]


@app.command("list")
def reports_list(
    closed: Annotated[
        bool, typer.Option("--closed", metavar=FLAG, help="Those you are done with instead.")
    ] = False,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """What was reported, the latest first."""
    from gruppetto.cli import complaints

    complaints.show_all(database, closed=closed, as_json=as_json)


@app.command("show")
def reports_show(number: Number, database: Database = None) -> None:
    """One report: who, where, when, and what was said around it."""
    from gruppetto.cli import complaints

    complaints.show(database, number)


@app.command("close")
def reports_close(number: Number, database: Database = None) -> None:
    """Be done with a report; what was said is not kept any longer."""
    from gruppetto.cli import complaints

    complaints.close(database, number)
