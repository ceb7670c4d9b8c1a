"""A target as a picture: its flat drawing, with a design's bases and where its fold differs, and its report below.

In the report stand dot plots of the design's pairs, one a state: that of ViennaRNA (Hofacker and others, 1994), above
the diagonal a square for each pair of bases, its area the pair's probability; below it the pairs of fold and target.
"""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Collection, Iterator, Sequence

from puzzles.picture import (
    LETTER_WIDTH,
    WORDS,
    Path,
    Pen,
    Picture,
    Point,
    Shape,
    Words,
    box,
    line,
    note,
    placed,
    titled,
)
from puzzles.rna import report
from puzzles.rna.checker import gc_share
from puzzles.rna.flat_drawing import COLOURS, PAIR, RADIUS, WRONG, band, base, crossed, drawing
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
from puzzles.rna.report import Report, Structure
from puzzles.rna.structure import pairs_of
from puzzles.text.quoting import percent

MARGIN, TOP, FOOT, LEADING = 40.0, 70.0, 50.0, 18.0
NARROWEST = 720.0
"""The title and the legend need it, whatever the target."""

IN_ROW, SMALLEST, CAPTION = 2, 0.7, 30.0
"""Drawings of states in a row, how small they get for it, and how far above them their conditions stand."""

SHARE_OF_WIDTH = 0.46
"""Of the plot; the words stand beside it."""
PLOTS_IN_ROW, PLOT_CAPTION = 2, 26.0
"""Plots of states in a row, and the room above each for its conditions."""
GAP = 24.0
LETTERS, ROW_LEADING = 9.0, 12.0
LEAST_SHOWN = 1e-3
"""Probability of a pair from which on it has a square."""
SMALLEST_SQUARE = 0.8
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


def picture(puzzle: RnaPuzzle, board: Sequence[int] | None = None) -> Picture:
    """A design as it folds, which the checker says; without one the target, with the restraints as letters.

    Of several states a drawing each, two in a row. Motifs that are proved undesignable are set off, with the proofs'
    sources below. Below a complete design are dot plots of its pairs, and its report.
    """
    from puzzles.rna.undesignable import claims  # its library takes a tenth of a second

    sequence = "" if board is None else puzzle.spelled(sequence_of(board))
    told = report.bare("") if board is None else report.report(puzzle, board)
    structures = report.structures(puzzle, told)
    proved = claims.claims(puzzle)
    width, height, shapes = _drawings(
        structures, sequence or puzzle.spelled(puzzle.restraints), puzzle.nick, proved.positions
    )
    shapes.append(Words(_facts(puzzle, sequence, told), (width / 2, 50), WORDS))
    shapes += _legend(height - FOOT / 2, misfolds=any(one.wanted != one.fold for one in structures))
    if proved.found:
        rows = _wrapped(claims.words(proved)[1:], width - 2 * MARGIN)
        height += LEADING / 2
        shapes.append(band((MARGIN, height)))
        for number, row in enumerate(rows):
            shapes.append(note(row, (MARGIN + 2 * RADIUS + 8, height + number * LEADING)))
        height += (len(rows) + 0.5) * LEADING
    panel = 0.0
    if told.figures:
        panel = panel_height(puzzle, told, width - 2 * MARGIN) + MARGIN
        shapes += panel_shapes(puzzle, told, (MARGIN, height), width - 2 * MARGIN)
    about = f"{puzzle.with_nick(puzzle.target)} {puzzle.with_nick(sequence)}"
    return titled(width, height + panel, puzzle.title, about, shapes)


def _wrapped(lines: Sequence[str], width: float) -> list[str]:
    """The lines in rows that fit beside a legend's sign."""
    letters = int((width - 2 * RADIUS - 8) / (LETTER_WIDTH * WORDS))
    return [row for one in lines for row in textwrap.wrap(one, letters, subsequent_indent="  ")]


def _drawings(
    structures: Sequence[Structure], letters: str, nick: int, banded: Collection[int]
) -> tuple[float, float, list[Shape]]:
    """Width and height of the picture down to the legend's foot, and the drawings in it."""
    drawn = [(drawing(one.wanted, one.fold, letters, nick, banded), one.words) for one in structures]
    across = max(one[0] for one, _ in drawn)
    in_row = min(len(drawn), IN_ROW)
    room = (NARROWEST - (in_row + 1) * MARGIN) / in_row
    scale = 1.0 if in_row == 1 else min(1.0, max(SMALLEST, room / max(across, 1.0)))
    column = max(across * scale, room)
    width, top = in_row * (column + MARGIN) + MARGIN, TOP + MARGIN
    shapes: list[Shape] = []
    for first in range(0, len(drawn), in_row):
        row = drawn[first : first + in_row]
        top += CAPTION if row[0][1] else 0.0
        for place, ((wide, _, found), words) in enumerate(row):
            left = MARGIN + place * (column + MARGIN) + (column - wide * scale) / 2
            middle = MARGIN + place * (column + MARGIN) + column / 2
            shapes += [Words(words, (middle, top - CAPTION), WORDS, bold=True)] if words else []
            shapes += placed(found, (left, top), scale)
        top += max(one[1] for one, _ in row) * scale + (MARGIN if first + in_row < len(drawn) else 0.0)
    return width, top + FOOT + MARGIN, shapes


