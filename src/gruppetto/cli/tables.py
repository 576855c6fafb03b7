"""Which table a game is played at."""

from gruppetto.cli.due_ruote import DueRuoteTable
from gruppetto.cli.etapa import EtapaTable
from gruppetto.cli.flamme_rouge import FlammeRougeTable
from gruppetto.cli.grand_tour import GrandTourTable
from gruppetto.cli.table import Table

OWN_TABLES: dict[str, Table] = {
    "etapa": EtapaTable(),
    "flamme-rouge": FlammeRougeTable(),
    "flamme-rouge-tour": GrandTourTable(),
    "due-ruote": DueRuoteTable(),
}


def table_for(game: str) -> Table:
    """The table a game is played at: its own, or a plain one."""
    return OWN_TABLES.get(game, Table())
