"""Where a board or puzzle goes: which text format, which file, the drawing for people; and `mcs-tui convert`."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Puzzle, TextFormat
from puzzles.inputs import located, named, read_board, shown_name
from puzzles.parameters import Value
from puzzles.registry import families, get_family
from puzzles.text.reading import heard
from puzzles.user_data import write_named
from tui.commands.job_options import family_option, puzzle_of, puzzle_setting_option
from tui.commands.names import written_formats
from tui.commands.terminal import Exit, Refused, Styled, emit, note
from tui.words.printing import PAGE_NAMES, encoded, formats_of, pages_of, replays_of

PICTURES = frozenset({".svg", ".png", ".pdf", ".gif", ".jpg", ".jpeg", ".eps", ".ps"})
"""Suffixes of files in which nobody expects text."""


def known_format(family: Family, name: str) -> str:
    """The name of a format that the family writes; UsageError for another."""
    known = [one.name for one in formats_of(family) if one.writes]
    if name not in known:
        raise click.UsageError(f"{family.name} writes no format {name!r}; expected one of: {', '.join(known)}")
    return name


def choose_format(puzzle: Puzzle, name: str | None, output: Path | None = None) -> str:
    """The format to write: the named one, else by the file's suffix, else the first that can hold the puzzle.

    Of those with the suffix one that can hold the puzzle, if there is any; else one that says why not when it is
    written. UsageError for a format the family doesn't write, or a suffix that promises one it doesn't write.
    """
    family = get_family(puzzle.family)
    if name is not None:
        return known_format(family, name)
    able = (*family.writable(puzzle), *pages_of(family), *replays_of(family))
    wanted = [one for one in formats_of(family) if one.writes and output and one.suffix == output.suffix.lower()]
    return format_of(family, able if set(wanted) & set(able) else (*able, *wanted), output) or able[0].name


def format_of(family: Family, among: Sequence[TextFormat], output: Path | None) -> str:
    """The name of the first format with the file's suffix; empty if the suffix promises nothing.

    UsageError if it promises a picture, or a format of any family, that is not among these.
    """
    suffix = "" if output is None else output.suffix.lower()
    for one in among:
        if suffix == one.suffix:
            return one.name
    if suffix in PICTURES or suffix in {one.suffix for other in families() for one in other.formats}:
        expected = ", ".join(dict.fromkeys(one.suffix for one in among))
        raise click.UsageError(f"{output}: {family.name} writes no {suffix} here; expected one of: {expected}")
    return ""


def check_holds_puzzle(family: Family, name: str) -> None:
    """UsageError for a format that has a board alone, where a puzzle is to be written."""
    one = next(one for one in formats_of(family) if one.name == name)
    if one.board_only:
        others = ", ".join(one.name for one in family.formats if one.writes and not one.board_only)
        raise click.UsageError(f"the format {name} can't hold the puzzle; expected one of: {others}")


def write_file(path: Path, content: str | bytes) -> None:
    """Nothing; the text, or the bytes, are in the file. Refused, in one line, if they can't be."""
    try:
        write_named(path, content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from None


def needs_file(name: str, output: Path | None) -> None:
    """UsageError for the format of a page, which is no text, where it would be printed."""
    if name in PAGE_NAMES and output is None:
        raise click.UsageError(f"the format {name} is no text; expected --output FILE")


def check_writable(path: Path) -> None:
    """Refused if the file can surely not be written: reported before a search is spent on it."""
    if str(path) == "-":
        raise Refused("--output -: expected a file; without --output, --format NAME prints")
    if os.path.isdir(path):
        raise Refused(f"{path}: Is a directory")
    if not path.absolute().parent.is_dir():
        raise Refused(f"{path}: there is no folder {path.absolute().parent}")


def check_not_input(output: Path, source: str) -> None:
    """Refused if the file to be written is the input of that name."""
    path = Path(named(located(source))[0])
    if os.path.exists(path) and os.path.exists(output) and output.samefile(path):
        raise Refused(f"{output} is also an input; expected another file for the output")


def numbered(path: Path, number: int, total: int) -> Path:
    """The path for one of several files: `a.txt` becomes `a-03.txt`; the path itself if there is only one."""
    if total == 1:
        return path
    return path.with_name(f"{path.stem}-{number:0{len(str(total))}d}{path.suffix}")


def attached_game(family: Family, puzzle: Puzzle) -> Board | None:
    """The board that came with the puzzle, where a score is what counts: a game or a tour; else None."""
    return family.attached_board(puzzle) if family.optimisation else None


def drawn(
    puzzle: Puzzle, board: Sequence[int], *, ascii_only: bool, facts: Mapping[str, Value] | None = None
) -> Styled:
    """The board as text for people, as wide as the terminal allows; with colours, which `emit` drops where none fit.

    `facts`: what the checker has said of it.
    """
    from tui.boards.drawing import draw, on_terminal

    lines = draw(puzzle, board, width=shutil.get_terminal_size().columns, plain=ascii_only, facts=facts)
    return Styled("\n".join(on_terminal(line) for line in lines))


@click.command(short_help="Write a puzzle or a board in another format.")
@click.argument("file", metavar="FILE|-")
@click.option("--board", "board_name", metavar="FILE|-", help="A board, design, game or tour to write with the puzzle.")
@click.option(
    "--format",
    "format_name",
    metavar="NAME",
    shell_complete=written_formats,
    help="The format (see `mcs-tui formats`).",
)
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
    with several. A game or tour in the puzzle's own file is written too. A board that is not legal is refused; other
    faults are reported.
    """
    if format_name is None and output is None:
        raise click.UsageError("expected --format or --output")
    if output is not None:
        check_writable(output)
        for source in filter(None, (file, board_name)):
            check_not_input(output, source)
    puzzle = puzzle_of(file, board_name, family_name, settings)
    family = get_family(puzzle.family)
    board = attached_game(family, puzzle) if board_name is None else sound_board(family, puzzle, board_name, quiet)
    name = choose_format(puzzle, format_name, output)
    if not board:
        check_holds_puzzle(family, name)
    needs_file(name, output)
    try:
        content = encoded(family, puzzle, name, [] if board is None else [board])
    except PuzzleError as error:
        raise error.within(shown_name(file)) from None
    if output is None:
        emit(content.decode().rstrip("\n"))
    else:
        write_file(output, content)
        note(f"wrote {output}", quiet=quiet)
    return Exit.OK


def sound_board(family: Family, puzzle: Puzzle, name: str, quiet: bool) -> Board:
    """The board of that name, its faults noted; PuzzleError if it is not legal."""
    source = shown_name(name)
    with heard() as said:
        board = read_board(name, puzzle)
    for line in said:
        note(f"{source}: {line}", quiet=quiet)
    verdict = family.judge(puzzle, board)
    if not verdict.legal:
        raise PuzzleError(f"the board is not legal: {verdict.faults[0]}", source=source)
    complete = family.optimisation is None or family.optimisation.complete(puzzle, board)
    wrong = verdict.faults if complete else ("the board is incomplete", *verdict.faults)
    for fault in wrong:
        note(f"{source}: {fault}", quiet=quiet)
    return board
