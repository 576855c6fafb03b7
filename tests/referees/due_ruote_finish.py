"""Sprints and time trials of Due Ruote, and who stands where after them (Z9, Z11.2, Z11.5, Z11.6)."""

from due_ruote_table import MOST_SPECIAL, Asking, Column, Question, Rider, Sprint, Table, message

ROOM = 10
FINISH_POINTS = [25, 20, 16, 14, 12, 10, 9, 8, 7, 6]
FLYING_POINTS = [8, 5, 3, 2, 1]
SUMMIT_POINTS = [6, 4, 2, 1]
LAST_SUMMIT_POINTS = [10, 6, 4, 2, 1]
BONUSES = [20, 12, 8]
FIRST_OR_LAST = [message("ActFirst"), message("ActLast")]


def in_front(table: Table) -> list[Rider]:
    """The riders of the foremost sector; the head comes before the bunch (Z9.1)."""
    racing = table.still_racing()
    best = max((r.sector, r.in_head) for r in racing)
    return [r for r in racing if (r.sector, r.in_head) == best]


def sprint_for(table: Table, goal: str, points: list[int]) -> Asking:
    """Line up, help, give tokens; the sprinters in the order of their values (Z9)."""
    front = in_front(table)
    table.pawn = table.first
    if len(front) == 1:
        table.sprint = None
        return front
    sprint = table.sprint = Sprint(goal, points)
    starter = yield from line_up_order(table, front)
    yield from line_up(table, sprint, front, starter)
    yield from help_sprinters(table, sprint, front, starter)
    yield from give_tokens(table, sprint)
    tired_from = 15 if goal == "finish" else 10
    for column in sprint.columns:
        rider = column.rider
        tired = max(0, rider.fatigue - tired_from)
        column.value = rider.card["sprint"] + len(column.helpers) + 2 * column.tokens - tired
    ranked = sorted(sprint.columns, key=lambda c: (-c.value, -c.rider.card["sprint"], c.rider.fatigue))
    return [column.rider for column in ranked]


def line_up_order(table: Table, front: list[Rider]) -> Asking:
    """With one reading the first player may also line up last (Z13.26)."""
    if not table.options["sprint_lineup_choice"] or not any(r.seat == table.first for r in front):
        return table.first
    choice = yield from table.ask("line-up-order", table.first, FIRST_OR_LAST)
    table.pawn = table.first if choice["type"] == "ActFirst" else table.left_of(table.first)
    return table.pawn


def line_up(table: Table, sprint: Sprint, front: list[Rider], starter: int) -> Asking:
    """One sprinter at a time, everybody at least one, until all have stopped or ten stand (Z9.4)."""
    placed = True
    while placed:
        placed = False
        for seat in list(table.round_from(starter)):
            standing = [c.rider for c in sprint.columns]
            rest = [r for r in front if r.seat == seat and r not in standing]
            if seat in sprint.stopped or not rest or len(standing) == ROOM:
                continue
            rows = [message("LineUp", rider=r.name) for r in rest]
            stop = [message("StopLineUp")] if any(r.seat == seat for r in standing) else []
            choice = yield from table.ask_if_open("line-up", seat, rows + stop)
            if choice["type"] == "LineUp":
                sprint.columns.append(Column(table.rider(choice["rider"])))
                placed = True
            else:
                sprint.stopped.append(seat)


def help_sprinters(table: Table, sprint: Sprint, front: list[Rider], starter: int) -> Asking:
    """Everybody's other riders in front help their sprinters (Z9.5, Z13.18)."""
    standing = [c.rider for c in sprint.columns]
    for seat in list(table.round_from(starter)):
        columns = [c for c in sprint.columns if c.rider.seat == seat]
        for rider in [r for r in front if r.seat == seat and r not in standing]:
            if table.options["sprint_columns"] == "everybody" and crowd(sprint) >= ROOM:
                continue
            rows = [message("HelpSprinter", rider=rider.name, sprinter=c.rider.name) for c in columns]
            sprint.asking_for = rider.name
            choice = yield from table.ask_if_open("helpers", seat, rows)
            column_of(sprint, choice["sprinter"]).helpers.append(rider)
    sprint.asking_for = None


def crowd(sprint: Sprint) -> int:
    """Sprinters and helpers together."""
    return sum(1 + len(column.helpers) for column in sprint.columns)


def column_of(sprint: Sprint, name: str) -> Column:
    """The column of a sprinter."""
    return next(column for column in sprint.columns if column.rider.name == name)


