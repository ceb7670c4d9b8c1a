"""A page of characters that can be written on anywhere, each with its kind; read line by line as pieces. No textual."""

from __future__ import annotations

from collections.abc import Sequence

from tui.boards.drawing import BLANK, Piece

PIECE_BYTES = 40
"""A piece of a line that is drawn again: its colours, on and off."""
CHARACTER_BYTES = 2
"""A character of such a piece: one to three bytes."""


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

    def line(self, y: int) -> list[Piece]:
        """One line from left to right; neighbours of one kind are one piece."""
        pieces: list[Piece] = []
        text, kinds = self._text[y], self._kinds[y]
        first = 0
        for x in range(1, self.width + 1):
            if x == self.width or kinds[x] != kinds[first]:
                pieces.append(Piece("".join(text[first:x]), kinds[first]))
                first = x
        return pieces

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
        """Bytes for drawing the other page, of the same size, in place of this one, about."""
        return sum(new._line_bytes(y, end) for y, (_, end) in self.changes(new).items())

    def whole_cost(self) -> int:
        """Bytes for drawing all of it, about."""
        return sum(self._line_bytes(y, self.width) for y in range(self.height))

    def _line_bytes(self, y: int, end: int) -> int:
        """Bytes of one line up to a column; Textual sends a changed line from its beginning."""
        count, kind = PIECE_BYTES, ""
        for piece in self.line(y):
            if end <= 0:
                break
            if piece.kind not in (BLANK, kind):  # a blank takes the colours before it
                count, kind = count + PIECE_BYTES, piece.kind
            count += CHARACTER_BYTES * min(len(piece.text), end)
            end -= len(piece.text)
        return count
