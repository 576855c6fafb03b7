"""Every golden replays to itself, and there is one for every stage and way of ending."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*/*.txt"))


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


golden = load("golden")
due_ruote = load("due_ruote")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_replays_to_itself(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    match = golden.replayed(text, path.parent.name)
    assert match.over
    assert golden.render(match) == text


@pytest.mark.parametrize("ending", golden.ENDINGS)
def test_every_way_of_ending_has_a_golden(ending: str) -> None:
    text = (FOLDER / "flamme-rouge" / f"ending-{ending}.txt").read_text(encoding="utf-8")
    assert golden.ENDINGS[ending](golden.replayed(text, "flamme-rouge"))


@pytest.mark.parametrize("ending", golden.TOUR_ENDINGS)
def test_every_way_a_tour_can_go_has_a_golden(ending: str) -> None:
    text = (FOLDER / "flamme-rouge-tour" / f"ending-{ending}.txt").read_text(encoding="utf-8")
    assert golden.TOUR_ENDINGS[ending](golden.replayed(text, "flamme-rouge-tour"))


def test_every_option_of_a_tour_has_a_golden() -> None:
    there = {path.stem for path in FILES if path.parent.name == "flamme-rouge-tour"}
    assert {f"option-{name}" for name in golden.TOUR_VARIANTS} <= there


@pytest.mark.parametrize("ending", due_ruote.ENDINGS)
def test_every_way_a_race_of_due_ruote_ends_has_a_golden(ending: str) -> None:
    text = (FOLDER / "due-ruote" / f"ending-{ending}.txt").read_text(encoding="utf-8")
    match = golden.replayed(text, "due-ruote")
    assert due_ruote.ENDINGS[ending](match, match.result)


def test_other_readings_of_due_ruote_have_goldens() -> None:
    there = {path.stem for path in FILES if path.parent.name == "due-ruote"}
    assert {f"option-{name}" for name in due_ruote.VARIANTS} <= there


def test_every_stage_of_the_box_and_every_option_has_a_golden() -> None:
    from gruppetto.games.flamme_rouge.data.road import stages

    there = {path.stem for path in FILES}
    cards = [*stages("box"), *stages("promo")]
    assert {f"stage-{golden.file_name(card.name)}" for card in cards} <= there
    assert {f"option-{name}" for name in golden.VARIANTS} <= there


def test_every_game_has_a_golden() -> None:
    from gruppetto.games import registry

    assert {path.parent.name for path in FILES} == set(registry.games())


def test_goldens_guard_the_version_of_the_rules() -> None:
    from gruppetto.games import registry

    for path in FILES:
        version = registry.get(path.parent.name).rules_version
        assert f"rules version {version}\n" in path.read_text(encoding="utf-8").splitlines(keepends=True)[0]
