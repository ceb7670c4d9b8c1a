"""Reading a run: its folder as a `RunView`, step by step while it grows, cheap enough for ten a second."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Generic, TypeVar

from puzzles.parameters import Value
from puzzles.text.quoting import one_line
from solvers.runs.folder import Run, SpecError, Tail, held, requested, worker_count
from solvers.runs.ledger import (
    BOARDS_KEPT,
    Ledger,
    Worker,
    WorkerState,
    ended_for_good,
    message_of,
    resumable_workers,
    status_of,
    trouble_of,
)
from solvers.runs.result import Result, Solution, kept, read_result
from solvers.runs.scoring import family_of
from solvers.runs.spec import RunSpec, SolveSpec, names_a_file
from solvers.runs.status import Status, read_status
from solvers.runs.view import RunView

Content = TypeVar("Content")


class _SmallFile(Generic[Content]):
    """A small file's content, read again only when the file has changed; the last one if it can't be read then."""

    def __init__(self, path: Path, read: Callable[[Path], Content | None]) -> None:
        self.content: Content | None = None
        self._path = path
        self._read = read
        self._stamp = (0, 0)

    def changed(self, *, wanted: bool = False) -> bool:
        """True if the file was read again, as it has changed, or has no content yet and that is wanted."""
        try:
            about = self._path.stat()
            stamp = (about.st_mtime_ns, about.st_ino)
        except OSError:
            stamp = (0, 0)
        if stamp == self._stamp and not (wanted and self.content is None):
            return False
        self._stamp = stamp
        self.content = self._read(self._path) or self.content
        return True


class Follower:
    """Follows one run. Holds nothing open; the run may be live, ended, damaged or removed meanwhile.

    `leaving`: a worker that still holds its lock, and is seen as if it had ended: it reads the run itself.
    `spec`: the run's, if it is at hand.
    """

    def __init__(self, run: Run, leaving: int | None = None, spec: RunSpec | None = None) -> None:
        self.run = run
        self._leaving = leaving
        self._spec = spec
        self._spec_error = ""
        try:
            self._spec = spec or run.spec()
        except SpecError as error:
            self._spec_error = str(error)
        self._tail = Tail(run.events_path)
        self._ledger = self._new_ledger()
        self._statuses: dict[int, _SmallFile[Status]] = {}
        self._result = _SmallFile(run.result_path, read_result)
        self._wanted = self._spec.wanted if isinstance(self._spec, SolveSpec) else 1
        self._keep_best = isinstance(self._spec, SolveSpec) and self._spec.keep_best
        self._apart = self._spec.apart if isinstance(self._spec, SolveSpec) else 0
        self._front = self._spec.front if isinstance(self._spec, SolveSpec) else None
        self._found: tuple[Solution, ...] = ()
        self._view: RunView | None = None

    def poll(self) -> RunView:
        """The run as it is now; the very same object as last time if nothing has changed."""
        count = worker_count(self._spec) if self._spec else len(self._ledger.workers) or 1
        workers = {number: self._worker(number) for number in range(count)}  # first: each writes events before it ends
        fresh = self._read_events()
        fresh = self._result.changed() or fresh
        if fresh:
            self._found = self._rank()
        for number, worker in workers.items():
            worker.reported = self._ledger.workers.get(number, WorkerState())
            if worker.status is not None and worker.status.pid in worker.reported.earlier:
                worker.status = None
        view = self._build(workers, fresh=fresh)
        if view != self._view:
            self._view = view
        return self._view or view

    def at_its_end(self, events: bytes, result: Result) -> RunView:
        """A run of one worker that has ended, by what is in its files."""
        self._ledger.read(events)
        self._result.content = result
        worker = Worker(launched=True, alive=False, status=None, reported=self._ledger.workers[0])
        return self._build({0: worker}, fresh=True)

    def _read_events(self) -> bool:
        """True if there was anything new."""
        fresh = False
        while True:
            replaced, data = self._tail.read()
            if replaced:
                self._ledger = self._new_ledger()
            if data:
                self._ledger.read(data)
            if replaced and self._tail.left_out:
                self._ledger.leave_out(self._tail.left_out)
            fresh = fresh or replaced or bool(data)
            if not data:
                return fresh

    def _new_ledger(self) -> Ledger:
        return Ledger(self._spec)

    def _worker(self, number: int) -> Worker:
        lock = self.run.lock_path(number)
        alive = number != self._leaving and held(lock)
        status = self._statuses.setdefault(number, _SmallFile(self.run.status_path(number), read_status))
        status.changed(wanted=alive)
        return Worker(launched=alive or lock.exists(), alive=alive, status=status.content)

    def _build(self, workers: dict[int, Worker], *, fresh: bool) -> RunView:
        ledger, result, old = self._ledger, self._result.content, self._view
        if fresh or old is None:
            points = ledger.history()
            history, history_playouts = tuple((at, best) for at, _, best in points), tuple(n for _, n, _ in points)
        else:
            history, history_playouts = old.history, old.history_playouts
        solved = self._is_solved(workers)
        alive = [one for one in workers.values() if one.alive]
        now = [one.now for one in workers.values()]
        score, board, facts, seconds = self._best()
        live = [one.best_score for one in now if one.best_score is not None] if seconds is None else []
        solutions, boards = self._count(board if seconds is not None else None)
        return RunView(
            id=self.run.id,
            folder=self.run.folder,
            spec=self._spec,
            created=old.created if old else self.run.created,
            status=status_of(workers, solved=solved, result=result, spec_error=self._spec_error, waits=self._waits()),
            wanted=self._wanted,
            found=self._found,
            message=one_line(self._message(workers)),
            trouble=one_line(trouble_of(self.run, workers)),
            best_score=max([*live, *([] if score is None else [score])], default=None),
            board=board,
            board_score=score if board is not None else None,
            facts=facts,
            playouts=sum(one.playouts for one in now),
            rate=sum(one.now.rate for one in alive),
            elapsed=max((one.at for one in now), default=0.0),
            cpu=sum(one.cpu for one in now),
            run_cpu=sum(one.run_cpu for one in now),
            compiling=max((one.status.compiling for one in alive if one.status), default=0.0),
            compile_seconds=max((one.status.compile_seconds for one in alive if one.status), default=0.0),
            restarts=sum(one.restarts for one in now),
            workers_alive=len(alive),
            history=history,
            history_playouts=history_playouts,
            solutions=solutions,
            solution_boards=boards,
            log=tuple(line for _, line in ledger.lines) if fresh or old is None else old.log,
            generated=tuple(ledger.generated) if fresh or old is None else old.generated,
            done=sum(one.done for one in now),
            total=sum(one.total for one in now),
            seconds_left=max((one.status.seconds_left for one in alive if one.status), default=0.0),
            solved_seconds=seconds,
            wrong_input=any(one.reported.wrong_input for one in workers.values()),
            insights=tuple(
                (number, one.status.insight)
                for number, one in workers.items()
                if one.status is not None and one.status.insight is not None
            ),
            claim="" if result is None else result.claim,
            resumable=self._resumable(workers),
        )

    def _resumable(self, workers: dict[int, Worker]) -> tuple[int, ...]:
        if self._spec is None or names_a_file(self._spec) or not self.run.folder.exists():
            return ()
        return resumable_workers(workers, self._ledger, self._result.content, self._wanted)

    def _is_solved(self, workers: dict[int, Worker]) -> bool:
        """True if the run has all that it looks for; of the best solutions, if it has also come to its end."""
        if self._wanted == 1:
            result = self._result.content
            return self._ledger.solved is not None or (result is not None and result.proof == "solved")
        enough = self._wanted if self._front is None else 1  # a front has as many as it has
        return len(self._found) >= enough and (not self._keep_best or ended_for_good(workers))

    def _waits(self) -> str:
        """The status of a run of a batch before its turn comes; empty for others."""
        if not (isinstance(self._spec, SolveSpec) and self._spec.batch):
            return ""
        return "stopped" if requested(self.run.control_path) == "stop" else "waiting"

    def _message(self, workers: dict[int, Worker]) -> str:
        if not self.run.folder.exists():
            return "the run was removed"
        return self._spec_error or message_of(self.run, workers, self._ledger)

    def _best(self) -> tuple[float | None, tuple[int, ...] | None, Mapping[str, Value], float | None]:
        """(score, board, facts, seconds to the solution) by events and result: on a full disk the events lack some."""
        best, solved, result = self._ledger.best, self._ledger.solved, self._result.content
        if self._found:
            first = self._found[0]
            return first.score, first.board, first.facts, min(one.seconds for one in self._found)
        if result is not None and solved is None and (result.proof == "solved" or not best):
            seconds = result.seconds if result.proof == "solved" else None
            return result.score, tuple(result.board) or None, result.facts, seconds
        if best is None:
            return None, None, {}, None
        lost = not best.board and len(self._ledger.improved) > BOARDS_KEPT
        return best.score, None if lost else tuple(best.board), best.facts, solved.seconds if solved else None

    def _rank(self) -> tuple[Solution, ...]:
        """The different solutions of events and result, where several are wanted: on a full disk events lack some."""
        family = family_of(self._spec)
        if self._wanted == 1 or family is None:
            return ()
        result = self._result.content
        reported = [*self._ledger.found(), *(result.found if result is not None else ())]
        return kept(reported, family, self._wanted, keep_best=self._keep_best, apart=self._apart, front=self._front)

    def _count(self, solution: tuple[int, ...] | None) -> tuple[str | None, tuple[tuple[int, ...], ...]]:
        if self._ledger.counted:
            last = self._ledger.counted[-1]
            return last.solutions, tuple(tuple(board) for board in last.boards)
        result = self._result.content
        if result is not None and result.solutions:
            return result.solutions, tuple(tuple(board) for board in result.boards)
        return None, (solution,) if solution is not None else ()


def view(run: Run, leaving: int | None = None) -> RunView:
    """The run as it is now, read once; `leaving` as in `Follower`."""
    return Follower(run, leaving).poll()
