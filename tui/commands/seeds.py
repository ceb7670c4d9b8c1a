"""`mcs-tui solve --seeds`: one search from several seeds, a run each, as many at a time as there are cores."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from puzzles.family import Puzzle
from puzzles.text.separated import csv_text
from solvers.registry import MOST_SEEDS
from solvers.runs.scoring import family_of
from tui.commands.following import Interrupts, follow_all, idle_worker, not_started
from tui.commands.report import Shown, as_json, exit_code, show_end, verify
from tui.commands.terminal import Exit, columns, emit, emit_json
from tui.words.wording import score_text, seconds_text, short_status

if TYPE_CHECKING:
    from pathlib import Path

    from solvers.runs.folder import Run
    from solvers.runs.spec import SolveSpec
    from solvers.runs.view import RunView


class SeedRange(click.ParamType[range]):
    """Seeds as `1-20`, or one alone."""

    name = "seeds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> range:
        """The seeds; a usage error for anything else, and for too many."""
        if isinstance(value, range):
            return value
        first, dash, last = str(value).partition("-")
        whole = first.isascii() and first.isdigit() and (not dash or (last.isascii() and last.isdigit()))
        seeds = range(int(first), int(last or first) + 1) if whole and len(str(value)) < 40 else range(0)
        if not 1 <= len(seeds) <= MOST_SEEDS or seeds[-1] > 2**62:
            self.fail(f"{value}; expected FIRST-LAST, such as 1-20, at most {MOST_SEEDS:,} seeds", param, ctx)
        return seeds


CSV_HEAD = ("file", "seed", "best", "found_at", "playouts", "elapsed", "status", "run")


def solve_seeds(
    puzzle: Puzzle,
    spec: SolveSpec,
    seeds: Sequence[int],
    source: str,
    shown: Shown,
    output: Path | None,
    detach: bool,
    csv_head: bool | None = None,
) -> int:
    """The exit code of the best run, after the runs have ended and what they found is written; or of a signal.

    `csv_head`: what came of each is written as CSV, with the names of the columns if it is true; None: as a table.
    With `detach` the runs are left to themselves. ParameterError for a spec of several workers.
    """
    from solvers.runs.launcher import (
        cores,
        start_batch,
        start_next,
        stop_batch,
    )
    from solvers.runs.view import best_first

    try:
        runs = start_batch(spec, seeds, cores(), idle_worker())
    except OSError as error:
        raise not_started(error) from None
    if detach:
        for run in runs:
            emit_json({"file": source, "run": run.id}) if shown.json else emit(run.id)
        return Exit.OK
    batch = _batch(runs)

    def go_on() -> None:
        if sum(run.lives() for run in runs) < cores():
            try:
                start_next(batch, idle_worker(), cores())
            except OSError as error:
                raise not_started(error) from None

    with Interrupts() as interrupts:
        stop = partial(stop_batch, batch)
        views = follow_all(runs, interrupts, "seeds", quiet=shown.quiet, stop=stop, go_on=go_on)
    if shown.json:
        for view in views:
            emit_json(as_json(puzzle, view, source, verified=verify(puzzle, view)))
    elif csv_head is not None:
        emit(csv_text([*([CSV_HEAD] if csv_head else []), *(_fields(view, source) for view in views)]))
    else:
        emit(columns([("SEED", "BEST", "FOUND AT", "STATUS", "RUN"), *map(_row, views)], frozenset({0, 1, 2})))
    best = best_first(views)[0]
    alone = shown.json or csv_head is not None
    code = exit_code(best) if alone else show_end(puzzle, best, source, shown, output)
    return interrupts.code if interrupts.code and code else code


def _batch(runs: Sequence[Run]) -> str:
    spec: Any = runs[0].spec()
    return str(spec.batch)


def _row(view: RunView) -> tuple[str, ...]:
    spec: Any = view.spec
    found = seconds_text(view.history[-1][0]) if view.history else "-"
    return str(spec.seed), score_text(view.best_score, family_of(spec)), found, short_status(view), view.id


def _fields(view: RunView, source: str) -> tuple[object, ...]:
    """The row of CSV_HEAD: the best as people count it, times in seconds; what is not there is empty."""
    spec: Any = view.spec
    family = family_of(spec)
    optimisation = None if family is None else family.optimisation
    best: object = "" if view.best_score is None else view.best_score
    if optimisation is not None and view.best_score is not None:
        best = optimisation.amount(view.best_score, view.facts).value
    found = round(view.history[-1][0], 6) if view.history else ""
    return source, spec.seed, best, found, view.playouts, round(view.elapsed, 6), view.status, view.id
