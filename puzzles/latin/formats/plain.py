"""Plain grids: fields parted by white space, tabs, commas or semicolons, or not at all (orders up to 9).

A hole is `.`, `_`, `*`, `-`, `0`, `-1`, or an empty field between tabs, commas or semicolons. Lines beginning
with `#` or `%` are comments; `# symbols 0 to 19` says how symbols are written; without it, that is found out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from puzzles.errors import PuzzleError
from puzzles.latin.formats.cells import NUMBER, Convention, Reading, Rows, data_lines, reading_of, require_square
from puzzles.latin.puzzle import HOLE, MAX_ORDER, MIN_ORDER, LatinSquare
from puzzles.text.fields import Field
from puzzles.text.format_table import repeated_share
from puzzles.text.quoting import quoted

MARKS = frozenset({".", "_", "*", "-", ""})
COMPACT_ORDER = 9
"""Without separators a symbol is one digit."""

COMPACT = re.compile(r"[0-9._*]{2,}")
BOXES_UNSEEN = "read as a Latin square: boxes are not looked at"
"""The note on a grid that could be a Sudoku."""

LOOKED_AT = 4_000
"""Characters that decide on the format: the heads of all formats are shorter."""

PLAIN_CHARACTERS = re.compile(r"[0-9.,;_*\-\s]*")
LARGEST_REPEATED = 0.25
"""Share of symbols repeated in a line up to which a grid looks like a Latin square; 0.25: one mistake in order 2."""

DECLARED = re.compile(r"[#%]\s*symbols\s+([01])\s+to\s+[0-9]+\s*", re.IGNORECASE)


def likeness(text: str) -> float:
    """How much a text, cut behind LOOKED_AT + 1 characters, looks like a plain grid, 0 to 0.9."""
    lines, cut_short = list(data_lines(text)), len(text) > LOOKED_AT
    if cut_short and len(lines) > 1:
        lines.pop()
    if not lines or not all(PLAIN_CHARACTERS.fullmatch(line.text) for line in lines):
        words = [word for line in lines for word in line.text.split()]
        known = sum(1 for word in words if PLAIN_CHARACTERS.fullmatch(word))
        return 0.1 if 2 * known >= len(words) > 0 else 0.0  # perhaps a grid with a few wrong symbols
    if not any(character.isdigit() or character in "._" for line in lines for character in line.text):
        return 0.1
    rows, _ = cut(lines)
    head = [field.text for field in rows[0]]
    width = len(head)
    if _looks_like_sums(head, len(rows[1]) if len(rows) > 1 else width):
        return 0.05
    margin = {field.text for field in rows[0]} | {row[0].text for row in rows}
    if margin == {"0"} and any(field.text != "0" for row in rows for field in row):
        return 0.3  # a Kakuro's black margin
    square = all(len(row) == width for row in rows) and (cut_short or len(rows) == width)
    return 0.9 if square and not _repeats_few_symbols(rows) else 0.5


def _repeats_few_symbols(rows: Rows) -> bool:
    """Whether a square grid repeats symbols in its lines as no Latin square with a mistake or two does.

    A complete grid with as many symbols as a Latin square has could still be meant as one.
    """
    texts = [[field.text for field in row] for row in rows]
    symbols = {text for row in texts for text in row}
    if not symbols & (MARKS | {"-1"}) and len(symbols) >= len(texts[0]):
        return False
    return repeated_share(texts, MARKS | {"0", "-1"}) > LARGEST_REPEATED


def _looks_like_sums(head: list[str], next_width: int) -> bool:
    """Whether the first row reads as a Kakuro's column sums: nothing in the corner, then numbers above their count."""
    sums = head if len(head) == next_width - 1 else head[1:]
    corner_is_free = len(sums) == len(head) or head[0] in MARKS
    numbers = [int(text) for text in sums if NUMBER.fullmatch(text)]
    return corner_is_free and len(numbers) == len(sums) > 1 and min(numbers) > len(sums)


def read(text: str, preferred: int | None = None) -> Reading:
    """The reading of a plain grid; PuzzleError with line and column.

    `preferred` (0 or 1) is the first symbol if the text admits both; without it, the note says what was assumed.
    """
    lines, declared = _lines(text)
    if not lines:
        raise PuzzleError("the text has no grid", "rows of symbols and holes")
    rows, note = cut(lines)
    for field in (field for row in rows for field in row):
        if field.text not in MARKS and not NUMBER.fullmatch(field.text):
            raise field.error(f"{quoted(field.text)} is no symbol", "a symbol as a number, or . _ * - 0 -1 for a hole")
    require_square(rows)
    convention = _convention(rows, declared, preferred)
    reading = reading_of(rows, convention)
    boxes = BOXES_UNSEEN if _could_be_sudoku(reading) else ""
    note = "; ".join(part for part in (convention.note, note, boxes) if part)
    return Reading(reading.order, reading.values, reading.fields, reading.first, note)


