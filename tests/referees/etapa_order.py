"""Who rides when in a round: fields, blocks, jerseys and dice-offs (C3.1, C3.2)."""

from etapa_pieces import Rider, worth
from etapa_standings import Standings
from etapa_table import Asking, say

TIERS = {"yellow": 0, "polka-dot": 1, "green": 1, "white": 2}


class Order(Standings):
    """The order of a round, settled before anybody moves."""

    def on_road(self) -> list[Rider]:
        """Riders who have a place on the road."""
        return [rider for rider in self.riders if rider.status not in ("out", "withdrawn")]

    def settle_field(self, riders: list[Rider]) -> Asking:
        """Players with more riders first; who is back after everybody by an option, who lies last (C17.5)."""
        self.order, self.turn = [], {}
        lying = [rider for rider in riders if self.waits(rider)]
        late = [rider for rider in riders if self.recovering(rider) and self.options["recovering"] == "last"]
        counts = {rider.seat: sum(rider.seat == other.seat for other in riders) for rider in riders}
        for count in sorted(set(counts.values()), reverse=True):
            block = [rider for rider in riders if counts[rider.seat] == count and rider not in late + lying]
            if block:
                yield from self.settle_block(block)
        if late:
            yield from self.settle_tier(late)
        self.order += lying

    def recovering(self, rider: Rider) -> bool:
        """Whether he is just back from a crash or a puncture."""
        return rider.back == self.round and rider.status == "fallen"

    def waits(self, rider: Rider) -> bool:
        """Whether he lies, or waits with a puncture, all round."""
        return rider.status in ("fallen", "punctured") and not self.recovering(rider)

    def settle_block(self, riders: list[Rider]) -> Asking:
        """One player in his own order, several rider by rider (C3.1)."""
        if len({rider.seat for rider in riders}) == 1:
            yield from self.own_order(riders)
            return
        tiers = {rider: self.rank(rider) for rider in riders}
        for tier in sorted(set(tiers.values())):
            yield from self.settle_tier([rider for rider in riders if tiers[rider] == tier])

    def rank(self, rider: Rider) -> int:
        """Yellow; polka dot and green; white; the others; who is just back, jersey or not (C3.1)."""
        return 4 if self.recovering(rider) else TIERS.get(self.jersey(rider), 3)

    def jersey(self, rider: Rider) -> str:
        """The jersey that helps him; none while injured (C7.8)."""
        return "none" if rider.injured else rider.jersey

    def settle_tier(self, riders: list[Rider]) -> Asking:
        """Riders of equal rank: players by a dice-off, each with all of his."""
        seats = sorted({rider.seat for rider in riders})
        if len(seats) > 1:
            seats = yield from self.throw_dice_off(seats)
        for seat in seats:
            yield from self.own_order([rider for rider in riders if rider.seat == seat])

    def own_order(self, riders: list[Rider]) -> Asking:
        """A player puts his riders on a field in order."""
        left = list(riders)
        while left:
            choices = [say("GoNext", rider=rider.name) for rider in left]
            choice = yield from self.choose(left[0].seat, "next", choices)
            rider = next(rider for rider in left if rider.name == choice["rider"])
            left.remove(rider)
            self.order.append(rider)

    # dice-offs (C3.2, C17.6)

    def throw_dice_off(self, seats: list[int]) -> Asking:
        """All throw, who is behind may raise; the seats, best first."""
        totals = dict.fromkeys(seats, 0)
        yield from self.throw_until_apart(totals, seats)
        declined: list[int] = []
        while bidder := self.next_bidder(totals, declined):
            yield from self.bid(totals, bidder[0], declined)
        ranking: list[int] = []
        for total in sorted(set(totals.values()), reverse=True):
            ranking += yield from self.part([seat for seat in seats if totals[seat] == total])
        self.dice_off = None
        return ranking

    def part(self, seats: list[int]) -> Asking:
        """Equal totals are thrown again among themselves (C17.6)."""
        if len(seats) == 1:
            return seats
        totals = {}
        for seat in seats:
            totals[seat] = yield from self.throw_off(seat)
        ranking: list[int] = []
        for total in sorted(set(totals.values()), reverse=True):
            ranking += yield from self.part([seat for seat in seats if totals[seat] == total])
        return ranking

    def throw_until_apart(self, totals: dict[int, int], seats: list[int]) -> Asking:
        """Equal best throws are thrown again."""
        while len(seats) > 1:
            for seat in seats:
                totals[seat] = yield from self.throw_off(seat)
            best = max(totals.values())
            seats = [seat for seat in totals if totals[seat] == best]

    def next_bidder(self, totals: dict[int, int], declined: list[int]) -> list[int]:
        """The lowest of those who are behind, have cards and have not declined."""
        best = max(totals.values())
        leader = next(seat for seat in totals if totals[seat] == best)
        behind = [
            seat for seat in totals if seat != leader and seat not in declined and self.teams[seat].cards()
        ]
        return sorted(behind, key=lambda seat: totals[seat])[:1]

    def bid(self, totals: dict[int, int], seat: int, declined: list[int]) -> Asking:
        """One player raises as often as he likes, or lets the others go."""
        team, started = self.teams[seat], False
        while team.cards():
            others = max(total for other, total in totals.items() if other != seat)
            self.dice_off = {"totals": {str(s): t for s, t in totals.items()}, "bidder": seat}
            reach = totals[seat] + sum(worth(card) * copies for card, copies in team.hand.items())
            may_raise = self.options["raises"] == "any" or reach > others
            may_stop = not started or totals[seat] > others or self.options["raises"] == "any"
            choices = [say("NoMore")] if may_stop else []
            choices += [say("Raise", card=card) for card in team.cards()] if may_raise else []
            choice = yield from self.ask(seat, "raise", choices)
            if choice["type"] == "NoMore":
                break
            started = True
            declined.clear()
            totals[seat] += worth(choice["card"])
            self.put_down(seat, choice["card"])
        if not started:
            declined.append(seat)
        self.dice_off = None
