"""A game as a picture: start dots filled, each move's dot a circle with its number, all lines drawn."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.morpion import checker
from puzzles.morpion.formats.found_game import box, described
from puzzles.morpion.puzzle import MorpionPuzzle, moves_of
from puzzles.picture import INK, Circle, Pen, Picture, Point, Shape, Words, line, note, titled
from puzzles.text.quoting import counted

CELL = 30.0
"""Between two neighbouring squares."""

TOP, FOOT, MARGIN = 44.0, 40.0, 30.0
NARROWEST = 420.0
"""The title and the legend need it, whatever the game."""

GRID, LINE = Pen("#dddddd", 1.0), Pen("#1f5fa8", 2.5)
START, DOT = Pen(fill=INK), Pen(INK, 1.2, "#ffffff")


def picture(puzzle: MorpionPuzzle, board: Sequence[int] | None = None) -> Picture:
    """The board's game, or the puzzle's own moves; PuzzleError if it is not legal."""
    variant, moves = puzzle.variant, puzzle.moves if board is None else moves_of(board)
    checker.require_legal(variant, moves)
    left, top, right, bottom = box(variant, moves)
    columns, rows = right - left + 2, bottom - top + 2
    width = max(columns * CELL + 2 * MARGIN, NARROWEST)
    height = rows * CELL + TOP + FOOT + MARGIN
    indent = (width - columns * CELL) / 2

    def at(x: float, y: float) -> Point:
        return indent + (x - left + 1) * CELL, TOP + (y - top + 1) * CELL

    shapes: list[Shape] = [line(GRID, at(x, top - 1), at(x, bottom + 1)) for x in range(left - 1, right + 2)]
    shapes += [line(GRID, at(left - 1, y), at(right + 1, y)) for y in range(top - 1, bottom + 2)]
    for move in moves:
        squares = move.squares(puzzle.rules.length)
        shapes.append(line(LINE, at(*squares[0]), at(*squares[-1])))
    shapes += [Circle(START, at(x, y), 5) for x, y in sorted(puzzle.rules.cross)]
    for number, move in enumerate(moves, start=1):
        place = at(move.x, move.y)
        shapes += [Circle(DOT, place, 10), Words(str(number), place, 9)]
    foot = height - FOOT / 2
    shapes += [
        Circle(START, (MARGIN, foot), 5),
        note("start dot", (MARGIN + 12, foot)),
        Circle(DOT, (MARGIN + 100, foot), 10),
        note("dot of a move, in order of play", (MARGIN + 116, foot)),
    ]
    about = puzzle.about if moves == puzzle.moves else ()
    words = described("; ".join(f"{key}: {value}" for key, value in about)) or "numbers are the order of play"
    return titled(width, height, f"Morpion Solitaire {variant}: {counted(len(moves), 'move')}", words, shapes)
