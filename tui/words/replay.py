"""A game shown step by step, in a file to share: for asciinema (`.cast`), or as a moving picture (SVG) for browsers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from operator import itemgetter

from puzzles.by_hand import FillIn, MoveByMove
from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Puzzle, TextFormat
from puzzles.registry import GAME
from puzzles.text.quoting import printable
from tui.boards.drawing import BOLD, DIM, REVERSE, Lines, Piece, draw, joined, on_terminal, style_codes
from tui.kept.loaded import GAMES

REPLAYS = (
    TextFormat(GAME, "the game with all its steps, which the app opens", True, GAMES, reads=False, board_only=True),
    TextFormat(
        "cast", "the game step by step, for asciinema", writes=True, suffix=".cast", reads=False, board_only=True
    ),
    TextFormat("replay", "the game step by step, a moving picture", True, ".svg", reads=False, board_only=True),
)
"""Formats of all families that people can play."""
REPLAY_NAMES = frozenset(one.name for one in REPLAYS)

STEP, REST = 0.5, 3.0
"""Seconds that a step is seen, and the last one."""
MOST_STEPS = 1_000
WIDTH = 200
"""Columns, for boards that can be drawn in several sizes."""
FAR = 12
"""Lines or columns by which a board that grows to the left or upwards may move its drawing in one step."""

Cell = tuple[str, str]
"""A character and its kind."""
Place = tuple[int, int]
"""Line and column."""


def steps_to(family: Family, puzzle: Puzzle, board: Board) -> Sequence[Board]:
    """The boards on the way to this one: move by move, or cell by cell in their order; PuzzleError over MOST_STEPS."""
    hand = family.by_hand
    if isinstance(hand, FillIn):
        start = list(board)
        filled = [cell for cell in sorted(hand.free_cells(puzzle)) if board[cell] != hand.open_value]
        for cell in filled:
            start[cell] = hand.open_value
        boards = [tuple(start)]
        for cell in filled:
            start[cell] = board[cell]
            boards.append(tuple(start))
    else:
        assert isinstance(hand, MoveByMove)
        boards = [tuple(board[:count]) for count in range(len(board) + 1)]
    if len(boards) - 1 > MOST_STEPS:
        raise PuzzleError(f"the game has {len(boards) - 1:,} steps", f"at most {MOST_STEPS:,} in a replay")
    return boards


def replayed(name: str, puzzle: Puzzle, boards: Sequence[Board]) -> bytes:
    """The boards, one after the other, in the named format of REPLAYS."""
    if name == GAME:
        from tui.play.game_file import game_of, game_text

        return game_text(game_of(puzzle, boards)).encode()
    frames = list(_frames(puzzle, boards))
    height, width = len(frames[0]), max(sum(len(one.text) for one in line) for line in frames[0])
    writer = _cast if name == REPLAYS[1].name else _svg
    return writer(puzzle.title, frames, width, height).encode()


def _cast(title: str, frames: Sequence[Lines], width: int, height: int) -> str:
    """The text of a recording (asciicast, version 2): a header, then each frame as what a terminal is sent."""
    head = {"version": 2, "width": width, "height": height, "title": title, "env": {"TERM": "xterm-256color"}}
    lines = [json.dumps(head)]
    for number, frame in enumerate(frames):
        screen = "\x1b[H\x1b[2J" + "\r\n".join(map(on_terminal, frame))
        lines.append(json.dumps([number * STEP, "o", screen], ensure_ascii=False))
    lines.append(json.dumps([(len(frames) - 1) * STEP + REST, "o", ""]))
    return "\n".join(lines) + "\n"


WIDE, HIGH, LETTERS = 8.4, 17.0, 14
"""Points of a character, and the size of its letters."""
CSS = {BOLD: "font-weight:bold", DIM: "fill-opacity:.55", REVERSE: "text-decoration:underline"} | {
    code: f"fill:{colour}"
    for code, colour in {
        "31": "#b3261e",
        "32": "#2d6a32",
        "33": "#7d4d00",
        "34": "#2c5d8f",
        "35": "#7a1f7a",
        "36": "#0b6e75",
        "37": "#5c6670",
        "91": "#d4573f",
        "92": "#57862f",
        "94": "#1a4fd0",
    }.items()
}
"""How the styles of a terminal look on white paper."""


def _svg(title: str, frames: Sequence[Lines], width: int, height: int) -> str:
    """A picture whose lines are seen while they are those of the step (SMIL), again and again."""
    wide, high = width * WIDE + 24, height * HIGH + 24
    total = (len(frames) - 1) * STEP + REST
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{high:.0f}" '
        f'viewBox="0 0 {wide:.0f} {high:.0f}" font-family="monospace" font-size="{LETTERS}" fill="#2b2f33" role="img">',
        f"<title>{escape(title)}</title>",
        '<rect width="100%" height="100%" fill="#fff">'
        f'<animate id="again" attributeName="x" begin="0;again.end" dur="{total:g}s" values="0;0"/></rect>',
    ]
    for row, lines in enumerate(zip(*frames, strict=True)):
        lasting = [(line, [at for at, _ in run]) for line, run in groupby(enumerate(lines), itemgetter(1))]
        for line, numbers in lasting:
            begin, last = numbers[0] * STEP, numbers[-1]
            seconds = (last + 1) * STEP - begin if last + 1 < len(frames) else total - begin
            text = _spans(line, 12, 12 + (row + 0.8) * HIGH)
            if text:
                shown = f'<set attributeName="display" to="inline" begin="again.begin+{begin:g}s" dur="{seconds:g}s"/>'
                out.append(f'<g display="none">{shown}{text}</g>')
    return "\n".join([*out, "</svg>"]) + "\n"


def _spans(line: Sequence[Piece], x: float, y: float) -> str:
    """The line's characters, each word at its place; empty for a blank line."""
    found, column = [], 0
    for piece in line:
        if not piece.text.isspace():
            css = ";".join(CSS[code] for code in style_codes(piece.kind))
            style = f' style="{css}"' if css else ""
            length = len(piece.text) * WIDE
            place = f'x="{x + column * WIDE:.1f}" y="{y:.1f}" textLength="{length:.1f}" xml:space="preserve"'
            found.append(f"<text {place}{style}>{escape(printable(piece.text))}</text>")
        column += len(piece.text)
    return "".join(found)


