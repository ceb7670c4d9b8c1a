"""Games of Morpion Solitaire as pages: move numbers or dots with lines, or braille where they are small. No textual."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from puzzles.family import Board, Puzzle, own
from puzzles.morpion.puzzle import DIRECTIONS, MorpionPuzzle, Move, Square, Variant, moves_of
from tui.boards.canvas import Canvas, Game, Plot
from tui.boards.drawing import Facts, Lines

H, V, RISING, FALLING = range(4)
"""Directions of a line; y points down, so RISING goes up to the right."""
Segment = tuple[int, int, int]
"""Of a line, between two neighbouring dots: the first dot's x and y, and the direction to the other."""


class Frame(NamedTuple):
    """The corners of the part of the plane that is drawn, both inside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def columns(self) -> int:
        return self.right - self.left + 1

    @property
    def rows(self) -> int:
        return self.bottom - self.top + 1

    def over(self, squares: Iterable[Square]) -> Frame:
        """The smallest frame around this one and the squares."""
        points = [(self.left, self.top), (self.right, self.bottom), *squares]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return Frame(min(xs), min(ys), max(xs), max(ys))


@dataclass(frozen=True, slots=True)
class Scene:
    """Dots and segments with the number of their move, from 1; the start cross has 0. Lines lead over earlier dots."""

    dots: Mapping[Square, int]
    segments: Mapping[Segment, int]


def scene_of(variant: Variant, moves: Iterable[Move]) -> Scene:
    """The position after the moves from the empty cross; legal or not, later moves lie over earlier ones."""
    dots = dict.fromkeys(variant.cross, 0)
    segments: dict[Segment, int] = {}
    for number, move in enumerate(moves, 1):
        squares = move.squares(variant.length)
        dots[move.x, move.y] = number
        for x, y in squares[:-1]:
            segments[x, y, move.direction] = number
    return Scene(dots, segments)


def frame_of(variant: Variant, moves: Iterable[Move]) -> Frame:
    """The smallest frame around the cross and all the moves' lines."""
    squares = [square for move in moves for square in move.squares(variant.length)]
    return Frame(0, 0, variant.side - 1, variant.side - 1).over(squares)


def ends(segment: Segment) -> tuple[Square, Square]:
    x, y, direction = segment
    dx, dy = DIRECTIONS[direction]
    return (x, y), (x + dx, y + dy)


START = "given"
AGES = ("age1", "age2", "age3", "age4")
"""Quarters of the game, the earliest first."""
LAST_DOT, LAST_LINE = "last-dot", "last-line"
MARKED_DOT, MARKED_LINE = "marked-dot", "marked-line"
KINDS = (START, *AGES, LAST_DOT, LAST_LINE, MARKED_DOT, MARKED_LINE)
CALM = dict.fromkeys((START, *AGES), AGES[0])
"""While another game may come soon all moves look alike, start dots too."""

MARKED_OVER, LAST_OVER = 1 << 20, 1 << 21
"""Where two moves meet in one character, the later one is seen; a marked one over it, the last one over all."""


@dataclass(frozen=True, slots=True)
class Look:
    """`moves` is the game's length, for the ages; `marked` are moves' numbers from 1; `last`: the one that is set off.

    Once some are marked, all others look alike.
    """

    moves: int
    marked: frozenset[int] = frozenset()
    last: int = 0

    def rank(self, number: int) -> int:
        """What is seen where parts of several moves meet: the one of the highest rank."""
        over = (MARKED_OVER if number in self.marked else 0) + (LAST_OVER if number and number == self.last else 0)
        return number + over

    def dot(self, number: int) -> str:
        if not number:
            return START
        if number == self.last:
            return LAST_DOT
        return MARKED_DOT if number in self.marked else self._age(number)

    def line(self, number: int) -> str:
        if number == self.last:
            return LAST_LINE
        return MARKED_LINE if number in self.marked else self._age(number)

    def _age(self, number: int) -> str:
        if self.marked:
            return AGES[0]
        return AGES[min((number - 1) * len(AGES) // max(self.moves, 1), len(AGES) - 1)]


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


Zoom = Spacing | int
"""One size: with characters, or in braille with that many points from a dot to the next."""
ZOOMS: tuple[Zoom, ...] = (NUMBERS, LINES, DOTS, 4, 3, 2)
PLAIN_ZOOMS: tuple[Zoom, ...] = (NUMBERS, LINES, DOTS, CLOSE)
"""From the largest to the smallest."""


class MorpionGame(Game):
    """Pages of one variant's games; the frame grows with the games."""

    def __init__(self, puzzle: Puzzle, *, plain: bool) -> None:
        super().__init__(puzzle, plain=plain)
        self.variant = own(puzzle, MorpionPuzzle).rules
        self.sizes = PLAIN_ZOOMS if plain else ZOOMS
        self.zooms = len(self.sizes)
        self.frame: Frame = frame_of(self.variant, ())

    def room_for(self, board: Board) -> bool:
        return self._around(board) == self.frame

    def make_room(self, board: Board) -> None:
        self.frame = self._around(board)

    def make_room_alone(self, board: Board) -> None:
        self.frame = frame_of(self.variant, moves_of(board))

    def size(self, zoom: int) -> tuple[int, int]:
        how = self.sizes[zoom]
        return braille_size(self.frame, how) if isinstance(how, int) else how.size(self.frame)

    def page(self, zoom: int, board: Board, at: int, marked: frozenset[int]) -> Canvas:
        look = Look(len(board), frozenset(index + 1 for index in marked), at)
        return self._paint(self.sizes[zoom], board[:at], look)

    def words(self, board: Board, at: int) -> str:
        """The new dot and the direction of its line, such as `(4,6) ─`."""
        move = moves_of(board[at - 1 : at])[0]
        return f"({move.x},{move.y}) {(ASCII if self.plain else BOXES).strokes[move.direction]}"

    def place(self, zoom: int, board: Board, at: int) -> tuple[int, int]:
        move, how = moves_of(board[at - 1 : at])[0], self.sizes[zoom]
        x, y = move.x - self.frame.left, move.y - self.frame.top
        return (x * how // 2, y * how // 4) if isinstance(how, int) else (x * how.columns, y * how.lines)

    def whole(self, board: Board, width: int) -> Canvas:
        """The game for a page of that width, nothing set off: with numbers if they fit, else as large as fits."""
        fitting = [one for zoom, one in enumerate(self.sizes) if self.size(zoom)[0] <= width]
        return self._paint(fitting[0] if fitting else self.sizes[-1], board, Look(len(board)))

    def _paint(self, how: Zoom, board: Board, look: Look) -> Canvas:
        scene = scene_of(self.variant, moves_of(board))
        if isinstance(how, int):
            return paint_braille(scene, self.frame, look, how)
        return paint(scene, self.frame, look, how, plain=self.plain)

    def _around(self, board: Board) -> Frame:
        frame = frame_of(self.variant, moves_of(board))
        return self.frame.over(((frame.left, frame.top), (frame.right, frame.bottom)))


def draw(puzzle: Puzzle, board: Board, *, width: int, plain: bool, facts: Facts | None = None) -> Lines:
    """The game for a page of that width, line by line; in ASCII if `plain`."""
    game = MorpionGame(puzzle, plain=plain)
    game.make_room(board)
    canvas = game.whole(board, width)
    return [canvas.line(y) for y in range(canvas.height)]


def fits(puzzle: Puzzle, board: Board) -> bool:
    """True if the board can be drawn: all its numbers are moves, and no more than any game has."""
    moves_of(board)
    return len(board) <= own(puzzle, MorpionPuzzle).rules.bound
