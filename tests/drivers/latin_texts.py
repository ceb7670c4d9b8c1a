"""Latin squares for the tests: a hypothesis strategy, and naive writers of the formats that are only read."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from puzzles.latin.grouped import HOLE
from puzzles.latin.puzzle import LatinSquare

LARGEST = 12


@st.composite
def squares(draw: st.DrawFn, largest: int = LARGEST) -> LatinSquare:
    """A cyclic square with its rows, columns and symbols permuted and any set of cells emptied."""
    n = draw(st.integers(2, largest))
    rows, columns, symbols = (draw(st.permutations(range(n))) for _ in range(3))
    full = [symbols[(rows[r] + columns[c]) % n] for r in range(n) for c in range(n)]
    kept = draw(st.lists(st.booleans(), min_size=n * n, max_size=n * n))
    grid = tuple(symbol if keep else HOLE for symbol, keep in zip(full, kept, strict=True))
    return LatinSquare(n, grid, draw(st.sampled_from((0, 1))))


def cells(square: LatinSquare, first: int, hole: str) -> list[list[str]]:
    """The grid as rows of words, symbols from `first`."""
    words = [hole if symbol == HOLE else str(symbol + first) for symbol in square.grid]
    return [words[start : start + square.order] for start in range(0, len(words), square.order)]


def joined(separator: str, first: int, hole: str) -> Callable[[LatinSquare], str]:
    """A writer of rows with a separator between fields."""
    return lambda square: "".join(separator.join(row) + "\n" for row in cells(square, first, hole))


def dzn(square: LatinSquare) -> str:
    rows = "|\n".join(", ".join(row) for row in cells(square, 1, "0"))
    return f"% made by hand\nN={square.order};\nstart=[|\n{rows}|];\n"


def param(square: LatinSquare) -> str:
    rows = "],\n[".join(",".join(row) for row in cells(square, 1, "0"))
    return f"language ESSENCE' 1.0\n$ made by hand\nletting N = {square.order}\nletting start = [[{rows}]]\n"


def param_be(square: LatinSquare) -> str:
    domain = f"; int(1..{square.order})"
    rows = ", ".join("[" + ", ".join(row) + domain + "]" for row in cells(square, 1, "0"))
    return f"letting n be {square.order}\nletting start be [{rows}{domain}]\n"


def xcsp3(square: LatinSquare) -> str:
    rows = ",\n    ".join("[" + ", ".join(row) + "]" for row in cells(square, 0, "-1"))
    return f'{{\n  "n": {square.order},\n  "clues": [\n    {rows}\n  ]\n}}\n'


def xcsp3_scattered(square: LatinSquare) -> str:
    n = square.order
    clues = [
        f'{{"x": {index // n}, "y": {index % n}, "value": {symbol}}}'
        for index, symbol in enumerate(square.grid)
        if symbol != HOLE
    ]
    return f'{{"n": {n}, "clues": [\n' + ",\n".join(clues) + "\n]}"
