"""The grid with its rules: rows of values as in plain grids of Latin squares, and lines of words about the rest.

`boxes 3 x 3` (also as a comment) or `boxes none`; `regions:` and as many rows of names; `grids: r1c1 r1c13 ...`, the
first cells of overlapping grids; a rule's name (`puzzles.sudoku.rules`); a constraint (`puzzles.sudoku.constraints`).
Where grids overlap or cells are black, values are parted by blanks, `x` is no cell, and `7x` a black one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from puzzles.errors import PuzzleError
from puzzles.latin.formats import plain
from puzzles.latin.formats.rows import data_lines, to_puzzle
from puzzles.latin.formats.rows import divide as divide_rows
from puzzles.latin.grouped import HOLE
from puzzles.sudoku.constraints import KINDS, Place, cells_of, keyword, read_constraint, written
from puzzles.sudoku.formats.reading import Frame, Reading, framed, made, numbered_regions, refused
from puzzles.sudoku.puzzle import MAX_ORDER, NO_BOXES, Sudoku, require_boxes, require_order, usual_boxes
from puzzles.sudoku.rules import RULES
from puzzles.text.fields import Field, lines_of
from puzzles.text.format_table import Entry, beginning, parts_at, whole
from puzzles.text.quoting import counted

_BOXES = re.compile(r"(?:[#%][ \t]*)?boxes[ \t:]+(?:(none)|([0-9]{1,3})[ \t]*x[ \t]*([0-9]{1,3}))", re.IGNORECASE)
LONGEST_BOXES = 60
"""Characters of a line about boxes."""
_HEADINGS = ("[puzzle]", "[state]")
_ASSIGNED = re.compile(r"[ \t]*[A-Za-z-]+[ \t]*[=\[({]")
_FRAME = re.compile(r"(?=.*[+*=─━═┼╋╬┬┴┌└╔╚╠])[\s*+|=\-─━═│┃║┼╋╬┌┐└┘├┤┬┴╔╗╚╝╠╣╦╩]{3,}")
_BARS = str.maketrans("│┃║", "|||")
_COUNT = re.compile(r"[ \t]*[0-9]{1,3}[ \t]*")
REGIONS, GRIDS, BOXES = "regions", "grids", "boxes"
WORDS = frozenset({*KINDS, *RULES, REGIONS, GRIDS, BOXES})
LOOKED_AT = plain.LOOKED_AT
CERTAIN_SQUARE = 0.9
"""What `plain.likeness` gives as many rows as columns at least."""
CHANCE = 4.0
"""Expected repetitions in boxes from which a Latin square without any is taken for a Sudoku."""


def _boxes_of(line: str) -> re.Match[str] | None:
    stripped = line.strip()
    return _BOXES.fullmatch(stripped) if len(stripped) <= LONGEST_BOXES else None


@dataclass
class Parts:
    """A text's lines by what they are about; `grid` is the text without the others, lines keep their numbers."""

    grid: str = ""
    boxes: Field | None = None
    regions: list[Field] = field(default_factory=list)
    regions_at: Field | None = None
    grids: Field | None = None
    rules: list[Field] = field(default_factory=list)
    constraints: list[Field] = field(default_factory=list)
    marked: bool = False
    """True if a line says that it is no mere grid of values."""


def parts_of(text: str) -> Parts:
    parts, kept, number = Parts(), [], 0
    for line in lines_of(text):
        kept += [""] * (line.line - number - 1)
        number = line.line
        shown = line.text
        word = keyword(shown) if shown.lstrip()[:1].isalpha() and not _ASSIGNED.match(shown) else ""
        if _boxes_of(shown):
            parts.boxes, parts.marked, shown = line, True, ""
        elif shown.strip().lower() in _HEADINGS:
            parts.marked, shown = True, ""
        elif word in WORDS:
            parts.marked, shown = True, ""
            if word == REGIONS:
                parts.regions_at = line
            elif word == GRIDS:
                parts.grids = line
            elif word in RULES:
                parts.rules.append(line)
            else:
                parts.constraints.append(line)
        elif parts.regions_at is not None and shown.strip() and not shown.lstrip().startswith(("#", "%")):
            parts.regions.append(line)
            shown = ""
        elif "+" in shown or "*" in shown or "=" in shown or not shown.isascii():
            shown = "" if _FRAME.fullmatch(shown) else shown.translate(_BARS)
        kept.append(shown)
    parts.grid = "\n".join(kept) + "\n"
    return parts


