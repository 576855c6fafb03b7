"""What a course of training is: the game, the races it is learnt from, how, and for how long."""

from pathlib import Path

import msgspec

from gruppetto.errors import BadOption
from gruppetto.games import registry
from gruppetto.games.game import Game
from gruppetto.learning.races import LEVEL, PAST, SELF, Rivals
from gruppetto.learning.roads import Roads
from gruppetto.players import level_of

TEACHER = "domestique"  # whom everybody meets now and then, and whom every look is against
CIRCLE = (SELF, SELF, SELF, PAST, SELF, SELF, SELF, LEVEL)  # whom every eighth group meets
FILE = ".npz"


class Manner(msgspec.Struct, frozen=True):
    """How it learns: in how many rounds and how large pieces, how boldly, and how curious it stays."""

    epochs: int = 2
    piece: int = 8192
    clip: float = 0.2
    value: float = 0.5
    steepest: float = 0.5
    rate: tuple[float, float] = (8e-4, 1e-5)  # from the first decision to the last
    curiosity: tuple[float, float] = (0.02, 0.002)
    trace: tuple[float, float] = (0.96, 0.9)  # how far a surprise is told back: less, as it foresees more
    imitates: float = 0.1  # for this share of a course it does as the level it begins with, if it does
    settles: float = 0.9  # after this share of the course it rounds as whole numbers will

    def at(self, share: float, ends: tuple[float, float]) -> float:
        """Between two ends, by the share of the course that is done."""
        return ends[0] + (ends[1] - ends[0]) * min(1.0, share)


class Plan(msgspec.Struct, frozen=True):
    """A course; two with the same plan and the same number of decisions end in the same network."""

    game: str
    teams: tuple[int, int]
    roads: str = "both"
    width: int = 256
    seed: int = 1
    against: tuple[str, ...] = ()
    begins: str = ""  # the file of a network, or a level, that it begins with; else it begins with nothing
    groups: int = 48
    races: int = 128  # of a group
    steps: int = 64  # decisions in each race before it learns from them
    moves_on: int = 6  # groups that are led to another road after every ride
    remembers: int = 25  # rides after which another past self joins the league
    deals: int = 64  # on each road, whenever it is looked at; eight times as many in the end
    manner: Manner = Manner()

    def check(self) -> Game:
        """Refuse what cannot be trained, before anything is; the game, if all is well."""
        room = registry.get(self.game)
        if room.features is None:
            raise BadOption(f"{room.name}: nothing tells a network what it sees; it has no features yet.")
        fewest, most = self.teams
        if not room.fewest_seats <= fewest <= most <= room.most_seats:
            raise BadOption(
                f"teams: {fewest}-{most} is not a range within {room.fewest_seats}-{room.most_seats}."
            )
        if not 8 <= self.width <= 1024:
            raise BadOption(f"width: {self.width} is not a number of cells from 8 to 1024.")
        Roads(room, self.roads)
        self._check_files()
        return room

    def _check_files(self) -> None:
        for rival in self.against:
            check_rival("against", rival)
        if self.begins:
            check_rival("from", self.begins)

    @property
    def model(self) -> str:
        """The level that it begins by doing as; nothing where it begins with a file, or with nothing."""
        return "" if self.begins.endswith(FILE) else self.begins

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the network's layers."""
        room = registry.get(self.game)
        return room.inputs, self.width, self.width, room.actions + 1

    def fields(self) -> list[Rivals]:
        """Who rides in each group: small fields more often, and in turn oneself, past selves and a level."""
        fewest, most = self.teams
        seats = [number for number in (2, 4, 2, 3, 2, 4) if fewest <= number <= most] or list(
            range(fewest, most + 1)
        )
        return [self._rivals(number, seats) for number in range(self.groups)]

    def _rivals(self, number: int, seats: list[int]) -> Rivals:
        teams, turn = seats[number % len(seats)], number + number // len(seats)
        if not self.against:
            return Rivals(teams, CIRCLE[turn % len(CIRCLE)], TEACHER)
        rival = self.against[turn % len(self.against)]
        return Rivals(teams, PAST) if rival.endswith(FILE) else Rivals(teams, LEVEL, rival)


SMALL = {
    "groups": 8, "races": 32, "steps": 32, "moves_on": 1, "remembers": 2, "deals": 8,
    "manner": Manner(piece=512),
}  # fmt: skip
ON_GPU = {"groups": 16, "races": 8192, "moves_on": 8, "manner": Manner(piece=65536)}


def check_rival(option: str, rival: str) -> None:
    """Refuse whom nobody can be trained against or after: a level that thinks, a file that is not there."""
    if not rival.endswith(FILE):
        if level_of(rival).thinks:
            raise BadOption(
                f"{option}: {rival} thinks, which takes too long here; name a level that does not."
            )
    elif not Path(rival).is_file():
        raise BadOption(f"{option}: there is no file {rival}.")
