"""What there is to see of a run, frozen, and its events in words.

The same for a live run and for one that ended last week.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from puzzles.parameters import Value
from puzzles.text.quoting import counted, one_line
from solvers.registry import algorithm
from solvers.runs import events
from solvers.runs.events import Generated
from solvers.runs.result import Solution
from solvers.runs.scoring import amount, family_of, optimises
from solvers.runs.spec import RunSpec, SolveSpec
from solvers.runs.status import Insight


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


@dataclass(frozen=True, slots=True)
class RunView:
    """A run at one point in time.

    `status`: starting, running, paused, solved, exhausted (everything seen), budget (spent), reached (the wanted
    score), stopped, waiting (for other runs of its batch), done (training and other jobs), failed, or interrupted (no
    live worker, no end).
    `message`: the one line that matters now; empty if there is none. `trouble`: what can't be written, likewise.
    `elapsed`: seconds of search; `cpu`: seconds of processor time of all workers' searches, `run_cpu` of their whole
    processes, with start, kernels and judging; `rate`: playouts a second, all live workers together.
    `board_score`: the score reported with `board`; `best_score` may be newer, as live numbers come more often.
    `facts`: what the checker's verdict says further of `board`, as `puzzles.family.Verdict` explains.
    `compiling`: seconds for which kernels have been compiled now that the run waits for, of about `compile_seconds`.
    `history`: (seconds, score) of each improvement, best of all workers, ascending in both; `history_playouts`: of the
    worker that found it, the playouts until then.
    `solutions`: unique, several, unknown, or None while not counted; `solution_boards`: the known ones.
    `wanted`: how many solutions the run looks for; `found`: with more than one wanted, those it has, different and
    verified, best first, no more than wanted. Then `board` is the first of them, and `solved` means that all are there.
    `done` of `total`: for training, generating and compiling, of a search also while it trains its prior; 0 of 0 where
    it has no meaning. `seconds_left`: about how long that still takes; 0 if it is not known.
    `solved_seconds`: search time to the solution, without start-up; None while there is none.
    `claim`: where a score is what counts and everything was seen, what that proves, in words; else empty. Where
    solutions are looked for, `exhausted` means that none exists.
    `insights`: what each worker's search says of itself, or said last, with the worker's number.
    `wrong_input`: the run has failed because of what it was given, as `message` says.
    `resumable`: the workers that `launcher.resume_run` would start.
    `puzzle_key`: in a list, whose specs lack the puzzle and what the search begins with, a digest of the two.
    """

    id: str
    folder: Path
    spec: RunSpec | None
    created: Annotated[datetime, Meta(tz=True)]
    status: str
    message: str = ""
    trouble: str = ""
    best_score: float | None = None
    board: tuple[int, ...] | None = None
    board_score: float | None = None
    facts: Mapping[str, Value] = field(default_factory=dict)
    playouts: int = 0
    rate: float = 0.0
    elapsed: float = 0.0
    cpu: float = 0.0
    run_cpu: float = 0.0
    compiling: float = 0.0
    compile_seconds: float = 0.0
    restarts: int = 0
    workers_alive: int = 0
    history: tuple[tuple[float, float], ...] = ()
    history_playouts: tuple[int, ...] = ()
    solutions: str | None = None
    solution_boards: tuple[tuple[int, ...], ...] = ()
    wanted: int = 1
    found: tuple[Solution, ...] = ()
    log: tuple[LogLine, ...] = ()
    done: int = 0
    total: int = 0
    seconds_left: float = 0.0
    generated: tuple[Generated, ...] = ()
    solved_seconds: float | None = None
    resumable: tuple[int, ...] = ()
    claim: str = ""
    wrong_input: bool = False
    insights: tuple[tuple[int, Insight], ...] = ()
    puzzle_key: str = ""

    @property
    def none_acceptable(self) -> bool:
        """True if the run, of a search for the best score, has proven that each board breaks a constraint."""
        family = family_of(self.spec)
        if self.status != "exhausted" or not optimises(self.spec) or family is None or family.optimisation is None:
            return False
        given = getattr(self.spec, "parameters", {})
        settings = {one.name: given.get(one.name, one.default) for one in family.rules.parameters}
        return self.best_score is None or family.optimisation.none_acceptable(settings, self.facts)

    @property
    def ended(self) -> bool:
        """True if no worker lives: nothing more will happen unless the run is resumed."""
        return self.workers_alive == 0


def best_first(views: Iterable[RunView]) -> list[RunView]:
    """The views of one search's runs, solved ones first, then the best score, then the lowest seed."""
    return sorted(views, key=_rank)


def _rank(view: RunView) -> tuple[bool, float, int]:
    score = math.inf if view.best_score is None else -view.best_score
    return view.status != "solved", score, getattr(view.spec, "seed", 0)


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
            if event.reason == "budget" and event.playouts >= (getattr(spec, "playouts", None) or math.inf):
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


def seconds(duration: float) -> str:
    """A duration in the unit that suits it: `0.12 ms`, `3.4 s`, `12 min`, `3.1 h`."""
    if duration < 0.1:
        return f"{duration * 1000:.2g} ms"
    if duration < 120:
        return f"{duration:.3g} s"
    return f"{duration / 60:.0f} min" if duration < 7200 else f"{duration / 3600:.1f} h"
