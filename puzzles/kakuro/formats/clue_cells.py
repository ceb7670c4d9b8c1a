r"""Rows of cells that hold their clues: KakuroApp's CSV, and texts whose black cells read `down\across`.

KakuroApp has a line `rows,columns`, which may be absent, then cells: `*` (black), `?` (open), a digit, `C19` (down
sum), `F14` (across sum) or both, `C4F14`.

`down\across`, `down:across` or `down/across` is in CSV, its solved print, picat text, Markdown and `23:16` texts.
Cells are separated as in any table. White: empty, `0`, `_`, `?`, `.`, a digit, or `-` where no other mark is white;
black: `x`, `*`, `#`, `\`, `:`, `/` or with sums on either side. Lines that begin with `#`, `%` or `//` are comments,
but not rows of `#` and other cells.

The set puzzlekit has a line `rows columns`, then cells between blanks: `-` (black), `0` (open), or `down,across`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from puzzles.errors import PuzzleError
from puzzles.kakuro.formats.drawn_grid import Clue, Drawing, Square, assemble, cells_in, check_widths
from puzzles.kakuro.puzzle import CROSSWORD_VALUES, LARGEST_SIDE
from puzzles.text.arrays import is_bracketed
from puzzles.text.fields import Field, used_lines
from puzzles.text.format_table import at_match, beginning, divided
from puzzles.text.quoting import quoted
from puzzles.text.separated import BLANKS, is_empty_row, texts_of

KAK_CELL = "*, ?, a digit 1 to 9, or clues such as C19, F14 or C4F14"
_KAK_DIGIT = re.compile(r"[1-9][0-9]?")
_KAK_BLACK = re.compile(r"([CF])([0-9]{1,4})((?!\1)[CF]([0-9]{1,4}))?")
_KAK_SIZE = re.compile(r'[ \t]*"?[0-9]{1,6}"?(?:[ \t]*[,;]|(?= *\t))[ \t]*"?[0-9]{1,6}"?[ \t,;]*')
_KAK_LINE = re.compile(
    r'(?:^ *[CF][0-9]+(?:[FC][0-9]+)? *[,;|\t"]|[,;|\t"] *[CF][0-9]+(?:[FC][0-9]+)? *(?:[,;|\t"]|$))', re.MULTILINE
)
"""A clue beside another cell; alone on a line it may be anything's name, such as C101 of Solomon's instances."""

PAIR_CELL = "down\\across such as 14\\25, \\28 or 9\\, x for black, a digit or an empty cell for white"
_PAIR = re.compile(r"([0-9]{0,4})[\\:/]([0-9]{0,4})")
_PAIR_IN_A_LINE = re.compile(r'(?:^|[,;|"\s])([0-9]{0,4}[\\:/][0-9]{0,4})(?=[,;|"\s]|$)', re.MULTILINE)
_NOTHING_BUT_CELLS = re.compile(r"[0-9\\xX*#■█_?.\-,;|\s]*")
_BLACK = ("x", "X", "*", "#", "■", "█")
_WHITE = ("", "0", "_", "?", ".")
_DASH = "-"
"""White, where no cell has another mark of _WHITE."""
_END = re.compile(r"\s*Success\.?\s*")
"""What a solver prints below its solution."""
LOOKED_AT = 50
Known = tuple[bool, int, tuple[int, int] | None, tuple[int, int] | None]
"""Whether a cell is white, its digit (0: open), and its sums across and down with their indices."""
LEAST_SHARE = 0.75
"""Of cells that are some of a Kakuro's, where `:` or `/` stands between sums: both stand in many other texts."""


def kak_likeness(text: str) -> float:
    """1 for cells with C or F clues, or 0.9 for a size line over `*` and `?`; else 0."""
    if _KAK_LINE.search(text):
        return 1.0
    lines = used_lines(text, ("#",))
    sized = len(lines) > 1 and _KAK_SIZE.fullmatch(lines[0].text) and re.search(r'\*"?\s*[,;\t]', lines[1].text)
    return 0.9 if sized else 0.0


divide_kak = partial(divided, is_comment=beginning("#"), begins=at_match(_KAK_SIZE))


def read_kak(text: str) -> Drawing:
    """The drawn grid of KakuroApp's CSV."""
    lines = used_lines(text, ("#",))
    size = None
    if lines and _KAK_SIZE.fullmatch(lines[0].text):
        [size] = cells_in([lines.pop(0)])
    if not lines:
        raise PuzzleError("there is no grid", f"rows of comma-separated cells: {KAK_CELL}")
    rows = [row[:-1] if len(row) > 1 and not row[-1].text else row for row in cells_in(lines)]  # a trailing comma
    if size is not None:
        height, width = (field.number("a whole number") for field in size[:2])
        if len(rows) != height:
            raise size[0].error(f"the size line says {height} rows, the grid has {len(rows)}", f"{len(rows)}")
        check_widths(rows, width)
    return Drawing(kak_squares(rows))


