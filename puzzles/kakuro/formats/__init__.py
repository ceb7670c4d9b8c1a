"""All text formats of Kakuro: how each is known by its content, read, and written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.kakuro.formats import clue_cells, json_text, number_grids, pzpr
from puzzles.kakuro.formats.drawn_grid import Drawing, assemble, cells_in, check_size, check_widths, draw
from puzzles.kakuro.puzzle import LARGEST_SIDE, Kakuro
from puzzles.text import pzpr_url
from puzzles.text.fields import Field, used_lines
from puzzles.text.format_table import Entry, Format, FormatTable, TextFormat, beginning, divided, only
from puzzles.text.json_texts import is_json, load
from puzzles.text.quoting import quoted
from puzzles.text.signs import Sign

LARGEST_LINES = 10 * LARGEST_SIDE
"""Lines of a text: two grids, answers or clues, comments. A larger one is refused before it is split up."""


_OPEN = ("?", "_", ".", "0", "")
_BLACK = ("0", "*", "x", "X", "#", ".", "\\", ":", "-", "")


def rows_of(puzzle: Kakuro, board: Sequence[int]) -> list[str]:
    """The board's rows, margin included, one text each: digits, `.` for an open cell, `*` for a black one."""
    words = dict(zip(puzzle.cells, [str(digit) if digit else "." for digit in board], strict=True))
    width = max(map(len, words.values()), default=1)
    return [" ".join(words.get((r, c), "*").rjust(width) for c in range(puzzle.columns)) for r in range(puzzle.rows)]


def from_drawing(puzzle: Kakuro, found: Drawing) -> tuple[int, ...]:
    """The digits of a drawn grid that must show the same puzzle."""
    check_size(found)
    known = draw(puzzle).rows
    size, wanted_size = (f"{len(rows)} x {len(rows[0])}" for rows in (found.rows, known))
    if size != wanted_size:
        raise PuzzleError(f"the grid is {size}", wanted_size, line=found.rows[0][0].at.line)
    digits = []
    for found_row, known_row in zip(found.rows, known, strict=True):
        for one, other in zip(found_row, known_row, strict=True):
            if one.white != other.white:
                colours = ("white cell", "a black one") if one.white else ("black cell", "a white one")
                raise one.at.error(*colours)
            for way in ("across", "down"):
                clue, wanted = getattr(one, way), getattr(other, way)
                if clue is not None and (wanted is None or clue.value != wanted.value):
                    expected = f"{wanted.value}, as in the puzzle" if wanted else "none, as in the puzzle"
                    raise clue.error(f"{way} clue {clue.value}", expected)
            if one.white:
                digits.append(_checked(puzzle, one.digit, one.at))
    return tuple(digits)


def from_grid(puzzle: Kakuro, text: str) -> tuple[int, ...]:
    """The digits of a plain grid, with or without the margin of a crossword shape."""
    rows = cells_in(used_lines(text, ("# ", "//", "%")))
    if not rows:
        raise PuzzleError("the text has comments alone", "a filled-in Kakuro")
    if all(len(row) == 1 and len(row[0].text) > 1 for row in rows):  # no separators: one character a cell
        rows = [row[0].pieces(1, LARGEST_SIDE + 1) for row in rows]
    check_widths(rows)
    size = (len(rows), len(rows[0]))
    whole = (puzzle.rows, puzzle.columns)
    inner = (puzzle.rows - 1, puzzle.columns - 1)
    if size != whole and (puzzle.square or size != inner):
        expected = f"{whole[0]} x {whole[1]}" + (
            "" if puzzle.square else f", or {inner[0]} x {inner[1]} without margin"
        )
        raise PuzzleError(f"the grid is {size[0]} x {size[1]}", expected, line=rows[0][0].line)
    margin = 0 if size == whole else 1
    for r, row in enumerate(rows):
        for c, field in enumerate(row):
            if (r + margin, c + margin) not in puzzle.index and field.text not in _BLACK:
                raise field.error(f"{quoted(field.text)} in a black cell", "0, *, x, #, . or - there")
    return tuple(_digit(puzzle, rows[r - margin][c - margin]) for r, c in puzzle.cells)