def likeness(text: str) -> float:
    """1 where words say that it is one, or as the values do: a grid in whose boxes nothing stands twice."""
    if len(text) > LOOKED_AT:
        text = text[: text.rfind("\n") + 1] or text
    parts = parts_of(text)
    if parts.marked or _large(parts.grid):
        return 1.0
    try:
        if plain.likeness(parts.grid) < 0.5:
            return 0.0
        entry = divide_rows(parts.grid)[0]
        found = plain.read_grid(entry.text)
    except PuzzleError:
        return 0.0
    order = found.form.order
    boxes = usual_boxes(order)
    if found.form.first_symbol != 1 or boxes == NO_BOXES or order > MAX_ORDER:
        return 0.0
    pairs, repeated = _in_boxes(order, boxes, found.values)
    expected = pairs / (order - 1)
    if repeated == 0:
        return 1.0 if (order == 9 and HOLE in found.values) or expected >= CHANCE else 0.0
    return 0.85 if order == 9 and repeated <= 2 and expected >= CHANCE else 0.0


def fits_both(text: str) -> bool:
    """Whether a plain grid of digits is without a fault as a Sudoku, and says in no way that it has boxes."""
    parts = parts_of(text)
    rows = list(data_lines(text))
    if parts.marked or not 4 <= len(rows) <= 9 or any(_FRAME.fullmatch(row.text) for row in rows):
        return False
    high, wide = usual_boxes(len(rows))
    if not high or rows[0].text.strip(" |").count("|") == len(rows) // wide - 1:
        return False
    try:
        if plain.likeness(text) < CERTAIN_SQUARE or len(divide(text)) > 1:
            return False
        form = to_puzzle(read(text))
    except PuzzleError:
        return False
    return form.order == len(rows) and form.first_symbol == 1


def _texts(fields: Sequence[Field]) -> Iterator[str]:
    return (one.text for one in fields)