def kak_squares(rows: Sequence[Sequence[Field]], values: int = CROSSWORD_VALUES) -> tuple[tuple[Square, ...], ...]:
    """The squares of KakuroApp's cells; PuzzleError at a row of another length or an unknown cell."""
    check_widths(rows)
    return tuple(tuple(_square(field, _of_kak(field.text, values), KAK_CELL) for field in row) for row in rows)


@lru_cache(4096)
def _of_kak(text: str, values: int) -> Known | None:
    """What a cell of KakuroApp says, as `_pair` tells it; None if it is no cell."""
    if text in ("?", "*"):
        return text == "?", 0, None, None
    if _KAK_DIGIT.fullmatch(text) and int(text) <= values:
        return True, int(text), None, None
    found = _KAK_BLACK.fullmatch(text)
    if not found:
        return None
    sums = {text[at]: (int(found[part]), at) for at, part in ((0, 2), (found.start(3), 4)) if found[part]}
    return False, 0, sums.get("F"), sums.get("C")


def write_kak(drawing: Drawing) -> str:
    """The text, size line first."""
    return f"{len(drawing.rows)},{len(drawing.rows[0])}\n" + _lines(drawing, kak_cell)


def kak_cell(square: Square) -> str:
    """One of KakuroApp's cells as text."""
    if square.white:
        return str(square.digit) if square.digit else "?"
    down = f"C{square.down.value}" if square.down else ""
    across = f"F{square.across.value}" if square.across else ""
    return down + across or "*"


_SET = re.compile(r"[ \t]*([0-9]{1,3})[ \t]+([0-9]{1,3})[ \t]*")
_SET_CELL = re.compile(r"-|[0-9]|[0-9]{0,4},[0-9]{0,4}")


def set_likeness(text: str) -> float:
    """1 for a line of two numbers above rows of that many cells, nearly all of them the set's; else 0."""
    lines = used_lines(text, ("#",))[:LOOKED_AT]
    head = _SET.fullmatch(lines[0].text) if len(lines) > 2 else None
    if head is None:
        return 0.0
    rows = [line.text.split() for line in lines[1 : 1 + int(head[1])]]
    if any(len(row) != int(head[2]) for row in rows):
        return 0.0
    cells = [cell for row in rows for cell in row]
    known = [cell for cell in cells if _SET_CELL.fullmatch(cell)]
    return 1.0 if len(known) >= LEAST_SHARE * len(cells) and any("," in cell for cell in known) else 0.0


divide_set = partial(divided, is_comment=beginning("#"), begins=at_match(_SET))


def read_set(text: str) -> Drawing:
    """The drawn grid of a puzzle of the set."""
    head, *lines = used_lines(text, ("#",))
    height, width = (one.number("rows and columns, such as 9 9") for one in head.words(2))
    rows = cells_in(lines, BLANKS)
    if len(rows) != height:
        raise head.error(f"the first line says {height} rows, the grid has {len(rows)}", f"{len(rows)}")
    check_widths(rows, width)
    expected = "- for black, 0 for open, or down,across such as 16,9"
    return Drawing(tuple(tuple(_square(one, _of_set(one.text), expected) for one in row) for row in rows))


@lru_cache(4096)
def _of_set(text: str) -> Known | None:
    """What a cell of the set says, as `_pair` tells it; None if it is no cell."""
    if not _SET_CELL.fullmatch(text):
        return None
    return _pair(_BLACK[0] if text == _DASH else text.replace(",", "\\"))


def pairs_likeness(text: str) -> float:
    r"""0.95 if a field is two optional sums around `\`, 0.8 around `:` or `/` and some are missing; else 0.

    1 where nothing but cells is beside a `\`: no other family has it.
    """
    if not any(sign in text for sign in "\\:/"):
        return 0.0
    lines = used_lines(text)
    pairs = _PAIR_IN_A_LINE.findall(text)
    if is_bracketed(lines):
        pairs = [cell for row in texts_of(lines, LARGEST_SIDE) for cell in row if _PAIR.fullmatch(cell)]
    if any("\\" in pair for pair in pairs):
        return 1.0 if _NOTHING_BUT_CELLS.fullmatch(text) else 0.95
    if not any(pair[:1] in ":/" or pair[-1:] in ":/" for pair in pairs):
        return 0.0
    lines = [line for line in lines[:LOOKED_AT] if not _is_comment(line.text)]
    cells = [cell for row in texts_of(lines, LARGEST_SIDE) for cell in row]
    return 0.8 if sum(map(_is_cell, cells)) >= LEAST_SHARE * len(cells) > 0 else 0.0


