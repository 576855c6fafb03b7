"""A second opinion on Due Ruote: the course of a race, from the draft to the last stage.

The rules are told as one long generator that asks a question wherever a player decides. Written from
docs/rules/due-ruote.md alone; chance says who begins, what event cards are dealt, and whom they hit.
"""

from itertools import pairwise
from typing import ClassVar

from due_ruote_activities import go_with_the_pawn
from due_ruote_control import put_head_in_order
from due_ruote_facts import facts, race_result
from due_ruote_finish import (
    BONUSES,
    FINISH_POINTS,
    award,
    score_marker,
    sprint_for,
    stage_places,
    time_trial,
)
from due_ruote_table import (
    CHOSEN_ROUTE,
    MOST_SPECIAL,
    TERRAINS,
    Asking,
    EventCard,
    Json,
    Question,
    Rider,
    Table,
    message,
    read_route,
)

TEAM_VALUE, TEAM_SIZE = 10, 5
STARTERS, FULL_HEAD = 5, 15


class DueRuoteReferee:
    """The referee as the comparison calls it."""

    chance: ClassVar[frozenset[str]] = frozenset(
        {"FirstPlayerDrawn", "EventsDealt", "EventStruck", "Hurt", "TokensWon"}
    )

    def __init__(self, options: Json, seats: int) -> None:
        self.table = Table(options, seats)
        self.course = race(self.table)
        self.question: Question | None = None

    def begin(self, told: list[Json]) -> None:
        """The first player has been drawn."""
        self.table.told.extend(told)
        self.question = next(self.course)

    def waiting(self) -> list[int]:
        """The seats that owe a decision."""
        return sorted(self.question.choices) if self.question else []

    def choices(self, seat: int) -> list[Json]:
        """The legal choices of a seat."""
        return self.question.choices[seat]

    def decide(self, seat: int, choice: Json, told: list[Json]) -> None:
        """A decision, and the race runs on to the next question."""
        self.table.told.extend(lots(told))
        try:
            self.question = self.course.send((seat, choice))
        except StopIteration:
            self.question = None

    def facts(self) -> Json:
        """What a spectator sees."""
        return facts(self.table, self.waiting())

    def result(self) -> Json | None:
        """The result, once there is one."""
        return self.table.result


def lots(told: list[Json]) -> list[Json]:
    """What chance brought; of an accident only whom it hit, for the rest follows from the rules (Z11.4)."""
    drawn = [row for row in told if row["type"] not in ("EventStruck", "Hurt")]
    for before, row in pairwise(told):
        if before["type"] == "EventStruck" and before["event"] in ("puncture", "crash"):
            drawn.append(message("Lot", rider=row["rider"]))
    return drawn


def race(table: Table) -> Asking:
    """All of it (Z6.1, Z11.5)."""
    table.first = table.chance("FirstPlayerDrawn")["seat"]
    table.lay_out(ready_route(table))
    yield from pick_teams(table)
    if table.stage_names:
        yield from stages(table)
    else:
        yield from plan_route(table)
        sprinters = yield from ride_stage(table)
        finish_race(table, sprinters)
    table.phase = "finished"
    table.result = race_result(table)


# --- Before the start ---


def pick_teams(table: Table) -> Asking:
    """Ready teams, or a draft of one card at a time (Z5.2)."""
    if table.options["teams"] == "ready":
        deal_ready_teams(table)
        return
    for number in range(1, TEAM_SIZE + 1):
        for seat in list(table.round_from(table.first)):
            rows = [draft_message(card) for card in affordable(table, seat, number)]
            choice = yield from table.ask("draft", seat, rows)
            card = next(c for c in table.set["riders"] if c["id"] == choice["card"])
            table.rider(f"{seat}-{number}").card = card


