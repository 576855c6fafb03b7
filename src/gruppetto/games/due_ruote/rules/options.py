"""What a table may choose: the same names in rules, records, documents and forms."""

from enum import IntEnum
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from gruppetto.games.due_ruote.rules.codes import SEATS
from gruppetto.games.due_ruote.rules.components import Components

Seat = Annotated[int, Meta(ge=0, lt=SEATS)]

Teams = IntEnum("Teams", "DRAFT READY", start=0)
Delay = IntEnum("Delay", "OPEN PRINTED", start=0)
Excess = IntEnum("Excess", "FORBIDDEN ALLOWED", start=0)
LastActivity = IntEnum("LastActivity", "ANY PAID", start=0)
WearDown = IntEnum("WearDown", "OPPONENTS ANYBODY", start=0)
Company = IntEnum("Company", "JOINERS EVERYBODY", start=0)
JoinPrice = IntEnum("JoinPrice", "FATIGUE POINTS", start=0)
RespondFrom = IntEnum("RespondFrom", "HEAD PELOTON ALWAYS_HEAD", start=0)
PaceDuty = IntEnum("PaceDuty", "ONE_RIDER ALL_RIDERS", start=0)
BreakDepth = IntEnum("BreakDepth", "TOGETHER EACH", start=0)
Fatigue = IntEnum("Fatigue", "NET IN_STEPS", start=0)
SprintColumns = IntEnum("SprintColumns", "SPRINTERS EVERYBODY", start=0)
RoutePile = IntEnum("RoutePile", "OPEN COVERED", start=0)
ChallengePrice = IntEnum("ChallengePrice", "RIDERS FEE", start=0)
Tie = IntEnum("Tie", "SUCCEEDS FAILS", start=0)
EasyRoad = IntEnum("EasyRoad", "RESTS CARRIES", start=0)
ChallengeSheet = IntEnum("ChallengeSheet", "TWO_SIDED ONE_SIDED", start=0)


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How a race of Due Ruote is set up."""

    teams: Annotated[
        Teams,
        Meta(description="Players draft their riders, or take ready teams in the order of the seats (Z5.2)."),
    ] = Teams.DRAFT
    route: Annotated[
        str,
        Meta(
            description="'choose': the players choose ten cards; or a stage, or terrain letters (Z5.4).",
            max_length=80,
        ),
    ] = "choose"
    first: Annotated[
        Literal["random"] | Seat, Meta(description="The seat that drafts and plans first (Z5.1).")
    ] = "random"
    start_first: Annotated[
        Literal["random", "same"] | Seat,
        Meta(description="Who begins the start turn: drawn again, or the same as before (Z13.6)."),
    ] = "random"
    delay: Annotated[
        Delay,
        Meta(description="Riders fall back as far as they must, or stay in the third delay sector (Z13.2)."),
    ] = Delay.OPEN
    excess: Annotated[
        Excess,
        Meta(description="Whether own actions may push a rider beyond the fatigue limit (Z13.3)."),
    ] = Excess.FORBIDDEN
    sprint_minimum: Annotated[
        bool, Meta(description="Three special tokens, if left, must be spent in the sprint (Z13.4).")
    ] = False
    last_activity: Annotated[
        LastActivity,
        Meta(description="Whether a control of the head counts as the last activity (Z13.7)."),
    ] = LastActivity.ANY
    wear_down: Annotated[
        WearDown,
        Meta(description="Whose rider a small wear-down may be aimed at (Z13.8)."),
    ] = WearDown.OPPONENTS
    company: Annotated[
        Company,
        Meta(description="Who pays 2 instead of 3 when a speed-up finds company (Z13.9)."),
    ] = Company.JOINERS
    join_price: Annotated[
        JoinPrice,
        Meta(description="Who joins a speed-up pays with fatigue alone, or its points too (Z13.28)."),
    ] = JoinPrice.FATIGUE
    respond_from: Annotated[
        RespondFrom,
        Meta(description="From where riders respond to a challenge (Z13.11, Z13.29)."),
    ] = RespondFrom.HEAD
    pace_duty: Annotated[
        PaceDuty,
        Meta(description="How many riders take part for whoever must answer a pace (Z13.30)."),
    ] = PaceDuty.ONE_RIDER
    forced_refund: Annotated[
        bool, Meta(description="Forced drops take one fatigue off for every sector (Z13.13).")
    ] = False
    pace_unanimous: Annotated[
        bool, Meta(description="An unopposed pace rises only if all performers' owners want it (Z13.14).")
    ] = False
    join_as_performer: Annotated[
        bool, Meta(description="Others may perform too in go to the head and break away (Z13.15).")
    ] = False
    break_depth: Annotated[
        BreakDepth,
        Meta(description="One number of sectors for all performers of an owner, or one for each (Z13.16)."),
    ] = BreakDepth.TOGETHER
    fatigue: Annotated[
        Fatigue,
        Meta(description="Terrain and speed are added up first, or applied one by one (Z13.17)."),
    ] = Fatigue.NET
    sprint_columns: Annotated[
        SprintColumns,
        Meta(description="Ten sprinters, or ten riders with their helpers, have room in a sprint (Z13.18)."),
    ] = SprintColumns.SPRINTERS
    route_pile: Annotated[
        RoutePile,
        Meta(description="The cards of the route to come lie open, or must be remembered (Z13.5)."),
    ] = RoutePile.OPEN
    challenge_price: Annotated[
        ChallengePrice,
        Meta(description="A challenge costs its riders, or a fee besides (Z13.19)."),
    ] = ChallengePrice.RIDERS
    tie: Annotated[
        Tie,
        Meta(description="What becomes of a challenge with two equal sides (Z13.20)."),
    ] = Tie.SUCCEEDS
    easy_road: Annotated[
        EasyRoad,
        Meta(description="Relief beyond 5 is only relief, or carries a rider sectors ahead (Z13.21)."),
    ] = EasyRoad.RESTS
    sheet: Annotated[
        ChallengeSheet,
        Meta(description="Obstructers take the fatigue of their own side, or that of the right (Z13.22)."),
    ] = ChallengeSheet.TWO_SIDED
    control_keeps_pawn: Annotated[
        bool, Meta(description="After a control its starter keeps the pawn (Z13.24).")
    ] = False
    own_bunch_empty: Annotated[
        bool, Meta(description="Break 1 must send riders when one's own part of the bunch is empty (Z13.25).")
    ] = False
    sprint_lineup_choice: Annotated[
        bool, Meta(description="The first player may also line up last (Z13.26).")
    ] = False
    passed_may_perform: Annotated[
        bool, Meta(description="Who has passed may still perform in a pace challenge (Z13.27).")
    ] = False
    advanced: Annotated[
        bool,
        Meta(description="The advanced game: 25 fatigue, summits, flying sprints and the feed zone (Z11)."),
    ] = False
    events: Annotated[
        bool,
        Meta(
            description="In the advanced game special tokens go on event cards and bring on misfortunes; "
            "the basic game has none (Z11.4)."
        ),
    ] = True
    stages: Annotated[
        str,
        Meta(
            description="A race of up to nine stages, in the advanced game: names or letters, and TT for a "
            "time trial, with commas between them (Z11.5, Z11.6).",
            max_length=300,
        ),
    ] = ""
    own_set: Annotated[
        Components | None, Meta(description="An owner's own components; see `read_set` (Z12).")
    ] = None
