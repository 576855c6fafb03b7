"""A decision as somebody from outside is asked for it: what the seat may know, and nothing else."""

import functools
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from gruppetto.games import loops
from gruppetto.games.game import Choice, Game, Json, no_numbers
from gruppetto.kernel.record import Records, duplicate

PROTOCOL = 1


class Question:
    """Who is asked, and all that they may know; what they do not look at is not worked out.

    The race behind it is one that the seat cannot tell from the true one: nothing hidden can be read from it.
    """

    def __init__(self, game: Game, state: Records, seat: int, seed: int) -> None:
        self.seat, self.seats, self.seed = seat, game.seats_of(state), seed
        self._game, self._state = game, duplicate(state)
        loops.veil(game.rules.forget, self._state, seat, np.uint64(seed))

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._game.id

    @functools.cached_property
    def legal(self) -> list[int]:
        """The codes of the legal actions."""
        codes, rules = no_numbers(loops.MOST_ACTIONS), self._game.rules
        return codes[: loops.options(rules.waiting, rules.legal, self._state, self.seat, codes)].tolist()

    @functools.cached_property
    def mask(self) -> npt.NDArray[np.int8]:
        """A 1 for every legal action, as the environments have it."""
        mask = np.zeros(self._game.actions, np.int8)
        mask[self.legal] = 1
        return mask

    @functools.cached_property
    def observation(self) -> npt.NDArray[np.integer[Any]]:
        """What the seat knows as a row of numbers, as the environments have it."""
        seen = no_numbers(self._game.observation)
        loops.sense(self._game.rules.observe, self._state, self.seat, seen)
        return seen.astype(_narrowest(self._game))

    @functools.cached_property
    def view(self) -> Json:
        """What a person on this seat sees."""
        seen: Json = msgspec.to_builtins(self._game.view(self._state, self.seat))
        return seen

    @functools.cached_property
    def choices(self) -> list[Choice]:
        """The legal actions in words, each with its code."""
        return self._game.explained(self._state, self.seat, self.legal)

    def world(self, seed: int) -> Records:
        """A race to try things out in: everything hidden, and all chance to come, is a fair guess."""
        imagined = duplicate(self._state)
        loops.veil(self._game.rules.forget, imagined, self.seat, np.uint64(seed))
        return imagined

    def message(self) -> Json:
        """The question as a program reads it."""
        return {
            "type": "decide",
            "protocol": PROTOCOL,
            "game": self.game,
            "seat": self.seat,
            "seats": self.seats,
            "view": self.view,
            "choices": list(map(_offered, self.choices)),
            "observation": self.observation.tolist(),
            "mask": self.mask.tolist(),
            "seed": self.seed & 0xFFFF_FFFF,
        }


@functools.lru_cache
def _narrowest(game: Game) -> np.dtype[Any]:
    return game.bounds()[0].dtype


def _offered(choice: Choice) -> Json:
    told = {"code": choice.code, "text": choice.text, "message": msgspec.to_builtins(choice.message)}
    return told if choice.preview is None else {**told, "preview": msgspec.to_builtins(choice.preview)}
