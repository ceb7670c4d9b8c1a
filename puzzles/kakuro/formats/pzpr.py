"""The formats of pzpr, the program behind puzz.link: a URL, and the text pzprv3 as its editors save it.

URLs: `kakuro/columns/rows/body`; columns and rows do not count the margin of clues. Body: `k` to `z` are 1 to 16 white
cells; `.` is a black cell without clue; any other black cell is two characters, down sum and across sum (`0-9`, `a-j` =
10 to 19, `A-Z` = 20 to 45; `0` and `-` are none). Then one character each: the top margin's down sums, then the left
margin's across sums, wherever the first cell of the line is white.

pzprv3: `pzprv3`, `kakuro`, rows, columns, then the grid with its margin, then the answers. Rows and columns do not
count the margin; the lines may be joined by `/`. In the grid `.` is white, `a,d` a black cell with across sum a and
down sum d, a single number a margin cell's sum; 0 and -1 are no clue. Answers: a digit or `.`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import partial

from puzzles.errors import PuzzleError
from puzzles.kakuro.formats.drawn_grid import Clue, Drawing, Square, black, cells_in, check_widths, clue, white
from puzzles.kakuro.puzzle import LARGEST_SIDE
from puzzles.text import pzpr_url
from puzzles.text.fields import Field, Places, lines_of
from puzzles.text.format_table import at_match, divided
from puzzles.text.pzpr_url import Body, write_signs
from puzzles.text.quoting import quoted
from puzzles.text.separated import BLANKS

SUMS = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The character of each sum from 0 (none) to 45."""
WHITES = "k"
"""One white cell; the letters behind it are more."""
KINDS = ("kakuro",)


url_likeness = partial(pzpr_url.likeness, names=KINDS)


def read_url(text: str) -> Drawing:
    """The drawn grid. The text holds one URL."""
    url = pzpr_url.read(text, KINDS)
    if not (1 <= url.width < LARGEST_SIDE and 1 <= url.height < LARGEST_SIDE):
        raise url.size.error(f"{url.width} columns and {url.height} rows", f"1 to {LARGEST_SIDE - 1}")
    return _drawing(url.body, url.height, url.width)


def write_url(drawing: Drawing) -> str:
    """The URL; PuzzleError if the grid has digits, which a URL cannot hold."""
    if any(one.digit for row in drawing.rows for one in row):
        raise PuzzleError("a puzz.link URL cannot hold digits", "a puzzle without givens, or format pzprv3")
    body = write_signs([_inner(one) for row in drawing.rows[1:] for one in row[1:]], WHITES)
    below, right = drawing.rows[1], [row[1] for row in drawing.rows]
    body += "".join(_sum(top.down) for top, first in zip(drawing.rows[0], below, strict=True) if first.white)
    body += "".join(_sum(row[0].across) for row, first in zip(drawing.rows, right, strict=True) if first.white)
    return pzpr_url.written(KINDS[0], len(drawing.rows[0]) - 1, len(drawing.rows) - 1, body)


def _inner(square: Square) -> str:
    """A square inside the margin: nothing if white, else its two sums."""
    if square.white:
        return ""
    return _sum(square.down) + _sum(square.across) if square.down or square.across else "."


def _sum(clue: Clue | None) -> str:
    return SUMS[clue.value] if clue else "0"


def _drawing(body: Body, height: int, width: int) -> Drawing:
    """The drawn grid, margin included."""

    def total(at: Field) -> Clue | None:
        if at.text not in SUMS + "-":
            raise at.error(f"{at.text!r} for a sum", "0-9, a-j, A-Z or -")
        return clue(SUMS.find(at.text), at)

    inner: list[Square] = []
    while len(inner) < height * width:
        at = body.following(f"{height} x {width} cells, {len(inner)} are there")
        if WHITES <= at.text <= "z":
            inner += [white(at)] * (ord(at.text) - ord(WHITES) + 1)
        else:
            down = None if at.text == "." else total(at)
            across = None if at.text == "." else total(body.following("a sum"))
            inner.append(black(at, across, down))
    if len(inner) > height * width:
        raise at.error(f"{len(inner)} cells", f"{height * width}")
    rows = [inner[r * width : (r + 1) * width] for r in range(height)]

    def beside(one: Square) -> Clue | None:
        return total(body.following("a sum")) if one.white else None

    top = [Square(False), *(Square(False, down=beside(one)) for one in rows[0])]
    left = [Square(False, across=beside(row[0])) for row in rows]
    body.end("sum")
    return Drawing((tuple(top), *((first, *row) for first, row in zip(left, rows, strict=True))))


_PAIR = re.compile(r"(-1|[0-9]{1,4}),(-1|[0-9]{1,4})")
_HISTORY = re.compile(r"^[ \t]*(?:(info|history):\s*\{|__HISTORY__.*|https?://\S*\s*\Z)", re.MULTILINE)
"""What pzpr saves behind a board: words on it and moves, and in very old files a URL."""
_SINGLE = re.compile(r"-1|[0-9]{1,4}")


