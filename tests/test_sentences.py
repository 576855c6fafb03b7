"""What the browser can say: every event and every choice of Etapa has a sentence in the catalogues."""

import re
from collections.abc import Callable
from pathlib import Path

import gruppetto as g

CATALOGUE = Path(__file__).parents[1] / "web" / "src" / "locales" / "en.po"
TOUR = {
    "stages": ("F20 N6 f8 D8 F16 | 4@26 S@40 | feed 30-33 | limit 45", "ITT 10 10 10 12", "TTT 10 10 10 12"),
    "weather": True,
    "doping": True,
}


def test_the_browser_has_a_sentence_for_everything_that_happens(race_on: Callable[..., g.Match]) -> None:
    known = set(re.findall(r'^msgid "(.+)"$', CATALOGUE.read_text(encoding="utf-8"), re.MULTILINE))
    said = set()
    for seed in range(12):
        match = race_on(g.start("etapa", seats=3, seed=seed, options=TOUR), seed)
        said |= {f"etapa.event.{event.key}" for _, events in match.story() for event in events}
        again = match.at(0)
        for seat, code in match.log:
            said |= {f"etapa.choice.{choice.message.key}" for choice in again.choices(seat)}
            said.add(f"etapa.ask.{again.view(None)['phase']}")
            again.play(seat, code)
    assert len(said) > 60
    assert said - known == set()
