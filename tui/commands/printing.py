"""`mcs-tui print`: puzzles, boards and games on paper, one or several a page, their solutions on pages behind."""

from __future__ import annotations

from pathlib import Path

import click

from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Puzzle
from puzzles.inputs import is_stdin, shown_name
from puzzles.picture import Picture, retitled
from puzzles.registry import get_family
from solvers.request import Request
from solvers.settings import SECONDS
from tui.commands.following import Interrupts, Progress, follow, keep_workers, start
from tui.commands.job_options import family_option, puzzle_of, puzzle_setting_option
from tui.commands.options import Seconds, WholeNumber, settings_checked
from tui.commands.report import verify
from tui.commands.terminal import Exit, note
from tui.commands.writing import attached_game, check_not_input, check_writable, numbered, sound_board, write_file
from tui.words.printing import (
    DEFAULT_PAPER,
    MOST_PER_PAGE,
    PAPERS,
    SMALLEST_LETTERS,
    page_file,
    sheets,
    smallest_letters,
)

SUFFIXES = {".pdf": "pdf", ".png": "png", ".svg": "svg"}


@click.command("print", short_help="Put puzzles, boards or games on paper: PDF, PNG or SVG.")
@click.argument("files", nargs=-1, required=True, metavar="FILE|-...")
@click.option("--board", "board_name", metavar="FILE|-", help="A board, design, game or tour to print (of one FILE).")
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FILE.pdf|FILE.png|FILE.svg",
    help="The file; as PNG or SVG, each of several pages in its own, numbered.",
)
@click.option(
    "--per-page", type=WholeNumber(1, MOST_PER_PAGE), default=1, show_default=True, help="How many on each page."
)
@click.option(
    "--paper", type=click.Choice(list(PAPERS)), default=DEFAULT_PAPER, show_default=True, help="The paper's size."
)
@click.option("--solutions", is_flag=True, help="Solve the puzzles and print the solutions on pages behind them.")
@click.option(
    "--seconds", type=Seconds(), default=SECONDS, show_default=True, help="For each solution, search at most so long."
)
@family_option
@puzzle_setting_option
@click.option("-q", "--quiet", is_flag=True, help="No progress and no notes on stderr.")
def print_puzzles(
    files: tuple[str, ...],
    board_name: str | None,
    output: Path,
    per_page: int,
    paper: str,
    solutions: bool,
    seconds: float,
    family_name: str | None,
    settings: tuple[str, ...],
    quiet: bool,
) -> int:
    """Print puzzles, or with --board a solution, design, game or tour; a game or tour in the puzzle's file, too.

    FILE is a path, standard input (-) or a bundled example (example:NAME); FILE#7 or FILE#NAME is one puzzle of a file
    with several. With --solutions the exit code is 1 if a puzzle was not solved; its place says so.
    """
    kind = SUFFIXES.get(output.suffix.lower())
    if kind is None:
        raise click.UsageError(f"--output {output}; expected a file name that ends in {' or '.join(SUFFIXES)}")
    if board_name is not None and len(files) > 1:
        raise click.UsageError(f"--board is for one FILE, not for {len(files)}")
    if sum(map(is_stdin, files)) > 1:
        raise click.UsageError("only one FILE can be standard input")
    check_writable(output)
    for source in (*files, *filter(None, [board_name])):
        check_not_input(output, source)
    puzzles = [puzzle_of(name, board_name, family_name, settings) for name in files]
    families = [get_family(puzzle.family) for puzzle in puzzles]
    for family in families if solutions else ():
        if family.optimisation is not None:
            raise click.UsageError(f"--solutions is for puzzles with a solution; {family.name} has a score")
    pictures = []
    for number, (name, family, puzzle) in enumerate(zip(files, families, puzzles, strict=True), 1):
        board = attached_game(family, puzzle) if board_name is None else sound_board(family, puzzle, board_name, quiet)
        picture = _picture(family, puzzle, board, name)
        pictures.append(retitled(picture, f"{number}: {picture.title}") if len(files) > 1 else picture)
    pages = sheets(pictures, per_page, paper)  # refused before anything is solved
    solved, code = _solved(files, puzzles, seconds, quiet) if solutions else ([], Exit.OK)
    pages += sheets(solved, per_page, paper)
    _write(output, kind, pages, quiet)
    return code


def _picture(family: Family, puzzle: Puzzle, board: Board | None, name: str) -> Picture:
    try:
        return family.picture(puzzle, board)
    except PuzzleError as error:
        raise error.within(shown_name(name)) from None


def _solved(files: tuple[str, ...], puzzles: list[Puzzle], seconds: float, quiet: bool) -> tuple[list[Picture], int]:
    """The pictures of the solutions, or of puzzles that were not solved, under titles that say so; the exit code."""
    found, code = [], int(Exit.OK)
    if len(puzzles) > 1:
        keep_workers()
    for number, (name, puzzle) in enumerate(zip(files, puzzles, strict=True), 1):
        with settings_checked():
            spec = Request(seconds=seconds).resolve(puzzle, source=name)
        with Interrupts() as interrupts:
            run = start(spec, transient=True)
            with Progress(quiet=quiet) as progress:
                view = follow(run, progress, interrupts, stops=True)
        if interrupts.code:
            raise SystemExit(interrupts.code)
        board = view.board if verify(puzzle, view) else None
        if board is None:
            code = max(code, Exit.UNSOLVED)
            note(f"{shown_name(name)}: no solution found in {seconds:g} s", quiet=quiet)
        drawn = get_family(puzzle.family).picture(puzzle, board)
        of_it = f"of {number}" if len(files) > 1 else ""
        found.append(retitled(drawn, f"{'No solution found' if board is None else 'Solution'} {of_it}".strip()))
    return found, code


def _write(output: Path, kind: str, pages: list[Picture], quiet: bool) -> None:
    letters = min(map(smallest_letters, pages))
    if letters < SMALLEST_LETTERS:
        note(f"the smallest letters are {letters:.1f} points high: hard to read on this paper", quiet=quiet)
    files = [pages] if kind == "pdf" else [[page] for page in pages]
    for number, some in enumerate(files, 1):
        path = numbered(output, number, len(files))
        write_file(path, page_file(kind, some))
        note(f"wrote {path}", quiet=quiet)
