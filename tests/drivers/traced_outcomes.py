"""Outcomes made by hand for tests of the tables of scores by CPU time."""

from __future__ import annotations

from typing import Any

from solvers.bench.traced_rows import Outcome, Row


def outcome(row: Row, puzzle: str, *trace: tuple[float, float], seed: int = 1, **changes: Any) -> Outcome:
    """A search of 60 s that had these scores after these seconds."""
    reported: dict[str, Any] = {"seconds": 60.0, "playouts": 1, "restarts": 0, "spent": 60.0, "board": []}
    parts = {**reported, "search": row.search.words, "puzzle": puzzle, "seed": seed, "trace": list(trace)}
    return Outcome(**{**parts, **changes})
