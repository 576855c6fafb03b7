"""Programs of others as players: one JSON message a line over stdin and stdout, or over a WebSocket.

    → {"type": "decide", "game": …, "seat": 0, "seats": 2, "view": {…}, "choices": [{"code": 20, …}, …]}
    ← {"code": 20}

What such a program is shown is what a person on its seat would see, and nothing else.
"""

import contextlib
import selectors
import shlex
import subprocess
import threading
from typing import Protocol

import msgspec

from gruppetto.errors import BotFault, UnknownPlayer
from gruppetto.games import loops
from gruppetto.games.game import Game, Json, no_numbers
from gruppetto.kernel.record import Records

STDIO, WEBSOCKETS = "stdio:", ("ws://", "wss://")
PATIENCE = 30.0  # seconds a program may think
PROTOCOL = 1


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

    def close(self) -> None:
        """Hang up."""


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
            raise BotFault(f'{self.name}: answered {said[:80]!r}, not {{"code": …}}: {error}.') from None
        if code not in legal:
            raise BotFault(f"{self.name}: chose {code}; its choices were {', '.join(map(str, legal))}.")
        return code

    def close(self) -> None:
        """Let the program go."""
        self._line.close()


def question_for(game: Game, state: Records, seat: int) -> Json:
    """A decision as a program is asked for it."""
    codes = no_numbers(loops.MOST_ACTIONS)
    found = loops.options(game.rules.waiting, game.rules.legal, state, seat, codes)
    messages = [(int(code), game.message(state, seat, int(code))) for code in codes[:found]]
    return {
        "type": "decide",
        "protocol": PROTOCOL,
        "game": game.id,
        "seat": seat,
        "seats": game.seats_of(state),
        "view": game.view(state, seat),
        "choices": [
            {"code": code, "text": message.text, "message": msgspec.to_builtins(message)}
            for code, message in messages
        ],
    }


class Pipe:
    """A program of ours to start: a message a line."""

    def __init__(self, address: str) -> None:
        self.name, command = address, shlex.split(address.removeprefix(STDIO))
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603  (the user names it)
        except (OSError, IndexError) as error:
            raise UnknownPlayer(f"{address}: cannot be started: {error}.") from None

    def ask(self, message: bytes) -> bytes:
        """One line there, one line back."""
        pipes = self._process
        assert pipes.stdin  # noqa: S101  (asked for above)
        assert pipes.stdout  # noqa: S101
        try:
            pipes.stdin.write(message + b"\n")
            pipes.stdin.flush()
            with selectors.DefaultSelector() as ready:
                ready.register(pipes.stdout, selectors.EVENT_READ)
                answer = pipes.stdout.readline() if ready.select(PATIENCE) else None
        except OSError as error:
            raise BotFault(f"{self.name}: has hung up: {error.strerror}.") from None
        if answer is None:
            raise BotFault(f"{self.name}: did not answer within {PATIENCE:g} s.")
        if not answer:
            raise BotFault(f"{self.name}: has ended without an answer.")
        return answer

    def close(self) -> None:
        """Close its input; a program that does not end by itself is ended."""
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                if pipe:
                    pipe.close()
        try:
            self._process.wait(1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


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

    def close(self) -> None:
        """Hang up."""
        self._open.close()
