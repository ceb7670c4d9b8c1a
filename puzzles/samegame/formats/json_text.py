"""JSON: our own object, with rows and moves, a list of such, and CodinGame's test files.

Ours is `{"family": "samegame", "name": "...", "rows": [[3, 1, ...], ...], "moves": [[0, 8], ...], "points": 3215}`:
rows from the top, -1 for an empty cell; moves [column, row], the row from the bottom. `played`, if there: moves with
which all games begin. A game alone, for a known board, has no rows; `score` is read as `points`. CodinGame's test file
has the rows as one text under `testIn`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.family import Verdict
from puzzles.samegame import checker
from puzzles.samegame.formats import lines
from puzzles.samegame.formats.board_record import MOST_MOVES, MOST_RECORDS, Step, codes_of, puzzle_of, with_game
from puzzles.samegame.puzzle import EMPTY, LARGEST_SIDE, MOST_COLOURS, Move, SameGamePuzzle, moves_of
from puzzles.text.json_texts import load_objects, marked, object_text, require_family, text_value, wrong_value
from puzzles.text.quoting import cleaned, quoted

EXPECTED = "an object with rows"
ROWS_ARE = f"an array of arrays of 0 to {MOST_COLOURS - 1}, or {EMPTY} for an empty cell"
MOVES_ARE = "an array of [column, row]"


MARKS = {
    r'"family"\s*:\s*"samegame"': 1.0,
    r'"testIn"\s*:\s*"': 0.9,
    r'(?s)\A(?=.*"rows"\s*:\s*\[)(?=.*"moves"\s*:\s*\[\s*\[)': 0.9,
}
"""How much a JSON text with each of these looks like a board or a game."""


likeness = partial(marked, marks=MARKS)


def objects(text: str) -> list[dict[str, Any]]:
    """The objects in the text: itself, or those of its list; PuzzleError if it has none."""
    return load_objects(text, EXPECTED, MOST_RECORDS, "board")


def plain(puzzle: SameGamePuzzle, board: Sequence[int] | None = None) -> dict[str, Any]:
    """The puzzle as JSON values, with the board's moves, or those that came with the puzzle."""
    width, cells = puzzle.width, puzzle.cells
    return {
        "family": "samegame",
        "name": puzzle.name,
        "note": puzzle.note,
        "rows": [list(cells[first : first + width]) for first in range(0, len(cells), width)],
        "moves": [list(move) for move in moves_of(puzzle.moves if board is None else board)],
        **({"played": [list(move) for move in moves_of(puzzle.played)]} if puzzle.played else {}),
    }


def puzzle(data: Mapping[str, Any]) -> SameGamePuzzle:
    """The puzzle of JSON values, its game replayed; PuzzleError if they are not valid, or claim what is not true."""
    require_family(data, "samegame", "samegame")
    name = name_of(data)
    if "rows" not in data and isinstance(data.get("testIn"), str):
        return _of_codingame(data["testIn"], name)
    rows = data.get("rows")
    if rows is None:
        raise PuzzleError('there is no "rows"', ROWS_ARE)
    if not isinstance(rows, (list, tuple)) or not all(isinstance(row, (list, tuple)) for row in rows):
        raise PuzzleError('"rows" is not a board', ROWS_ARE)
    if len(rows) > LARGEST_SIDE:
        raise PuzzleError(f"the board is {len(rows)} high", f"1 to {LARGEST_SIDE}")
    width = len(rows[0]) if rows else 0
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise PuzzleError(f"row {number} has {len(row)} cells", f"{width}, as the first")
        for at, cell in enumerate(row, start=1):
            if type(cell) is not int or not EMPTY <= cell < MOST_COLOURS:
                raise PuzzleError(f"row {number}, cell {at} is {quoted(cell)}", ROWS_ARE)
    note = text_value(data, "note")
    played = codes_of(_steps_of(data, "played"))
    board = SameGamePuzzle(width, len(rows), tuple(cell for row in rows for cell in row), name, note, played=played)
    if played and not (verdict := checker.judge(board, played)).legal:
        raise PuzzleError(f'"played": {verdict.faults[0]}', "a legal game")
    steps = _steps_of(data)
    _check_claims(data, board, codes_of(steps))
    found = with_game(board, steps)
    return replace(found, note=note or found.note)


def _steps_of(data: Mapping[str, Any], key: str = "moves") -> list[Step]:
    moves = data.get(key, [])
    if not isinstance(moves, (list, tuple)):
        raise wrong_value(key, moves, MOVES_ARE)
    if len(moves) > MOST_MOVES:
        raise PuzzleError(f"the game has more than {MOST_MOVES:,} moves", "a game")
    for number, move in enumerate(moves, start=1):
        if not isinstance(move, (list, tuple)) or len(move) != 2 or any(type(one) is not int for one in move):
            raise PuzzleError(f"move {number} is {quoted(move)}", "[column, row], both whole numbers from 0")
    return [Step(Move(*move)) for move in moves]


def _check_claims(data: Mapping[str, Any], puzzle: SameGamePuzzle, board: Sequence[int]) -> None:
    for key in ("points", "score"):
        if key in data and board and (verdict := checker.judge(puzzle, board)).legal and data[key] != verdict.score:
            raise wrong_value(key, data[key], f"{int(verdict.score)}, what the moves make")


def name_of(data: Mapping[str, Any]) -> str:
    """The board's name: ours, or the title of CodinGame's test, or empty; PuzzleError if it is not a text."""
    title = data.get("title")
    default = next(iter(title.values()), "") if isinstance(title, dict) else ""
    return cleaned(text_value(data, "name", default))


def game_of(data: Mapping[str, Any], known: SameGamePuzzle) -> tuple[int, ...]:
    """The object's game on the known puzzle's board, one number a move; PuzzleError if its board is another."""
    if "rows" in data and puzzle({"rows": data["rows"]}).cells != known.cells:
        raise PuzzleError('"rows" is another board', f"the puzzle's ({known.title})")
    if "rows" not in data and "moves" not in data:
        raise PuzzleError('there is no "moves"', MOVES_ARE)
    board = codes_of(_steps_of(data))
    _check_claims(data, known, board)
    return board


def write(puzzle: SameGamePuzzle, board: Sequence[int], verdict: Verdict) -> str:
    """The puzzle and the legal game as one object, a row or move a line; with its points, if it has a move."""
    values = plain(puzzle, board)
    del values["note"]  # what a reader assumed is for people, and a reader of this text may say it again
    if board:
        values |= {"points": int(verdict.score), "left": verdict.facts["left"], "cleared": verdict.facts["cleared"]}
    return object_text(values)


def _of_codingame(text: str, name: str) -> SameGamePuzzle:
    """The board in a text within JSON; errors name the line and column within that text."""
    try:
        records = lines.read(text)
        if len(records) > 1:
            raise PuzzleError(f'"testIn" holds {len(records)} boards', "one")
        records[0].name = name
        return puzzle_of(records[0])
    except PuzzleError as error:
        place = f' ("testIn", line {error.line}, column {error.column})' if error.line else ""
        raise PuzzleError(f"{error.found}{place}", error.expected) from None
