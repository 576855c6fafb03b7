"""The engine and the referee, who knows nothing of it, must agree on any position."""

import random
from typing import Any

import flamme_rouge_race as flamme_rouge
import pytest

import gruppetto as g
from gruppetto.games.flamme_rouge.data.road import stages

ROUNDS = 3200
RIDERS = [f"{seat}{kind}" for seat in range(4) for kind in "SR"]
OWN_STAGES = ("abu", "AbU", "aCNu", "aMDFu", "aLBU", "aBCDFLu", "AnkDQLHU")
OPTIONS = {
    "mountain_groups": "whole-group",
    "last_square": "open-road",
    "finish": "slipstream",
}


def any_position(dice: random.Random) -> tuple[dict[str, Any], dict[str, Any], str]:
    """A random position, crowded as often as not, a card for every rider, and its road."""
    letters = dice.choice([dice.choice(stages()).letters, dice.choice(OWN_STAGES)])
    road = flamme_rouge.road_of(letters)
    line = road.index("F")
    spread = dice.choice([4, 6, 8, 12, 30])
    rearmost = dice.choice([dice.randrange(line), max(0, line - dice.randrange(1, spread + 1))])
    lanes = [
        {"square": square, "lane": lane}
        for square in range(rearmost, min(line, rearmost + spread))
        for lane in ("right", "left")
    ]
    names = dice.sample(RIDERS, min(dice.randint(1, 8), len(lanes)))
    position: dict[str, Any] = {
        "game": "flamme-rouge",
        "stage": letters,
        "round": dice.randint(1, 20),
        "riders": dict(zip(names, dice.sample(lanes, len(names)), strict=True)),
        "options": {name: other for name, other in OPTIONS.items() if dice.random() < 0.2},
    }
    if dice.random() < 0.3:
        position["supply"] = {"S": dice.randint(0, 3), "R": dice.randint(0, 3)}
    cards = {name: dice.choice(["X", 2, 2, 3, 3, 4, 5, 6, 7, 9]) for name in names}
    if dice.random() < 0.2:
        add_dummies(dice, position, cards)
    return position, cards, road


def any_traits(dice: random.Random, position: dict[str, Any]) -> dict[str, str]:
    """Traits for some teams of players, one each, Il Campionissimo most of the time."""
    seats = position["options"].get("teams", ["player"] * 4)
    names = [name for name in position["riders"] if seats[int(name[0])] == "player"]
    teams = dice.sample("0123", 3)
    cards = [dice.choice(["il-campionissimo", "il-campionissimo", "sheriff"])]
    cards += dice.sample(["il-pirata", "monsieur-chrono", "cannibal", "badger"], 2)
    traits = {team + dice.choice("SR"): card for team, card in zip(teams, cards, strict=True)}
    return {rider: card for rider, card in traits.items() if rider in names}


def add_dummies(dice: random.Random, position: dict[str, Any], cards: dict[str, Any]) -> None:
    """Hand some of the teams over to dummies; a complete Peloton may attack (FR9)."""
    teams = ["player", "player", "muscle", "peloton"]
    dice.shuffle(teams)
    position["options"]["teams"] = teams
    pair = {f"{teams.index('peloton')}{kind}" for kind in "SR"}
    if pair <= set(cards):
        cards.update(dict.fromkeys(pair, dice.choice(["A", "A", 4])))


def by_the_engine(
    position: dict[str, Any], cards: dict[str, Any], traits: dict[str, str] | None
) -> dict[str, Any]:
    """What came of a round, as the engine tells it."""
    after, events = g.flamme_rouge.ride(position, cards, traits)
    told: dict[str, list[Any]] = {"Moved": [], "Tired": [], "Spared": [], "Ended": []}
    for event in events:
        told.setdefault(event.key, []).append(event)
    ranking: list[str] = []
    if told["Ended"]:
        result = g.from_position("flamme-rouge", after, seed=1).result
        assert result is not None
        ranking = [entry["rider"] for entry in result["riders"]]
        assert told["Ended"][0].winner == ranking[0]
    return {
        "moves": [(event.rider, (event.square, event.lane)) for event in told["Moved"]],
        "places": {name: (rider["square"], rider["lane"]) for name, rider in after["riders"].items()},
        "tired": [event.rider for event in told["Tired"]],
        "spared": [event.rider for event in told["Spared"]],
        "recycled": {name: rider["recycled"] for name, rider in after["riders"].items()},
        "supply": after["supply"],
        "round": after["round"] - position["round"],
        "ranking": ranking,
    }


def by_the_referee(
    position: dict[str, Any],
    cards: dict[str, Any],
    traits: dict[str, str] | None,
    road: str,
) -> dict[str, Any]:
    """What came of the same round, as the referee tells it."""
    options = position["options"]
    table = flamme_rouge.Round(
        road,
        {name: (rider["square"], rider["lane"]) for name, rider in position["riders"].items()},
        cards,
        dict(position.get("supply", {"S": 30, "R": 30})),
        options,
        {str(seat): team for seat, team in enumerate(options.get("teams", ()))},
        traits or {},
    )
    flamme_rouge.judge(table)
    return {
        "moves": list(table.moves.items()),
        "places": table.places,
        "tired": table.tired,
        "spared": table.spared,
        "recycled": {name: {"X": 1} if name in table.tired else {} for name in position["riders"]},
        "supply": table.supply,
        "round": 0 if table.ranking else 1,
        "ranking": table.ranking,
    }


@pytest.mark.rule("FR4.1", "FR4.2", "FR4.3", "FR4.4", "FR4.5", "FR4.6", "FR4.7")
@pytest.mark.rule("FR5.2", "FR5.3", "FR5.4", "FR6.1", "FR6.2", "FR8.2", "FR8.3", "FR8.4", "FR9")
@pytest.mark.parametrize("seed", range(8))
def test_engine_and_referee_agree_on_any_position(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(ROUNDS // 8):
        position, cards, road = any_position(dice)
        expected = by_the_referee(position, cards, None, road)
        assert by_the_engine(position, cards, None) == expected, (position, cards)


@pytest.mark.rule("GT11", "FR8.3", "FR8.6", "FR8.7", "FR8.8")
@pytest.mark.parametrize("seed", range(8))
def test_engine_and_referee_agree_on_riders_with_traits(seed: int) -> None:
    dice, split = random.Random(100 + seed), 0
    for _ in range(ROUNDS // 16):
        position, cards, road = any_position(dice)
        position["options"].pop("last_square", None)  # a tour has no open road
        traits = any_traits(dice, position)
        expected = by_the_referee(position, cards, traits, road)
        assert by_the_engine(position, cards, traits) == expected, (position, cards, traits)
        split += expected["places"] != by_the_engine(position, cards, {})["places"]
    assert split > 20


@pytest.mark.rule("FR4.2")
def test_the_random_positions_are_worth_it() -> None:
    """Blocked riders, limits, carried groups, empty supplies and crowded finishes all come up."""
    dice, met = random.Random(0), dict.fromkeys(["blocked", "limited", "carried", "spared", "finish"], 0)
    for _ in range(500):
        position, cards, road = any_position(dice)
        after, events = g.flamme_rouge.ride(position, cards)
        reasons = [reason for event in events if event.key == "Moved" for reason in event.reasons]
        met["blocked"] += "riders" in reasons
        met["limited"] += "climb" in reasons or "descent" in reasons
        met["carried"] += any(event.key == "Carried" for event in events)
        met["spared"] += any(event.key == "Spared" for event in events)
        met["finish"] += sum(rider["square"] >= road.index("F") for rider in after["riders"].values()) > 2
    assert min(met.values()) > 10, met
