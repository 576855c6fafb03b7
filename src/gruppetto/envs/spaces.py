"""What there is to see and to do, in Gymnasium's words."""

from typing import Any

import numpy as np
from gymnasium import spaces

from gruppetto.errors import BadOption
from gruppetto.games.game import Game

OBSERVATION, MASK = "observation", "action_mask"
Seen = dict[str, Any]
ANSI = "ansi"  # the one way to render: as text
NUMBERS = np.iinfo(np.int32)


def what_a_seat_sees(game: Game, actions: int) -> spaces.Dict:
    """The numbers of the game's `observe`, and a mask with a 1 for every legal action."""
    return spaces.Dict(
        {
            OBSERVATION: spaces.Box(NUMBERS.min, NUMBERS.max, (game.observation,), np.int32),
            MASK: spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def render_mode_checked(mode: str | None) -> str | None:
    """A way to render that there is, or an error."""
    if mode not in (None, ANSI):
        raise BadOption(f"render_mode: {mode!r} is neither None nor {ANSI!r}.")
    return mode
