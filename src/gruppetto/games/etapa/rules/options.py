"""What a table may choose, and how the rulebook is read where it leaves a choice (C17): our way first."""

from enum import IntEnum
from typing import Annotated

import msgspec
from msgspec import Meta

MOST_STAGES = 21
Number = Annotated[str, Meta(pattern="^([1-9]|1[0-5])$")]

MinimumMove = IntEnum("MinimumMove", "EVERY_THROW AS_PRINTED", start=0)
StartBonus = IntEnum("StartBonus", "NONE YELLOW", start=0)
FifthRider = IntEnum("FifthRider", "STOPS_SHORT JOINS", start=0)
SlowTo = IntEnum("SlowTo", "STANDSTILL ONE_FIELD", start=0)
Recovering = IntEnum("Recovering", "IN_BLOCK LAST", start=0)
Raises = IntEnum("Raises", "OVERTAKE ANY", start=0)
SlipstreamBorder = IntEnum("SlipstreamBorder", "WHOLE_MOVE ENDS", start=0)
SlipstreamBonus = IntEnum("SlipstreamBonus", "KEPT LOST", start=0)
Groups = IntEnum("Groups", "TOUCHING WITHIN_FIVE", start=0)
FinishOrder = IntEnum("FinishOrder", "CROSSING DISTANCE", start=0)
BroughtDown = IntEnum("BroughtDown", "NEXT_ROUND ONE_ROUND", start=0)
FeedingOrder = IntEnum("FeedingOrder", "CAR_FIRST RIDER_FIRST", start=0)
CrashCar = IntEnum("CrashCar", "ALLOWED NEVER", start=0)
CobbledBreakaway = IntEnum("CobbledBreakaway", "SPENT KEPT", start=0)
TrialGaps = IntEnum("TrialGaps", "TRUNCATED ROUNDED_UP", start=0)
ChangeCard = IntEnum("ChangeCard", "FREE COUNTS", start=0)
ReducedTrials = IntEnum("ReducedTrials", "SIX_CARDS FEWER", start=0)
ChampionDraw = IntEnum("ChampionDraw", "FOUR TWO", start=0)
Loss = IntEnum("Loss", "OWN_FIELD TO_THE_LINE", start=0)
MountainSeconds = IntEnum("MountainSeconds", "NONE AS_SPRINTS", start=0)
LyingRiders = IntEnum("LyingRiders", "BLOCK FREE", start=0)
ChampionInBreakaway = IntEnum("ChampionInBreakaway", "ONE_THROW TWO_THROWS", start=0)
ClimbingBreakaway = IntEnum("ClimbingBreakaway", "BOTH FLAT", start=0)
CobbledSlipstream = IntEnum("CobbledSlipstream", "WHOLE_MOVE OWN_FIELD", start=0)
RaisedCrash = IntEnum("RaisedCrash", "RIDES_ON LOOKED_UP", start=0)
InjuryAndCrash = IntEnum("InjuryAndCrash", "INJURY BOTH", start=0)
CreditedSeconds = IntEnum("CreditedSeconds", "NONE SPRINTS", start=0)
Nearest = IntEnum("Nearest", "AHEAD BEHIND", start=0)
WhiteLate = IntEnum("WhiteLate", "ROUND_END LOST", start=0)
Protection = IntEnum("Protection", "UPRIGHT ANYBODY", start=0)
Withdrawn = IntEnum("Withdrawn", "PLACED LAST", start=0)
StartOrder = IntEnum("StartOrder", "TEAMS_IN_TURN NUMBERS", start=0)


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How a race of Etapa is set up."""

    stages: Annotated[
        tuple[str, ...],
        Meta(
            description="The stages to ride, by name or written out (C16.2); several make a tour.",
            min_length=1,
            max_length=MOST_STAGES,
        ),
    ] = ("Plaine",)
    crashes: Annotated[bool, Meta(description="Crashes and punctures (C6).")] = True
    injuries: Annotated[bool, Meta(description="Injured riders (C7); needs crashes.")] = True
    cars: Annotated[bool, Meta(description="Feeding from the cars (C8).")] = True
    primes: Annotated[bool, Meta(description="Primes and points (C9).")] = True
    profiles: Annotated[bool, Meta(description="Four kinds of climbs, and cobbles (C11).")] = True
    specials: Annotated[bool, Meta(description="Changing cards, and the last kilometre (C12).")] = True
    road_champion: Annotated[
        Number | None, Meta(description="The start number of the world champion (C10.1).")
    ] = None
    time_trial_champion: Annotated[
        Number | None, Meta(description="The start number of the time-trial world champion (C10.1).")
    ] = None
    world_championship: Annotated[
        bool, Meta(description="The one stage is a world championship: its winner gets the rainbow jersey.")
    ] = False
    real_dice: Annotated[
        bool, Meta(description="People throw their own dice and say what they show (C19.1).")
    ] = False
    weather: Annotated[bool, Meta(description="A weather card for each stage (C15.1).")] = False
    doping: Annotated[bool, Meta(description="Doping tests (C15.2).")] = False
    minimum_move: Annotated[
        MinimumMove,
        Meta(description="A thrown move is at least one field always, or only where it is printed (C17.1)."),
    ] = MinimumMove.EVERY_THROW
    start_bonus: Annotated[
        StartBonus,
        Meta(description="Whether the yellow jersey's field counts in the start round (C17.2)."),
    ] = StartBonus.NONE
    fifth_rider: Annotated[
        FifthRider,
        Meta(description="On a full field with a team-mate: stop before it, or join it (C17.3)."),
    ] = FifthRider.STOPS_SHORT
    slow_to: Annotated[
        SlowTo,
        Meta(description="How far a Slow card can shorten a move (C17.4)."),
    ] = SlowTo.STANDSTILL
    recovering: Annotated[
        Recovering,
        Meta(description="Back from a crash: with the player's block, or after everybody (C17.5)."),
    ] = Recovering.IN_BLOCK
    raises: Annotated[
        Raises,
        Meta(description="In a dice-off a raise must lead, or may be any card (C17.6)."),
    ] = Raises.OVERTAKE
    slipstream_border: Annotated[
        SlipstreamBorder,
        Meta(description="Where a border ends slipstream: anywhere, or between the ends (C17.7)."),
    ] = SlipstreamBorder.WHOLE_MOVE
    slipstream_bonus: Annotated[
        SlipstreamBonus,
        Meta(description="Whether a jersey's fields are added behind a leader (C17.8)."),
    ] = SlipstreamBonus.KEPT
    groups: Annotated[
        Groups,
        Meta(description="Riders of a group leave no field empty, or fewer than five (C17.9)."),
    ] = Groups.TOUCHING
    finish_order: Annotated[
        FinishOrder,
        Meta(description="Finish in the order of crossing, or by distance past the line (C17.10)."),
    ] = FinishOrder.CROSSING
    brought_down: Annotated[
        BroughtDown,
        Meta(description="Who is brought down before their turn misses the next round too, or not (C17.11)."),
    ] = BroughtDown.NEXT_ROUND
    feeding_order: Annotated[
        FeedingOrder,
        Meta(description="While feeding, the car or the rider moves first (C17.12)."),
    ] = FeedingOrder.CAR_FIRST
    crash_car: Annotated[
        CrashCar,
        Meta(description="Whether the car may come for a fallen rider (C17.12)."),
    ] = CrashCar.ALLOWED
    cobbled_breakaway: Annotated[
        CobbledBreakaway,
        Meta(description="A breakaway token on cobbles (C17.13)."),
    ] = CobbledBreakaway.SPENT
    trial_gaps: Annotated[
        TrialGaps,
        Meta(description="Tenths of a gap after a time trial (C17.14)."),
    ] = TrialGaps.TRUNCATED
    change_card: Annotated[
        ChangeCard,
        Meta(description="Whether the card for a change of lead counts as the leader's (C17.17)."),
    ] = ChangeCard.FREE
    reduced_trials: Annotated[
        ReducedTrials,
        Meta(description="The cards of reduced teams in time trials (C17.19)."),
    ] = ReducedTrials.SIX_CARDS
    champion_draw: Annotated[
        ChampionDraw,
        Meta(description="The time-trial champion draws four and keeps three, or two and one (C17.20)."),
    ] = ChampionDraw.FOUR
    loss: Annotated[
        Loss,
        Meta(description="On the last field a rider loses one second, or none (C17.22)."),
    ] = Loss.OWN_FIELD
    mountain_seconds: Annotated[
        MountainSeconds,
        Meta(description="Bonus seconds at mountain primes (C17.23)."),
    ] = MountainSeconds.NONE
    start_order: Annotated[
        StartOrder,
        Meta(description="First start: 1, 4, 7 … or 1, 2, 3 … (C17.24)."),
    ] = StartOrder.TEAMS_IN_TURN
    lying_riders: Annotated[
        LyingRiders,
        Meta(description="Whether riders who lie or stand count for blocking (C17.25)."),
    ] = LyingRiders.BLOCK
    champion_in_breakaway: Annotated[
        ChampionInBreakaway,
        Meta(description="The world champion in the later rounds of a breakaway (C17.26)."),
    ] = ChampionInBreakaway.ONE_THROW
    climbing_breakaway: Annotated[
        ClimbingBreakaway,
        Meta(description="A breakaway uphill: flat and the climb's own value, or flat alone (C17.27)."),
    ] = ClimbingBreakaway.BOTH
    cobbled_slipstream: Annotated[
        CobbledSlipstream,
        Meta(description="Where cobbles forbid slipstream: on the way, or under the follower (C17.28)."),
    ] = CobbledSlipstream.WHOLE_MOVE
    raised_crash: Annotated[
        RaisedCrash,
        Meta(description="A mass crash raised with a card: avoided, or looked up again (C17.29)."),
    ] = RaisedCrash.RIDES_ON
    injury_and_crash: Annotated[
        InjuryAndCrash,
        Meta(description="A 1 that injures is not checked for a crash, or is (C17.30)."),
    ] = InjuryAndCrash.INJURY
    credited_seconds: Annotated[
        CreditedSeconds,
        Meta(description="Seconds for sprint primes nobody has reached (C17.31)."),
    ] = CreditedSeconds.NONE
    nearest: Annotated[
        Nearest,
        Meta(description="In the last kilometre, of two equally near riders, this one (C17.32)."),
    ] = Nearest.AHEAD
    white_late: Annotated[
        WhiteLate,
        Meta(description="The white jersey moved before the first crossing: second turn later, or never."),
    ] = WhiteLate.ROUND_END
    protection: Annotated[
        Protection,
        Meta(description="In the last kilometre the nearest upright rider gives the time, or just anybody."),
    ] = Protection.UPRIGHT
    withdrawn: Annotated[
        Withdrawn,
        Meta(description="Who withdraws is placed by their field, or last and without a prize (C17.39)."),
    ] = Withdrawn.PLACED
