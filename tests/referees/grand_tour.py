"""A second opinion on a whole Grand Tour: slow, plain, and written from the numbered rules alone.

It is told the options, what everybody decides, which cards are drawn, which traits are offered, which seat
places first where that is drawn, and what dummies turn over. Riders are names like `0S`.
"""

import functools
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, ClassVar

import flamme_rouge_race as flamme_rouge
from flamme_rouge_cards import ROULEUR, SPRINTEUR, Card, Energy
from flamme_rouge_race import LANES, Place, Places, Round
from tour_standings import Standings

Json = dict[str, Any]
SUPPLY = 30
RAISING = ("cannibal", "badger")


@dataclass
class Rider:
    """One rider: what lasts for the tour, and what for a stage."""

    trait: str | None = None
    carried_over: int = 0
    energy: Energy = field(default_factory=lambda: Energy(Counter()))
    used: bool = False
    revealed: Card | None = None
    shown_to: int | None = None
    place: int | None = None
    crossed: int | None = None
    past_line: int | None = None
    gain: int | None = None

    def begin_stage(self, deck: Counter[Card]) -> None:
        """The energy cards are complete again, and a trait can be used again (GT8, GT11)."""
        self.energy = Energy(deck + Counter({"X": self.carried_over}))
        self.used = False
        self.revealed = self.place = self.crossed = self.past_line = self.gain = None

    def recover(self) -> None:
        """Half of the exhaustion goes back, rounded down; the Sheriff gives back one more (GT8, GT11)."""
        exhaustion = self.energy.unrevealed()["X"]
        back = exhaustion // 2 + (self.trait == "sheriff")
        self.carried_over = max(0, exhaustion - back)


