"""Events in words: the lines of a run's log, for people."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.text.quoting import counted, one_line
from solvers.registry import algorithm
from solvers.runs import events
from solvers.runs.scoring import amount, family_of, optimises
from solvers.runs.spec import RunSpec, SolveSpec


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of a run's log: `at` in seconds of search, the worker, the text; `note`: the worker wrote the text.

    `trouble`: of what went wrong and was got over.
    """

    at: float
    worker: int
    text: str
    note: bool = False
    trouble: bool = False


REASONS = {
    "solved": "Ended: solved.",
    "budget": "Time is up.",
    "reached": "The wanted score is reached.",
    "exhausted": "No solution (proved).",
    "stopped": "Stopped; it can go on.",
    "done": "Ended.",
    "elsewhere": "Ended: another worker was first.",
}

BEST_REASONS = {
    "solved": "Nothing better is possible (proved).",
    "exhausted": "Everything has been seen.",
    "elsewhere": "Ended: another worker has what was wanted.",
}
"""The same where a score is what counts."""

COUNTS = {
    "unique": "It is the only solution (proved).",
    "several": "There is more than one solution.",
    "unknown": "No second solution was found in the time given.",
}


def unit(spec: RunSpec | None) -> str:
    """What the run's budget counts: `playouts`, or `dead ends`."""
    if not isinstance(spec, SolveSpec):
        return "playouts"
    try:
        return algorithm(spec.algorithm).unit
    except KeyError:
        return "playouts"


def in_words(event: events.AnyEvent, spec: RunSpec | None) -> str:
    """The event of such a run as one line; empty for events that the log leaves out (progress, a generated puzzle)."""
    playouts = counted(event.playouts, unit(spec).removesuffix("s"))
    match event:
        case events.Started():
            return "Started."
        case events.Resumed():
            return f"Goes on after {playouts}."
        case events.Note():
            return one_line(event.text)
        case events.Improved():
            return sentence(amount(family_of(spec), event.score, event.facts))
        case events.Solved() if optimises(spec):
            best = sentence(amount(family_of(spec), event.score, event.facts))
            return f"{best}: nothing better is possible; checked."
        case events.Solved():
            return f"Solved in {seconds(event.seconds)}, after {playouts}; checked."
        case events.Found():
            return f"Another solution in {seconds(event.seconds)}; checked."
        case events.Counted():
            return COUNTS.get(event.solutions, event.solutions)
        case events.Trained():
            return f"Counted {event.puzzles:,} puzzles."
        case events.Paused():
            return "Paused."
        case events.Unpaused():
            return "Goes on."
        case events.Finished():
            if event.reason == "budget" and _played_all(event.playouts, spec):
                return f"All {playouts} are done."
            reasons = REASONS | BEST_REASONS if optimises(spec) else REASONS
            return reasons.get(event.reason, f"Ended: {event.reason}.")
        case events.Failed():
            return f"Failed: {one_line(event.message)}"
        case _:
            return ""


def sentence(words: str) -> str:
    """The words with a capital."""
    return words[:1].upper() + words[1:]


def _played_all(playouts: int, spec: RunSpec | None) -> bool:
    return isinstance(spec, SolveSpec) and spec.playouts is not None and playouts >= spec.playouts


def seconds(duration: float) -> str:
    """A duration in the unit that suits it: `0.12 ms`, `3.4 s`, `12 min`, `3.1 h`."""
    if duration < 0.1:
        return f"{duration * 1000:.2g} ms"
    if duration < 120:
        return f"{duration:.3g} s"
    return f"{duration / 60:.0f} min" if duration < 7200 else f"{duration / 3600:.1f} h"
