"""The activities of a turn of Due Ruote: simple ones, challenges, and what event cards do (Z7, Z11.4)."""

from collections.abc import Iterator
from dataclasses import dataclass

from due_ruote_table import (
    FURTHEST_BREAK,
    PRINTED_DELAY,
    WORN_OUT,
    Asking,
    Challenge,
    Entry,
    Json,
    Rider,
    Table,
    Team,
    message,
)

CHALLENGES = ("go-to-head", "raise-pace", "break-away")
POINTS = {
    "slow-down": 1,
    "drink": 1,
    "eat": 2,
    "small-wear-down": 2,
    "first-player": 2,
    "speed-up": 3,
    "wear-down-team": 3,
    "energy": 3,
}
CANCEL = message("Cancel")
BREAK_FEE = 2


@dataclass
class Deed:
    """An activity somebody has composed and paid for."""

    activity: str
    target: Json | None = None
    entries: tuple[Entry, ...] = ()


@dataclass
class Composer:
    """Who puts riders on the sheet, with which riders in which role, and for what fee."""

    seat: int
    challenge: Challenge
    allowed: dict[str, list[Rider]]
    fee: int
    must_perform: bool


def go_with_the_pawn(table: Table, seat: int) -> Asking:
    """One activity carried out to its end, with the seats a control would excuse; nothing for a pass."""
    deed = yield from compose(table, seat)
    if deed is None:
        table.teams[seat].passed = True
        return None
    table.last_active = seat
    excused = yield from carry_out(table, seat, deed)
    yield from strike(table, seat)
    return excused


def compose(table: Table, seat: int) -> Asking:
    """Choose an activity and pay for it; three times in a row it can be taken back (Z6.3.5)."""
    for cancels in range(4):
        choice = yield from table.ask("activity", seat, openings(table, seat))
        if choice["type"] == "PassForGood":
            return None
        build = compose_challenge if choice["activity"] in CHALLENGES else compose_simple
        deed = yield from build(table, seat, choice["activity"], cancels < 3)
        if deed is not None:
            return deed
    raise AssertionError("a fourth Cancel")


def openings(table: Table, seat: int) -> list[Json]:
    """The activities somebody can begin, and the pass (Z4.3, Z7)."""
    team = table.teams[seat]
    rows = [
        message("ChooseActivity", activity=name, points=points)
        for name, points in POINTS.items()
        if points <= team.purse and simple_is_open(table, seat, name)
    ]
    for name in CHALLENGES:
        if begin_is_open(table, seat, name):
            first_rider = 2 if name == "break-away" else 1
            points = first_rider + begin_fee(table, name)
            rows.append(message("ChooseActivity", activity=name, points=points))
    return rows + ([message("PassForGood")] if team.spent >= 3 else [])


def simple_is_open(table: Table, seat: int, activity: str) -> bool:
    """Whether there is somebody to do it with, or to do it to."""
    if activity == "first-player":
        return table.claimed is None
    return bool(targets(table, seat, activity))


def targets(table: Table, seat: int, activity: str) -> list[Json]:
    """The riders or teams an activity can be about (Z7.1 to Z7.7, Z11.3)."""
    own = table.own(seat)
    if activity == "small-wear-down":
        anybody = table.options["wear_down"] == "anybody"
        return [message("WearRider", rider=r.name) for r in table.still_racing() if anybody or r.seat != seat]
    if activity == "wear-down-team":
        others = [team.seat for team in table.teams if team.seat != seat and table.racing(team.seat)]
        return [message("WearTeam", seat=other) for other in others]
    fit = {
        "slow-down": lambda r: table.options["delay"] == "open" or r.sector > PRINTED_DELAY,
        "speed-up": lambda r: r.sector and r.sector < FURTHEST_BREAK and table.room(r, 3),
        "energy": lambda r: table.fed and not r.energised,
    }.get(activity, Rider.is_racing)
    return [message("ChooseRider", activity=activity, rider=r.name) for r in own if fit(r)]


