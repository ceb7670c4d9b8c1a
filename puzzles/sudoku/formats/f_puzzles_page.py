"""The puzzle of a page of f-puzzles.com, as JSON. Drawings and texts in it are passed over; a constraint of a kind that
is none here is refused by its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from puzzles.errors import PuzzleError
from puzzles.latin.grouped import HOLE
from puzzles.sudoku.constraints import Constraint, Place
from puzzles.sudoku.formats.reading import Frame, Reading, made, numbered_regions, rim_lines
from puzzles.sudoku.puzzle import LARGEST_CALCULATED, MAX_ORDER, NO_BOXES, require_order, usual_boxes
from puzzles.text.fields import NOWHERE
from puzzles.text.quoting import listed, quoted

CELL = re.compile(r"R(\d{1,2})C(\d{1,2})")


class Mark(msgspec.Struct, frozen=True):
    """Cells of a constraint, in any of the ways in which the page has them."""

    cells: list[str] = []
    cell: str = ""
    lines: list[list[str]] = []
    value: str | int | None = None
    clones: list[str] = msgspec.field(name="cloneCells", default_factory=list)


class Entry(msgspec.Struct, frozen=True):
    """A cell of the grid. `given`: its value is one; others are a player's."""

    value: int | None = None
    given: bool = False
    region: int | None = -1


class Page(msgspec.Struct, frozen=True):
    size: int
    grid: list[list[Entry]]


def read(text: str) -> Reading:
    """The reading; PuzzleError, without a place."""
    try:
        data = msgspec.json.decode(text, type=dict[str, Any])
        return _read(data, msgspec.convert(data, Page))
    except msgspec.MsgspecError as error:
        raise PuzzleError(f"the link's puzzle can't be read ({str(error)[:80]})", "one of f-puzzles.com") from None
    except RecursionError:
        raise PuzzleError("the link's puzzle is nested too deeply", "one of f-puzzles.com") from None


def _read(data: dict[str, Any], page: Page) -> Reading:
    order = require_order(page.size)
    if order > min(MAX_ORDER, LARGEST_CALCULATED) or [len(row) for row in page.grid] != [order] * order:
        raise PuzzleError(f"the grid does not fit size {order}", f"{order} rows of {order} cells")
    entries = {(r, c): entry for r, row in enumerate(page.grid) for c, entry in enumerate(row)}
    values = {}
    for place, entry in entries.items():
        if entry.given and (entry.value is None or not 1 <= entry.value <= order):
            raise PuzzleError(f"a given {quoted(entry.value)} in r{place[0] + 1}c{place[1] + 1}", f"1 to {order}")
        values[place] = (entry.value - 1 if entry.given and entry.value else HOLE), NOWHERE
    boxes, regions = _regions(entries, order)
    cells = _Cells(order)
    found: list[Constraint] = []
    rules = []
    for key, value in data.items():
        if not value or key in PASSED_OVER:
            continue
        if key in RULE_OF:
            rules.append(RULE_OF[key])
        elif key in DIAGONALS:
            found.append(Constraint("distinct", tuple(cells.number(place) for place in DIAGONALS[key](order))))
        elif key in MAKERS:
            for mark in msgspec.convert(value, list[Mark]):
                found += [Constraint(kind, tuple(of), number) for kind, of, number in MAKERS[key](mark, cells)]
        else:
            raise PuzzleError(f"there is no constraint {quoted(key)} here", listed([*RULE_OF, *MAKERS], "or"))
    return made(
        Frame(order, values),
        boxes=boxes,
        regions=regions,
        rules=tuple(rules),
        constraints=found,
        note=str(data.get("title") or "")[:80],
    )


