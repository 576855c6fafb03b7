"""From a position document to a record; what does not hang together is refused where it stands."""

from collections.abc import Iterable
from typing import Any

from gruppetto.games.documents import parsed, refuse
from gruppetto.games.due_ruote.data.sets import CARD_NAMES, MARKERS, TERRAIN_LETTERS, cards_of, unpack_id
from gruppetto.games.due_ruote.faces.names import ROLES, rider_id, rider_number
from gruppetto.games.due_ruote.faces.position import (
    Challenge,
    Column,
    Composition,
    OnSheet,
    Position,
    Rider,
    Sprint,
    Team,
    cards_due,
)
from gruppetto.games.due_ruote.faces.standings import riders_of
from gruppetto.games.due_ruote.rules import codes as c
from gruppetto.games.due_ruote.rules.codes import Activity, Step
from gruppetto.games.due_ruote.rules.peloton import racing, speed_of
from gruppetto.games.due_ruote.rules.race import clear
from gruppetto.games.due_ruote.rules.record import Race, Setup
from gruppetto.games.due_ruote.rules.stages import lay_out_stage
from gruppetto.games.vocabulary import keep
from gruppetto.kernel.record import Keys

EVERYBODY = tuple(rider_id(rider) for rider in range(c.RIDERS))
BEFORE_THE_RACE = (Step.DRAFT, Step.ROUTE, Step.START, Step.EVENTS, Step.TRIAL)
IN_CHALLENGE = (Step.RESPONSE, Step.WISHES, Step.DEPTH)
ASKING = (Step.START, Step.RESPONSE, Step.JOINING, Step.CONTROL, Step.LINE_UP)  # the last asked decides
CHOOSING_ORDER = (Step.ORDER, Step.LINE_UP_ORDER, Step.TOKENS_ORDER)  # which is the first player's to do
IN_FINISH = (Step.LINE_UP_ORDER, Step.LINE_UP, Step.HELPERS, Step.TOKENS_ORDER, Step.TOKENS)


def parse(document: Any) -> Position:
    """A document as the typed position it must be."""
    return parsed(document, Position, Rider, EVERYBODY, "0-1, 0-2 … 5-5 (seat and number)")