def compose_simple(table: Table, seat: int, activity: str, may_cancel: bool) -> Asking:
    """Choose whom it is about, then pay."""
    back = [CANCEL] if may_cancel else []
    target = None
    if activity != "first-player":
        target = yield from table.ask("activity", seat, targets(table, seat, activity) + back)
        if target == CANCEL:
            return None
    team = table.teams[seat]
    payment = yield from ask_payment(table, seat, ways_to_pay(team, POINTS[activity]), back)
    if payment == CANCEL:
        return None
    team.pay(payment["tokens"], payment["special"])
    return Deed(activity, target)


def ask_payment(table: Table, seat: int, ways: list[Json], back: list[Json]) -> Asking:
    """How to pay, if there are several ways (Z10.5)."""
    if len(ways) == 1:
        return ways[0]
    return (yield from table.ask("activity", seat, ways + back))


def ways_to_pay(team: Team, points: int) -> list[Json]:
    """Base and special tokens in any mix (Z4.2)."""
    least = max(0, points - team.tokens)
    return [
        message("PayWith", tokens=points - special, special=special)
        for special in range(least, min(points, team.special) + 1)
    ]


# --- Challenges: the sheet ---


def begin_fee(table: Table, activity: str) -> int:
    """What a challenge costs besides its riders (Z13.19)."""
    if table.options["challenge_price"] == "riders":
        return 0
    return BREAK_FEE if activity == "break-away" else 1


def begin_is_open(table: Table, seat: int, activity: str) -> bool:
    """Whether some way to fill the sheet leads to a challenge (Z7.9 to Z7.11)."""
    if activity == "raise-pace" and not pace_can_rise(table):
        return False
    return any(offers(table, beginner(table, seat, activity), ()))


def pace_can_rise(table: Table) -> bool:
    """Twice on a mountain, and not beyond the end of the track (Z7.10.4)."""
    if table.terrain == "M" and table.increases >= 2:
        return False
    return table.speed < table.set["sheets"]["top_speed"]


def beginner(table: Table, seat: int, activity: str) -> Composer:
    """The initiator's riders: performers from bunch or head, helpers from the boxes of the challenge."""
    challenge = Challenge(activity, seat)
    allowed = {"perform": performing(table, seat, activity), "help": helping(table, seat, challenge)}
    return Composer(seat, challenge, allowed, begin_fee(table, activity), must_perform=True)


def performing(table: Table, seat: int, activity: str) -> list[Rider]:
    """To the head one goes from the bunch; the rest is done from the head (Z7.9 to Z7.11)."""
    box = "bunch" if activity == "go-to-head" else "head"
    return [r for r in table.own(seat) if r.box == box]


def helping(table: Table, seat: int, challenge: Challenge) -> list[Rider]:
    """Those in the head may help or obstruct, for some also those in the bunch (Z7.8.5, Z13.11, Z13.29)."""
    to_the_head = challenge.activity == "go-to-head"
    own = to_the_head and challenge.initiator == seat
    wide = {"head": to_the_head, "peloton": True, "always-head": own}[table.options["respond_from"]]
    return [r for r in table.own(seat) if r.box == "head" or (wide and r.box == "bunch")]


def responder(table: Table, seat: int, challenge: Challenge) -> Composer:
    """Another player's riders, for and against (Z7.8)."""
    riders = helping(table, seat, challenge)
    allowed = {"help": riders, "obstruct": riders}
    if may_perform_too(table, seat, challenge.activity):
        allowed["perform"] = performing(table, seat, challenge.activity)
    fee = 0 if table.options["challenge_price"] == "riders" else 1
    return Composer(seat, challenge, allowed, fee, must_perform=False)


def may_perform_too(table: Table, seat: int, activity: str) -> bool:
    """Others perform for the pace, unless they have passed (Z7.8.9, Z13.15, Z13.27)."""
    if table.teams[seat].passed and not table.options["passed_may_perform"]:
        return False
    return activity == "raise-pace" or bool(table.options["join_as_performer"])


