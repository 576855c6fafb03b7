"""What is reported to whoever runs the server: who, at which table, when, and what was said around it."""

import msgspec

from gruppetto.server.desk import Desk
from gruppetto.server.identity import Who
from gruppetto.server.manner_answers import Reported
from gruppetto.server.messages import NewReport, Refused
from gruppetto.server.store import Line

AROUND = 10  # lines before and after the one that is reported, or before the end


class Said(msgspec.Struct, frozen=True):
    """A line of chat as a report keeps it; names are looked up where they are still known."""

    seat: int
    text: str
    at: float
    meant: bool  # whether it is the one that was reported


async def report(desk: Desk, table: str, seat: int, who: Who, asked: NewReport) -> Reported:
    """Tell the operator of somebody at one's table; no cards are kept, only what was said and when."""
    async with desk.at(table) as live:
        mine = await desk.own_seat(live, who)
        place = desk.place(live, seat)
        if not place.is_a_persons or not place.owner or place.owner == who.key:
            raise Refused(409, "NobodyElse", "Nobody else sits there.")
        said = _around(await desk.store.said(table, mine), seat, asked.line)
        number = await desk.store.complain({
            "match": table, "reporter": who.known, "about": place.owner, "seat": seat, "seq": live.seq,
            "reason": asked.reason, "text": asked.text.strip(), "lines": msgspec.to_builtins(said),
        })  # fmt: skip
        return Reported(number)


def _around(lines: list[Line], seat: int, meant: int | None) -> list[Said]:
    """The lines around the one that is meant; the latest, if none is."""
    at = len(lines)
    if meant is not None:
        places = [at for at, line in enumerate(lines) if line.id == meant and line.seat == seat]
        if not places:
            raise Refused(404, "UnknownLine", "They have not said this, or you have not heard it.")
        at = places[0]
    heard = lines[max(0, at - AROUND) : at + AROUND + 1]
    return [Said(line.seat, line.text, line.at, line.id == meant) for line in heard]
