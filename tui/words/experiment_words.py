"""An experiment in words, for commands and screens: how far it is, its rows, and what is searched now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from solvers.runs.scoring import ends_solved, number
from tui.words.wording import seconds_text

if TYPE_CHECKING:
    from solvers.experiments.cell import Cell
    from solvers.experiments.live import State
    from solvers.runs.status import Progress

ROW_HEADS = ("ROW", "DONE", "OF", "FAILED", "CPU")
NOW_HEADS = ("SEARCHED NOW", "BEST", "CPU", "PLAYOUTS")
CELL_HEADS = ("CELL", "STATE", "BEST", "CPU")
ROW_NUMBERS = frozenset({1, 2, 3, 4})
"""The columns of rows that are right-aligned."""


def how_far(state: State) -> str:
    """How many cells are done, and how long the others take."""
    words = f"{len(state.done):,} of {len(state.cells):,} cells are done"
    if state.live is None:
        return words if state.over else f"{words}; it does not run"
    phase = "" if state.live.phase == "searching" else f", {state.live.phase}"
    return f"{words}{phase}, {state.live.workers} at a time" + _time_left(*state.seconds_left(state.live.workers))


def _time_left(likely: float | None, most: float | None) -> str:
    """From how long it takes at the pace so far to how long it can take."""
    if likely and most and seconds_text(likely) != seconds_text(most):
        return f", {seconds_text(min(likely, most))} to {seconds_text(most)} left"
    return f", about {seconds_text(one)} left" if (one := most or likely) else ""


def row_lines(state: State) -> Iterator[tuple[str, ...]]:
    """The values of ROW_HEADS for each row."""
    for row in dict.fromkeys(cell.row for cell in state.cells):
        of_row = [key for key, cell in state.by_key.items() if cell.row == row]
        done = [state.done[key] for key in of_row if key in state.done]
        failed = sum(key in state.failed for key in of_row)
        cpu = seconds_text(sum(one.seconds for one in done)) if done else "-"
        yield row, f"{len(done):,}", f"{len(of_row):,}", f"{failed:,}" if failed else "", cpu


def now_lines(state: State) -> Iterator[tuple[str, ...]]:
    """The values of NOW_HEADS for each cell that is searched."""
    for one in state.running:
        cell = state.by_key[one.key]
        of = f" of {seconds_text(cell.seconds[-1])}" if cell.seconds else ""
        playouts = f"{one.playouts:,}" + (f" of {cell.playouts[-1]:,}" if cell.playouts else "")
        yield cell.title, _best(cell, one.score, solved=one.solved), f"{seconds_text(one.seconds)}{of}", playouts


def cell_lines(state: State) -> Iterator[tuple[str, ...]]:
    """The values of CELL_HEADS for each cell."""
    running: dict[str, Progress] = {one.key: one for one in state.running}
    for key, cell in state.by_key.items():
        if (done := state.done.get(key)) is not None:
            yield cell.title, "done", _best(cell, done.score, solved=done.solved), seconds_text(done.seconds)
        elif key in state.failed:
            yield cell.title, "failed", "-", "-"
        elif (now := running.get(key)) is not None:
            yield cell.title, "searched", _best(cell, now.score, solved=now.solved), seconds_text(now.seconds)
        else:
            yield cell.title, "waiting", "-", "-"


def _best(cell: Cell, score: float | None, *, solved: bool) -> str:
    if score is None:
        return "-"
    return "solved" if solved and ends_solved(cell.aim) else number(cell.aim, score)
