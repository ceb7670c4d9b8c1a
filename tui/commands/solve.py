"""`mcs-tui solve`: from a text to a verified solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from puzzles.errors import PuzzleError
from puzzles.family import Board, Puzzle
from puzzles.registry import get_family
from tui.commands import report
from tui.commands.following import Interrupts, Progress, begin_next, follow, start
from tui.commands.job_options import family_option, search_of, search_options
from tui.commands.names import written_formats
from tui.commands.options import Seconds, settings_checked, together
from tui.commands.terminal import BAD_INPUT, FAILURE, INTERRUPTED, OK, complain, emit, emit_json, note, plain_characters
from tui.commands.writing import check_writable, choose_format, drawn, numbered, write_file
from tui.inputs import is_stdin, read_puzzle, shown_name
from tui.specs import counts_solutions

if TYPE_CHECKING:
    from solvers.runs.view import RunView

COUNT_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Shown:
    """How the results are shown. `best`: the best board, where there is no solution."""

    format: str | None
    output: Path | None
    everything: bool
    json: bool
    quiet: bool
    ascii: bool
    best: bool = False


result_options = together(
    click.option(
        "--format",
        metavar="NAME",
        shell_complete=written_formats,
        help="Print the result in this format (see `mcs-tui formats`).",
    ),
    click.option(
        "--output", type=click.Path(path_type=Path), help="Write the result to a file (format by --format or suffix)."
    ),
    click.option("--all", "everything", is_flag=True, help="Show the second solution too, if one was found."),
)
"""What is written of a result, and where to; the names are those of `Shown`."""


@click.command(short_help="Solve puzzles from files or standard input.")
@click.argument("files", nargs=-1, required=True, metavar="FILE|-...")
@search_options
@click.option(
    "--count-solutions",
    "count_seconds",
    type=Seconds(zero=True),
    default=COUNT_SECONDS,
    show_default=True,
    metavar="SECONDS",
    help="After a solution, look for a second one for at most this time; 0: don't. Not for puzzles with a score.",
)
@family_option
@result_options
@click.option("--detach", is_flag=True, help="Start the search, print its run's id and leave it running.")
@click.option("--json", is_flag=True, help="Print one JSON object for each puzzle, one per line.")
@click.option("--ascii", is_flag=True, help="Draw with ASCII characters only.")
@click.option("-q", "--quiet", is_flag=True, help="No progress and no notes on stderr.")
def solve(files: tuple[str, ...], count_seconds: float, family_name: str | None, detach: bool, **options: Any) -> int:
    """Solve puzzles from files, from standard input (-) or bundled ones (example:NAME), whatever their format.

    The result is checked before it is shown: a solution or, for puzzles with a score, such as the length of a game,
    the best board that the search finds in its whole budget. With several files, the exit code is the highest.
    """
    search = search_of(options)
    if is_stdin(search.warm_start) and (len(files) > 1 or is_stdin(files[0])):
        raise click.UsageError("--warm-start can be standard input only for a single FILE that is not")
    if sum(map(is_stdin, files)) > 1:
        raise click.UsageError("only one FILE can be standard input")
    shown = Shown(**options)
    if shown.output is not None:
        check_writable(shown.output)
    wishes = _wishes(count_seconds, shown)
    worst = OK
    for number, name in enumerate(files, 1):
        try:
            with settings_checked():
                puzzle = search.adjusted(read_puzzle(name, family_name))
                if shown.format is not None or shown.output is not None:  # before a search is spent on it
                    _written(puzzle, None, [get_family(puzzle.family).start_board(puzzle)], name, shown)
                spec = search.spec(puzzle, count_seconds=count_seconds, source=name)
        except PuzzleError as error:
            worst = max(worst, BAD_INPUT)
            complain(str(error))
            if shown.json:
                where = {key: getattr(error, key) for key in ("message", "line", "column")}
                emit_json({"file": name, "status": "refused", "exit_code": BAD_INPUT, **where})
            continue
        about = f"{puzzle.title}; {puzzle.note}" if puzzle.note else puzzle.title
        note(f"{shown_name(name)}: {about}", quiet=shown.quiet)
        if wishes and not counts_solutions(get_family(puzzle.family)):
            note(f"{shown_name(name)}: no second solution is looked for; {wishes} changes nothing", quiet=shown.quiet)
        with Interrupts() as interrupts:
            run = start(spec)
            if number < len(files):
                begin_next()
            if detach:
                emit_json({"file": name, "run": run.id}) if shown.json else emit(run.id)
                continue
            if not shown.quiet:  # meanwhile the worker starts: what has to be loaded for this costs nobody time
                complain(f"run {run.id}, {report.prior_words(puzzle, spec)}")
            with Progress(quiet=shown.quiet) as progress:
                view = follow(run, progress, interrupts, stops=True)
        place = numbered(shown.output, number, len(files)) if shown.output else None
        code = show_end(puzzle, view, name, shown, place)
        if interrupts.code:
            return interrupts.code if code else OK
        worst = max(worst, code)
    return worst


def _wishes(count_seconds: float, shown: Shown) -> str:
    """The options given that are for a second solution, such as `--all`; empty if there is none."""
    given = click.get_current_context().get_parameter_source("count_seconds") is not ParameterSource.DEFAULT
    named = {"--count-solutions": given and count_seconds > 0, "--all": shown.everything}
    return " or ".join(name for name, wished in named.items() if wished)


def show_end(puzzle: Puzzle, view: RunView, source: str, shown: Shown, output: Path | None) -> int:
    """The exit code of the ended search, after all that is to be said about it has been written.

    Where several solutions were asked for they are written as one text, best first, under the drawing of the best.
    """
    verified = report.verify(puzzle, view)
    second = report.second_solution(view)
    boards = [view.board] if view.board is not None and (verified or shown.best) else []
    if shown.everything and verified and second is not None:
        boards.append(second)
    code = report.exit_code(view)
    machine = ""
    if boards and (output is not None or shown.format is not None):
        machine = _written(puzzle, view, boards, source, shown)
        if output is not None:
            write_file(output, machine)
            note(f"wrote {output}", quiet=shown.quiet)
    if shown.json:
        emit_json(report.as_json(puzzle, view, source, verified=verified))
    elif machine and output is None:
        emit(machine)
        note(report.words(view), quiet=shown.quiet)
    else:
        ascii_only = plain_characters(shown.ascii)
        known = {view.board: view.facts}
        drawings = [
            drawn(puzzle, board, ascii_only=ascii_only, facts=known.get(board)) for board in boards if output is None
        ]
        hint = "; --all shows the second" if second is not None and not shown.everything else ""
        about = report.remarks(puzzle, view) or report.facts(view, texts=not drawings)
        last = report.words(view) + hint
        if view.found and output is None:
            several = _written(puzzle, view, boards, source, shown).rstrip("\n")
            emit("\n\n".join(filter(None, [*drawings, "\n".join(about), several, last])))
        elif boards or code not in (FAILURE, BAD_INPUT):
            emit("\n\n".join([*drawings, "\n".join([*about, last])]))
    explain(view, code)
    return code


def explain(view: RunView, code: int) -> None:
    """Says on stderr what to do about a run that did not end by itself."""
    if code in (FAILURE, BAD_INPUT):
        again = f"; mcs-tui resume {view.id} continues it" if view.status == "interrupted" else ""
        complain(f"mcs-tui: {report.failure(view)}{again}")
    elif code == INTERRUPTED:
        complain(f"stopped; mcs-tui resume {view.id} continues it")


def _written(puzzle: Puzzle, view: RunView | None, boards: Sequence[Board], source: str, shown: Shown) -> str:
    """The boards, or all that were found, in the wanted format.

    PuzzleError or UsageError if there is none such, or it can't hold the puzzle.
    """
    family = get_family(puzzle.family)
    try:
        name = choose_format(puzzle, shown.format, shown.output)
        if view is not None and view.found:
            found = [one.board for one in view.found]
            return family.write_many(puzzle, name, found, [one.facts for one in view.found])
        return "\n".join(family.write(puzzle, name, board) for board in boards)
    except PuzzleError as error:
        raise error.within(shown_name(source)) from None
