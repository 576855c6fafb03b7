"""Environments: any game as PettingZoo, Gymnasium or OpenSpiel know them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gruppetto.envs.batch import Batch

__all__ = ["vector"]


def vector(
    game: str, n: int, *, seats: int | None = None, opponents: Sequence[str] | None = None,
    seat: int = 0, reward: str = "beaten", **options: Any,
) -> "Batch":  # fmt: skip
    """Thousands of races stepped by one compiled call, as a Gymnasium `VectorEnv`."""
    from gruppetto.envs.batch import Batch  # noqa: PLC0415  (needs an extra)

    return Batch(game, n, seats=seats, opponents=opponents, seat=seat, reward=reward, options=options)
