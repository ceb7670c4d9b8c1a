"""`mcs-tui convert`: a puzzle, or a board for it, in another format."""

from __future__ import annotations

from pathlib import Path

import click

from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Puzzle
from puzzles.registry import get_family
from tui.commands.completing import written_formats
from tui.commands.exits import OK, Refused, note
from tui.commands.parameter_options import parse_settings, settings_checked
from tui.commands.search_options import family_option, puzzle_setting_option
from tui.commands.terminal import emit
from tui.commands.writing import check_holds_puzzle, check_writable, choose_format, write_file
from tui.inputs import is_stdin, named, read_board, read_puzzle, shown_name
from tui.located import located


@click.command(short_help="Write a puzzle or a board in another format.")
@click.argument("file", metavar="FILE|-")
@click.option("--board", "board_name", metavar="FILE|-", help="A board, design, game or tour to write with the puzzle.")
@click.option("--format", "format_name", metavar="NAME", shell_complete=written_formats, help="See `mcs-tui formats`.")
@click.option("--output", type=click.Path(path_type=Path), help="Write to a file (format by --format or suffix).")
@family_option
@puzzle_setting_option
@click.option("-q", "--quiet", is_flag=True, help="No notes on stderr.")
def convert(
    file: str,
    board_name: str | None,
    format_name: str | None,
    output: Path | None,
    family_name: str | None,
    settings: tuple[str, ...],
    quiet: bool,
) -> int:
    """Write a puzzle in another format of its family; with --board, the board too, or a picture of it.

    FILE is a path, standard input (-) or a bundled example (example:NAME); FILE#7 or FILE#NAME is one puzzle of a file
    with several. A game or tour that came in the puzzle's file is written too. A board that is not legal is refused;
    what else is wrong with it is reported.
    """
    if board_name is not None and is_stdin(file) and is_stdin(board_name):
        raise click.UsageError("only one of FILE and --board can be standard input")
    if format_name is None and output is None:
        raise click.UsageError("expected --format or --output")
    if output is not None:
        check_writable(output)
        for source in filter(None, (file, board_name)):
            _check_other(output, source)
    given = parse_settings(settings)
    puzzle = read_puzzle(file, family_name)
    family = get_family(puzzle.family)
    with settings_checked():
        puzzle = family.adjusted(puzzle, given)
    board: Board | None
    if board_name is None:
        board = family.attached_board(puzzle) if family.optimisation else None
    else:
        board = _sound(family, puzzle, board_name, quiet)
    name = choose_format(puzzle, format_name, output)
    if not board:
        check_holds_puzzle(family, name)
    try:
        text = family.write(puzzle, name, board)
    except PuzzleError as error:
        raise error.within(shown_name(file)) from None
    if output is None:
        emit(text.rstrip("\n"))
    else:
        write_file(output, text)
        note(f"wrote {output}", quiet=quiet)
    return OK


def _check_other(output: Path, source: str) -> None:
    """Refused if the output is the very file that is read: of several puzzles only one would be left in it."""
    path = Path(named(located(source))[0])
    if path.exists() and output.exists() and output.samefile(path):
        raise Refused(f"{output} is read itself; expected another file for the output")


def _sound(family: Family, puzzle: Puzzle, name: str, quiet: bool) -> Board:
    """The board of that name, its faults noted; PuzzleError if it is not legal."""
    board, source = read_board(name, puzzle), shown_name(name)
    verdict = family.judge(puzzle, board)
    if not verdict.legal:
        raise PuzzleError(f"the board is not legal: {verdict.faults[0]}", source=source)
    complete = family.optimisation is None or family.optimisation.complete(puzzle, board)
    wrong = verdict.faults if complete else ("the board is incomplete", *verdict.faults)
    for fault in wrong:
        note(f"{source}: {fault}", quiet=quiet)
    return board
