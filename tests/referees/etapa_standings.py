"""Places, times, points, classifications and jerseys, as the referee reckons them."""

from etapa_pieces import MOUNTAINS, SPRINT, Rider, Team
from etapa_table import Asking, Json, Table, say


class Standings(Table):
    """What a stage is worth, and what its end leads to."""

    finish: list[Rider]

    @property
    def tour(self) -> bool:
        """Whether there is more than one stage."""
        return len(self.options["stages"]) > 1

    # classifications (C16.3)

    def void(self, team: Team) -> bool:
        """A team of a one-day race whose results do not count (C5.2)."""
        return not self.tour and any(rider.gone for rider in team.riders)

    def ranked(self) -> list[Rider]:
        """Riders whose results count."""
        return [rider for rider in self.riders if not rider.gone and not self.void(self.teams[rider.seat])]

    def general(self) -> list[Rider]:
        """By time, placings, last stage; a race of one day by the finish (C5.6, C16.3)."""
        return sorted(self.ranked(), key=self.by_general)

    def by_general(self, rider: Rider) -> tuple[int, ...]:
        return self.by_time(rider) if self.tour else (rider.last_place, rider.number)

    @staticmethod
    def by_time(rider: Rider) -> tuple[int, ...]:
        return rider.time, rider.placings, rider.last_place, rider.number

    def sprinters(self) -> list[Rider]:
        """By points, stages won, general classification."""
        riders = [rider for rider in self.ranked() if rider.points]
        return sorted(riders, key=lambda rider: (-rider.points, -rider.wins, *self.by_general(rider)))

    def climbers(self) -> list[Rider]:
        """By points, primes won, general classification."""
        riders = [rider for rider in self.ranked() if rider.mountains]
        return sorted(riders, key=lambda rider: (-rider.mountains, -rider.summits, *self.by_general(rider)))

    def young_riders(self) -> list[Rider]:
        """The riders under 25 by time (C1.1)."""
        young = [team.young for team in self.teams]
        return [rider for rider in self.general() if rider in young]

    def ranked_teams(self) -> list[Team]:
        """By times and placings added up, then the last stage; not with two riders out (C5.4, C16.3)."""
        teams = [team for team in self.teams if len(team.racing()) >= 2 and not self.void(team)]
        return sorted(teams, key=self.by_team_time)

    @staticmethod
    def by_team_time(team: Team) -> tuple[int, ...]:
        placings = sum(rider.placings for rider in team.riders)
        return team.time, placings, min(rider.last_place for rider in team.racing()), team.seat

    def classifications(self) -> Json:
        """The five of them."""
        return {
            "general": [{"rider": rider.name, "time": rider.time} for rider in self.general()],
            "points": [{"rider": rider.name, "points": rider.points} for rider in self.sprinters()],
            "mountains": [{"rider": rider.name, "points": rider.mountains} for rider in self.climbers()],
            "young": [{"rider": rider.name, "time": rider.time} for rider in self.young_riders()],
            "teams": [{"team": team.seat, "time": team.time} for team in self.ranked_teams()],
        }

    # jerseys (C10)

    def dress(self) -> Asking:
        """One jersey a rider: rainbow, yellow, polka dot or green as his player likes, white (C10.2)."""
        for rider in self.riders:
            rider.jersey = "none"
        self.dress_champion()
        if self.number == 1:
            return
        self.wear("yellow", self.general())
        climber, sprinter = self.first_bare(self.climbers()), self.first_bare(self.sprinters())
        if climber and climber is sprinter:
            self.turn = {"rider": climber.name}
            choices = [
                say("ChooseJersey", rider=climber.name, jersey=which) for which in ("polka-dot", "green")
            ]
            climber.jersey = (yield from self.choose(climber.seat, "jersey", choices))["jersey"]
            self.turn = {}
        if not (climber and climber.jersey == "polka-dot"):
            self.wear("polka-dot", self.climbers())
        if not (sprinter and sprinter.jersey == "green"):
            self.wear("green", self.sprinters())
        self.wear("white", self.young_riders())

    def dress_champion(self) -> None:
        """On the road the road champion wears the rainbow, in trials the other one (C10.1)."""
        which = "road_champion" if self.stage.kind == "road" else "time_trial_champion"
        for rider in self.riders:
            if rider.name == self.options[which] and not rider.gone:
                rider.jersey = "rainbow"

    def wear(self, jersey: str, ranking: list[Rider]) -> None:
        """The first of a classification who has no better jersey."""
        rider = self.first_bare(ranking)
        if rider:
            rider.jersey = jersey

    @staticmethod
    def first_bare(ranking: list[Rider]) -> Rider | None:
        return next((rider for rider in ranking if rider.jersey == "none"), None)

    # primes (C9)

    def prime_points(self, index: int) -> tuple[int, ...]:
        """Points of a prime by place."""
        kind = self.stage.primes[index][0]
        return SPRINT if kind == "S" else MOUNTAINS[kind]

    def pass_primes(self, rider: Rider) -> None:
        """Primes go in the order of passing; one on the line is passed by crossing it (C9.1)."""
        for index, (_, place) in enumerate(self.stage.primes):
            past = rider.field > place if place == self.stage.length else rider.field >= place
            if self.options["primes"] and past and index not in rider.passed:
                self.give_prime(rider, index)
                self.give_prime_seconds(rider, index)
                rider.passed.add(index)

    def place_at(self, index: int) -> int:
        """How many have passed a prime."""
        return sum(index in rider.passed for rider in self.riders)

    def give_prime(self, rider: Rider, index: int) -> None:
        """Points of the next place (C9.2, C9.3)."""
        place, points = self.place_at(index), self.prime_points(index)
        won = points[place] if place < len(points) else 0
        if self.stage.primes[index][0] == "S":
            rider.points += won
        else:
            rider.mountains += won
            rider.summits += place == 0

    def give_prime_seconds(self, rider: Rider, index: int) -> None:
        """Sprints take seconds off, mountains by an option (C9.4, C17.23)."""
        place = self.place_at(index)
        counts = self.stage.primes[index][0] == "S" or self.options["mountain_seconds"] == "as-sprints"
        if counts and place < len(SPRINT):
            rider.seconds += SPRINT[place]

    def credit_primes(self) -> None:
        """Remaining places of primes go by the finish (C5.3, C17.31)."""
        for index in range(len(self.stage.primes) if self.options["primes"] else 0):
            for rider in self.finish:
                if index not in rider.passed and not self.unrewarded(rider):
                    self.give_prime(rider, index)
                    if self.credits_seconds(index):
                        self.give_prime_seconds(rider, index)
                    rider.passed.add(index)

    def unrewarded(self, rider: Rider) -> bool:
        """Whether a rider who withdrew is last and wins nothing (C17.39)."""
        return rider.status == "withdrawn" and self.options["withdrawn"] == "last"

    def credits_seconds(self, index: int) -> bool:
        """Whether a prime that was not reached gives seconds: a sprint may (C17.31)."""
        return self.stage.primes[index][0] == "S" and self.options["credited_seconds"] == "sprints"

    # the end of a stage (C5)

    def give_places(
        self,
        lost: dict[Rider, int],
        points: tuple[int, ...],
        seconds: tuple[int, ...],
        places: dict[Rider, int],
    ) -> None:
        """Places, times, points; the team's times with those who are out (C5.1, C5.4, C9.3)."""
        times = {}
        for place, rider in enumerate(self.finish):
            prize = not self.unrewarded(rider)
            bonus = rider.seconds + (seconds[place] if prize and place < len(seconds) else 0)
            times[rider] = self.stage.time + lost[rider] - bonus
            rider.time += times[rider]
            rider.last_place = places[rider]
            rider.placings += places[rider]
            if self.options["primes"] and prize and place < len(points):
                rider.points += points[place]
            rider.wins += place == 0 and self.stage.kind != "team time trial"
        last = times[self.finish[-1]]
        for team in self.teams:
            team.time += sum(times.get(rider, last + 30) for rider in team.riders)

    def drop_out(self, rider: Rider) -> None:
        """Out of the tour, in this stage."""
        rider.gone = self.number

    def test_for_doping(self) -> None:
        """Who has ridden with the most cards is caught if a team-mate missed the limit (C15.2)."""
        if not self.options["doping"]:
            return
        most = max((rider.used for rider in self.finish), default=0)
        suspects = [rider for rider in self.finish if rider.used == most and most]
        missed = [rider for rider in self.finish if rider.gone]
        for rider in suspects:
            if any(mate.seat == rider.seat and mate is not rider for mate in missed):
                self.drop_out(rider)
                rider.points = rider.mountains = 0
