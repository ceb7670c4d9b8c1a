"""Instances for tests of the TSPTW: a small one worked out by hand, and random ones by hypothesis."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from puzzles.tsptw.puzzle import OBJECTIVES, TsptwPuzzle

SMALL = "4\n0 5 8 6\n5 0 4 7\n8 4 0 3\n6 7 3 0\n0 40\n5 15\n8 20\n10 30\n"
"""Visited in the order 1, 2, 3: 5, 9, 12 and back at 18."""


def shortened(puzzle: TsptwPuzzle) -> TsptwPuzzle:
    """The same instance in the fewest decimals, as it is read from a text."""
    digits, parts = puzzle.digits, [puzzle.travel, puzzle.service, puzzle.earliest, puzzle.latest]
    while digits and not any(value % 10 for part in parts for value in part):
        digits, parts = digits - 1, [tuple(value // 10 for value in part) for part in parts]
    travel, service, earliest, latest = parts
    return replace(puzzle, digits=digits, travel=travel, service=service, earliest=earliest, latest=latest)


@st.composite
def puzzles(draw: st.DrawFn, *, apart: bool = True) -> TsptwPuzzle:
    """An instance of 2 to 6 nodes with up to nine decimals; `apart`: it may state service times apart."""
    n, digits = draw(st.integers(2, 6)), draw(st.integers(0, 9))
    times = st.one_of(st.integers(0, 10**6), st.integers(0, 10**17))

    def some(count: int) -> tuple[int, ...]:
        return tuple(draw(st.lists(times, min_size=count, max_size=count)))

    earliest = some(n)
    coordinate = st.floats(-1e6, 1e6)
    points = draw(st.one_of(st.just([]), st.lists(st.tuples(coordinate, coordinate), min_size=n, max_size=n)))
    return shortened(
        TsptwPuzzle(
            n,
            digits,
            some(n * n),
            some(n) if apart and draw(st.booleans()) else (0,) * n,
            earliest,
            tuple(opens + width for opens, width in zip(earliest, some(n), strict=True)),
            tuple(points),
            draw(st.sampled_from(["", "rc_204.1", "n 20 w 60"])),
            draw(st.sampled_from(OBJECTIVES)),
        )
    )


@st.composite
def tours(draw: st.DrawFn, puzzle: TsptwPuzzle) -> tuple[int, ...]:
    """The beginning of a tour of the instance, or all of it."""
    order = draw(st.permutations(range(1, puzzle.n)))
    return tuple(order[: draw(st.integers(0, puzzle.n - 1))])
