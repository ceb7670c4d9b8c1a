"""The one sentence about a run, and the line below it; what is said of an experiment and its cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzles.text.quoting import counted
from solvers.runs.scoring import amount, ends_solved, family_of, figure, number, optimises, wanted_amount
from solvers.runs.view import sentence
from tui.words.wording import bar_of, budget_text, count_progress_text, seconds_text

if TYPE_CHECKING:
    from puzzles.groups import Goal
    from solvers.experiments.cell import Cell
    from solvers.experiments.live import State
    from solvers.runs.status import Progress
    from solvers.runs.view import RunView


FOUND, WRONG, PLAIN = "found", "wrong", ""
"""How the sentence is coloured."""
BAR_WIDTH = 16
"""Characters of the bar that says how far the compiling, or the training of a prior, is."""

ENDS = {
    "reached": "The wanted score is reached.",
    "stopped": "Stopped.",
    "done": "The search has come to its end.",
    "exhausted": "Everything has been seen.",
    "interrupted": "Interrupted, nothing lost.",
}
NONE_THERE = "No solution: everything has been tried."
GOES_ON = {"stopped": "u lets it go on.", "interrupted": "u lets it go on."}
NUMBERS = {
    "unique": "It is the only solution.",
    "several": "More than one solution; f shows another.",
    "unknown": "Whether there is a second solution is not known.",
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """`text` and `next` are a line each, `next` may be empty; `kind` is one of FOUND, WRONG and PLAIN."""

    text: str
    next: str = ""
    kind: str = PLAIN


def of_run(view: RunView, goal: Goal | None = None, *, plain: bool = False) -> Sentence:
    """The sentence about the run; `goal`: the best that is known of its puzzle, if anything is."""
    ended = view.ended and view.status not in ("starting", "waiting")
    if view.status == "failed":
        return Sentence(f"Failed: {view.message or 'the search has ended without a word'}", kind=WRONG)
    if view.status == "waiting":
        return Sentence("Waits for its turn: other seeds are searched first.")
    if optimises(view.spec):
        said = _of_best(view, goal, ended=ended)
    elif view.wanted > 1:
        said = _of_several(view, ended=ended)
    else:
        said = _of_solution(view, ended=ended)
    if ended or view.status == "solved":
        return said
    waits = _waiting(view, plain=plain)
    return Sentence(said.text if view.playouts or view.status == "paused" else waits or said.text, waits or said.next)


def _waiting(view: RunView, *, plain: bool) -> str:
    """What the run waits for, with a bar; empty if it waits for nothing."""
    if view.compile_seconds:
        left = max(1.0, view.compile_seconds - view.compiling)
        bar = bar_of(view.compiling / view.compile_seconds, BAR_WIDTH, plain=plain)
        return f"{bar} {'Slow until compiled' if view.playouts else 'Getting ready'}, once: {left:.0f} s."
    if view.total:
        bar = bar_of(view.done / view.total, BAR_WIDTH, plain=plain)
        return f"{bar} Counting a prior, once: {count_progress_text(view)}."
    return ""


def _of_best(view: RunView, goal: Goal | None, *, ended: bool) -> Sentence:
    family = family_of(view.spec)
    if view.board_score is None:
        return Sentence(*_nothing(view, "no board", ended=ended))
    best = amount(family, view.board_score, view.facts)
    found = f", found after {seconds_text(view.history[-1][0])}" if view.history else ""
    if view.status == "solved":
        return Sentence(f"{sentence(best)}{found}.", "Nothing better is possible (proved).", FOUND)
    if not ended:
        return Sentence(f"{'Paused. ' if view.status == 'paused' else ''}{sentence(best)}{found}.", _known(view, goal))
    claim = f"{sentence(view.claim)}." if view.status == "exhausted" and view.claim else _known(view, goal)
    none = view.none_acceptable
    how = NONE_THERE if none else _end(view)
    kind = WRONG if none or view.status == "interrupted" else FOUND
    return Sentence(f"{how} Best: {best}{found}.", GOES_ON.get(view.status, claim), kind)


def _known(view: RunView, goal: Goal | None) -> str:
    """Which way is better, what is wanted and what is known, as far as there is something to say."""
    family = family_of(view.spec)
    lower = family is not None and family.optimisation is not None and family.optimisation.cost
    wanted = wanted_amount(view.spec)
    parts = ["Lower is better"] if lower else []
    parts += [f"wanted is {figure(wanted)}"] if wanted is not None else []
    parts += [f"the {goal.what} is {figure(goal.amount)}"] if goal is not None else []
    return f"{sentence('; '.join(parts))}." if parts else ""


def _of_solution(view: RunView, *, ended: bool) -> Sentence:
    if view.status == "solved":
        took = f" in {seconds_text(view.solved_seconds)}" if view.solved_seconds is not None else ""
        counts = not ended and getattr(view.spec, "count_seconds", 0) > 0
        number = NUMBERS.get(view.solutions or "", "Looking for a second solution." if counts else "")
        return Sentence(f"Solved{took}, checked.", number, FOUND)
    if view.status == "exhausted":
        return Sentence(NONE_THERE, "", WRONG)
    return Sentence(*_nothing(view, "no solution", ended=ended))


def found_word(view: RunView) -> str:
    """What a search for several finds: where a score counts beside the puzzle's rules they need not be solutions."""
    family = family_of(view.spec)
    return "solution" if family is None or ends_solved(family) else "design"


