"""Kernels have all functions in them that they call, each optimised once and linked once."""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest

from puzzles.engine import dispatchers
from puzzles.engine.dispatchers import compiled_inner, uncached

pytestmark = pytest.mark.compiled


def _inlined(function: Any) -> Any:
    return compiled_inner(function, inline=True)


def _subroutine(function: Any) -> Any:
    return compiled_inner(function, inline=False)


@_subroutine
def shared(values, at):
    total = 0
    for number in range(at, values.size):
        total += values[number] * number
    return total


@_inlined
def in_vain(values, at):
    """LLVM finds out that it calls nothing."""
    return shared(values, at) if at > 5 and at < 3 else at


@_inlined
def middle(values, at):
    return shared(values, at) + shared(values, at + 1)


@_subroutine
def later(values, at):
    return middle(values, at) - shared(values, at + 2)


@_inlined
def outer(values, at):
    return later(values, at) * 3


def nothing_of_it(values):
    return in_vain(values, np.int64(values.size))


def all_of_it(values):
    return in_vain(values, np.int64(values.size)) + outer(values, np.int64(1))


def _library(function: Any) -> Any:
    (made,) = function.overloads.values()
    return made.library


def _defined(library: Any) -> list[str]:
    """The functions of this file whose code is there, by name."""
    names = [one.name for one in library._final_module.functions if not one.is_declaration]
    return [one for one in ("shared", "in_vain", "middle", "later", "outer") if any(one in name for name in names)]


def test_what_is_called_is_linked_whoever_calls_it_first():
    values = np.array([3, -1, 4, 1, -5, 9, 2, 6])
    expected = [sum(int(values[k]) * k for k in range(at, 8)) for at in range(4)]

    assert uncached(all_of_it)(values) == 8 + 3 * (expected[1] + expected[2] - expected[3])


def test_what_is_called_in_vain_need_not_be_linked():
    assert uncached(nothing_of_it)(np.arange(8)) == 8


def test_subroutines_are_only_declared_in_what_calls_them_but_for_kernels():
    kernel = uncached(all_of_it)
    kernel(np.arange(8))

    assert _defined(_library(later)) == ["later"]
    assert _defined(_library(outer)) == ["outer"]
    linked = _library(kernel)._final_module.functions
    assert not [one.name for one in linked if one.is_declaration and "shared" in one.name]


def test_a_kernel_that_lacks_a_function_it_calls_is_refused(monkeypatch: pytest.MonkeyPatch):
    """It would end the process when it is called."""
    monkeypatch.setattr(dispatchers, "_subroutines", lambda library: [])

    with pytest.raises(AssertionError, match=r"later.* is not linked"):
        uncached(all_of_it)(np.arange(8))


def test_declarations_keep_what_llvm_found_out():
    uncached(all_of_it)(np.arange(8))

    found = llvm.parse_assembly(_library(shared).declarations)

    (declared,) = [one for one in found.functions if "shared" in one.name]
    assert declared.is_declaration
    assert "argmem" in str(found)  # it neither reads nor writes anything but what its arguments point to