def offers(table: Table, composer: Composer, drafted: tuple[Entry, ...]) -> Iterator[tuple[Entry, Json]]:
    """Every rider who may come next on the sheet, with their message."""
    for role in ("perform", "help", "obstruct"):
        for rider in composer.allowed.get(role, []):
            entry = Entry(rider, role)
            if fits(table, composer, drafted, entry):
                points = entry_points(composer, drafted, entry)
                fatigue = slot(table, composer, drafted, entry)
                yield entry, message(role.capitalize(), rider=rider.name, points=points, fatigue=fatigue)


def fits(table: Table, composer: Composer, drafted: tuple[Entry, ...], entry: Entry) -> bool:
    """Side, number, price and room (Z3.4, Z7.8.2), and that the sheet can still be completed."""
    if any(e.rider is entry.rider for e in drafted):
        return False
    if drafted and (drafted[0].role == "obstruct") != (entry.role == "obstruct"):
        return False
    if len(drafted) >= (4 if entry.role == "obstruct" else 3):
        return False
    whole = (*drafted, entry)
    if total_points(composer, whole) > table.teams[composer.seat].purse:
        return False
    bound = slot(table, composer, drafted, entry) + least_price(composer, entry)
    return table.room(entry.rider, bound) and completable(table, composer, whole)


def completable(table: Table, composer: Composer, drafted: tuple[Entry, ...]) -> bool:
    """A challenge needs a performer of its initiator (Z7.9, Z7.10)."""
    if not composer.must_perform or any(e.role == "perform" for e in drafted):
        return True
    return any(offers(table, composer, drafted))


def total_points(composer: Composer, drafted: tuple[Entry, ...]) -> int:
    """What a whole composition costs."""
    each = (entry_points(composer, drafted[:index], entry) for index, entry in enumerate(drafted))
    return composer.fee + sum(each)


def entry_points(composer: Composer, drafted: tuple[Entry, ...], entry: Entry) -> int:
    """1 a rider, 2 for a performer in a break and for a fourth obstructer (Z7.8.3, Z7.11)."""
    if entry.role == "perform":
        return 2 if composer.challenge.activity == "break-away" else 1
    return 2 if entry.role == "obstruct" and len(drafted) == 3 else 1


def slot(table: Table, composer: Composer, drafted: tuple[Entry, ...], entry: Entry) -> int:
    """The fatigue of the next slot on a rider's side (Z7.8.4, Z12.2, Z13.22)."""
    left = entry.role == "obstruct"
    taken = len(composer.challenge.left if left else composer.challenge.right) + len(drafted)
    one_sided = table.options["sheet"] == "one-sided"
    side = table.set["sheets"]["left" if left and not one_sided else "right"]
    return int(side[min(taken, 5)])


def least_price(composer: Composer, entry: Entry) -> int:
    """What success will cost a performer at least (Z3.4)."""
    prices = {"go-to-head": 1, "raise-pace": 0, "break-away": 4}
    return prices[composer.challenge.activity] if entry.role == "perform" else 0


def compose_challenge(table: Table, seat: int, activity: str, may_cancel: bool) -> Asking:
    """The initiator fills the sheet and pays."""
    composer = beginner(table, seat, activity)
    entries = yield from fill_sheet(table, composer, "activity", (), may_cancel)
    return None if entries is None else Deed(activity, entries=entries)


def fill_sheet(
    table: Table, composer: Composer, phase: str, drafted: tuple[Entry, ...], may_cancel: bool
) -> Asking:
    """One rider more, or pay for those there are; nothing if it is taken back (Z10.1)."""
    team = table.teams[composer.seat]
    back = [CANCEL] if may_cancel else []
    while True:
        following = list(offers(table, composer, drafted))
        rows = [row for _, row in following]
        enough = drafted and (not composer.must_perform or any(e.role == "perform" for e in drafted))
        owes = in_debt(table, composer, drafted)
        ways = ways_to_pay(team, total_points(composer, drafted)) if enough and not owes else []
        choice = yield from table.ask(phase, composer.seat, ways + rows + back)
        if choice == CANCEL:
            return None
        if choice["type"] == "PayWith":
            team.pay(choice["tokens"], choice["special"])
            return drafted
        drafted += tuple(entry for entry, row in following if row == choice)


