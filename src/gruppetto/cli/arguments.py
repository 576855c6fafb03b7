"""What several commands take, and how it reads in their help."""

from pathlib import Path
from typing import Annotated

import typer

FLAG = ""  # no value is named in the help of an option that takes none
FIRST = "the first one"  # that is listed, where no game is named
Game = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help="The game; `gruppetto games` lists them.", show_default=FIRST),
]
Stage = Annotated[
    str | None, typer.Option("--stage", metavar="STAGE", help="A stage by name, or as tile letters.")
]
Seats = Annotated[int | None, typer.Option("--seats", metavar="N", help="How many seats.")]
OptionPairs = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="KEY=VALUE", help="An option of the game; repeat for more."),
]
Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="Your own set of components, as four TOML files."),
]
Players = Annotated[
    str | None,
    typer.Option(
        "--players", metavar="A,B,…", help="Bots or dummy teams; one name is for every seat.",
        show_default="domestique",
    ),
]  # fmt: skip
SaveFile = Annotated[Path, typer.Argument(metavar="FILE", help="A save file.")]
Json = Annotated[bool, typer.Option("--json", metavar=FLAG, help="Print JSON instead.")]
Force = Annotated[bool, typer.Option("--force", metavar=FLAG, help="Overwrite an existing file.")]
Anew = Annotated[
    bool, typer.Option("--force", metavar=FLAG, help="Begin anew: overwrite a file, or parts kept of it.")
]
Resume = Annotated[
    bool, typer.Option("--resume", metavar=FLAG, help="Go on with a file that was not finished.")
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="auto|ADDRESS", help="On a Ray cluster: the one that runs (or a local one), or this."
    ),
]
Stages = Annotated[
    str | None, typer.Option("--stages", metavar="N|A,B,…", help="Stages of a tour: how many, or which.")
]
StageName = Annotated[str, typer.Argument(metavar="NAME", help="A stage by name, or written out.")]
StagesOf = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="Whose stages.", show_default=FIRST)
]


def named(game: str | None) -> str:
    """The game that was named, or the one that is meant where none is."""
    from gruppetto.games import registry  # noqa: PLC0415  (slow to import)

    return game or registry.first().id


def with_stages(options: list[str] | None, stages: str | None) -> list[str]:
    """The options that were given one by one, and the stages of a tour among them."""
    return [*(options or []), *([f"stages={stages}"] if stages else [])]
