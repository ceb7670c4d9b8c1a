"""The processes that the app starts, stops and watches; what is heavy is imported when it is first asked for.

Tests replace the engine by one that starts no process.
"""

from __future__ import annotations

import asyncio
import importlib
import os
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.registry import get_family, is_family
from tui.processes.judging import Judge

if TYPE_CHECKING:
    from solvers.kernel_costs import CompileProgress
    from solvers.runs.folder import Command, Run
    from solvers.runs.processes import IdleWorker
    from solvers.runs.reader import Follower
    from solvers.runs.spec import CompileSpec, RunSpec, SolveSpec
    from solvers.runs.view import RunView


NEXT_AFTER = 0.5
"""Seconds from a run's start until the next worker is started: its imports would slow down the run's beginning."""


class Engine:
    """Starts, resumes and asks workers. Every method raises OSError if the system refuses."""

    def __init__(self) -> None:
        self._idle: IdleWorker | None = None
        self.begun: list[Run] = []
        """The searches that were started or resumed here, but for transient ones."""
        self._starting: asyncio.Task[None] | None = None
        """What starts the worker of the next run; kept, as the event loop does not keep it."""

    async def prepare(self) -> None:
        """Starts a worker process that waits for the next run, so that the run begins at once; after each, the next."""
        from solvers.runs.processes import IdleWorker

        self._idle = self._idle or IdleWorker()
        await asyncio.to_thread(self._idle.start)
        await asyncio.to_thread(importlib.import_module, "solvers.runs.launcher")  # nor does it wait for imports

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
        from solvers.runs.folder import worker_count
        from solvers.runs.launcher import start_run
        from solvers.runs.spec import CompileSpec

        if isinstance(spec, CompileSpec):
            return await asyncio.to_thread(start_run, spec, transient=transient)
        if self.idle_pid and worker_count(spec) == 1 and not transient:
            # some milliseconds; a thread would wait for the interpreter's lock again and again while a screen is drawn
            run = start_run(spec, transient=transient, idle=self._idle)
        else:
            run = await asyncio.to_thread(start_run, spec, transient=transient, idle=self._idle)
        self.begun += [] if transient else [run]
        self._prepare_next()
        return run

    async def launch_batch(self, spec: SolveSpec, seeds: Sequence[int]) -> tuple[Run, ...]:
        """The runs of one search with these seeds, as many of them started as there are cores."""
        from solvers.runs.launcher import cores, start_batch

        runs = await asyncio.to_thread(start_batch, spec, seeds, cores(), self._idle)
        self.begun += runs
        self._prepare_next()
        return runs

    def runs_of(self, batch: str) -> tuple[Run, ...]:
        """The runs of a batch; reads all runs' specs."""
        from solvers.runs.launcher import runs_of

        return runs_of(batch)

    async def resume_all(self, runs: Sequence[Run]) -> int:
        """The number of runs that were started: of those of one batch, as many at a time as there are cores."""
        from solvers.runs.launcher import cores, resume_runs

        started = await asyncio.to_thread(resume_runs, runs, cores(), self._idle)
        self.begun += runs
        return started

    async def resume(self, run: Run) -> int:
        """The number of workers that were started again."""
        from solvers.runs.launcher import resume_run

        started = await asyncio.to_thread(resume_run, run, self._idle)
        self.begun.append(run)
        self._prepare_next()
        return len(started)

    def _prepare_next(self) -> None:
        """Starts the worker of the next run after NEXT_AFTER seconds, without being waited for."""

        async def start() -> None:
            await asyncio.sleep(NEXT_AFTER)
            if self._idle is not None:
                await asyncio.to_thread(self._idle.start)

        if self._idle is not None:
            self._starting = asyncio.create_task(start())

    def request(self, run: Run, command: Command) -> None:
        """Asks the run's workers to stop, pause or go on."""
        from solvers.runs.folder import request

        request(run, command)

    def follower(self, run: Run) -> Follower:
        """What reads the run step by step."""
        from solvers.runs.reader import Follower

        return Follower(run)

    def live_runs(self) -> list[Run]:
        """The runs that have a live worker."""
        from solvers.runs.folder import all_runs

        return [run for run in all_runs() if run.lives()]

    def compile_progress(self, spec: CompileSpec) -> CompileProgress | None:
        """How far the kernels of the spec will be, to be looked at while it compiles.

        None if all are compiled, or none is to be: the user has them interpreted.
        """
        from solvers.compiling import SETTING, needed
        from solvers.kernel_costs import CompileProgress

        if os.environ.get(SETTING) == "0":
            return None
        missing = [one.name for one in needed(spec)]
        return CompileProgress(missing, workers=spec.workers) if missing else None


