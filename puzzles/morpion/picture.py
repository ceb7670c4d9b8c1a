"""A game as a standalone SVG picture: start dots filled, each move's dot a circle with its number, all lines drawn."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.morpion.formats.found_game import box, described
from puzzles.morpion.puzzle import VARIANTS, Move
from puzzles.text.quoting import counted
from puzzles.text.svg import document

CELL = 30
"""Pixels between two neighbouring squares."""

HEAD, FOOT, MARGIN = 44, 40, 30
NARROWEST = 360
"""Pixels: the title and the legend need them, whatever the game."""

LEGEND = "Black discs are the start cross; circles are the moves' dots, numbered in order of play."

STYLE = (
    "text{font-family:sans-serif;text-anchor:middle;fill:#111}"
    ".title{font-size:18px;font-weight:bold}.legend{font-size:12px;text-anchor:start}"
    ".grid{stroke:#ddd;stroke-width:1}.line{stroke:#1f5fa8;stroke-width:2.5;stroke-linecap:round}"
    ".start{fill:#111}.dot{fill:#fff;stroke:#111;stroke-width:1.2}.number{font-size:9px}"
)


def write(variant: str, moves: Sequence[Move], about: Sequence[tuple[str, str]] = ()) -> str:
    rules = VARIANTS[variant]
    left, top, right, bottom = box(variant, moves)
    columns, rows = right - left + 2, bottom - top + 2
    width = max(columns * CELL + 2 * MARGIN, NARROWEST)
    height = rows * CELL + HEAD + FOOT + MARGIN
    indent = (width - columns * CELL) / 2

    def at(x: float, y: float) -> tuple[str, str]:
        return f"{indent + (x - left + 1) * CELL:g}", f"{HEAD + (y - top + 1) * CELL:g}"

    title = f"Morpion Solitaire {variant}: {counted(len(moves), 'move')}"
    parts = [_line("grid", at(x, top - 1), at(x, bottom + 1)) for x in range(left - 1, right + 2)]
    parts += [_line("grid", at(left - 1, y), at(right + 1, y)) for y in range(top - 1, bottom + 2)]
    for move in moves:
        squares = move.squares(rules.length)
        parts.append(_line("line", at(*squares[0]), at(*squares[-1])))
    parts += [_circle("start", at(x, y), 5) for x, y in sorted(rules.cross)]
    for number, move in enumerate(moves, start=1):
        x, y = at(move.x, move.y)
        parts.append(f'{_circle("dot", (x, y), 10)}<text class="number" x="{x}" y="{y}" dy="3.2">{number}</text>')
    foot = height - FOOT / 2
    parts += [
        _circle("start", (f"{MARGIN}", f"{foot - 4:g}"), 5),
        f'<text class="legend" x="{MARGIN + 12}" y="{foot:g}">start dot</text>',
        _circle("dot", (f"{MARGIN + 90}", f"{foot - 4:g}"), 10),
        f'<text class="legend" x="{MARGIN + 104}" y="{foot:g}">dot of a move, in order of play</text>',
    ]
    about_it = described("; ".join(f"{key}: {value}" for key, value in about))
    return document(width, height, title, about_it or LEGEND, STYLE, parts)


def _line(kind: str, start: tuple[str, str], end: tuple[str, str]) -> str:
    return f'<line class="{kind}" x1="{start[0]}" y1="{start[1]}" x2="{end[0]}" y2="{end[1]}"/>'


def _circle(kind: str, centre: tuple[str, str], radius: int) -> str:
    return f'<circle class="{kind}" cx="{centre[0]}" cy="{centre[1]}" r="{radius}"/>'
