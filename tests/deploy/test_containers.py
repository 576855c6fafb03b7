"""Containerfile and compose file, as far as they can be judged without a container engine."""

import fnmatch
import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from gruppetto.server.notices.opening import Outside, check

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
FILLED_IN = {
    "GRUPPETTO_SITE": "races.example",
    "POSTGRES_PASSWORD": "secret",
    "GRUPPETTO_SMTP": "smtp://user:word@mail.example",
    "GRUPPETTO_MAIL_FROM": "Gruppetto <races@races.example>",
}
CALLS = ("SITE", "SMTP", "MAIL_FROM")
SERVICE_KEYS = {
    "build", "image", "command", "environment", "depends_on", "volumes", "tmpfs", "read_only", "cap_drop",
    "security_opt", "ulimits", "networks", "restart", "healthcheck", "ports",
}  # fmt: skip


def instructions() -> list[tuple[str, str]]:
    """What the Containerfile says to do, line by line."""
    text = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def copied() -> set[str]:
    """The sources that come into the image."""
    copies = [rest.split()[:-1] for word, rest in instructions() if word == "COPY" and "--from" not in rest]
    return {name for names in copies for name in names}


def test_the_image_is_built_from_all_that_a_wheel_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    hatch = project["tool"]["hatch"]["build"]["targets"]
    needed = {"pyproject.toml", *hatch["sdist"]["include"], *hatch["wheel"]["force-include"]}
    assert copied() == needed
    assert [name for name in copied() if not (ROOT / name).exists()] == []


def test_nothing_else_is_sent_to_be_built() -> None:
    lines = [
        line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line[:1] not in ("", "#")
    ]
    assert lines[0] == "*"
    assert {line[1:] for line in lines if line.startswith("!")} == copied()
    never = ("web/node_modules", "web/dist", "src/gruppetto/server/static", "src/gruppetto/__pycache__")
    left_out = [line.removeprefix("**/") for line in lines[1:] if not line.startswith("!")]
    assert all(any(fnmatch.fnmatch(name, f"*{line}") for line in left_out) for name in never)


def test_the_image_runs_as_nobody_in_particular() -> None:
    said = instructions()
    last = said[max(number for number, (word, _) in enumerate(said) if word == "FROM") :]
    words = [word for word, _ in last]
    assert dict(last)["USER"] == "gruppetto"
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert json.loads(dict(last)["ENTRYPOINT"]) == ["gruppetto"]
    assert json.loads(dict(last)["CMD"])[0] == "serve"
    compile(json.loads(dict(last)["HEALTHCHECK"].partition("CMD ")[2])[2], "HEALTHCHECK", "exec")


def test_versions_of_images_are_named() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8") + (DEPLOY / "compose.yaml").read_text("utf-8")
    images = re.findall(r"docker\.io/\S+", text)
    assert len(images) == 5
    assert all(re.search(r":\d", image) for image in images)


def our_reading(folder: Path) -> Any:
    """The compose file with everything filled in, by our own means."""

    def fill_in(found: re.Match[str]) -> str:
        return FILLED_IN[found[1]]

    text = re.sub(r"\$\{(\w+):[?-][^}]*\}", fill_in, (DEPLOY / "compose.yaml").read_text("utf-8"))
    read = yaml.safe_load(text)
    for name, service in read["services"].items():
        assert set(service) <= SERVICE_KEYS, name
    return read


def their_reading(folder: Path) -> Any:
    """The same by docker-compose, which needs no engine for it."""
    (folder / "env").write_text("".join(f"{name}={value}\n" for name, value in FILLED_IN.items()))
    command = [
        "docker-compose",
        "--env-file",
        str(folder / "env"),
        "-f",
        str(DEPLOY / "compose.yaml"),
        "config",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return yaml.safe_load(done.stdout)


READERS = [our_reading, *([their_reading] if shutil.which("docker-compose") else [])]


@pytest.mark.parametrize("reader", READERS)
def test_the_services_belong_together(reader: Callable[[Path], Any], tmp_path: Path) -> None:
    read = reader(tmp_path)
    services = read["services"]
    assert set(services) == {"gruppetto", "postgres", "redis", "proxy"}
    for service in services.values():
        assert set(service["networks"]) <= set(read["networks"])
        named = [volume.split(":")[0] for volume in service.get("volumes", ())]
        assert {name for name in named if "/" not in name} <= set(read["volumes"])
        assert set(service.get("depends_on", ())) <= set(services)
    asked = services["gruppetto"]["command"]
    (network,) = read["networks"]["tables"]["ipam"]["config"]
    assert asked[asked.index("--proxies") + 1] == network["subnet"]
    assert "ports" not in services["gruppetto"]  # the proxy is the only door
    database = services["gruppetto"]["environment"]["GRUPPETTO_DATABASE"]
    assert database == "postgresql+asyncpg://gruppetto:secret@postgres/gruppetto"
    calls = {name: services["gruppetto"]["environment"][f"GRUPPETTO_{name}"] for name in CALLS}
    assert calls["SITE"] == "https://races.example/"  # an address, where the proxy wants a name
    check(Outside(calls["SITE"], calls["SMTP"], calls["MAIL_FROM"]))
    assert services["postgres"]["environment"]["POSTGRES_PASSWORD"] == FILLED_IN["POSTGRES_PASSWORD"]


def test_what_is_to_be_filled_in_is_in_the_example() -> None:
    asked = set(re.findall(r"\$\{(\w+):[?-]", (DEPLOY / "compose.yaml").read_text("utf-8")))
    given = set(re.findall(r"^(\w+)=", (DEPLOY / "env.example").read_text("utf-8"), re.MULTILINE))
    assert asked == given == set(FILLED_IN)
