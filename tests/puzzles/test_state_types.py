"""Kernels read of a state what Python has in it, whatever its fields are, and write into its arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from numba.core.errors import TypingError

from puzzles.engine.dispatchers import compiled_inner, uncached
from puzzles.engine.state_types import StateType, type_of

pytestmark = pytest.mark.compiled


class Inner(NamedTuple):
    flags: Any
    scale: float
    rows: Any


class Outer(NamedTuple):
    number: int
    inner: Inner
    nothing: None
    words: tuple[Any, ...]
    matrix: Any
    swapped: Any
    certain: bool
    table: Any
    last: Any


STRIDES = ((96, 32, 8), (16, 32), (8,), 1)
"""In bytes, of three arrays of `_outer`, and an item's size of the last."""

RECORD = np.dtype([("a", np.int64), ("b", np.float64, (2,))])


def _outer(**changed: Any) -> Outer:
    fields = {
        "number": -(2**62),
        "inner": Inner(np.array([True, False, True]), 0.1, np.arange(6, dtype=np.int32).reshape(2, 3)),
        "nothing": None,
        "words": (np.array([2**63 + 1], np.uint64), np.zeros(0, np.uint64)),
        "matrix": np.arange(24.0).reshape(2, 3, 4),
        "swapped": np.arange(12).reshape(3, 4).T[::2],
        "certain": True,
        "table": np.array((7, (0.5, 1.5)), RECORD)[()],
        "last": np.array([9], np.int8),
    }
    return Outer(**fields | changed)


def _inside(inner, total):
    flags, scale, rows = inner  # an unpacked state
    for one in flags:
        total += scale if one else 0.0
    return total + rows[1, 2] + rows.size + rows.shape[1]


inside = compiled_inner(_inside, inline=False)


@uncached
def read(outer):
    """All that can be read of it, each at a place of its own."""
    total = inside(outer.inner, 0.0)
    size = outer.words[1].size + outer.matrix.size + outer.swapped.size
    corner = outer.matrix[1, 2, 3] + outer.swapped[1, 2]
    absent = outer.nothing is None
    return (
        outer.number,
        total,
        outer.words[0][0],
        size,
        corner,
        absent and outer.certain,
        outer.table.a + outer.table.b[1],
        np.int64(outer.last[outer.last.size - 1]),
        (outer.matrix.strides, outer.swapped.strides, outer.words[0].strides, outer.last.itemsize),
    )


@uncached
def write(outer):
    outer.inner.rows[1, 2] = 77
    outer.swapped[1, 2] = 88
    outer.last[0] += 1
    return outer.inner.rows[1, 2] + outer.swapped[1, 2] + np.int64(outer.last[0])


def test_each_field_is_what_python_has():
    found = read(_outer())
    assert found == (-(2**62), 0.2 + 5 + 6 + 3, 2**63 + 1, 0 + 24 + 6, 23.0 + 10, True, 7 + 1.5, 9, STRIDES)


def test_each_call_reads_the_state_that_it_is_given():
    first, second = _outer(), _outer(number=5, certain=False, last=np.array([3], np.int8))
    assert [read(one)[0] for one in (first, second, first)] == [-(2**62), 5, -(2**62)]
    assert (read(second)[5], read(second)[7]) == (False, 3)
    assert len(read.signatures) == 1


def test_what_a_kernel_writes_is_seen_by_it_and_by_python():
    outer = _outer()
    assert write(outer) == 77 + 88 + 10
    assert (outer.inner.rows[1, 2], outer.swapped[1, 2], outer.last[0]) == (77, 88, 10)


def test_states_of_other_fields_are_of_other_types():
    kinds = {type_of(one) for one in (_outer(), _outer(number=1.5), _outer(nothing=np.zeros(1)), _outer().inner)}
    assert len(kinds) == 4
    assert all(isinstance(one, StateType) for one in kinds)
    assert type_of(_outer()) is type_of(_outer(number=3))


def test_functions_of_others_see_named_tuples_as_before():
    def items(outer):
        return outer.matrix.size + outer.number

    outer = _outer(number=1, swapped=np.zeros(1), words=(np.zeros(1), np.zeros(1)))
    assert numba.njit(items)(outer) == uncached(items)(outer) == 25
    assert not isinstance(numba.typeof(outer), StateType)


@pytest.mark.parametrize("given", [{}, object()])
def test_a_field_that_numba_has_no_type_for_is_named(given: Any):
    with pytest.raises(
        TypingError, match=f"Inner.scale is of type {type(given).__name__}, which kernels can't be given"
    ):
        write(_outer(inner=_outer().inner._replace(scale=given)))


def test_states_in_plain_tuples_are_read_too():
    def sums(outer):
        one, other = outer.words
        return inside(one, 0.0) + 10 * inside(other, 0.0)

    words = (_outer().inner, _outer().inner._replace(scale=1.0))
    assert uncached(sums)(_outer(words=words)) == 14.2 + 10 * 16.0
