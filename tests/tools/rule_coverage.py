"""How much of every rule its hand-written tests run: lines and branches, game by game.

    GRUPPETTO_INTERPRETED=1 python tests/tools/rule_coverage.py etapa

Only tests that name a numbered rule count. What they do not run is listed; `uncovered.toml` says why.
"""

import argparse
import json
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import coverage
import pytest
from rulebook import ROOT, Rule, rules_of, tests_of

from gruppetto.games import registry
from gruppetto.games.game import Game

RESULTS = ROOT / "bench" / "results" / "coverage.json"
REASONS = Path(__file__).with_name("uncovered.toml")


def measured(game: Game) -> dict[str, Any]:
    """Run a game's rule tests and count what they run of its rules."""
    rules = rules_of(game)
    files = sorted({str(rule.path) for rule in rules})
    meter = coverage.Coverage(branch=True, data_file=None, include=files, config_file=False)
    meter.start()
    quiet = ["-q", "-p", "no:cacheprovider", "-m", "rule and not drill", "--no-header"]
    code = pytest.main([*quiet, *tests_of(game)])
    meter.stop()
    if code != pytest.ExitCode.OK:
        raise SystemExit(f"The tests could not be run: {code!r}.")
    with tempfile.NamedTemporaryFile(suffix=".json") as told:
        meter.json_report(outfile=told.name)
        found = json.loads(Path(told.name).read_text("utf-8"))["files"]
    return summed(game, rules, {(ROOT / name).resolve(): entry["functions"] for name, entry in found.items()})


def summed(game: Game, rules: list[Rule], found: dict[Path, Any]) -> dict[str, Any]:
    """The figures of all rules together, and what is missing with its reason."""
    reasons = tomllib.loads(REASONS.read_text("utf-8")).get(game.id, {})
    total, missing = dict.fromkeys(("lines", "run", "branches", "taken"), 0), []
    for rule in rules:
        entry = found[rule.path.resolve()][rule.name]
        figures = entry["summary"]
        total["lines"] += figures["num_statements"]
        total["run"] += figures["covered_lines"]
        total["branches"] += figures["num_branches"]
        total["taken"] += figures["covered_branches"]
        if entry["missing_lines"] or entry["missing_branches"]:
            missing.append(
                {
                    "rule": f"{rule.file} {rule.name}",
                    "lines": entry["missing_lines"],
                    "branches": entry["missing_branches"],
                    "why": reasons.get(rule.name, ""),
                }
            )
    shares = {
        "of_lines": round(total["run"] / total["lines"], 4),
        "of_branches": round(total["taken"] / total["branches"], 4),
    }
    return {**total, **shares, "missing": missing}


def main() -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", choices=sorted(registry.games()))
    parser.add_argument("--keep", action="store_true", help=f"write {RESULTS.relative_to(ROOT)}")
    asked = parser.parse_args()
    figures = measured(registry.get(asked.game))
    for entry in figures["missing"]:
        print("{rule}: lines {lines}, branches {branches} {why}".format(**entry))
    print("{of_lines:.1%} of {lines} lines, {of_branches:.1%} of {branches} branches".format(**figures))
    if asked.keep:
        known = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
        known[asked.game] = figures
        RESULTS.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
