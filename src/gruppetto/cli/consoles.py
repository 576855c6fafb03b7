"""Where the command writes to, and how files are kept from being overwritten."""

import shutil
import sys
from pathlib import Path

import typer
from rich.console import Console

from gruppetto.errors import BadOption

ACCENT = "#c8634b"
GOLD = "#ecd58c"
INK = "#2a2420"


def out() -> Console:
    """The console for results."""
    return Console(highlight=False)


def err() -> Console:
    """The console for progress and remarks."""
    return Console(stderr=True, highlight=False)


def write_json(document: bytes) -> None:
    """One JSON document on stdout, and nothing else."""
    typer.echo(document.decode())


def check_target(path: Path, *, force: bool) -> None:
    """Refuse a file that could not be written, or that would be overwritten unasked, before any work."""
    if path.is_dir():
        raise BadOption(f"{path}: this is a folder; name a file.")
    if not path.absolute().parent.is_dir():
        raise BadOption(f"{path}: there is no folder {path.parent}.")
    if path.exists() and not force:
        raise BadOption(f"{path}: exists already; --force overwrites it.")


def command_name() -> str:
    """How this command is called from here: by its name, or by its path where the name is not found."""
    called = Path(sys.argv[0])
    if called.name != "gruppetto" or shutil.which("gruppetto"):
        return "gruppetto"
    here = Path.cwd()
    return str(called.relative_to(here)) if called.is_relative_to(here) else str(called)
