"""Time trials, of riders and of teams (C13, C14)."""

from collections.abc import Sequence
from itertools import accumulate

from etapa_pieces import FINISH, Rider, Team, worth
from etapa_standings import Standings
from etapa_table import Asking, say

TENTHS = (600, 100, 10, 1)
NEEDED = 4


class Trials(Standings):
    """A race against the clock, in four timed sections."""

    def borders(self) -> list[int]:
        """The last fields of the sections."""
        return list(accumulate(self.stage.sections))

    def section(self, place: int) -> int:
        """The section of a field; four behind the line."""
        return sum(place > border for border in self.borders())

    # of riders (C13)

    def ride_trial(self, starters: list[Rider]) -> Asking:
        """One at a time, the next when the last has passed the first section (C13.3)."""
        waiting, road = list(starters), []
        last: Rider | None = None
        self.round = 0
        while waiting or road:
            self.round += 1
            road.sort(key=lambda rider: (-rider.field, starters.index(rider)))
            if waiting and (last is None or self.section(last.field) > 0):
                last = waiting.pop(0)
                road.append(last)
            self.order = list(road)
            while self.order:
                yield from self.ride_against_clock(self.order[0])
                self.order.pop(0)
            road = [rider for rider in road if self.section(rider.field) < len(TENTHS)]
        self.finish = sorted(starters, key=lambda rider: (rider.tenths, rider.number))
        self.end_trial(FINISH["trial"], {rider: place for place, rider in enumerate(self.finish, 1)})

    def ride_against_clock(self, rider: Rider) -> Asking:
        """A throw, perhaps multiplied (C13.2, C13.5, C13.7)."""
        self.turn = {"rider": rider.name}
        before = self.section(rider.field)
        die = yield from self.throw(rider, "for the move")
        card = yield from self.multiplier(rider, die)
        rider.tenths += TENTHS[before]
        rider.field += die * (worth(card) if card else 1) + self.jersey_gain(rider, card)
        for _ in range(self.section(rider.field) - before):
            yield from self.draw_after_section(rider, 4 if self.options["champion_draw"] == "four" else 2)

    def multiplier(self, rider: Rider, die: int) -> Asking:
        """The card that multiplies the throw, or none."""
        self.turn = {"rider": rider.name, "die": die}
        cards = self.teams[rider.seat].cards()
        choices = [say("NoCard", rider=rider.name)]
        choices += [say("Multiply", rider=rider.name, card=card) for card in cards]
        choice = yield from self.choose(rider.seat, "multiply", choices)
        if "card" in choice:
            self.put_down(rider.seat, choice["card"])
        return choice.get("card")

    def jersey_gain(self, rider: Rider, card: str | None) -> int:
        """Yellow's field, and green's two with a card, always taken (C13.5)."""
        if rider.jersey == "yellow":
            return 1
        return 2 if rider.jersey == "green" and card else 0

    def draw_after_section(self, rider: Rider, champions: int) -> Asking:
        """A card; a champion draws several and puts one back (C10.1.2, C13.4, C14.9)."""
        source = "after a timed section"
        if rider.jersey != "rainbow":
            self.draw(rider.seat, source)
            return
        drawn = [card for card in (self.draw(rider.seat, source) for _ in range(champions)) if card]
        if len(drawn) > 1:
            choices = [say("GiveBack", card=card) for card in sorted(set(drawn))]
            choice = yield from self.ask(rider.seat, "return", choices)
            self.teams[rider.seat].hand[choice["card"]] -= 1
            self.pile[choice["card"]] += 1

    # of teams (C14)

    def ride_team_trial(self, starters: list[Team]) -> Asking:
        """One team at a time, the next when all have passed the first section (C14.2)."""
        waiting, road = list(starters), []
        last: Team | None = None
        self.round = 0
        while waiting or road:
            self.round += 1
            road.sort(key=lambda team: (-team.line[-1].field, starters.index(team)))
            if waiting and (last is None or self.section(last.line[-1].field) > 0):
                last = waiting.pop(0)
                road.append(last)
            self.order = list(road)
            while self.order:
                yield from self.ride_line(self.order[0])
                self.order.pop(0)
            road = [team for team in road if self.section(team.line[-1].field) < len(TENTHS)]
        teams = sorted(starters, key=lambda team: team.racing()[0].tenths)
        self.finish = [rider for team in teams for rider in team.racing()]
        places = {rider: place for place, team in enumerate(teams, 1) for rider in team.racing()}
        self.end_trial((), places)

    def ride_line(self, team: Team) -> Asking:
        """One throw moves the whole line (C14.2 to C14.9)."""
        changing = False
        if not team.line:
            yield from self.form_line(team)
        elif len(team.line) > 1:
            self.turn = {"rider": team.line[0].name}
            choices = [say("KeepLead"), say("ChangeLead")]
            choice = yield from self.choose(team.seat, "change", choices)
            changing = choice["type"] == "ChangeLead"
        self.turn = {"rider": team.line[0].name}
        head, before = team.line[0], self.section(team.line[-1].field)
        die = yield from self.throw(head, "for the move")
        if changing:
            yield from self.ride_changing(team, head, die)
        else:
            yield from self.ride_keeping(team, head, die)
        for rider in team.line:
            rider.tenths += TENTHS[before]
        passed = min(self.section(team.line[-1].field), len(TENTHS) - 1) - min(before, len(TENTHS) - 1)
        for _ in range(passed):
            if len(team.line) == 1:
                team.spent = False
            yield from self.draw_after_section(head, 2)

    def form_line(self, team: Team) -> Asking:
        """Who leads, and who rides second."""
        self.turn = {}
        left = team.racing()
        for kind, phase in (("Lead", "leader"), ("RideSecond", "second")):
            if not left:
                break
            choices = [say(kind, rider=rider.name) for rider in left]
            choice = yield from self.choose(team.seat, phase, choices)
            rider = next(rider for rider in left if rider.name == choice["rider"])
            left.remove(rider)
            team.line.append(rider)
        team.line += left
        for place, rider in enumerate(team.line):
            rider.field = -place

    def ride_keeping(self, team: Team, head: Rider, die: int) -> Asking:
        """The head goes on, with a card once (C14.4, C14.5)."""
        card = None
        if not team.spent:
            card = yield from self.multiplier(head, die)
            team.spent = card is not None
        self.pull(team, head.field + die * (worth(card) if card else 1) + self.jersey_gain(head, card))

    def ride_changing(self, team: Team, head: Rider, die: int) -> Asking:
        """With 4 or more the second takes the lead (C14.7, C17.17, C17.35)."""
        card = None
        cards = [card for card in team.cards() if die + worth(card) >= NEEDED]
        if die < NEEDED and cards and not (team.spent and self.options["change_card"] == "counts"):
            self.turn = {"rider": head.name, "die": die, "changing": True}
            choices = [say("NoCard", rider=head.name)]
            choices += [say("AddCard", rider=head.name, card=card) for card in cards]
            choice = yield from self.ask(team.seat, "add", choices)
            card = choice.get("card")
        if card:
            self.put_down(team.seat, card)
        total = die + (worth(card) if card else 0)
        gain = self.jersey_gain(head, card)
        if total < NEEDED:
            yield from self.ride_keeping(team, head, die)
            return
        team.line = [*team.line[1:], head]
        team.spent = False
        self.pull(team, team.line[0].field + total + gain)

    @staticmethod
    def pull(team: Team, place: int) -> None:
        """The head to its field, the others right behind (C14.3)."""
        for behind, rider in enumerate(team.line):
            rider.field = place - behind

    # the end (C13.7)

    def end_trial(self, points: Sequence[int], places: dict[Rider, int]) -> None:
        """Gaps in whole seconds (C13.7, C17.14)."""
        best = self.finish[0].tenths
        up = 9 if self.options["trial_gaps"] == "rounded-up" else 0
        lost = {rider: (rider.tenths - best + up) // 10 for rider in self.finish}
        self.give_places(lost, tuple(points), (), places)
