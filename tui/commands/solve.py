"""`mcs-tui solve`: from a text to a verified solution; with `--seeds` one search from several seeds, a run each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.inputs import each_of, is_stdin, puzzle_from, read_puzzle, shown_name
from puzzles.registry import get_family
from puzzles.text.reading import heard
from puzzles.text.separated import csv_text
from solvers.registry import MOST_SEEDS
from solvers.runs.processes import LONGEST_ATTEMPT
from solvers.runs.scoring import family_of
from solvers.settings import counts_solutions
from tui.commands.following import (
    Interrupts,
    Progress,
    follow,
    follow_all,
    idle_worker,
    keep_workers,
    not_started,
    start,
    start_easy,
)
from tui.commands.job_options import family_option, refuse_empty, request_of, search_options
from tui.commands.options import settings_checked
from tui.commands.report import Shown, as_json, check_format, exit_code, prior_words, result_options, show_end, verify
from tui.commands.terminal import Exit, columns, complain, emit, emit_json, note, of_here
from tui.commands.writing import check_writable, numbered
from tui.words.wording import score_text, seconds_text, short_status

if TYPE_CHECKING:
    from pathlib import Path

    from solvers.request import Request
    from solvers.runs.folder import Run
    from solvers.runs.spec import SolveSpec
    from solvers.runs.view import RunView


COUNT_SECONDS = 1.0
EACH_HEAD = ("file", "name", "best", "bound", "found_at", "playouts", "elapsed", "status", "run", "board")
CSV_HEAD = ("file", "seed", "best", "bound", "found_at", "playouts", "elapsed", "status", "run")


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


@click.command(short_help="Solve puzzles from files or standard input.")
@click.argument("files", nargs=-1, required=True, metavar="FILE|-...")
@search_options(count_seconds=COUNT_SECONDS)
@click.option(
    "--from",
    "position",
    metavar="FILE|-",
    help="Search on from this position: a board partly filled in, a game not over, or a tour begun. The result is one "
    "of the whole puzzle.",
)
@click.option(
    "--seeds",
    type=SeedRange(),
    metavar="FIRST-LAST",
    help="One run for each seed, as many at a time as there are cores; a table says what came of each.",
)
@click.option(
    "--each",
    is_flag=True,
    help="Solve each puzzle of files of several, as many at a time as there are cores, into one table. Interrupted in "
    "any way, the same command goes on where it was.",
)
@click.option("--csv", "as_csv", is_flag=True, help="With --seeds or --each: print the table as CSV, and no board.")
@family_option
@result_options
@click.option("--detach", is_flag=True, help="Start the search, print its run's id and leave it running.")
@click.option("--json", is_flag=True, help="Print one JSON object for each puzzle, one per line.")
@click.option("--ascii", is_flag=True, help="Draw with ASCII characters only.")
@click.option("-q", "--quiet", is_flag=True, help="No progress and no notes on stderr.")
def solve(
    files: tuple[str, ...],
    position: str | None,
    seeds: range | None,
    each: bool,
    as_csv: bool,
    family_name: str | None,
    detach: bool,
    **options: Any,
) -> int:
    """Solve puzzles from files, from standard input (-) or bundled ones (example:NAME), whatever their format.

    The result is checked before it is shown: a solution or, for puzzles with a score, such as the length of a game,
    the best board that the search finds in its whole budget. With several files, the exit code is the highest.
    """
    request = request_of(options)
    warm_start, count_seconds = str(request.get("warm_start")), request.get("count_seconds")
    for option, given_name in (("--warm-start", warm_start), ("--from", position or "")):
        if is_stdin(given_name) and (len(files) > 1 or is_stdin(files[0])):
            raise click.UsageError(f"{option} can be standard input only for a single FILE that is not")
    if as_csv and ((seeds is None and not each) or options["json"] or options["output"]):
        raise click.UsageError("--csv is for a table of --seeds or --each, without --json and --output")
    if each and (seeds is not None or position is not None or any(map(is_stdin, (*files, warm_start)))):
        raise click.UsageError("--each is for files, without --seeds, --from and standard input")
    if is_stdin(warm_start) and is_stdin(position or ""):
        raise click.UsageError("only one of --warm-start and --from can be standard input")
    if sum(map(is_stdin, files)) > 1:
        raise click.UsageError("only one FILE can be standard input")
    shown = Shown(**options)
    if shown.output is not None:
        check_writable(shown.output)
    if each:
        return solve_each(files, request, family_name, shown, detach, as_csv)
    given = click.get_current_context().get_parameter_source("count_seconds") is not ParameterSource.DEFAULT
    named = {"--count-solutions": given and count_seconds > 0, "--all": shown.everything}
    wishes = " or ".join(option for option, wished in named.items() if wished)
    if len(files) > 1 and not detach:
        keep_workers()
    worst, easy = int(Exit.OK), False
    for number, name in enumerate(files, 1):
        try:
            with settings_checked(), heard() as said:
                plain = read_puzzle(name, family_name)
                refuse_empty(plain, request.parameters)
                whole = request.adjusted(plain)
                puzzle = whole if position is None else puzzle_from(position, whole)
                if shown.format is not None or shown.output is not None:
                    check_format(puzzle, name, shown, request.get("designs"))
                spec = request.resolve(puzzle, source=name)
        except PuzzleError as error:
            worst = max(worst, _refused(error))
            if shown.json:
                where = {key: getattr(error, key) for key in ("message", "line", "column")}
                emit_json({"file": name, "status": "refused", "exit_code": Exit.BAD_INPUT, **where})
            continue
        about = f"{puzzle.title}; {puzzle.note}" if puzzle.note else puzzle.title
        for line in (about, *said):
            note(f"{shown_name(name)}: {line}", quiet=shown.quiet)
        family = get_family(puzzle.family)
        for line in family.about.proved(puzzle)[1:] if family.about else ():
            note(f"{shown_name(name)}: {line}", quiet=shown.quiet)
        if wishes and not counts_solutions(family):
            note(f"{shown_name(name)}: no second solution is looked for; {wishes} changes nothing", quiet=shown.quiet)
        place = numbered(shown.output, number, len(files)) if shown.output else None
        if seeds is not None:
            with settings_checked():
                code = solve_seeds(
                    whole, spec, seeds, name, shown, place, detach, csv_head=number == 1 if as_csv else None
                )
            if code in (Exit.INTERRUPTED, Exit.TERMINATED):
                return code
            worst = max(worst, code)
            continue
        with Interrupts() as interrupts:
            run, at_once = start_easy(spec, puzzle) if easy else (start(spec), None)
            if detach:
                emit_json({"file": name, "run": run.id}) if shown.json else emit(run.id)
                continue
            if not shown.quiet:  # meanwhile the worker starts: what has to be loaded for this costs nobody time
                complain(f"run {run.id}, {prior_words(puzzle, spec)}")
            with Progress(quiet=shown.quiet) as progress:
                view = at_once or follow(run, progress, interrupts, stops=True)
                progress.update(view)
        easy = view.status in ("solved", "exhausted") and view.elapsed < LONGEST_ATTEMPT
        code = show_end(whole, view, name, shown, place, judged=at_once is not None)
        if interrupts.code:
            return interrupts.code if code or number < len(files) else Exit.OK
        worst = max(worst, code)
    return worst


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
    from solvers.runs.launcher import cores, start_batch, start_next, stop_batch
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


def solve_each(
    files: Sequence[str], request: Request, family_name: str | None, shown: Shown, detach: bool, as_csv: bool
) -> int:
    """The highest exit code of the runs of all puzzles of the files, after they have ended, or of a signal.

    What can't be read is a line each, and the others are searched. A puzzle that was searched by the same command
    before is not searched again.
    """
    from solvers.runs.launcher import cores, start_each, start_next, stop_batch

    found: list[tuple[str, Puzzle, SolveSpec]] = []
    worst = int(Exit.OK)
    for file in dict.fromkeys(files):
        try:
            listed = each_of(file, family_name)
        except PuzzleError as error:
            worst = _refused(error)
            continue
        for name, label in listed:
            try:
                with settings_checked():
                    puzzle = request.adjusted(read_puzzle(name, family_name))
                    found.append((label, puzzle, request.resolve(puzzle, source=name)))
            except PuzzleError as error:
                worst = _refused(error)
    if not found:
        return worst
    try:
        with settings_checked():
            runs = start_each([spec for _, _, spec in found], cores(), idle_worker())
    except OSError as error:
        raise not_started(error) from None
    if detach:
        for run, (_, _, spec) in zip(runs, found, strict=True):
            emit_json({"file": spec.source, "run": run.id}) if shown.json else emit(run.id)
        return worst
    batch = _batch(runs)

    def go_on() -> None:
        if sum(run.lives() for run in runs) < cores():
            start_next(batch, idle_worker(), cores())

    with Interrupts() as interrupts:
        views = follow_all(runs, interrupts, "puzzles", quiet=shown.quiet, stop=partial(stop_batch, batch), go_on=go_on)
    rows: list[tuple[object, ...]] = []
    for number, (view, (label, puzzle, spec)) in enumerate(zip(views, found, strict=True), 1):
        worst = max(worst, exit_code(view))
        if shown.json:
            emit_json(as_json(puzzle, view, spec.source, verified=verify(puzzle, view)))
        elif shown.output is not None or shown.format is not None:
            show_end(puzzle, view, spec.source, shown, shown.output and numbered(shown.output, number, len(found)))
        source, _, *fields = _fields(view, spec.source)
        notation = "" if view.board is None else get_family(puzzle.family).notation(puzzle, view.board)
        rows.append((source, label, *fields, notation if isinstance(notation, str) else ""))
    if as_csv:
        emit(csv_text([EACH_HEAD, *rows]))
    elif not shown.json:
        lines = [
            (str(source), str(label), *_row(view)[1:]) for view, (source, label, *_) in zip(views, rows, strict=True)
        ]
        emit(columns([("FILE", "NAME", "BEST", "FOUND AT", "STATUS", "RUN"), *lines], frozenset({2, 3})))
    return interrupts.code or worst


def _refused(error: PuzzleError) -> int:
    for line in error.lines:
        complain(f"{line}{of_here()}")
    return int(Exit.BAD_INPUT)


def _batch(runs: Sequence[Run]) -> str:
    spec: Any = runs[0].spec()
    return str(spec.batch)


def _row(view: RunView) -> tuple[str, ...]:
    spec: Any = view.spec
    found = seconds_text(view.history[-1][0]) if view.history else "-"
    return str(spec.seed), score_text(view.best_score, family_of(spec)), found, short_status(view), view.id


def _fields(view: RunView, source: str) -> tuple[object, ...]:
    """The row of CSV_HEAD: the best as people count it, and what none exceeds; times in seconds; what is not there is
    empty."""
    spec: Any = view.spec
    family = family_of(spec)
    optimisation = None if family is None else family.optimisation
    best: object = "" if view.best_score is None else view.best_score
    bound: object = ""
    if family is not None and optimisation is not None and view.best_score is not None:
        best = optimisation.amount(view.best_score, view.facts).value
        most = optimisation.bound(family.from_json(spec.puzzle))
        bound = "" if most is None else optimisation.amount(most, {}).value
    found = round(view.history[-1][0], 6) if view.history else ""
    return source, spec.seed, best, bound, found, view.playouts, round(view.elapsed, 6), view.status, view.id
