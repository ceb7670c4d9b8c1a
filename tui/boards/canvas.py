"""Pages of characters: text, each with its kind; lines in braille or ASCII; what makes the pages of games. No textual.

Only this module knows what a page costs on the line: how many bytes are sent for one in place of another, and how many
a run that is watched may send in a second.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence

from puzzles.family import Board, Puzzle
from tui.boards.drawing import BLANK, Piece, joined

PIECE_BYTES = 40
"""A piece of a line that is drawn again: its colours, on and off."""
CHARACTER_BYTES = 2
"""A character of such a piece: one to three bytes."""
WORDS_BYTES = 160
"""A line of words beside the page, drawn again."""
BOARD_BYTES = 3 * 1024
"""Bytes a second for the board of a live run; its numbers, chart and log need as much again."""


class Canvas:
    """`width` x `height` characters, blank at first."""

    __slots__ = ("_kinds", "_text", "height", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._text = [[" "] * width for _ in range(height)]
        self._kinds = [[BLANK] * width for _ in range(height)]

    @classmethod
    def of(cls, lines: Sequence[Sequence[Piece]]) -> Canvas:
        """The lines as a page, as wide as the longest."""
        canvas = cls(max((sum(len(piece.text) for piece in line) for line in lines), default=0), len(lines))
        for y, line in enumerate(lines):
            x = 0
            for piece in line:
                canvas.put(x, y, piece.text, piece.kind)
                x += len(piece.text)
        return canvas

    def put(self, x: int, y: int, text: str, kind: str) -> None:
        """Writes the text over what stands there; it must lie on the page."""
        self._text[y][x : x + len(text)] = text
        self._kinds[y][x : x + len(text)] = [kind] * len(text)

    def paste(self, x: int, y: int, page: Canvas) -> None:
        """Puts another page over what stands there, blanks too; it must lie on this one."""
        for line in range(page.height):
            self._text[y + line][x : x + page.width] = page._text[line]
            self._kinds[y + line][x : x + page.width] = page._kinds[line]

    def copy(self) -> Canvas:
        page = Canvas(0, self.height)
        page.width = self.width
        page._text, page._kinds = [line[:] for line in self._text], [line[:] for line in self._kinds]
        return page

    def calmed(self, calm: Mapping[str, str]) -> Canvas:
        """The page in few colours: with other kinds by `calm`, which has whole kinds, and words of those joined by `-`.

        A word that becomes empty is left out.
        """
        page = self.copy()
        kinds = {kind for line in self._kinds for kind in line}
        new = {
            kind: calm.get(kind) or "-".join(filter(None, (calm.get(word, word) for word in kind.split("-"))))
            for kind in kinds
        }
        page._kinds = [[new[kind] for kind in line] for line in self._kinds]
        return page

    def line(self, y: int) -> list[Piece]:
        """One line from left to right; neighbours of one kind are one piece."""
        return joined(self._text[y], self._kinds[y])

    def changes(self, new: Canvas) -> dict[int, tuple[int, int]]:
        """Line -> the first changed column and the one past the last; both pages have one size."""
        found: dict[int, tuple[int, int]] = {}
        for y in range(self.height):
            text, kinds, other_text, other_kinds = self._text[y], self._kinds[y], new._text[y], new._kinds[y]
            if text == other_text and kinds == other_kinds:
                continue
            columns = [x for x in range(self.width) if text[x] != other_text[x] or kinds[x] != other_kinds[x]]
            found[y] = (columns[0], columns[-1] + 1)
        return found

    def cost(self, new: Canvas) -> int:
        """Bytes for drawing the other page in place of this one, about."""
        if (new.width, new.height) != (self.width, self.height):
            return sum(_line_bytes(new.line(y), new.width) for y in range(new.height))
        return sum(_line_bytes(new.line(y), end) for y, (_, end) in self.changes(new).items())


EMPTY_PAGE = Canvas(0, 0)
"""The page before there is any."""
Redrawn = Sequence[tuple[Canvas, Canvas]]
"""Pages with what is drawn in place of each."""


class ByteBudget:
    """What may be sent now: grows by BOARD_BYTES a second up to one second's worth; spending may leave a debt.

    A debt has to be waited off.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._left: float = BOARD_BYTES
        self._at = clock()

    def affords(self, pages: Redrawn, words: int = 0) -> bool:
        """True unless it is in debt; then the bytes for the pages, and for so many lines of words, are spent."""
        now = self.clock()
        self._left = min(BOARD_BYTES, self._left + BOARD_BYTES * (now - self._at))
        self._at = now
        if self._left < 0:
            return False
        self._left -= sum(before.cost(after) for before, after in pages) + WORDS_BYTES * words
        return True


def _line_bytes(line: Iterable[Piece], end: int) -> int:
    """Bytes of one line up to a column, about; Textual sends a changed line from its beginning."""
    count, kind = PIECE_BYTES, ""
    for piece in line:
        if end <= 0:
            break
        if piece.kind not in (BLANK, kind):  # a blank takes the colours before it
            count, kind = count + PIECE_BYTES, piece.kind
        count += CHARACTER_BYTES * min(len(piece.text), end)
        end -= len(piece.text)
    return count


