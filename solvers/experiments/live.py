"""What is known of an experiment now: which cells are done, which are searched, and how long the others take."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from puzzles.user_data import decoded, read_file, replace_file
from solvers.experiments.cell import Cell, CellResult, cells
from solvers.experiments.folder import LOCK, PUZZLES, RESULTS, ExperimentFolder
from solvers.runs.folder import held
from solvers.runs.status import Progress

LIVE = "live.json"
WRITE_EVERY = 1.0
"""Seconds between two writes of the file, which a screen reads."""


class Live(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the process that runs an experiment says: how many workers it has, what they do, and how far cells are.

    `elapsed`: seconds since it began to search; `searched`: CPU seconds of search that it has got in them.
    """

    workers: int
    phase: str
    running: tuple[Progress, ...] = ()
    elapsed: float = 0.0
    searched: float = 0.0

    @property
    def slowness(self) -> float:
        """Seconds that a CPU second of search takes a worker, 1 or more: other work, and what is not search."""
        return max(1.0, self.workers * self.elapsed / self.searched) if self.searched > 0.0 else 1.0


class LiveFile:
    """The file of an experiment's folder with that, written at most once a second. A full disk is nothing to it."""

    def __init__(self, folder: Path, workers: int) -> None:
        self._path = folder / LIVE
        self.workers = workers
        self._running: dict[str, Progress] = {}
        self._next = 0.0
        self._begun = time.monotonic()
        self._ended_seconds = 0.0
        self._writing = threading.Lock()
        self.phase = ""

    def enter(self, phase: str) -> None:
        """Nothing; the phase, such as `compiling`, is known."""
        self.phase, self._begun = phase, time.monotonic()
        self.write(now=True)

    def tell(self, progress: Progress) -> None:
        """Nothing; how far the cell is will be known within a second."""
        self._running[progress.key] = msgspec.structs.replace(progress, board=())
        self.write()

    def ended(self, key: str, seconds: float = 0.0) -> None:
        """Nothing; the cell is not searched any more, which took so many CPU seconds."""
        self._running.pop(key, None)
        self._ended_seconds += seconds
        self.write()

    def write(self, *, now: bool = False) -> None:
        """Nothing; the file is written if that is due."""
        if not now and time.monotonic() < self._next:
            return
        if not self._writing.acquire(blocking=now):
            return  # another thread does
        try:
            self._write()
        finally:
            self._writing.release()

    def _write(self) -> None:
        self._next = time.monotonic() + WRITE_EVERY
        running = tuple(self._running.copy().values())
        live = Live(
            workers=self.workers,
            phase=self.phase,
            running=running,
            elapsed=time.monotonic() - self._begun,
            searched=self._ended_seconds + sum(one.seconds for one in running),
        )
        data = msgspec.json.encode(live)
        try:
            replace_file(self._path, data)
        except OSError:
            return  # results matter, and are kept elsewhere


def read_live(folder: ExperimentFolder) -> Live | None:
    """What the process that runs the experiment says, or those that run shards together; None if there is nothing."""
    running = [one for one in folder.parts if held(one / LOCK)] or [folder.path]
    found = [live for one in running if (live := _read(one)) is not None]
    if len(found) < 2:
        return found[0] if found else None
    return Live(
        workers=sum(one.workers for one in found),
        phase=found[0].phase,
        running=tuple(progress for one in found for progress in one.running),
        elapsed=max(one.elapsed for one in found),
        searched=sum(one.searched for one in found),
    )


def _read(folder: Path) -> Live | None:
    try:
        return decoded(msgspec.json.Decoder(Live).decode, read_file(folder / LIVE))
    except (OSError, ValueError):
        return None


