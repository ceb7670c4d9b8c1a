"""A game as a standalone SVG picture: the first position, each cell with the number of the move that removes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from puzzles.samegame.position import Replay
from puzzles.samegame.puzzle import Move, SameGamePuzzle
from puzzles.text.quoting import cleaned
from puzzles.text.svg import document

CELL = 30
"""Pixels of a cell's side."""

MARGIN, HEAD, FOOT = 30, 74, 40
NARROWEST = 600
"""The figures and the legend need it, whatever the board's width."""

PAINTS = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#d55e00", "#cc79a7", "#4477aa", "#999999", "#e8e8e8")
"""One for each colour, distinct for most eyes: Okabe and Ito's, lighter ones in place of its black and its blue."""

SHAPES = "●▲■◆★○△□◇"
"""One for each colour, as the app draws it: nothing is shown by colour alone."""

STYLE = (
    "text{font-family:sans-serif;text-anchor:middle;fill:#111}"
    ".title{font-size:18px;font-weight:bold}.facts{font-size:13px}.legend{font-size:13px;text-anchor:start}"
    ".number{font-size:12px}.shape{font-size:8px}.large{font-size:15px}"
    ".edge{stroke:#fff;stroke-width:2}.left{fill:none;stroke:#111;stroke-width:2}"
    + "".join(f".c{colour}{{fill:{paint}}}" for colour, paint in enumerate(PAINTS))
)


def write(puzzle: SameGamePuzzle, board: Sequence[int], about: str) -> str:
    """The picture of a legal game, or of the board if it has no move. `about`: the line below the title."""
    game = Replay(puzzle, board)
    inner = puzzle.width * CELL
    width, height = max(inner + 2 * MARGIN, NARROWEST), puzzle.height * CELL + HEAD + FOOT
    indent = (width - inner) // 2
    parts = [f'<text class="facts" x="{width / 2:g}" y="52">{escape(about)}</text>']
    cells = {
        Move(column, row): colour
        for column, colours in enumerate(game.positions[0].columns)
        for row, colour in enumerate(colours)
    }

    def corner(cell: Move) -> tuple[int, int]:
        return indent + cell.column * CELL, HEAD + (puzzle.height - 1 - cell.row) * CELL

    for cell, colour in cells.items():
        parts += _cell(*corner(cell), colour, game.gone.get(cell, 0), played=bool(board))
    for cell in cells:
        parts += _edges(cell, cells, game.gone, *corner(cell))
    if board:
        left = [corner(cell) for cell in cells if cell not in game.gone]
        side = CELL - 4
        parts += [f'<rect class="left" x="{x + 2}" y="{y + 2}" width="{side}" height="{side}"/>' for x, y in left]
        parts += _legend(height - FOOT // 2, left=bool(left))
    return document(width, height, cleaned(puzzle.title), about, STYLE, parts)


def _cell(x: int, y: int, colour: int, number: int, *, played: bool) -> Iterator[str]:
    yield f'<rect class="c{colour}" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>'
    if played:
        yield f'<text class="shape" x="{x + 7}" y="{y + 10}">{SHAPES[colour]}</text>'
    else:
        yield f'<text class="large" x="{x + CELL / 2:g}" y="{y + CELL / 2 + 5:g}">{SHAPES[colour]}</text>'
    if number:
        yield f'<text class="number" x="{x + CELL / 2 + 1:g}" y="{y + CELL - 8}">{number}</text>'


def _edges(cell: Move, cells: dict[Move, int], gone: dict[Move, int], x: int, y: int) -> Iterator[str]:
    """Lines to the right and above, where the next cell goes at another move or has another colour."""
    for beside, (from_x, from_y) in (
        (Move(cell.column + 1, cell.row), (x + CELL, y + CELL)),
        (Move(cell.column, cell.row + 1), (x, y)),
    ):
        if beside in cells and (gone.get(beside), cells[beside]) != (gone.get(cell), cells[cell]):
            yield f'<line class="edge" x1="{from_x}" y1="{from_y}" x2="{x + CELL}" y2="{y}"/>'


def _legend(y: int, *, left: bool) -> Iterator[str]:
    yield f'<text class="legend" x="{MARGIN}" y="{y + 4}">A number is that of the move which removes the cell.</text>'
    if left:
        x = MARGIN + 360
        yield f'<rect class="left" x="{x}" y="{y - 8}" width="16" height="16"/>'
        yield f'<text class="legend" x="{x + 24}" y="{y + 4}">left at the end</text>'
