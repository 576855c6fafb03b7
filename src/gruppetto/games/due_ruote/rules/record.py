"""The record of a race of Due Ruote."""

from typing import Annotated

from gruppetto.games.due_ruote.rules.codes import (
    CARDS,
    COLUMNS,
    KEPT,
    LEFT_SHEET,
    MOST_LEFT,
    OFFERED,
    RIDERS,
    RIGHT_SHEET,
    ROUTE,
    SEATS,
    SLOTS,
    STAGES,
    STREAMS,
    TERRAINS,
)
from gruppetto.games.due_ruote.rules.options import Options
from gruppetto.kernel.chance import WithChance
from gruppetto.kernel.record import Ints, Keys, dtype_of


class Setup:
    """What the options of a race and its set of components come down to."""

    options: Options
    seats: int
    first: int  # of the draft and the route
    start_first: int  # of the start turn
    team_card: Annotated[Ints, RIDERS]  # the cards of ready teams
    turns: int  # terrain cards
    route_cards: int  # these, and the markers between them
    planned: Annotated[Ints, ROUTE]  # a ready route
    planning: int
    stages: int  # of a race of several, or 0 (Z11.5)
    stage_turns: Annotated[Ints, STAGES]
    stage_cards: Annotated[Ints, STAGES]  # none: a time trial (Z11.6)
    stage_route: Annotated[Ints, (STAGES, ROUTE)]

    cards: int
    card_id: Annotated[Ints, CARDS]  # up to four letters, see `sets`
    worth: Annotated[Ints, CARDS]
    speed: Annotated[Ints, (CARDS, TERRAINS)]
    sprint: Annotated[Ints, CARDS]
    trial: Annotated[Ints, CARDS]
    base_speed: Annotated[Ints, TERRAINS]
    inside: Annotated[Ints, TERRAINS]
    outside: Annotated[Ints, TERRAINS]
    right_slots: Annotated[Ints, SLOTS]
    left_slots: Annotated[Ints, SLOTS]
    top_speed: int

    # What follows from the options.
    most_fatigue: int
    floor: int  # how far back one can fall (Z13.2)
    event_cards: int  # whether they are in play (Z11.4)


class Race(WithChance):
    """One race."""

    key: Annotated[Keys, STREAMS]
    drawn: Annotated[Ints, STREAMS]

    setup: Setup
    step: int
    decider: int  # who owes a decision, or NOBODY
    first: int  # the first player
    route: Annotated[Ints, ROUTE]
    planned: int  # cards of the route chosen so far
    turn: int  # terrain cards turned up so far
    shown: int  # cards turned up so far, markers included
    goal: int  # what is being sprinted for
    fed: int  # whether the feed card has been turned up
    terrain: int
    pace: int  # of the peloton
    increases: int  # in this turn

    card: Annotated[Ints, RIDERS]
    place: Annotated[Ints, RIDERS]  # sectors ahead of the peloton; 0 is the peloton; or GONE
    head: Annotated[Ints, RIDERS]  # whether they are in HEAD
    fatigue: Annotated[Ints, RIDERS]
    retired: Annotated[Ints, RIDERS]  # the turn of retiring (and LONGEST_STAGE for each stage), or 0
    energised: Annotated[Ints, RIDERS]  # whether they have had their energy
    green: Annotated[Ints, RIDERS]  # points on summits
    cyclamen: Annotated[Ints, RIDERS]  # points in sprints
    time: Annotated[Ints, RIDERS]  # seconds lost in all stages so far
    effort: Annotated[Ints, RIDERS]  # tokens in a time trial, or UNDECIDED

    stage: int  # of a race of several, from 0
    stage_winner: Annotated[Ints, STAGES]
    stage_order: Annotated[Ints, RIDERS]  # the classification of the last stage

    offered: Annotated[Ints, (SEATS, OFFERED)]  # event cards to choose from
    events: Annotated[Ints, (SEATS, KEPT)]  # event cards in the order in which they are filled
    laid: Annotated[Ints, SEATS]  # special tokens on them, first card first
    due: Annotated[Ints, SEATS]  # how often they were full and have not struck yet
    bonked: Annotated[Ints, SEATS]  # whether eating helps less in this turn
    fined: Annotated[Ints, SEATS]  # base tokens missing in the next turn

    stood_back: Annotated[Ints, SEATS]  # passes in the start turn
    tokens: Annotated[Ints, SEATS]
    special: Annotated[Ints, SEATS]
    spent: Annotated[Ints, SEATS]  # in this turn
    passed: Annotated[Ints, SEATS]  # definitively, in this turn

    pawn: int  # who has it, or NOBODY
    claimed: int  # who will be first player in the next turn, or NOBODY
    last_active: int  # who performed the last activity of the turn, or NOBODY

    # An activity on its way: composed in secret, then public.
    activity: int
    chosen: int  # its rider or opposing team, or NOBODY
    entries: int
    entry_rider: Annotated[Ints, MOST_LEFT]
    entry_role: Annotated[Ints, MOST_LEFT]
    cancels: int

    asked: int  # the last seat asked to respond, to join, to move or to sprint
    rights: int
    right_rider: Annotated[Ints, RIGHT_SHEET]
    right_role: Annotated[Ints, RIGHT_SHEET]
    right_sum: int
    lefts: int
    left_rider: Annotated[Ints, LEFT_SHEET]
    left_sum: int
    wish: Annotated[Ints, SEATS]
    joined: int
    sector: int  # where a speed-up began

    excused: int  # the seats that may pass in the first trip of a control, as bits
    control: int  # TOO_FEW, TOO_MANY or NOTHING
    starter: int  # of the trip
    strict: int  # whether only those who cannot move may pass

    columns: int
    column_rider: Annotated[Ints, COLUMNS]
    column_tokens: Annotated[Ints, COLUMNS]
    column_value: Annotated[Ints, COLUMNS]
    stopped: int  # the seats that line up nobody more, as bits
    helps: Annotated[Ints, RIDERS]  # the column of the sprinter they help, or NOBODY
    ending: int
    order: Annotated[Ints, RIDERS]  # the classification, once the race is over


RACE = dtype_of(Race)
SETUP = dtype_of(Setup)