class GrandTour:
    """The referee of a tour; `phase` says what everybody is about to do."""

    chance: ClassVar[frozenset[str]] = frozenset({"Offered", "PlacesFirst", "Drew", "Revealed"})

    def __init__(self, options: Json, seats: int) -> None:
        """Before the deal."""
        self.options = options
        self.teams = options.get("teams") or ["player"] * seats
        self.players = [seat for seat in range(seats) if self.teams[seat] == "player"]
        self.riders = {f"{seat}{kind}": Rider() for seat in range(seats) for kind in "SR"}
        for name, rider in self.riders.items():
            rider.carried_over = (options.get("handicap") or [0] * seats)[int(name[0])]
        self.stages = stages_of(options.get("stages", 3))
        self.standings = Standings(list(self.riders))
        self.phase, self.round, self.stage = "draft", 0, 0
        self.places: Places = {}
        self.supply = {"S": 0, "R": 0}
        self.finish: list[str] = []
        self.to_place: list[int] = []
        self.offered: dict[int, list[str]] = {}
        self.kept: dict[int, Json] = {}
        self.raises: dict[str, bool | None] = {}
        self.told: list[Json] = []

    def begin(self, told: list[Json]) -> None:
        """The draft, or at once the first stage (GT11)."""
        self.told = told
        if self.options.get("traits", True):
            for seat in self.players:
                self.offered[seat] = self.by_chance("Offered", "seat", seat)["traits"]
        else:
            self.begin_stage()

    def by_chance(self, kind: str, key: str, value: object) -> Json:
        """The next thing that chance brought, of this kind."""
        event = next(row for row in self.told if row["type"] == kind and row[key] == value)
        self.told.remove(event)
        return event

    # --- decisions ----------------------------------------------------------------------------------

    def waiting(self) -> list[int]:
        """The seats that owe a decision."""
        if self.phase == "draft":
            return [seat for seat in self.players if seat not in self.kept]
        if self.phase == "placement":
            return self.to_place[:1]
        if self.phase == "energy":
            return [seat for seat in self.players if self.to_play(seat)]
        return sorted(int(rider[0]) for rider, answer in self.raises.items() if answer is None)

    def choices(self, seat: int) -> list[Json]:
        """The legal choices of a seat, as messages."""
        if self.phase == "draft":
            return self.traits_to_keep(seat)
        if self.phase == "placement":
            return self.places_at_the_start(seat)
        if self.phase == "energy":
            return self.cards_to_play(seat)
        rider = next(rider for rider in self.raises if rider[0] == str(seat))
        return [{"type": "RaiseCard", "rider": rider}, {"type": "HoldBack", "rider": rider}]

    def decide(self, seat: int, choice: Json, told: list[Json]) -> None:
        """A decision, and what chance brought after it."""
        self.told = told
        if self.phase == "draft":
            self.keep(seat, choice)
        elif self.phase == "placement":
            self.place(choice)
        elif self.phase == "energy":
            self.spend(seat, choice)
        else:
            self.answer(choice)

    # --- the draft ----------------------------------------------------------------------------------

    def traits_to_keep(self, seat: int) -> list[Json]:
        """One of the two for one of the two riders, or none (GT11)."""
        return [{"type": "KeepNoTrait"}] + [
            {"type": "KeepTrait", "trait": trait, "rider": f"{seat}{kind}"}
            for trait in self.offered[seat]
            for kind in "SR"
        ]

    def keep(self, seat: int, choice: Json) -> None:
        """Choose in secret; when all have chosen, they show what they keep (GT11)."""
        self.kept[seat] = choice
        if not self.waiting():
            for kept in self.kept.values():
                if kept["type"] == "KeepTrait":
                    self.riders[kept["rider"]].trait = kept["trait"]
            self.begin_stage()

    # --- the start ----------------------------------------------------------------------------------

    def begin_stage(self) -> None:
        """Complete decks, supplies less what is in them, and who places in which order (GT8, GT9)."""
        self.stage += 1
        self.road = flamme_rouge.road_of(self.stages[self.stage - 1])
        self.phase, self.round = "placement", 0
        self.places, self.finish = {}, []
        for name, rider in self.riders.items():
            rider.begin_stage(self.energy_cards(name))
        for kind in "SR":
            carried = [rider.carried_over for name, rider in self.riders.items() if name[1] == kind]
            self.supply[kind] = SUPPLY - sum(carried)
        self.place_dummies()
        self.to_place = self.start_order()

    def energy_cards(self, name: str) -> Counter[Card]:
        """A rider's complete deck, without exhaustion (FR1.2, FR9)."""
        team = self.teams[int(name[0])]
        if team == "peloton":
            return ROULEUR + Counter({"A": 2}) if name[1] == "R" else Counter()
        if name[1] == "R":
            return +ROULEUR
        return SPRINTEUR + Counter({5: 1} if team == "muscle" else {})

    def start_order(self) -> list[int]:
        """By points from the second stage on, in the first as the seats are (GT9, FR2.2)."""
        if self.stage > 1:
            return [int(seat) for seat in self.standings.start_order() if int(seat) in self.players]
        first = self.options.get("first", "random")
        if first == "random":
            first = next(row["seat"] for row in self.told if row["type"] == "PlacesFirst")
        return [seat for seat in self.players if seat >= first] + [
            seat for seat in self.players if seat < first
        ]

    def place_dummies(self) -> None:
        """The Peloton first, then Muscle: one behind the other, as far forward as possible (FR9)."""
        dummies = [seat for seat, team in enumerate(self.teams) if team != "player"]
        for seat in sorted(dummies, key=lambda seat: self.teams[seat] != "peloton"):
            front = self.furthest_forward(self.road.count("S"))
            self.places[f"{seat}S"] = front
            self.places[f"{seat}R"] = self.furthest_forward(front[0])

    def furthest_forward(self, before: int) -> Place:
        """The free lane furthest forward on the start squares before a square."""
        return next(
            (square, lane)
            for square in reversed(range(before))
            for lane in LANES
            if (square, lane) not in self.places.values()
        )

    def places_at_the_start(self, seat: int) -> list[Json]:
        """Every free lane of the start squares, on an empty one the right lane (FR2.2, FR8.1)."""
        return [
            {"type": "Place", "rider": f"{seat}{kind}", "square": square, "lane": lane}
            for kind in "SR"
            if f"{seat}{kind}" not in self.places
            for square in range(self.road.count("S"))
            for lane in self.free_lanes(square)
        ]

    def free_lanes(self, square: int) -> list[str]:
        """The lanes of a start square that may be taken (FR2.2, FR8.1)."""
        free = [lane for lane in LANES if (square, lane) not in self.places.values()]
        if len(free) == 2 and self.options.get("start_lane") != "free":
            return ["right"]
        return free

    def place(self, choice: Json) -> None:
        """Both riders of a team before the next team's (FR2.2)."""
        self.places[choice["rider"]] = (choice["square"], choice["lane"])
        if all(f"{self.to_place[0]}{kind}" in self.places for kind in "SR"):
            self.to_place.pop(0)
        if not self.to_place:
            self.begin_round()

    # --- energy phase -------------------------------------------------------------------------------

    def begin_round(self) -> None:
        """Riders without a card take exhaustion; where one rider has to play, the cards are drawn (FR3)."""
        self.phase, self.round = "energy", self.round + 1
        for name in flamme_rouge.from_the_front(self.places):
            rider = self.riders[name]
            if int(name[0]) in self.players and not rider.energy.in_deck():
                self.supply[name[1]] = max(0, self.supply[name[1]] - 1)
                rider.energy.played = "X"
        for seat in self.players:
            self.draw_for_the_only_one(seat)
        if not self.waiting():
            self.reveal()

    def to_play(self, seat: int) -> list[str]:
        """A seat's riders on the road whose card does not lie there yet; before them whoever has a hand."""
        names = [f"{seat}{kind}" for kind in "SR" if f"{seat}{kind}" in self.places]
        names = [name for name in names if self.riders[name].energy.played is None]
        in_hand = [name for name in names if self.riders[name].energy.hand]
        return in_hand or names

    def draw_for_the_only_one(self, seat: int) -> None:
        """Cards are drawn at once when only one rider has still to play (FR3.2)."""
        names = self.to_play(seat)
        if len(names) == 1 and not self.riders[names[0]].energy.hand:
            self.draw(names[0])

    def draw(self, name: str) -> None:
        """A hand, as chance brought it (FR3.1)."""
        self.riders[name].energy.draw(self.by_chance("Drew", "rider", name)["cards"])

    def cards_to_play(self, seat: int) -> list[Json]:
        """Whom to draw for; with a hand, the cards in it and what a trait allows (FR3.1, GT11, GT12)."""
        names = self.to_play(seat)
        if len(names) == 2:
            return [{"type": "ChooseRider", "rider": name} for name in names]
        [name] = names
        plays = [{"type": "PlayCard", "rider": name, "card": card} for card in self.riders[name].energy.hand]
        return plays + self.cards_to_show(seat, plays) + self.uses_of_trait(name)

    def cards_to_show(self, seat: int, plays: list[Json]) -> list[Json]:
        """Every card may be played and shown to one opponent (GT12)."""
        if not self.options.get("cooperation"):
            return []
        opponents = [other for other in self.players if other != seat]
        return [play | {"type": "PlayAndShow", "to": other} for play in plays for other in opponents]

    def uses_of_trait(self, name: str) -> list[Json]:
        """The Professor's and the Tashkent Terror's, where they make a difference (GT11)."""
        rider = self.riders[name]
        if rider.used:
            return []
        if rider.trait == "professor" and rider.energy.in_deck():
            return [{"type": "ChangeHand", "rider": name}]
        cards = rider.energy.hand.total() + rider.energy.in_deck()
        if rider.trait == "tashkent-terror" and rider.energy.hand["X"] and cards > 1:
            return [{"type": "RemoveExhaustion", "rider": name}]
        return []

    def spend(self, seat: int, choice: Json) -> None:
        """A decision of the energy phase (FR3.1, GT11, GT12)."""
        name = choice["rider"]
        rider = self.riders[name]
        if choice["type"] == "ChooseRider":
            self.draw(name)
        elif choice["type"] in ("ChangeHand", "RemoveExhaustion"):
            self.use_trait(name)
        else:
            rider.energy.play(choice["card"])
            rider.shown_to = choice.get("to")
            self.draw_for_the_only_one(seat)
        if not self.waiting():
            self.reveal()

    def use_trait(self, name: str) -> None:
        """Recycle the whole hand, or remove one exhaustion card from the game, and draw (GT11)."""
        rider = self.riders[name]
        rider.used = True
        if rider.trait == "professor":
            rider.energy.recycle_hand()
        else:
            rider.energy.hand -= Counter(["X"])
        self.draw(name)

    # --- movement and end phase ---------------------------------------------------------------------

    def reveal(self) -> None:
        """All cards are turned over; a Cannibal or Badger whom one more takes further is asked (GT11)."""
        for name, rider in self.riders.items():
            rider.revealed = rider.shown_to = None
            if name in self.places:
                rider.revealed = self.turn_over(name)
        self.raises = {name: None for name in self.places if self.may_raise(name)}
        if self.raises:
            self.phase = "raise"
        else:
            self.ride()

    def turn_over(self, name: str) -> Card:
        """A player's card, or the top card of a dummy's deck (FR4.1, FR9)."""
        team = self.teams[int(name[0])]
        if team == "player":
            return self.riders[name].energy.reveal()
        card: Card = self.by_chance("Revealed", "rider", name)["card"]
        mate = self.riders[f"{name[0]}S"].revealed
        if team == "peloton" and name[1] == "R" and mate is not None:
            assert card == mate, "one card moves both riders of the Peloton"
        else:
            self.take_top_card(self.riders[f"{name[0]}R" if team == "peloton" else name].energy, card)
        return card

    def take_top_card(self, energy: Energy, card: Card) -> None:
        """A card from a dummy's deck, which leaves the game; from an empty one they ride 2 (FR9)."""
        if energy.face_down:
            assert card in energy.face_down, f"{card} is not among {energy.face_down}"
            energy.face_down -= Counter([card])
        else:
            assert card == "X", f"{card} from an empty deck"

    def may_raise(self, name: str) -> bool:
        """Whether one more would take this rider further: terrain and the road's end decide (GT11)."""
        rider = self.riders[name]
        if rider.trait not in RAISING or rider.used:
            return False
        card = flamme_rouge.value_of(self.table(), name)
        return self.reach(name, card) < self.reach(name, card + 1)

    def reach(self, name: str, value: int) -> int:
        """The square a card would take a rider to if nobody was in the way (FR4.4 to FR4.7)."""
        table, start = self.table(), self.places[name][0]
        return min(start + flamme_rouge.squares_to_ride(table, start, value, 5), table.last_square)

    def answer(self, choice: Json) -> None:
        """Raise, or hold back; all answer unseen (GT11)."""
        self.raises[choice["rider"]] = choice["type"] == "RaiseCard"
        if not self.waiting():
            for name, raised in self.raises.items():
                self.riders[name].used |= bool(raised)
            self.ride()

    def table(self) -> Round:
        """The round as the referee of the race sees it."""
        cards = {name: rider.revealed for name, rider in self.riders.items() if name in self.places}
        traits = {
            name: rider.trait
            for name, rider in self.riders.items()
            if rider.trait and (rider.trait not in RAISING or self.raises.get(name))
        }
        options = {"finish": "ride-home", "mountain_groups": self.options.get("mountain_groups", "per-rider")}
        teams = {str(seat): team for seat, team in enumerate(self.teams)}
        return Round(self.road, dict(self.places), cards, self.supply, options, teams, traits)

    def ride(self) -> None:
        """Movement, slipstream and exhaustion; then those past the line are home (GT3)."""
        table = self.table()
        self.raises = {}
        flamme_rouge.move(table)
        rode = past_the_line(table)
        gains = {name: gain_of(table, name) for name in rode}
        flamme_rouge.slipstream(table)
        carried = [name for name in past_the_line(table) if name not in rode]
        gains |= dict.fromkeys(carried, 10)
        flamme_rouge.exhaust(table)
        for name in table.tired:
            self.riders[name].energy.recycled["X"] += 1
        for name in rode + carried:
            self.come_home(name, table.places[name][0] - table.line + 1, gains[name])
        self.places = {name: place for name, place in table.places.items() if name not in gains}
        self.end_round()

    def come_home(self, name: str, past: int, gain: int) -> None:
        """The next place of the stage; the first two gain ten seconds more (GT3, GT6)."""
        self.finish.append(name)
        rider = self.riders[name]
        rider.place, rider.crossed = len(self.finish), self.round
        rider.past_line, rider.gain = past, gain + (10 if rider.place <= 2 else 0)
        if int(name[0]) in self.players:
            rider.energy = Energy(Counter({"X": rider.energy.unrevealed()["X"]}))

    def end_round(self) -> None:
        """The clock runs once somebody is home; the stage ends when all are (GT3, GT4)."""
        if self.finish:
            home_now = {name: r.gain for name, r in self.riders.items() if r.crossed == self.round and r.gain}
            self.standings.end_of_round(list(self.places), home_now)
        if self.places:
            self.begin_round()
        else:
            self.end_stage()

    def end_stage(self) -> None:
        """Points, and the next stage or the end of the tour (GT2, GT8)."""
        self.standings.end_of_stage(self.finish)
        if self.stage == len(self.stages):
            self.phase = "finished"
            self.standings.end_of_tour()
            return
        for rider in self.riders.values():
            rider.recover()
        self.begin_stage()

    # --- what a spectator sees ----------------------------------------------------------------------

    def facts(self) -> Json:
        """All that the rules say of what everybody sees."""
        letters = self.stages[max(self.stage, 1) - 1]
        facts: Json = {
            "stage": name_of(letters),
            "letters": letters,
            "squares": flamme_rouge.road_of(letters),
            "phase": self.phase,
            "round": self.round,
            "waiting": self.waiting(),
            "order": flamme_rouge.from_the_front(self.places),
            "seats": [self.seat_facts(seat) for seat in range(len(self.teams))],
            "riders": {name: self.rider_facts(name) for name in self.riders},
            "tour": self.tour_facts(),
            "result": self.result(),
        }
        if self.phase not in ("draft", "finished"):
            facts["supply"] = self.supply
        return facts

    def seat_facts(self, seat: int) -> Json:
        """A seat's line."""
        return {
            "seat": seat,
            "led_by": self.teams[seat],
            "owes": seat in self.waiting(),
            "points": self.standings.points[str(seat)],
            "stage_wins": self.standings.stage_wins(str(seat)),
        }

    def rider_facts(self, name: str) -> Json:
        """A rider's line."""
        rider = self.riders[name]
        square, lane = self.places.get(name, (None, None))
        facts = {
            "seat": int(name[0]),
            "kind": name[1],
            "square": square,
            "lane": lane,
            "revealed": rider.revealed,
            "place": rider.place,
            "crossed": rider.crossed,
            "past_line": rider.past_line,
            "gain": rider.gain,
            "time": self.standings.times[name],
            "trait": rider.trait,
            "trait_used": rider.used,
            "carried_over": rider.carried_over,
            "shown_to": rider.shown_to,
        }
        return facts | rider.energy.as_seen()

    def tour_facts(self) -> Json:
        """The tour so far."""
        ahead = [{"over": False, "finish": [], "points": {}, "times": {}, "gaps": {}}]
        results = self.standings.stage_sheet() + ahead * (len(self.stages) - len(self.standings.ridden))
        draft = {"chosen": sorted(self.kept)} if self.phase == "draft" else None
        return {
            "stage": max(self.stage, 1),
            "stages": [
                result | {"number": number, "name": name_of(letters), "letters": letters}
                for number, (letters, result) in enumerate(zip(self.stages, results, strict=True), 1)
            ],
            "traits": self.options.get("traits", True),
            "cooperation": self.options.get("cooperation", False),
            "draft": draft,
            "tracker": {"minutes": 10, "rows": 6, "tokens": self.standings.tracker()},
            "gc": self.general_sheet(),
            "teams": self.standings.team_sheet(),
        }

    def general_sheet(self) -> list[Json]:
        """The general classification, with everybody's exhaustion."""
        return [
            line | {"exhaustion": self.riders[line["rider"]].energy.unrevealed()["X"]}
            for line in self.standings.general_sheet()
        ]

    def result(self) -> Json | None:
        """Who has won, and how the tour ended."""
        if self.phase != "finished":
            return None
        teams = self.standings.team_sheet()
        return {
            "winner": teams[0]["seat"],
            "seats": [line["seat"] for line in teams],
            "teams": teams,
            "riders": self.general_sheet(),
            "stages": self.standings.stage_sheet(),
        }


