"""What there is to see and to do, in Gymnasium's words."""

import sys
from typing import Any

import numpy as np
from gymnasium import spaces

from gruppetto.envs.table import MASK, OBSERVATION, Table
from gruppetto.errors import BadOption
from gruppetto.games.game import Game

Seen = dict[str, Any]
ANSI, HUMAN = "ansi", "human"  # ways to render: as text that comes back, or that is shown at every step


def what_a_seat_sees(game: Game, actions: int) -> spaces.Dict:
    """The numbers of the game's `observe`, and a mask with a 1 for every legal action."""
    low, high = game.bounds()
    return spaces.Dict(
        {
            OBSERVATION: spaces.Box(low, high, dtype=low.dtype.type),
            MASK: spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def render_mode_checked(mode: str | None) -> str | None:
    """A way to render that there is, or an error."""
    if mode not in (None, ANSI, HUMAN):
        raise BadOption(f"render_mode: {mode!r} is none of None, {ANSI!r} and {HUMAN!r}.")
    return mode


def rendered(mode: str | None, table: Table, seat: int | None) -> str | None:
    """What a seat (or a spectator) may know, as JSON: returned, shown to a person, or neither."""
    if mode == HUMAN:
        sys.stdout.write(f"{table.text(seat)}\n")
    return table.text(seat) if mode == ANSI else None
