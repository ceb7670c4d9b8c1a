"""What stands below a design's drawing on its page: dot plots of its pairs, one a state, and its report in words.

The dot plot is that of ViennaRNA (Hofacker and others, 1994): above the diagonal a square for each pair of bases, its
area the pair's probability; below it the pairs of the fold and of the target.
"""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Iterator

from puzzles.picture import LETTER_WIDTH, Path, Pen, Point, Shape, Words, box, line
from puzzles.rna import report
from puzzles.rna.checker import pairs_of
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.report import Report, Structure

SHARE_OF_WIDTH = 0.46
"""Of the plot; the words stand beside it."""
IN_ROW, CAPTION = 2, 26.0
"""Plots of states in a row, and the room above each for its conditions."""
GAP = 24.0
LETTERS, LEADING = 9.0, 12.0
LEAST_SHOWN = 1e-3
"""Probability of a pair from which on it has a square."""
SMALLEST = 0.8
"""Side of a square at least."""
STEPS = (10, 20, 50, 100, 200, 500)
MOST_NUMBERS = 10
"""Numbers along an edge."""
BLOCK = 10
"""Bases between two blanks of the sequence."""

INK, LOST, ELSE = "#222222", "#b00020", "#c77700"
FRAME = Pen("#999999", 0.8)
WANTED, OTHER = Pen(fill=INK), Pen(fill=ELSE)
OPEN = Pen(LOST, 1.0)
EXPLANATION = (
    "Above the diagonal: probability of each pair (area), orange where the target has none.",
    "Below: pairs of fold and target; open red: of the target only; orange: of the fold only.",
)


def height(puzzle: RnaPuzzle, told: Report, width: float) -> float:
    """The panel's height where it is that wide; everything in it grows with its width."""
    scale = _scale(width)
    rows, explained = len(_rows(puzzle, told)) + 1, len(EXPLANATION) * 2 + 3
    if puzzle.states:
        return _plots_height(puzzle, width) + (rows + explained) * scale * LEADING
    return max(_side(width) + scale * LEADING * explained, rows * scale * LEADING)


def shapes(puzzle: RnaPuzzle, told: Report, corner: Point, width: float) -> Iterator[Shape]:
    """The panel, its upper left corner there: the words beside the plot, or below the plots of several states."""
    scale, side = _scale(width), _side(width)
    left, top = corner[0], corner[1] + scale * LEADING
    left += 2 * scale * LETTERS  # numbers stand there
    for number, one in enumerate(report.structures(puzzle, told)):
        column, row = left + number % IN_ROW * (side + scale * GAP), top + number // IN_ROW * _row(width)
        row += scale * CAPTION if one.words else 0.0
        if one.words:
            at = (column + side / 2, row - scale * CAPTION + scale * LEADING / 4)
            yield Words(one.words, at, scale * LETTERS, bold=True)
        yield from _plot(one, puzzle.nick, (column, row), side, scale)
    below = top + (_plots_height(puzzle, width) if puzzle.states else side + scale * LEADING)
    explained = [row for one in EXPLANATION for row in textwrap.wrap(one, _letters(side, scale))]
    for number, text in enumerate(explained):
        yield Words(text, (left, below + number * scale * LEADING), scale * LETTERS, anchor="start", colour="#555555")
    beside = (
        (left, below + (len(explained) + 1) * scale * LEADING) if puzzle.states else (left + side + scale * GAP, top)
    )
    for number, text in enumerate(_rows(puzzle, told)):
        if text:
            yield Words(text, (beside[0], beside[1] + number * scale * LEADING), scale * LETTERS, anchor="start")


def _row(width: float) -> float:
    """The height of a row of plots, each with its state above."""
    return _side(width) + _scale(width) * (CAPTION + LEADING)


def _plots_height(puzzle: RnaPuzzle, width: float) -> float:
    return math.ceil(len(puzzle.states) / IN_ROW) * _row(width)


def _scale(width: float) -> float:
    return width / 640


def _side(width: float) -> float:
    return width * SHARE_OF_WIDTH


def _letters(width: float, scale: float) -> int:
    return int(width / (LETTER_WIDTH * LETTERS * scale))


def _rows(puzzle: RnaPuzzle, told: Report) -> list[str]:
    """The report in rows as long as there is room beside the plot, or below the plots of several states."""
    beside = 0.0 if puzzle.states else SHARE_OF_WIDTH + GAP / 640
    letters = _letters(1.0 - beside - 2 * LETTERS / 640, 1 / 640)
    strands = told.sequence.split("&")
    blocks = [[one[first : first + BLOCK] for first in range(0, len(one), BLOCK)] for one in strands]
    energies, weights, *others = report.lines(puzzle, told)
    kept = [one for one in others if not one.startswith(("rivals:", "synthesis"))]
    rivals = [report.rival_words(one, puzzle.target) for one in told.rivals] or ["no other structure has 0.1 %"]
    paragraphs = [
        [" & ".join(map(" ".join, blocks))],
        [energies, weights, *kept],
        *([] if puzzle.states else [["Rivals", *rivals]]),
        ["Synthesis", *map(report.check_words, told.checks)],
    ]
    rows: list[str] = []
    for paragraph in paragraphs:
        rows += [""] if rows else []
        for text in paragraph:
            rows += _wrapped(text, letters, "  " if paragraph[0] in ("Rivals", "Synthesis") else "")
    return rows


def _wrapped(text: str, letters: int, indent: str) -> list[str]:
    """Rows of at most so many letters, the later ones indented; a unit stays in the row of its number."""
    rows = textwrap.wrap(re.sub(r" (%|kcal/mol)", "\u00a0\\1", text), letters, subsequent_indent=indent)
    return [row.replace("\u00a0", " ") for row in rows]


def _plot(structure: Structure, nick: int, corner: Point, side: float, scale: float) -> Iterator[Shape]:
    length = len(structure.wanted)
    cell = side / length

    def square(row: int, column: int, share: float, pen: Pen) -> Path:
        size = max(cell * math.sqrt(share), SMALLEST * scale)
        return box(
            pen, (corner[0] + (column + 0.5) * cell - size / 2, corner[1] + (row + 0.5) * cell - size / 2), size, size
        )

    yield box(FRAME, corner, side, side)
    yield line(FRAME, corner, (corner[0] + side, corner[1] + side))
    if nick:  # the second strand begins there
        across, down = (start + nick * cell for start in corner)
        yield line(FRAME, (across, corner[1]), (across, corner[1] + side))
        yield line(FRAME, (corner[0], down), (corner[0] + side, down))
    yield from _numbers(length, corner, cell, scale)
    wanted, folded = pairs_of(structure.wanted), pairs_of(structure.fold)
    for one, other, share in structure.odds():
        if share >= LEAST_SHOWN:
            yield square(one, other, share, WANTED if (one, other) in wanted else OTHER)
    for one, other in sorted(wanted | folded):
        pen = OPEN if (one, other) not in folded else WANTED if (one, other) in wanted else OTHER
        yield square(other, one, 1.0, pen)


def _numbers(length: int, corner: Point, cell: float, scale: float) -> Iterator[Shape]:
    step = next((one for one in STEPS if length / one <= MOST_NUMBERS), STEPS[-1])
    for number in (1, *range(step, length + 1, step)):
        at = (number - 0.5) * cell
        size, away = 0.9 * scale * LETTERS, 0.7 * scale * LETTERS
        yield Words(str(number), (corner[0] + at, corner[1] - away), size, colour="#555555")
        yield Words(str(number), (corner[0] - away, corner[1] + at), size, anchor="end", colour="#555555")