def in_debt(table: Table, composer: Composer, drafted: tuple[Entry, ...]) -> bool:
    """An answer to the pace with everybody in the head whom base tokens can pay for (Z13.30)."""
    if composer.must_perform or composer.challenge.activity != "raise-pace":
        return False
    if table.options["pace_duty"] == "one-rider":
        return False
    more = [(*drafted, entry) for entry, _ in offers(table, composer, drafted) if entry.rider.in_head]
    return any(total_points(composer, whole) <= table.teams[composer.seat].tokens for whole in more)


def respond(table: Table, seat: int, challenge: Challenge) -> Asking:
    """Help, obstruct, or stay out where one may (Z7.8, Z7.10.1)."""
    composer = responder(table, seat, challenge)
    for cancels in range(4):
        following = list(offers(table, composer, ()))
        if not following:
            return
        rows = [row for _, row in following]
        out = [] if obliged(table, composer) else [message("StayOut")]
        choice = yield from table.ask("response", seat, rows + out)
        if choice["type"] == "StayOut":
            return
        drafted = tuple(entry for entry, row in following if row == choice)
        entries = yield from fill_sheet(table, composer, "response", drafted, cancels < 3)
        if entries is not None:
            put_on_sheet(table, composer, entries)
            return
    raise AssertionError("a fourth Cancel")


def obliged(table: Table, composer: Composer) -> bool:
    """For the pace: a base token, and a rider in the head with room for the next slot (Z7.10.1)."""
    if composer.challenge.activity != "raise-pace" or not table.teams[composer.seat].tokens:
        return False
    return any(entry.rider.in_head for entry, _ in offers(table, composer, ()))


def put_on_sheet(table: Table, composer: Composer, entries: tuple[Entry, ...]) -> None:
    """Every rider takes the fatigue of their slot at once (Z7.8.4)."""
    for index, entry in enumerate(entries):
        entry.rider.fatigue += slot(table, composer, entries[:index], entry)
    for entry in entries:
        composer.challenge.put(entry)


def side_sum(table: Table, side: list[Entry]) -> int:
    """The speeds of a side (Z7.8.4)."""
    return sum(entry.rider.speed(table.terrain) for entry in side)


# --- Carrying out ---


def carry_out(table: Table, seat: int, deed: Deed) -> Asking:
    """Do what has been paid for; the seats a control would excuse (Z7.12.3, Z7.12.5)."""
    if deed.activity in CHALLENGES:
        return (yield from hold_challenge(table, seat, deed))
    if deed.activity == "speed-up":
        yield from speed_up(table, seat, table.rider(deed.target["rider"]))
        return set()
    return do_simple(table, seat, deed)


def do_simple(table: Table, seat: int, deed: Deed) -> set[int]:
    """What needs nobody else (Z7.1 to Z7.5, Z7.7, Z11.3)."""
    if deed.activity == "first-player":
        table.claimed = seat
    elif deed.activity == "small-wear-down":
        table.rider(deed.target["rider"]).wear(3, WORN_OUT)
    elif deed.activity == "wear-down-team":
        for rider in table.own(deed.target["seat"]):
            rider.wear(1, WORN_OUT)
    else:
        return look_after(table, seat, table.rider(deed.target["rider"]), deed.activity)
    return set()


