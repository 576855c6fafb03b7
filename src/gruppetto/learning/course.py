"""A course of training: ride, learn, look now and then how strong it is, and keep everything on the way."""

import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import torch

from gruppetto.errors import BadOption, Unavailable
from gruppetto.games.game import Game
from gruppetto.learning.exam import Exam, Found, Rival
from gruppetto.learning.improving import GAIN, LIKENESS, improve
from gruppetto.learning.league import League
from gruppetto.learning.network import Network, widened
from gruppetto.learning.plan import FILE, TEACHER, Plan
from gruppetto.learning.races import Races
from gruppetto.learning.riding import Ride
from gruppetto.learning.roads import Roads
from gruppetto.learning.whole import card_of, champion, export
from gruppetto.players.network import game_in

EXAM, LAST_EXAM = 1 << 40, 1 << 41  # seeds of races that are not trained on
WHOLE = 1.0  # of a surprise is told back, as long as nothing is foreseen
LAST = 8  # times as many deals in the last exams
UNSEEN = 7  # composed roads for the last exam


class Length(msgspec.Struct, frozen=True):
    """How long a course is: so many minutes of training, or so many decisions."""

    minutes: float | None = None
    decisions: int | None = None

    def share(self, seconds: float, decisions: int) -> float:
        """How much of it is done."""
        if self.decisions is not None:
            return decisions / self.decisions
        return seconds / 60 / (self.minutes or 1.0)


class Look(msgspec.Struct, frozen=True):
    """How things stood after so many decisions."""

    decisions: int
    seconds: float
    races: int
    told: dict[str, float]  # how far the last ride moved the network, its doubt, and what it foresaw
    found: Found


