"""The chats of a server: listed, approved, refused."""

import time

import msgspec
from rich.table import Table as Grid

from gruppetto.cli import consoles
from gruppetto.cli.db import with_database
from gruppetto.errors import BadOption
from gruppetto.server.notices.answers import HookState
from gruppetto.server.store import HookRow, Store


def show(database: str | None, *, as_json: bool) -> None:
    """All chats that were asked for, the latest first."""
    found = with_database(database, Store.hooks)
    if as_json:
        consoles.write_json(msgspec.json.encode(found))
    elif found:
        consoles.out().print(_listed(found))
    else:
        consoles.out().print("Nobody has asked for a chat to be told.")


def _listed(found: list[HookRow]) -> Grid:
    table = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    for title in ("id", "state", "since", "address"):
        table.add_column(
            title, overflow="fold" if title == "address" else "ellipsis", no_wrap=title != "address"
        )
    for hook in found:
        day = time.strftime("%Y-%m-%d", time.gmtime(hook.made))
        table.add_row(hook.id, hook.state, day, hook.url)
    return table


def judge(database: str | None, number: str, state: HookState) -> None:
    """Say what becomes of a chat; a running server knows it at once."""

    async def work(store: Store) -> bool:
        return await store.judge_hook(number, state)

    if not with_database(database, work):
        raise BadOption(f"hooks: there is no {number!r}; `gruppetto hooks list` shows which there are.")
    consoles.out().print(f"{number} is {state}.")
