"""Progress of a run on stderr: a bar on a terminal, and the run's notes; nothing in a pipe or with --quiet."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any, Self

from tui.commands.exits import complain
from tui.commands.terminal import colourful, dumb, plain_characters
from tui.wording import compile_text, count_progress_text, short_status

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from solvers.kernel_costs import CompileProgress
    from solvers.runs.view import RunView

PATIENCE = 0.3
"""Seconds without a bar: what ends before needs none, and rich need not be loaded."""


class Progress:
    """A context that shows the views it is given. `quiet` shows nothing at all."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet
        self._wants_bar = not quiet and sys.stderr.isatty() and not dumb()
        self._began = time.monotonic()
        self._bar: Bar | None = None
        self._told = 0  # lines of the run's log that have been seen
        self._latest = ""  # the latest note
        self.compiling: CompileProgress | None = None
        """Of a job that compiles kernels; its bar goes by it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def update(self, view: RunView) -> None:
        """Shows what is new in the view."""
        news = [line.text for line in view.log[self._told :] if line.note]
        self._told = len(view.log)
        if self._wants_bar:
            self._latest = news[-1] if news else self._latest
            if time.monotonic() - self._began >= PATIENCE:
                self._show(view)
        elif not self._quiet:
            for text in news:
                complain(text)

    def _show(self, view: RunView) -> None:
        if self._bar is None:
            self._bar = _bar()
            self._bar.add_task("", total=None)
            self._bar.start()
        done, total = extent(view)
        waits = view.playouts or view.compile_seconds or view.total
        text = line_of(view) if waits else short_status(view)
        text = text if view.playouts else f"{text}  {self._latest}"
        if self.compiling is not None:
            from puzzles.engine.kernel_cache import compiled

            there = compiled()
            done, total = self.compiling.share(there), 1.0
            text = f"compiling kernels  {self.compiling.words(there)}"
        self._bar.update(self._bar.task_ids[0], description=text, completed=done, total=total)


def extent(view: RunView) -> tuple[float, float | None]:
    """How far the run is, and of how much: jobs by their count, searches by their budget; None if unknown.

    While kernels are compiled that it waits for, how far those are.
    """
    if view.compile_seconds:
        return view.compiling, view.compile_seconds
    if view.total:
        return view.done, view.total
    seconds, playouts = getattr(view.spec, "seconds", None), getattr(view.spec, "playouts", None)
    if playouts is not None and (seconds is None or view.playouts / playouts > view.counted / seconds):
        return view.playouts, playouts
    return (view.counted, seconds) if seconds is not None else (0, None)


def line_of(view: RunView) -> str:
    """One line about where the run stands."""
    from solvers.runs.log_lines import unit
    from solvers.runs.scoring import figure

    parts = [short_status(view)]
    if view.compile_seconds:
        parts.append(compile_text(view))
    elif view.total:
        parts.append(count_progress_text(view))
    else:
        parts.append(f"{view.elapsed:.1f} s")
    if view.best_score is not None:
        parts.append(f"best {figure(view.best_score)}")
    if view.playouts:
        parts.append(f"{view.playouts:,} {unit(view.spec)}")
    if view.rate:
        parts.append(f"{view.rate:,.0f}/s")
    if view.restarts:
        parts.append(f"{view.restarts:,} restarts")
    return "  ".join(parts)


def _bar() -> Bar:
    """A bar that suits the terminal, ended by clearing its line."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True, no_color=not colourful(sys.stderr), legacy_windows=False)
    style: dict[str, Any] = {"bar_width": 20}
    columns = [] if plain_characters() else [BarColumn(**style)]
    return Bar(
        *columns, TextColumn("{task.description}", markup=False), console=console, transient=True, refresh_per_second=5
    )