def deal_ready_teams(table: Table) -> None:
    """The teams as they stand in the set, in the order of the seats (Z5.2)."""
    teams: dict[str, list[Json]] = {}
    for card in table.set["riders"]:
        teams.setdefault(card.get("team", ""), []).append(card)
    ready = [cards for name, cards in teams.items() if name and len(cards) == TEAM_SIZE]
    for rider in table.riders:
        rider.card = ready[rider.seat][rider.number - 1]


def affordable(table: Table, seat: int, number: int) -> list[Json]:
    """What leaves a point for each empty place, or else the cheapest (Z5.2)."""
    used = sum(rider.card["value"] for rider in table.own(seat) if rider.card)
    most = TEAM_VALUE - used - (TEAM_SIZE - number)
    free = table.free_cards()
    cheap = [card for card in free if card["value"] <= most]
    least = min(card["value"] for card in free)
    return cheap or [card for card in free if card["value"] == least]


def draft_message(card: Json) -> Json:
    """Take a card."""
    numbers = ("value", "flat", "hill", "mountain", "descent", "sprint", "time_trial")
    return message("DraftCard", card=card["id"], **{key: card[key] for key in numbers})


def plan_route(table: Table) -> Asking:
    """Ten cards named in turn, unless the route is ready (Z5.4)."""
    chosen = table.options["route"] == "choose"
    while chosen and len(table.route) < CHOSEN_ROUTE:
        seat = (table.first + len(table.route)) % len(table.teams)
        rows = [message("PickTerrain", terrain=name) for name in TERRAINS.values()]
        choice = yield from table.ask("route", seat, rows)
        table.route.append(next(card for card, name in TERRAINS.items() if name == choice["terrain"]))


def ready_route(table: Table) -> list[str]:
    """The cards of the first stage, as far as they are known before the draft (Z5.4, Z11.5)."""
    name = table.stage_names[0] if table.stage_names else table.options["route"]
    return [] if name in ("choose", "TT") else cards_of(table, name)


def cards_of(table: Table, text: str) -> list[str]:
    """The cards of a route; the basic game leaves markers out (Z11.1)."""
    cards = read_route(text, table.set)
    return cards if table.options["advanced"] else [card for card in cards if card in TERRAINS]


# --- A stage ---


def ride_stage(table: Table) -> Asking:
    """Start turn, race turns, finish turn (Z6.1); the sprinters of the finish in their order."""
    yield from start_turn(table)
    if table.with_events:
        yield from choose_events(table)
    while True:
        yield from turn_up_markers(table)
        if table.shown == len(table.route):
            return (yield from finish(table))
        yield from race_turn(table)
        find_first_player(table)
        if ended_on_the_road(table):
            return []


def start_turn(table: Table) -> Asking:
    """Five riders at least start in the head, fifteen at most (Z6.2)."""
    draw_starter(table)
    table.pawn = seat = table.first
    while True:
        seats = [s for s in table.round_from(seat) if may_start(table, s)]
        head = len(table.in_box("head"))
        if not seats or head == FULL_HEAD:
            return
        yield from place_one(table, seats[0], may_stand_back=head >= STARTERS)
        seat = (seats[0] + 1) % len(table.teams)


def draw_starter(table: Table) -> None:
    """Drawn anew, the same as before, or named (Z6.2.1, Z13.6)."""
    option = table.options["start_first"]
    if option == "random":
        drawn = [row for row in table.told if row["type"] == "FirstPlayerDrawn"]
        table.first = table.chance("FirstPlayerDrawn")["seat"] if drawn else table.first
    elif option != "same":
        table.first = option
    table.first = next(table.round_from(table.first))


def may_start(table: Table, seat: int) -> bool:
    """Whoever has somebody in the bunch and has not passed twice (Z6.2.4)."""
    return table.teams[seat].stood_back < 2 and any(r.box == "bunch" for r in table.own(seat))