def _of_several(view: RunView, *, ended: bool) -> Sentence:
    found = f"{len(view.found):,} of {counted(view.wanted, found_word(view))}"
    if view.status == "solved":
        return Sentence(f"{found}, checked; the best comes first.", "", FOUND)
    if ended and view.status == "exhausted" and not view.found:
        return Sentence(NONE_THERE, "", WRONG)
    if ended:
        how = _end(view)
        return Sentence(f"{how} {found}, checked.", GOES_ON.get(view.status, ""), FOUND if view.found else PLAIN)
    keeps = "Better ones may come." if getattr(view.spec, "keep_best", False) and view.found else ""
    return Sentence(f"{'Paused. ' if view.status == 'paused' else ''}{found} found, best first.", keeps)


def _end(view: RunView) -> str:
    words = budget_text(view) if view.status == "budget" else view.status
    return ENDS.get(view.status, f"{sentence(words)}.")


def _nothing(view: RunView, what: str, *, ended: bool) -> tuple[str, str, str]:
    if ended:
        how = _end(view)
        kind = WRONG if view.status == "interrupted" else PLAIN
        return f"{how} {sentence(what)} was found.", GOES_ON.get(view.status, "n: another search of this puzzle."), kind
    if view.status == "paused":
        return "Paused.", "", PLAIN
    return f"Searching; {what} yet.", "", PLAIN


ROW_HEADS = ("ROW", "DONE", "OF", "FAILED", "CPU")
NOW_HEADS = ("SEARCHED NOW", "BEST", "CPU", "PLAYOUTS")
CELL_HEADS = ("CELL", "STATE", "BEST", "CPU")
ROW_NUMBERS = frozenset({1, 2, 3, 4})
"""The columns of rows that are right-aligned."""


def how_far(state: State) -> str:
    """How many cells are done, and how long the others take."""
    words = f"{len(state.done):,} of {len(state.cells):,} cells are done"
    if state.live is None:
        return words if state.over else f"{words}; it does not run"
    phase = "" if state.live.phase == "searching" else f", {state.live.phase}"
    return f"{words}{phase}, {state.live.workers} at a time" + _time_left(*state.seconds_left(state.live.workers))


def _time_left(likely: float | None, most: float | None) -> str:
    """From how long it takes at the pace so far to how long it can take."""
    if likely and most and seconds_text(likely) != seconds_text(most):
        return f", {seconds_text(min(likely, most))} to {seconds_text(most)} left"
    return f", about {seconds_text(one)} left" if (one := most or likely) else ""


def row_lines(state: State) -> Iterator[tuple[str, ...]]:
    """The values of ROW_HEADS for each row."""
    for row in dict.fromkeys(cell.row for cell in state.cells):
        of_row = [key for key, cell in state.by_key.items() if cell.row == row]
        done = [state.done[key] for key in of_row if key in state.done]
        failed = sum(key in state.failed for key in of_row)
        cpu = seconds_text(sum(one.seconds for one in done)) if done else "-"
        yield row, f"{len(done):,}", f"{len(of_row):,}", f"{failed:,}" if failed else "", cpu


def now_lines(state: State) -> Iterator[tuple[str, ...]]:
    """The values of NOW_HEADS for each cell that is searched."""
    for one in state.running:
        cell = state.by_key[one.key]
        of = f" of {seconds_text(cell.seconds[-1])}" if cell.seconds else ""
        playouts = f"{one.playouts:,}" + (f" of {cell.playouts[-1]:,}" if cell.playouts else "")
        yield cell.title, _best(cell, one.score, solved=one.solved), f"{seconds_text(one.seconds)}{of}", playouts


def cell_lines(state: State) -> Iterator[tuple[str, ...]]:
    """The values of CELL_HEADS for each cell."""
    running: dict[str, Progress] = {one.key: one for one in state.running}
    for key, cell in state.by_key.items():
        if (done := state.done.get(key)) is not None:
            yield cell.title, "done", _best(cell, done.score, solved=done.solved), seconds_text(done.seconds)
        elif key in state.failed:
            yield cell.title, "failed", "-", "-"
        elif (now := running.get(key)) is not None:
            yield cell.title, "searched", _best(cell, now.score, solved=now.solved), seconds_text(now.seconds)
        else:
            yield cell.title, "waiting", "-", "-"


def _best(cell: Cell, score: float | None, *, solved: bool) -> str:
    if score is None:
        return "-"
    return "solved" if solved and ends_solved(cell.aim) else number(cell.aim, score)
