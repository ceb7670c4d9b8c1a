"""Starting a run, following it to its end with its progress on stderr; the progress of downloads."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NoReturn, Self

import click

from puzzles.text.quoting import counted, one_line
from tui.commands.terminal import Broken, DiskFull, Exit, colourful, complain, dumb, emit_json, note, plain_characters
from tui.words.wording import compile_text, count_progress_text, short_status

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from puzzles.family import Puzzle
    from solvers.kernel_costs import CompileProgress
    from solvers.runs.folder import Run
    from solvers.runs.processes import IdleWorker
    from solvers.runs.spec import RunSpec, SolveSpec
    from solvers.runs.view import RunView


class Interrupts:
    """A context that notes SIGINT and SIGTERM; while a run is followed, a second one of them is a KeyboardInterrupt."""

    def __init__(self) -> None:
        self.code = 0  # the exit code that the signal asks for; 0: none has come
        self.follows = False
        self._before: dict[int, object] = {}

    def __enter__(self) -> Self:
        for number in (signal.SIGINT, signal.SIGTERM):
            self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, *_error: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]  # what signal.signal itself gave

    def _note(self, number: int, _frame: FrameType | None) -> None:
        if self.code and self.follows:
            raise KeyboardInterrupt
        self.code = Exit.INTERRUPTED if number == signal.SIGINT else Exit.TERMINATED


FIRST_LOOK, SLOWEST_LOOK = 0.005, 0.1
"""Seconds between two looks at a run: an easy puzzle is solved in less than a hundredth, a hard one can wait."""


def start(spec: RunSpec, *, transient: bool = False) -> Run:
    """The run, its workers started; Broken, in one line, if they can't be."""
    from solvers.runs.launcher import start_run

    try:
        return start_run(spec, transient=transient, idle=idle_worker())
    except OSError as error:
        raise not_started(error) from None


def start_easy(spec: SolveSpec, puzzle: Puzzle) -> tuple[Run, RunView | None]:
    """As `start`, of a run that may be as easy as the last one: with its view if it has ended already."""
    from solvers.runs.launcher import run_at_once

    idle = idle_worker()
    if idle is not None and spec.wanted == spec.workers == 1:
        with suppress(OSError):  # a run that is started meets it too
            if (ended := run_at_once(spec, puzzle, idle)) is not None:
                return ended
    return start(spec), None


def not_started(error: OSError) -> Broken:
    """The error for a run whose worker can't be started; with --json an object on stdout says so too."""
    from solvers.runs.events import describe_trouble, is_full
    from solvers.runs.folder import runs_root

    message = f"the run can't be started: {describe_trouble(error, Path(error.filename or runs_root()))}"
    kind = DiskFull if is_full(error) else Broken
    options = click.get_current_context().params
    if options.get("json") or options.get("as_json"):
        emit_json({"status": "failed", "exit_code": kind.exit_code, "message": message})
    return kind(message)


def keep_workers() -> None:
    """A worker whose run has ended is given the next one: what it has loaded need not be loaded again."""
    from solvers.runs.processes import IdleWorker

    context = click.get_current_context().find_root()
    if context.obj is None:
        context.obj = IdleWorker()
        context.call_on_close(context.obj.close)
    context.obj.keeps = True


def idle_worker() -> IdleWorker | None:
    """The worker that was started when the command's name was known; None for commands that need none."""
    context = click.get_current_context(silent=True)
    idle: IdleWorker | None = None if context is None else context.find_root().obj
    return idle