def place_one(table: Table, seat: int, *, may_stand_back: bool) -> Asking:
    """One rider from the bunch to the head, for nothing (Z6.2.2 to Z6.2.5)."""
    rows = [message("PlaceInHead", rider=r.name) for r in table.own(seat) if r.box == "bunch"]
    back = [message("StandBack")] if may_stand_back else []
    choice = yield from table.ask("start", seat, rows + back)
    if choice["type"] == "StandBack":
        table.teams[seat].stood_back += 1
    else:
        table.rider(choice["rider"]).in_head = True


def choose_events(table: Table) -> Asking:
    """Three event cards each; two of them are kept, one after the other (Z11.4)."""
    for team in table.teams:
        if table.racing(team.seat):
            dealt = table.chance("EventsDealt")
            table.teams[dealt["seat"]].offered = list(dealt["events"])
    for seat in list(table.round_from(table.first)):
        team = table.teams[seat]
        for _ in range(2):
            kept = [card.event for card in team.cards]
            rows = [message("KeepEvent", event=event) for event in team.offered if event not in kept]
            choice = yield from table.ask("events", seat, rows)
            team.cards.append(EventCard(choice["event"]))
    for team in table.teams:
        team.offered = []


def turn_up_markers(table: Table) -> Asking:
    """Markers take no turn (Z11.1 to Z11.3)."""
    while table.shown < len(table.route) and table.route[table.shown] not in TERRAINS:
        marker = table.route[table.shown]
        table.shown += 1
        if marker == "R":
            table.fed = True
        else:
            yield from score_marker(table, marker)


def race_turn(table: Table) -> Asking:
    """Terrain, order, activities, road (Z6.3)."""
    table.shown += 1
    table.turn += 1
    table.speed, table.increases = table.ground()["base_speed"], 0
    for team in table.teams:
        fresh_turn(table, team.seat)
    table.pawn = None
    choice = yield from table.ask("order", table.first, [message("ActFirst"), message("ActLast")])
    table.pawn = table.first if choice["type"] == "ActFirst" else table.left_of(table.first)
    yield from activities(table)
    pay_for_the_road(table)


def fresh_turn(table: Table, seat: int) -> None:
    """Six base tokens, less the fines; a team that is out has none (Z4.1, Z11.4)."""
    team = table.teams[seat]
    team.tokens = 6 - team.fined if table.racing(seat) else 0
    team.spent, team.passed, team.fined, team.bonked = 0, False, 0, False


def activities(table: Table) -> Asking:
    """The pawn goes round until all have passed (Z6.3.5)."""
    yield from put_head_in_order(table, set())
    while table.pawn is not None:
        seat = table.pawn
        team = table.teams[seat]
        if not team.purse:
            team.passed = True
            table.pawn = table.pass_pawn(seat)
            continue
        excused = yield from go_with_the_pawn(table, seat)
        table.pawn = table.pass_pawn(seat)
        if excused is not None:
            yield from put_head_in_order(table, excused)


def find_first_player(table: Table) -> None:
    """Who paid for it, or the left neighbour of the last to perform an activity (Z6.3.1)."""
    if table.claimed is not None:
        candidates = table.round_from(table.claimed)
    else:
        candidates = table.round_from((table.last_active + 1) % len(table.teams))
    table.first = next(candidates, table.first)
    table.claimed = None


# --- The road ---


def pay_for_the_road(table: Table) -> None:
    """Everybody pays for terrain and speed, and whoever is above the limit retires (Z8)."""
    for rider in table.still_racing():
        ride_on(table, rider)
        if rider.fatigue > table.limit:
            rider.retired = (table.stage, table.turn)
            rider.in_head = False
    for team in table.teams:
        if not table.racing(team.seat):
            team.tokens = 0


def ride_on(table: Table, rider: Rider) -> None:
    """Five points at most are added; each beyond costs a sector (Z8.1 to Z8.4)."""
    points = road_points(table, rider)
    if points > 5:
        rider.tire(5)
        table.force_back(rider, points - 5)
    elif points < -5 and table.options["easy_road"] == "carries":
        rider.tire(-5)
        carry_ahead(rider, -points - 5)
    else:
        rider.tire(points)


