"""The browser app with hot reload: `gruppetto serve`, and beside it Vite, which passes the API on to it.

`make web` runs it. What is edited in web/src is on the page at once; what is edited in src/gruppetto needs
this program to be stopped (Ctrl-C) and started again.
"""

import os
import socket
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parent
BIN = Path(sys.executable).parent


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> int:
    """Run both until one of them ends or somebody interrupts."""
    port = free_port()
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([str(BIN), os.environ.get("PATH", "")]),
        "GRUPPETTO_SERVER": f"http://127.0.0.1:{port}",
    }
    serve = [sys.executable, "-m", "gruppetto.cli", "serve", "--port", str(port)]
    vite = [str(BIN / "npm"), "run", "dev", "--", *sys.argv[1:]]
    server = subprocess.Popen(serve, stdout=subprocess.DEVNULL)
    try:
        return subprocess.run(vite, cwd=WEB, env=environment, check=False).returncode
    except KeyboardInterrupt:
        return 0
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    sys.exit(main())
