"""All text formats of puzzles of cells: how each is known by its content, read, and written."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.errors import PuzzleError
from puzzles.latin.formats import GroupedFormats
from puzzles.sudoku.formats import dimacs, f_puzzles, grid, json_text, public_set, pzpr
from puzzles.sudoku.graph import Colouring
from puzzles.sudoku.puzzle import Sudoku
from puzzles.text import pzpr_url
from puzzles.text.format_table import Format, TextFormat
from puzzles.text.signs import Sign

SIGNS = (
    Sign("JSON of a Sudoku", r"\"family\"\s*:\s*\"sudoku"),
    Sign("a puzz.link URL of a Sudoku or its like", r"(?:sudoku|skyscrapers|factors|minarism|kropki)/\d+/\d+"),
    Sign("a Sudoku with its rules", r"^[ \t]*(?:cage|boxes|regions|anti-knight)\b", (".sdk", ".sdm", ".ss")),
    Sign("a graph to be coloured (DIMACS, by its line p)", r"^[ \t]*p[ \t]+(?:edges?|colou?r?)\b", read=dimacs.read),
    Sign("a graph to be coloured (DIMACS, by its ending .col)", "", (".col",), read=dimacs.read),
)


class SudokuFormats(GroupedFormats[Sudoku]):
    """Of Sudoku and its neighbours."""

    example = "a Sudoku in any known format"

    def read_board(self, puzzle: Sudoku, text: str) -> tuple[int, ...]:
        if not isinstance(puzzle, Colouring):
            return super().read_board(puzzle, text)
        if not self.likeness(text):
            return dimacs.read_board(puzzle, text)
        reading = self.read_unchecked(text)
        if not isinstance(reading.form, Colouring) or reading.form.edges != puzzle.edges:
            raise reading.fields[0].error("another graph", puzzle.title)
        return reading.values


def _write_graph(puzzle: Sudoku, grid: Sequence[int]) -> str:
    if not isinstance(puzzle, Colouring):
        raise PuzzleError("the format dimacs is for graphs", "the format grid")
    return dimacs.write(puzzle, grid)


FORMATS = SudokuFormats(
    Format(
        TextFormat("grid", "rows of values, '.' for a hole, and lines of rules such as 'cage 12: r1c1 r1c2'", True),
        grid.likeness,
        grid.read,
        grid.write,
        grid.divide,
    ),
    Format(TextFormat("line", "81 characters on a line, as .sdm files have them", True, ".sdm"), write=grid.write_line),
    Format(
        TextFormat("dimacs", "a graph to be coloured: lines p, e, n; 'c colours K' for K colours", True, ".col"),
        dimacs.likeness,
        dimacs.read,
        _write_graph,
        dimacs.divide,
    ),
    Format(
        TextFormat("json", "ours, written with null for a hole", True, ".json"),
        json_text.likeness,
        json_text.read,
        json_text.write,
        json_text.divide,
    ),
    Format(
        TextFormat("puzzlekit", "of the set of that name: '9 9', the grid, and as many lines of marks"),
        public_set.likeness,
        public_set.read,
        divide=public_set.divide,
    ),
    Format(
        TextFormat("f-puzzles", "a link of f-puzzles.com or SudokuPad that holds the puzzle, or its JSON"),
        f_puzzles.likeness,
        f_puzzles.read,
    ),
    Format(
        TextFormat("puzzlink", "a puzz.link URL of sudoku, skyscrapers, factors, minarism or kropki", True),
        pzpr.likeness,
        pzpr.read,
        pzpr.write,
        pzpr_url.divide,
    ),
    signs=SIGNS,
    head=grid.LOOKED_AT + 1,
)