def give_tokens(table: Table, sprint: Sprint) -> Asking:
    """Special tokens, player by player; the first player begins or ends (Z9.6, Z13.4)."""
    starter = table.pawn = table.first
    if table.teams[starter].special and any(c.rider.seat == starter for c in sprint.columns):
        choice = yield from table.ask("tokens-order", starter, FIRST_OR_LAST)
        starter = table.pawn = starter if choice["type"] == "ActFirst" else table.left_of(starter)
    for seat in list(table.round_from(starter)):
        team = table.teams[seat]
        columns = [c for c in sprint.columns if c.rider.seat == seat]
        due = min(3, team.special) if table.options["sprint_minimum"] else 0
        for column in columns:
            least = due if column is columns[-1] else 0
            rows = [
                message("SpendTokens", rider=column.rider.name, special=special)
                for special in range(max(0, least), team.special + 1)
            ]
            sprint.asking_for = column.rider.name
            choice = rows[0] if not team.special else (yield from table.ask("tokens", seat, rows))
            column.tokens = choice["special"]
            team.special -= column.tokens
            due -= column.tokens
    sprint.asking_for = None


def score_marker(table: Table, marker: str) -> Asking:
    """A summit or a flying sprint: points for a jersey, and tokens for the winner (Z11.2, Z11.4)."""
    points = FLYING_POINTS
    if marker == "GPM":
        last = table.shown == len(table.route)
        points = LAST_SUMMIT_POINTS if last else SUMMIT_POINTS
    ranked = yield from sprint_for(table, marker, points)
    jersey = "green" if marker == "GPM" else "cyclamen"
    award(ranked, points, jersey)
    if table.with_events:
        team = table.teams[ranked[0].seat]
        team.special = min(MOST_SPECIAL, team.special + table.chance("TokensWon")["special"])
    table.sprint = None


def award(ranked: list[Rider], points: list[int], jersey: str) -> None:
    """Points for the first places (Z11.2)."""
    for rider, gained in zip(ranked, points, strict=False):
        setattr(rider, jersey, getattr(rider, jersey) + gained)


def stage_places(table: Table, sprinters: list[Rider]) -> list[Rider]:
    """Sprinters, the rest of their sector, the sectors behind, and the retired (Z9.10)."""
    seats = len(table.teams)
    behind = [r for r in table.riders if r not in sprinters]
    near = {r.name: (r.seat - table.first) % seats for r in table.riders}

    def key(r: Rider) -> tuple[object, ...]:
        if r.retired:
            return (1, -r.retired[0], -r.retired[1], near[r.name], r.number)
        return (0, -r.sector, not r.in_head, r.fatigue, near[r.name], r.number)

    return sprinters + sorted(behind, key=key)


def time_trial(table: Table) -> Asking:
    """Everybody gives tokens in secret and at the same time; then the clock decides (Z11.6)."""
    open_riders = {team.seat: table.own(team.seat) for team in table.teams if table.racing(team.seat)}
    tokens: dict[str, int] = {}
    while any(open_riders.values()):
        seat, choice = yield from ask_trial(table, open_riders, tokens)
        tokens[choice["rider"]] = choice["tokens"]
        open_riders[seat].pop(0)
    for team in table.teams:
        used = sum(tokens.get(r.name, 0) for r in table.own(team.seat))
        team.special -= max(0, used - 6)
    return rank_trial(table, tokens)


def ask_trial(table: Table, open_riders: dict[int, list[Rider]], tokens: dict[str, int]) -> Asking:
    """Each player's next rider gets none, one or two."""
    table.phase = "trial"
    choices = {}
    for seat, riders in open_riders.items():
        if riders:
            left = 6 + table.teams[seat].special - sum(tokens.get(r.name, 0) for r in table.own(seat))
            rows = range(min(2, left) + 1)
            choices[seat] = [message("RideAgainstClock", rider=riders[0].name, tokens=n) for n in rows]
    answer = yield Question("trial", choices)
    return answer


def rank_trial(table: Table, tokens: dict[str, int]) -> list[Rider]:
    """Ten seconds for each point behind the best (Z11.6)."""
    racing = table.still_racing()
    points = {r.name: r.card["time_trial"] + tokens[r.name] for r in racing}
    best = max(points.values())
    for rider in racing:
        rider.time += 10 * (best - points[rider.name])
    ranked = sorted(racing, key=lambda r: (-points[r.name], -r.card["time_trial"], r.seat, r.number))
    return ranked + [r for r in table.riders if r.retired]
