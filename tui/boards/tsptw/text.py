"""The TSP with time windows for people without the app: the route, and below it a row for each visit."""

from __future__ import annotations

from puzzles.family import Board, Puzzle
from puzzles.tsptw.picture import positions
from puzzles.tsptw.puzzle import TsptwPuzzle
from tui.boards.drawing import Facts, Lines
from tui.boards.tsptw import page as tour_page
from tui.boards.tsptw import timetable
from tui.boards.tsptw.page import HEAD, Arrangement, Box
from tui.boards.tsptw.route_map import Frame
from tui.boards.tsptw.scene import scene_of

WIDEST = 120
"""Columns, however wide the page: a line is read from a node to its window."""
FLAT = 4
"""The route has at most that many columns a line: twice as wide as high."""


class TsptwDrawing:
    """Tours as text."""

    def draw(self, puzzle: Puzzle, board: Board, *, width: int, plain: bool, facts: Facts | None = None) -> Lines:
        """The tour for a page of that width, line by line; in ASCII if `plain`."""
        scene = scene_of(puzzle, board)
        width = max(tour_page.SMALLEST[0], min(width, WIDEST))
        where = positions(scene.puzzle)
        frame = Frame(where, width, max(tour_page.SMALLEST[1], width // FLAT))
        table = len(scene.rows) + timetable.HEAD
        height = HEAD + frame.lines + 1 + table
        arrangement = Arrangement(width, height, Box(0, HEAD, width, frame.lines), Box(0, height - table, width, table))
        canvas = tour_page.page(scene, arrangement, frame, 0, plain=plain)
        return [canvas.line(y) for y in range(canvas.height)]

    def fits(self, puzzle: Puzzle, board: Board) -> bool:
        """True if the board is a tour, or the beginning of one: each node once at most, the depot not among them."""
        if not isinstance(puzzle, TsptwPuzzle):
            return False
        return len(set(board)) == len(board) and all(0 < node < puzzle.n for node in board)


DRAWING = TsptwDrawing()