def seats_in(position: Position) -> int:
    """As many seats as riders or teams are named for; each has five riders."""
    seats = max(1 + max(map(rider_number, position.riders)) // c.TEAM, len(position.teams))
    for name in EVERYBODY[: c.TEAM * seats]:
        if name not in position.riders:
            refuse("riders", f"{name} is left out; each of {seats} teams has five riders")
    return seats


def revive(race: Race, position: Position, setup: Setup, keys: Keys) -> None:
    """Put a record into the position a document describes, exactly as it stands."""
    clear(race, setup)
    race.key[:] = keys
    keep(position, race)
    _read_stages(race, position)
    _read_route(race, position)
    _read_riders(race, position)
    _read_turn(race, position)
    _read_teams(race, position)
    _read_activity(race, position)
    _read_sprint(race, position)
    _check_step(race, position)
    _read_decider(race, position)


def _read_stages(race: Race, position: Position) -> None:
    """How far a race of several stages has come (Z11.5)."""
    if not race.setup.stages:
        if position.stage > 1 or position.stage_winners or position.stage_order:
            refuse("stage", "this race has one stage only; name more with the option 'stages'")
        return
    if max(position.stage, len(position.stage_winners)) > race.setup.stages:
        refuse("stage", f"the race has {race.setup.stages} stages")
    lay_out_stage(race)
    for winner in filter(None, position.stage_winners):
        _rider(race, "stage_winners", winner)
    order = [_rider(race, "stage_order", name) for name in position.stage_order]
    if order and sorted(order) != list(riders_of(race)):
        refuse("stage_order", "a stage has a classification of all riders")


def _read_route(race: Race, position: Position) -> None:
    length = race.setup.route_cards
    if position.route is not None:
        route = cards_of(position.route)
    elif race.step == Step.DRAFT and race.setup.planning:
        route = []
    else:
        ready = race.route if race.setup.stages else race.setup.planned
        route = [CARD_NAMES[card] for card in ready[:length]]
    for card in route:
        if card not in CARD_NAMES or (card in MARKERS and not race.setup.options.advanced):
            refuse("route", f"{card!r} is no terrain; terrains are {', '.join(TERRAIN_LETTERS)}")
    complete = race.step not in (Step.DRAFT, Step.ROUTE) or not race.setup.planning
    if len(route) > length or (complete and len(route) < length):
        refuse("route", f"{len(route)} cards where the race has {length} (Z5.4)")
    race.route[: len(route)] = [CARD_NAMES.index(card) for card in route]
    race.planned = len(route)


def _read_riders(race: Race, position: Position) -> None:
    cards = {unpack_id(int(race.setup.card_id[n])): n for n in range(race.setup.cards)}
    taken: dict[str, str] = {}
    for name, rider in position.riders.items():
        keep(rider, race, rider_number(name))
        _read_place(race, name, rider)
        where = f"riders.{name}.card"
        if rider.card is not None:
            if rider.card not in cards:
                refuse(where, f"there is no card {rider.card!r} in this set")
            if rider.card in taken:
                refuse(where, f"{rider.card} is {taken[rider.card]}'s already")
            taken[rider.card] = name
            race.card[rider_number(name)] = cards[rider.card]
        elif race.step != Step.DRAFT:
            refuse(where, "they have none, and only in the draft a rider can be without (Z5.2)")


def _read_place(race: Race, name: str, rider: Rider) -> None:
    number = rider_number(name)
    if (rider.place == "out") != (rider.retired > 0):
        refuse(f"riders.{name}", "place 'out' and the turn in which they retired belong together (Z8.5)")
    if rider.place == "out":
        race.place[number] = c.GONE
    elif rider.place == "head":
        race.head[number] = 1
    elif rider.place != "bunch":
        if rider.place < race.setup.floor:
            refuse(f"riders.{name}.place", f"{rider.place} is behind the last delay sector (Z13.2)")
        race.place[number] = rider.place


def _read_teams(race: Race, position: Position) -> None:
    seats = race.setup.seats
    if position.teams and len(position.teams) != seats:
        refuse("teams", f"{len(position.teams)} teams for {seats} seats; give one for each seat")
    if not position.teams and race.step not in BEFORE_THE_RACE and race.setup.event_cards:
        refuse("teams", f"every player has {c.KEPT} event cards: name them, or set 'events' to false (Z11.4)")
    for seat, team in enumerate(position.teams or [Team()] * seats):
        keep(team, race, seat)
        usual = c.TOKENS * (race.turn > 0 and racing(race, seat))
        if team.tokens is None:
            race.tokens[seat] = usual
        if team.spent is None:
            race.spent[seat] = usual - race.tokens[seat]
        _read_events(race, seat, team)


def _read_events(race: Race, seat: int, team: Team) -> None:
    """A player's event cards (Z11.4)."""
    where, lacking = f"teams[{seat}]", len(team.events) < c.KEPT
    if (team.offered or team.events) and not race.setup.event_cards:
        refuse(f"{where}.events", "this race has no event cards; they come with the option 'events'")
    if team.offered and len(set(team.offered)) != c.OFFERED:
        refuse(f"{where}.offered", f"a player is offered {c.OFFERED} different cards (Z11.4)")
    if len(set(team.events)) < len(team.events) or not set(team.events) <= set(team.offered):
        refuse(f"{where}.events", "a player keeps different cards of those they were offered (Z11.4)")
    race.due[seat] = len(team.due)
    if team.laid and lacking:
        refuse(f"{where}.laid", f"tokens lie on event cards, of which one has {c.KEPT} (Z11.4)")
    if team.due and lacking:
        refuse(f"{where}.due", "only a card one has can be full (Z11.4)")
    if team.due != (due := cards_due(race, seat)):
        refuse(f"{where}.due", f"with {team.laid} tokens laid, the last full were {due}")


def _read_turn(race: Race, position: Position) -> None:
    """Where the race stands; seats that are named must be there."""
    for where in ("first", "pawn", "claimed", "last_active", "asked", "decides", "opponent"):
        _check_seats_named(race, where, [getattr(position, where) or 0])
    _check_seats_named(race, "excused", position.excused)
    if position.turn is None:
        race.turn = _usual_turn(race)
    if race.turn > race.setup.turns:
        refuse("turn", f"{race.turn} is after the last one, {race.setup.turns}")
    _read_shown(race, position)
    base = race.setup.base_speed[race.terrain] if race.turn else 0
    if position.speed is None:
        race.pace = base
    if position.increases is None:
        race.increases = max(0, race.pace - base)
    if position.fed is None:
        race.fed = c.FEED in race.route[: race.shown]


def _check_seats_named(race: Race, where: str, seats: Iterable[int]) -> None:
    for seat in seats:
        if seat >= race.setup.seats:
            refuse(where, f"there is no seat {seat}; seats are 0 to {race.setup.seats - 1}")


def _read_shown(race: Race, position: Position) -> None:
    """The cards turned up: as the document says, or up to the terrain of this turn."""
    if race.shown > race.planned:
        refuse("shown", f"{race.shown} of {race.planned} cards")
    terrains = [n for n, card in enumerate(race.route[: race.planned], 1) if card < c.TERRAINS]
    if position.shown is None and 0 < race.turn <= len(terrains):
        race.shown = terrains[race.turn - 1]
    if race.turn:
        seen = [card for card in race.route[: race.shown] if card < c.TERRAINS]
        if len(seen) != race.turn:
            refuse("shown", f"{race.shown} cards have {len(seen)} terrains, but it is turn {race.turn}")
        race.terrain = seen[-1]


def _usual_turn(race: Race) -> int:
    if race.step in (*IN_FINISH, Step.FINISHED):
        return race.setup.turns
    return 0 if race.step in BEFORE_THE_RACE else 1


def _read_activity(race: Race, position: Position) -> None:
    """The activity on its way, on both sheets."""
    if position.rider is not None:
        race.chosen = _rider(race, "rider", position.rider)
    elif position.opponent is not None:
        race.chosen = position.opponent
    composing = position.composing or Composition()
    keep(composing, race)
    race.entries = len(composing.entries)
    race.entry_rider[: race.entries] = _riders(race, "composing", composing.entries)
    race.entry_role[: race.entries] = [ROLES.index(entry.role) for entry in composing.entries]
    _read_sheet(race, position.challenge or Challenge())
    for part in (position.speed_up, position.control):
        if part:
            keep(part, race)


def _rider(race: Race, where: str, name: str) -> int:
    rider = rider_number(name)
    if rider not in riders_of(race):
        refuse(where, f"there is no rider {name}")
    return rider


def _read_sheet(race: Race, sheet: Challenge) -> None:
    right = _checked_sheet(race, "challenge.right", sheet.right, c.MOST_RIGHT)
    left = _checked_sheet(race, "challenge.left", sheet.left, c.MOST_LEFT)
    race.rights, race.lefts = len(right), len(left)
    race.right_rider[: race.rights], race.left_rider[: race.lefts] = right, left
    race.right_role[: race.rights] = [ROLES.index(entry.role) for entry in sheet.right]
    race.right_sum, race.left_sum = (sum(speed_of(race, rider) for rider in side) for side in (right, left))
    _check_seats_named(race, "challenge.wishes", map(int, sheet.wishes))
    keep(sheet, race)


def _riders(race: Race, where: str, sheet: Iterable[OnSheet | Column]) -> list[int]:
    return [_rider(race, where, entry.rider) for entry in sheet]


def _checked_sheet(race: Race, where: str, sheet: list[OnSheet], most: int) -> list[int]:
    """The riders of a side: one place for each, and not too many of a team (Z7.8.2)."""
    riders = _riders(race, where, sheet)
    seats = [rider // c.TEAM for rider in riders]
    if len(set(riders)) < len(riders):
        refuse(where, "a rider is there twice")
    if any(seats.count(seat) > most for seat in seats):
        refuse(where, f"a team has at most {most} riders on this side (Z7.8.2)")
    if where == "challenge.right" and any(entry.role == "obstruct" for entry in sheet):
        refuse(where, "obstructers go to the left side (Z7.8.1)")
    if where == "challenge.left" and any(entry.role != "obstruct" for entry in sheet):
        refuse(where, "only obstructers go to the left side (Z7.8.1)")
    return riders


def _read_sprint(race: Race, position: Position) -> None:
    sheet = position.sprint or Sprint()
    sprinters = _riders(race, "sprint.columns", sheet.columns)
    if len(set(sprinters)) < len(sprinters):
        refuse("sprint.columns", "a rider is there twice")
    race.columns = len(sprinters)
    for n, column in enumerate(sheet.columns):
        keep(column, race, n)
    _check_seats_named(race, "sprint.stopped", sheet.stopped)
    keep(sheet, race)
    for name, rider in position.riders.items():
        if rider.helps is not None:
            if rider_number(rider.helps) not in sprinters:
                refuse(f"riders.{name}.helps", f"{rider.helps} does not sprint")
            race.helps[rider_number(name)] = sprinters.index(rider_number(rider.helps))


# --- does it hang together --------------------------------------------------------------------------


def _check_step(race: Race, position: Position) -> None:
    """Every step has what it needs, and nothing is half there."""
    step = race.step
    if step == Step.FINISHED:
        _read_ending(race, position)
        return
    if position.ending is not None or position.order:
        refuse("ending", "only a race that is over has an ending and an order")
    if sum(racing(race, seat) for seat in range(race.setup.seats)) < 2:
        refuse("riders", "a race that goes on has riders of two teams (Z6.4.2)")
    if step not in BEFORE_THE_RACE and race.turn == 0 and step != Step.TURN:
        refuse("turn", f"0 is before the race, and the step is {position.step!r}")
    if step in IN_CHALLENGE:
        _check_challenge(race, position)
    elif race.rights:
        refuse("challenge", f"nobody is on the sheet in the step {position.step!r}")
    joinable = race.activity == Activity.SPEED_UP and position.rider is not None and race.sector
    if step == Step.JOINING and not joinable:
        why = "others join a 'speed-up' of a 'rider' from a sector that is not the peloton (Z7.6)"
        refuse("speed_up", why)
    if step == Step.CONTROL and not race.control:
        refuse("control", "a control has too few or too many riders and a starter (Z7.12)")
    _check_advanced(race)
    _check_composition(race, position)
    _check_seats(race, position)


def _check_advanced(race: Race) -> None:
    """The steps that only the advanced game has."""
    if race.step == Step.MISHAP and not any(race.due):
        refuse("teams", "in the step 'mishap' somebody's event card is full, so it is 'due' (Z11.4)")
    if race.step == Step.MISHAP and race.last_active == c.NOBODY:
        refuse("last_active", "a mishap follows somebody's activity; name them (Z11.4)")
    if race.step == Step.EVENTS and (race.pawn == c.NOBODY or not race.setup.event_cards):
        refuse("pawn", "with the option 'events', whoever has it chooses their cards first (Z11.4)")
    if race.step == Step.TRIAL and (race.setup.route_cards or not race.setup.stages):
        refuse("step", "this stage is no time trial (Z11.6)")


def _check_challenge(race: Race, position: Position) -> None:
    sheet = position.challenge or Challenge()
    performers = [entry for entry in sheet.right if entry.role == "perform"]
    kinds: dict[int, tuple[Activity, ...]] = {
        Step.RESPONSE: (Activity.GO_TO_HEAD, Activity.RAISE_PACE, Activity.BREAK_AWAY),
        Step.WISHES: (Activity.RAISE_PACE,),
        Step.DEPTH: (Activity.BREAK_AWAY,),
    }
    if race.activity not in kinds[race.step]:
        refuse("activity", f"{position.activity!r} does not lead to the step {position.step!r}")
    if not performers:
        refuse("challenge.right", "a challenge has a performer (Z7.9)")
    if race.step == Step.DEPTH and not any(race.head[rider_number(entry.rider)] for entry in performers):
        refuse("challenge.right", "no performer is left in the head to break away (Z7.11)")
    for entry in sheet.right:
        if race.place[rider_number(entry.rider)] == c.GONE:
            refuse("challenge.right", f"{entry.rider} has retired")


def _check_composition(race: Race, position: Position) -> None:
    of_team, choosing = race.activity == Activity.WEAR_DOWN_TEAM, race.step == Step.ACTIVITY
    if choosing and of_team and position.rider is not None:
        refuse("rider", "a team is worn down; name an 'opponent' (Z7.7)")
    if choosing and not of_team and position.opponent is not None:
        refuse("opponent", "only a team that is worn down is named so (Z7.7)")
    challenging = race.step in (Step.ACTIVITY, Step.RESPONSE) and race.activity >= Activity.GO_TO_HEAD
    if race.entries and not challenging:
        refuse("composing", "riders are put together only for a challenge (Z7.8)")
    owners = set(race.entry_rider[: race.entries] // c.TEAM)
    if owners - {position.decides}:
        refuse("composing", "a player composes with their own riders")
    if race.activity and race.step in (Step.ACTIVITY, *IN_CHALLENGE, Step.JOINING) and position.pawn is None:
        refuse("pawn", "an activity is the pawn holder's; name them")


def _check_seats(race: Race, position: Position) -> None:
    """Whoever is named as next or last is still in the race."""
    starter = race.starter
    if race.control and (starter >= race.setup.seats or not racing(race, starter)):
        refuse("control.starter", f"seat {starter} is not in the race")
    for where in ("decides",) if race.step in BEFORE_THE_RACE else ("decides", "pawn", "asked"):
        seat = getattr(position, where)
        if seat is not None and not racing(race, seat):
            refuse(where, f"seat {seat} has no rider left (Z6.4.1)")
    if race.step in (*IN_CHALLENGE, Step.JOINING, *IN_FINISH) and position.pawn is None:
        refuse("pawn", f"in the step {position.step!r} somebody has it")
    if race.step in ASKING and position.asked is None:
        race.asked = race.decider
    if race.step in (Step.RESPONSE, Step.JOINING) and race.asked == c.NOBODY:
        race.asked = race.pawn


def _read_ending(race: Race, position: Position) -> None:
    if position.ending is None:
        refuse("ending", "a race that is over ended somehow")
    riders = [_rider(race, "order", name) for name in position.order]
    if sorted(riders) != list(riders_of(race)):
        refuse("order", "a race that is over has a classification of all its riders (Z9.10)")
    race.order[: len(riders)] = riders


def _read_decider(race: Race, position: Position) -> None:
    """Who owes a decision, and what it is about."""
    if position.decides is None:
        if race.step in CHOOSING_ORDER:
            race.decider = race.first
        return
    if race.step in (Step.TURN, Step.FATIGUE, Step.FINISHED):
        refuse("decides", f"nobody decides anything in the step {position.step!r}")
    if race.step in (Step.HELPERS, Step.TOKENS) and position.rider is None:
        refuse("rider", f"in the step {position.step!r} the question is about a rider")
    if race.step == Step.ACTIVITY and race.pawn != race.decider:
        refuse("decides", "the holder of the pawn decides about an activity (Z6.3.5)")
