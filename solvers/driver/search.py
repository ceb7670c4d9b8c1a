"""Solving: the stages of a search from its spec or checkpoint to a verified end."""

from __future__ import annotations

import msgspec

from priors.sealed import Arrays, DamagedError
from puzzles import registry
from puzzles.parameters import ParameterError
from puzzles.user_data import read_file, set_aside
from solvers.driver.judging import judges_beside
from solvers.driver.loop import Budget, Pace, Searching
from solvers.driver.results import JUDGING_SHARE, BestResults, Board
from solvers.jobs.compile import make_ready
from solvers.jobs.guarding import guarded
from solvers.jobs.orders import LeaveError, Order
from solvers.jobs.takeover import Takeover
from solvers.jobs.train import EASY_PLAYOUTS, PriorStages, Stage
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.registry import algorithm
from solvers.runs.checkpoint import Checkpoint, digest, read_checkpoint, write_checkpoint
from solvers.runs.events import describe_trouble
from solvers.runs.reader import view
from solvers.runs.scoring import same_score
from solvers.runs.spec import SolveSpec, puzzle_of
from solvers.session import Session

LATE_VERDICTS = 30.0
"""Seconds for verdicts behind the end of the budget's, where fewer solutions are kept than are wanted; as long again as
the budget, if that is more."""
VERDICT_WAIT = 0.25
"""Seconds of waiting for verdicts between two looks at the orders."""
AT_ITS_END = "no move is left in this game: there is nothing to search"


def work(reporter: WorkerReporter, spec: SolveSpec) -> None:
    """Solves, and reports everything up to its end. LeaveError on an order, with the search's place saved."""
    Solving(reporter, spec).run()


