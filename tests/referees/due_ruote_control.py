"""The control of the head in Due Ruote: never fewer than 5 riders, never more than 15 (Z7.12)."""

from due_ruote_table import Asking, Rider, Table, message

FEWEST, MOST = 5, 15


def put_head_in_order(table: Table, excused: set[int]) -> Asking:
    """Trips round the table until the head is right; the pawn's holder begins (Z7.12)."""
    too = head_fault(table)
    if too is None:
        return
    starter = table.pawn
    while True:
        table.control = {"too": too, "starter": starter, "excused": sorted(excused)}
        yield from trip(table, too, starter, excused)
        if head_fault(table) != too:
            break
        starter, excused = table.left_of(starter), set()
    table.control = None
    if table.options["last_activity"] == "any":
        table.last_active = starter
    keeps = table.options["control_keeps_pawn"] and not table.teams[starter].passed
    table.pawn = starter if keeps else table.pass_pawn(starter)


def head_fault(table: Table) -> str | None:
    """Too few who can be made more, or too many (Z7.12, Z7.12.9)."""
    count = len(table.in_box("head"))
    if count > MOST:
        return "many"
    return "few" if count < FEWEST and reachable(table) else None


def reachable(table: Table) -> bool:
    """Head, bunch, and break 1 if the whole bunch can go up (Z7.12.8)."""
    bunch = table.in_box("bunch")
    fresh = [rider for rider in bunch if can_go_up(table, rider)]
    count = len(table.in_box("head")) + len(fresh)
    if table.options["own_bunch_empty"]:
        tired = {rider.seat for rider in bunch if rider not in fresh}
        count += sum(r.sector == 1 and r.seat not in tired for r in table.still_racing())
    elif len(fresh) == len(bunch):
        count += sum(r.sector == 1 for r in table.still_racing())
    return count >= FEWEST


def can_go_up(table: Table, rider: Rider) -> bool:
    """Riders at the limit are not forced up, unless the limit may be exceeded (Z7.12.6, Z13.3)."""
    return table.room(rider, 1)


def trip(table: Table, too: str, starter: int, excused: set[int]) -> Asking:
    """Once round the table, or until the head is right (Z7.12.1, Z7.12.5)."""
    for seat in list(table.round_from(starter)):
        riders = movable(table, too, seat)
        if not riders or head_fault(table) != too:
            continue
        rows = [message("ControlMove", rider=rider.name) for rider in riders]
        excuse = [message("UseExcuse")] if seat in excused else []
        choice = yield from table.ask_if_open("control", seat, rows + excuse)
        if choice["type"] == "ControlMove":
            move(table.rider(choice["rider"]))


def movable(table: Table, too: str, seat: int) -> list[Rider]:
    """Whom a player can move: from the head, from the bunch or, if that is empty, from break 1 (Z7.12.2)."""
    own = table.own(seat)
    if too == "many":
        return [r for r in own if r.in_head]
    bunch = table.in_box("bunch")
    if table.options["own_bunch_empty"]:
        bunch = [r for r in bunch if r.seat == seat]
    if not bunch:
        return [r for r in own if r.sector == 1]
    return [r for r in own if r.box == "bunch" and can_go_up(table, r)]


def move(rider: Rider) -> None:
    """Up to the head for 1 fatigue, back to it or out of it for 1 less (Z7.12.1, Z7.12.2, Z7.12.5)."""
    rider.tire(1 if rider.box == "bunch" else -1)
    rider.in_head = not rider.in_head
    rider.sector = 0
