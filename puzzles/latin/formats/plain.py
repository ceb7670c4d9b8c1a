"""Plain grids: fields parted by white space, tabs, commas, semicolons or bars, or not at all (orders up to 9).

A hole is `.`, `_`, `*`, `-`, `0`, `-1`, or an empty field between separators; letters are symbols where all fit. The
order may stand alone on the first line. Lines beginning with `#` or `%` are comments; `# symbols 0 to 19` says how
symbols are written; without it, that is found out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import islice

from puzzles.errors import PuzzleError
from puzzles.latin.formats.rows import (
    HOLES,
    MARKS,
    NUMBER,
    PLAIN,
    Convention,
    Reading,
    Rows,
    cut,
    data_lines,
    numbers_of_letters,
    order_line,
    reading_of,
    require_square,
    starts_of,
)
from puzzles.latin.grouped import HOLE, Grouped
from puzzles.latin.puzzle import MAX_ORDER, LatinSquare, require_order
from puzzles.text.arrays import is_bracketed
from puzzles.text.fields import Field
from puzzles.text.format_table import repeated_share
from puzzles.text.quoting import quoted
from puzzles.text.separated import texts_of

SYMBOL = "a symbol as a number or letter, or . _ * - 0 -1 for a hole"
BOXES_UNSEEN = "read as a Latin square: boxes are not looked at"
"""The note on a grid that could be a Sudoku."""

NO_CELL = "x"
"""What stands for a place without a cell; behind a value it says that the cell is black."""

LOOKED_AT = 4_000
"""Characters that decide on the format: the heads of all formats are shorter."""

PLAIN_CHARACTERS = re.compile(r"[0-9.,;_*\-\s|+\"]*")
LETTERS = re.compile(r"[0-9A-Za-z.,;_*\-\s|+\"]*")
_SEPARATING = ';|,"\t'
LARGEST_REPEATED = 0.25
"""Share of symbols repeated in a line up to which a grid looks like a Latin square; 0.25: one mistake in order 2."""

DECLARED = re.compile(r"[#%]\s*symbols\s+([01])\s+to\s+[0-9]+\s*", re.IGNORECASE)


def likeness(text: str) -> float:
    """How much a text, cut behind LOOKED_AT + 1 characters, looks like a plain grid, 0 to 0.9."""
    try:
        return _likeness(text)
    except PuzzleError:  # a quote without its end, in a grid or in any other text
        return 0.3 if PLAIN_CHARACTERS.fullmatch(text) else 0.0


def _likeness(text: str) -> float:
    if "\\" in text:
        return 0.0  # a Kakuro's black cells
    lines, cut_short = list(data_lines(text)), len(text) > LOOKED_AT
    if cut_short and len(lines) > 1:
        lines.pop()
    starts = starts_of(text, lines)
    if len(starts) > 1:
        lines, cut_short = lines[: starts[1]], False
    head = order_line(lines)
    rows = _rows(lines[1:] if head else lines)
    if (
        head
        and rows
        and (cut_short or any(text.isdigit() and int(text) > int(head.text) for row in rows for text in row))
    ):
        return 0.3  # below their number there are rows in many texts
    if not rows:
        words = [word for line in lines for word in line.text.split()]
        known = sum(1 for word in words if PLAIN_CHARACTERS.fullmatch(word))
        return 0.1 if 2 * known >= len(words) > 0 else 0.0  # perhaps a grid with a few wrong symbols
    if not any(text.isalnum() or text in (".", "_") for row in rows for text in row):
        return 0.1
    width = len(rows[0])
    if _looks_like_sums(rows[0], len(rows[1]) if len(rows) > 1 else width):
        return 0.05
    margin = {*rows[0], *(row[0] for row in rows)}
    if margin == {"0"} and any(text != "0" for row in rows for text in row):
        return 0.3  # a Kakuro's black margin
    square = all(len(row) == width for row in rows) and (cut_short or len(rows) == width)
    return 0.9 if square and not _repeats_few_symbols(rows) else 0.5


def _rows(lines: Sequence[Field]) -> Sequence[Sequence[str]]:
    """The grid that the lines may be, as texts: of numbers and marks, or of a Latin square's letters; else none."""
    if not lines:
        return []
    if is_bracketed(lines):
        rows = texts_of(lines, MAX_ORDER)
        return rows if all(PLAIN_CHARACTERS.fullmatch(text) for row in rows for text in row) else []
    if all(PLAIN_CHARACTERS.fullmatch(line.text) for line in lines):
        words = [line.text.split(None, MAX_ORDER + 1)[: MAX_ORDER + 1] for line in lines]
        parted = any(sign in line.text for line in lines for sign in _SEPARATING)
        if not parted and any(len(word) == 1 for row in words for word in row):
            return words  # as `cut` has them: no word is a row of symbols
        return [[field.text for field in row] for row in cut(lines)[0]]
    if not all(LETTERS.fullmatch(line.text) for line in lines):
        return []
    fields, _ = cut(lines)
    rows = [[field.text for field in row] for row in fields]
    square = all(len(row) == len(rows) for row in rows)
    return rows if square and numbers_of_letters(fields)[0] and not _repeats_few_symbols(rows) else []


