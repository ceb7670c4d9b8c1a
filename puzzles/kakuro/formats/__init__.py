"""All text formats of Kakuro: how each is known by its content, read, and written."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from puzzles.entries import Entry, only
from puzzles.errors import PuzzleError
from puzzles.family import TextFormat
from puzzles.kakuro.formats import boards, clue_cells, dzn, json_text, number_grids, paper_form, pzpr
from puzzles.kakuro.formats.drawn_grid import Drawing, assemble, draw
from puzzles.kakuro.puzzle import LARGEST_SIDE, Kakuro
from puzzles.text.blocks import beginning, divided
from puzzles.text.format_table import Format, likeliest, writer_of
from puzzles.text.json_texts import is_json, load

Row = Format[Callable[[str], Drawing], Callable[[Drawing], str]]

FORMATS: tuple[Row, ...] = (
    Format(
        TextFormat("kak", "KakuroApp CSV: *, ?, C19 (down), F14 (across)", True, ".kak"),
        clue_cells.kak_likeness,
        clue_cells.read_kak,
        clue_cells.write_kak,
        clue_cells.divide_kak,
    ),
    Format(
        TextFormat("paper", "the paper's print: row and column sums around a full rectangle", True),
        paper_form.likeness,
        paper_form.read,
        paper_form.write,
        paper_form.divide,
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
        pzpr.divide_urls,
    ),
    Format(
        TextFormat("two-grids", "two grids: Horizontal and Vertical sums"),
        number_grids.two_grids_likeness,
        number_grids.read_two_grids,
        divide=number_grids.divide_two_grids,
    ),
    Format(TextFormat("dzn", "MiniZinc data", suffix=".dzn"), dzn.likeness, dzn.read),
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
)


LARGEST_LINES = 10 * LARGEST_SIDE
"""Lines of a text: two grids, answers or clues, comments. A larger one is refused before it is split up."""

KNOWN = "KakuroApp CSV, down\\across cells, a puzz.link URL, pzprv3, two grids, .dzn, .puz, JSON or sums"


def likeness(text: str) -> float:
    return _likeliest(text)[0]


def read_drawing(text: str) -> Drawing:
    """The drawn grid, by the format that the text looks like most."""
    score, best = _likeliest(text)
    if score == 0.0 or best.read is None:
        raise PuzzleError("the text is in no known Kakuro format", KNOWN, line=1, column=1)
    if best.read is not json_text.read and text.count("\n") > LARGEST_LINES:
        found = f"the text has more than {LARGEST_LINES} lines"
        raise PuzzleError(found, f"at most {LARGEST_SIDE} rows", line=LARGEST_LINES + 1, column=1)
    return best.read(text)


def _likeliest(text: str) -> tuple[float, Row]:
    if is_json(text):  # our JSON holds cells of KakuroApp's; keys come in any order
        return json_text.likeness(text), next(one for one in FORMATS if one.read is json_text.read)
    return likeliest(FORMATS, text)


def entries(text: str) -> tuple[Entry, ...]:
    """The puzzles of the text, or the boards: those of a format, else at blank lines."""
    score, best = _likeliest(text)
    return best.divide(text) if score else divided(text, beginning("# ", "//", "%"))


def read(text: str) -> Kakuro:
    """The puzzle in the text; PuzzleError if it holds several, or none that is valid."""
    return assemble(read_drawing(only(entries(text)).text))


def read_board(puzzle: Kakuro, text: str) -> tuple[int, ...]:
    """One digit a white cell, 0 = open: from a puzzle text with digits, a plain grid of digits, or JSON.

    A plain grid has the puzzle's rows and columns, with or without the margin; black cells are `0`, `*`, `x`,
    `#`, `.` or `-`, open ones `0`, `?`, `_` or `.`. JSON is an object with `board`, or a list of digits or
    of rows of digits. Digits are checked against the range, not against the rules (that is the checker's
    task).
    """
    if not text.strip():
        raise PuzzleError("the text is empty", "a filled-in Kakuro")
    text = only(entries(text)).text
    if text.lstrip().startswith("[") and not is_json(text):
        return boards.from_json(puzzle, load(text, "digits of a Kakuro"))
    if json_text.likeness(text):
        data = load(text, "digits of a Kakuro")
        if isinstance(data, dict) and "board" in data:
            return boards.from_json(puzzle, data["board"])
    if likeness(text) and not number_grids.puz_likeness(text):
        return boards.from_drawing(puzzle, read_drawing(text))
    return boards.from_grid(puzzle, text)


def write(puzzle: Kakuro, name: str, board: Sequence[int] | None) -> str:
    """The puzzle (with the board's digits) in the named format; PuzzleError if the format cannot hold it."""
    if name == "json":
        return json_text.write(puzzle, board)
    writer = writer_of(FORMATS, name)
    if puzzle.square and name != "paper":
        raise PuzzleError(f"format {name} cannot hold a square without black cells", "format paper or json")
    if not puzzle.square and name == "paper":
        raise PuzzleError("format paper cannot hold a crossword shape", "format kak, down-across, pzprv3 or json")
    return writer(draw(puzzle, board))
