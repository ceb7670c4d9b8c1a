"""Views of ended runs with the histories that a test gives them, without files; and such runs in the list."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from drivers.ended_runs import ended_run, improved, morpion_spec

from solvers.runs.events import Finished
from solvers.runs.folder import Run
from solvers.runs.groups import Group, folded
from solvers.runs.view import RunView

_numbers = itertools.count(100)
FIRST = datetime(2026, 1, 1, tzinfo=UTC)


def searched(*history: tuple[float, float], number: int | None = None, puzzle: str = "a", **settings: Any) -> RunView:
    """A run of Morpion with that history; a playout takes a tenth of a second. `settings`: of the view or the spec.

    `number`: in its id, and minutes after FIRST; without one it is another each time.
    """
    of_view = {name: settings.pop(name) for name in list(settings) if name in RunView.__dataclass_fields__}
    fields: dict[str, Any] = {
        "status": "budget",
        "best_score": history[-1][1] if history else None,
        "playouts": 1000,
        "elapsed": 100.0,
        "history": history,
        "history_playouts": tuple(round(10 * at) for at, _ in history),
        "puzzle_key": puzzle,
    }
    number = next(_numbers) if number is None else number
    created = FIRST + timedelta(minutes=number)
    return RunView(f"run-{number:03}", Path("nowhere"), morpion_spec(**settings), created, **fields | of_view)


def groups(*runs: RunView) -> list[Group]:
    """The runs, folded."""
    return folded(runs)


def listed_run(scores: Sequence[float], **settings: Any) -> Run:
    """An ended run in the user's list that came to these scores, one a second."""
    events = [improved(score=score, board=[], at=at + 1.0, playouts=10 * at + 10) for at, score in enumerate(scores)]
    end = len(scores) + 1.0
    return ended_run(
        *events,
        Finished(reason="budget", best_score=scores[-1], at=end, playouts=round(10 * end)),
        spec=morpion_spec(**settings),
    )
