"""The app's only door to runs, priors and kernels: everything heavy is imported when it is first asked for.

Tests replace it by one that starts no process.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from priors.store import Stored
    from priors.stored import Histogram
    from solvers.kernel_costs import CompileProgress
    from solvers.runs.folder import Command, Run
    from solvers.runs.processes import IdleWorker
    from solvers.runs.reader import Follower
    from solvers.runs.spec import CompileSpec, RunSpec


class Engine:
    """What the screens may ask for. Every method raises OSError if the system refuses."""

    def __init__(self) -> None:
        self._idle: IdleWorker | None = None

    async def prepare(self) -> None:
        """Starts a worker process that waits for the next run, so that the run begins at once; after each, the next."""
        from solvers.runs.processes import IdleWorker

        self._idle = self._idle or IdleWorker()
        await asyncio.to_thread(self._idle.start)

    @property
    def idle_pid(self) -> int:
        """The process that waits for a run; 0 if there is none."""
        return self._idle.pid if self._idle is not None else 0

    def dismiss(self) -> None:
        """Ends the process that waits. Runs go on."""
        if self._idle is not None:
            self._idle.close()
            self._idle = None

    async def launch(self, spec: RunSpec, *, transient: bool = False) -> Run:
        """The started run; `transient` ones are not in the list of runs."""
        from solvers.runs.launcher import launch
        from solvers.runs.spec import CompileSpec

        if isinstance(spec, CompileSpec):
            return await launch(spec, transient=transient)
        run = await launch(spec, transient=transient, idle=self._idle)
        await self._prepare_next()
        return run

    async def resume(self, run: Run) -> int:
        """The number of workers that were started again."""
        from solvers.runs.launcher import resume

        started = await resume(run, idle=self._idle)
        await self._prepare_next()
        return len(started)

    async def _prepare_next(self) -> None:
        if self._idle is not None:
            await asyncio.to_thread(self._idle.start)

    def request(self, run: Run, command: Command) -> None:
        """Asks the run's workers to stop, pause or go on."""
        from solvers.runs.folder import request

        request(run, command)

    def follower(self, run: Run) -> Follower:
        """What reads the run step by step."""
        from solvers.runs.reader import Follower

        return Follower(run)

    def runs(self) -> tuple[Run, ...]:
        """All runs, the newest first."""
        from solvers.runs.folder import all_runs

        return all_runs()

    def remove_run(self, run: Run) -> None:
        """Deletes the folder of an ended run; RuntimeError or LookupError, one line, if that can't be."""
        from solvers.runs.folder import remove_run

        remove_run(run)

    def live_runs(self) -> int:
        """How many runs have a live worker."""
        return sum(1 for run in self.runs() if run.lives())

    def data_folder(self) -> Path:
        """Where drafts, recent files and crash logs are."""
        from solvers.runs.folder import data_root

        return data_root()

    def stored_priors(self) -> list[Stored]:
        """All priors at hand: those trained here that can be trusted, and what comes with the program."""
        from priors.store import all_priors

        return all_priors()

    def remove_prior(self, stored: Stored) -> None:
        """Deletes the prior; ValueError, one line, for one that comes with the program."""
        from priors.store import remove

        remove(stored)

    def histogram(self, stored: Stored, bins: int) -> Histogram:
        """The distribution of the prior's frequencies."""
        from priors.stored import histogram

        return histogram(stored, bins)

    def draw_histogram(self, stored: Stored, path: Path) -> None:
        """Writes the histogram as SVG or PNG; ValueError, one line, for another suffix."""
        from priors.stored import draw

        draw(stored, path)

    def compile_progress(self, spec: CompileSpec) -> CompileProgress | None:
        """How far the kernels of the spec will be, to be looked at while it compiles; None if all are compiled."""
        from solvers.compiling import needed
        from solvers.kernel_costs import CompileProgress

        missing = [one.name for one in needed(spec)]
        return CompileProgress(missing, workers=spec.workers) if missing else None
