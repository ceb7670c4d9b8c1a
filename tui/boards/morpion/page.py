"""Morpion Solitaire as a page: move numbers or dots with lines of box characters, or in braille where it is small."""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass
from itertools import product

from tui.boards.canvas import Canvas, Plot
from tui.boards.game import Look
from tui.boards.morpion.scene import FALLING, Frame, H, Scene, V, ends

Glyphs = namedtuple("Glyphs", "start played strokes crossing chosen other chosen_strokes")
"""The characters of one drawing; strokes by direction. `chosen` and `other`: the dots of moves to choose among."""
BOXES = Glyphs("○", "●", ("─", "│", "╱", "╲"), "╳", "◆", "◇", ("━", "┃", "╱", "╲"))
ASCII = Glyphs("o", "*", ("-", "|", "/", "\\"), "X", "#", "+", ("=", "|", "/", "\\"))


@dataclass(frozen=True, slots=True)
class Spacing:
    """Columns and lines from a dot to the next; `label` is the width of a dot's text (1: a dot, 3: a number)."""

    columns: int
    lines: int
    label: int

    def size(self, frame: Frame) -> tuple[int, int]:
        return (frame.columns - 1) * self.columns + self.label, (frame.rows - 1) * self.lines + 1


NUMBERS = Spacing(4, 2, 3)
LINES = Spacing(2, 2, 1)
DOTS = Spacing(2, 1, 1)
"""Too narrow for lines between the rows: only dots, and lines that lie level."""
CLOSE = Spacing(1, 1, 1)
"""Only dots."""


def paint(scene: Scene, frame: Frame, look: Look, spacing: Spacing, *, plain: bool, chosen: int = 0) -> Canvas:
    """The position as characters, in ASCII if `plain`; `chosen`: a move's number that is not made yet."""
    glyphs = ASCII if plain else BOXES
    canvas = Canvas(*spacing.size(frame))
    middle = spacing.label // 2
    crossed: dict[tuple[int, int], int] = {}
    for (x, y, direction), number in scene.segments.items():
        column, line = (x - frame.left) * spacing.columns + middle, (y - frame.top) * spacing.lines
        stroke = (glyphs.chosen_strokes if number and number == chosen else glyphs.strokes)[direction]
        kind = look.line(number)
        if direction == H:
            canvas.put(column + 1, line, stroke * (spacing.columns - 1), kind)  # dots are written over its ends
        elif spacing.lines == 1:
            continue
        elif direction == V:
            canvas.put(column, line + 1, stroke, kind)
        else:
            place = column + spacing.columns // 2, line + (1 if direction == FALLING else -1)
            other = crossed.get(place)
            if other is None:
                canvas.put(*place, stroke, kind)
            else:
                canvas.put(*place, glyphs.crossing, look.line(max(number, other, key=look.rank)))
            crossed[place] = number
    for (x, y), number in scene.dots.items():
        column, line = (x - frame.left) * spacing.columns, (y - frame.top) * spacing.lines
        text = str(number) if number and spacing.label > 1 else glyphs.played if number else glyphs.start
        text = glyphs.chosen if number and number == chosen else text
        indent = (spacing.label - len(text) + 1) // 2
        canvas.put(column + max(indent, 0), line, text, look.dot(number))
    return canvas


THICK_FROM = 3
"""Points from dot to dot from which on a start dot is drawn two points wide and high."""


def braille_size(frame: Frame, pitch: int) -> tuple[int, int]:
    """Width and height in characters, with `pitch` points from a dot to the next."""
    thick = 2 if pitch >= THICK_FROM else 1
    width, height = (frame.columns - 1) * pitch + thick, (frame.rows - 1) * pitch + thick
    return -(-width // 2), -(-height // 4)


def paint_braille(scene: Scene, frame: Frame, look: Look, pitch: int) -> Canvas:
    """The position in braille; a character has the kind of the latest move in it."""
    plot = Plot(*braille_size(frame, pitch), plain=False)
    for segment, number in scene.segments.items():
        start, end = (((x - frame.left) * pitch, (y - frame.top) * pitch) for x, y in ends(segment))
        plot.stroke(start, end, look.line(number), look.rank(number))
    for (x, y), number in scene.dots.items():
        wide = 2 if not number and pitch >= THICK_FROM else 1
        for i, j in product(range(wide), repeat=2):
            left, top = (x - frame.left) * pitch + i, (y - frame.top) * pitch + j
            plot.point(left, top, look.dot(number), look.rank(number) + (1 if number else 0))
    return plot.canvas()
