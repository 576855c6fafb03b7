"""From a position document to a record; what does not hang together is refused where it stands."""

from typing import Any

import msgspec

from gruppetto.errors import BadPosition
from gruppetto.games.due_ruote.data.sets import CARD_NAMES, MARKERS, TERRAIN_LETTERS, cards_of, unpack_id
from gruppetto.games.due_ruote.faces.names import ENDINGS, ROLES, rider_id, rider_number
from gruppetto.games.due_ruote.faces.position import (
    Challenge,
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

BEFORE_THE_RACE = (Step.DRAFT, Step.ROUTE, Step.START, Step.EVENTS, Step.TRIAL)
IN_CHALLENGE = (Step.RESPONSE, Step.WISHES, Step.DEPTH)
ASKING = (
    Step.START,
    Step.RESPONSE,
    Step.JOINING,
    Step.CONTROL,
    Step.LINE_UP,
)  # who decides is the last who was asked
CHOOSING_ORDER = (Step.ORDER, Step.LINE_UP_ORDER, Step.TOKENS_ORDER)  # which is the first player's to do
IN_FINISH = (Step.LINE_UP_ORDER, Step.LINE_UP, Step.HELPERS, Step.TOKENS_ORDER, Step.TOKENS)


def parse(document: Any) -> Position:
    """A document as the typed position it must be."""
    if isinstance(document, Position):
        return document
    if isinstance(document, dict) and isinstance(document.get("riders"), dict):
        for name in document["riders"]:
            if not (isinstance(name, str) and len(name) == 3 and name[0] in "012345" and name[2] in "12345"):
                raise BadPosition(
                    f"riders: {name!r} is no rider; riders are 0-1, 0-2 … 5-5 (seat and number)."
                )
    try:
        return msgspec.convert(document, Position)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise BadPosition(f"The position document does not fit: {error}.") from None


def seats_in(position: Position) -> int:
    """As many seats as riders or teams are named for; each has five riders."""
    seats = max(1 + max(rider_number(name) for name in position.riders) // c.TEAM, len(position.teams))
    for rider in range(c.TEAM * seats):
        if rider_id(rider) not in position.riders:
            raise BadPosition(
                f"riders: {rider_id(rider)} is left out; each of {seats} teams has five riders."
            )
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


def _fail(where: str, why: str) -> None:
    raise BadPosition(f"{where}: {why}.")


def _read_stages(race: Race, position: Position) -> None:
    """How far a race of several stages has come (Z11.5)."""
    if not race.setup.stages:
        if position.stage > 1 or position.stage_winners or position.stage_order:
            _fail("stage", "this race has one stage only; name more with the option 'stages'")
        return
    if max(position.stage, len(position.stage_winners)) > race.setup.stages:
        _fail("stage", f"the race has {race.setup.stages} stages")
    lay_out_stage(race)
    for winner in filter(None, position.stage_winners):
        _rider(race, "stage_winners", winner)
    order = [_rider(race, "stage_order", name) for name in position.stage_order]
    if order and sorted(order) != list(riders_of(race)):
        _fail("stage_order", "a stage has a classification of all riders")


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
            _fail("route", f"{card!r} is no terrain; terrains are {', '.join(TERRAIN_LETTERS)}")
    complete = race.step not in (Step.DRAFT, Step.ROUTE) or not race.setup.planning
    if len(route) > length or (complete and len(route) < length):
        _fail("route", f"{len(route)} cards where the race has {length} (Z5.4)")
    race.route[: len(route)] = [CARD_NAMES.index(card) for card in route]
    race.planned = len(route)


def _read_riders(race: Race, position: Position) -> None:
    cards = {unpack_id(int(race.setup.card_id[n])): n for n in range(race.setup.cards)}
    taken: dict[str, str] = {}
    for name, rider in position.riders.items():
        number = rider_number(name)
        if rider.card is None:
            if race.step != Step.DRAFT:
                _fail(
                    f"riders.{name}.card", "he has none, and only in the draft a rider can be without (Z5.2)"
                )
        else:
            if rider.card not in cards:
                _fail(f"riders.{name}.card", f"there is no card {rider.card!r} in this set")
            if rider.card in taken:
                _fail(f"riders.{name}.card", f"{rider.card} is {taken[rider.card]}'s already")
            taken[rider.card] = name
            race.card[number] = cards[rider.card]
        _read_place(race, name, rider)


def _read_place(race: Race, name: str, rider: Rider) -> None:
    number = rider_number(name)
    keep(rider, race, number)
    if (rider.place == "out") != (rider.retired > 0):
        _fail(f"riders.{name}", "place 'out' and the turn in which he retired belong together (Z8.5)")
    if rider.place == "out":
        race.place[number] = c.GONE
    elif rider.place == "head":
        race.head[number] = 1
    elif rider.place != "bunch":
        if rider.place < race.setup.floor:
            _fail(f"riders.{name}.place", f"{rider.place} is behind the last delay sector (Z13.2)")
        race.place[number] = rider.place


def _read_teams(race: Race, position: Position) -> None:
    seats = race.setup.seats
    if position.teams and len(position.teams) != seats:
        _fail("teams", f"{len(position.teams)} teams for {seats} seats; give one for each seat")
    if not position.teams and race.step not in BEFORE_THE_RACE and race.setup.event_cards:
        _fail("teams", f"every player has {c.KEPT} event cards: name them, or set 'events' to false (Z11.4)")
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
    if (team.offered or team.events) and not race.setup.event_cards:
        _fail(f"teams[{seat}].events", "this race has no event cards; they come with the option 'events'")
    if team.offered and len(set(team.offered)) != c.OFFERED:
        _fail(f"teams[{seat}].offered", f"a player is offered {c.OFFERED} different cards (Z11.4)")
    if len(set(team.events)) < len(team.events) or not set(team.events) <= set(team.offered):
        _fail(f"teams[{seat}].events", "a player keeps different cards of those he was offered (Z11.4)")
    race.due[seat] = len(team.due)
    if team.laid and len(team.events) < c.KEPT:
        _fail(f"teams[{seat}].laid", f"tokens lie on event cards, of which one has {c.KEPT} (Z11.4)")
    if race.due[seat] and len(team.events) < c.KEPT:
        _fail(f"teams[{seat}].due", "only a card one has can be full (Z11.4)")
    if team.due != cards_due(race, seat):
        _fail(
            f"teams[{seat}].due", f"with {team.laid} tokens laid, the last full were {cards_due(race, seat)}"
        )


def _read_turn(race: Race, position: Position) -> None:
    """Where the race stands; seats that are named must be there."""
    for where in ("first", "pawn", "claimed", "last_active", "asked", "decides", "opponent"):
        if getattr(position, where) is not None:
            _check_seat(race, where, getattr(position, where))
    for seat in position.excused:
        _check_seat(race, "excused", seat)
    if position.turn is None:
        race.turn = _usual_turn(race)
    if race.turn > race.setup.turns:
        _fail("turn", f"{race.turn} is after the last one, {race.setup.turns}")
    _read_shown(race, position)
    base = race.setup.base_speed[race.terrain] if race.turn else 0
    if position.speed is None:
        race.pace = base
    if position.increases is None:
        race.increases = max(0, race.pace - base)
    if position.fed is None:
        race.fed = c.FEED in race.route[: race.shown]


def _check_seat(race: Race, where: str, seat: int) -> None:
    if seat >= race.setup.seats:
        _fail(where, f"there is no seat {seat}; seats are 0 to {race.setup.seats - 1}")


def _read_shown(race: Race, position: Position) -> None:
    """The cards turned up: as the document says, or up to the terrain of this turn."""
    if race.shown > race.planned:
        _fail("shown", f"{race.shown} of {race.planned} cards")
    terrains = [n for n, card in enumerate(race.route[: race.planned], 1) if card < c.TERRAINS]
    if position.shown is None and 0 < race.turn <= len(terrains):
        race.shown = terrains[race.turn - 1]
    if race.turn:
        seen = [card for card in race.route[: race.shown] if card < c.TERRAINS]
        if len(seen) != race.turn:
            _fail("shown", f"{race.shown} cards have {len(seen)} terrains, but it is turn {race.turn}")
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
    for n, entry in enumerate(composing.entries):
        race.entry_rider[n] = _rider(race, "composing", entry.rider)
        race.entry_role[n] = ROLES.index(entry.role)
    _read_sheet(race, position.challenge or Challenge())
    for part in (position.speed_up, position.control):
        if part:
            keep(part, race)


def _rider(race: Race, where: str, name: str) -> int:
    rider = rider_number(name)
    if rider not in riders_of(race):
        _fail(where, f"there is no rider {name}")
    return rider


def _read_sheet(race: Race, sheet: Challenge) -> None:
    _check_sheet(race, "challenge.right", sheet.right, c.MOST_RIGHT)
    _check_sheet(race, "challenge.left", sheet.left, c.MOST_LEFT)
    race.rights, race.lefts = len(sheet.right), len(sheet.left)
    for n, entry in enumerate(sheet.right):
        race.right_rider[n], race.right_role[n] = rider_number(entry.rider), ROLES.index(entry.role)
        race.right_sum += speed_of(race, rider_number(entry.rider))
    for n, entry in enumerate(sheet.left):
        race.left_rider[n] = rider_number(entry.rider)
        race.left_sum += speed_of(race, rider_number(entry.rider))
    for seat in sheet.wishes:
        _check_seat(race, "challenge.wishes", int(seat))
    keep(sheet, race)


def _check_sheet(race: Race, where: str, sheet: list[OnSheet], most: int) -> None:
    """One place for each rider, and not too many of a team (Z7.8.2)."""
    riders = [_rider(race, where, entry.rider) for entry in sheet]
    seats = [rider // c.TEAM for rider in riders]
    if len(set(riders)) < len(riders):
        _fail(where, "a rider is there twice")
    if any(seats.count(seat) > most for seat in seats):
        _fail(where, f"a team has at most {most} riders on this side (Z7.8.2)")
    if where == "challenge.right" and any(entry.role == "obstruct" for entry in sheet):
        _fail(where, "obstructers go to the left side (Z7.8.1)")
    if where == "challenge.left" and any(entry.role != "obstruct" for entry in sheet):
        _fail(where, "only obstructers go to the left side (Z7.8.1)")


def _read_sprint(race: Race, position: Position) -> None:
    sheet = position.sprint or Sprint()
    sprinters = [_rider(race, "sprint.columns", column.rider) for column in sheet.columns]
    if len(set(sprinters)) < len(sprinters):
        _fail("sprint.columns", "a rider is there twice")
    race.columns = len(sprinters)
    for n, column in enumerate(sheet.columns):
        keep(column, race, n)
    for seat in sheet.stopped:
        _check_seat(race, "sprint.stopped", seat)
    keep(sheet, race)
    for name, rider in position.riders.items():
        if rider.helps is not None:
            if rider_number(rider.helps) not in sprinters:
                _fail(f"riders.{name}.helps", f"{rider.helps} does not sprint")
            race.helps[rider_number(name)] = sprinters.index(rider_number(rider.helps))


# --- does it hang together --------------------------------------------------------------------------


def _check_step(race: Race, position: Position) -> None:
    """Every step has what it needs, and nothing is half there."""
    step = race.step
    if step == Step.FINISHED:
        _read_ending(race, position)
        return
    if position.ending is not None or position.order:
        _fail("ending", "only a race that is over has an ending and an order")
    if sum(racing(race, seat) for seat in range(race.setup.seats)) < 2:
        _fail("riders", "a race that goes on has riders of two teams (Z6.4.2)")
    if step not in BEFORE_THE_RACE and race.turn == 0 and step != Step.TURN:
        _fail("turn", f"0 is before the race, and the step is {position.step!r}")
    if step in IN_CHALLENGE:
        _check_challenge(race, position)
    elif race.rights:
        _fail("challenge", f"nobody is on the sheet in the step {position.step!r}")
    if step == Step.JOINING and (
        race.activity != Activity.SPEED_UP or position.rider is None or race.sector == 0
    ):
        _fail(
            "speed_up", "others join a 'speed-up' of a 'rider' from a sector that is not the peloton (Z7.6)"
        )
    if step == Step.CONTROL and not race.control:
        _fail("control", "a control has too few or too many riders and a starter (Z7.12)")
    _check_advanced(race)
    _check_composition(race, position)
    _check_seats(race, position)


def _check_advanced(race: Race) -> None:
    """The steps that only the advanced game has."""
    if race.step == Step.MISHAP and not any(race.due):
        _fail("teams", "in the step 'mishap' somebody's event card is full, so it is 'due' (Z11.4)")
    if race.step == Step.MISHAP and race.last_active == c.NOBODY:
        _fail("last_active", "a mishap follows somebody's activity; name him (Z11.4)")
    if race.step == Step.EVENTS and (race.pawn == c.NOBODY or not race.setup.event_cards):
        _fail("pawn", "with the option 'events', whoever has it chooses his cards first (Z11.4)")
    if race.step == Step.TRIAL and (race.setup.route_cards or not race.setup.stages):
        _fail("step", "this stage is no time trial (Z11.6)")


def _check_challenge(race: Race, position: Position) -> None:
    sheet = position.challenge or Challenge()
    performers = [entry for entry in sheet.right if entry.role == "perform"]
    kinds: dict[int, tuple[Activity, ...]] = {
        Step.RESPONSE: (Activity.GO_TO_HEAD, Activity.RAISE_PACE, Activity.BREAK_AWAY),
        Step.WISHES: (Activity.RAISE_PACE,),
        Step.DEPTH: (Activity.BREAK_AWAY,),
    }
    if race.activity not in kinds[race.step]:
        _fail("activity", f"{position.activity!r} does not lead to the step {position.step!r}")
    if not performers:
        _fail("challenge.right", "a challenge has a performer (Z7.9)")
    if race.step == Step.DEPTH and not any(race.head[rider_number(entry.rider)] for entry in performers):
        _fail("challenge.right", "no performer is left in the head to break away (Z7.11)")
    for entry in sheet.right:
        if race.place[rider_number(entry.rider)] == c.GONE:
            _fail("challenge.right", f"{entry.rider} has retired")


def _check_composition(race: Race, position: Position) -> None:
    if race.step == Step.ACTIVITY and race.activity == Activity.WEAR_DOWN_TEAM and position.rider is not None:
        _fail("rider", "a team is worn down; name an 'opponent' (Z7.7)")
    if (
        race.step == Step.ACTIVITY
        and race.activity != Activity.WEAR_DOWN_TEAM
        and position.opponent is not None
    ):
        _fail("opponent", "only a team that is worn down is named so (Z7.7)")
    if race.entries and (
        race.step not in (Step.ACTIVITY, Step.RESPONSE) or race.activity < Activity.GO_TO_HEAD
    ):
        _fail("composing", "riders are put together only for a challenge (Z7.8)")
    owners = {int(rider) // c.TEAM for rider in race.entry_rider[: race.entries]}
    if owners - {position.decides}:
        _fail("composing", "a player composes with his own riders")
    if race.activity and race.step in (Step.ACTIVITY, *IN_CHALLENGE, Step.JOINING) and position.pawn is None:
        _fail("pawn", "an activity is the pawn holder's; name him")


def _check_seats(race: Race, position: Position) -> None:
    """Whoever is named as next or last is still in the race."""
    starter = race.starter
    if race.control and (starter >= race.setup.seats or not racing(race, starter)):
        _fail("control.starter", f"seat {starter} is not in the race")
    for where in ("decides",) if race.step in BEFORE_THE_RACE else ("decides", "pawn", "asked"):
        seat = getattr(position, where)
        if seat is not None and not racing(race, seat):
            _fail(where, f"seat {seat} has no rider left (Z6.4.1)")
    if race.step in (*IN_CHALLENGE, Step.JOINING, *IN_FINISH) and position.pawn is None:
        _fail("pawn", f"in the step {position.step!r} somebody has it")
    if race.step in ASKING and position.asked is None:
        race.asked = race.decider
    if race.step in (Step.RESPONSE, Step.JOINING) and race.asked == c.NOBODY:
        race.asked = race.pawn


def _read_ending(race: Race, position: Position) -> None:
    if position.ending is None:
        _fail("ending", "a race that is over ended somehow")
    riders = [_rider(race, "order", name) for name in position.order]
    if sorted(riders) != list(riders_of(race)):
        _fail("order", "a race that is over has a classification of all its riders (Z9.10)")
    race.ending = ENDINGS.index(str(position.ending))
    race.order[: len(riders)] = riders


def _read_decider(race: Race, position: Position) -> None:
    """Who owes a decision, and what it is about."""
    if position.decides is None:
        if race.step in CHOOSING_ORDER:
            race.decider = race.first
        return
    if race.step in (Step.TURN, Step.FATIGUE, Step.FINISHED):
        _fail("decides", f"nobody decides anything in the step {position.step!r}")
    if race.step in (Step.HELPERS, Step.TOKENS) and position.rider is None:
        _fail("rider", f"in the step {position.step!r} the question is about a rider")
    if race.step == Step.ACTIVITY and race.pawn != race.decider:
        _fail("decides", "the holder of the pawn decides about an activity (Z6.3.5)")