def _regions(entries: dict[Place, Entry], order: int) -> tuple[tuple[int, int], dict[Place, int] | None]:
    """The boxes, or the regions where they are others; neither if a cell is in none."""
    high, wide = boxes = usual_boxes(order)
    usual = {(r, c): r // high * (order // wide) + c // wide if high else -1 for r, c in entries}
    names = {place: usual[place] if entry.region == -1 else entry.region for place, entry in entries.items()}
    if any(one is None for one in names.values()):
        return NO_BOXES, None
    if names == usual:
        return boxes, None
    return NO_BOXES, numbered_regions({place: str(one) for place, one in names.items()}, order)


class _Cells:
    """Cells by the names that the page has for them, such as R1C2."""

    def __init__(self, order: int) -> None:
        self.order = order

    def place(self, name: str) -> Place:
        match = CELL.fullmatch(name)
        if match is None or max(int(match[1]), int(match[2])) > self.order + 1:
            raise PuzzleError(f"{quoted(name)} is no cell", f"R1C1 to R{self.order}C{self.order}")
        return int(match[1]) - 1, int(match[2]) - 1

    def number(self, place: Place) -> int:
        if not all(0 <= one < self.order for one in place):
            raise PuzzleError(f"R{place[0] + 1}C{place[1] + 1} is outside of the grid", f"1 to {self.order}")
        return place[0] * self.order + place[1]

    def of(self, names: Iterable[str]) -> list[int]:
        return [self.number(self.place(name)) for name in names]

    def seen_from(self, name: str) -> list[int]:
        """The line of cells that is seen from a place beside the grid, the nearest first."""
        n, sides = self.order, range(self.order)
        rim = [*((-1, k) for k in sides), *((n, k) for k in sides), *((k, -1) for k in sides), *((k, n) for k in sides)]
        line = dict(zip(rim, rim_lines(n), strict=True)).get(self.place(name))
        if line is None:
            raise PuzzleError(f"{quoted(name)} is not beside the grid", "a place before a row or a column")
        return [*line]


Found = Iterator[tuple[str, list[int], int]]
Maker = Callable[[Mark, _Cells], Found]


def _number(mark: Mark, usual: int = 0) -> int:
    text = str(mark.value if mark.value not in (None, "") else usual)
    if not text.isdecimal() or len(text) > 9:
        raise PuzzleError(f"{quoted(text)} is no number of a constraint", "a whole number")
    return int(text)


def _cage(mark: Mark, cells: _Cells) -> Found:
    number = 0 if mark.value in (None, "") else _number(mark)
    yield "cage" if number else "distinct", cells.of(mark.cells), number


def _arrow(mark: Mark, cells: _Cells) -> Found:
    if len(mark.cells) != 1:
        raise PuzzleError("an arrow whose sum has several cells", "one of one cell")
    for line in mark.lines:
        yield "arrow", [*cells.of(mark.cells), *cells.of(one for one in line if one != mark.cells[0])], 0


def _each(
    kind: str, lines: Callable[[Mark], Iterable[Iterable[str]]], number: Callable[[Mark], int] = lambda _: 0
) -> Maker:
    """The kind on each of these lists of cells."""

    def make(mark: Mark, cells: _Cells) -> Found:
        yield from ((kind, cells.of(line), number(mark)) for line in lines(mark))

    return make


def _mirrored(mark: Mark) -> Iterator[tuple[str, str]]:
    for line in mark.lines:
        yield from list(zip(line, reversed(line), strict=True))[: len(line) // 2]


def _difference(mark: Mark, cells: _Cells) -> Found:
    number = _number(mark, 1)
    yield ("consecutive", cells.of(mark.cells), 0) if number == 1 else ("difference", cells.of(mark.cells), number)


def _ratio(mark: Mark, cells: _Cells) -> Found:
    number = _number(mark, 2)
    yield ("double", cells.of(mark.cells), 0) if number == 2 else ("quotient", cells.of(mark.cells), number)


def _roman(mark: Mark, cells: _Cells) -> Found:
    if mark.value not in ("X", "V"):
        raise PuzzleError(f"{quoted(mark.value)} between two cells", "X or V")
    yield "sum", cells.of(mark.cells), 10 if mark.value == "X" else 5


def _skyscraper(mark: Mark, cells: _Cells) -> Found:
    yield "views", cells.seen_from(mark.cell), _number(mark)


def _extreme(sign: int) -> Maker:
    """Less or more than each neighbour: the signs between them."""

    def make(mark: Mark, cells: _Cells) -> Found:
        row, column = cells.place(mark.cell)
        beside = [(row + down, column + right) for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0))]
        for other in (one for one in beside if all(0 <= k < cells.order for k in one)):
            pair = [cells.number((row, column)), cells.number(other)]
            yield "less", pair[::sign], 0

    return make


MAKERS: dict[str, Maker] = {
    "killercage": _cage,
    "extraregion": _each("distinct", lambda mark: [mark.cells]),
    "thermometer": _each("less", lambda mark: mark.lines),
    "arrow": _arrow,
    "renban": _each("stretch", lambda mark: mark.lines),
    "palindrome": _each("equal", _mirrored),
    "clone": _each("equal", lambda mark: zip(mark.cells, mark.clones, strict=False)),
    "difference": _difference,
    "ratio": _ratio,
    "xv": _roman,
    "even": _each("even", lambda mark: [[mark.cell]]),
    "odd": _each("odd", lambda mark: [[mark.cell]]),
    "littlekillersum": _each("sum", lambda mark: [mark.cells], _number),
    "skyscraper": _skyscraper,
    "minimum": _extreme(1),
    "maximum": _extreme(-1),
}
RULE_OF = {
    "antiknight": "anti-knight",
    "antiking": "anti-king",
    "nonconsecutive": "non-consecutive",
    "disjointgroups": "corresponding",
}
DIAGONALS: dict[str, Callable[[int], list[Place]]] = {
    "diagonal+": lambda order: [(order - 1 - k, k) for k in range(order)],
    "diagonal-": lambda order: [(k, k) for k in range(order)],
}
TEXTS = {"title", "author", "ruleset", "comment", "msg", "solution", "successMessage"}
DRAWINGS = {"line", "rectangle", "circle", "text", "cage", "disableGridlines", "highlightConflicts"}
PASSED_OVER = {"size", "grid", "truecandidatesoptions", "disabledlogic", *TEXTS, *DRAWINGS}
"""What no rule is: the grid itself, texts, settings and drawings."""