def _repeats_few_symbols(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a square grid repeats symbols in its lines as no Latin square with a mistake or two does.

    A complete grid with as many symbols as a Latin square has could still be meant as one.
    """
    symbols = {text for row in rows for text in row}
    if not symbols & (MARKS | {"-1"}) and len(symbols) >= len(rows[0]):
        return False
    return repeated_share(rows, HOLES) > LARGEST_REPEATED


def _looks_like_sums(head: Sequence[str], next_width: int) -> bool:
    """Whether the first row reads as a Kakuro's column sums: nothing in the corner, then numbers above their count."""
    sums = head if len(head) == next_width - 1 else head[1:]
    corner_is_free = len(sums) == len(head) or head[0] in MARKS
    numbers = [int(text) for text in sums if NUMBER.fullmatch(text)]
    return corner_is_free and len(numbers) == len(sums) > 1 and min(numbers) > len(sums)


def read(text: str, preferred: int | None = None) -> Reading[LatinSquare]:
    """As `read_grid`, with a note on a grid that could be a Sudoku."""
    reading = read_grid(text, preferred)
    note = "; ".join(part for part in (reading.note, BOXES_UNSEEN if _could_be_sudoku(reading) else "") if part)
    return replace(reading, note=note)


def read_grid(text: str, preferred: int | None = None) -> Reading[LatinSquare]:
    """The reading of a plain grid; PuzzleError with line and column.

    `preferred` (0 or 1) is the first symbol if the text admits both; without it, the note says what was assumed.
    """
    lines, declared = _lines(text)
    head = order_line(lines)
    rows, note = cut(lines[1:] if head else lines) if lines else ([], "")
    if not rows:  # no lines, or bars and rules alone
        raise PuzzleError("the text has no grid", "rows of symbols and holes")
    if len(rows) > MAX_ORDER:
        raise rows[MAX_ORDER][0].error(f"the grid has more than {MAX_ORDER} rows", f"at most {MAX_ORDER}")
    letters, letters_note = numbers_of_letters(rows)
    texts = {field.text for row in rows for field in row} - MARKS
    if wrong := {text for text in texts if not NUMBER.fullmatch(text) and text not in letters}:
        field = next(field for row in rows for field in row if field.text in wrong)
        raise field.error(f"{quoted(field.text)} is no symbol", SYMBOL)
    require_square(rows, *((require_order(int(head.text), head), f"as line {head.line} says") if head else ()))
    numbers = [[one._replace(text=letters.get(one.text, one.text)) for one in row] for row in rows] if letters else rows
    convention = replace(_convention(numbers, declared, preferred), letters=letters)
    note = "; ".join(part for part in (convention.note, note, letters_note) if part)
    return replace(reading_of(rows, convention), note=note)


def _could_be_sudoku(reading: Reading[LatinSquare]) -> bool:
    if reading.form.order != 9 or reading.form.first_symbol != 1 or HOLE not in reading.values:
        return False
    in_boxes = [(i // 27, i % 9 // 3, value) for i, value in enumerate(reading.values) if value != HOLE]
    return len(set(in_boxes)) == len(in_boxes)


def write(square: LatinSquare, grid: tuple[int, ...]) -> str:
    """The grid (0-based, -1 = hole) as aligned rows, `.` for a hole; a comment if symbols begin with 0."""
    head = [f"# symbols 0 to {square.order - 1}"] if square.first_symbol == 0 else []
    return "\n".join([*head, *rows_of(square, grid)]) + "\n"


def rows_of(puzzle: Grouped, grid: Sequence[int], blacks: Collection[int] = ()) -> list[str]:
    """The rows of the grid (0-based, -1 = hole), one text each, columns aligned, `.` for a hole.

    NO_CELL for what is no cell, and behind the value of a black one.
    """
    words = ["." if value == HOLE else puzzle.symbol(value) for value in grid]
    for cell in blacks:
        words[cell] += NO_CELL
    width = max([len(str(puzzle.last_symbol)), *map(len, words)])
    return [" ".join(word.rjust(width) for word in row) for row in puzzle.laid_out(words, NO_CELL)]


def _lines(text: str) -> tuple[list[Field], int | None]:
    """The data lines, at most two more than admitted, and the first symbol that a comment declares."""
    # the last piece is left out: it is the rest of a huge text, or the last line, and no comment on a grid below it
    matches = (DECLARED.fullmatch(line.strip()) for line in text.split("\n", MAX_ORDER + 1)[:-1])
    declared = next((int(match.group(1)) for match in matches if match), None)
    return list(islice(data_lines(text), MAX_ORDER + 2)), declared


def _convention(rows: Rows, declared: int | None, preferred: int | None) -> Convention:
    order = len(rows)
    found = {field.text for row in rows for field in row}
    numbers = {int(text) for text in found if NUMBER.fullmatch(text)}
    marks = found & MARKS
    from_0 = replace(PLAIN[0], note=f"symbols read as 0 to {order - 1}")
    from_1 = replace(PLAIN[1], note=f"symbols read as 1 to {order}{', holes as 0' if 0 in numbers else ''}")
    if declared is not None:
        return (from_0, from_1)[declared]
    if order in numbers:
        if 0 in numbers and (marks or -1 in numbers):
            raise _both(rows, order)
        return from_1
    if 0 in numbers:
        places = [(r, c) for r, row in enumerate(rows) for c, field in enumerate(row) if field.text == "0"]
        once_a_line = len(places) == len({r for r, _ in places}) == len({c for _, c in places}) == order
        return from_0 if marks or -1 in numbers or preferred == 0 or once_a_line else from_1
    first = preferred if preferred is not None else (0 if -1 in numbers and not marks else 1)
    chosen = (from_0, from_1)[first]
    if preferred is not None or max(numbers, default=0) > order:
        return chosen
    other = f"{1 - first} to {order - first}"
    return replace(
        chosen, note=f"symbols assumed to be {first} to {order - 1 + first}; the grid would also fit {other}"
    )


def _both(rows: Rows, order: int) -> PuzzleError:
    """The refusal of a grid that has 0, the order itself, and another mark for holes: 0 could mean either."""
    fields = [field for row in rows for field in row if NUMBER.fullmatch(field.text)]
    firsts = [next(field for field in fields if int(field.text) == number) for number in (0, order)]
    late = max(firsts, key=lambda field: (field.line, field.column))
    found = f"both 0 and {order} stand in the grid, beside holes that are written otherwise"
    return late.error(found, f"symbols 0 to {order - 1} or 1 to {order}")