def _in_boxes(order: int, boxes: tuple[int, int], values: Sequence[int]) -> tuple[int, int]:
    """Two given cells of one box in different rows and columns: how many there are, and how many of them are equal."""
    high, wide = boxes
    inside: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for cell, value in enumerate(values):
        if value != HOLE:
            row, column = divmod(cell, order)
            inside.setdefault((row // high, column // wide), []).append((row, column, value))
    pairs = repeated = 0
    for cells in inside.values():
        for one, other in combinations(cells, 2):
            if one[0] != other[0] and one[1] != other[1]:
                pairs += 1
                repeated += one[2] == other[2]
    return pairs, repeated


def _large(text: str) -> list[Field] | None:
    """The rows below the size of a box and a flag, as AllDIff-LS writes large puzzles; None of other texts."""
    lines = []
    for line in data_lines(text):
        lines.append(line)
        if len(lines) <= 2 and not _COUNT.fullmatch(line.text):
            return None
    if len(lines) < 3:
        return None
    side = int(lines[0].text) ** 2
    return lines[2:] if side > 1 and len(lines[2].text.split()) == side else None


def divide(text: str) -> tuple[Entry, ...]:
    """The puzzles: those that each begin with a line about boxes, or plain grids one below the other."""
    starts = [line.line for line in lines_of(text) if _boxes_of(line.text)]
    if len(starts) > 1:
        return parts_at(text, starts, beginning("#"))
    if starts or parts_of(text).marked or _large(text):
        return whole(text)
    return divide_rows(text)


def read(text: str, preferred: int | None = None) -> Reading:
    """The reading; PuzzleError with line and column. `preferred` as of `plain.read_grid`."""
    parts = parts_of(text)
    try:
        return _with_rules(parts, _rows_in(parts, preferred))
    except PuzzleError as error:
        raise refused(error, next(lines_of(text))) from None


def _rows_in(parts: Parts, preferred: int | None) -> Frame:
    names = {keyword(line.text) for line in parts.rules}
    if parts.grids or "stretches" in names:
        return _with_gaps(parts)
    large = _large(parts.grid)
    text = parts.grid
    if large:
        text = "\n" * (large[0].line - 1) + "\n".join(text.split("\n")[large[0].line - 1 :])
    found = plain.read_grid(text, preferred)
    order = require_order(found.form.order, found.fields[0])
    values = {divmod(cell, order): pair for cell, pair in enumerate(zip(found.values, found.fields, strict=True))}
    return Frame(order, values, found.form.first_symbol, found.note)


def _with_gaps(parts: Parts) -> Frame:
    rows = [line.words(MAX_ORDER + 1) for line in data_lines(parts.grid) if line.text.strip()]
    if not rows:
        raise PuzzleError("the text has no grid", "rows of values and holes")
    width = len(rows[0])
    for one in rows:
        if len(one) != width:
            raise one[0].error(f"a row of {counted(len(one), 'field')}", f"{width}, as in the first row")
    corners: tuple[Place, ...] = ((0, 0),)
    order = len(rows)
    if parts.grids is not None:
        corners = tuple(_corners(parts.grids, len(rows), width))
        order = len(rows) - max(row for row, _ in corners)
    require_order(order, rows[0][0])
    if max(column for _, column in corners) + order != width or len(rows) > MAX_ORDER:
        raise rows[0][0].error(f"{counted(len(rows), 'row')} of {width} fields", "as the grids need")
    return framed(rows, order, corners)


def _corners(line: Field, rows: int, columns: int) -> Iterator[Place]:
    every = {(row, column): row * columns + column for row in range(rows) for column in range(columns)}
    for at in line.words(100)[1:]:
        for cell in cells_of(at, every):
            yield divmod(cell, columns)


def _with_rules(parts: Parts, rows: Frame) -> Reading:
    cell_at = {place: cell for cell, place in enumerate(sorted(rows.values))}
    rules = []
    for line in parts.rules:
        word = keyword(line.text)
        if line.text.strip().rstrip(":").lower() != word:
            raise line.stripped().error(f"{word} with more behind it", "the rule's name alone")
        rules.append(word)
    constraints = [read_constraint(line, cell_at) for line in parts.constraints]
    regions = _regions(parts, rows) if parts.regions_at is not None else None
    boxes = _boxes_in(parts, rows.order, regions is not None)
    assumed = f"boxes read as {boxes[0]} x {boxes[1]}" if boxes != NO_BOXES and parts.boxes is None else ""
    return made(
        rows,
        regions=regions,
        boxes=boxes,
        rules=tuple(name for name in RULES if name in rules),
        constraints=constraints,
        note=assumed,
    )


def _boxes_in(parts: Parts, order: int, regions: bool) -> tuple[int, int]:
    if parts.boxes is None:
        return NO_BOXES if regions or "stretches" in map(keyword, _texts(parts.rules)) else usual_boxes(order)
    match = _boxes_of(parts.boxes.text)
    assert match is not None
    return NO_BOXES if match[1] else require_boxes(order, (int(match[2]), int(match[3])), parts.boxes)


def _regions(parts: Parts, rows: Frame) -> dict[Place, int]:
    lines = [line.words(MAX_ORDER + 1) for line in parts.regions]
    lines = [line[0].pieces(1, MAX_ORDER + 1) if len(line) == 1 else line for line in lines]
    assert parts.regions_at is not None
    if len(lines) != rows.order or any(len(line) != rows.order for line in lines):
        at = next((line[0] for line in lines if len(line) != rows.order), parts.regions_at)
        raise at.error("regions of another size than the grid", f"{rows.order} rows of {rows.order} names")
    names = {(r, c): one.text for r, line in enumerate(lines) for c, one in enumerate(line)}
    return numbered_regions(names, rows.order, parts.regions_at)


def write(puzzle: Sudoku, grid: Sequence[int]) -> str:
    """The grid (0-based, -1 = hole) as aligned rows, and all that `read` needs for the rest; PuzzleError of a graph."""
    if puzzle.graph:
        raise PuzzleError("a graph is no grid", "the format dimacs")
    high, wide = puzzle.boxes
    lines = [f"# boxes {high} x {wide}"] if high else [] if puzzle.regions else ["boxes none"]
    if puzzle.first_symbol == 0:
        lines.append(f"# symbols 0 to {puzzle.order - 1}")
    if len(puzzle.corners) > 1:
        lines.append("grids: " + " ".join(f"r{row + 1}c{column + 1}" for row, column in puzzle.corners))
    lines += plain.rows_of(puzzle, grid, puzzle.blacks)
    if puzzle.regions:
        names = [str(number + 1).rjust(len(str(puzzle.order))) for number in puzzle.regions]
        lines += ["regions:", *map(" ".join, puzzle.laid_out(names, ""))]
    lines += puzzle.rules
    return "\n".join([*lines, *(written(one, puzzle.places) for one in puzzle.constraints)]) + "\n"


def write_line(puzzle: Sudoku, grid: Sequence[int]) -> str:
    """All values on one line, `.` for a hole; PuzzleError if a value has two signs or the grid is not all."""
    if puzzle.last_symbol > 9 or puzzle != replace(Sudoku.of_order(puzzle.order), grid=puzzle.grid):
        raise PuzzleError("a line holds no more than the values of a Sudoku up to 9 x 9", "the format grid")
    return "".join("." if value == HOLE else puzzle.symbol(value) for value in grid) + "\n"
