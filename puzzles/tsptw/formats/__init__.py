"""All text formats of an instance and of a tour: how each is known by its content, read, and written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from puzzles.errors import PuzzleError
from puzzles.text import reading
from puzzles.text.format_table import Format, FormatTable, TextFormat
from puzzles.text.signs import Sign
from puzzles.tsptw import checker, remarks
from puzzles.tsptw.formats import customers, data_model, json_text, matrix, tours, tsplib
from puzzles.tsptw.puzzle import TsptwPuzzle

Board = Sequence[int]
Reader = Callable[[str], TsptwPuzzle]
Writer = Callable[[TsptwPuzzle, Board | None], str]


SIGNS = (
    Sign("an instance of da Silva and Urrutia", r"^!!"),
    Sign("customers with time windows, as Solomon has them", r"^[ \t]*CUST\w*\.?\s+NO\b|\bREADY\s+TIME\b"),
    Sign("a tour", r"^[ \t]*Route\s*#?\d*\s*:|^[ \t]*TOUR_SECTION\b", (".sol", ".tour")),
    Sign(
        "a TSPLIB instance",
        r"^[ \t]*(?:EDGE_WEIGHT_\w+|DIMENSION|NODE_COORD_SECTION|TIME_WINDOW_SECTION)\b",
        (".tsp", ".tsptw", ".atsp"),
    ),
    Sign("windows in clock times", r"^[ \t]*\[?\"?\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]m)?\"?[\s,;-]+\"?\d{1,2}:\d{2}\b"),
    Sign(
        "JSON of an instance with time windows", r"\"(?:time_matrix|time_windows|distance_matrix|travel|windows)\"\s*:"
    ),
)


class TsptwFormats(FormatTable[TsptwPuzzle, Reader, Writer]):
    """Of instances and tours. Without a reader: what holds a tour alone."""

    def read(self, text: str) -> TsptwPuzzle:
        """The instance in the text, with the tour behind it; PuzzleError with line and column."""
        score, best = self.likeliest(text)
        if score and best.read is not None:
            asked = reading.asked()
            if asked is not None:
                asked.begun()
            puzzle = best.read(text)
            notes = (puzzle.note, asked.note if asked is not None else "", remarks.open_end(puzzle))
            tour, note = tours.within(puzzle, text), "; ".join(filter(None, notes))
            return replace(puzzle, tour=tour, note=note) if tour or note != puzzle.note else puzzle
        if not text.lstrip()[:1].isdigit():
            raise PuzzleError(self.unknown, self.known, line=1, column=1)
        return matrix.read(text)

    def read_board(self, puzzle: TsptwPuzzle, text: str) -> tuple[int, ...]:
        return tours.read(puzzle, text)

    def write(self, puzzle: TsptwPuzzle, name: str, board: Board | None) -> str:
        """The instance in the named format, with the tour if there is one; PuzzleError if the format can't hold it."""
        writer = self.writer(name)
        board = puzzle.begun or None if board is None else board
        verdict = checker.judge(puzzle, board or ())
        if not verdict.legal:
            raise PuzzleError(verdict.faults[0], "a tour, or its beginning")
        return writer(puzzle, board)


FORMATS = TsptwFormats(
    Format(
        TextFormat("matrix", "nodes, then the matrix, then a window a line (Dumas, Solomon-Potvin-Bengio ...)", True),
        matrix.likeness,
        matrix.read,
        matrix.write,
    ),
    Format(
        TextFormat("tsplib", "TSPLIB with LKH's TIME_WINDOW_SECTION and SERVICE_TIME_SECTION", True, ".tsptw"),
        tsplib.likeness,
        tsplib.read,
        tsplib.write,
    ),
    Format(
        TextFormat("customers", "a row a node: da Silva and Urrutia's form, Solomon's, or a table as CSV"),
        customers.likeness,
        customers.read,
    ),
    Format(
        TextFormat("data", "OR-tools' data model, as JSON or Python", suffix=".json"),
        data_model.likeness,
        data_model.read,
    ),
    Format(
        TextFormat("sol", "a tour alone: its nodes after the depot, which is 0", True, ".sol", board_only=True),
        write=lambda _, board: tours.write_list(board or ()),
    ),
    Format(
        TextFormat("tour", "a tour alone, as LKH has it: TOUR_SECTION, nodes from 1", True, ".tour", board_only=True),
        write=lambda puzzle, board: tours.write_tsplib(puzzle, board or ()),
    ),
    Format(
        TextFormat("json", "our own JSON, with a tour's figures", True, ".json"),
        json_text.likeness,
        json_text.read,
        lambda puzzle, board: json_text.write(puzzle, board, checker.judge(puzzle, board).facts if board else {}),
    ),
    signs=SIGNS,
    unknown="the text is in no known form of a TSP with time windows",
    known="nodes, matrix and windows, TSPLIB with a TIME_WINDOW_SECTION, a row a node with its window, or JSON",
    head=None,
)
