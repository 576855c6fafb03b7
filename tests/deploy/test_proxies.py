"""The files for nginx and Caddy: read by the programs themselves where they are, by our own eyes elsewhere.

That they do what they should is seen by `make drill PART=proxy`.
"""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from fronts import DEPLOY, Caddy, Front, Nginx, program
from servers import Server

PLACES = ("root", "path")


def installed(name: str) -> bool:
    return bool(shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin"))


def our_reading(_: Front) -> None:
    """Every word of nginx ends in its sign, every brace is closed, every file that is included is ours."""
    for path in (DEPLOY / "nginx").iterdir():
        lines = [line.strip() for line in path.read_text("utf-8").splitlines()]
        said = [line for line in lines if line and not line.startswith("#")]
        assert [line for line in said if not line.endswith((";", "{", "}"))] == [], path.name
        assert sum(line.endswith("{") for line in said) == said.count("}"), path.name
        for included in re.findall(r"^include (\S+);", "\n".join(said), re.MULTILINE):
            assert (DEPLOY / "nginx" / Path(included).name).is_file(), included


def its_own_reading(front: Front) -> None:
    """What the program says of its configuration."""
    front.make_certificate()
    started = front.command()
    tried = {"nginx": [*started, "-t"], "caddy": [started[0], "validate", *started[2:]]}
    command = tried[Path(started[0]).name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "[warn]" not in done.stderr


READERS = [(Nginx, our_reading)]
READERS += [(kind, its_own_reading) for kind in (Nginx, Caddy) if installed(kind.__name__.lower())]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("kind", "reader"), READERS)
def test_the_configuration_is_sound(
    kind: type[Front], reader: Callable[[Front], None], place: str, tmp_path: Path
) -> None:
    reader(kind(tmp_path / "front", Server("sqlite+aiosqlite://"), place))


def test_a_proxy_that_is_missing_is_named() -> None:
    with pytest.raises(pytest.fail.Exception, match="apt-get install no-such-proxy"):
        program("no-such-proxy")
