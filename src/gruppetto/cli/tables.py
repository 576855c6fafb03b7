"""Which table a game is played at, and how its stages are put on paper."""

from types import ModuleType

from gruppetto.cli import tile_stages
from gruppetto.cli.due_ruote import DueRuoteTable
from gruppetto.cli.etapa import EtapaTable
from gruppetto.cli.flamme_rouge import FlammeRougeTable
from gruppetto.cli.grand_tour import GrandTourTable
from gruppetto.cli.table import Table
from gruppetto.errors import BadOption
from gruppetto.games import registry

OWN_TABLES: dict[str, Table] = {
    "etapa": EtapaTable(),
    "flamme-rouge": FlammeRougeTable(),
    "flamme-rouge-tour": GrandTourTable(),
    "due-ruote": DueRuoteTable(),
}
OWN_STAGES: dict[str, ModuleType] = {"flamme-rouge": tile_stages}


def table_for(game: str) -> Table:
    """The table a game is played at: its own, or a plain one."""
    return OWN_TABLES.get(game, Table())


def stages_of(game: str) -> ModuleType:
    """How the stages of a game are listed, shown, and drawn with riders."""
    if game not in OWN_STAGES:
        named = " and ".join(registry.get(known).name for known in OWN_STAGES)
        raise BadOption(
            f"{registry.get(game).name}: stages are listed, shown, and drawn with riders for {named} only; "
            "`gruppetto stages draw`, `check` and `report` know the others too."
        )
    return OWN_STAGES[game]
