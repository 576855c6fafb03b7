"""What rooms measure, and that every reason has its sentence."""

import random

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import registry
from gruppetto.games.due_ruote.bots import reasons as due_ruote
from gruppetto.games.due_ruote.rules import codes as due
from gruppetto.games.etapa.bots import reasons as etapa
from gruppetto.games.etapa.rules import codes as cyc
from gruppetto.games.flamme_rouge.bots import reasons as flamme_rouge
from gruppetto.games.flamme_rouge.grand_tour.bots import reasons as tour
from gruppetto.games.flamme_rouge.grand_tour.rules.record import TourTold
from gruppetto.games.flamme_rouge.rules import record as fr
from gruppetto.games.game import Game
from gruppetto.games.reasons import Sums
from gruppetto.games.registry import get
from gruppetto.kernel.trace import note, recorder
from gruppetto.language import LANGUAGES, NAME, catalogue
from gruppetto.players import Budget
from gruppetto.review import Reviewing
from gruppetto.review.judging import Question
from gruppetto.review.telling import option, reasons

NAMES = {"choice", "best", "made", "better", "loss"}
OWN = registry.own()
ASKED, FEW = 50, 64  # decisions, and worlds for each


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.id)
def test_every_game_knows_at_least_eight_reasons_and_says_them_in_every_language(game: Game) -> None:
    assert game.reasons is not None
    kinds = [reason.kind for reason in game.reasons.kinds]
    assert len(set(kinds)) == len(kinds) >= 8
    assert set(game.reasons.effects) < set(kinds)
    for language in LANGUAGES:
        for kind in kinds:
            (sentence,) = catalogue(language).entries[f"{game.reasons.room}.why.{kind}"].forms
            assert (
                {"choice", "best", "made", "better", "loss"}
                <= {name[1] for name in NAME.finditer(sentence)}
                <= NAMES
            )


@pytest.mark.compiled
@pytest.mark.parametrize("game", [game.id for game in OWN])
def test_at_least_eight_reasons_come_up_in_every_game(game: str) -> None:
    """The first and the last choice of decisions here and there, held against each other both ways."""
    options = {"stages": ["abcu"]} if game == "flamme-rouge-tour" else None
    match = g.race(game, 7, 1, players=("domestique", "touriste", "random"), options=options)
    work, told = Reviewing(match, Budget(playouts=1)), set[str]()
    free = [decision for decision in work.decisions if not decision.forced]
    for decision in random.Random(3).sample(free, min(ASKED, len(free))):
        ends = decision.legal[0], decision.legal[-1]
        for made, best in (ends, ends[::-1]):
            asked = Question(decision.state, decision.seat, made, best, decision.number)
            weighed = work.judging.explained(asked, FEW)
            worse, better = (option(match.game, decision.state, decision.seat, it) for it in (made, best))
            told |= {reason.kind for reason in reasons(match.game, worse, better, weighed)}
    assert len(told) >= 8


def counted(game: str, kinds: int, *events: tuple[int, ...], seat: int = 1) -> Sums:
    """What a room counts of these events."""
    room, trace, out = get(game), recorder(len(events)), np.zeros(kinds)
    for event in events:
        note(trace, *event)
    assert room.reasons is not None
    room.reasons.measure(room.blank()[0], seat, trace, out)
    return out


def test_flamme_rouge_counts_wind_slipstream_and_what_the_road_does() -> None:
    told, why = fr.Told, flamme_rouge
    out = counted(
        "flamme-rouge", len(why.KINDS),
        (told.TIRED, 2), (told.TIRED, 3), (told.TIRED, 4), (told.CARRIED, 2, 9), (told.CARRIED, 0, 9),
        (told.REVEALED, 3, 7), (told.MOVED, 2, 5, 5, 0, int(fr.Reason.RIDERS)), (told.REVEALED, 5, 9),
    )  # fmt: skip
    assert (out[why.EXHAUSTION], out[why.WIND]) == (2, 1)
    assert (out[why.SLIPSTREAM], out[why.PULLED]) == (1, 1)
    assert (out[why.SPRINT], out[why.BLOCKED], out[why.CLIMB]) == (7, 1, 0)


def test_a_new_round_takes_the_cards_of_the_last_one_back() -> None:
    told, why = fr.Told, flamme_rouge
    out = counted("flamme-rouge", len(why.KINDS), (told.REVEALED, 3, 7), (told.ROUND_BEGAN, 2))
    assert out[why.SPRINT] == 0


def test_a_grand_tour_counts_the_clock_and_what_is_carried_over() -> None:
    told = TourTold
    out = counted(
        "flamme-rouge-tour", len(tour.KINDS),
        (told.LOST_TIME, 2, 60, 140), (told.LOST_TIME, 0, 60, 140), (told.GAINED_TIME, 3, 20, 60),
        (told.STAGE_POINTS, 2, 3, 1), (told.RECOVERED, 3, 1, 2),
        (told.CROSSED, 3, 4, 1), (told.CROSSED, 2, 2, 1),
    )  # fmt: skip
    assert (out[tour.LOST], out[tour.GAINED], out[tour.POINTS], out[tour.CARRIED]) == (60, 20, 3, 2)
    assert out[tour.PLACE] == 2


def test_due_ruote_counts_what_challenges_cost() -> None:
    told, why = due.Told, due_ruote
    out = counted(
        "due-ruote", len(why.KINDS),
        (told.TIRED, 5, 3, 8, 0, 0), (told.PUT, 6, int(due.Role.OBSTRUCT), 2, 3, 9),
        (told.PUT, 6, int(due.Role.PERFORM), 4, 3, 9),
        (told.BROKE_AWAY, 7, 1, 5), (told.BROKE_AWAY, 12, 1, 5),
        (told.PAID, 1, 3, 1, 2), (told.RETIRED, 5), (told.SPRINTED, 5, 8), (told.SPRINTED, 6, 6),
    )  # fmt: skip
    assert (out[why.FATIGUE], out[why.ANSWERED], out[why.CHALLENGED]) == (3, 2, 4)
    assert (out[why.BREAKS], out[why.LET_GO], out[why.SPECIAL], out[why.RETIRED]) == (1, 1, 2, 1)
    assert out[why.SPEED] == 8


def test_etapa_counts_wheels_stops_and_falls() -> None:
    told, why = cyc.Told, etapa
    out = counted(
        "etapa", len(why.KINDS),
        (told.FOLLOWED, 3, 0, 6), (told.FOLLOWED, 0, 4, 5), (told.MOVED, 3, 1, 4, etapa.SLOWED),
        (told.FELL, 5, 0), (told.SPRINTED, 4, 2), (told.THREW, 3, 1, etapa.FOR_CRASH),
        (told.PLACED, 3, 2, 10, 0),
    )  # fmt: skip
    assert (out[why.WHEEL], out[why.PULLED], out[why.STOPS], out[why.FALLS]) == (6, 5, 1, 1)
    assert (out[why.SPRINTS], out[why.RISK], out[why.PLACES], out[why.SECONDS]) == (1, 1, 2, 10)