def _digit(puzzle: Kakuro, field: Field) -> int:
    if field.text in _OPEN:
        return 0
    plain = field._replace(text=field.text.removeprefix("#"))  # .puz marks given digits
    return _checked(puzzle, plain.number(f"a digit of 1 to {puzzle.values}, or ? for an open cell"), field)


def _checked(puzzle: Kakuro, digit: int, field: Field) -> int:
    if not 0 <= digit <= puzzle.values:
        raise field.error(f"digit {digit}", f"1 to {puzzle.values}")
    return digit


def from_json(puzzle: Kakuro, value: Any) -> tuple[int, ...]:
    """The digits of a flat list, or of rows with 0 for black cells."""
    expected = f"a list of {len(puzzle.cells)} digits, or {puzzle.rows} rows of {puzzle.columns}"
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        if len(value) != puzzle.rows or any(len(row) != puzzle.columns for row in value):
            raise PuzzleError("the JSON board has other rows or columns than the puzzle", expected)
        value = [value[r][c] for r, c in puzzle.cells]
    if not isinstance(value, list) or len(value) != len(puzzle.cells):
        raise PuzzleError("the JSON board does not fit the puzzle", expected)
    for i, digit in enumerate(value):
        if type(digit) is not int or not 0 <= digit <= puzzle.values:
            raise PuzzleError(f"digit {quoted(str(digit))} at {puzzle.place_name(i)}", f"0 (open) to {puzzle.values}")
    return tuple(value)


SIGNS = (
    Sign("KakuroApp's text", r"^[*?0-9,; \t]*\b[CF]\d+(?:F\d+)?[,;\t]", (".kak",)),
    Sign("a Kakuro of down\\across cells", r"(?:^|[,;\t |\"])\d{0,2}\\\d{0,2}(?:[,;\t |\"]|$)"),
    Sign("a puzz.link URL of Kakuro", r"kakuro/\d+/\d+"),
    Sign("pzprv3 text of Kakuro", r"\A\s*pzprv3[.0-9]*[\s/]+kakuro"),
    Sign("two grids of a Kakuro", r"^[ \t]*(?:horizontal|vertical)\s*:?\s*$"),
    Sign("MiniZinc data of a Kakuro", r"\b(?:grid_data|h_clue|v_clue)\s*="),
    Sign("JSON of a Kakuro", r"\"(?:nRows|family\"\s*:\s*\"kakuro)\"?"),
)


Reader = Callable[[str], Drawing]
Writer = Callable[[Drawing], str]
KNOWN = "KakuroApp CSV, down\\across cells, a puzz.link URL, pzprv3, two grids, .dzn, .puz, JSON or sums"