class Solving:
    """One worker's way through the stages of one spec."""

    def __init__(self, reporter: WorkerReporter, spec: SolveSpec) -> None:
        self._reporter = reporter
        self._spec = spec
        # as it was written: a version may add settings
        self._spec_digest = "" if reporter.brief else digest(read_file(reporter.run.spec_path))
        puzzle = puzzle_of(spec)
        family = registry.get_family(spec.family).for_puzzle(puzzle)
        # a best score has no second solution, and without undo none can be looked for
        self._family, self._puzzle = family, puzzle
        self._counts = family.optimisation is None and family.rules.undo and spec.wanted == 1
        self._best_results = self._nothing_found()
        self._prior_stages = PriorStages(reporter, spec, family, puzzle)
        self._finished = family.optimisation is not None and family.optimisation.finished(puzzle)
        self._budget = Budget(spec.seconds, spec.playouts)
        self._takeover = Takeover(reporter, spec, self.save)
        self._session: Session | None = None
        self._stage: Stage = "plain"
        self._noticed = ""
        self._earlier = (0, 0)  # playouts and restarts of the stages before this one

    def run(self) -> None:
        if self._finished:
            self._end_at_once()
            return
        arrays = self._begin()
        try:
            self._conclude(self._search(arrays))
        except LeaveError as leave:
            if leave.order is not Order.GONE and self._session is not None:
                self._best_results.report(now=True)
                self.save()
                self._reporter.keep(self._best_results.result())
            raise
        finally:
            self._best_results.close()

    def _end_at_once(self) -> None:
        """Ends the run of a game that is at its end: the game itself is the result, and no kernel is needed."""
        reporter = self._reporter
        reporter.begin()
        if self._spec.warm_start:
            reporter.note("the warm start is not used: the game to be searched is at its end")
        self._best_results.take(self._family.start_board(self._puzzle))
        proof = "exhausted" if self._best_results.solved_seconds is None else "solved"
        reporter.keep(self._best_results.result(proof=proof, claim=AT_ITS_END))
        reporter.finish(proof)

    def _begin(self) -> Arrays | None:
        """The saved arrays, with everything else set back to that place; None to start from the beginning."""
        reporter, path = self._reporter, self._reporter.run.checkpoint_path(self._reporter.worker)
        try:
            own = not algorithm(self._spec.algorithm).checked
            saved = None if reporter.brief else read_checkpoint(path, own=own)
            if saved is not None and saved[0].spec != self._spec_digest:
                raise DamagedError("it belongs to another spec")
        except DamagedError as error:
            self._start_over(str(error))
            return None
        if saved is None:
            reporter.begin()
            self._best_results.begin_with(tuple(self._spec.warm_start))
            self._stage = self._prior_stages.first_stage()
            return None
        place, arrays = saved
        reporter.begin(at=place.elapsed, cpu=place.cpu, playouts=place.playouts, resumed=True)
        self._stage = place.stage
        self._earlier = (place.earlier_playouts, place.earlier_restarts)
        self._best_results.restore(place)
        self._check_penalty(place)
        return arrays

    def _check_penalty(self, place: Checkpoint) -> None:
        """Nothing; ParameterError if an earlier version counted less for a broken constraint than is counted now."""
        found = self._family.optimisation
        if found is None or not found.broken or not place.best_board:
            return
        verdict = self._family.judge(self._puzzle, place.best_board)
        if place.best_score is None or not same_score(self._family, verdict, self._family, place.best_score):
            raise ParameterError(
                f"an earlier version began this run, with a smaller penalty for a {found.broken} than its costs need; "
                "begin a new run"
            )

    def _nothing_found(self) -> BestResults:
        spec, keeps = self._spec, self._spec.keep_best and self._spec.wanted > 1
        of_puzzle = self._reporter, self._family, self._puzzle
        judges = judges_beside(spec.workers) if self._family.many_solutions is not None and spec.wanted > 1 else 0
        results = BestResults(
            *of_puzzle,
            spec.wanted,
            keep_best=keeps,
            until=spec.until,
            judges=judges,
            apart=spec.apart,
            front=spec.front,
        )
        slow = self._family.judging_seconds
        results.postpones = bool(slow and spec.seconds and slow(self._puzzle) > JUDGING_SHARE * spec.seconds)
        return results

    def _start_over(self, why: str) -> None:
        reporter, path = self._reporter, self._reporter.run.checkpoint_path(self._reporter.worker)
        aside = set_aside(path)
        reporter.begin()
        reporter.tell(f"{reporter.run.id}: the checkpoint was set aside as {aside.name}: {why}; starting over", aside)
        self._stage = self._prior_stages.first_stage()
        self._earlier = (0, 0)
        self._best_results.close()
        self._best_results, reporter.best_score = self._nothing_found(), None
        self._best_results.begin_with(tuple(self._spec.warm_start))

    def _search(self, arrays: Arrays | None) -> str:
        """The word the search ended with: budget, or a session's status."""
        while True:
            make_ready(self._reporter, self._spec)
            session = self._prepare(arrays)
            arrays = None
            self._reporter.enter("running")
            self._reporter.playouts = self._earlier[0] + session.playouts
            self._reporter.restarts = self._earlier[1] + session.restarts
            results = self._best_results
            searching = Searching(
                self._reporter,
                session,
                self._look,
                self.save,
                results.passes_over,
                self._takeover,
                results.reached,
            )
            end = searching.run(self._budget, EASY_PLAYOUTS if self._stage == "easy" else None)
            self._best_results.report(now=True)
            if end != "limit":
                self._wait_for_verdicts()
                return end
            self.save()
            if self._takeover.wait():
                self._takeover.go_over()
            self._prior_stages.odds()  # trains, while the place at the end of the easy stage can be gone back to
            self._earlier = (self._reporter.playouts, self._reporter.restarts)
            self._stage = "prior"

    def _wait_for_verdicts(self) -> None:
        """Waits for the verdicts that are missing as long as the budget lasts, and says how many never came.

        While fewer solutions are kept than are wanted also after that, up to a bound.
        """
        results, reporter = self._best_results, self._reporter
        before = late = 0.0
        while results.unjudged and not results.enough:
            seconds, _ = self._budget.left(reporter.at, 0)
            over = seconds is not None and seconds <= 0
            if seconds is not None and over:
                before = before or len(results.unjudged)
                late = -seconds
                if len(results.found) >= self._spec.wanted or late > max(LATE_VERDICTS, self._spec.seconds or 0.0):
                    break
            reporter.obey(self.save)
            results.wait_for_verdict(VERDICT_WAIT if seconds is None or over else min(seconds, VERDICT_WAIT))
            reporter.show()
        left = len(results.unjudged)
        if before > left:
            reporter.note(f"solutions judged in {late:.0f} s after the seconds of search: {before - left:,.0f}")
        if left and not results.enough:
            reporter.note(f"solutions found but not judged in time: {left:,}")

    def _prepare(self, arrays: Arrays | None) -> Session:
        """The session of the present stage, at the saved place if there is one that fits."""
        odds = self._prior_stages.odds() if self._stage == "prior" else None
        begun = self._reporter.clock()
        with guarded(self._reporter):
            session = Session(self._spec, self._reporter.worker, odds)
            session.advance(0)  # loads the kernel from the cache, before the clock of the search runs
        self._takeover.worked(begun)
        if arrays is not None:
            try:
                session.restore(arrays)
            except ValueError as error:
                self._start_over(str(error))
                return self._prepare(None)
        self._session = session
        self._report_notice(session.shortfall)
        return session

    def _look(self) -> None:
        if self._session is not None:
            self._best_results.look(self._session)
            self._report_notice(self._session.notice())

    def _report_notice(self, text: str) -> None:
        """Writes the rules' notice once, not again after a resume."""
        if not text or text == self._noticed:
            return
        self._noticed = text
        log = () if self._reporter.brief else view(self._reporter.run).log
        if not any(line.text == text and line.worker == self._reporter.worker for line in log):
            self._reporter.note(text)

    def save(self) -> bool:
        """True if the checkpoint is written. On a full disk the last good one stays, and the run goes on."""
        if self._session is None:
            return False
        self._best_results.report(now=not self._best_results.postpones)
        reporter, path = self._reporter, self._reporter.run.checkpoint_path(self._reporter.worker)
        place = Checkpoint(
            stage=self._stage,
            elapsed=reporter.at,
            cpu=reporter.cpu,
            playouts=reporter.playouts,
            earlier_playouts=self._earlier[0],
            earlier_restarts=self._earlier[1],
            best_score=self._best_results.score,
            best_board=list(self._best_results.board),
            best_facts=self._best_results.facts,
            found=self._best_results.found,
            repeats=self._best_results.repeats,
            judged=self._best_results.best_found.judged,
            unjudged=[list(board) for board in self._best_results.unjudged],
            spec=self._spec_digest,
            solved_seconds=self._best_results.solved_seconds,
        )
        try:
            reporter.sync()
            write_checkpoint(path, place, self._session.arrays())
        except OSError as error:
            reporter.trouble = describe_trouble(error, path)
            return False
        reporter.trouble = ""
        return True

    def _conclude(self, end: str) -> None:
        best_results, reporter, spec = self._best_results, self._reporter, self._spec
        solved = best_results.solved_seconds is not None
        # where a search for a best score met a limit of the rules, not all there is was seen
        curtailed = self._family.optimisation is not None and self._session is not None and self._session.notice()
        if end == "exhausted" and not solved and not curtailed:
            claim = self._claim()
            if claim:
                reporter.note(claim)
            reporter.keep(best_results.result(proof="exhausted", claim=claim))
            reporter.finish("exhausted")
            return
        if end == "budget":
            self._takeover.spent()
        if end == "finished":
            reporter.note("the search has seen every game that it can play")
        enough = solved and best_results.enough
        if not (enough and reporter.brief):  # a run so short is begun again as well
            self.save()
        if not enough:
            reporter.keep(best_results.result(proof="solved" if solved else ""))
        if solved and spec.keep_best and spec.wanted > 1:
            judged, kept = best_results.best_found.judged, len(best_results.found)
            what = f"the best {kept:,} of them" if spec.front is None else f"{kept:,} of their Pareto front"
            reporter.note(f"solutions judged: {judged:,}; {what} are kept")
        if solved and best_results.repeats:
            reporter.note(f"solutions that came again: {best_results.repeats:,}")
        if not solved and self._session is not None and (unmet := self._session.unmet()):
            reporter.note(unmet)
        if enough and self._counts:
            self._count(end)
        reporter.finish("solved" if enough else end if end in ("budget", "reached") else "done")

    def _claim(self) -> str:
        """What is proven of the best board when everything has been seen, where a score is what counts; else empty."""
        if self._family.optimisation is None:
            return ""
        parameters = self._spec.parameters
        settings = {one.name: parameters.get(one.name, one.default) for one in self._family.rules.parameters}
        return self._family.optimisation.proof_statement(self._puzzle, settings, self._best_results.verdict())

    def _count(self, end: str) -> None:
        """Says how many solutions there are, as far as the search itself saw it or time is given to find out."""
        found = self._session.solutions() if self._session is not None else []
        if len(found) > 1:
            self._best_results.count("several", found)
        elif end == "exhausted":
            self._best_results.count("unique", found)
        elif self._spec.count_seconds > 0:
            try:
                self._best_results.count(*count_solutions(self._reporter, self._spec, self._takeover))
            except LeaveError as leave:
                if leave.order is not Order.STOP:
                    raise
                self._best_results.count("unknown", [self._best_results.board])
        elif self._spec.algorithm == "exhaustive":
            self._best_results.count("unknown", [self._best_results.board])


