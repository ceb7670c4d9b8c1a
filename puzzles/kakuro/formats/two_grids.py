"""Two grids: `rows=`, `columns=`, then `Horizontal` with across sums and `Vertical` with down sums.

In each grid `0` is a white cell, a sum stands in its black cell, and `#` is black without one. A digit
cannot be given.
"""

from __future__ import annotations

import re

from puzzles.errors import PuzzleError
from puzzles.kakuro.formats.drawn_grid import Clue, Drawing, Square, black, cells_of, check_widths, white
from puzzles.text.fields import Field, used_lines
from puzzles.text.quoting import quoted

_SIZE = re.compile(r"(rows|columns)\s*=\s*(.*)", re.IGNORECASE)
_TITLE = re.compile(r"(horizontal|vertical)\s*:?", re.IGNORECASE)


def likeness(text: str) -> float:
    """1 if a line is `Horizontal` or `Vertical` or a size; else 0."""
    lines = [line.strip() for line in text.split("\n", 50)[:50]]
    return 1.0 if any(_TITLE.fullmatch(line) or _SIZE.fullmatch(line) for line in lines) else 0.0


def read(text: str) -> Drawing:
    """The drawn grid."""
    sizes: dict[str, Field] = {}
    grids: dict[str, list[list[Field]]] = {}
    current: list[list[Field]] | None = None
    for line in map(Field.stripped, used_lines(text)):
        size, title = _SIZE.fullmatch(line.text), _TITLE.fullmatch(line.text)
        if size:
            sizes[size[1].lower()] = line.part(size[2], size.start(2))
        elif title:
            current = grids.setdefault(title[1].lower(), [])
        elif current is None:
            raise line.error(f"found {quoted(line.text)}", "rows=, columns= or Horizontal")
        else:
            current.append(cells_of(line, "," if "," in line.text else None))
    for name in ("horizontal", "vertical"):
        if not grids.get(name):
            raise PuzzleError(f"there is no {name.title()} grid", "the grids Horizontal and Vertical")
    across, down = grids["horizontal"], grids["vertical"]
    for name, found in (("rows", len(across)), ("columns", len(across[0]))):
        if name in sizes and sizes[name].number("a whole number") != found:
            raise sizes[name].error(f"{name}={sizes[name].text}, the Horizontal grid has {found}", str(found))
    if len(down) != len(across):
        raise down[-1][0].error(f"the Vertical grid has {len(down)} rows", f"{len(across)}, as Horizontal")
    check_widths(across)
    check_widths(down, len(across[0]))
    return Drawing(tuple(tuple(map(_square, *pair)) for pair in zip(across, down, strict=True)))


def _square(across: Field, down: Field) -> Square:
    right, below = _sum(across), _sum(down)
    if (right == 0) != (below == 0):
        colours = ("white", "black") if below == 0 else ("black", "white")
        raise down.error(f"{colours[0]} cell in Vertical", f"{colours[1]}, as in Horizontal")
    if right == 0:
        return white(across)
    return black(
        across,
        Clue(right, across) if right else None,
        Clue(below, down) if below else None,
    )


def _sum(field: Field) -> int | None:
    """0 for a white cell, None for `#`."""
    return None if field.text == "#" else field.number("#, 0 for a white cell, or a sum")
