"""Points, times and places of a Grand Tour, worked out from GT1 to GT10 alone.

Riders are names like `0S`: their seat, and S or R for what they are.
"""

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
POINTS = (3, 2, 1)
START, SHIFT, MINUTE, LAST_FIELD = 80, 60, 60, 590


@dataclass
class Stage:
    """A stage that is over: who came home in which order, and everybody's time after it."""

    finish: list[str]
    times: dict[str, int | None]

    def points(self) -> dict[str, int]:
        """What the first three earn (GT2)."""
        return dict(zip(self.finish, POINTS, strict=False))

    def gaps(self) -> dict[str, int | None]:
        """How far everybody is behind the quickest."""
        best = min((time for time in self.times.values() if time is not None), default=0)
        return {rider: None if time is None else time - best for rider, time in self.times.items()}


@dataclass
class Standings:
    """Where everybody stands in the tour."""

    riders: list[str]
    times: dict[str, int | None] = field(init=False)
    points: dict[str, int] = field(init=False)
    ridden: list[Stage] = field(default_factory=list)

    def __post_init__(self) -> None:
        """All begin on 1:20, without points (GT4)."""
        self.times = dict.fromkeys(self.riders, START)
        self.points = dict.fromkeys(self.seats(), 0)

    def seats(self) -> list[str]:
        """The seats of all teams."""
        return sorted({rider[0] for rider in self.riders})

    # --- the clock ----------------------------------------------------------------------------------

    def end_of_round(self, losses: list[str], gains: dict[str, int]) -> None:
        """The clock of one round: losses, gains, the shift, and last who drops out (GT4, GT7, FR8.5)."""
        for rider in losses:
            self.turn_clock(rider, MINUTE)
        for rider, gain in gains.items():
            self.turn_clock(rider, -gain)
        if any(time is not None and time <= 0 for time in self.times.values()):
            for rider in self.riders:
                self.turn_clock(rider, SHIFT)
        for rider, time in self.times.items():
            if time is not None and time >= LAST_FIELD:
                self.times[rider] = None

    def turn_clock(self, rider: str, seconds: int) -> None:
        """Put a rider's time up or down; whoever has dropped out has none."""
        time = self.times[rider]
        if time is not None:
            self.times[rider] = time + seconds

    # --- places -------------------------------------------------------------------------------------

    def end_of_stage(self, finish: list[str]) -> None:
        """Everybody is home (GT2)."""
        self.ridden.append(Stage(finish, dict(self.times)))
        for rider, points in self.ridden[-1].points().items():
            self.points[rider[0]] += points

    def end_of_tour(self) -> None:
        """The first three of the general classification earn points too (GT2)."""
        classified = [rider for rider in self.general() if self.times[rider] is not None]
        for rider, points in zip(classified, POINTS, strict=False):
            self.points[rider[0]] += points

    def latest_place(self, rider: str) -> int:
        """A rider's place in the latest stage; before the end of the first, the order of the seats."""
        return (self.ridden[-1].finish if self.ridden else self.riders).index(rider)

    def time_and_place(self, rider: str) -> tuple[float, int]:
        """What a rider is compared by: the time, and on the same time the latest place (GT10)."""
        time = self.times[rider]
        return (float("inf") if time is None else time, self.latest_place(rider))

    def general(self) -> list[str]:
        """The general classification, with those who have dropped out of it at its end."""
        return sorted(self.riders, key=self.time_and_place)

    def leader(self, seat: str) -> str:
        """The better rider stands for a team (GT10)."""
        return min((rider for rider in self.riders if rider[0] == seat), key=self.time_and_place)

    def teams(self) -> list[str]:
        """The teams by points; of those level the one with the better time is ahead (GT1, GT10)."""
        return sorted(
            self.seats(), key=lambda seat: (-self.points[seat], self.time_and_place(self.leader(seat)))
        )

    def start_order(self) -> list[str]:
        """The fewest points first; of those level the slower, then the better placed (GT9, GT10)."""

        def rank(seat: str) -> tuple[int, float, int]:
            time, place = self.time_and_place(self.leader(seat))
            return self.points[seat], -time, place

        return sorted(self.seats(), key=rank)

    def stage_wins(self, name: str) -> int:
        """How many stages a rider has won, or all riders of a seat."""
        return sum(stage.finish[0].startswith(name) for stage in self.ridden)

    # --- as a spectator sees them ---------------------------------------------------------------------

    def tracker(self) -> list[Json]:
        """Where the tokens lie: ten columns for the minutes, six rows for every ten seconds (GT4)."""
        return [
            {"rider": rider, "minute": time // 60, "row": time % 60 // 10}
            for rider, time in self.times.items()
            if time is not None
        ]

    def general_sheet(self) -> list[Json]:
        """The general classification, line by line."""
        best = min((time for time in self.times.values() if time is not None), default=0)
        return [self._line(place, rider, best) for place, rider in enumerate(self.general(), 1)]

    def _line(self, place: int, rider: str, best: int) -> Json:
        line: Json = {"rider": rider, "stage_wins": self.stage_wins(rider)}
        time = self.times[rider]
        if time is None:
            return line | dict.fromkeys(("place", "time", "clock", "gap"))
        return line | {
            "place": place,
            "time": time,
            "clock": f"{time // 60}:{time % 60:02}",
            "gap": time - best,
        }

    def team_sheet(self) -> list[Json]:
        """The teams, line by line."""
        return [
            {
                "place": place,
                "seat": int(seat),
                "points": self.points[seat],
                "stage_wins": self.stage_wins(seat),
                "leader": self.leader(seat),
            }
            for place, seat in enumerate(self.teams(), 1)
        ]

    def stage_sheet(self) -> list[Json]:
        """The stages that are over, line by line."""
        return [
            {"over": True, "finish": s.finish, "points": s.points(), "times": s.times, "gaps": s.gaps()}
            for s in self.ridden
        ]
