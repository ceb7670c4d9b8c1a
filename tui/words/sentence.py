"""The one sentence about a run, and the line below it: what has come of it, and what is next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzles.text.quoting import counted
from solvers.runs.log_lines import sentence
from solvers.runs.scoring import amount, ends_solved, family_of, figure, optimises, wanted_amount
from tui.words.wording import (
    bar_of,
    budget_text,
    count_progress_text,
    seconds_text,
)

if TYPE_CHECKING:
    from puzzles.groups import Goal
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
