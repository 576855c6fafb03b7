"""The machine, the versions and the commit that figures were measured with."""

import platform
import subprocess
from importlib import metadata
from pathlib import Path

import msgspec
import numba
import numpy as np

from gruppetto.lab.running import default_workers

HERE = Path(__file__).resolve()


class Machine(msgspec.Struct, frozen=True):
    """What the figures were measured on."""

    cpu: str
    cores: int
    system: str
    python: str
    numba: str
    numpy: str
    gruppetto: str
    commit: str  # of a checkout, with a + if something was changed since; nothing for an installed package


def machine() -> Machine:
    """The machine we run on."""
    return Machine(
        cpu=_cpu(),
        cores=default_workers(),
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        numba=numba.__version__,
        numpy=np.__version__,
        gruppetto=_version(),
        commit=_commit(),
    )


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())


def _version() -> str:
    try:
        return metadata.version("gruppetto")
    except metadata.PackageNotFoundError:
        return ""


def _commit() -> str:
    """Only where this very file is under version control: a package may lie in somebody else's checkout."""
    if not _git("ls-files", HERE.name):
        return ""
    return _git("describe", "--always", "--exclude", "*", "--dirty=+")


def _git(*words: str) -> str:
    try:
        told = subprocess.run(  # noqa: S603  (fixed words)
            ["git", *words],  # noqa: S607  (wherever it is installed)
            cwd=HERE.parent, capture_output=True, text=True, check=False,
        )  # fmt: skip
    except OSError:
        return ""
    return told.stdout.strip()
