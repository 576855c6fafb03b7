"""What there is to see and to do, in Gymnasium's words."""

import numpy as np
from gymnasium import spaces

from gruppetto.games.game import Game

OBSERVATION, MASK = "observation", "action_mask"
NUMBERS = np.iinfo(np.int32)


def what_a_seat_sees(game: Game, actions: int) -> spaces.Dict:
    """The numbers of the game's `observe`, and a mask with a 1 for every legal action."""
    return spaces.Dict(
        {
            OBSERVATION: spaces.Box(NUMBERS.min, NUMBERS.max, (game.observation,), np.int32),
            MASK: spaces.Box(0, 1, (actions,), np.int8),
        }
    )
