"""A target as a picture: its flat drawing, with a design's bases and where its fold differs, and its report below."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Sequence

from puzzles.picture import LETTER_WIDTH, WORDS, Picture, Shape, Words, line, note, placed, titled
from puzzles.rna import report, report_panel
from puzzles.rna.checker import gc_share
from puzzles.rna.flat_drawing import COLOURS, PAIR, RADIUS, WRONG, band, base, crossed, drawing
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
from puzzles.rna.report import Report, Structure
from puzzles.text.quoting import percent

MARGIN, TOP, FOOT, LEADING = 40.0, 70.0, 50.0, 18.0
NARROWEST = 720.0
"""The title and the legend need it, whatever the target."""

IN_ROW, SMALLEST, CAPTION = 2, 0.7, 30.0
"""Drawings of states in a row, how small they get for it, and how far above them their conditions stand."""


def picture(puzzle: RnaPuzzle, board: Sequence[int] | None = None) -> Picture:
    """A design as it folds, which the checker says; without one the target, with the restraints as letters.

    Of several states a drawing each, two in a row. Motifs that are proved undesignable are set off, with the proofs'
    sources below. Below a complete design are dot plots of its pairs, and its report.
    """
    from puzzles.rna.undesignable import claims  # its library takes a tenth of a second

    sequence = "" if board is None else sequence_of(board)
    told = report.bare("") if board is None else report.report(puzzle, board)
    structures = report.structures(puzzle, told)
    proved = claims.claims(puzzle)
    width, height, shapes = _drawings(structures, sequence or puzzle.restraints, puzzle.nick, proved.positions)
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
        panel = report_panel.height(puzzle, told, width - 2 * MARGIN) + MARGIN
        shapes += report_panel.shapes(puzzle, told, (MARGIN, height), width - 2 * MARGIN)
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
