"""`gruppetto hooks`: the chats that hosts want told of turns."""
# ruff: noqa: PLC0415  (so that `--help` does not wait for what only one command needs)

from typing import Annotated

import typer

from gruppetto.cli.arguments import Json
from gruppetto.cli.db_commands import Database

app = typer.Typer(no_args_is_help=True, rich_markup_mode="rich")
Number = Annotated[str, typer.Argument(metavar="ID", help="As `list` shows it.", show_default=False)]


@app.command("list")
def hooks_list(database: Database = None, as_json: Json = False) -> None:
    """Which chats were asked for, and what you have said to them."""
    from gruppetto.cli import hooks

    hooks.show(database, as_json=as_json)


@app.command("approve")
def hooks_approve(number: Number, database: Database = None) -> None:
    """Let a chat be told of turns, at every table whose host names it."""
    from gruppetto.cli import hooks

    hooks.judge(database, number, "approved")


@app.command("refuse")
def hooks_refuse(number: Number, database: Database = None) -> None:
    """Tell a chat nothing, or nothing more."""
    from gruppetto.cli import hooks

    hooks.judge(database, number, "refused")
