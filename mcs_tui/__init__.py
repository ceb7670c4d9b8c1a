"""mcs-tui for Python: read, solve, solve_many, start, generate, check, experiment; docs/python.md explains them.

Importing it imports our packages from beside it, whatever else has their names, and neither NumPy nor Numba: what a
name needs is imported when it is first used. Everything outside of this package may change between versions.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from mcs_tui import guard

if TYPE_CHECKING:
    from mcs_tui.experiments import Measured, experiment
    from mcs_tui.many import solve_many
    from mcs_tui.plain import PlainPuzzle
    from mcs_tui.reading import check, generate, read
    from mcs_tui.results import History, Progress, Result
    from mcs_tui.scores import ScoreFunction
    from mcs_tui.searching import Search, solve, start
    from puzzles.errors import PuzzleError
    from puzzles.family import Puzzle, Verdict
    from puzzles.parameters import ParameterError

__all__ = [
    "History",
    "Measured",
    "ParameterError",
    "PlainPuzzle",
    "Progress",
    "Puzzle",
    "PuzzleError",
    "Result",
    "ScoreFunction",
    "Search",
    "Verdict",
    "check",
    "experiment",
    "generate",
    "read",
    "solve",
    "solve_many",
    "start",
]

_PLACES = {
    "mcs_tui.experiments": ("Measured", "experiment"),
    "mcs_tui.many": ("solve_many",),
    "mcs_tui.plain": ("PlainPuzzle",),
    "mcs_tui.scores": ("ScoreFunction",),
    "mcs_tui.reading": ("check", "generate", "read"),
    "mcs_tui.results": ("History", "Progress", "Result"),
    "mcs_tui.searching": ("Search", "solve", "start"),
    "puzzles.errors": ("PuzzleError",),
    "puzzles.family": ("Puzzle", "Verdict"),
    "puzzles.parameters": ("ParameterError",),
}
_PLACE = {name: module for module, names in _PLACES.items() for name in names}

guard.import_ours()


def __getattr__(name: str) -> Any:
    if name not in _PLACE:
        raise AttributeError(f"module 'mcs_tui' has no attribute {name!r}; it has: {', '.join(__all__)}")
    found = globals()[name] = getattr(import_module(_PLACE[name]), name)
    return found


def __dir__() -> list[str]:
    return [*globals(), *__all__]