divide_pzprv3 = partial(
    divided, is_comment=pzpr_url.is_comment, begins=at_match(re.compile(r"\s*pzprv3.*")), at_gaps=False
)


def pzprv3_likeness(text: str) -> float:
    """1 for pzprv3's kakuro, 0.6 for another puzzle of it (so that the refusal can name it); else 0."""
    words = pzpr_url.bare(text).lstrip()[:200].replace("/", " ").split()
    if not words or not words[0].startswith("pzprv3"):
        return 0.0
    return 1.0 if words[1:2] == ["kakuro"] else 0.6


def read_pzprv3(text: str) -> Drawing:
    """The drawn grid; answers are digits of its white squares, and a note says that a history was left out."""
    text = pzpr_url.bare(text)
    history = _HISTORY.search(text)
    lines = _lines(text[: history.start()] if history else text)
    kind = lines[1][0] if len(lines) > 1 else Field("", lines[0][0].line, 1)
    if kind.text != "kakuro":
        raise kind.error(f"this is pzprv3 text of {quoted(kind.text)}", "kakuro")
    if len(lines) < 4:
        raise lines[-1][0].error("the text ends early", "pzprv3, kakuro, rows, columns, then the grid")
    height = lines[2][0].number("the number of rows")
    width = lines[3][0].number("the number of columns")
    grid, answers = lines[4 : 5 + height], lines[5 + height :]
    if len(grid) != height + 1:
        at = lines[-1][0]
        raise at.error(f"the grid has {len(grid)} rows, margin included", f"{height + 1}")
    check_widths(grid, width + 1)
    if answers:
        if len(answers) > height:
            raise answers[height][0].error("a line behind the board", "the end, or another puzzle with its line pzprv3")
        if len(answers) != height:
            raise answers[-1][0].error(f"there are {len(answers)} rows of answers", f"{height}, or none")
        check_widths(answers, width)
    rows = []
    for r, row in enumerate(grid):
        digits = answers[r - 1] if r and answers else None
        rows.append(
            tuple(_square(field, (r, c), digits[c - 1] if c and digits else None) for c, field in enumerate(row))
        )
    if history:
        _check_history(text, history)
    return Drawing(tuple(rows), note="the moves and words behind the board are left out" if history else "")


def _check_history(text: str, history: re.Match[str]) -> None:
    """PuzzleError for lines behind the JSON object that is the last part of a file (pzpr's FileData)."""
    begin = history.end()
    if not history[1]:
        return
    try:
        end = json.JSONDecoder().raw_decode(text, begin - 1)[1]
    except (ValueError, RecursionError):
        raise Places(text).field("", begin).error("this is not JSON", f"the {history[1]} as pzpr saves it") from None
    rest = text[end:].lstrip()
    if rest:
        raise Places(text).field("", len(text) - len(rest)).error("a line behind the board", "the end")


def write_pzprv3(drawing: Drawing) -> str:
    """The text; open cells and black ones are `.` in the answers."""
    height, width = len(drawing.rows) - 1, len(drawing.rows[0]) - 1
    lines = ["pzprv3", "kakuro", str(height), str(width)]
    for r, row in enumerate(drawing.rows):
        lines.append(" ".join(_cell(one, r == 0, c == 0) for c, one in enumerate(row)) + " ")
    for row in drawing.rows[1:]:
        lines.append(" ".join(str(one.digit) if one.digit else "." for one in row[1:]) + " ")
    return "\n".join(lines) + "\n"


def _lines(text: str) -> Sequence[list[Field]]:
    """The fields of each line, or of each part between `/`; of one line no more parts than a grid and its answers."""
    parts = [part for line in lines_of(text) for part in line.parted("/", 3 * LARGEST_SIDE) if part.text]
    return cells_in(parts, BLANKS)


def _cell(square: Square, top: bool, left: bool) -> str:
    if square.white:
        return "."
    across = square.across.value if square.across else 0
    down = square.down.value if square.down else 0
    return str(down) if top else str(across) if left else f"{across},{down}"


def _square(field: Field, place: tuple[int, int], answer: Field | None) -> Square:
    r, c = place
    if r == 0 or c == 0:
        if not _SINGLE.fullmatch(field.text):
            raise field.error(f"margin cell {quoted(field.text)}", "a sum, or 0 for none")
        total = clue(int(field.text), field)
        return black(field, down=total) if r == 0 else black(field, across=total)
    if field.text == ".":
        return white(field if answer is None else answer, _digit(answer))
    found = _PAIR.fullmatch(field.text)
    if not found:
        raise field.error(f"cell {quoted(field.text)}", ". for white, or across,down such as 8,4")
    if answer is not None and answer.text != ".":
        raise answer.error(f"answer {quoted(answer.text)} in a black cell", ".")
    return black(field, clue(int(found[1]), field), clue(int(found[2]), field.part(found[2], found.start(2))))


def _digit(answer: Field | None) -> int:
    if answer is None or answer.text in (".", "0", "-1"):
        return 0
    if answer.text not in tuple("123456789"):
        raise answer.error(f"answer {quoted(answer.text)}", "a digit 1 to 9, or . for an open cell")
    return int(answer.text)
