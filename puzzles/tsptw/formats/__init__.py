"""All text formats of an instance and of a tour: how each is known by its content, read, and written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from puzzles.errors import PuzzleError
from puzzles.family import TextFormat
from puzzles.tsptw import checker, picture
from puzzles.tsptw.formats import json_text, matrix, tours, tsplib, tsplib_parts
from puzzles.tsptw.puzzle import TsptwPuzzle

Board = Sequence[int]


@dataclass(frozen=True, slots=True)
class Format:
    """One format. `likeness`: 0 to 1, cheap. `read`: the instance; None for what holds a tour alone."""

    text: TextFormat
    write: Callable[[TsptwPuzzle, Board | None], str]
    likeness: Callable[[str], float] = lambda _: 0.0
    read: Callable[[str], TsptwPuzzle] | None = None


def _write_json(puzzle: TsptwPuzzle, board: Board | None) -> str:
    return json_text.write(puzzle, board, checker.judge(puzzle, board).facts if board else {})


FORMATS = (
    Format(
        TextFormat("matrix", "nodes, then the matrix, then a window a line (Dumas, Solomon-Potvin-Bengio ...)", True),
        matrix.write,
        matrix.likeness,
        matrix.read,
    ),
    Format(
        TextFormat("tsplib", "TSPLIB with LKH's TIME_WINDOW_SECTION and SERVICE_TIME_SECTION", True, ".tsptw"),
        tsplib.write,
        tsplib_parts.likeness,
        tsplib.read,
    ),
    Format(
        TextFormat("sol", "a tour alone: its nodes after the depot, which is 0", True, ".sol", board_only=True),
        lambda _, board: tours.write_list(board or ()),
    ),
    Format(
        TextFormat("tour", "a tour alone, as LKH has it: TOUR_SECTION, nodes from 1", True, ".tour", board_only=True),
        lambda puzzle, board: tours.write_tsplib(puzzle, board or ()),
    ),
    Format(
        TextFormat("json", "our own JSON, with a tour's figures", True, ".json"),
        _write_json,
        json_text.likeness,
        json_text.read,
    ),
    Format(TextFormat("svg", "a picture of the route", True, ".svg", reads=False), picture.write),
)

KNOWN = "nodes, matrix and windows, or TSPLIB with a TIME_WINDOW_SECTION, or JSON"


def likeness(text: str) -> float:
    """How much the text looks like any of the formats, 0 to 1."""
    return max(one.likeness(text) for one in FORMATS)


def read(text: str) -> TsptwPuzzle:
    """The instance in the text, with the tour behind it; PuzzleError with line and column."""
    score, reader = max(((one.likeness(text), one.read) for one in FORMATS if one.read), key=lambda pair: pair[0])
    if score:
        puzzle = reader(text)
        return replace(puzzle, tour=tours.within(puzzle, text))
    if not text.lstrip()[:1].isdigit():
        raise PuzzleError("the text is in no known form of a TSP with time windows", KNOWN, line=1, column=1)
    return matrix.read(text)


def write(puzzle: TsptwPuzzle, name: str, board: Board | None) -> str:
    """The instance in the named format, with the tour if there is one; PuzzleError if the format can't hold it."""
    chosen = {one.text.name: one for one in FORMATS}.get(name)
    if chosen is None:
        known = " or ".join(one.text.name for one in FORMATS)
        raise PuzzleError(f"instances are not written as {ascii(name)[:30]}", known)
    verdict = checker.judge(puzzle, board or ())
    if not verdict.legal:
        raise PuzzleError(verdict.faults[0], "a tour, or its beginning")
    return chosen.write(puzzle, board)
