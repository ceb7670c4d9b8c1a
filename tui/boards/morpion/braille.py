"""Morpion Solitaire drawn in braille: 2 x 4 points a character; start dots are thicker than played ones."""

from __future__ import annotations

from puzzles.morpion.puzzle import DIRECTIONS
from tui.boards.canvas import Canvas
from tui.boards.game_look import Look
from tui.boards.morpion.scene import Frame, Scene

BLANK_BRAILLE = 0x2800
BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The points of a character in Unicode's braille block, by row and column."""
THICK_FROM = 3
"""Points from dot to dot from which on a start dot is drawn two points wide and high."""


def size(frame: Frame, pitch: int) -> tuple[int, int]:
    """Width and height in characters, with `pitch` points from a dot to the next."""
    thick = 2 if pitch >= THICK_FROM else 1
    width, height = (frame.columns - 1) * pitch + thick, (frame.rows - 1) * pitch + thick
    return -(-width // 2), -(-height // 4)


def paint(scene: Scene, frame: Frame, look: Look, pitch: int) -> Canvas:
    """The position in braille; a character has the kind of the latest move in it."""
    points: dict[tuple[int, int], int] = {}
    seen: dict[tuple[int, int], tuple[int, str]] = {}

    def dot(x: int, y: int, rank: int, kind: str) -> None:
        place = x // 2, y // 4
        points[place] = points.get(place, 0) | BITS[y % 4][x % 2]
        if rank >= seen.get(place, (-1, ""))[0]:
            seen[place] = rank, kind

    for (x, y, direction), number in scene.segments.items():
        dx, dy = DIRECTIONS[direction]
        left, top = (x - frame.left) * pitch, (y - frame.top) * pitch
        for step in range(pitch + 1):
            dot(left + step * dx, top + step * dy, look.rank(number), look.line(number))
    for (x, y), number in scene.dots.items():
        left, top = (x - frame.left) * pitch, (y - frame.top) * pitch
        wide = 2 if not number and pitch >= THICK_FROM else 1
        for i in range(wide):
            for j in range(wide):
                dot(left + i, top + j, look.rank(number) + (1 if number else 0), look.dot(number))
    canvas = Canvas(*size(frame, pitch))
    for (x, y), bits in points.items():
        canvas.put(x, y, chr(BLANK_BRAILLE + bits), seen[x, y][1])
    return canvas
