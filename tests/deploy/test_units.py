"""The systemd units: sound, and as closed as a program that compiles at run time can be."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from gruppetto.cli.app import app

DEPLOY = Path(__file__).parents[2] / "deploy"
SYSTEMD = DEPLOY / "systemd"
SERVICES = sorted(SYSTEMD.glob("*.service"))
MOST_EXPOSED = 2.0  # of 10, as systemd reckons; what is left over is the network and machine code
CLOSED = {
    "NoNewPrivileges": "yes", "CapabilityBoundingSet": "", "PrivateTmp": "yes", "PrivateDevices": "yes",
    "PrivateUsers": "yes", "PrivateMounts": "yes", "DevicePolicy": "closed", "ProtectSystem": "strict",
    "ProtectHome": "yes", "ProtectClock": "yes", "ProtectHostname": "yes", "ProtectKernelLogs": "yes",
    "ProtectKernelModules": "yes", "ProtectKernelTunables": "yes", "ProtectControlGroups": "yes",
    "ProtectProc": "invisible", "ProcSubset": "pid", "RemoveIPC": "yes", "RestrictNamespaces": "yes",
    "RestrictRealtime": "yes", "RestrictSUIDSGID": "yes", "LockPersonality": "yes",
    "SystemCallArchitectures": "native", "SystemCallFilter": "@system-service ~@privileged",
    "RestrictAddressFamilies": "AF_INET AF_INET6 AF_UNIX", "IPAddressDeny": "any",
    "IPAddressAllow": "localhost", "UMask": "0077", "StateDirectoryMode": "0700", "User": "gruppetto",
}  # fmt: skip


def directives(unit: Path) -> dict[str, str]:
    """What a unit says, by its keys; what is said twice is joined."""
    found: dict[str, list[str]] = {}
    for line in unit.read_text("utf-8").splitlines():
        if line and not line.startswith(("#", "[")):
            key, sign, value = line.partition("=")
            assert sign, f"{unit.name}: {line!r} is no directive"
            found.setdefault(key, []).append(value)
    return {key: " ".join(values) for key, values in found.items()}


def our_judgement(unit: Path, _: Path) -> None:
    said = directives(unit)
    assert {key: said.get(key) for key in CLOSED} == CLOSED


def systemds_judgement(unit: Path, folder: Path) -> None:
    """Its own tools, on a copy whose program is there."""
    program = Path(sys.executable).parent / "gruppetto"
    copies = [folder / path.name for path in SYSTEMD.iterdir()]
    for copy in copies:
        text = (SYSTEMD / copy.name).read_text("utf-8")
        copy.write_text(text.replace("/opt/gruppetto/bin/gruppetto", str(program)), "utf-8")
    systemd("verify", *map(str, copies))
    told = systemd("security", "--offline=true", str(folder / unit.name))
    exposure = re.search(r"exposure level for \S+: ([\d.]+)", told)
    assert exposure, told
    assert float(exposure[1]) <= MOST_EXPOSED, told


def systemd(*arguments: str) -> str:
    command = ["systemd-analyze", "--no-pager", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


JUDGES = [our_judgement, *([systemds_judgement] if shutil.which("systemd-analyze") else [])]


@pytest.mark.parametrize("judge", JUDGES)
@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.stem)
def test_a_service_gets_nothing_it_does_not_need(
    unit: Path, judge: Callable[[Path, Path], None], tmp_path: Path
) -> None:
    judge(unit, tmp_path)


def test_the_timer_has_its_service() -> None:
    for timer in SYSTEMD.glob("*.timer"):
        assert timer.with_suffix(".service").is_file()


def options_of(*words: str) -> set[str]:
    """The options that a command of ours knows."""
    command = typer.main.get_command(app)
    for word in words:
        command = command.commands[word]  # type: ignore[attr-defined]
    return {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}


def test_every_command_that_is_started_for_us_knows_its_options() -> None:
    text = "\n".join(path.read_text("utf-8") for path in DEPLOY.rglob("*") if path.is_file())
    text = text.replace('", "', " ").replace('["', "gruppetto ").replace('"]', "")
    commands = re.findall(r"gruppetto ((?:serve|db \w+)\b[^\n#]*)", text)
    assert len(commands) >= 5
    for command in commands:
        words = re.match(r"(?:db )?\w+", command)[0].split()
        assert set(re.findall(r"--[a-z-]+", command)) <= options_of(*words), command
