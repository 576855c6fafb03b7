"""The `gruppetto` command."""

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from gruppetto.errors import BrokenInvariant, GruppettoError

BROKEN = 1
REFUSED = 2
INTERRUPTED = 130
LATEST = ""  # what `play --resume` without a file stands for


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command; whatever the user got wrong is one line on stderr and exit code 2, ours 1."""
    from gruppetto.cli.app import app  # noqa: PLC0415  (Typer and Rich, only for the command itself)

    _write_anything()
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        app(_with_latest(given), prog_name="gruppetto")
    except BrokenInvariant as error:
        _refuse(str(error), BROKEN)
    except GruppettoError as error:
        _refuse(str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        _refuse(f"{error.filename or 'file'}: {error.strerror or error}.")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    sys.exit(0)


def _with_latest(arguments: list[str]) -> list[str]:
    """`play --resume` may stand alone: then the latest race is meant."""
    if "play" not in arguments:
        return arguments
    completed: list[str] = []
    for argument, following in zip(arguments, [*arguments[1:], "-"], strict=False):
        completed.append(argument)
        if argument == "--resume" and following.startswith("-"):
            completed.append(LATEST)
    return completed


def _write_anything() -> None:
    """Where an old terminal cannot show a character, a question mark stands for it."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _refuse(reason: str, code: int = REFUSED) -> NoReturn:
    sys.stderr.write(f"gruppetto: {reason}\n")
    sys.exit(code)
