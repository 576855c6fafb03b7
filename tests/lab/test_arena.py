import json
import sys
import time
from collections import Counter
from pathlib import Path

import polars as pl
import pytest

import gruppetto as g
from gruppetto.lab import ladder
from gruppetto.lab.arena import Arena
from gruppetto.lab.intervals import Share
from gruppetto.lab.races import Ridden
from gruppetto.lab.sprt import Hypotheses
from gruppetto.lab.standings import Met, RacePlan, matrix, ratings, shares_won, standings, write
from gruppetto.players.questions import Question

STAGES = ["La Classicissima", "Avenue Corso Paseo"]


def test_every_line_up_rides_every_deal_from_every_seat() -> None:
    arena = Arena("flamme-rouge", ["touriste", "domestique", "random"], seats=2, stages=STAGES)
    plans = arena.plans(24)
    assert len(plans) == 24
    assert Counter(plan.deal for plan in plans) == dict.fromkeys(range(4), 6)
    assert {plan.stage for plan in plans if plan.deal in (0, 2)} == {"La Classicissima"}
    assert Counter(frozenset(plan.seats) for plan in plans) == {
        frozenset({"touriste", "domestique"}): 8,
        frozenset({"touriste", "random"}): 8,
        frozenset({"domestique", "random"}): 8,
    }
    assert len({(plan.deal, plan.seats) for plan in plans}) == 24


def test_the_same_player_on_several_seats_rides_from_all_of_them() -> None:
    arena = Arena("flamme-rouge", ["domestique", "random", "random", "random"])
    assert [plan.seats.index("domestique") for plan in arena.plans(4)] == [0, 3, 2, 1]


def test_duplicate_deals_are_the_same_cards() -> None:
    """A player against themselves: the seats change, the races do not."""
    arena = Arena("flamme-rouge", ["domestique", "domestique"], stages=STAGES)
    _, met = arena.run(8)
    for one, other in zip(met[::2], met[1::2], strict=True):
        assert one.plan.deal == other.plan.deal
        assert one.ridden.scores == other.ridden.scores
        assert one.ridden.decisions == other.ridden.decisions


def test_standings_count_what_was_ridden() -> None:
    found, met = Arena("flamme-rouge", ["domestique", "random"], stages=STAGES, seed=3).run(40, workers=2)
    assert found.races == len(met) == sum(found.wins.values()) == 40
    assert found.wins["domestique"] == sum(
        race.plan.seats[race.ridden.winner] == "domestique" for race in met
    )
    assert found.wins["domestique"] > 30
    assert found.matrix["domestique"]["random"].share == found.wins["domestique"] / 40
    assert found.ratings["domestique"].interval[0] > found.ratings["random"].interval[1]
    assert sum(map(sum, (wins.values() for wins in found.wins_by_stage.values()))) == 40
    assert all(seconds > 0 for seconds in found.seconds_per_decision.values())
    again, _ = Arena("flamme-rouge", ["domestique", "random"], stages=STAGES, seed=3).run(40)
    assert again.wins == found.wins


def race(seats: tuple[str, ...], scores: list[int], deal: int = 0) -> Met:
    winner = scores.index(max(scores))
    return Met(
        RacePlan(deal, "-", seats), Ridden(winner, scores, [0, 0, 0], [1] * len(seats), [0.5] * len(seats))
    )


def test_figures_by_hand() -> None:
    met = [
        race(("a", "b"), [1, 0], deal=0),
        race(("b", "a"), [1, 0], deal=0),
        race(("a", "b"), [1, 0], deal=1),
        race(("b", "a"), [0, 1], deal=1),
    ]
    assert shares_won("a", met) == {0: 0.5, 1: 1.0}
    found = standings("flamme-rouge", ["a", "b"], met)
    assert found.share == {"a": 0.75, "b": 0.25}
    assert (found.races, found.deals) == (4, 2)
    assert found.matrix["a"]["b"] == Share(0.75, found.interval["a"])
    assert found.matrix["b"]["a"].interval == pytest.approx([1 - end for end in found.interval["a"][::-1]])
    assert found.seconds_per_decision == {"a": 0.5, "b": 0.5}


def test_rotations_of_a_deal_are_one_observation() -> None:
    """The same races, once as two deals and once as forty: what is known is not the same."""
    alike = [race(("a", "b"), [number % 4 > 0, number % 4 == 0], number) for number in range(40)]
    often = [
        race(one.plan.seats, one.ridden.scores, deal=one.ridden.winner) for one in alike
    ]  # every deal is won by the same player, again and again
    many, few = (standings("flamme-rouge", ["a", "b"], met) for met in (alike, often))
    assert many.share == few.share
    assert width(few.interval["a"]) > 3 * width(many.interval["a"])
    assert width(few.matrix["a"]["b"].interval) > 3 * width(many.matrix["a"]["b"].interval)
    assert width(few.ratings["a"].interval) > 1.5 * width(many.ratings["a"].interval)


