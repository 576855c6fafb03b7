"""Environments: any game as PettingZoo, Gymnasium and OpenSpiel know games.

Every function takes the game's own options by name: `aec("flamme-rouge", seats=4, stage="Le Tour")`.
Rewards come once, in the end: the share of the opponents that were beaten, or with `reward="win"` a 1
for the winner. An action that is not legal is replaced by the lowest legal one, and told of in the
infos; a strict environment raises `IllegalMove` instead.
"""

import importlib
from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from gruppetto.errors import MissingExtra

if TYPE_CHECKING:
    from gruppetto.envs.batch import Batch
    from gruppetto.envs.device import OnDevice
    from gruppetto.envs.single import OneSeat
    from gruppetto.envs.zoo import AllAtOnce, OneByOne

__all__ = ["aec", "gpu", "gym", "parallel", "spiel", "vector"]


def aec(
    game: str, *, seats: int | None = None, reward: str = "beaten", max_cycles: int | None = None,
    strict: bool = False, render_mode: str | None = None, **options: Any,
) -> "OneByOne":  # fmt: skip
    """A game as a PettingZoo AEC environment: its agents decide one after the other."""
    return _room("zoo", "rl").OneByOne(
        game, seats=seats, reward=reward, max_cycles=max_cycles, strict=strict,
        render_mode=render_mode, options=options,
    )  # fmt: skip


def parallel(
    game: str, *, seats: int | None = None, reward: str = "beaten", max_cycles: int | None = None,
    strict: bool = False, render_mode: str | None = None, **options: Any,
) -> "AllAtOnce":  # fmt: skip
    """The same as a PettingZoo parallel environment, where several agents ever decide at once."""
    return _room("zoo", "rl").AllAtOnce(
        game, seats=seats, reward=reward, max_cycles=max_cycles, strict=strict,
        render_mode=render_mode, options=options,
    )  # fmt: skip


def gym(
    game: str, opponents: Sequence[str] = ("domestique",), *, seat: int = 0, reward: str = "beaten",
    strict: bool = False, render_mode: str | None = None, **options: Any,
) -> "OneSeat":  # fmt: skip
    """One seat as a Gymnasium environment, against players of the levels named."""
    return _room("single", "rl").OneSeat(
        game, opponents=opponents, seat=seat, reward=reward, strict=strict,
        render_mode=render_mode, options=options,
    )  # fmt: skip


def vector(
    game: str, n: int, *, seats: int | None = None, opponents: Sequence[str] | None = None,
    seat: int = 0, reward: str = "beaten", threads: int = 1, **options: Any,
) -> "Batch":  # fmt: skip
    """Thousands of races stepped by one compiled call, as a Gymnasium `VectorEnv`."""
    return _room("batch", "rl").Batch(
        game, n, seats=seats, opponents=opponents, seat=seat, reward=reward, threads=threads, options=options
    )


def gpu(
    game: str, n: int, *, seats: int | None = None, opponents: Sequence[str] | None = None,
    seat: int = 0, reward: str = "beaten", **options: Any,
) -> "OnDevice":  # fmt: skip
    """The same races as those of `vector`, but they live on a GPU, and so does all that is seen of them."""
    return _room("device", "gpu").OnDevice(
        game, n, seats=seats, opponents=opponents, seat=seat, reward=reward, options=options
    )


def spiel(game: str, *, seats: int | None = None, **options: Any) -> Any:
    """A game as a `pyspiel.Game`; from then on `pyspiel.load_game` knows all of ours too."""
    return _room("openspiel", "spiel").load(game, seats, options)


def _room(name: str, extra: str) -> ModuleType:
    """A module that needs an extra."""
    try:
        return importlib.import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        raise MissingExtra(f"{error.name} is not installed. Try: pip install 'gruppetto[{extra}]'") from None
