"""Constraints over cells as automata, for constraint solvers. No code of the compiled rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from puzzles.peers import Walk
from puzzles.sudoku.constraints import KINDS, Constraint


class _Fold(NamedTuple):
    """`step` and `accepts` of a `Walk`, of values as people see them and, last, the constraint's number and cells."""

    start: Hashable
    step: Callable[[Any, int, int, int], Hashable | None]
    accepts: Callable[[Any, int], bool]


def _times(product: int, value: int, number: int) -> int | None:
    """Their product; None if it divides the number no more and can't become 0."""
    found = product * value
    if number == 0:
        return min(found, 1)
    return found if found and number % found == 0 else None


def _made(state: tuple[int, int | None], value: int, number: int) -> Hashable | None:
    total, product = state[0] + value, None if state[1] is None else _times(state[1], value, number)
    return (total, product) if total <= number or product is not None else None


def _seen(state: tuple[int, int], value: int, number: int) -> Hashable | None:
    highest, seen = state
    return state if value <= highest else (value, seen + 1) if seen < number else None


def _parked(state: tuple[int, int], value: int, parks: int, cells: int) -> Hashable | None:
    """The parks so far, and as a mask the heights."""
    met, heights = state
    if value == 0:
        return (met + 1, heights) if met < parks else None
    return None if value > cells - parks or heights >> value & 1 else (met, heights | 1 << value)


def _spanned(state: tuple[int, ...], value: int, length: int) -> Hashable | None:
    low, high = min((*state, value)), max((*state, value))
    return (low, high) if high - low < length else None


FOLDS = {
    "sum": _Fold(
        0,
        lambda total, value, number, _: total + value if total + value <= number else None,
        lambda total, number: total == number,
    ),
    "product": _Fold(
        1, lambda product, value, number, _: _times(product, value, number), lambda product, number: product == number
    ),
    "makes": _Fold((0, 1), lambda state, value, number, _: _made(state, value, number), lambda state, n: n in state),
    "less": _Fold(-1, lambda last, value, *_: value if value > last else None, lambda last, _: True),
    "stretch": _Fold((), lambda state, value, _, length: _spanned(state, value, length), lambda state, _: True),
    "arrow": _Fold(
        (),
        lambda rest, value, *_: value if rest == () else rest - value if value <= rest else None,
        lambda rest, _: rest == 0,
    ),
    "parks": _Fold((0, 0), _parked, lambda state, number: state[0] == number),
    "views": _Fold((0, 0), lambda state, value, number, _: _seen(state, value, number), lambda s, n: s[1] == n),
}
"""Kinds of any number of cells. Those of a stretch differ, as the group that it is says; so a short span is enough."""


def walk(constraint: Constraint, first: int) -> Walk:
    """The constraint over values from 0; `first`: the number by which people see value 0. Two cells remember both."""
    kind, cells, number = constraint.kind, constraint.cells, constraint.value
    if len(cells) <= 2:
        holds = KINDS[kind].holds
        return Walk(cells, (), lambda seen, value: (*seen, value + first), lambda seen: holds(seen, number))
    fold = FOLDS[kind]
    return Walk(
        cells,
        fold.start,
        lambda state, value: fold.step(state, value + first, number, len(cells)),
        lambda state: fold.accepts(state, number),
    )