def width(interval: tuple[float, float]) -> float:
    return interval[1] - interval[0]


def test_ratings_do_not_depend_on_the_order_of_races() -> None:
    _, met = Arena("flamme-rouge", ["domestique", "touriste", "random"], seats=3).run(30)
    names = ["domestique", "touriste", "random"]
    there, back = ratings(names, met), ratings(names, met[::-1])
    assert {name: rating.points for name, rating in back.items()} == pytest.approx(
        {name: rating.points for name, rating in there.items()}
    )
    assert matrix(names, met[::-1]) == matrix(names, met)


# --- stopping, and going on ---------------------------------------------------------------------------


def test_a_test_stops_the_races_at_the_same_deal_on_any_number_of_workers() -> None:
    asked = Hypotheses(0.5, 0.7)
    found = [
        Arena("flamme-rouge", ["domestique", "random"], seed=3).run(200, workers=workers, sprt=asked)
        for workers in (1, 3)
    ]
    (one, met), (other, again) = found
    assert one.sprt == other.sprt
    assert [race.plan for race in met] == [race.plan for race in again]
    assert one.sprt is not None
    assert one.sprt.verdict == "higher"
    assert one.races == len(met) == 2 * one.sprt.deals < 200


def test_a_test_that_needs_more_races_is_left_open() -> None:
    arena = Arena("flamme-rouge", ["domestique", "touriste"])
    found, met = arena.run(6, sprt=Hypotheses(0.6, 0.65))
    assert found.sprt is not None
    assert (found.sprt.verdict, found.sprt.deals, len(met)) == ("open", 3, 6)
    with pytest.raises(g.BadOption, match="meets nobody else"):
        Arena("flamme-rouge", ["random", "random"]).run(2, sprt=Hypotheses(0.5, 0.6))
    with pytest.raises(g.BadOption, match="the lower one first"):
        arena.run(2, sprt=Hypotheses(0.6, 0.5))


def test_races_are_rows_of_a_file(tmp_path: Path) -> None:
    _, met = Arena("flamme-rouge", ["domestique", "random"], stages=STAGES).run(6)
    write("flamme-rouge", met, tmp_path / "races.parquet")
    frame = pl.read_parquet(tmp_path / "races.parquet")
    assert frame.height == 6
    assert frame["winner"].to_list() == [one.plan.seats[one.ridden.winner] for one in met]
    assert set(frame["stage"]) == set(STAGES)


def test_the_ladder_is_drawn() -> None:
    guests = {"onnx:models/random.onnx": Highest()}
    found, _ = Arena("flamme-rouge", ["domestique", "random", *guests], guests=guests).run(6)
    picture = ladder.draw(found)
    assert ">random.onnx<" in picture
    assert picture.startswith("<svg")
    assert picture.index("domestique") < picture.index(">random<")
    assert picture.count("<circle") == 3


def test_bad_wishes_are_refused() -> None:
    with pytest.raises(g.BadOption, match="name one for each"):
        Arena("flamme-rouge", ["domestique"], seats=2)
    with pytest.raises(g.UnknownStage):
        Arena("flamme-rouge", ["domestique", "random"], stages=["Nowhere"])
    with pytest.raises(g.UnknownPlayer, match="did you mean"):
        Arena("flamme-rouge", ["domestik", "random"]).run(2)
    with pytest.raises(g.BadOption, match="races"):
        Arena("flamme-rouge", ["domestique", "random"]).run(0)
    with pytest.raises(g.BadOption, match="a day's at most"):
        Arena("flamme-rouge", ["domestique", "random"], patience=float("inf"))


def test_races_of_another_file_by_the_same_name_are_others(tmp_path: Path) -> None:
    network = tmp_path / "network.npz"
    network.write_bytes(b"learnt")
    arena = Arena("flamme-rouge", [f"net:{network}", "random"])
    before = arena.sources
    assert arena.sources == before
    network.write_bytes(b"learnt more")
    assert arena.sources != before


# --- programs of others -------------------------------------------------------------------------------

HEAD = "import json, sys\nfor line in sys.stdin:\n    asked = json.loads(line)\n"


def bot(tmp_path: Path, body: str, head: str = HEAD) -> str:
    path = tmp_path / "bot.py"
    path.write_text(head + body)
    return f"stdio:{sys.executable} {path}"


