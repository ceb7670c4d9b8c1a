"""Rules by a name, each for a whole grid: from its form, the groups and constraints that it stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from puzzles.latin.grouped import Group
from puzzles.sudoku.constraints import Constraint, Place

if TYPE_CHECKING:
    from puzzles.sudoku.puzzle import Sudoku

DIAGONAL, WINDOW, CORRESPONDING = "diagonal", "window", "set of corresponding cells"


class Made(NamedTuple):
    """What a rule adds."""

    groups: Sequence[Group] = ()
    constraints: Sequence[Constraint] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """`words`: the rule in one sentence. `admits`: whether a grid of that order and those boxes can have it."""

    words: str
    make: Callable[[Sudoku], Made]
    admits: Callable[[int, tuple[int, int]], bool] = lambda order, boxes: True


def _group(form: Sudoku, kind: str, name: str, places: Iterable[Place]) -> Group:
    return Group(kind, name, tuple(form.cell_at[place] for place in places))


def _diagonals(form: Sudoku) -> Made:
    n = form.order
    return Made(
        [
            _group(form, DIAGONAL, "the falling diagonal", ((k, k) for k in range(n))),
            _group(form, DIAGONAL, "the rising diagonal", ((k, n - 1 - k) for k in range(n))),
        ]
    )


def _windows(form: Sudoku) -> Made:
    """Squares of the boxes' size between them, as in Windoku."""
    side = form.boxes[0]
    starts = range(1, form.order - side, side + 1)
    numbered = enumerate(((row, column) for row in starts for column in starts), 1)
    return Made(
        [
            _group(form, WINDOW, f"window {number}", ((row + a, column + b) for a in range(side) for b in range(side)))
            for number, (row, column) in numbered
        ]
    )


def _corresponding(form: Sudoku) -> Made:
    high, wide = form.boxes
    n = form.order
    return Made(
        [
            _group(
                form,
                CORRESPONDING,
                f"{CORRESPONDING} {a * wide + b + 1}",
                ((row + a, column + b) for row in range(0, n, high) for column in range(0, n, wide)),
            )
            for a in range(high)
            for b in range(wide)
        ]
    )


def pairs(form: Sudoku, steps: Iterable[Place]) -> Iterator[tuple[int, int]]:
    """All two cells that are one of these steps apart."""
    for down, right in steps:
        for cell, (row, column) in enumerate(form.places):
            other = form.cell_at.get((row + down, column + right))
            if other is not None:
                yield cell, other


BESIDE = ((0, 1), (1, 0))
KNIGHT = ((1, 2), (2, 1), (1, -2), (2, -1))
KING = ((1, 1), (1, -1))


def _differing(kind: str, steps: Iterable[Place]) -> Callable[[Sudoku], Made]:
    def make(form: Sudoku) -> Made:
        return Made([Group(kind, f"{kind} {number}", pair) for number, pair in enumerate(pairs(form, steps), 1)])

    return make


def _never_consecutive(form: Sudoku) -> Made:
    return Made((), [Constraint("apart", pair) for pair in pairs(form, BESIDE)])


def _all_marked(form: Sudoku) -> Made:
    """Neighbours that no constraint calls consecutive are not."""
    marked = {frozenset(one.cells) for one in form.constraints if one.kind == "consecutive"}
    return Made((), [Constraint("apart", pair) for pair in pairs(form, BESIDE) if frozenset(pair) not in marked])


def _all_dots(form: Sudoku) -> Made:
    """Neighbours without a mark are neither consecutive nor one twice the other."""
    marked = {frozenset(one.cells) for one in form.constraints if one.kind in ("consecutive", "double")}
    plain = [pair for pair in pairs(form, BESIDE) if frozenset(pair) not in marked]
    return Made((), [Constraint(kind, pair) for pair in plain for kind in ("apart", "not-double")])


def _stretches(form: Sudoku) -> Made:
    return Made((), [Constraint("stretch", cells) for cells in form.stretches])


def square_boxes(order: int, boxes: tuple[int, int]) -> bool:
    return boxes[0] == boxes[1] > 1


RULES: Mapping[str, Rule] = {
    "diagonals": Rule("The values of both diagonals differ, too.", _diagonals),
    "windows": Rule("The windows between the boxes hold each value once, too.", _windows, square_boxes),
    "corresponding": Rule(
        "Cells at the same place of the boxes differ, too.", _corresponding, lambda order, boxes: boxes[0] > 0
    ),
    "anti-knight": Rule("Cells a knight's move apart differ.", _differing("knight's move", KNIGHT)),
    "anti-king": Rule("Cells that touch by a corner differ.", _differing("king's move", KING)),
    "non-consecutive": Rule("Neighbours never hold consecutive values.", _never_consecutive),
    "all-marked": Rule("All neighbours with consecutive values are marked.", _all_marked),
    "all-dots": Rule("All neighbours that are consecutive, or one twice the other, are marked.", _all_dots),
    "stretches": Rule("White cells in a stretch hold consecutive values in some order.", _stretches),
}
"""All rules, by the word that people write."""