def past_the_line(table: Round) -> list[str]:
    """Who stands past the line, the furthest first, on one square the right lane first (GT3)."""
    order = flamme_rouge.from_the_front(table.places)
    return [name for name in order if table.is_home(table.places[name][0])]


def gain_of(table: Round, name: str) -> int:
    """Ten seconds a square, as much as the first of those without an empty square between (GT4, GT5)."""
    run = next(run for run in flamme_rouge.groups(table.places) if table.places[name][0] in run)
    return 10 * (run[-1] - table.line + 1)


def stages_of(asked: int | str | list[str]) -> list[str]:
    """The tile letters of the stages asked for: names, letters, a ready-made tour or a number (GT1)."""
    letters = {}
    for stage in data("stages")["stage"]:
        letters |= dict.fromkeys([stage["name"], *stage.get("aliases", ())], stage["letters"])
    tours = {tour["name"]: tour["stages"] for tour in data("tours")["tour"]}
    if isinstance(asked, int):
        of_that_length = [stages for stages in tours.values() if len(stages) == asked]
        listed = [stage["name"] for stage in data("stages")["stage"]][:asked]
        asked = of_that_length[0] if of_that_length else listed
    elif isinstance(asked, str):
        asked = tours.get(asked, [asked])
    return [letters.get(stage, stage) for stage in asked]


def name_of(letters: str) -> str:
    """A stage's name; one of one's own goes by its letters (FR1.6)."""
    names = {stage["letters"]: stage["name"] for stage in data("stages")["stage"]}
    return names.get(letters, letters)


FOLDERS = {"stages": "data", "tours": "grand_tour/data"}


@functools.cache
def data(name: str) -> Json:
    """A file of the box: stages, or tours."""
    return tomllib.loads(
        files("gruppetto.games.flamme_rouge").joinpath(f"{FOLDERS[name]}/{name}.toml").read_text("utf-8")
    )
