"""Games as OpenSpiel knows them: sequential, with hidden information and explicit chance.

All chance of a race comes first: eight chance nodes deal the 64 bits of its seed, as if nature had
shuffled every deck and thrown every die before the start and kept it to herself. That is the same game,
and every history replays exactly. A search must not look into what nature holds: it has to begin with
`resample_from_infostate`, which replaces all that a seat cannot know, chance to come included.

Seats that decide at the same time do so one after the other without seeing what the others chose.
Utilities are the share of the opponents beaten, from -1 to 1, so that they add up to nothing.
"""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec
import numpy as np
import pyspiel

from gruppetto.envs.table import Table, Terms
from gruppetto.errors import BadOption
from gruppetto.games import loops, registry
from gruppetto.games.game import Json

PREFIX = "gruppetto_"
SEED_BYTES, OUTCOMES = 8, 256
LONGEST = 1 << 17  # decisions; far more than any race takes
SEED_SIZE = 1 << 64


def load(game: str, seats: int | None, options: Mapping[str, Any]) -> Any:
    """A game with its options, under the name that OpenSpiel's loader knows it by."""
    terms = Terms(game, seats, options, "beaten")
    given = msgspec.json.encode(dict(options)).hex() if options else ""
    return pyspiel.load_game(name_of(game), {"players": terms.seats, "options": given})


def name_of(game: str) -> str:
    """What OpenSpiel calls a game of ours."""
    return PREFIX + game.replace("-", "_")


def type_of(game: str) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    ours = registry.get(game)
    return pyspiel.GameType(
        short_name=name_of(game),
        long_name=ours.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=ours.most_seats,
        min_num_players=ours.fewest_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": ours.fewest_seats, "options": ""},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games; `players` is a number, `options` the hexadecimal digits of a JSON object."""

    ours: ClassVar[str]
    kind: ClassVar[Any]

    def __init__(self, parameters: Json | None = None) -> None:
        given = parameters or {}
        self.terms = Terms(self.ours, given.get("players"), _options_in(given.get("options", "")), "beaten")
        info = pyspiel.GameInfo(
            num_distinct_actions=self.terms.game.actions,
            max_chance_outcomes=OUTCOMES,
            num_players=self.terms.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> "SpielState":
        """Before the seed is dealt."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """All chance comes first."""
        return SEED_BYTES

    def make_py_observer(self, kind: Any = None, parameters: Json | None = None) -> "SpielObserver":
        """Somebody who looks at states for a player."""
        del parameters
        return SpielObserver(self.terms, recalls=kind is not None and kind.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A moment of a race, and what every seat has seen up to it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.seed: list[int] = []
        self.record = b""
        self.last = game.terms.seats - 1
        self.recalled = [b""] * game.terms.seats  # a digest of all that each seat has seen and done

    def table(self) -> Table:
        """The race itself."""
        table = Table(self.get_game().terms)
        if self.record:
            table.state = np.frombuffer(bytearray(self.record), table.game.record)
        table.last = self.last
        return table

    def current_player(self) -> int:
        """Who is to decide."""
        if not self.record:
            return int(pyspiel.PlayerId.CHANCE)
        table = self.table()
        return int(pyspiel.PlayerId.TERMINAL) if table.over else table.on_turn

    def is_terminal(self) -> bool:
        """Whether the race is over."""
        return bool(self.record) and self.table().over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next eight bits of the seed."""
        return [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.table().legal(player)

    def _apply_action(self, action: int) -> None:
        if not self.record:
            self._deal(action)
            return
        table = self.table()
        seat = table.on_turn
        table.strict = True
        table.act(seat, action)
        self.recalled[seat] = _digest(self.recalled[seat], action.to_bytes(2, "big"))
        self._remember(table)

    def _deal(self, outcome: int) -> None:
        self.seed.append(outcome)
        if len(self.seed) == SEED_BYTES:
            table = self.table()
            table.deal(np.uint64(int.from_bytes(bytes(self.seed), "big")), 0)
            self._remember(table)

    def _remember(self, table: Table) -> None:
        """Keep the race, and let every seat see it; what looks the same to a seat is no news to it."""
        before = self.table() if self.record else None
        for seat in range(table.terms.seats):
            seen = _sight(table, seat)
            if before is None or _sight(before, seat) != seen:
                self.recalled[seat] = _digest(self.recalled[seat], seen)
        self.record, self.last = table.state.tobytes(), table.last

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"bits {action:08b}"
        table = self.table()
        return table.game.message(table.state, player, action).text

    def returns(self) -> list[float]:
        """Shares of the opponents beaten, from -1 to 1."""
        if not self.is_terminal():
            return [0.0] * self.num_players()
        return [2.0 * reward - 1.0 for reward in self.table().rewards()]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """Another state this player cannot tell from this one: hidden things and chance to come are new."""
        twin: SpielState = self.clone()
        table = twin.table()
        seed = np.uint64(int(sampler() * SEED_SIZE) % SEED_SIZE)
        loops.veil(table.game.rules.forget, table.state, player, seed)
        twin.record = table.state.tobytes()
        for seat in range(table.terms.seats):
            if seat != player:  # they may hold other cards now, and what they did to get there is not known
                twin.recalled[seat] = _digest(b"", _sight(table, seat))
        return twin

    def __str__(self) -> str:
        if not self.record:
            return f"seed {bytes(self.seed).hex()}"
        return f"{self.table().game.id} {hashlib.sha256(self.record).hexdigest()[:16]} {self.move_number()}"


class SpielObserver:
    """What a player sees now, or with perfect recall a digest of all they have ever seen and done."""

    def __init__(self, terms: Terms, *, recalls: bool) -> None:
        self.recalls = recalls
        self.tensor = None if recalls else np.zeros(terms.game.observation, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the numbers of the game's `observe`."""
        if self.tensor is not None:
            self.tensor[:] = state.table().look(player)[0] if state.record else 0.0

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text."""
        if not state.record:
            return f"seat {player}: before the start"
        if self.recalls:
            return f"seat {player}: {state.recalled[player].hex()}"
        return f"seat {player}: {' '.join(map(str, state.table().look(player)[0]))}"


def _sight(table: Table, seat: int) -> bytes:
    """What a seat knows and may do now."""
    numbers, mask = table.look(seat)
    return numbers.tobytes() + mask.tobytes()


def _digest(before: bytes, news: bytes) -> bytes:
    return hashlib.blake2b(before + news, digest_size=16).digest()


def _options_in(digits: str) -> Json:
    try:
        return msgspec.json.decode(bytes.fromhex(digits), type=dict) if digits else {}
    except (ValueError, msgspec.MsgspecError) as error:
        raise BadOption(f"options: not a JSON object in hexadecimal digits: {error}.") from None


def _register() -> None:
    for game in registry.games():
        kind = type_of(game)
        pyspiel.register_game(kind, type(name_of(game), (SpielGame,), {"ours": game, "kind": kind}))


_register()
