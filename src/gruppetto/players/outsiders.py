"""Programs of others as players: one JSON message a line over stdin and stdout, or over a WebSocket.

    → {"type": "decide", "game": …, "seat": 0, "seats": 2, "view": {…}, "choices": [{"code": 20, …}, …]}
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
from gruppetto.games import loops
from gruppetto.games.game import Choice, Game, Json, no_numbers
from gruppetto.kernel.record import Records

STDIO, WEBSOCKETS = "stdio:", ("ws://", "wss://")
PATIENCE = 30.0  # seconds a program may think
PROTOCOL = 1
CHUNK, LONGEST_LINE = 1 << 16, 1 << 20  # bytes


def is_outside(player: str) -> bool:
    """Whether a name is that of somebody else's program."""
    return player.startswith((STDIO, *WEBSOCKETS))


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


class Outsider:
    """A program that decides. Races may be ridden on several threads; it is asked one question at a time."""

    def __init__(self, address: str) -> None:
        self.name, self._lock = address, threading.Lock()
        self._line: Line = Pipe(address) if address.startswith(STDIO) else Socket(address)

    def decide(self, game: Game, state: Records, seat: int, seed: int) -> int:
        """Show it what its seat may know, and take its answer."""
        question = question_for(game, state, seat)
        legal = [choice["code"] for choice in question["choices"]]
        with self._lock:
            said = self._line.ask(msgspec.json.encode({**question, "seed": seed & 0xFFFF_FFFF}))
        try:
            code = msgspec.json.decode(said, type=Answer).code
        except msgspec.MsgspecError as error:
            raise BotFault(f'{self.name}: answered {shown(said)}, not {{"code": …}}: {error}.') from None
        if code not in legal:
            raise BotFault(f"{self.name}: chose {code}; its choices were {', '.join(map(str, legal))}.")
        return code

    def close(self) -> None:
        """Let the program go; whoever waits for it is told."""
        self._line.stop()
        with self._lock:
            self._line.close()


def shown(said: bytes) -> str:
    """What a program said, as much of it as fits into a sentence."""
    return repr(said[:80].decode("utf-8", "replace").strip())


def question_for(game: Game, state: Records, seat: int) -> Json:
    """A decision as a program is asked for it."""
    codes = no_numbers(loops.MOST_ACTIONS)
    found = loops.options(game.rules.waiting, game.rules.legal, state, seat, codes)
    return {
        "type": "decide",
        "protocol": PROTOCOL,
        "game": game.id,
        "seat": seat,
        "seats": game.seats_of(state),
        "view": game.view(state, seat),
        "choices": list(map(_offered, game.explained(state, seat, codes[:found].tolist()))),
    }


def _offered(choice: Choice) -> Json:
    told = {"code": choice.code, "text": choice.text, "message": msgspec.to_builtins(choice.message)}
    return told if choice.preview is None else {**told, "preview": msgspec.to_builtins(choice.preview)}


class Pipe:
    """A program of ours to start: a message a line, and nothing it does can keep us waiting for ever."""

    def __init__(self, address: str) -> None:
        self.name, command = address, shlex.split(address.removeprefix(STDIO))
        try:
            self._process = subprocess.Popen(  # noqa: S603  (the user names it)
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except (OSError, IndexError) as error:
            raise UnknownPlayer(f"{address}: cannot be started: {error}.") from None
        assert self._process.stdin  # noqa: S101  (asked for above)
        assert self._process.stdout  # noqa: S101
        self._there, self._back = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._there, False)
        os.set_blocking(self._back, False)
        self._heard = b""

    def ask(self, message: bytes) -> bytes:
        """One line there, one line back; what had come before the question is dropped."""
        until = time.monotonic() + PATIENCE
        try:
            self._drop_what_was_said()
            self._say(message + b"\n", until)
            return self._line(until)
        except OSError as error:
            raise BotFault(f"{self.name}: has hung up: {error.strerror}.{self._last_words()}") from None

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
                raise BotFault(f"{self.name}: did not answer within {PATIENCE:g} s.{self._last_words()}")

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

    def __init__(self, address: str) -> None:
        from websockets.exceptions import InvalidURI, WebSocketException  # noqa: PLC0415
        from websockets.sync.client import connect  # noqa: PLC0415

        self.name, self._fault, self._open = address, WebSocketException, contextlib.ExitStack()
        try:
            self._socket = self._open.enter_context(connect(address, open_timeout=PATIENCE))
        except (OSError, InvalidURI, WebSocketException, TimeoutError) as error:
            raise UnknownPlayer(f"{address}: nobody answers there: {error}.") from None

    def ask(self, message: bytes) -> bytes:
        """One message there, one back."""
        try:
            self._socket.send(message.decode())
            answer = self._socket.recv(PATIENCE)
        except TimeoutError:
            raise BotFault(f"{self.name}: did not answer within {PATIENCE:g} s.") from None
        except (OSError, self._fault) as error:
            raise BotFault(f"{self.name}: has hung up: {error}.") from None
        return answer if isinstance(answer, bytes) else answer.encode()

    def stop(self) -> None:
        """Hang up."""
        self._open.close()

    def close(self) -> None:
        """Nothing is left."""