GOES_ON = "The run continues from its checkpoint."
"""What is said of a run that was resumed; no longer true when it has ended again."""


class WatchedRun:
    """`view` is None until the run was looked at for the first time.

    A result that the plain checker refuses is not in it: then the run counts as failed. `listed`: no board is shown, so
    it is the worker's verdict that counts.
    """

    def __init__(self, engine: Engine, run: Run, *, listed: bool = False) -> None:
        self.run = run
        self.view: RunView | None = None
        self._engine = engine
        self._seen: RunView | None = None
        self._puzzle: tuple[RunSpec | None, Puzzle | None] = None, None
        self._judged: tuple[object, ...] = ()
        self._fault = ""
        self._listed = listed
        self._waiting = False
        self._judge = Judge(confirms=True)

    def look(self) -> bool:
        """True if the view has changed."""
        seen = self._follower.poll()
        if seen is self._seen and not self._waiting:
            return False
        self._seen = seen
        before, self.view = self.view, seen if self._listed else self._checked(seen)
        return self.view != before

    def _checked(self, view: RunView) -> RunView:
        """The view, or one without boards if the checker refuses them; asked only when they have changed."""
        if self._puzzle[0] is not view.spec:
            self._puzzle = view.spec, _puzzle(view)
        puzzle = self._puzzle[1]
        if puzzle is None:
            return view
        if get_family(puzzle.family).slow_to_judge:
            return self._checked_aside(puzzle, view)
        judged = (view.status == "solved", view.board, view.board_score, view.solution_boards, view.found)
        if judged != self._judged:
            from tui.processes.checking import fault

            self._judged = judged
            self._fault = fault(puzzle, view)
        return _refused(view, self._fault) if self._fault else view

    def _checked_aside(self, puzzle: Puzzle, view: RunView) -> RunView:
        """As `_checked`, where judging takes long: without the boards that are still being judged, and not solved."""
        from solvers.runs.scoring import is_result

        boards = [one.board for one in view.found]
        if view.status == "solved" and view.board is not None and not boards:
            boards = [view.board]
        verdicts = {board: self._judge.verdict(puzzle, board) for board in boards}
        self._waiting = None in verdicts.values()
        family = get_family(puzzle.family).for_puzzle(puzzle)
        for verdict in verdicts.values():
            if verdict is not None and not is_result(family, verdict):
                return _refused(view, verdict.faults[0] if verdict.faults else "the board is incomplete")
        if not self._waiting:
            return view
        found = tuple(one for one in view.found if verdicts[one.board] is not None)
        if self.view is not None and len(found) < len(self.view.found):
            found = self.view.found  # a better one is being judged: until then those that it will follow
        held = replace(
            view,
            status="running" if view.status == "solved" else view.status,
            message="The checker is judging what was found ...",
            found=found,
        )
        if found:
            return replace(held, board=found[0].board, board_score=found[0].score, facts=found[0].facts)
        if self.view is not None:
            return replace(held, board=self.view.board, board_score=self.view.board_score, facts=self.view.facts)
        return replace(held, board=None, board_score=None, facts={})

    @cached_property
    def _follower(self) -> Follower:
        """Made for the first look: of most listed runs the list itself knows the view."""
        return self._engine.follower(self.run)

    @property
    def going(self) -> bool:
        """True while a worker lives, and before the first look."""
        return self.view is None or not self.view.ended

    @property
    def paused(self) -> bool:
        return self.view is not None and self.view.status == "paused"

    @property
    def waits(self) -> bool:
        """True if it has not begun: it waits for other runs of its batch."""
        return self.view is not None and self.view.status == "waiting"

    @property
    def resumable(self) -> bool:
        """True if it has ended before its end."""
        return self.view is not None and self.view.ended and bool(self.view.resumable)

    def request(self, command: Command) -> None:
        """Asks the workers to stop, pause or go on; OSError if the folder is gone or the disk refuses."""
        self._engine.request(self.run, command)

    async def resume(self) -> str:
        """Whether the run continues, in one line; OSError if no process can be started."""
        started = await self._engine.resume(self.run)
        return GOES_ON if started else "The run has nothing left to do."


def _refused(view: RunView, fault: str) -> RunView:
    message = f"The result did not pass the checker: {fault}"
    bare = replace(view, board=None, board_score=None, best_score=None, solution_boards=(), found=(), facts={})
    return replace(bare, status="failed", message=message)


def _puzzle(view: RunView) -> Puzzle | None:
    """The puzzle that the run searches; None if it is another kind of run, or its puzzle can't be read."""
    from solvers.runs.spec import SolveSpec

    if not isinstance(view.spec, SolveSpec) or not is_family(view.spec.family):
        return None
    try:
        return get_family(view.spec.family).from_json(view.spec.puzzle)
    except PuzzleError:
        return None
