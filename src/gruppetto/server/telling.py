"""A race told again: how it began, and what every decision has changed."""

from gruppetto.games.game import Json
from gruppetto.match import Match
from gruppetto.server.live import event_document


def ridden_again(match: Match, log: list[tuple[int, int]]) -> tuple[Json, list[Json]]:
    """Ride a match that has just begun to the end of a log: its beginning, and every decision of it."""
    game, steps = match.game, []
    begin = last = game.moment(match.view(None))
    for seat, code in log:
        text = game.message(match.state, seat, code).text
        events = [event_document(event) for event in match.play(seat, code)]
        now = game.moment(match.view(None))
        steps.append({"seat": seat, "code": code, "text": text, "events": events, **_changed(last, now)})
        last = now
    return begin, steps


def _changed(before: Json, after: Json) -> Json:
    """What is new in a position, of the riders only those to whom something happened."""
    changed = {key: value for key, value in after.items() if key not in before or value != before[key]}
    if "riders" in changed:
        known = before["riders"]
        changed["riders"] = {name: it for name, it in after["riders"].items() if it != known.get(name)}
    return changed
