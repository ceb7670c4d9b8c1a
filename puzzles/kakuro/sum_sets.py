"""The sets of different values that make a sum, as masks, bit v for value v."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from operator import and_, or_


@lru_cache(maxsize=16)
def _table(values: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """By (size, sum), all sets of values 1 to `values`, in the order of their least, then next values."""
    found: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    sets: list[tuple[int, ...]] = [()]
    for value in range(1, values + 1):
        sets += [(*one, value) for one in sets]
    for one in sets:
        found.setdefault((len(one), sum(one)), []).append(one)
    return {key: tuple(sum(1 << value for value in one) for one in sorted(ones)) for key, ones in found.items()}


@lru_cache(maxsize=65536)
def combinations(values: int, size: int, total: int, used: int = 0) -> tuple[int, ...]:
    """The sets of `size` values that sum to `total`, without the values in `used`; empty if there is none."""
    return tuple(one for one in _table(values).get((size, total), ()) if not one & used)


@lru_cache(maxsize=65536)
def union_and_common(values: int, size: int, total: int, used: int) -> tuple[int, int]:
    """The values in any of these sets, and those in all of them; two times 0 if there is none."""
    return any_and_every(combinations(values, size, total, used))


def any_and_every(sets: Sequence[int]) -> tuple[int, int]:
    """The values in any of the sets, and those in all of them; two times 0 if there is none."""
    return reduce(or_, sets, 0), reduce(and_, sets) if sets else 0


def fitting(sets: Iterable[int], domains: Sequence[int]) -> list[int]:
    """The sets of which each domain admits a value, and each value is in some domain."""
    whole = reduce(or_, domains, 0)
    return [one for one in sets if not one & ~whole and all(one & domain for domain in domains)]