def count_solutions(reporter: WorkerReporter, spec: SolveSpec, takeover: Takeover) -> tuple[str, list[Board]]:
    """(`unique`, `several` or `unknown`, the different solutions seen, at most two).

    Takes at most `spec.count_seconds`; neither the run's time nor its playouts go on meanwhile. Where compiled kernels
    take over from interpreted ones, those begin again. LeaveError on an order to leave.
    """
    exhaustive = msgspec.structs.replace(
        spec, algorithm="exhaustive", parameters={}, prior="none", mode="", warm_start=[]
    )
    make_ready(reporter, exhaustive)
    begun = reporter.clock()
    with guarded(reporter):
        session = Session(exhaustive, reporter.worker)
        session.advance(0)
    takeover.worked(begun)
    reporter.enter("counting")
    pace, spent = Pace(reporter.clock), 0.0
    while session.status == "running" and spent < spec.count_seconds:
        reporter.obey()
        took = pace.slice(session.advance, lambda: session.playouts, None, spec.count_seconds - spent)
        spent += took
        if takeover.after(took) and session.status == "running":
            takeover.go_over()
        reporter.show()
    if session.status == "running":
        takeover.spent()
    boards = session.solutions()
    if session.status == "exhausted":
        return "unique", boards
    return ("several" if len(boards) > 1 else "unknown"), boards