class KakuroFormats(FormatTable[Kakuro, Reader, Writer]):
    """Of Kakuro: readers make a drawn grid of a text."""

    def likeliest(self, text: str) -> tuple[float, Format[Reader, Writer]]:
        if is_json(text):  # our JSON holds cells of KakuroApp's; keys come in any order
            return json_text.likeness(text), self.rows[-1]
        return super().likeliest(text)

    def entries(self, text: str) -> tuple[Entry, ...]:
        """The puzzles of the text, or the boards: those of a format, else at blank lines."""
        score, best = self.likeliest(text)
        return best.divide(text) if score else divided(text, beginning("# ", "//", "%"))

    def read_drawing(self, text: str) -> Drawing:
        """The drawn grid, by the format that the text looks like most."""
        best = self.row_of(text)
        assert best.read is not None
        if best.read is not json_text.read and text.count("\n") > LARGEST_LINES:
            found = f"the text has more than {LARGEST_LINES} lines"
            raise PuzzleError(found, f"at most {LARGEST_SIDE} rows", line=LARGEST_LINES + 1, column=1)
        return best.read(text)

    def read(self, text: str) -> Kakuro:
        """The puzzle in the text; PuzzleError if it holds several, or none that is valid."""
        return assemble(self.read_drawing(only(self.entries(text)).text))

    def read_board(self, puzzle: Kakuro, text: str) -> tuple[int, ...]:
        """One digit a white cell, 0 = open: from a puzzle text with digits, a plain grid of digits, or JSON.

        A plain grid has the puzzle's rows and columns, with or without the margin; black cells are `0`, `*`, `x`,
        `#`, `.` or `-`, open ones `0`, `?`, `_` or `.`. JSON is an object with `board`, or a list of digits or
        of rows of digits. Digits are checked against the range, not against the rules (that is the checker's
        task).
        """
        if not text.strip():
            raise PuzzleError("the text is empty", "a filled-in Kakuro")
        text = only(self.entries(text)).text
        if text.lstrip().startswith("[") and not is_json(text):
            return from_json(puzzle, load(text, "digits of a Kakuro"))
        if json_text.likeness(text):
            data = load(text, "digits of a Kakuro")
            if isinstance(data, dict) and "board" in data:
                return from_json(puzzle, data["board"])
        if self.likeness(text) and not number_grids.puz_likeness(text):
            return from_drawing(puzzle, self.read_drawing(text))
        return from_grid(puzzle, text)

    def write(self, puzzle: Kakuro, name: str, board: Sequence[int] | None) -> str:
        """The puzzle (with the board's digits) in the named format; PuzzleError if the format cannot hold it."""
        if name == "json":
            return json_text.write(puzzle, board)
        writer = self.writer(name)
        if puzzle.square and name != "paper":
            raise PuzzleError(f"format {name} cannot hold a square without black cells", "format paper or json")
        if not puzzle.square and name == "paper":
            raise PuzzleError("format paper cannot hold a crossword shape", "format kak, down-across, pzprv3 or json")
        return writer(draw(puzzle, board))


FORMATS = KakuroFormats(
    Format(
        TextFormat("kak", "KakuroApp CSV: *, ?, C19 (down), F14 (across)", True, ".kak"),
        clue_cells.kak_likeness,
        clue_cells.read_kak,
        clue_cells.write_kak,
        clue_cells.divide_kak,
    ),
    Format(
        TextFormat("paper", "the paper's print: row and column sums around a full rectangle", True),
        number_grids.paper_likeness,
        number_grids.read_paper,
        number_grids.write_paper,
        number_grids.divide_paper,
    ),
    Format(
        TextFormat("down-across", "backslash CSV, picat text, 23:16 text: down\\across in black cells", True, ".csv"),
        clue_cells.pairs_likeness,
        clue_cells.read_pairs,
        clue_cells.write_pairs,
        clue_cells.divide_pairs,
    ),
    Format(
        TextFormat("pzprv3", "pzprv3 text, as pzpr's editors save it", True),
        pzpr.pzprv3_likeness,
        pzpr.read_pzprv3,
        pzpr.write_pzprv3,
        pzpr.divide_pzprv3,
    ),
    Format(
        TextFormat("puzzlink", "a puzz.link or pzv.jp URL; holds no digits", True),
        pzpr.url_likeness,
        pzpr.read_url,
        pzpr.write_url,
        pzpr_url.divide,
    ),
    Format(
        TextFormat("puzzlekit", "of the set of that name: '9 9', then -, 0 and down,across cells between blanks"),
        clue_cells.set_likeness,
        clue_cells.read_set,
        divide=clue_cells.divide_set,
    ),
    Format(
        TextFormat("two-grids", "two grids: Horizontal and Vertical sums"),
        number_grids.two_grids_likeness,
        number_grids.read_two_grids,
        divide=number_grids.divide_two_grids,
    ),
    Format(TextFormat("dzn", "MiniZinc data", suffix=".dzn"), number_grids.dzn_likeness, number_grids.read_dzn),
    Format(
        TextFormat("puz", "the solution, 0 for black, #d for a given digit", suffix=".puz"),
        number_grids.puz_likeness,
        number_grids.read_puz,
        divide=number_grids.divide_puz,
    ),
    Format(
        TextFormat("json", "our own JSON; XCSP3's JSON is read too", True, ".json"),
        json_text.likeness,
        json_text.read,
        divide=json_text.divide,
    ),
    signs=SIGNS,
    unknown="the text is in no known Kakuro format",
    known=KNOWN,
)
