"""The cache must notice an edit in a called function, and must work for functions handed over."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from numba.core.caching import NullCache

from gruppetto.kernel import compiling
from gruppetto.kernel import rule as kernel
from gruppetto.kernel.rule import for_gpu, interpreted, is_rule, rebuild, rule


@rule
def double(number: int) -> int:
    return 2 * number


@rule
def quadruple(number: int) -> int:
    return double(double(number))


@rule
def apply(function: object, number: int) -> int:
    return function(number)  # type: ignore[operator, no-any-return]


def room() -> ModuleType:
    return sys.modules[__name__]


def test_a_rule_runs_compiled_and_calls_others() -> None:
    assert quadruple(3) == 12
    assert apply(double, 4) == 8
    assert apply(quadruple, 4) == 16
    assert is_rule(double)
    assert not is_rule(len)


def test_interpreted_rules_call_interpreted_rules_only() -> None:
    plain = interpreted(room())
    assert plain.quadruple(3) == 12
    inner = plain.quadruple.__wrapped__.__globals__["double"]
    assert not is_rule(inner)
    assert inner.__code__ is double.py_func.__code__  # type: ignore[attr-defined]


def test_every_rule_is_made_once() -> None:
    made: list[str] = []

    def make(function: object) -> object:
        made.append(function.__name__)  # type: ignore[attr-defined]
        return function

    rebuild(room(), make)
    assert sorted(made) == sorted(set(made))
    assert {"double", "quadruple", "apply"} <= set(made)


def test_a_rule_is_compiled_once_for_all_widths_of_integers() -> None:
    @rule
    def ask(numbers: np.ndarray) -> int:  # type: ignore[type-arg]
        return double(numbers[0]) + double(len(numbers))

    ask._cache = NullCache()  # type: ignore[attr-defined]  # compiled here and now, whatever is kept
    assert ask(np.array([5], np.int32)) == 12
    assert ask(np.array([5], np.int16)) == 12
    assert len(double.inner.signatures) == 1  # type: ignore[attr-defined]


def test_a_rule_that_only_rules_call_never_becomes_machine_code_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gruppetto.kernel.rule._RuleCache.load_overload", lambda *_: None)

    @rule
    def within(number: int) -> int:
        return number + 1

    @rule
    def without(number: int) -> int:
        return within(number) * 2

    assert without(3) == 8
    assert not within.signatures  # type: ignore[attr-defined]
    (inside,) = within.inner.overloads.values()  # type: ignore[attr-defined]
    assert "cpython" not in str(inside.library._final_module)
    assert within(3) == 4, "and still Python may call it"


PROGRAM = """
import sys
sys.path.insert(0, {folder!r})
from gruppetto.kernel.rule import rule
from pieces import inner

@rule
def one():
    return 1

@rule
def outer(function, number):
    return function(number) + one()