def look_after(table: Table, seat: int, rider: Rider, activity: str) -> set[int]:
    """Drink, eat, energy, slow down (Z7.1 to Z7.3, Z11.3)."""
    if activity == "slow-down":
        return slow_down(table, rider)
    rider.tire({"drink": -1, "eat": -2 if table.teams[seat].bonked else -4, "energy": -7}[activity])
    rider.energised |= activity == "energy"
    return set()


def slow_down(table: Table, rider: Rider) -> set[int]:
    """Back one sector for less fatigue; out of the head into the bunch (Z7.1)."""
    if rider.in_head:
        rider.in_head = False
        rider.tire(-1)
        return {rider.seat}
    rider.tire(-2 if rider.sector == 1 else -1)
    table.fall_back(rider, 1)
    return set()


def speed_up(table: Table, seat: int, rider: Rider) -> Asking:
    """One sector forward, and others may come along until three ride together (Z7.6, Z13.9)."""
    start = rider.sector
    rider.sector += 1
    rider.tire(3)
    table.speed_up = {"rider": rider.name, "from": start, "joined": 0}
    for other in list(table.round_from((seat + 1) % len(table.teams))):
        company = [r for r in table.own(other) if r.sector == start and table.room(r, 2)]
        can_pay = table.teams[other].purse >= joining_points(table)
        if other == seat or not company or not can_pay or table.speed_up["joined"] == 2:
            continue
        rows = [message("Join", rider=r.name) for r in company]
        choice = yield from table.ask("joining", other, [*rows, message("StayBehind")])
        if choice["type"] == "Join":
            join(table, table.rider(choice["rider"]), rider)
    table.speed_up = None


def joining_points(table: Table) -> int:
    """Nothing, or what the activity costs (Z7.6, Z13.28)."""
    return POINTS["speed-up"] if table.options["join_price"] == "points" else 0


def join(table: Table, rider: Rider, leader: Rider) -> None:
    """Along for 2; the leader may pay 2 as well (Z13.9), and the points be paid, base first (Z13.28)."""
    team, points = table.teams[rider.seat], joining_points(table)
    base = min(points, team.tokens)
    team.pay(base, points - base)
    rider.sector += 1
    rider.tire(2)
    if table.options["company"] == "everybody" and not table.speed_up["joined"]:
        leader.tire(-1)
    table.speed_up["joined"] += 1


def hold_challenge(table: Table, seat: int, deed: Deed) -> Asking:
    """Once round the table, then the two sides are compared (Z7.8)."""
    composer = beginner(table, seat, deed.activity)
    challenge = table.challenge = composer.challenge
    put_on_sheet(table, composer, deed.entries)
    for other in list(table.round_from((seat + 1) % len(table.teams))):
        if other != seat:
            yield from respond(table, other, challenge)
    excused = {entry.rider.seat for entry in challenge.left}
    if succeeds(table, challenge):
        excused |= yield from OUTCOMES[deed.activity](table, challenge)
    table.challenge = None
    return excused


def succeeds(table: Table, challenge: Challenge) -> bool:
    """A tie is enough (Z7.8.7, Z13.20)."""
    ahead = side_sum(table, challenge.right) - side_sum(table, challenge.left)
    return ahead > 0 or (ahead == 0 and table.options["tie"] == "succeeds")


def arrive_at_head(table: Table, challenge: Challenge) -> Asking:
    """The performers enter the head for 1 fatigue more (Z7.9)."""
    moved = [entry.rider for entry in challenge.right if entry.role == "perform"]
    for rider in moved:
        rider.in_head = True
        rider.tire(1)
    return {rider.seat for rider in moved}
    yield


def settle_pace(table: Table, challenge: Challenge) -> Asking:
    """Faster, if somebody obstructed; if nobody did, as those who performed wish (Z7.10.2, Z7.10.3)."""
    if challenge.left:
        raise_pace(table)
        return set()
    for seat in list(table.round_from(challenge.initiator)):
        if challenge.performers(seat):
            rows = [message("Wish", wish=wish) for wish in open_wishes(table, challenge.performers(seat))]
            choice = yield from table.ask("wishes", seat, rows)
            challenge.wishes[seat] = choice["wish"]
    return grant_wishes(table, challenge)