def road_points(table: Table, rider: Rider) -> int:
    """Terrain and the difference in speed, added up or one by one (Z8.2, Z8.3, Z13.17)."""
    ground = table.ground()
    terrain = ground["outside" if rider.sector else "in_peloton"]
    slower = table.speed - rider.speed(table.terrain)
    if table.options["fatigue"] == "in-steps" and terrain < 0 < slower:
        rider.tire(terrain)
        terrain = 0
    return int(terrain + slower)


def carry_ahead(rider: Rider, sectors: int) -> None:
    """An easy road taken at its word (Z13.21)."""
    rider.sector = min(6, rider.sector + sectors)
    rider.in_head = False


def ended_on_the_road(table: Table) -> bool:
    """One team left wins, none left shares (Z6.4.2, Z6.4.3)."""
    teams = [team for team in table.teams if table.racing(team.seat)]
    if len(teams) > 1:
        return False
    table.ending = "last team" if teams else "nobody left"
    return True


def finish(table: Table) -> Asking:
    """A rider alone in front wins, several sprint (Z9)."""
    sprinters = yield from sprint_for(table, "finish", FINISH_POINTS if table.options["advanced"] else [])
    table.ending = "sprint" if len(sprinters) > 1 or table.sprint else "alone"
    return sprinters


def finish_race(table: Table, sprinters: list[Rider]) -> None:
    """The places of a race of one stage, and its jersey points (Z9.10, Z11.2)."""
    if table.options["advanced"]:
        award(sprinters, FINISH_POINTS, "cyclamen")
    table.stage_order = [(rider, 0) for rider in stage_places(table, sprinters)]


# --- Several stages ---


def stages(table: Table) -> Asking:
    """One stage after the other, and a night between two (Z11.5)."""
    for index, name in enumerate(table.stage_names):
        if index:
            sleep(table)
        table.stage = index + 1
        table.ending = None
        if name == "TT":
            table.lay_out([])
            ranked = yield from time_trial(table)
            close_trial(table, ranked)
        else:
            table.lay_out(cards_of(table, name))
            sprinters = yield from ride_stage(table)
            close_stage(table, sprinters)
        if table.ending in ("last team", "nobody left"):
            return


def close_trial(table: Table, ranked: list[Rider]) -> None:
    """A time trial has neither bonuses nor jersey points (Z11.6)."""
    table.ending = "time trial"
    table.stage_order = [(rider, 0) for rider in ranked]
    table.stage_winners.append(ranked[0])


def close_stage(table: Table, sprinters: list[Rider]) -> None:
    """Thirty seconds for every sector behind the winner, bonuses for the first three (Z11.5)."""
    places = stage_places(table, sprinters)
    award(sprinters, FINISH_POINTS, "cyclamen")
    home = [rider for rider in places if not rider.retired]
    bonuses = dict(zip((rider.name for rider in home), BONUSES, strict=False))
    for rider in home:
        rider.time += 30 * (home[0].sector - rider.sector) - bonuses.get(rider.name, 0)
    table.stage_order = [(rider, bonuses.get(rider.name, 0)) for rider in places]
    table.stage_winners.append(home[0] if home else None)


def sleep(table: Table) -> None:
    """A fifth of the fatigue stays; four new special tokens come (Z11.5)."""
    for rider in table.riders:
        rider.energised = False
    for rider in table.still_racing():
        rider.fatigue //= 5
        rider.sector, rider.in_head = 0, False
    for team in table.teams:
        team.special = min(MOST_SPECIAL, team.special + 4)
        team.tokens = team.spent = team.stood_back = team.filling = team.fined = 0
        team.passed = team.bonked = False
        team.cards, team.due = [], []
