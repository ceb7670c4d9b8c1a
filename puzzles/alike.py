"""Two families of which a plain grid of digits may be either, and which of them such a grid is taken for."""

from __future__ import annotations

ALIKE = ("sudoku", "latin")
LONGEST = 1_000
"""Characters of a text that is looked at."""
_preferred = [""]


def prefer(name: str) -> None:
    """From now on such grids are of that family of ALIKE; for another name of the likelier one."""
    _preferred[0] = name if name in ALIKE else ""


def preferred() -> str:
    """The family; empty for the likelier one."""
    return _preferred[0]


def is_either(text: str) -> bool:
    """Whether the text, which has no label, is such a grid."""
    from puzzles.sudoku.formats.grid import fits_both

    return len(text) <= LONGEST and fits_both(text)