def _facts(puzzle: RnaPuzzle, sequence: str, told: Report) -> str:
    facts = told.figures
    if not sequence:
        return "letters are restraints; N: any base"
    if "fold" not in facts:
        return "N: an open position" if "N" in sequence else "not folded: bases can't pair, or break the restraints"
    if puzzle.states:
        found = "has all states" if report.folds(told) else f"has not all states: {facts['distance']} pairs differ"
        mean = f"mean probability {float(facts['probability']):.3g}"
        return f"{found}, cost {float(facts['cost']):.2f} kcal/mol; GC {percent(gc_share(sequence))}, {mean}"
    energy = f"energy {float(facts['energy']):.2f} kcal/mol, GC {percent(gc_share(sequence))}"
    if facts["distance"]:
        difference = f"{facts['distance']} pairs differ, gap {float(facts['gap']):.2f} kcal/mol"
        return f"folds into another structure: {difference}; {energy}"
    return f"folds into its target; {energy}, probability {float(facts['probability']):.3g}"


def _legend(y: float, *, misfolds: bool) -> Iterator[Shape]:
    x = MARGIN
    for letter in COLOURS:
        yield from base(letter, (x, y))
        x += 2 * RADIUS + 8
    yield note("bases", (x, y))
    x += 60
    yield line(PAIR, (x, y), (x + 30, y))
    yield note("pair of the target", (x + 38, y))
    x += 190
    if misfolds:
        yield from crossed((x, y), (x + 30, y))
        yield note("does not fold", (x + 38, y))
        x += 150
        yield line(WRONG, (x, y), (x + 30, y))
        yield note("folds instead", (x + 38, y))


def panel_height(puzzle: RnaPuzzle, told: Report, width: float) -> float:
    """The panel's height where it is that wide; everything in it grows with its width."""
    scale = _scale(width)
    rows, explained = len(_rows(puzzle, told)) + 1, len(EXPLANATION) * 2 + 3
    if puzzle.states:
        return _plots_height(puzzle, width) + (rows + explained) * scale * ROW_LEADING
    return max(_side(width) + scale * ROW_LEADING * explained, rows * scale * ROW_LEADING)


def panel_shapes(puzzle: RnaPuzzle, told: Report, corner: Point, width: float) -> Iterator[Shape]:
    """The panel, its upper left corner there: the words beside the plot, or below the plots of several states."""
    scale, side = _scale(width), _side(width)
    left, top = corner[0], corner[1] + scale * ROW_LEADING
    left += 2 * scale * LETTERS  # numbers stand there
    for number, one in enumerate(report.structures(puzzle, told)):
        column, row = left + number % PLOTS_IN_ROW * (side + scale * GAP), top + number // PLOTS_IN_ROW * _row(width)
        row += scale * PLOT_CAPTION if one.words else 0.0
        if one.words:
            at = (column + side / 2, row - scale * PLOT_CAPTION + scale * ROW_LEADING / 4)
            yield Words(one.words, at, scale * LETTERS, bold=True)
        yield from _plot(one, puzzle.nick, (column, row), side, scale)
    below = top + (_plots_height(puzzle, width) if puzzle.states else side + scale * ROW_LEADING)
    explained = [row for one in EXPLANATION for row in textwrap.wrap(one, _letters(side, scale))]
    for number, text in enumerate(explained):
        yield Words(
            text, (left, below + number * scale * ROW_LEADING), scale * LETTERS, anchor="start", colour="#555555"
        )
    beside = (
        (left, below + (len(explained) + 1) * scale * ROW_LEADING)
        if puzzle.states
        else (left + side + scale * GAP, top)
    )
    for number, text in enumerate(_rows(puzzle, told)):
        if text:
            yield Words(text, (beside[0], beside[1] + number * scale * ROW_LEADING), scale * LETTERS, anchor="start")


def _row(width: float) -> float:
    """The height of a row of plots, each with its state above."""
    return _side(width) + _scale(width) * (PLOT_CAPTION + ROW_LEADING)


def _plots_height(puzzle: RnaPuzzle, width: float) -> float:
    return math.ceil(len(puzzle.states) / PLOTS_IN_ROW) * _row(width)


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
            rows += _wrapped_row(text, letters, "  " if paragraph[0] in ("Rivals", "Synthesis") else "")
    return rows


def _wrapped_row(text: str, letters: int, indent: str) -> list[str]:
    """Rows of at most so many letters, the later ones indented; a unit stays in the row of its number."""
    rows = textwrap.wrap(re.sub(r" (%|kcal/mol)", "\u00a0\\1", text), letters, subsequent_indent=indent)
    return [row.replace("\u00a0", " ") for row in rows]


def _plot(structure: Structure, nick: int, corner: Point, side: float, scale: float) -> Iterator[Shape]:
    length = len(structure.wanted)
    cell = side / length

    def square(row: int, column: int, share: float, pen: Pen) -> Path:
        size = max(cell * math.sqrt(share), SMALLEST_SQUARE * scale)
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
