"""Events in words: the lines of a run's log, for people."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.text.quoting import counted, one_line
from solvers.registry import algorithm
from solvers.runs import events
from solvers.runs.scoring import figure
from solvers.runs.spec import RunSpec, SolveSpec


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of a run's log: `at` in seconds of search, the worker, the text; `note`: the worker wrote the text."""

    at: float
    worker: int
    text: str
    note: bool = False


REASONS = {
    "solved": "ended: solved",
    "budget": "ended: the budget is spent",
    "exhausted": "ended: no solution (proved)",
    "stopped": "stopped; it can be resumed",
    "done": "ended: done",
    "elsewhere": "ended: another worker was first",
}

BEST_REASONS = {
    "solved": "ended: nothing better is possible (proved)",
    "exhausted": "ended: everything has been seen",
    "elsewhere": "ended: another worker has what can't be bettered",
}
"""The same where a score is what counts."""

COUNTS = {
    "unique": "the solution is the only one (proved)",
    "several": "there is more than one solution",
    "unknown": "no second solution was found in the time given; there may be one",
}


def unit(spec: RunSpec | None) -> str:
    """What the run's budget counts: `playouts`, or `dead ends`."""
    if not isinstance(spec, SolveSpec):
        return "playouts"
    try:
        return algorithm(spec.algorithm).unit
    except KeyError:
        return "playouts"


def in_words(event: events.AnyEvent, unit: str, *, optimises: bool = False) -> str:
    """The event as one line; empty for events that the log leaves out (progress, a generated puzzle).

    `optimises`: the run looks for a best score, and a solution is one that is proven to be the best possible.
    """
    playouts = counted(event.playouts, unit.removesuffix("s"))
    match event:
        case events.Started():
            return f"started (process {event.pid})"
        case events.Resumed():
            return f"resumed after {playouts} (process {event.pid})"
        case events.Note():
            return one_line(event.text)
        case events.Improved():
            return f"improved to {figure(event.score)} after {playouts}"
        case events.Solved():
            if optimises:
                words = f"optimal: {figure(event.score)} after {playouts}"
                return f"{words}, {seconds(event.seconds)}; checked"
            return f"solved in {seconds(event.seconds)} after {playouts}; checked"
        case events.Found():
            return f"another solution in {seconds(event.seconds)} after {playouts}; checked"
        case events.Counted():
            return COUNTS.get(event.solutions, event.solutions)
        case events.Trained():
            return f"trained from {event.puzzles:,} puzzles"
        case events.Paused():
            return "paused"
        case events.Unpaused():
            return "goes on"
        case events.Finished():
            reasons = REASONS | BEST_REASONS if optimises else REASONS
            return reasons.get(event.reason, f"ended: {event.reason}")
        case events.Failed():
            return f"failed: {one_line(event.message)}"
        case _:
            return ""


def seconds(duration: float) -> str:
    """A duration in the unit that suits it: `0.12 ms`, `3.4 s`, `12 min`, `3.1 h`."""
    if duration < 0.1:
        return f"{duration * 1000:.2g} ms"
    if duration < 120:
        return f"{duration:.3g} s"
    return f"{duration / 60:.0f} min" if duration < 7200 else f"{duration / 3600:.1f} h"
