"""Policies as ONNX files, named as `onnx:FILE`: from what a seat observes to a number for every action.

The first input is the observation, a row for each question; a second one, if there is one, the mask. The
first output has a number for every action; the legal action with the highest is taken.
"""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gruppetto.errors import BotFault, MissingExtra, UnknownPlayer
from gruppetto.players.questions import Question

ONNX = "onnx:"
KINDS = {
    "tensor(float)": np.float32, "tensor(double)": np.float64, "tensor(float16)": np.float16,
    "tensor(int8)": np.int8, "tensor(int16)": np.int16, "tensor(int32)": np.int32, "tensor(int64)": np.int64,
    "tensor(bool)": np.bool_,
}  # fmt: skip


class Model:
    """A network that somebody has trained and exported."""

    def __init__(self, address: str) -> None:
        self.name = address
        self._session = _session(address)
        self._inputs = self._session.get_inputs()
        if not 1 <= len(self._inputs) <= 2:
            raise UnknownPlayer(
                f"{address}: takes {len(self._inputs)} inputs; it may have the observation and the mask."
            )

    def decide(self, question: Question) -> int:
        """The legal action that it prefers."""
        preferred = self._run(question)
        if preferred.shape != question.mask.shape:
            raise BotFault(
                f"{self.name}: answers with {_many(preferred.shape)} numbers; {question.game} has "
                f"{len(question.mask)} actions."
            )
        legal = preferred[question.legal]
        if np.isnan(legal).any():
            raise BotFault(f"{self.name}: answers with what is no number (NaN).")
        return question.legal[int(legal.argmax())]

    def close(self) -> None:
        """Nothing to let go."""

    def _run(self, question: Question) -> npt.NDArray[Any]:
        rows = (question.observation, question.mask)
        given = {
            expected.name: self._fitted(expected, row, question)
            for expected, row in zip(self._inputs, rows, strict=False)
        }
        try:
            return np.asarray(self._session.run(None, given)[0])[0]
        except Exception as fault:
            raise BotFault(f"{self.name}: failed with {_first_line(fault)}") from fault

    def _fitted(self, expected: Any, row: npt.NDArray[Any], question: Question) -> npt.NDArray[Any]:
        wide = expected.shape[-1] if expected.shape else 0
        if len(expected.shape) != 2 or (isinstance(wide, int) and wide != len(row)):
            raise BotFault(
                f"{self.name}: {expected.name!r} takes an array of the shape {expected.shape}; "
                f"in {question.game} it is given [1, {len(row)}]."
            )
        if expected.type not in KINDS:
            raise BotFault(
                f"{self.name}: {expected.name!r} is a {expected.type}; it may be {', '.join(KINDS)}."
            )
        return row.astype(KINDS[expected.type])[None]


def _session(address: str) -> Any:
    try:
        import onnxruntime  # noqa: PLC0415  (an extra)
    except ImportError:
        raise MissingExtra("onnx: needs ONNX Runtime: pip install 'gruppetto[onnx]'.") from None
    path = Path(address.removeprefix(ONNX))
    if not path.is_file():
        raise UnknownPlayer(f"{address}: there is no such file.")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # races are ridden side by side already
    options.log_severity_level = 4
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as fault:
        raise UnknownPlayer(f"{address}: is no ONNX model: {_first_line(fault)}") from fault


def _many(shape: tuple[int, ...]) -> str:
    return " × ".join(map(str, shape)) or "single"


def _first_line(fault: Exception) -> str:
    return str(fault).strip().partition("\n")[0][:200]
