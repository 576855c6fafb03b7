"""The table and the referee, who knows nothing of it, must agree on every decision of a tour."""

import os
import random
import time
from collections.abc import Sequence
from typing import Any

import pytest
from compare import Json, judge
from grand_tour import GrandTour, data

import gruppetto as g

# The last three come by what is rare: a group that splits, a token on the very last field, and a Professor
# who holds all the cards they have.
SEEDS = (*range(22), 38, 50, 68)
OWN_STAGES = ("abu", "AbU", "aCNu", "aMDFu", "aLBU", "aBCDFLu", "AnkDQLHU", "aNU", "AcU")
LISTED = [name for stage in data("stages")["stage"] for name in [stage["name"], *stage.get("aliases", ())]]
READY_MADE = [tour["name"] for tour in data("tours")["tour"]]


def any_stages(dice: random.Random, ready_made: Sequence[str]) -> int | str | list[str]:
    """A tour of one's own of one to four stages, most of them short; a number; or a ready-made tour."""
    kind = dice.random()
    if kind < 0.08:
        return dice.choice(ready_made)
    if kind < 0.16:
        return dice.randint(1, 3)
    if kind < 0.2:
        return dice.choice(OWN_STAGES)
    return [dice.choice([*OWN_STAGES, dice.choice(LISTED)]) for _ in range(dice.randint(1, 4))]


def any_options(dice: random.Random, seats: int, ready_made: Sequence[str]) -> Json:
    """Every option drawn, some left out."""
    options: Json = {
        "stages": any_stages(dice, ready_made),
        "traits": dice.random() < 0.7,
        "cooperation": dice.random() < 0.3,
        "start_lane": dice.choice(["right", "free"]),
        "mountain_groups": dice.choice(["per-rider", "whole-group"]),
    }
    teams = ["player"] * seats
    if dice.random() < 0.4:
        teams = options["teams"] = any_teams(dice, seats)
    if dice.random() < 0.4:
        options["handicap"] = [dice.randint(0, 2) if team == "player" else 0 for team in teams]
    players = [seat for seat, team in enumerate(teams) if team == "player"]
    options["first"] = dice.choice([dice.choice(players), "random"])
    return {name: value for name, value in options.items() if dice.random() < 0.95}


def any_teams(dice: random.Random, seats: int) -> list[str]:
    """Players and dummies, at least one player and at most one Peloton (FR9)."""
    dummies = [dice.choice(["muscle", "player"]) for _ in range(seats - 2)]
    teams = ["player", dice.choice(["muscle", "peloton", "player"]), *dummies]
    dice.shuffle(teams)
    return teams


def offered(match: g.Match) -> list[Json]:
    """The two traits before each player, from the view of the seat itself (GT11)."""
    draft = {seat: match.view(seat)["tour"]["draft"] for seat in match.waiting}
    return [{"type": "Offered", "seat": seat, "traits": row["offered"]} for seat, row in draft.items() if row]


def places_first(match: g.Match) -> list[Json]:
    """The seat that places first in the first stage, which may have been drawn (FR2.2)."""
    if match.view()["phase"] != "placement":
        return []
    return [{"type": "PlacesFirst", "seat": match.waiting[0]}]


def sparing(dice: random.Random, choices: list[Any]) -> Any:
    """Mostly the smallest card: long stages in which decks and supplies run out (FR3.5)."""
    plays = [choice for choice in choices if hasattr(choice.message, "card")]
    if not plays or dice.random() < 0.15:
        return dice.choice(choices)
    return min(plays, key=lambda choice: str(choice.message.card).replace("X", "2"))


def agree_on_tour(
    seed: int, referee: type[GrandTour] = GrandTour, ready_made: Sequence[str] = ("Three days",)
) -> int:
    """One random tour beside its referee; how many decisions they agreed on."""
    dice = random.Random(seed)
    seats = dice.randint(2, 4)
    options = any_options(dice, seats, ready_made)
    try:
        match = g.start("flamme-rouge-tour", seats=seats, seed=seed, options=options)
        opening = offered(match) + places_first(match)
        pick = dice.choice([random.Random.choice, sparing])
        return judge(match, referee(options, seats), seed, opening, places_first, pick)
    except Exception as fault:
        fault.add_note(f"seed {seed}: {seats} seats, {options}")
        raise


@pytest.mark.rule("GT1", "GT2", "GT3", "GT4", "GT5", "GT6", "GT7", "GT8", "GT9", "GT10", "GT11", "GT12")
@pytest.mark.rule("FR8.5", "FR8.6", "FR8.7", "FR8.8", "FR9")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_referee_and_the_table_agree(seed: int) -> None:
    assert agree_on_tour(seed) > 0


class Generous(GrandTour):
    """Ten seconds too many for everybody."""

    def come_home(self, name: str, past: int, gain: int) -> None:
        """The first mistake."""
        super().come_home(name, past, gain + 10)


class Strict(GrandTour):
    """A trait must be kept, and a start square used from the front."""

    def choices(self, seat: int) -> list[Json]:
        """The second mistake."""
        return super().choices(seat)[1:]


class Upside(GrandTour):
    """Whoever should place last places first."""

    def start_order(self) -> list[int]:
        """The third mistake."""
        return super().start_order()[::-1]


@pytest.mark.parametrize(
    ("mistaken", "noticed"), [(Generous, "gain"), (Strict, "choices of seat"), (Upside, "after")]
)
def test_the_referee_can_disagree(mistaken: type[GrandTour], noticed: str) -> None:
    with pytest.raises(AssertionError, match=noticed):
        agree_on_tour(2, mistaken)


@pytest.mark.drill
def test_the_referee_and_the_table_agree_for_minutes() -> None:
    """New tours on every run; `GRUPPETTO_DRILL_MINUTES` says for how long."""
    end = time.monotonic() + 60 * float(os.environ.get("GRUPPETTO_DRILL_MINUTES", "5"))
    seed, tours, decisions = random.SystemRandom().randrange(10**9), 0, 0
    while time.monotonic() < end:
        decisions += agree_on_tour(seed + tours, ready_made=READY_MADE)
        tours += 1
    print(f"\n{tours} tours, {decisions} decisions: the referee and the table agree")  # noqa: T201
    assert decisions > 0