def follow(
    run: Run, progress: Progress, interrupts: Interrupts, *, stops: bool, seen: Callable[[RunView], bool] | None = None
) -> RunView:
    """The run's last view: when it has ended, or (unless `stops`) when a signal came and the run was left alone.

    `seen` is called with each view and may end it all by False. With `stops`, a signal or that False stops the run
    and its end is waited for. Broken if it can't be asked to stop; KeyboardInterrupt at a second signal.
    """
    from solvers.runs.launcher import settle
    from solvers.runs.reader import Follower

    follower, idle = Follower(run), idle_worker()
    pause, asked = FIRST_LOOK, False
    try:
        interrupts.follows = True
        if idle is not None and idle.busy:  # it says when the run has ended: most are seen once, at their end
            idle.rest(SLOWEST_LOOK)
            pause = SLOWEST_LOOK
        while True:
            view = follower.poll()
            if view.status == "interrupted" and settle(run):
                view = follower.poll()
            progress.update(view)
            unwanted = seen is not None and not seen(view)
            if view.ended:
                if idle is not None:
                    idle.settle()
                return view
            if (interrupts.code or unwanted) and not asked:
                if not stops:
                    return view
                asked = True
                ask_to_stop(run)
                pause = FIRST_LOOK
            if idle is None:
                time.sleep(pause)
            pause = FIRST_LOOK if idle is not None and idle.rest(pause) else min(pause * 1.2, SLOWEST_LOOK)
    except KeyboardInterrupt:  # a second Ctrl-C: a worker that is just compiling can't stop at once
        interrupts.follows = False
        if stops:
            ask_to_stop(run)
            busy = "compiled what it needs" if follower.poll().compile_seconds else "done what it is at"
            complain(f"{run.id} was asked to stop and will, as soon as it has {busy}")
        raise
    finally:
        interrupts.follows = False


def follow_all(
    runs: Sequence[Run],
    interrupts: Interrupts,
    what: str,
    *,
    quiet: bool,
    stop: Callable[[], object],
    go_on: Callable[[], object] = lambda: None,
) -> list[RunView]:
    """The views of the ended runs, in their order; a signal stops those that have not. `what`: what they are called.

    `go_on` starts runs that wait, if others were lost: a worker that was killed starts no other.
    """
    from solvers.runs.reader import Follower

    followers, told, asked = [Follower(run) for run in runs], 0, False
    while True:
        views = [follower.poll() for follower in followers]
        over = sum(view.ended and view.status != "waiting" for view in views)
        if over > told:
            note(f"{over} of {len(runs)} {what} are done", quiet=quiet)
        told = max(told, over)
        if over == len(runs):
            return views
        if interrupts.code and not asked:
            asked = True
            stop()
        elif not asked and any(view.status == "waiting" for view in views):
            go_on()
        time.sleep(SLOWEST_LOOK)


def ask_to_stop(run: Run) -> None:
    """Nothing; Broken, in one line, if the run can't be asked. A removed run ends by itself."""
    from solvers.runs.folder import request

    try:
        request(run, "stop")
    except OSError as error:
        if run.folder.exists():
            raise Broken(f"{run.id} can't be asked to stop ({error.strerror or error}) and goes on") from None


def finish(spec: RunSpec, progress: Progress, seen: Callable[[RunView], bool] | None = None) -> tuple[RunView, int]:
    """The last view of a temporary job, which a signal stops, and the exit code that the signal asks for, or 0."""
    with Interrupts() as interrupts:
        return follow(start(spec, transient=True), progress, interrupts, stops=True, seen=seen), interrupts.code


PATIENCE = 0.3
"""Seconds without a bar: what ends before needs none, and rich need not be loaded."""