def open_wishes(table: Table, performers: list[Rider]) -> list[str]:
    """All of them break, or none (Z7.10.3)."""
    free = all(table.room(rider, 2) for rider in performers)
    return ["pace", "nothing", *(["break"] if free else [])]


def grant_wishes(table: Table, challenge: Challenge) -> set[int]:
    """A break keeps the speed; otherwise one wish is enough, or all must agree (Z7.10.3, Z13.14)."""
    wishes = challenge.wishes
    broke = {seat for seat, wish in wishes.items() if wish == "break"}
    for rider in (rider for seat in broke for rider in challenge.performers(seat)):
        go_clear(rider, 1, 2)
    enough = all if table.options["pace_unanimous"] else any
    if not broke and enough(wish == "pace" for wish in wishes.values()):
        raise_pace(table)
    return broke


def go_clear(rider: Rider, sectors: int, fatigue: int) -> None:
    """Out of the head into a break."""
    rider.sector, rider.in_head = sectors, False
    rider.tire(fatigue)


def raise_pace(table: Table) -> None:
    """The peloton is 1 faster, and all outside it lose a sector (Z7.10.2, Z13.13)."""
    table.speed += 1
    table.increases += 1
    for rider in table.still_racing():
        if rider.sector:
            table.force_back(rider, 1)


def ride_clear(table: Table, challenge: Challenge) -> Asking:
    """Each owner of performers says how far they go (Z7.11, Z13.15, Z13.16)."""
    seats = [seat for seat in table.round_from(challenge.initiator) if challenge.performers(seat)]
    for seat in seats:
        riders = challenge.performers(seat)
        together = table.options["break_depth"] == "together"
        for group in [riders] if together else [[rider] for rider in riders]:
            yield from choose_depth(table, seat, group)
    return set(seats)


def choose_depth(table: Table, seat: int, group: list[Rider]) -> Asking:
    """One to six sectors, 2 fatigue and 2 for each (Z7.11)."""
    rows = [
        message("GoClear", sector=sectors, fatigue=2 + 2 * sectors)
        for sectors in range(1, FURTHEST_BREAK + 1)
        if all(table.room(rider, 2 + 2 * sectors) for rider in group)
    ]
    choice = yield from table.ask_if_open("depth", seat, rows)
    for rider in group:
        go_clear(rider, choice["sector"], choice["fatigue"])


OUTCOMES = {"go-to-head": arrive_at_head, "raise-pace": settle_pace, "break-away": ride_clear}


# --- Misfortunes ---


def strike(table: Table, seat: int) -> Asking:
    """Full event cards, beginning with the player who acted (Z11.4)."""
    for other in list(table.round_from(seat)):
        team = table.teams[other]
        while team.due:
            yield from befall(table, team, team.due.pop(0))


def befall(table: Table, team: Team, event: str) -> Asking:
    """What a card does to its owner (Z11.4)."""
    if event in ("puncture", "crash"):
        suffer(table, table.rider(table.chance("Lot")["rider"]), event)
    elif event == "cramp":
        rows = [message("HaveCramp", rider=r.name) for r in table.own(team.seat)]
        choice = yield from table.ask_if_open("mishap", team.seat, rows)
        table.rider(choice["rider"]).wear(3, table.limit)
    elif event == "headwind":
        for rider in table.own(team.seat):
            rider.wear(1 if rider.sector > 0 else 0, table.limit)
    elif event == "bonk":
        team.bonked = True
    else:
        team.fined += 1


def suffer(table: Table, rider: Rider, event: str) -> None:
    """A puncture costs a sector; a crash 4 fatigue and the place in the head, or a sector (Z11.4)."""
    if event == "crash" and rider.in_head:
        rider.in_head = False
    else:
        table.force_back(rider, 1)
    rider.wear(4 if event == "crash" else 0, table.limit)