class Course:
    """A network on its way, with all that is needed to go on."""

    def __init__(self, plan: Plan, length: Length, device: str) -> None:
        self.plan, self.length, self.game = plan, length, plan.check()
        self.device = device_of(device)
        self.kind = torch.bfloat16
        self.dice = np.random.default_rng(plan.seed)
        torch.manual_seed(plan.seed)
        self.luck = torch.Generator(self.device).manual_seed(plan.seed)
        self.network = first_network(plan, self.game).to(self.device)
        self.optimiser = torch.optim.Adam(
            self.network.parameters(), lr=plan.manner.rate[0], eps=1e-5, fused=self.device.type == "cuda"
        )
        self.roads = Roads(self.game, plan.roads)
        races = races_on(self.device)(
            self.game, self.roads, plan.fields(), plan.races, self.dice, self.device
        )
        self.ride = Ride(races, plan.steps, self.kind, self.luck)
        self.ride.prepare(plan.model)
        champions = champions_of(plan, self.game, self.device)
        self.league = League(list(champions.values()))
        teacher = plan.against[0] if plan.against else TEACHER
        self.rival = Rival(teacher, champions.get(teacher))
        self.league.join(self.network)
        self.rides = self.finished = 0
        self.seconds = 0.0
        self.looks: list[Look] = []
        self.told: dict[str, float] = {}

    @property
    def decisions(self) -> int:
        """How many have been made."""
        return self.rides * self.plan.steps * self.ride.races.rows

    @property
    def share(self) -> float:
        """How much of the course is done."""
        return self.length.share(self.seconds, self.decisions)

    @property
    def looked_at(self) -> float:
        """How much of the course was done at the last look."""
        return self.length.share(self.looks[-1].seconds, self.looks[-1].decisions) if self.looks else 0.0

    def go_on(self) -> None:
        """One ride, and what is to be learnt from it."""
        began, plan = time.perf_counter(), self.plan
        share = self.share
        if share >= plan.manner.settles:
            self.settle()
        self.ride.races.move_on(plan.moves_on, self.dice)
        if self.rides % plan.remembers == plan.remembers - 1:
            self.league.join(self.network)
        if plan.model and share < plan.manner.imitates:
            self.ride.follow(plan.model, self.network)
            lessons, aim = self.ride.lessons(WHOLE), LIKENESS
        else:
            self.ride.ride(self.network, self.league.any(self.network, self.dice))
            lessons, aim = self.ride.lessons(plan.manner.at(share, plan.manner.trace)), GAIN
        self.told = improve(
            self.network, self.optimiser, lessons, plan.manner, share, self.kind, self.luck, aim
        )
        self.rides += 1
        self.finished += int(self.ride.ended.sum())
        self.seconds += time.perf_counter() - began

    def settle(self) -> None:
        """From now on the network is what its whole numbers are."""
        if not self.network.settled:
            self.network.settle()

    def look(self) -> Look:
        """See how strong it is by now."""
        self.looks.append(
            Look(
                self.decisions,
                round(self.seconds, 1),
                self.finished,
                self.told,
                self.exam(self.plan.deals, EXAM),
            )
        )
        return self.looks[-1]

    def exam(self, deals: int, seed: int, *, seats: int | None = None, unseen: bool = False) -> Found:
        """The share of races won, on printed roads or on ones never seen."""
        roads = self.roads.unseen(UNSEEN) if unseen else self.roads.all_printed()
        options = [self.roads.options(road) for road in roads]
        exam = Exam(self.game, self.rival, seats or self.plan.teams[0], options, deals, seed)
        return exam.taken_by(self.network)

    def finals(self) -> dict[str, Found]:
        """The last exams: few teams and many, on printed roads and on composed ones never seen."""
        (fewest, most), deals = self.plan.teams, LAST * self.plan.deals
        found = {"printed": self.exam(deals, LAST_EXAM)}
        if self.roads.laid_by.studio is not None:
            found["unseen"] = self.exam(deals, LAST_EXAM, unseen=True)
        if most > fewest:
            found["full"] = self.exam(deals // 2, LAST_EXAM, seats=most)
        return found

    def export(self, file: Path, finals: dict[str, Found]) -> None:
        """Write the network as whole numbers."""
        figures = msgspec.to_builtins(finals)
        told = {"decisions": self.decisions, "seconds": round(self.seconds), "device": str(self.device)}
        export(self.network, self.game, card_of(self.plan, figures=figures, **told), file)


def run(course: Course, looks: int, looked: Callable[[Look], None], rode: Callable[[Course], None]) -> None:
    """Go on until the course is done, looking so many times on the way."""
    while course.share < 1.0:
        course.go_on()
        rode(course)
        if course.share - course.looked_at >= 1 / looks or course.share >= 1.0:
            looked(course.look())


def device_of(asked: str) -> torch.device:
    """Where to train: on a GPU if there is one, on a CPU otherwise, or where one was told to."""
    if asked not in ("auto", "cpu", "cuda"):
        raise BadOption(f"device: {asked!r} is not one of auto, cpu, cuda.")
    there = torch.cuda.is_available()
    if asked == "cuda" and not there:
        raise Unavailable("device: PyTorch finds no GPU here; train on the CPU with --device cpu.")
    return torch.device("cuda" if there and asked != "cpu" else "cpu")


def races_on(device: torch.device) -> type[Races]:
    """Races that live where the network does."""
    if device.type == "cpu":
        return Races
    from gruppetto.learning.device import RacesOnDevice  # noqa: PLC0415  (another extra)

    return RacesOnDevice


def first_network(plan: Plan, game: Game) -> Network:
    """One that knows nothing, or what a file has learnt, no longer rounded."""
    if not plan.begins or plan.model:
        return Network(plan.sizes)
    known = learnt_before(Path(plan.begins), game)
    if known.sizes[1:-1] != plan.sizes[1:-1]:
        raise BadOption(f"from: {plan.begins} has layers of {known.sizes}, not {plan.sizes}; see --width.")
    return widened(known, plan.sizes)


def learnt_before(file: Path, game: Game) -> Network:
    """The network of a file, which learnt this game, or of a tour the game of its stages."""
    if game.of_stages is not None and game_in(file) == game.of_stages.id:
        return champion(file, game.of_stages)
    return champion(file, game)


def champions_of(plan: Plan, game: Game, device: torch.device) -> dict[str, Network]:
    """The networks of files that it is trained against."""
    files = [rival for rival in plan.against if rival.endswith(FILE)]
    return {file: champion(Path(file), game).to(device) for file in files}