class _BarOrLines:
    """A context that may show one bar, removed at its end; without a terminal, and with `quiet`, there is none."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._wants_bar = not quiet and sys.stderr.isatty() and not dumb()
        self._bar: Bar | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def _draw(self, done: float, total: float | None, text: str = "", *, transfer: bool = False) -> None:
        """Draws the bar, `total` None if unknown: with the text, or with the figures of a transfer of bytes."""
        if self._bar is None:
            from rich import progress
            from rich.console import Console

            console = Console(stderr=True, no_color=not colourful(sys.stderr), legacy_windows=False)
            bar: list[progress.ProgressColumn] = [] if plain_characters() else [progress.BarColumn(bar_width=20)]
            if transfer:
                bar += [progress.DownloadColumn(), progress.TransferSpeedColumn(), progress.TimeRemainingColumn()]
            else:
                bar.append(progress.TextColumn("{task.description}", markup=False))
            self._bar = progress.Progress(*bar, console=console, transient=True, refresh_per_second=5)
            self._bar.add_task("")
            self._bar.start()
        self._bar.update(self._bar.task_ids[0], description=one_line(text), completed=done, total=total)


class Progress(_BarOrLines):
    """Shows the views of a run that it is given. `quiet` shows nothing at all."""

    def __init__(self, *, quiet: bool = False) -> None:
        super().__init__(quiet=quiet)
        self._began = time.monotonic()
        self._seen = 0  # lines of the run's log
        self._latest = ""  # the latest note
        self._told: set[str] = set()  # troubles
        self.compiling: CompileProgress | None = None
        """Of a job that compiles kernels; its bar goes by it."""

    def update(self, view: RunView) -> None:
        fresh = [line for line in view.log[self._seen :] if line.note]
        news = [line.text for line in fresh if not line.trouble]
        self._seen = len(view.log)
        for text in (*(line.text for line in fresh if line.trouble), *([view.trouble] if view.trouble else ())):
            if text not in self._told:  # also with --quiet: it may be why nothing else comes
                self._told.add(text)
                complain(f"mcs-tui: {text}")
        if self._wants_bar:
            self._latest = news[-1] if news else self._latest
            if time.monotonic() - self._began >= PATIENCE:
                self._show(view)
        elif not self._quiet:
            for text in news:
                complain(text)

    def _show(self, view: RunView) -> None:
        done, total = extent(view)
        waits = view.playouts or view.compile_seconds or view.total
        text = line_of(view) if waits else short_status(view)
        text = text if view.playouts else f"{text}  {self._latest}"
        if self.compiling is not None:
            from puzzles.engine.kernel_cache import compiled

            there = compiled()
            done, total = self.compiling.share(there), 1.0
            text = f"compiling kernels  {self.compiling.words(there)}"
        self._draw(done, total, text)


class Transfer(_BarOrLines):
    """Shows how much of one file is here. SIGTERM ends it as Ctrl-C does: by an exception."""

    def __init__(self, name: str, url: str, *, quiet: bool = False) -> None:
        super().__init__(quiet=quiet)
        self._name, self._url = name, url
        self._begun = -1  # bytes that were here when the server last began to send
        self._before: object = None

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGTERM, _leave)
        return super().__enter__()

    def __exit__(self, *error: object) -> None:
        signal.signal(signal.SIGTERM, self._before)  # type: ignore[arg-type]  # what signal.signal itself gave
        super().__exit__(*error)

    def update(self, done: int, total: int) -> None:
        """How many bytes are here, of how many; 0 if the total is not known."""
        if self._begun < 0 or done < self._begun:
            self._begun = done
            whole = f"{total:,} bytes" if total else "of unknown size"
            continued = f", continued after {done:,} bytes" if done else ""
            note(f"{self._name}: {whole} from {self._url}{continued}", quiet=self._quiet)
        if self._wants_bar:
            self._draw(done, total or None, transfer=True)


def _leave(_number: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(Exit.TERMINATED)


def extent(view: RunView) -> tuple[float, float | None]:
    """How far the run is, and of how much: jobs by their count, searches by their budget; None if unknown.

    While kernels are compiled that it waits for, how far those are.
    """
    if view.compile_seconds:
        return view.compiling, view.compile_seconds
    if view.total:
        return view.done, view.total
    seconds, playouts = getattr(view.spec, "seconds", None), getattr(view.spec, "playouts", None)
    if playouts is not None and (seconds is None or view.playouts / playouts > view.elapsed / seconds):
        return view.playouts, playouts
    return (view.elapsed, seconds) if seconds is not None else (0, None)


def line_of(view: RunView) -> str:
    """One line about where the run stands."""
    from solvers.runs.scoring import amount, family_of
    from solvers.runs.view import unit

    parts = [short_status(view)]
    if view.compile_seconds:
        parts.append(compile_text(view))
    elif view.total:
        parts.append(count_progress_text(view))
    else:
        parts.append(f"{view.elapsed:.1f} s")
    if view.best_score is not None:
        parts.append(f"best {amount(family_of(view.spec), view.best_score).removeprefix('score ')}")
    if view.playouts:
        parts.append(counted(view.playouts, unit(view.spec).removesuffix("s")))
    if view.rate:
        parts.append(f"{view.rate:,.0f}/s")
    if view.restarts:
        parts.append(counted(view.restarts, "restart"))
    return "  ".join(parts)