class State:
    """Of the cells of an experiment what is done, what has failed, and what is searched now."""

    def __init__(self, planned: Sequence[Cell], results: Mapping[str, CellResult], live: Live | None = None) -> None:
        self.cells = tuple(planned)
        self.by_key = {cell.key: cell for cell in planned}
        own = {key: results[key] for key in self.by_key if key in results}
        self.results = tuple(own.values())
        self.done = {key: one for key, one in own.items() if not one.error}
        self.failed = {key: one for key, one in own.items() if one.error}
        self.live = live
        self.running = tuple(one for one in (live.running if live else ()) if one.key in self.by_key)

    @property
    def over(self) -> bool:
        return len(self.done) == len(self.cells)

    def seconds_left(self, workers: int) -> tuple[float | None, float | None]:
        """How long it takes on so many workers if cells end as those of their rows that are done, and at most.

        At most: each cell takes its whole budget; one in playouts at the slowest rate of its row so far. None while
        nothing is known of some row. Puzzles that come later may be harder, so the first alone would promise too much.
        """
        usual = self._of_rows(lambda found: statistics.fmean(one.seconds for one in found))
        slowest = self._of_rows(lambda found: max(one.seconds / max(1, one.playouts) for one in found))
        spent = {one.key: one.seconds for one in self.running}
        likely: list[float | None] = []
        most: list[float | None] = []
        for cell in self.cells:
            if cell.key in self.done:
                continue
            names, gone = ((cell.row, cell.group), (cell.row, "")), spent.get(cell.key, 0.0)
            playout = next((slowest[name] for name in names if name in slowest), None)
            whole = cell.seconds[-1] if cell.seconds else None if playout is None else playout * cell.playouts[-1]
            one = next((usual[name] for name in names if name in usual), whole)
            likely.append(None if one is None else max(0.0, one - gone))
            most.append(None if whole is None else max(0.0, whole - gone))
        return self._on_workers(likely, workers), self._on_workers(most, workers)

    def _on_workers(self, cells: Sequence[float | None], workers: int) -> float | None:
        known = [one for one in cells if one is not None]
        if len(known) < len(cells):
            return None
        slowness = self.live.slowness if self.live else 1.0
        return max(max(known, default=0.0), sum(known) / max(1, workers)) * slowness

    def _of_rows(self, figure: Callable[[Sequence[CellResult]], float]) -> dict[tuple[str, str], float]:
        """A figure of the cells that are done, by row and puzzles, and by row alone."""
        each: dict[tuple[str, str], list[CellResult]] = {}
        for one in self.done.values():
            for name in dict.fromkeys(((one.row, one.group), (one.row, ""))):
                each.setdefault(name, []).append(one)
        return {name: figure(found) for name, found in each.items()}


class Watch:
    """An experiment's folder, looked at now and then. FolderError, PuzzleError if it can't be read."""

    def __init__(self, folder: ExperimentFolder) -> None:
        self.folder = folder
        self._cells: tuple[Cell, ...] = ()
        self._puzzles: object = None
        self._seen: object = None

    def look(self) -> State | None:
        """How far it is; None if that is as it was at the last look."""
        puzzles = _stamp(self.folder.path / PUZZLES)
        results, live = ([_stamp(one / name) for one in self.folder.parts] for name in (RESULTS, LIVE))
        runs = self.folder.runs
        seen = puzzles, results, live if runs else None, runs
        if seen == self._seen:
            return None
        if puzzles is not None and puzzles != self._puzzles:
            self._cells = cells(self.folder.experiment(), puzzles=self.folder.problems())
            self._puzzles = puzzles
        state = State(self._cells, self.folder.results(), read_live(self.folder) if runs else None)
        self._seen = seen
        return state


def _stamp(path: Path) -> tuple[int, int] | None:
    """What changes with the file; None if there is none."""
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_mtime_ns, about.st_size


def most_cpu_seconds(planned: Sequence[Cell]) -> float | None:
    """What the cells take at most; None if a budget is in playouts."""
    return None if any(cell.playouts for cell in planned) else sum(cell.seconds[-1] for cell in planned)