def test_a_program_rides_a_race_and_sees_only_its_seat(tmp_path: Path) -> None:
    seen = tmp_path / "seen.jsonl"
    player = bot(
        tmp_path,
        f"    open({str(seen)!r}, 'a').write(line)\n"
        "    print(json.dumps({'code': asked['choices'][-1]['code']}), flush=True)\n",
    )
    found, _ = Arena("flamme-rouge", [player, "random"]).run(2)
    assert found.races == 2
    questions = [json.loads(line) for line in seen.read_text().splitlines()]
    assert {question["seat"] for question in questions} == {0, 1}
    assert len(questions) > 20
    for question in questions:
        assert set(question) == {
            "type", "protocol", "game", "seat", "seats", "view", "choices", "observation", "mask", "seed"
        }  # fmt: skip
        legal = [code for code, marked in enumerate(question["mask"]) if marked]
        assert legal == sorted(choice["code"] for choice in question["choices"])
        assert len(question["observation"]) == 279
        riders = question["view"]["riders"].values()
        assert {rider["seat"] for rider in riders if "own" in rider} == {question["seat"]}


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("    print('pardon?', flush=True)\n", "answered"),
        ("    print(json.dumps({'code': 999}), flush=True)\n", "its choices were"),
        ("    sys.exit()\n", "has ended"),
    ],
)
def test_a_program_that_breaks_the_protocol_is_named(tmp_path: Path, body: str, fault: str) -> None:
    player = bot(tmp_path, body)
    with pytest.raises(g.BotFault, match=fault):
        Arena("flamme-rouge", [player, "random"]).run(2)


def test_a_program_that_never_answers_is_given_up(tmp_path: Path) -> None:
    player = bot(tmp_path, "    import time; time.sleep(60)\n")
    with pytest.raises(g.BotFault, match=r"did not answer within 0\.2 s"):
        Arena("flamme-rouge", [player, "random"], patience=0.2).run(2)


@pytest.mark.parametrize(
    ("body", "patience", "fault"),
    [
        (
            "    sys.stdout.write('{\"code\": '); sys.stdout.flush(); import time; time.sleep(60)\n",
            0.5,
            "did not answer",
        ),
        ("    while True: sys.stdout.write('x' * 65536)\n", 30.0, "longer than"),
    ],
)
def test_a_line_without_an_end_is_given_up(tmp_path: Path, body: str, patience: float, fault: str) -> None:
    with pytest.raises(g.BotFault, match=fault):
        Arena("flamme-rouge", [bot(tmp_path, body), "random"], patience=patience).run(2, workers=2)


def test_no_program_is_left_behind(tmp_path: Path) -> None:
    script = tmp_path / "parent.sh"
    script.write_text(f"sleep 987 & echo $! > {tmp_path / 'child'}\nsleep 987\n")
    with pytest.raises(g.UnknownPlayer):
        Arena("flamme-rouge", [f"stdio:bash {script}", "ws://127.0.0.1:9/"]).run(2)
    child = tmp_path / "child"
    if child.exists() and child.read_text().strip():
        assert ends_soon(int(child.read_text()))


def ends_soon(process: int, patience: float = 20.0) -> bool:
    """Whether a process that has been killed is gone; the system takes a moment over it."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state in "ZX":
            return True
        time.sleep(0.01)
    return False


def test_a_program_that_cannot_be_started_is_refused() -> None:
    for player in (
        "stdio:/no/such/program",
        "stdio:",
        "stdio:./it's.py",
        "ws://127.0.0.1:9/",
        "ws://here:no",
    ):
        with pytest.raises(g.UnknownPlayer):
            Arena("flamme-rouge", [player, "random"]).run(2)


def test_a_program_behind_a_websocket() -> None:
    import threading

    from websockets.sync.server import ServerConnection, serve

    def answer(socket: ServerConnection) -> None:
        for message in socket:
            socket.send(json.dumps({"code": json.loads(message)["choices"][0]["code"]}))

    with serve(answer, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        port = server.socket.getsockname()[1]
        found, _ = Arena("flamme-rouge", [f"ws://127.0.0.1:{port}/", "random"]).run(2)
        server.shutdown()
        thread.join()
    assert found.races == 2


# --- guests -------------------------------------------------------------------------------------------


class Highest:
    """Rides the highest legal action, and remembers what it was shown."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.closed = False

    def decide(self, question: Question) -> int:
        self.asked.append(question)
        return question.legal[-1]

    def close(self) -> None:
        self.closed = True


def test_a_guest_rides_among_others_and_is_not_let_go() -> None:
    guest = Highest()
    found, _ = Arena("flamme-rouge", ["highest", "random"], guests={"highest": guest}).run(4)
    assert found.races == 4
    assert {question.seat for question in guest.asked} == {0, 1}
    assert not guest.closed
    with pytest.raises(g.BadOption, match="cannot ride on a cluster"):
        Arena("flamme-rouge", ["highest", "random"], guests={"highest": guest}).run(2, workers=Elsewhere())


class Alone:
    def __init__(self) -> None:
        self.inside = self.most = 0

    def decide(self, question: Question) -> int:
        self.inside += 1
        self.most = max(self.most, self.inside)
        time.sleep(0.001)
        self.inside -= 1
        return int(question.legal[0])


def test_a_guest_is_asked_one_question_at_a_time() -> None:
    guest = Alone()
    Arena("flamme-rouge", ["alone", "random"], guests={"alone": guest}).run(8, workers=4)
    assert guest.most == 1


class Elsewhere:
    workers = 1

    def ride(self, *_: object) -> object:
        raise AssertionError
