"""What operators see: every part counts for itself, and here it is written out as Prometheus reads it."""

import bisect
from collections.abc import Iterable, Mapping
from typing import Any

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
Labels = Mapping[str, str]


class Timing:
    """How often something has taken how long, and how often it has failed."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BUCKETS) + 1)
        self.seconds = 0.0
        self.failed = 0

    def observe(self, seconds: float) -> None:
        """Count one that went well."""
        self.counts[bisect.bisect_left(BUCKETS, seconds)] += 1
        self.seconds += seconds

    def fail(self) -> None:
        """Count one that did not."""
        self.failed += 1


class Requests:
    """Answers by route and status, with the time they took."""

    def __init__(self) -> None:
        self.by: dict[tuple[str, str, int], Timing] = {}

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answer."""
        self.by.setdefault((method, route, status), Timing()).observe(seconds)


class Page:
    """A page of metrics as it is being written."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def _head(self, name: str, kind: str, tells: str) -> None:
        self._lines += [f"# HELP gruppetto_{name} {tells}", f"# TYPE gruppetto_{name} {kind}"]

    def number(self, kind: str, name: str, tells: str, values: Mapping[Any, float] | float) -> None:
        """A gauge or a counter, alone or by the value of its one label (`name` is then `name{label}`)."""
        name, _, label = name.partition("{")
        self._head(name, kind, tells)
        found = values.items() if isinstance(values, Mapping) else [("", values)]
        for value, number in found:
            labels = {label.rstrip("}"): str(value)} if label else {}
            self._lines.append(_line(name, labels, number))

    def timings(self, name: str, tells: str, found: Iterable[tuple[Labels, Timing]]) -> None:
        """How long something took."""
        self._head(name, "histogram", tells)
        for labels, timing in found:
            total = 0
            for most, count in zip((*BUCKETS, "+Inf"), timing.counts, strict=True):
                total += count
                self._lines.append(_line(f"{name}_bucket", {**labels, "le": str(most)}, total))
            self._lines.append(_line(f"{name}_sum", labels, timing.seconds))
            self._lines.append(_line(f"{name}_count", labels, total))

    def text(self) -> str:
        """The page."""
        return "\n".join(self._lines) + "\n"


def _line(name: str, labels: Labels, number: float) -> str:
    inside = ",".join(f'{label}="{_escaped(value)}"' for label, value in labels.items())
    return f"gruppetto_{name}{{{inside}}} {number:.9g}" if inside else f"gruppetto_{name} {number:.9g}"


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def write(state: Any) -> str:
    """Everything this worker can tell of itself."""
    page = Page()
    for tell in (_tell_requests, _tell_tables, _tell_storing, _tell_thinking, _tell_border, _tell_notices):
        tell(page, state)
    return page.text()


def _tell_requests(page: Page, state: Any) -> None:
    page.timings("request_seconds", "Answers, by route.", _by_route(state.requests))


def _by_route(requests: Requests) -> Iterable[tuple[Labels, Timing]]:
    for (method, route, status), timing in requests.by.items():
        yield {"method": method, "route": route, "status": str(status)}, timing


def _tell_tables(page: Page, state: Any) -> None:
    desk = state.desk
    many, weight = desk.kept
    page.number("gauge", "tables_kept", "Tables in mind.", many)
    page.number("gauge", "tables_kept_bytes", "About how much memory they take.", weight)
    page.number("gauge", "tables_watched", "Tables that somebody looks at.", len(desk.hub.viewers))
    page.number("gauge", "sockets", "Sockets that are open.", sum(map(len, desk.hub.viewers.values())))
    page.timings("decision_seconds", "Decisions, from asking to acknowledging.", [({}, desk.decisions)])


def _tell_storing(page: Page, state: Any) -> None:
    store = state.desk.store
    page.timings("batch_seconds", "Batches of moves that were committed.", [({}, store.batches)])
    page.number("counter", "batches_failed_total", "Batches that were not.", store.batches.failed)
    page.number("counter", "moves_total", "Moves committed.", store.committed)
    page.number("gauge", "moves_waiting", "Moves that wait to be committed.", store.waiting)


def _tell_thinking(page: Page, state: Any) -> None:
    page.number("gauge", "bots_thinking", "Bots that think or wait for their turn.", state.bots.thinking)
    page.number("gauge", "reports_waiting", "Stages that wait for their report.", state.reports.waiting)
    page.number("gauge", "jobs_waiting", "Imports and stories that wait.", state.workbench.waiting)
    page.timings("job_seconds", "Imports and stories.", [({}, state.workbench.jobs)])
    page.number("counter", "jobs_failed_total", "Of them not finished.", state.workbench.jobs.failed)
    page.number(
        "gauge", "broadcasts_waiting", "What other workers are still to be told.", state.broadcast.waiting
    )


def _tell_border(page: Page, state: Any) -> None:
    page.number("gauge", "loop_lag_seconds", "How late the event loop is.", state.pulse.lag)
    page.number("counter", "shed_total", "Requests refused because of the load.", state.pulse.shed)
    page.number("counter", "limited_total{what}", "Requests over a limit.", dict(state.gate.refused))
    state.door.tell(page)
    page.timings("gc_pause_seconds", "Pauses of the garbage collector.", [({}, state.collector.pauses)])
    page.number("gauge", "gc_longest_pause_seconds", "The longest of them.", state.collector.longest)


def _tell_notices(page: Page, state: Any) -> None:
    page.number("counter", "notices_total{outcome}", "Calls to people.", dict(state.crier.counts))
    page.number("gauge", "notices_waiting", "Tables and calls that are being seen to.", state.crier.waiting)
