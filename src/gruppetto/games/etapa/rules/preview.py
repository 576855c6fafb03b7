"""What a decision would do, as far as it is certain as things stand; the rules that then do it reckon it."""

from gruppetto.games.etapa.rules.cards import breakaway_rounds, sprint_value
from gruppetto.games.etapa.rules.codes import Action, Ask, Foreseen
from gruppetto.games.etapa.rules.movement import reachable
from gruppetto.games.etapa.rules.plan import breaks
from gruppetto.games.etapa.rules.record import KIND, NO_CARD, SOLO, Race
from gruppetto.games.etapa.rules.ride import bonus_of, shortened, thrown_fields
from gruppetto.games.etapa.rules.slipstream import copied
from gruppetto.games.etapa.rules.team_trial import head_after
from gruppetto.games.etapa.rules.time_trial import field_after
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

FACES = 6
FORESEEN = 4  # numbers of a preview, at most


@rule
def preview(race: Race, seat: int, code: int, out: Ints) -> int:
    """What an answer leads to: its kind and its numbers, and how many these are; none where all is open."""
    if race.ask == Ask.PLAN:
        return foresee_plan(race, code, out)
    if race.ask == Ask.MOVE:
        return 0 if Action.SWAP <= code < Action.CARD else would_ride(race, shortened(race, code), out)
    if race.ask == Ask.BONUS:
        bonus = bonus_of(race, race.rider) if code == Action.TAKE else 0
        return would_ride(race, race.reach + bonus, out)
    if race.ask == Ask.PICK:
        return foresee_face(race, code - Action.FACE, out)
    if race.ask == Ask.MULTIPLY or race.ask == Ask.ADD:  # noqa: PLR1714  (does not compile)
        return foresee_trial(race, NO_CARD if code == Action.PASS else code - Action.CARD, out)
    if race.ask == Ask.RAISE and code != Action.PASS:
        out[0] = Foreseen.WOULD_BID
        out[1] = race.total[seat] + race.bid + sprint_value(code - Action.CARD)
        return 2
    return 0


@rule
def foresee_plan(race: Race, code: int, out: Ints) -> int:
    """How far a leader tows, or between what a throw carries (C2, C3.4.1)."""
    if code == Action.ROLL:
        return would_throw(race, NO_CARD, breaks(race, race.tokens[race.rider]), out)
    if Action.SPRINT <= code < Action.BREAK:
        return would_throw(race, code - Action.SPRINT, False, out)
    if Action.BREAK <= code < Action.SWAP:
        return would_throw(race, NO_CARD, breaks(race, breakaway_rounds(code - Action.BREAK)), out)
    if Action.FOLLOW <= code < Action.RIDER:
        return would_ride(race, copied(race, race.rider, code - Action.FOLLOW), out)
    return 0


@rule
def foresee_face(race: Race, die: int, out: Ints) -> int:
    """How far a throw carries; a 1 that is dangerous may end elsewhere (C6.1, C7.1)."""
    if die == 1 and (race.risk != 0 or race.shaken[race.rider] != 0):
        return 0
    return would_ride(race, thrown_fields(race, die, race.card, race.breaking != 0), out)


@rule
def foresee_trial(race: Race, card: int, out: Ints) -> int:
    """Where a rider against the clock, or the head of a team's line, comes to (C13.2, C14.4)."""
    start = race.field[race.rider]
    if race.setup.stage[race.at_stage, KIND] == SOLO:
        end = field_after(race, card)
    else:
        end = head_after(race, card, race.ask == Ask.ADD and card != NO_CARD)
    out[0], out[1], out[2] = Foreseen.WOULD_RIDE, end - start, end
    return 3


@rule
def would_ride(race: Race, fields: int, out: Ints) -> int:
    """So many fields, and where they end between the others (C1.6)."""
    out[0], out[1] = Foreseen.WOULD_RIDE, fields
    out[2] = race.field[race.rider] + reachable(race, race.rider, fields)
    return 3


@rule
def would_throw(race: Race, card: int, breaking: bool, out: Ints) -> int:
    """What is added to the die, and how far the lowest and the highest throw carry."""
    most = thrown_fields(race, FACES, card, breaking)
    out[0], out[1] = Foreseen.WOULD_THROW, most - FACES
    out[2], out[3] = thrown_fields(race, 1, card, breaking), most
    return 4