def _frames(puzzle: Puzzle, boards: Sequence[Board]) -> Iterator[Lines]:
    """The drawings, all of one size, so placed that what stays stands still."""
    drawn = [_cells(draw(puzzle, board, width=WIDTH, plain=False)) for board in boards]
    places, at = [], (0, 0)
    for before, now in zip((drawn[0], *drawn), drawn, strict=False):
        down, right = (0, 0) if _size(before) == _size(now) else _shift(before, now)
        at = at[0] + down, at[1] + right
        places.append(at)
    top, left = (min(column) for column in zip(*places, strict=True))
    high = max(place[0] + _size(one)[0] for place, one in zip(places, drawn, strict=True)) - top
    wide = max(place[1] + _size(one)[1] for place, one in zip(places, drawn, strict=True)) - left
    for (down, right), cells in zip(places, drawn, strict=True):
        grid = [[(row + top - down, column + left - right) for column in range(wide)] for row in range(high)]
        yield [joined(*zip(*(cells.get(place, BLANK) for place in row), strict=True)) for row in grid]


BLANK: Cell = (" ", "blank")


def _cells(lines: Lines) -> dict[Place, Cell]:
    """What stands at each place that is not blank."""
    return {
        (row, column): cell
        for row, line in enumerate(lines)
        for column, cell in enumerate((letter, piece.kind) for piece in line for letter in piece.text)
        if not cell[0].isspace()
    }


def _size(cells: dict[Place, Cell]) -> Place:
    return max(row for row, _ in cells) + 1, max(column for _, column in cells) + 1


def _shift(before: dict[Place, Cell], now: dict[Place, Cell]) -> Place:
    """By how many lines and columns the new drawing has to move for most of it to stand where it stood, 0 if any."""

    def kept(shift: Place) -> tuple[int, int]:
        down, right = shift
        same = sum(before.get((row + down, column + right)) == cell for (row, column), cell in now.items())
        return same, -abs(down) - abs(right)

    return max(((down, right) for down in range(-FAR, FAR + 1) for right in range(-FAR, FAR + 1)), key=kept)
