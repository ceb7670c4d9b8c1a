"""The moves of a game in lines for a known board: behind that board's rows, or alone."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.errors import PuzzleError
from puzzles.samegame.formats.board_record import Field, Record, Step, board_of_rows
from puzzles.samegame.formats.lines import is_move, step_of
from puzzles.samegame.puzzle import EMPTY, SameGamePuzzle

MARK = "."


def game_steps(puzzle: SameGamePuzzle, records: Sequence[Record]) -> list[Step]:
    """The moves, none if the text is the puzzle's board alone; PuzzleError for another board or several.

    Rows of two cells look like moves: they are the board if they begin as the puzzle's does.
    """
    rows = [row for record in records for row in record.rows]
    steps = [step for record in records for step in record.steps]
    if rows and all(is_move(row, 0) for row in rows) and not _begins_with_board(puzzle, rows):
        return [*map(step_of, rows), *steps]
    boards = [record for record in records if record.rows]
    if puzzle.width == 2 and boards:
        boards, rest = [Record(rows=rows[: puzzle.height])], rows[puzzle.height :]
        steps = [*map(step_of, rest), *steps]
    if len(boards) > 1:
        wanted = "one, or its number behind the file's name, such as #2"
        raise PuzzleError(f"the text holds {len(boards)} boards", wanted, line=boards[1].rows[0][0].line, column=1)
    if boards:
        _require_same(puzzle, boards[0])
    return steps


def _begins_with_board(puzzle: SameGamePuzzle, rows: Sequence[Sequence[Field]]) -> bool:
    texts = [[MARK if cell.text == str(EMPTY) else cell.text for cell in row] for row in rows[: puzzle.height]]
    return texts == [[_text(puzzle, row, column) for column in range(puzzle.width)] for row in range(puzzle.height)]


def _require_same(puzzle: SameGamePuzzle, board: Record) -> None:
    """Nothing; PuzzleError, at the first cell that differs, if the board is not the puzzle's."""
    width, height, cells = board_of_rows(board)
    at = board.rows[0][0]
    if (width, height) != (puzzle.width, puzzle.height):
        wanted = f"{puzzle.width} x {puzzle.height}, as the puzzle's"
        raise PuzzleError(f"the board is {width} x {height}", wanted, line=at.line, column=at.column)
    for index, (cell, own) in enumerate(zip(cells, puzzle.cells, strict=True)):
        if cell != own:
            at = board.rows[index // width][index % width]
            wanted = f"{_text(puzzle, *divmod(index, width))}, as in the puzzle's board"
            raise PuzzleError(f"the cell is {at.text}", wanted, line=at.line, column=at.column)


def _text(puzzle: SameGamePuzzle, row: int, column: int) -> str:
    colour = puzzle.cells[row * puzzle.width + column]
    return MARK if colour == EMPTY else str(colour)
