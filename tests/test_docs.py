"""The documentation is true: its examples run, its rules are complete, its links lead somewhere."""

import inspect
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET

import pytest
import rooms

import gruppetto
from gruppetto.cli import main
from gruppetto.games import registry
from gruppetto.games.flamme_rouge.data.road import stage
from gruppetto.games.flamme_rouge.studio.drawing import draw
from gruppetto.games.game import Game
from gruppetto.games.rulebook import page_of, prefixes, rules_of

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
PICTURES = sorted(DOCS.rglob("*.svg"))

SKELETON = re.compile(r"in `([\w/]+)\.py`:\n\n```py\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(sh|console|diff)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r'^```\w+ title="(src/bordure/\S+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
ARENA = re.compile(r"^\$ gruppetto (arena .*)$", re.MULTILINE)
EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DEFINITION = re.compile(r"^ *(?:- )?\*\*([A-Z]{1,2}\d+(?:\.\d+)*)\*\*(?:\{ #(\S+) \})?", re.MULTILINE)
NUMBER = re.compile(rf"\b(?:{'|'.join(sorted(prefixes()))})\d+(?:\.\d+)*\b")
GAMES = registry.games().values()
LINK = re.compile(r"\]\(([^)\s]+)\)")
IN_THE_BOX = {1: 6, 2: 4, 3: 6, 4: 7, 5: 4, 6: 2, 8: 4}  # how many numbers each section has
INSTALL = """#!{python}
# Stands in for `pip install --editable .`, which would want the index: what it would write, and no more.
import os, sys, tomllib
project = tomllib.load(open("pyproject.toml", "rb"))["project"]
assert sys.argv[1:] == ["install", "--editable", "."], sys.argv
folder = "{site}/" + project["name"] + "-" + project["version"] + ".dist-info"
os.makedirs(folder)
told = "Metadata-Version: 2.1\\nName: %(name)s\\nVersion: %(version)s\\n" % project
open(folder + "/METADATA", "w").write(told)
with open(folder + "/entry_points.txt", "w") as told:
    for group, entries in project["entry-points"].items():
        told.write("[" + group + "]\\n" + "".join(a + " = " + b + "\\n" for a, b in entries.items()))
"""
LOADED = {"src", "srcset", "data"}  # attributes that make a browser fetch something


def run_examples(page: Path, world: dict[str, object], change: tuple[str, str] = ("", "")) -> int:
    """Run the examples of a page in order, as one program; how many there are."""
    text = page.read_text(encoding="utf-8")
    examples = list(EXAMPLE.finditer(text))
    for example in examples:
        lines_before = text.count("\n", 0, example.start(1))
        code = compile("\n" * lines_before + example[1].replace(*change), str(page), "exec")
        exec(code, world)  # noqa: S102  (our own page)
    return len(examples)


@pytest.mark.parametrize(("guide", "fewest"), [("quick-start", 11), ("envs", 6), ("add-a-game", 1)])
def test_the_examples_of_a_guide_run_in_order(
    guide: str, fewest: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_examples(DOCS / f"{guide}.md", {"__name__": guide}) >= fewest


def test_the_guide_to_the_lab_makes_its_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With fewer races than the page has; pictures of that name are in the docs."""
    monkeypatch.chdir(tmp_path)
    world: dict[str, object] = {"__name__": "lab"}
    assert run_examples(DOCS / "lab.md", world, ("RACES = 2000", "RACES = 100")) > 3
    drawn = sorted(path.name for path in tmp_path.glob("*.svg"))
    assert drawn == ["lab-decided.svg", "lab-last-rider.svg", "lab-sprinteurs.svg"]
    for name in drawn:
        ET.parse(name)  # noqa: S314  (our own picture)
        assert (DOCS / "pictures" / name).exists()
        assert f"pictures/{name}" in (DOCS / "lab.md").read_text(encoding="utf-8")


@pytest.fixture
def bots_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The page on bots, where its commands can be run: with examples, its own module, and Python."""
    text = (DOCS / "bots.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for name, code in SKELETON.findall(text):
        (tmp_path / f"{name}.py").write_text(code, encoding="utf-8")
    return text


def test_the_examples_of_the_bots_page_run_and_so_do_its_arenas(
    bots_page: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those with players of one's own; but for the one that needs what a training of minutes has saved."""
    assert run_examples(DOCS / "bots.md", {"__name__": "bots"}) == 4
    assert "% " in capsys.readouterr().out
    ridden = []
    for command in ARENA.findall(bots_page.partition("## Bring your own")[2]):
        if "learnt.npz" not in command:
            with pytest.raises(SystemExit, match="0"):
                main(shlex.split(command))
            ridden.append(capsys.readouterr().out)
    assert ["Middling" in ridden[0], "highest.onnx" in ridden[1], "bot.py" in ridden[2]] == [True] * 3


def test_the_example_bot_rides_in_the_arena() -> None:
    from gruppetto.lab.arena import Arena

    bot = f"stdio:{sys.executable} {ROOT / 'examples' / 'bot.py'}"
    found, _ = Arena("flamme-rouge", [bot, "random"]).run(6)
    assert found.wins[bot] >= 4


@pytest.fixture
def newcomer(tmp_path: Path) -> Callable[..., None]:
    """Somebody with a checkout and a fresh folder beside it, who types what a page says."""
    checkout, game = tmp_path / "gruppetto", tmp_path / "kermesse"
    checkout.mkdir()
    for path in ROOT.iterdir():
        if path.name not in {".git", ".venv"} and not path.name.endswith("_cache"):
            (checkout / path.name).symlink_to(path)
    (tmp_path / "bin").mkdir()
    pip = tmp_path / "bin" / "pip"
    pip.write_text(INSTALL.format(python=sys.executable, site=tmp_path / "site"), encoding="utf-8")
    pip.chmod(0o755)
    paths = {
        "PATH": os.pathsep.join([str(pip.parent), str(Path(sys.executable).parent), os.environ["PATH"]]),
        "PYTHONPATH": os.pathsep.join([str(tmp_path / "site"), str(game / "src")]),
        "XDG_DATA_HOME": str(tmp_path / "data"),
    }

    def types(commands: str, answers: str = "") -> None:
        done = subprocess.run(
            ["bash", "-euc", commands], cwd=checkout, env={**os.environ, **paths}, input=answers,
            capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{commands}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"

    return types


def test_the_page_on_adding_a_game_can_be_followed_to_the_letter(
    newcomer: Callable[..., None], tmp_path: Path
) -> None:
    text = (DOCS / "add-a-game.md").read_text(encoding="utf-8")
    done: list[str] = []
    for kind, block in BLOCK.findall(text):
        if kind == "sh":
            newcomer(block)
        elif kind == "diff":
            (tmp_path / "kermesse" / "option.patch").write_text(block, encoding="utf-8")
        else:
            for command in re.findall(r"^\$ (gruppetto (?:play|games).*)$", block, re.MULTILINE):
                newcomer(command, answers="1\n" * 500)
        done.append(kind)
    assert done.count("sh") == 4
    assert done.count("console") == 2
    assert "diff" in done


def test_what_the_page_shows_of_the_example_is_there() -> None:
    text = (DOCS / "add-a-game.md").read_text(encoding="utf-8")
    shown = SHOWN.findall(text)
    assert len(shown) > 6
    for file, lines in shown:
        assert lines in (ROOT / "examples" / "bordure" / file).read_text(encoding="utf-8"), file


def test_the_page_on_adding_a_game_names_the_whole_contract() -> None:
    text = (DOCS / "add-a-game.md").read_text(encoding="utf-8")
    own = {name for name in vars(Game) if not name.startswith("_")} | set(Game.__annotations__)
    told = {"explained", "views", "blank", "bounds", "broken", "options", "preset_for", "check_seats",
            "options_schema", "position_schema", "describe", "rules", "check_possible"}  # fmt: skip
    assert sorted(name for name in own - told if f"`{name}" not in text) == []


@pytest.mark.parametrize("page", [page_of(game) for game in GAMES], ids=lambda page: page.stem)
def test_every_numbered_rule_is_defined_once_and_can_be_linked_to(page: Path) -> None:
    definitions = DEFINITION.findall(page.read_text(encoding="utf-8"))
    assert definitions
    assert [number for number, times in Counter(n for n, _ in definitions).items() if times > 1] == []
    assert [number for number, anchor in definitions if number != anchor] == []


def test_the_rules_of_flamme_rouge_are_complete_and_in_order() -> None:
    defined = _rules_of("flamme-rouge")
    expected = [f"FR{section}.{rule + 1}" for section, rules in IN_THE_BOX.items() for rule in range(rules)]
    assert defined == [*expected, "FR9"]
    open_points = [f"FR8.{number}" for number in range(5, 9)]
    assert _rules_of("grand-tour") == [*(f"GT{number}" for number in range(1, 13)), *open_points]


@pytest.mark.parametrize("room", sorted({rooms.room_of(game) for game in GAMES}))
def test_every_rule_the_source_names_is_in_the_rules(room: str) -> None:
    inside = [game for game in GAMES if rooms.room_of(game) == room]
    folders = {Path(inspect.getfile(type(game))).parent for game in inside}
    text = "\n".join(path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.py"))
    rules = {number for game in inside for number in rules_of(game)}
    sections = {number.rsplit(".", levels)[0] for number in rules for levels in (1, 2)}
    assert sorted(set(NUMBER.findall(text)) - rules - sections) == []


def _rules_of(page: str) -> list[str]:
    text = (DOCS / "rules" / f"{page}.md").read_text(encoding="utf-8")
    return [number for number, _ in DEFINITION.findall(text)]


def test_the_api_reference_names_everything_public() -> None:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    assert [name for name in gruppetto.__all__ if not re.search(rf"`{name}\b", text)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_relative_links_and_pictures_exist(page: Path) -> None:
    targets = [urlsplit(link) for link in LINK.findall(page.read_text(encoding="utf-8"))]
    relative = [unquote(link.path) for link in targets if link.path and not link.scheme]
    assert [path for path in relative if not (page.parent / path).is_file()] == []


def test_every_page_is_in_the_navigation() -> None:
    settings = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))
    assert sorted(_pages_in(settings["project"]["nav"])) == [
        page.relative_to(DOCS).as_posix() for page in PAGES
    ]


def _pages_in(entry: object) -> list[str]:
    if isinstance(entry, str):
        return [entry]
    parts = entry.values() if isinstance(entry, dict) else entry
    return [page for part in parts for page in _pages_in(part)]


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.stem)
def test_pictures_are_sound_and_used(picture: Path) -> None:
    ET.parse(picture)  # noqa: S314  (our own picture)
    users = [*PAGES, ROOT / "zensical.toml"]
    assert any(f"pictures/{picture.name}" in user.read_text(encoding="utf-8") for user in users)


@pytest.mark.parametrize("name", ["La Classicissima", "La Haut Montagne"])
def test_the_drawn_stages_are_as_we_draw_them_today(name: str) -> None:
    picture = DOCS / "pictures" / f"{name.lower().replace(' ', '-')}.svg"
    assert picture.read_text(encoding="utf-8") == draw(stage(name))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(DOCS, folder / "docs")
    shutil.copy(ROOT / "zensical.toml", folder)
    build = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict", "--clean"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert build.returncode == 0, build.stdout + build.stderr
    assert "No issues found" in build.stdout + build.stderr
    return folder / "site"


class _Page(HTMLParser):
    """What a built page can be linked by, links to, and loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids.add(given.get("id", ""))
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "link" and given.get("rel") != "canonical":
            self.loads.append(given.get("href", ""))
        self.loads += [value for name, value in given.items() if name in LOADED]


def test_every_page_of_the_site_is_built(site: Path) -> None:
    for page in PAGES:
        assert (site / page.relative_to(DOCS)).with_suffix(".html").is_file()


def test_links_within_the_site_lead_to_a_page_and_a_place_on_it(site: Path) -> None:
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    broken = []
    for path, page in pages.items():
        if path.name == "404.html":  # shown at any address, so its links are absolute
            continue
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            place = unquote(parts.fragment)
            if not target.is_file() or (place and place not in pages[target].ids):
                broken.append(f"{path.relative_to(site)}: {link}")
    assert broken == []


def test_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    for path in site.rglob("*.html"):
        foreign = [
            address for address in _Page(path.read_text(encoding="utf-8")).loads if _is_foreign(address)
        ]
        assert foreign == [], path.name
    for path in site.rglob("*.css"):
        assert not re.search(r"url\(\s*[\"']?https?:|@import", path.read_text(encoding="utf-8")), path.name


def _is_foreign(address: str) -> bool:
    return urlsplit(address).scheme in {"http", "https"} or address.startswith("//")


def test_headings_go_down_one_level_at_a_time() -> None:
    for page in PAGES:
        levels = [len(marks) for marks in re.findall(r"^(#+) ", _without_code(page), re.MULTILINE)]
        assert levels[0] == 1
        assert levels.count(1) == 1, page.name
        assert all(below - above <= 1 for above, below in pairwise(levels)), page.name


def _without_code(page: Path) -> str:
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