def _is_aside(line: str) -> bool:
    return _is_comment(line) or _END.fullmatch(line) is not None


def _is_first(line: str) -> bool:
    """Whether a row can only be the first: one without a white cell."""
    rows = texts_of([Field(line, 1, 1)], LARGEST_SIDE)
    return all(cell in _BLACK or re.fullmatch(r"[0-9]*[\\:/]", cell) for row in rows for cell in row)


divide_pairs = partial(divided, is_comment=_is_aside, is_blank=is_empty_row, begins_below=_is_first)


def read_pairs(text: str) -> Drawing:
    r"""The drawn grid of `down\across` cells; what a solver prints below (`Success.`) is passed over."""
    lines = [line for line in used_lines(text) if not (_is_comment(line.text) or is_empty_row(line.text))]
    if lines and _END.fullmatch(lines[-1].text):
        lines.pop()
    if not lines:
        raise PuzzleError("there is no grid", f"rows of cells: {PAIR_CELL}")
    rows = cells_in(lines)
    while len(rows[0]) > 1 and not any(row[-1].text for row in rows):  # no column begins with a white cell
        rows = [row[:-1] for row in rows]
    check_widths(rows)
    cells = [cell for row in rows for cell in row]
    dashes = [cell for cell in cells if cell.text == _DASH]
    marks = [cell for cell in cells if cell.text in _WHITE] if dashes else []
    if marks:
        dash, at = dashes[0], marks[0]
        raise dash.error(f"cell '-' beside {quoted(at.text)} on line {at.line}", "one mark of white cells, x for black")
    drawing = Drawing(tuple(tuple(_square(one, _pair(one.text), PAIR_CELL) for one in row) for row in rows))
    return _in_order(drawing) if any("/" in line.text for line in lines) else drawing


def _in_order(drawing: Drawing) -> Drawing:
    """The grid of `down/across` cells, or of `across/down` ones if it fits these only, with a note that says so."""
    turned = tuple(tuple(one._replace(across=one.down, down=one.across) for one in row) for row in drawing.rows)
    fitting = []
    for rows, order in ((drawing.rows, "down/across"), (turned, "across/down")):
        try:
            assemble(Drawing(rows))
            fitting.append(Drawing(rows, note=f"clues read as {order}"))
        except PuzzleError:
            continue
    if len(fitting) > 1:
        return replace(fitting[0], note=f"{fitting[0].note}; they would also fit as across/down")
    return fitting[0] if fitting else drawing


def _is_comment(line: str) -> bool:
    text = line.lstrip()
    if text.startswith("#"):
        return not all(map(_is_cell, re.split(r"[,;|\s]+", text.rstrip()))) or text.rstrip().strip("#") == ""
    return text.startswith(("%", "//"))


def _is_cell(text: str) -> bool:
    known = text in _WHITE or text in _BLACK or text == _DASH or _PAIR.fullmatch(text)
    return bool(known) or (len(text) == 1 and text in "123456789")


def _square(field: Field, known: Known | None, expected: str) -> Square:
    if known is None:
        raise field.error(f"cell {quoted(field.text)}", expected)
    is_white, digit, across, down = known
    return Square(
        is_white, digit, across and Clue(across[0], field, across[1]), down and Clue(down[0], field, down[1]), field
    )


@lru_cache(4096)
def _pair(text: str) -> Known | None:
    """What a cell of `down\\across` text says; None if it is no cell."""
    if text in _WHITE or text == _DASH:
        return True, 0, None, None
    if text in _BLACK:
        return False, 0, None, None
    if len(text) == 1 and text in "123456789":
        return True, int(text), None, None
    found = _PAIR.fullmatch(text)
    if not found:
        return None
    down, across = ((int(found[side]), found.start(side)) if found[side] else None for side in (1, 2))
    return False, 0, across, down


def write_pairs(drawing: Drawing) -> str:
    """The text as backslash CSV: an open cell is an empty field."""
    return _lines(drawing, _pair_cell)


def _pair_cell(square: Square) -> str:
    if square.white:
        return str(square.digit) if square.digit else ""
    down, across = (str(clue.value) if clue else "" for clue in (square.down, square.across))
    return f"{down}\\{across}"


def _lines(drawing: Drawing, cell: Callable[[Square], str]) -> str:
    return "\n".join(",".join(map(cell, row)) for row in drawing.rows) + "\n"
