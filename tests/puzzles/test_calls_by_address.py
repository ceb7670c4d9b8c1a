"""Kernels called by address: they do what a direct call does, on whatever arrays they are given."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from puzzles.engine.kernels import address_of, call_at, kernel

pytestmark = pytest.mark.compiled


class Pile(NamedTuple):
    stones: npt.NDArray[np.int32]
    marks: npt.NDArray[np.float64]


@kernel
def weigh(pile, factor):
    total = np.int64(0)
    for k in range(pile.stones.size):
        total += pile.stones[k]
        pile.marks[k, 0] += 1.0
    return total * factor


@kernel
def half(pile, factor):
    return 0.5 * factor


@kernel
def weigh_both(addresses, one, other, factor):
    return call_at(addresses[0], (one, factor)) - call_at(addresses[0], (other, factor))


def pile(*stones: int) -> Pile:
    return Pile(np.array(stones, np.int32), np.zeros((len(stones), 2)))


def test_a_kernel_is_called_by_its_address() -> None:
    one, other = pile(3, 4, 5), pile(2)
    addresses = np.array([address_of(weigh, one, 7)], np.int64)
    assert weigh_both(addresses, one, other, 10) == 100
    assert one.marks[:, 0].tolist() == [1.0, 1.0, 1.0]
    assert other.marks.tolist() == [[1.0, 0.0]]


def test_its_address_stays_the_same() -> None:
    assert address_of(weigh, pile(1), 1) == address_of(weigh, pile(2, 3), 5) > 0


def test_only_what_returns_int64_can_be_called_so() -> None:
    with pytest.raises(ValueError, match="half returns float64, not int64"):
        address_of(half, pile(1), 1)
