"""Every scene and every stage of Etapa has a golden, and the golden shows it."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from gruppetto.games.etapa.data.road import stages

FOLDER = Path(__file__).parent


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"goldens_{name}", FOLDER / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[f"goldens_{name}"] = module
    spec.loader.exec_module(module)
    return module


etapa, golden = load("etapa"), load("golden")


@pytest.mark.parametrize("scene", etapa.SCENES)
def test_every_scene_has_a_golden_that_shows_it(scene: str) -> None:
    text = (FOLDER / "etapa" / f"scene-{scene}.txt").read_text(encoding="utf-8")
    holds = etapa.SCENES[scene][0]
    assert holds(etapa.events_of(golden.replayed(text, "etapa")))


def test_every_stage_has_a_golden() -> None:
    there = {path.stem for path in (FOLDER / "etapa").glob("*.txt")}
    assert {f"stage-{etapa.plain(known.name)}" for known in stages()} <= there
