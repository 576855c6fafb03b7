"""A stage on the road: rounds, turns, moves, slipstream, crashes and cars (C1 to C8, C11, C12)."""

from etapa_order import Order
from etapa_pieces import CLIMBS, FINISH, PODIUM, Rider, rounds, worth
from etapa_table import Asking, Json, say

LEVELS = {"F": 2, "D": 3, "E": 1, "N": 1, "H": 1, "U": 1}
INJURY = {1: 2, 2: 3, 3: 6}
BLOCK = 4


class Road(Order):
    """Everything that happens between the flag and the line."""

    crossed: list[Rider]
    reckoned: list[Rider]
    later: list[Rider]

    def ride_stage(self, starters: list[Rider]) -> Asking:
        """The start, then rounds until somebody has crossed the line."""
        self.crossed, self.later = [], []
        self.round = 1
        yield from self.start_round(starters)
        while not self.crossed and self.on_road():
            self.round += 1
            for rider in self.riders:
                rider.begin_round()
            self.find_peloton()
            yield from self.ride_round()
        self.finish = self.finish_order()
        self.end_road_stage()

    def ride_round(self) -> Asking:
        """Every rider's turn, and white's second one at the end (C4.4)."""
        white = None
        self.reckoned = []
        for place in sorted({rider.start for rider in self.on_road()}, reverse=True):
            there = [rider for rider in self.on_road() if rider.start == place and rider not in self.reckoned]
            self.later = self.by_field(place)
            yield from self.settle_field(there)
            while self.order:
                rider = self.order[0]
                self.reckoned.append(rider)
                yield from self.take_turn(rider)
                if self.has_second_turn(rider):
                    if self.crossed:
                        yield from self.second_turn(rider)
                    else:
                        white = rider
                self.order.pop(0)
        if (
            white
            and self.crossed
            and self.options["white_late"] == "round-end"
            and self.has_second_turn(white)
        ):
            self.order = [white]
            yield from self.second_turn(white)
            self.order = []

    def by_field(self, place: int) -> list[Rider]:
        """Those behind a field, whose order is still open."""
        behind = [rider for rider in self.on_road() if rider.start < place]
        return sorted(behind, key=lambda rider: (-rider.start, rider.number))

    def start_round(self, starters: list[Rider]) -> Asking:
        """Two throws and nothing else; any number on a field (C1.4, C1.7, C17.2)."""
        self.order = list(starters)
        while self.order:
            rider = self.order[0]
            self.turn = {"rider": rider.name}
            first = yield from self.throw(rider, "at the start")
            second = yield from self.throw(rider, "at the start")
            fields = first + second
            if self.options["start_bonus"] == "yellow" and rider.jersey == "yellow":
                fields += yield from self.bonus(rider, "yellow", 1)
            yield from self.move(rider, fields, fields, at_least=1)
            self.order.pop(0)

    # the peloton (C3.5)

    def groups(self, reach: int) -> list[list[Rider]]:
        """Riders no further apart than so many fields, front to back (C3.5)."""
        found: list[list[Rider]] = []
        for rider in sorted(self.on_road(), key=lambda rider: -rider.field):
            if found and found[-1][-1].field - rider.field <= reach:
                found[-1].append(rider)
            else:
                found.append([rider])
        return found

    def find_peloton(self) -> None:
        """The largest group, the rearmost of equally large ones (C3.5, C17.9)."""
        found = self.groups(1 if self.options["groups"] == "touching" else 5)
        largest = max(len(group) for group in found)
        group = [group for group in found if len(group) == largest][-1]
        self.peloton = (group[-1].field, group[0].field)

    def dropped(self, rider: Rider) -> bool:
        """More than five fields behind the peloton (C3.5.2)."""
        return self.peloton is not None and rider.start < self.peloton[0] - 5

    # the road (C1.8, C11)

    def level(self, place: int) -> int:
        """I uphill, II flat, III downhill."""
        return LEVELS[self.stage.at(place).upper()]

    def cobbled(self, place: int) -> bool:
        """Cobbles belong to the further profiles (C11.2)."""
        return self.options["profiles"] and self.stage.at(place).islower()

    def climb(self, place: int) -> int:
        """What a climb adds (C11.1)."""
        return CLIMBS.get(self.stage.at(place).upper(), 0) if self.options["profiles"] else 0

    def base(self, rider: Rider) -> int:
        """What the road gives for a throw, in a breakaway or not (C1.8, C2.6, C11, C15.1)."""
        level = self.level(rider.field)
        flat = {"headwind": 5, "tailwind": 7}.get(self.weather, 6)
        if self.cobbled(rider.field):
            return {1: 0, 2: flat // 2, 3: 6}[level]
        if rider.tokens:
            both = self.options["climbing_breakaway"] == "both"
            return 6 + (self.climb(rider.field) if both else 0) if level == 1 else 12
        return {1: self.climb(rider.field), 2: flat, 3: 12}[level]

    # a turn

    def take_turn(self, rider: Rider) -> Asking:
        """Ride, lie, stand or feed."""
        self.turn = {"rider": rider.name}
        if rider.status == "fallen" and rider.back == self.round:
            rider.status, rider.back = "riding", 0
        if rider.status == "riding":
            yield from self.plan(rider, second=False)
        elif rider.status == "feeding":
            yield from self.feed_from_car(rider)
        elif self.teams[rider.seat].served is rider:
            yield from self.wait_for_car(rider)
        elif rider.status == "punctured":
            yield from self.serve_next(rider)

    def plan(self, rider: Rider, second: bool) -> Asking:
        """What to do with a turn."""
        choice, put = say("SwapCard"), self.choose
        while choice["type"] == "SwapCard":
            choices = self.plans(rider) if not second else self.second_plans(rider)
            choice = yield from put(rider.seat, "plan", choices)
            put = self.ask
            if choice["type"] == "SwapCard":
                self.swap(rider.seat, choice["card"])
        kind = choice["type"]
        if kind in ("Throw", "Sprint", "BreakAway"):
            yield from self.ride(rider, kind, choice.get("card"))
        elif kind == "Follow":
            yield from self.follow(rider, self.riders[int(choice["leader"]) - 1], choice["fields"])
        elif kind == "CallCar":
            rider.status, rider.tokens = "feeding", max(0, rider.tokens - 1)
            self.send(rider)
            rider.shaken = False
        elif kind == "WaitForMate":
            rider.shaken, rider.tokens = False, max(0, rider.tokens - 1)

    def plans(self, rider: Rider) -> list[Json]:
        """All that a rider may do."""
        choices = self.throws(rider) + self.wheels(rider)
        if self.may_call(rider):
            choices.append(say("CallCar", rider=rider.name))
        if self.may_wait(rider):
            choices.append(say("WaitForMate", rider=rider.name))
        return choices + self.swaps(rider.seat)

    def second_plans(self, rider: Rider) -> list[Json]:
        """White's second turn is thrown, or done without (C4.4, C17.33)."""
        return [*self.throws(rider), say("ForgoTurn", rider=rider.name), *self.swaps(rider.seat)]

    def throws(self, rider: Rider) -> list[Json]:
        """With or without a card (C2, C3.3, C7.4, C11.2)."""
        choices = [say("Throw", rider=rider.name)]
        if rider.tokens or rider.injured or self.cobbled(rider.field):
            return choices
        cards = self.teams[rider.seat].cards()
        choices += [say("Sprint", rider=rider.name, card=card) for card in cards]
        return choices + [say("BreakAway", rider=rider.name, card=card) for card in cards if rounds(card)]

    def may_call(self, rider: Rider) -> bool:
        """Whether the car can come with food (C8.1, C8.2)."""
        free = self.teams[rider.seat].served is None
        return self.options["cars"] and free and not self.past_limit(rider)

    def past_limit(self, rider: Rider) -> bool:
        """Whether he has passed the line of the time limit (C5.2)."""
        return rider.field > self.stage.limit

    def may_wait(self, rider: Rider) -> bool:
        """A team-mate lets his turn go by for an injured rider behind him (C7.5)."""
        mates = self.teams[rider.seat].riders
        return not rider.injured and any(
            mate.injured and mate in self.on_road() and rider.field - mate.field > 1 for mate in mates
        )

    # slipstream (C3.4)

    def wheels(self, rider: Rider) -> list[Json]:
        """The leaders who can be followed; of those who went equally far the first."""
        choices: list[Json] = []
        for leader in self.reckoned:
            fields = leader.unaided if rider.injured else leader.moved
            if self.can_follow(rider, leader) and all(fields != choice["fields"] for choice in choices):
                choices.append(say("Follow", rider=rider.name, leader=leader.name, fields=fields))
        return choices

    def can_follow(self, rider: Rider, leader: Rider) -> bool:
        """On the same field or right behind, on one level, not over cobbles (C3.4.1, C3.4.2, C3.4.5)."""
        if leader is rider or not leader.rode or leader.start - rider.start not in (0, 1):
            return False
        if self.weather == "crosswind" and leader.followers >= 3:
            return False
        mate = rider.injured and leader.seat == rider.seat
        if mate and leader.carded:
            return False
        return (mate or self.one_level(rider, leader)) and not self.over_cobbles(rider, leader)

    def way(self, rider: Rider, leader: Rider) -> range:
        """The fields from the follower to where his leader ended."""
        return range(rider.field, min(leader.start + leader.moved, self.stage.length) + 1)

    def one_level(self, rider: Rider, leader: Rider) -> bool:
        """Whether the road stays on one level (C3.4.2, C17.7)."""
        way = self.way(rider, leader)
        fields = way if self.options["slipstream_border"] == "whole-move" else (way[0], way[-1])
        return len({self.level(place) for place in fields}) == 1

    def over_cobbles(self, rider: Rider, leader: Rider) -> bool:
        """Whether cobbles forbid it (C3.4.5, C17.28)."""
        if self.options["cobbled_slipstream"] == "own-field":
            return self.cobbled(rider.field)
        return any(self.cobbled(place) for place in self.way(rider, leader))

    def follow(self, rider: Rider, leader: Rider, fields: int) -> Asking:
        """Ride in a slipstream: no throw, no risk, no token (C3.4.3, C3.4.4, C17.8)."""
        leader.followers += 1
        rider.shaken = False
        self.turn |= {"following": leader.name}
        more = 0
        if self.options["slipstream_bonus"] == "kept":
            more = yield from self.jersey_fields(rider)
        yield from self.move(rider, fields + more, fields)

    # a throw

    def ride(self, rider: Rider, kind: str, card: str | None) -> Asking:
        """Throw, look whether something happens, and move."""
        first_round = kind == "BreakAway"
        breaking = first_round or rider.tokens > 0
        if card:
            self.put_down(rider.seat, card)
            rider.used += 1
            self.turn |= {"card": card}
        if first_round:
            rider.tokens = rounds(card or "")
        rider.carded = card is not None or breaking
        die = yield from self.throw_for_move(rider, card is not None, breaking)
        on = yield from self.survives(rider, die, card is not None)
        if not on:
            return
        sprint = card if kind == "Sprint" and not rider.injured else None
        yield from self.move_by_throw(rider, die, sprint, breaking and not rider.injured)

    def throw_for_move(self, rider: Rider, carded: bool, breaking: bool) -> Asking:
        """One throw; the champion takes the better of two without a card (C10.1.1, C17.26)."""
        die = yield from self.throw(rider, "for the move")
        twice = not carded and (not breaking or self.options["champion_in_breakaway"] == "two-throws")
        if self.jersey(rider) == "rainbow" and twice:
            other = yield from self.throw(rider, "for the move")
            choices = [say("PickFace", face=face) for face in sorted({die, other})]
            die = (yield from self.choose(rider.seat, "pick", choices))["face"]
        return die

    def survives(self, rider: Rider, die: int, carded: bool) -> Asking:
        """Injuries and crashes; whether the rider goes on (C6.1, C7.1, C17.30)."""
        hurt = rider.shaken and die == 1 and self.options["injuries"] and self.options["crashes"]
        rider.shaken = False
        if hurt:
            rider.tokens = 0
            choices = [say("Withdraw", rider=rider.name), say("RideInjured", rider=rider.name)]
            choice = yield from self.choose(rider.seat, "injury", choices)
            rider.injured = True
            if choice["type"] == "Withdraw":
                rider.status = "withdrawn"
                return False
            if self.options["injury_and_crash"] == "injury":
                return True
        wet = self.weather == "rain" and self.level(rider.field) == 3
        if die == 1 and self.options["crashes"] and (carded or wet or self.cobbled(rider.field)):
            return (yield from self.check_crash(rider))
        return True

    def move_by_throw(self, rider: Rider, die: int, sprint: str | None, breaking: bool) -> Asking:
        """Die, road, card, jersey, and what is lost (C1.8, C2, C3.5.2, C4, C7.4, C17.1)."""
        level = self.level(rider.field)
        fields = die + self.base(rider)
        if sprint:
            fields += worth(sprint) // (2 if level == 1 else 1)
        ultra = self.options["profiles"] and self.stage.at(rider.field) == "U"
        fields -= self.dropped(rider)
        if rider.injured:
            fields -= INJURY[level]
        least = self.options["minimum_move"] == "every-throw" or self.dropped(rider) or ultra
        fields = max(fields, 1 if least else 0)
        unaided = fields
        fields += yield from self.jersey_fields(rider)
        if rider.carded and self.jersey(rider) == "green" and not self.cobbled(rider.field):
            fields += yield from self.bonus(rider, "green", 2)
        kept = self.cobbled(rider.field) and self.options["cobbled_breakaway"] == "kept"
        yield from self.move(rider, fields, unaided)
        if breaking and not kept:
            rider.tokens -= 1

    def jersey_fields(self, rider: Rider) -> Asking:
        """Yellow everywhere, polka dot uphill (C4.1, C4.2)."""
        if self.jersey(rider) == "yellow":
            return (yield from self.bonus(rider, "yellow", 1))
        if self.jersey(rider) == "polka-dot" and self.level(rider.field) == 1:
            return (yield from self.bonus(rider, "polka-dot", 2))
        return 0

    def bonus(self, rider: Rider, jersey: str, fields: int) -> Asking:
        """A jersey's fields may be taken or left (C4)."""
        take = say("TakeBonus", rider=rider.name, jersey=jersey, fields=fields)
        leave = say("LeaveBonus", rider=rider.name, jersey=jersey)
        choice = yield from self.choose(rider.seat, "bonus", [take, leave])
        return fields if choice == take else 0

    # a move (C1.6, C1.7, C2.8, C3.6, C7.5)

    def move(self, rider: Rider, fields: int, unaided: int, at_least: int = 0) -> Asking:
        """Ride the move in full or shorten it, as the road lets him."""
        team = self.teams[rider.seat]
        choice = say("SwapCard")
        while choice["type"] == "SwapCard":
            self.turn |= {"fields": fields}
            choices = self.moves(rider, fields, at_least)
            put = self.ask if team.slow else self.choose
            choice = yield from put(rider.seat, "move", choices)
            if choice["type"] == "SwapCard":
                self.swap(rider.seat, choice["card"])
        if choice["type"] == "SlowDown":
            team.slow -= 1
        self.arrive(rider, self.reach(rider, choice["fields"]), unaided)

    def moves(self, rider: Rider, fields: int, at_least: int) -> list[Json]:
        """In full, slowed down, to the feed zone, to a helper."""
        choices = [say("RideOn", rider=rider.name, fields=fields)]
        if self.teams[rider.seat].slow:
            least = max(at_least, self.options["slow_to"] == "one-field")
            choices += [say("SlowDown", rider=rider.name, fields=short) for short in range(least, fields)]
        choices += [say("StopForFood", rider=rider.name, fields=short) for short in self.stops(rider, fields)]
        choices += [
            say("StopAtHelper", rider=rider.name, fields=short) for short in self.helped(rider, fields)
        ]
        return choices + self.swaps(rider.seat)

    def stops(self, rider: Rider, fields: int) -> list[int]:
        """Where in the feed zone he could stop (C3.6, C8.3)."""
        if rider.fed or not self.pile.total():
            return []
        first, last = self.stage.feed
        return [short for short in range(1, fields) if first <= rider.field + short <= last]

    def helped(self, rider: Rider, fields: int) -> list[int]:
        """Where an injured rider could stop for a team-mate (C7.5)."""
        mates = [
            mate for mate in self.teams[rider.seat].riders if mate is not rider and mate.status == "riding"
        ]
        ends = {mate.field - behind for mate in mates if not mate.injured for behind in (0, 1)}
        return [short for short in range(1, fields) if rider.injured and rider.field + short in ends]

    def reach(self, rider: Rider, fields: int) -> int:
        """How far a rider gets before full fields hold him up (C1.6, C1.7, C17.3)."""
        if self.round == 1:
            return rider.field + fields
        end = rider.field
        for place in range(rider.field + 1, rider.field + fields + 1):
            there = [other for other in self.on_road() if other.field == place and self.blocks(other)]
            if len(there) < BLOCK or place > self.stage.length:
                end = place
            elif not any(other.seat == rider.seat for other in there):
                break
            elif place == rider.field + fields and self.options["fifth_rider"] == "joins":
                end = place
        return end

    def blocks(self, rider: Rider) -> bool:
        """Who lies, stands or feeds may not count (C17.25)."""
        return self.options["lying_riders"] == "block" or rider.status == "riding"

    def arrive(self, rider: Rider, place: int, unaided: int) -> None:
        """The rider is there: primes, line, food; others copy a first turn only (C17.33)."""
        if self.round > 1 and not self.turn.get("second"):
            rider.rode, rider.moved = True, place - rider.field
            rider.unaided = min(unaided, rider.moved)
        rider.field = place
        self.pass_primes(rider)
        self.cross(rider)
        self.feed(rider)

    def cross(self, rider: Rider) -> None:
        """Who is past the last field has crossed the line (C1.5)."""
        if rider.field > self.stage.length and rider not in self.crossed:
            self.crossed.append(rider)

    def feed(self, rider: Rider) -> None:
        """Who ends in the feed zone draws, once in a stage (C3.6, C8.3, C15.1)."""
        first, last = self.stage.feed
        if rider.fed or not first <= rider.field <= last or not self.pile.total():
            return
        rider.fed = True
        for _ in range(2 if self.weather == "heat" else 1):
            self.draw(rider.seat, "in the feed zone")

    # white (C4.4)

    def has_second_turn(self, rider: Rider) -> bool:
        """White rides twice in the last round, if he can ride."""
        home = rider in self.crossed and self.options["finish_order"] == "crossing"
        return self.jersey(rider) == "white" and rider.status == "riding" and not home

    def second_turn(self, rider: Rider) -> Asking:
        """The second turn of the last round."""
        self.turn = {"rider": rider.name, "second": True}
        yield from self.plan(rider, second=True)

    # crashes (C6)

    def check_crash(self, rider: Rider) -> Asking:
        """The throw after the 1: whether he goes on (C6.1)."""
        face = yield from self.throw(rider, "to see how the crash ends")
        if face == 1:
            raised = yield from self.raise_crash(rider)
            if raised:
                if self.options["raised_crash"] == "rides-on":
                    return True
                face += worth(raised)
        if face > 3:
            return True
        rider.tokens = 0
        if face == 3:
            self.puncture(rider)
        else:
            yield from self.fall_with(rider, face == 1)
        return False

    def raise_crash(self, rider: Rider) -> Asking:
        """A card against a mass crash; not when injured, not on cobbles (C6.1.2)."""
        team = self.teams[rider.seat]
        if rider.injured or self.cobbled(rider.field) or not team.cards():
            return None
        choices = [say("FallDown"), *(say("Avoid", card=card) for card in team.cards())]
        choice = yield from self.ask(rider.seat, "avoid", choices)
        if choice["type"] == "FallDown":
            return None
        self.put_down(rider.seat, choice["card"])
        return choice["card"]

    def puncture(self, rider: Rider) -> None:
        """He stands until his car is there (C6.1)."""
        rider.status, rider.down = "punctured", True
        if self.teams[rider.seat].served is None and not self.others_wait(rider):
            self.send(rider)

    def others_wait(self, rider: Rider) -> bool:
        """Whether a team-mate stands with a puncture too."""
        mates = self.teams[rider.seat].riders
        return any(mate.status == "punctured" for mate in mates if mate is not rider)

    def fall_with(self, rider: Rider, mass: bool) -> Asking:
        """A fall, alone or with all on the field, and the riders behind (C6.1.1, C6.1.4)."""
        fallen = [rider]
        self.fall(rider, self.round + 2)
        if mass:
            fallen += self.bring_down(rider)
            yield from self.crash_behind(rider.field - 1, fallen)
        yield from self.send_cars(fallen)

    def bring_down(self, rider: Rider) -> list[Rider]:
        """All who stand on his field fall with him; who lies, lies."""
        others = [
            other
            for other in self.on_road()
            if other is not rider and other.field == rider.field and not self.lies(other)
        ]
        for other in others:
            self.fall(other, self.back_after(other))
        return others

    def lies(self, rider: Rider) -> bool:
        """Whether he lies on the ground already."""
        return rider.shaken and rider.back > self.round

    def back_after(self, rider: Rider) -> int:
        """The round in which he rides again (C6.1.3, C17.11)."""
        lost_turn = rider not in self.reckoned
        return self.round + (1 if lost_turn and self.options["brought_down"] == "one-round" else 2)

    def crash_behind(self, place: int, fallen: list[Rider]) -> Asking:
        """The riders on the field behind throw, and perhaps those behind them (C6.1.4)."""
        again = False
        for rider in [rider for rider in self.on_road() if rider.field == place]:
            if self.lies(rider):
                continue
            face = yield from self.throw(rider, "beside the crash")
            if face == 2:
                self.fall(rider, self.back_after(rider))
                fallen.append(rider)
            if face == 1 and not (yield from self.raise_crash(rider)):
                self.fall(rider, self.back_after(rider))
                fallen += [rider, *self.bring_down(rider)]
                again = True
        if again:
            yield from self.crash_behind(place - 1, fallen)

    def fall(self, rider: Rider, back: int) -> None:
        """He lies; sprint or breakaway end (C6.1.1)."""
        if rider.status == "feeding":
            self.teams[rider.seat].served = None
        if rider.status != "punctured":
            rider.status = "fallen"
        rider.back, rider.tokens, rider.shaken, rider.down = back, 0, True, True

    # cars (C8)

    def send(self, rider: Rider) -> None:
        """The car comes up from six fields behind."""
        team = self.teams[rider.seat]
        team.served, team.car = rider, rider.field - 6

    def send_cars(self, fallen: list[Rider]) -> Asking:
        """A car may be sent to a fallen rider (C8.1.1, C17.12)."""
        if not self.options["cars"] or self.options["crash_car"] == "never":
            return
        for team in self.teams:
            mine = [rider for rider in fallen if rider.seat == team.seat]
            if mine and team.served is None and not self.past_limit(mine[0]):
                choices = [say("KeepCar"), *(say("SendCar", rider=rider.name) for rider in mine)]
                choice = yield from self.ask(team.seat, "crash-car", choices)
                if choice["type"] == "SendCar":
                    self.send(self.riders[int(choice["rider"]) - 1])

    def drive(self, rider: Rider, face: int) -> bool:
        """The car drives one die; whether it has reached the rider."""
        team = self.teams[rider.seat]
        team.car = min(team.car + face, rider.field)
        return team.car == rider.field

    def meet(self, rider: Rider) -> Asking:
        """Car and rider are together: perhaps a card, and the car leaves (C8.2)."""
        team = self.teams[rider.seat]
        if self.options["cars"] and not self.past_limit(rider) and self.pile.total():
            choices = [say("TakeCard", rider=rider.name), say("WaiveCard", rider=rider.name)]
            choice = yield from self.ask(rider.seat, "contact", choices)
            if choice["type"] == "TakeCard":
                self.draw(rider.seat, "from the car")
        team.served = None

    def wait_for_car(self, rider: Rider) -> Asking:
        """Fallen or punctured, with a car on its way."""
        there = self.drive(rider, (yield from self.throw(rider, "for the car")))
        if there:
            yield from self.meet(rider)
        if rider.status == "fallen":
            self.teams[rider.seat].served = None
        elif there:
            rider.status, rider.back = "fallen", max(rider.back, self.round + 1)

    def serve_next(self, rider: Rider) -> Asking:
        """A free car comes to a puncture that waits; with two, if the player likes (C8.1, C17.36)."""
        if self.teams[rider.seat].served:
            return
        send = say("SendCar", rider=rider.name)
        choices = [send, say("KeepCar")] if self.others_wait(rider) else [send]
        choice = yield from self.choose(rider.seat, "puncture-car", choices)
        if choice == send:
            self.send(rider)

    def feed_from_car(self, rider: Rider) -> Asking:
        """The car drives; not reached, the rider rolls on one field; a token is lost (C2.5, C8.2, C17.12)."""
        face = yield from self.throw(rider, "for the car")
        rider.tokens = max(0, rider.tokens - 1)
        if self.options["feeding_order"] == "rider-first":
            self.roll(rider)
        if self.drive(rider, face):
            yield from self.meet(rider)
            rider.status = "riding"
        elif self.options["feeding_order"] == "car-first":
            self.roll(rider)

    def roll(self, rider: Rider) -> None:
        """One field on."""
        place = self.reach(rider, 1)
        if place > rider.field:
            rider.field = place
            self.pass_primes(rider)
            self.cross(rider)
            self.feed(rider)

    # the end (C5)

    def finish_order(self) -> list[Rider]:
        """Those who crossed, then the others by field, then by turn (C5.1, C17.10, C17.39)."""
        crossed = list(self.crossed)
        if self.options["finish_order"] == "distance":
            crossed.sort(key=lambda rider: -rider.field)
        turns = {rider: turn for turn, rider in enumerate(self.reckoned)}
        others = [rider for rider in self.riders if rider.status != "out" and rider not in crossed]

        def place(rider: Rider) -> tuple[bool, int, bool, int]:
            left = rider.status == "withdrawn"
            return self.unrewarded(rider), -rider.field, left, turns.get(rider, len(turns))

        return crossed + sorted(others, key=place)

    def losses(self) -> dict[Rider, int]:
        """A second for each field to the line, shared without a gap (C5.1, C12.2, C17.22)."""
        own = 1 if self.options["loss"] == "own-field" else 0
        lost: dict[Rider, int] = {}
        ahead: Rider | None = None
        for rider in sorted(self.finish, key=lambda rider: -rider.field):
            alone = max(0, self.stage.length - rider.field + own)
            if rider.field > self.stage.length:
                alone = 0
            elif rider.status == "withdrawn":
                lost[rider] = alone
                continue
            elif ahead and ahead.field - rider.field <= 1:
                alone = lost[ahead]
            lost[rider] = alone
            ahead = rider
        return lost | {
            rider: min(lost[rider], lost[self.nearest(rider)]) for rider in self.finish if rider.down
        }

    def nearest(self, rider: Rider) -> Rider:
        """Whose time protects a rider who went down in the last kilometre (C12.2, C17.32, C17.38)."""
        down = ("fallen", "punctured") if self.options["protection"] == "upright" else ()
        givers = [
            other
            for other in self.reckoned
            if other in self.on_road() and other is not rider and other.status not in down
        ]
        if not self.options["specials"] or rider.field < self.stage.flag or not givers:
            return rider
        first = 1 if self.options["nearest"] == "ahead" else -1

        def distance(other: Rider) -> tuple[int, int]:
            away = other.start - rider.start
            return abs(away), -first * away

        return min(givers, key=distance)

    def end_road_stage(self) -> None:
        """Primes, places, limit, doping (C5, C15.2)."""
        self.credit_primes()
        places = {rider: place for place, rider in enumerate(self.finish, 1)}
        self.give_places(self.losses(), FINISH[self.stage.type], PODIUM, places)
        for rider in self.finish:
            if not self.past_limit(rider):
                self.drop_out(rider)
        self.test_for_doping()