outer(inner, 1)
print(outer(inner, 1), sum(outer.stats.cache_hits.values()), sum(outer.stats.cache_misses.values()))
"""


def run(folder: Path, package: Path, **settings: str) -> list[int]:
    (folder / "program.py").write_text(PROGRAM.format(folder=str(package)))
    done = subprocess.run(
        [sys.executable, "-W", "error", str(folder / "program.py")],
        env={**os.environ, "GRUPPETTO_CACHE": str(folder / "cache"), "PYTHONPATH": str(package), **settings},
        capture_output=True,
        text=True,
        check=True,
    )
    return [int(number) for number in done.stdout.split()]


def copy_of_the_kernel(folder: Path) -> Path:
    """A package with our kernel in it, and one room with a rule to edit."""
    package = folder / "package"
    for name in ("", "kernel", "games"):
        (package / "gruppetto" / name).mkdir(parents=True, exist_ok=True)
        (package / "gruppetto" / name / "__init__.py").write_text("")
    for module in (kernel, compiling):
        shutil.copy(module.__file__, package / "gruppetto" / "kernel")
    edit(package, "3 * number")
    (package / "pieces.py").write_text("from gruppetto.games.pieces import inner\n")
    return package


def edit(package: Path, body: str, imports: str = "") -> None:
    source = (
        f"from gruppetto.kernel.rule import rule\n{imports}\n@rule\ndef inner(number):\n    return {body}\n"
    )
    (package / "gruppetto" / "games" / "pieces.py").write_text(source)


def test_the_cache_serves_functions_handed_over_and_notices_edits_in_them(tmp_path: Path) -> None:
    package = copy_of_the_kernel(tmp_path)
    assert run(tmp_path, package) == [4, 0, 1]
    assert run(tmp_path, package) == [4, 1, 0]
    edit(package, "5 * number")
    assert run(tmp_path, package) == [6, 0, 1]


def test_edits_are_noticed_in_rules_outside_the_package_too(tmp_path: Path) -> None:
    package = copy_of_the_kernel(tmp_path)
    source = (package / "gruppetto" / "games" / "pieces.py").read_text()
    for body, expected in (("3 * number", [4, 0, 1]), ("3 * number", [4, 1, 0]), ("5 * number", [6, 0, 1])):
        (package / "pieces.py").write_text(source.replace("3 * number", body))
        assert run(tmp_path, package) == expected


def test_what_was_compiled_for_rules_that_are_gone_is_left_alone(tmp_path: Path) -> None:
    """Numba would bring every function back that was ever handed over, and forget all but the last few."""
    package = copy_of_the_kernel(tmp_path)
    for factor in (3, 5, 7, 9):
        edit(package, f"{factor} * number")
        assert run(tmp_path, package, NUMBA_FUNCTION_CACHE_SIZE="1") == [factor + 1, 0, 1]
    edit(package, "3 * number")
    assert run(tmp_path, package) == [4, 1, 0]


def test_an_edit_that_no_rule_can_see_compiles_nothing(tmp_path: Path) -> None:
    package = copy_of_the_kernel(tmp_path)
    assert run(tmp_path, package) == [4, 0, 1]
    (package / "gruppetto" / "games" / "words.py").write_text("SENTENCE = 'He rides.'\n")
    assert run(tmp_path, package) == [4, 1, 0]


def test_an_edit_is_noticed_through_a_module_that_only_hands_it_on(tmp_path: Path) -> None:
    package = copy_of_the_kernel(tmp_path)
    games = package / "gruppetto" / "games"
    (games / "record.py").write_text("TRIPLE = 3\n")
    edit(
        package,
        "lengthened(number)",
        "from gruppetto.games import lengths\nfrom gruppetto.games.lengths import (\n    lengthened,\n)\n",
    )
    (games / "lengths.py").write_text(
        "from gruppetto.kernel.rule import rule\nimport gruppetto.games.record as r\n\n"
        "@rule\ndef lengthened(number):\n    return r.TRIPLE * number\n"
    )
    assert run(tmp_path, package) == [4, 0, 1]
    assert run(tmp_path, package) == [4, 1, 0]
    (games / "record.py").write_text("TRIPLE = 5\n")
    assert run(tmp_path, package) == [6, 0, 1]


def test_without_optimisation_rules_run_and_nothing_unsound_is_kept(tmp_path: Path) -> None:
    package = copy_of_the_kernel(tmp_path)
    for _ in range(2):
        assert run(tmp_path, package, NUMBA_OPT="0") == [4, 0, 1]


def test_an_unwritable_cache_folder_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    package = copy_of_the_kernel(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", "from gruppetto.kernel.rule import cache_folder; print(cache_folder())"],
        env={**os.environ, "GRUPPETTO_CACHE": str(tmp_path / "file"), "PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "gruppetto-rules-" in done.stdout
    assert Path(done.stdout.strip()).is_dir()
    Path(done.stdout.strip()).rmdir()


def test_gpu_rules_are_rebuilt_from_the_same_source() -> None:
    """Without a GPU nothing can run, but every rule must be there, made of the same code."""
    from gruppetto.games.flamme_rouge.rules import race

    gpu = for_gpu(race)
    called = gpu.act.py_func.__globals__["place"]
    assert type(called) is type(gpu.act)
    for made, rule_of in ((gpu.act, race.act), (called, race.place)):
        ours, theirs = made.py_func.__code__, rule_of.py_func.__code__  # type: ignore[attr-defined]
        assert (ours.co_filename, ours.co_name) == (theirs.co_filename, theirs.co_name)
        assert ours.co_varnames == theirs.co_varnames
        assert "Action" not in ours.co_names  # enumerations are numbers there