def _could_be_sudoku(reading: Reading) -> bool:
    if reading.order != 9 or reading.first != 1 or HOLE not in reading.values:
        return False
    in_boxes = [(i // 27, i % 9 // 3, value) for i, value in enumerate(reading.values) if value != HOLE]
    return len(set(in_boxes)) == len(in_boxes)


def write(square: LatinSquare, grid: tuple[int, ...]) -> str:
    """The grid (0-based, -1 = hole) as aligned rows, `.` for a hole; a comment if symbols begin with 0."""
    head = [f"# symbols 0 to {square.order - 1}"] if square.first_symbol == 0 else []
    return "\n".join([*head, *rows_of(square, grid)]) + "\n"


def rows_of(square: LatinSquare, grid: Sequence[int]) -> list[str]:
    """The rows of the grid (0-based, -1 = hole), one text each, columns aligned, `.` for a hole."""
    n, width = square.order, len(str(square.last_symbol))
    words = ["." if value == HOLE else str(value + square.first_symbol) for value in grid]
    return [" ".join(word.rjust(width) for word in words[row * n : row * n + n]) for row in range(n)]


def _lines(text: str) -> tuple[list[Field], int | None]:
    """The data lines, at most one more than admitted, and the first symbol that a comment declares."""
    # the last piece is left out: it is the rest of a huge text, or the last line, and no comment on a grid below it
    matches = (DECLARED.fullmatch(line.strip()) for line in text.split("\n", MAX_ORDER + 1)[:-1])
    declared = next((int(match.group(1)) for match in matches if match), None)
    lines = list(islice(data_lines(text), MAX_ORDER + 1))
    if len(lines) > MAX_ORDER:
        raise lines[-1].error(f"the grid has more than {MAX_ORDER} rows", f"at most {MAX_ORDER}")
    return lines, declared


def cut(lines: list[Field]) -> tuple[Rows, str]:
    """The rows of fields, and a note on what was assumed in cutting them."""
    for separator in (",", ";"):
        if any(separator in line.text for line in lines):
            return _parted([line for line in lines if line.text.strip()], separator), ""
    spaced = [line.words(MAX_ORDER + 1) for line in lines if line.text.strip()]
    if spaced and all(len(row) == 1 and COMPACT.fullmatch(row[0].text) for row in spaced):
        return _letters([row[0] for row in spaced]), ""
    if not any("\t" in line.text for line in lines):
        return spaced, ""
    parted = _parted(lines, "\t")
    tabs_part = not any(" " in field.text for row in parted for field in row)  # else they only indent
    if tabs_part and _square(parted):
        return parted, ""
    if _square(spaced) or not tabs_part:
        return spaced, ""
    return _filled(parted)


def _square(rows: Rows) -> bool:
    return len(rows) >= MIN_ORDER and all(len(row) == len(rows) for row in rows)


def _letters(lines: list[Field]) -> Rows:
    if len(lines) == 1:
        line, order = lines[0], round(len(lines[0].text) ** 0.5)
        if order * order == len(line.text) and order <= COMPACT_ORDER:
            lines = line.pieces(order, order)
    return [line.pieces(1, MAX_ORDER + 1) for line in lines]


def _parted(lines: list[Field], separator: str) -> list[list[Field]]:
    """Rows of fields between separators, empty ones included; one that ends (begins) all rows is dropped."""
    rows = [line.parted(separator, MAX_ORDER + 2) for line in lines]
    # where every line ends (or begins) with a separator, it parts nothing
    for end in (-1, 0):
        if all(len(row) == len(rows) + 1 and not row[end].text for row in rows):
            for row in rows:
                del row[end]
    return rows


def _filled(rows: list[list[Field]]) -> tuple[Rows, str]:
    """The rows, with the empty fields restored that were lost at a line's end, and a note that says so.

    More than MAX_ORDER rows are no grid, and stay as they are: to fill them would take a time by their square.
    """
    short = [row for row in rows if len(row) < len(rows)]
    if not short or len(rows) > MAX_ORDER or all(field.text for row in rows for field in row):
        return rows, ""
    for row in short:
        row.extend([row[-1].behind()] * (len(rows) - len(row)))
    names = ", ".join(str(row[0].line) for row in short[:3]) + (", ..." if len(short) > 3 else "")
    return rows, f"rows that end early are read as ending in holes (line {names})"


def _convention(rows: Rows, declared: int | None, preferred: int | None) -> Convention:
    order = len(rows)
    found = {field.text for row in rows for field in row}
    numbers = {int(text) for text in found if NUMBER.fullmatch(text)}
    marks = found & MARKS
    from_0 = Convention(0, MARKS | {"-1"}, ".", f"symbols read as 0 to {order - 1}")
    zero = ", holes as 0" if 0 in numbers else ""
    from_1 = Convention(1, MARKS | {"-1", "0"}, ".", f"symbols read as 1 to {order}{zero}")
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
    note = f"symbols assumed to be {first} to {order - 1 + first}; the grid would also fit {other}"
    return Convention(chosen.first, chosen.holes, chosen.hole_text, note)


def _both(rows: Rows, order: int) -> PuzzleError:
    """The refusal of a grid that has 0, the order itself, and another mark for holes: 0 could mean either."""
    fields = [field for row in rows for field in row if NUMBER.fullmatch(field.text)]
    firsts = [next(field for field in fields if int(field.text) == number) for number in (0, order)]
    late = max(firsts, key=lambda field: (field.line, field.column))
    found = f"both 0 and {order} stand in the grid, beside holes that are written otherwise"
    return late.error(found, f"symbols 0 to {order - 1} or 1 to {order}")
