"""Programs of others as players: one JSON message a line over stdin and stdout, or over a WebSocket.

    → {"type": "decide", "game": …, "seat": 0, "seats": 2, "view": {…}, "choices": [{"code": 20, …}, …],
       "observation": […], "mask": […], "seed": 17}
    ← {"code": 20}

What such a program is shown is what a person on its seat would see, and nothing else.
"""

import contextlib
import os
import selectors
import shlex
import signal
import subprocess
import threading
import time
from typing import Protocol

import msgspec

from gruppetto.errors import BotFault, UnknownPlayer
from gruppetto.players.questions import Question

STDIO, WEBSOCKETS = "stdio:", ("ws://", "wss://")
CHUNK, LONGEST_LINE = 1 << 16, 1 << 20  # bytes


class Answer(msgspec.Struct):
    """What a program says to a question."""

    code: int


class Line(Protocol):
    """The way to a program and back."""

    def ask(self, message: bytes) -> bytes:
        """Send a message and wait for the answer."""

    def stop(self) -> None:
        """Hang up; whoever waits for an answer is told."""

    def close(self) -> None:
        """Let go of what is left."""


class Program:
    """A program that decides. Races may be ridden on several threads; it is asked one question at a time."""

    def __init__(self, address: str, patience: float) -> None:
        self.name, self._lock = address, threading.Lock()
        kind = Pipe if address.startswith(STDIO) else Socket
        self._line: Line = kind(address, patience)

    def decide(self, question: Question) -> int:
        """Show it what its seat may know, and take its answer."""
        message = msgspec.json.encode(question.message())
        with self._lock:
            said = self._line.ask(message)
        try:
            return msgspec.json.decode(said, type=Answer).code
        except msgspec.MsgspecError as error:
            raise BotFault(f'{self.name}: answered {shown(said)}, not {{"code": …}}: {error}.') from None

    def close(self) -> None:
        """Let the program go; whoever waits for it is told."""
        self._line.stop()
        with self._lock:
            self._line.close()


def shown(said: bytes) -> str:
    """What a program said, as much of it as fits into a sentence."""
    return repr(said[:80].decode("utf-8", "replace").strip())


class Pipe:
    """A program of ours to start: a message a line, and nothing it does can keep us waiting for ever."""

    def __init__(self, address: str, patience: float) -> None:
        self.name, self._patience = address, patience
        try:
            command = shlex.split(address.removeprefix(STDIO))
            self._process = subprocess.Popen(  # noqa: S603  (the user names it)
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except (OSError, IndexError, ValueError) as error:
            raise UnknownPlayer(f"{address}: cannot be started: {error}.") from None
        assert self._process.stdin  # noqa: S101  (asked for above)
        assert self._process.stdout  # noqa: S101
        self._there, self._back = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._there, False)
        os.set_blocking(self._back, False)
        self._heard = b""

    def ask(self, message: bytes) -> bytes:
        """One line there, one line back; what had come before the question is dropped."""
        until = time.monotonic() + self._patience
        try:
            self._drop_what_was_said()
            self._say(message + b"\n", until)
            return self._line(until)
        except OSError as error:
            raise BotFault(
                f"{self.name}: has ended without an answer: {error.strerror}.{self._last_words()}"
            ) from None

    def _drop_what_was_said(self) -> None:
        self._heard = b""
        for _ in range(LONGEST_LINE // CHUNK):
            with contextlib.suppress(BlockingIOError):
                if os.read(self._back, CHUNK):
                    continue
            return

    def _say(self, message: bytes, until: float) -> None:
        while message:
            self._wait(self._there, selectors.EVENT_WRITE, until)
            message = message[os.write(self._there, message) :]

    def _line(self, until: float) -> bytes:
        while b"\n" not in self._heard:
            if len(self._heard) > LONGEST_LINE:
                raise BotFault(f"{self.name}: a line of its answer is longer than {LONGEST_LINE:,} bytes.")
            self._wait(self._back, selectors.EVENT_READ, until)
            said = os.read(self._back, CHUNK)
            if not said:
                raise BotFault(f"{self.name}: has ended without an answer.{self._last_words()}")
            self._heard += said
        line, _, self._heard = self._heard.partition(b"\n")
        return line

    def _wait(self, pipe: int, event: int, until: float) -> None:
        with selectors.DefaultSelector() as ready:
            ready.register(pipe, event)
            if not ready.select(max(0.0, until - time.monotonic())):
                raise BotFault(
                    f"{self.name}: did not answer within {self._patience:g} s.{self._last_words()}"
                )

    def _last_words(self) -> str:
        return f" It had said: {shown(self._heard)}" if self._heard else ""

    def stop(self) -> None:
        """Close its input; a program that does not end by itself is ended, with all it has started."""
        with contextlib.suppress(OSError):
            self._process.stdin.close() if self._process.stdin else None
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def close(self) -> None:
        """Nobody waits for it any more."""
        if self._process.stdout:
            self._process.stdout.close()


class Socket:
    """A program that listens somewhere: a message each way."""

    def __init__(self, address: str, patience: float) -> None:
        from websockets.exceptions import InvalidURI, WebSocketException  # noqa: PLC0415
        from websockets.sync.client import connect  # noqa: PLC0415

        self.name, self._patience, self._fault = address, patience, WebSocketException
        self._open = contextlib.ExitStack()
        try:
            self._socket = self._open.enter_context(connect(address, open_timeout=patience))
        except (OSError, ValueError, InvalidURI, WebSocketException, TimeoutError) as error:
            raise UnknownPlayer(f"{address}: nobody answers there: {error}.") from None

    def ask(self, message: bytes) -> bytes:
        """One message there, one back."""
        try:
            self._socket.send(message.decode())
            answer = self._socket.recv(self._patience)
        except TimeoutError:
            raise BotFault(f"{self.name}: did not answer within {self._patience:g} s.") from None
        except (OSError, self._fault) as error:
            raise BotFault(f"{self.name}: has hung up: {error}.") from None
        return answer if isinstance(answer, bytes) else answer.encode()

    def stop(self) -> None:
        """Hang up."""
        self._open.close()

    def close(self) -> None:
        """Nothing is left."""
