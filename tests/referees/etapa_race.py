"""A second opinion on Etapa, written from its rules page alone."""

from typing import ClassVar

from etapa_pieces import TEAMS, Rider, Team, stages
from etapa_road import Road
from etapa_table import Asking, Json, say
from etapa_trials import Trials


class Etapa(Road, Trials):
    """A race of one day or a tour (C1 to C19)."""

    chance: ClassVar[frozenset[str]] = frozenset({"Threw", "ThrewOff", "Drew", "Forecast"})

    def __init__(self, options: Json, seats: int) -> None:
        super().__init__(options, seats)
        box = stages()
        self.stages = [box[name] for name in options["stages"]]
        self.stage = self.stages[0]
        self.number = 1
        self.over = False
        self.game = self.race()

    # the protocol

    def begin(self, told: list[Json]) -> None:
        """The deal, with what chance brought in it."""
        self.told.extend(told)
        next(self.game)
        assert not self.told

    def waiting(self) -> list[int]:
        """The seats that owe a decision."""
        return sorted(self.asked)

    def choices(self, seat: int) -> list[Json]:
        """The legal choices of a seat, as messages."""
        return self.asked[seat]

    def decide(self, seat: int, choice: Json, told: list[Json]) -> None:
        """A decision, and what chance brought after it."""
        assert choice in self.asked[seat]
        self.told.extend(told)
        try:
            self.game.send((seat, choice))
        except StopIteration:
            self.over = True
        assert not self.told, f"the referee expected nothing of {list(self.told)}"

    # the race

    def race(self) -> Asking:
        """The stages one after the other."""
        yield from self.gather()
        for number, stage in enumerate(self.stages, 1):
            self.number, self.stage = number, stage
            yield from self.one_stage()
            if all(rider.gone for rider in self.riders):
                break
        self.phase = "finished"
        self.turn = {}

    def gather(self) -> Asking:
        """Each player names a rider under 25; a race of one day just begins (C1.1)."""
        if not self.tour:
            yield from self.ask(0, "start", [say("DropFlag")])
            return
        self.phase = "young"
        self.asked = {
            team.seat: [say("Designate", rider=rider.name) for rider in team.riders] for team in self.teams
        }
        while self.asked:
            seat, choice = yield
            self.teams[seat].young = self.riders[int(choice["rider"]) - 1]
            del self.asked[seat]

    def one_stage(self) -> Asking:
        """Jerseys, cards, weather, and the ride."""
        leaders = self.ranked_teams()[:1]
        general = self.general()
        for rider in self.riders:
            rider.begin_stage()
        for team in self.teams:
            team.served, team.line, team.spent = None, [], False
        self.round, self.order = 0, []
        self.weather = "sun"
        if self.options["weather"] and self.stage.kind == "road":
            self.weather = self.chance_told("Forecast")["sky"]
        yield from self.dress()
        self.deal()
        if self.number > 1:
            for team in leaders:
                self.draw(team.seat, "for the leading team")
        if self.stage.kind == "road":
            yield from self.ride_stage(self.starters(general))
        elif self.stage.kind == "individual time trial":
            yield from self.ride_trial(self.starters(general, worst_first=True))
        else:
            yield from self.ride_team_trial(self.starting_teams())

    def starters(self, general: list[Rider], worst_first: bool = False) -> list[Rider]:
        """By number in the first stage, then by the general classification (C1.3, C13.3, C17.24)."""
        if self.number > 1:
            return general[::-1] if worst_first else general
        if self.options["start_order"] == "numbers":
            return list(self.riders)
        return sorted(self.riders, key=lambda rider: ((rider.number - 1) % 3, rider.seat))

    def starting_teams(self) -> list[Team]:
        """By number, or in a tour the worst first (C14.1)."""
        teams = [team for team in self.teams if team.racing()]
        if self.number == 1:
            return teams
        ranked = self.ranked_teams()
        unranked = [team for team in teams if team not in ranked]
        return sorted(unranked, key=lambda team: -team.time) + ranked[::-1]

    # what can be seen

    def facts(self) -> Json:
        """The spectator's view, as far as the rules say it."""
        order = {"order": [self.called(mover) for mover in self.moving()]} if self.turn else {}
        order |= {"dice_off": self.dice_off} if self.dice_off else {}
        return order | {
            "stage_number": self.number,
            "stage": self.stage.name,
            "kind": self.stage.kind,
            "length": self.stage.length,
            "weather": self.weather,
            "phase": self.phase,
            "round": self.round,
            "waiting": self.waiting(),
            "turn": {"rider": self.turn.get("rider"), "second": self.turn.get("second", False)},
            "peloton": list(self.peloton) if self.peloton else None,
            "groups": self.group_facts(),
            "pile": self.pile.total(),
            "slow_supply": self.supply,
            "primes": [self.place_at(index) for index in range(len(self.stage.primes))],
            "seats": [{"seat": team.seat, "owes": team.seat in self.asked} for team in self.teams],
            "teams": [self.team_facts(team) for team in self.teams],
            "riders": {rider.name: self.rider_facts(rider) for rider in self.riders},
            "classifications": self.classifications(),
        }

    def group_facts(self) -> list[Json]:
        """Groups without an empty field, which share a time, with their gaps to the first (C5.1)."""
        found = self.groups(1)
        return [
            {
                "from": group[-1].field,
                "to": group[0].field,
                "gap": found[0][0].field - group[0].field,
                "riders": [rider.name for rider in sorted(group, key=lambda rider: rider.number)],
            }
            for group in found
        ]

    def moving(self) -> list[Rider] | list[Team]:
        """Who is still to ride in this round."""
        return self.order + self.later if self.stage.kind == "road" else self.order

    @staticmethod
    def called(mover: Rider | Team) -> str:
        return mover.name if isinstance(mover, Rider) else TEAMS[mover.seat]

    @staticmethod
    def team_facts(team: Team) -> Json:
        """A team as all see it."""
        return {
            "cards": team.hand.total(),
            "known": {card: team.known[card] for card in team.known if team.known[card]},
            "slow": team.slow,
            "car": {"rider": team.served.name, "field": team.car} if team.served else None,
            "young": team.young.name if team.young else None,
            "line": [rider.name for rider in team.line],
            "spent": team.spent,
        }

    def rider_facts(self, rider: Rider) -> Json:
        """A rider as all see him."""
        return {
            "seat": rider.seat,
            "field": rider.field,
            "status": rider.status,
            "jersey": rider.jersey,
            "breakaway": rider.tokens,
            "injured": rider.injured,
            "back": rider.back if rider.back > self.round else 0,
            "fed": rider.fed,
            "moved": rider.moved if rider.rode else None,
            "seconds": rider.seconds,
            "tenths": rider.tenths,
            "cards_used": rider.used,
            "last_place": rider.last_place,
        }

    def result(self) -> Json | None:
        """Entries of the result, once the match is over."""
        if not self.over:
            return None
        ranking = self.final_ranking()
        counting = self.ranked()
        return {
            "winner": ranking[0].seat,
            "seats": list(dict.fromkeys(rider.seat for rider in ranking)),
            "riders": [
                {"place": place, **self.final_facts(rider), "counts": rider in counting}
                for place, rider in enumerate(ranking, 1)
            ],
            "rainbow": ranking[0].name if self.options["world_championship"] else None,
            **self.classifications(),
        }

    def final_ranking(self) -> list[Rider]:
        """A tour by time, a race of one day by the finish; then those who do not count (C5.6)."""
        counting = self.general() if self.tour else [rider for rider in self.finish if rider in self.ranked()]
        others = [rider for rider in self.riders if rider not in counting]
        if self.tour:
            return counting + sorted(others, key=lambda rider: (-rider.gone, *self.by_time(rider)))
        return counting + sorted(others, key=lambda rider: rider.last_place)

    @staticmethod
    def final_facts(rider: Rider) -> Json:
        """A line of the result."""
        return {
            "rider": rider.name,
            "time": rider.time,
            "tenths": rider.tenths,
            "field": rider.field,
            "points": rider.points,
            "mountains": rider.mountains,
        }
