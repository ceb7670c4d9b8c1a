"""Reading a run: its folder as a `RunView`, step by step while it grows, cheap enough for ten a second."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from solvers.runs.files import Tail, held
from solvers.runs.folder import Run, SpecError, worker_count
from solvers.runs.ledger import (
    Ledger,
    Standing,
    WorkerState,
    ended_for_good,
    is_solved,
    message_of,
    resumable_workers,
    status_of,
)
from solvers.runs.log_lines import unit
from solvers.runs.result import Result, Solution, distinct, ranked, read_result
from solvers.runs.scoring import family_of, optimises
from solvers.runs.spec import RunSpec, SolveSpec
from solvers.runs.status import Status, read_status
from solvers.runs.view import RunView


@dataclass(slots=True)
class _Seen:
    """A small file's content, read again only when the file has changed."""

    stamp: tuple[int, int] = (0, 0)
    status: Status | None = None
    result: Result | None = None

    def changed(self, path: Path) -> bool:
        try:
            about = path.stat()
            stamp = (about.st_mtime_ns, about.st_ino)
        except OSError:
            stamp = (0, 0)
        fresh = stamp != self.stamp
        self.stamp = stamp
        return fresh


class Follower:
    """Follows one run. Holds nothing open; the run may be live, ended, damaged or removed meanwhile."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._spec: RunSpec | None = None
        self._spec_error = ""
        self._read_spec()
        self._tail = Tail(run.events_path)
        self._ledger = self._new_ledger()
        self._statuses: dict[int, _Seen] = {}
        self._result = _Seen()
        self._wanted = self._spec.wanted if isinstance(self._spec, SolveSpec) else 1
        self._keep_best = isinstance(self._spec, SolveSpec) and self._spec.keep_best
        self._found: tuple[Solution, ...] = ()
        self._view: RunView | None = None

    def poll(self) -> RunView:
        """The run as it is now; the very same object as last time if nothing has changed."""
        standings = self._standings()  # before the events: a worker's last words are written before it dies
        anew, data = self._tail.read()
        if anew:
            self._ledger = self._new_ledger()
        if data:
            self._ledger.read(data)
        if self._result.changed(self.run.result_path):
            self._result.result = read_result(self.run.result_path)
            anew = True
        if anew or data:
            self._found = self._rank()
        self._settle(standings)
        view = self._build(standings, fresh=anew or bool(data) or self._view is None)
        if view != self._view:
            self._view = view
        return self._view or view

    def _read_spec(self) -> None:
        try:
            self._spec = self.run.spec()
        except SpecError as error:
            self._spec_error = str(error)

    def _new_ledger(self) -> Ledger:
        return Ledger(unit(self._spec), optimises(self._spec))

    def _standings(self) -> dict[int, Standing]:
        count = worker_count(self._spec) if self._spec else len(self._ledger.workers) or 1
        return {worker: self._standing(worker) for worker in range(count)}

    def _standing(self, worker: int) -> Standing:
        lock = self.run.lock_path(worker)
        seen = self._statuses.setdefault(worker, _Seen())
        alive = held(lock)
        path = self.run.status_path(worker)
        if seen.changed(path) or (alive and seen.status is None):
            seen.status = read_status(path) or seen.status
        return Standing(launched=alive or lock.exists(), alive=alive, status=seen.status)

    def _settle(self, standings: dict[int, Standing]) -> None:
        """Joins what the events and the small status files say of each worker; the later one counts."""
        for worker, standing in standings.items():
            standing.told = self._ledger.workers.get(worker, WorkerState())
            if standing.status is not None and standing.status.pid in standing.told.earlier:
                standing.status = None

    def _build(self, standings: dict[int, Standing], *, fresh: bool) -> RunView:
        ledger, result, old = self._ledger, self._result.result, self._view
        solved = self._is_solved(standings)
        alive = [one for one in standings.values() if one.alive]
        now = [one.now for one in standings.values()]
        view = RunView(
            id=self.run.id,
            folder=self.run.folder,
            spec=self._spec,
            created=old.created if old else self.run.created,
            status=status_of(standings, solved=solved, result=result, spec_error=self._spec_error),
            wanted=self._wanted,
            found=self._found,
            message=self._message(standings),
            playouts=sum(one.playouts for one in now),
            rate=sum(one.now.rate for one in alive),
            elapsed=max((one.at for one in now), default=0.0),
            uncounted=max((one.uncounted for one in now), default=0.0),
            compiling=max((one.status.compiling for one in alive if one.status), default=0.0),
            compile_seconds=max((one.status.compile_seconds for one in alive if one.status), default=0.0),
            restarts=sum(one.restarts for one in now),
            workers_alive=len(alive),
            history=ledger.history() if fresh or old is None else old.history,
            log=tuple(line for _, line in ledger.lines) if fresh or old is None else old.log,
            generated=tuple(ledger.generated) if fresh or old is None else old.generated,
            done=sum(one.done for one in now),
            total=sum(one.total for one in now),
            seconds_left=max((one.status.seconds_left for one in alive if one.status), default=0.0),
            wrong_input=any(one.told.wrong_input for one in standings.values()),
            claim="" if result is None else result.claim,
            resumable=() if self._spec is None else resumable_workers(standings, ledger, result, self._wanted, solved),
        )
        return self._with_findings(view, standings)

    def _is_solved(self, standings: dict[int, Standing]) -> bool:
        """True if the run has all that it is after; of the best solutions, if it has also come to its end."""
        if self._wanted == 1:
            return is_solved(self._ledger, self._result.result)
        return len(self._found) >= self._wanted and (not self._keep_best or ended_for_good(standings))

    def _message(self, standings: dict[int, Standing]) -> str:
        if not self.run.folder.exists():
            return "the run was removed"
        return self._spec_error or message_of(self.run, standings, self._ledger)

    def _with_findings(self, view: RunView, standings: dict[int, Standing]) -> RunView:
        """The view with the best of events, result and live numbers (on a full disk the events lack some)."""
        best, solved, result = self._ledger.best, self._ledger.solved, self._result.result
        score = best.score if best else None
        board = tuple(best.board) if best else None
        facts = best.facts if best else {}
        solved_seconds = solved.seconds if solved else None
        if result is not None and solved is None and (result.proof == "solved" or not best):
            score = result.score
            board = tuple(result.board) or None
            facts = result.facts
            solved_seconds = result.seconds if result.proof == "solved" else None
        if self._found:
            first = self._found[0]
            score, board, facts = first.score, first.board, first.facts
            solved_seconds = min(one.seconds for one in self._found)
        board_score = score if board is not None else None
        live = [s for one in standings.values() if (s := one.now.best_score) is not None]
        if solved_seconds is None and live:
            score = max([*live, *([] if score is None else [score])])
        solutions, boards = self._count(board if solved_seconds is not None else None)
        return replace(
            view,
            best_score=score,
            board=board,
            board_score=board_score,
            facts=facts,
            solved_seconds=solved_seconds,
            solutions=solutions,
            solution_boards=boards,
        )

    def _rank(self) -> tuple[Solution, ...]:
        """The different solutions of events and result, where several are wanted: on a full disk events lack some."""
        family = family_of(self._spec)
        if self._wanted == 1 or family is None:
            return ()
        result = self._result.result
        told = [*self._ledger.found(), *(result.found if result is not None else ())]
        return ranked(distinct(told), family)[: self._wanted]

    def _count(self, solution: tuple[int, ...] | None) -> tuple[str | None, tuple[tuple[int, ...], ...]]:
        if self._ledger.counted:
            last = self._ledger.counted[-1]
            return last.solutions, tuple(tuple(board) for board in last.boards)
        result = self._result.result
        if result is not None and result.solutions:
            return result.solutions, tuple(tuple(board) for board in result.boards)
        return None, (solution,) if solution is not None else ()


def view(run: Run) -> RunView:
    """The run as it is now, read once."""
    return Follower(run).poll()


def unit_of(view: RunView) -> str:
    """What the run counts, for `3,400 dead ends`."""
    return unit(view.spec) if isinstance(view.spec, SolveSpec) else ""
