"""The variants that have a name among people: each by what its puzzles consist of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzles.sudoku.puzzle import Sudoku


def _made_of(*kinds: str, boxes: bool | None = None) -> Callable[[Sudoku], bool]:
    """Puzzles with constraints of these kinds and no others, without rules; with boxes, without, or either."""

    def fits(puzzle: Sudoku) -> bool:
        found = {one.kind for one in puzzle.constraints}
        boxed = puzzle.boxes[0] > 0 or bool(puzzle.regions)
        return bool(found) and found <= {*kinds} and not puzzle.rules and boxes in (None, boxed)

    return fits


def _plain(*, regions: bool) -> Callable[[Sudoku], bool]:
    def fits(puzzle: Sudoku) -> bool:
        boxed = bool(puzzle.regions) if regions else puzzle.boxes[0] > 0
        return boxed and not puzzle.rules and not puzzle.constraints

    return fits


@dataclass(frozen=True, slots=True)
class Variant:
    """`title`: its name among people. `rule`: what it adds to rows and columns, in one sentence.

    `fits`: whether a puzzle is one; by default, whether it has these `rules` by name and nothing else. `boxed`: the
    generator gives it boxes; `overlaps`: several grids. `played`: values of the one that a person is offered to play, 0
    if none is generated.
    """

    name: str
    title: str
    rule: str
    fits: Callable[[Sudoku], bool] | None = None
    rules: tuple[str, ...] = ()
    boxed: bool = True
    overlaps: bool = False
    played: int = 9

    def is_of(self, puzzle: Sudoku) -> bool:
        if self.fits is not None:
            return self.fits(puzzle)
        return puzzle.rules == self.rules and not puzzle.constraints and not puzzle.regions


GRAPH = "graph-colouring"
BOXES = "Each value stands exactly once in every row, column and box"

VARIANTS = (
    Variant(
        "samurai", "Samurai Sudoku", f"{BOXES} of each grid.", lambda puzzle: len(puzzle.corners) > 1, overlaps=True
    ),
    Variant(
        "str8ts",
        "Str8ts",
        "White cells in a stretch hold consecutive values in some order; none twice in a row or column.",
        lambda puzzle: "stretches" in puzzle.rules,
        rules=("stretches",),
        boxed=False,
        played=6,
    ),
    Variant("sudoku", "Sudoku", f"{BOXES}.", _plain(regions=False)),
    Variant(
        "jigsaw",
        "Jigsaw Sudoku",
        "Each value stands exactly once in every row, column and region.",
        _plain(regions=True),
        boxed=False,
    ),
    Variant("diagonal", "Diagonal Sudoku (X)", f"{BOXES}, and on both diagonals.", rules=("diagonals",)),
    Variant("windoku", "Windoku", f"{BOXES}, and in the four windows.", rules=("windows",)),
    Variant(
        "anti-knight", "Anti-knight Sudoku", f"{BOXES}; cells a knight's move apart differ.", rules=("anti-knight",)
    ),
    Variant("anti-king", "Anti-king Sudoku", f"{BOXES}; cells that touch by a corner differ.", rules=("anti-king",)),
    Variant(
        "non-consecutive",
        "Non-consecutive Sudoku",
        f"{BOXES}; neighbours never hold consecutive values.",
        rules=("non-consecutive",),
    ),
    Variant(
        "killer",
        "Killer Sudoku",
        f"{BOXES}; the values of a cage differ and add up to its sum.",
        _made_of("cage", "distinct", boxes=True),
    ),
    Variant(
        "kenken",
        "KenKen",
        "Each value stands exactly once in every row and column; those of a cage make its number by its sign.",
        _made_of("sum", "product", "difference", "quotient", "makes", boxes=False),
        boxed=False,
        played=6,
    ),
    Variant(
        "futoshiki",
        "Futoshiki",
        "Each value stands exactly once in every row and column; signs say which of two neighbours is less.",
        lambda puzzle: _made_of("less", boxes=False)(puzzle) and all(len(one.cells) == 2 for one in puzzle.constraints),
        boxed=False,
        played=6,
    ),
    Variant(
        "skyscrapers",
        "Skyscrapers",
        "Each height stands once in every row and column, parks are 0; numbers at the rim say how many are seen.",
        lambda puzzle: {one.kind for one in puzzle.constraints} - {"parks"} == {"views"} and puzzle.boxes[0] == 0,
        boxed=False,
        played=6,
    ),
    Variant(
        "consecutive",
        "Consecutive Sudoku",
        "All neighbours with consecutive values are marked, and no others.",
        lambda puzzle: puzzle.rules == ("all-marked",),
        rules=("all-marked",),
    ),
    Variant(
        "kropki",
        "Kropki",
        "Marks say which neighbours are consecutive, or one twice the other.",
        lambda puzzle: puzzle.rules == ("all-dots",) or _made_of("consecutive", "double")(puzzle),
    ),
    Variant(
        "even-odd",
        "Even-odd Sudoku",
        f"{BOXES}; marked cells hold even or odd values.",
        _made_of("even", "odd", boxes=True),
    ),
    Variant(
        "thermometers", "Thermo Sudoku", f"{BOXES}; values rise along each thermometer.", _made_of("less", boxes=True)
    ),
    Variant(
        "arrows",
        "Arrow Sudoku",
        f"{BOXES}; the values on an arrow add up to the one it begins with.",
        _made_of("arrow", boxes=True),
    ),
    Variant(
        "renban", "Renban", f"{BOXES}; a line holds consecutive values in some order.", _made_of("stretch"), played=6
    ),
    Variant(
        "palindromes",
        "Palindrome Sudoku",
        f"{BOXES}; lines read the same from both ends.",
        _made_of("equal", boxes=True),
        played=0,
    ),
    Variant(
        GRAPH,
        "Graph colouring",
        "Vertices that an edge joins have different colours.",
        lambda puzzle: puzzle.graph,
        boxed=False,
        played=4,
    ),
    Variant(
        "minarism",
        "Minarism",
        "Each value stands exactly once in every row and column; signs and differences stand between neighbours.",
        _made_of("less", "difference", "consecutive", boxes=False),
        boxed=False,
        played=0,
    ),
)
OWN = Variant(
    "own",
    "Sudoku of one's own rules",
    "Rows and columns hold no value twice; the other rules stand below the grid.",
    lambda puzzle: True,
)


def variant_of(puzzle: Sudoku) -> Variant:
    """The first that the puzzle fits; OWN for a puzzle without a name."""
    return next((one for one in VARIANTS if one.is_of(puzzle)), OWN)


VARIANT_OF = {one.name: one for one in VARIANTS}
"""By name."""