COLUMN, LINE = 2, 4
"""Points of a character, across and down; points are about as far from each other across as down."""
_BLANK_BRAILLE = 0x2800
_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_FLAT = 0.4
"""A stroke of less than that slope, as characters are high and wide, is drawn level in ASCII."""


class Plot:
    """Strokes, each with its kind and rank; where they meet in one character, its kind is that of the highest rank."""

    __slots__ = ("_bits", "_seen", "_text", "height", "plain", "width")

    def __init__(self, width: int, height: int, *, plain: bool) -> None:
        self.width = width
        self.height = height
        self.plain = plain
        self._bits: dict[tuple[int, int], int] = {}
        self._seen: dict[tuple[int, int], tuple[int, str, str]] = {}
        self._text: dict[tuple[int, int], tuple[str, str]] = {}

    def stroke(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        kind: str,
        rank: int,
        *,
        every: int = 1,
        letter: str = "",
    ) -> None:
        """A straight line between two points; of its points only one in that many, if it is to look dotted.

        `letter` stands for it in ASCII, by default one that lies as the line does.
        """
        (x, y), (to_x, to_y) = start, end
        dx, dy = to_x - x, to_y - y
        steps = max(1, round(max(abs(dx), abs(dy))))
        letter = letter or ("." if every > 1 else _slope(dx / COLUMN, dy / LINE))
        for step in range(0, steps + 1, every):
            self.point(x + dx * step / steps, y + dy * step / steps, kind, rank, letter)

    def point(self, x: float, y: float, kind: str, rank: int, letter: str = "*") -> None:
        """One point; `letter` stands for it in ASCII. Points off the page are left out."""
        across, down = round(x), round(y)
        column, line = across // COLUMN, down // LINE
        if not (0 <= column < self.width and 0 <= line < self.height):
            return
        place = column, line
        self._bits[place] = self._bits.get(place, 0) | _BITS[down % LINE][across % COLUMN]
        seen = self._seen.get(place)
        if seen is None or rank >= seen[0]:
            self._seen[place] = rank, kind, letter

    def write(self, column: int, line: int, text: str, kind: str, *, over: bool = True) -> None:
        """Text over all strokes; a character that is off the page is left out. `over`: also over other text."""
        for place, letter in enumerate(text, start=column):
            if 0 <= place < self.width and 0 <= line < self.height and (over or (place, line) not in self._text):
                self._text[place, line] = letter, kind

    def free(self, column: int, line: int) -> bool:
        """True if nothing is drawn there, and it is on the page."""
        place = column, line
        inside = 0 <= column < self.width and 0 <= line < self.height
        return inside and place not in self._bits and place not in self._text

    def canvas(self) -> Canvas:
        canvas = Canvas(self.width, self.height)
        for (column, line), bits in self._bits.items():
            _, kind, letter = self._seen[column, line]
            canvas.put(column, line, letter if self.plain else chr(_BLANK_BRAILLE + bits), kind)
        for (column, line), (letter, kind) in self._text.items():
            canvas.put(column, line, letter, kind)
        return canvas


def _slope(across: float, down: float) -> str:
    if abs(down) <= _FLAT * abs(across):
        return "-"
    if abs(across) <= _FLAT * abs(down):
        return "|"
    return "\\" if across * down > 0 else "/"


class Game(ABC):
    """Draws the games of one puzzle; a board is a sequence of moves. `zooms` is the number of sizes, 0 the largest."""

    zooms: int

    def __init__(self, puzzle: Puzzle, *, plain: bool) -> None:
        self.puzzle = puzzle
        self.plain = plain

    def room_for(self, board: Board) -> bool:
        """True if the game fits on the pages as they are; by default all games do."""
        return True

    def make_room(self, board: Board) -> None:  # noqa: B027 - nothing to do where all games fit
        """From now on the game fits on the pages too; what did before stays in its place."""

    def make_room_alone(self, board: Board) -> None:  # noqa: B027 - as above
        """From now on pages are as large as the game needs, and no larger."""

    @abstractmethod
    def size(self, zoom: int) -> tuple[int, int]:
        """Columns and lines of a page."""

    @abstractmethod
    def page(self, zoom: int, board: Board, at: int, marked: frozenset[int]) -> Canvas:
        """The position after `at` moves of the game, the last of them set off; `marked` are indices of moves."""

    def overview(self, zoom: int, board: Board, marked: frozenset[int]) -> Canvas:
        """The whole game on a page, as it is followed; by default the position after its last move."""
        return self.page(zoom, board, len(board), marked)

    @abstractmethod
    def words(self, board: Board, at: int) -> str:
        """The at-th move for people, from 1."""

    def describe(self, board: Board, at: int | None, width: int) -> str:
        """One line about the position after `at` moves, or about the whole game (None), for a line of that width."""
        at = len(board) if at is None else at
        return f"move {at} of {len(board)}" + (f": {self.words(board, at)}" if at else "")

    @abstractmethod
    def place(self, zoom: int, board: Board, at: int) -> tuple[int, int]:
        """Column and line of the at-th move on a page, from 1."""

    def focus_cell(self, zoom: int, board: Board, at: int) -> tuple[int, int] | None:
        """Column and line of what matters most in the position after `at` moves: by default the last of them."""
        return self.place(zoom, board, at) if at else None
