"""Whatever comes from outside is refused with a sentence or ridden to its end: no crash, no hang."""

import pytest
from attack import ACCEPTED, REFUSED, attack
from ledger import Drill
from sabotage import bring_down
from workers import DIED, HUNG, attacked

from gruppetto.games import registry

DOCUMENTS = 2_000
GOAL = 200_000  # in the drill
PROCESSES = 2


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_tampered_documents_are_refused_or_ridden_to_their_end(game: str) -> None:
    tally = attacked(attack, game, 0, DOCUMENTS, PROCESSES)
    assert tally.faults == {}
    assert sum(tally.outcomes.values()) == DOCUMENTS
    assert tally.outcomes[REFUSED] > DOCUMENTS // 5
    assert tally.outcomes[ACCEPTED] > DOCUMENTS // 50


def test_a_process_that_dies_or_hangs_is_told_and_replaced() -> None:
    tally = attacked(bring_down, "any", 0, 12, PROCESSES, patience=1.0)
    assert tally.faults == {3: DIED, 6: HUNG, 7: "IndexError: somewhere"}
    assert tally.outcomes[ACCEPTED] == 9


@pytest.mark.drill
@pytest.mark.parametrize("game", sorted(registry.games()))
def test_as_many_tampered_documents_as_the_time_allows(game: str, drill: Drill) -> None:
    for number in drill.pieces(documents=GOAL):
        tally = attacked(attack, game, DOCUMENTS * (1 + number), DOCUMENTS, PROCESSES)
        assert tally.faults == {}
        drill.count(documents=DOCUMENTS, accepted=tally.outcomes[ACCEPTED])
