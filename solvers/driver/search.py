"""A search from its spec, or from its saved place, through its stages to a checked end; whoever asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from priors.sealed import Arrays, DamagedError
from puzzles import registry
from puzzles.family import Family, Puzzle
from puzzles.parameters import ParameterError
from solvers.driver.judging import judges_beside
from solvers.driver.kernels import make_ready
from solvers.driver.loop import Limits, SessionSource, drive
from solvers.driver.pace import Budget, Pace
from solvers.driver.priors import EASY_PLAYOUTS, PriorStages, Stage
from solvers.driver.results import JUDGING_SHARE, BestResults, Board
from solvers.driver.sink import Handover, LeaveError, Order, Sink
from solvers.registry import algorithm
from solvers.runs.checkpoint import Checkpoint
from solvers.runs.scoring import same_score
from solvers.runs.spec import SolveSpec, known, puzzle_of

if TYPE_CHECKING:
    from solvers.session import Session

LATE_VERDICTS = 30.0
"""Seconds for verdicts behind the end of the budget's, where fewer solutions are kept than are wanted; as long again as
the budget, if that is more."""
VERDICT_WAIT = 0.25
"""Seconds of waiting for verdicts between two looks at the orders."""
AT_ITS_END = "no move is left in this game: there is nothing to search"


def work(sink: Sink, spec: SolveSpec) -> None:
    """Solves, and reports everything up to its end. LeaveError on an order, with the search's place saved."""
    Search(spec, sink).run()


class Search:
    """One search of one spec; `sink` hears of it, and its numbers and result are there.

    `run` does all of it. Step by step: `begin`, then `go` with a number of playouts until that says how it has ended,
    then `conclude` (or `leave`, which keeps what there is), at last `close`. `puzzle` is the spec's, if it is at hand;
    `budget` replaces the spec's; `whole`: the search ends before it would begin again; `family`: in place of the
    puzzle's own, where its boards are judged otherwise.
    """

    def __init__(
        self,
        spec: SolveSpec,
        sink: Sink,
        puzzle: Puzzle | None = None,
        *,
        budget: Limits | None = None,
        whole: bool = False,
        family: Family | None = None,
    ) -> None:
        self._sink = sink
        self._spec = spec
        self.puzzle = puzzle = puzzle_of(spec) if puzzle is None else known(spec, puzzle)
        self.family = family = family or registry.get_family(spec.family).for_puzzle(puzzle)
        # a best score has no second solution, and without undo none can be looked for
        self._counts = family.optimisation is None and family.rules.undo and spec.wanted == 1
        self.results = self._nothing_found()
        self._prior_stages = PriorStages(sink, spec, family, puzzle)
        self._finished = family.optimisation is not None and family.optimisation.finished(puzzle)
        self._seconds = Budget(spec.seconds, spec.playouts)
        self._budget = budget or self._seconds
        self._whole = whole
        self._handover: Handover = sink.handover(spec, self.save)
        self.session: Session | None = None
        """The search's arrays, once there is one: what it says of itself (`insight`), its best board."""
        self._source: SessionSource | None = None
        self._arrays: Arrays | None = None
        self._stage: Stage = "plain"
        self._noticed = ""
        self._earlier = (0, 0)  # playouts and restarts of the stages before this one

    def run(self) -> None:
        """Searches to the end, and reports it. LeaveError on an order, with the search's place saved."""
        if not self.begin():
            return
        try:
            self.conclude(self.go())
        except LeaveError as leave:
            self.leave(leave.order)
            raise
        finally:
            self.close()

    def begin(self) -> bool:
        """True if there is something to search; False if the run has ended, as its game is at its end.

        A search that has saved its place goes on from there.
        """
        if self._finished:
            self._end_at_once()
            return False
        self._arrays = self._restored()
        if differs := self._spec.other_versions:
            self._sink.note_once(differs)
        return True

    def go(self, playouts: int | None = None) -> str:
        """How the search ended: `budget`, `reached`, `whole` or a session's status; empty if it can go on.

        `playouts`: after that many more it returns in any case.
        """
        sink, most = self._sink, None if playouts is None else self._sink.playouts + playouts
        while True:
            source = self._source or self.prepare()
            easy = EASY_PLAYOUTS if self._stage == "easy" else None
            asked = None if most is None else most - self._earlier[0]
            until = min((one for one in (easy, asked) if one is not None), default=None)
            end = drive(source, sink, self.results, self._budget, save=self.save, handover=self._handover, until=until)
            self.results.report(now=True)
            if end != "limit":
                self._wait_for_verdicts()
                return end
            if easy is None or source.playouts < easy:
                return ""
            self.save()
            if self._handover.wait():
                self._handover.go_over()
            self._prior_stages.odds()  # trains, while the place at the end of the easy stage can be gone back to
            self._earlier = (sink.playouts, sink.restarts)
            self._stage, self._source = "prior", None

    def leave(self, order: Order) -> None:
        """Keeps what there is, and saves the search's place; call it between slices."""
        if order is not Order.GONE and self.session is not None:
            self.results.report(now=True)
            self.save()
            self._sink.keep(self.results.result())

    def break_off(self) -> None:
        """Ends the search as if it had been stopped, also in the middle of a slice: what that has found is kept."""
        if self.session is not None and self._source is not None and self._sink.phase != "ended":
            self._sink.playouts = self._earlier[0] + self.session.playouts
            self._source.look(self.results)
        self.leave(Order.STOP)
        self._sink.finish(Order.STOP.value)

    def close(self) -> None:
        """Nothing is judged any more."""
        self.results.close()

    def _end_at_once(self) -> None:
        """Ends the run of a game that is at its end: the game itself is the result, and no kernel is needed."""
        sink = self._sink
        sink.begin()
        if self._spec.warm_start:
            sink.note("the warm start is not used: the game to be searched is at its end")
        self.results.take(self.family.start_board(self.puzzle))
        proof = "exhausted" if self.results.solved_seconds is None else "solved"
        sink.keep(self.results.result(proof=proof, claim=AT_ITS_END))
        sink.finish(proof)

    def _restored(self) -> Arrays | None:
        """The saved arrays, with everything else set back to that place; None to start from the beginning."""
        sink = self._sink
        try:
            saved = sink.saved(own=not algorithm(self._spec.algorithm).checked)
        except DamagedError as error:
            self._start_over(str(error))
            return None
        if saved is None:
            sink.begin()
            self.results.begin_with(tuple(self._spec.warm_start))
            self._stage = self._prior_stages.first_stage()
            return None
        place, arrays = saved
        sink.begin(at=place.elapsed, cpu=place.cpu, playouts=place.playouts, resumed=True)
        self._stage = place.stage
        self._earlier = (place.earlier_playouts, place.earlier_restarts)
        self.results.restore(place)
        self._check_penalty(place)
        return arrays

    def _check_penalty(self, place: Checkpoint) -> None:
        """Nothing; ParameterError if an earlier version counted less for a broken constraint than is counted now."""
        found = self.family.optimisation
        if found is None or not found.broken or not place.best_board:
            return
        verdict = self.family.judge(self.puzzle, place.best_board)
        if place.best_score is None or not same_score(self.family, verdict, self.family, place.best_score):
            raise ParameterError(
                f"an earlier version began this run, with a smaller penalty for a {found.broken} than its costs need; "
                "begin a new run"
            )

    def _nothing_found(self) -> BestResults:
        spec, family = self._spec, self.family
        several = self._sink.own_process and family.many_solutions is not None and spec.wanted > 1
        judges = judges_beside(spec.workers) if several else 0
        results = BestResults.of(self._sink, spec, family, self.puzzle, judges=judges)
        slow = family.judging_seconds
        results.postpones = bool(slow and spec.seconds and slow(self.puzzle) > JUDGING_SHARE * spec.seconds)
        return results

    def _start_over(self, why: str) -> None:
        sink = self._sink
        sink.set_aside(why)
        self._stage = self._prior_stages.first_stage()
        self._earlier = (0, 0)
        self.results.close()
        self.results, sink.best_score = self._nothing_found(), None
        self.results.begin_with(tuple(self._spec.warm_start))

    def _wait_for_verdicts(self) -> None:
        """Waits for the verdicts that are missing as long as the budget lasts, and says how many never came.

        While fewer solutions are kept than are wanted also after that, up to a bound.
        """
        results, sink = self.results, self._sink
        before = late = 0.0
        while results.unjudged and not results.enough:
            seconds, _ = self._seconds.left(sink.at, 0)
            over = seconds is not None and seconds <= 0
            if seconds is not None and over:
                before = before or len(results.unjudged)
                late = -seconds
                if len(results.found) >= self._spec.wanted or late > max(LATE_VERDICTS, self._spec.seconds or 0.0):
                    break
            sink.obey(self.save)
            results.wait_for_verdict(VERDICT_WAIT if seconds is None or over else min(seconds, VERDICT_WAIT))
            sink.show()
        left = len(results.unjudged)
        if before > left:
            sink.note(f"solutions judged in {late:.0f} s after the seconds of search: {before - left:,.0f}")
        if left and not results.enough:
            sink.note(f"solutions found but not judged in time: {left:,}")

    def prepare(self) -> SessionSource:
        """The search of the present stage, at the saved place if there is one that fits."""
        sink = self._sink
        make_ready(sink, self._spec)
        odds = self._prior_stages.odds() if self._stage == "prior" else None
        begun = sink.clock()
        with sink.guarded():
            session = sink.session(self._spec, odds, self.puzzle)
            session.advance(0)  # loads the kernel from the cache, before the clock of the search runs
        self._handover.worked(begun)
        if self._arrays is not None:
            try:
                session.restore(self._arrays)
            except ValueError as error:
                self._start_over(str(error))
                self._arrays = None
                return self.prepare()
        self._arrays, self.session = None, session
        self._report_notice(session.shortfall)
        sink.enter("running")
        sink.playouts = self._earlier[0] + session.playouts
        sink.restarts = self._earlier[1] + session.restarts
        self._source = SessionSource(session, sink, self.results, self._report_notice, whole=self._whole)
        return self._source

    def _report_notice(self, text: str) -> None:
        """Writes the rules' notice once, not again after a resume."""
        if text and text != self._noticed:
            self._noticed = text
            self._sink.note_once(text)

    def save(self) -> bool:
        """True if the search's place is saved. On a full disk the last good one stays, and the run goes on."""
        if self.session is None:
            return False
        results, sink = self.results, self._sink
        results.report(now=not results.postpones)
        place = Checkpoint(
            stage=self._stage,
            elapsed=sink.at,
            cpu=sink.cpu,
            playouts=sink.playouts,
            earlier_playouts=self._earlier[0],
            earlier_restarts=self._earlier[1],
            best_score=results.score,
            best_board=list(results.board),
            best_facts=results.facts,
            found=results.found,
            repeats=results.repeats,
            judged=results.best_found.judged,
            unjudged=[list(board) for board in results.unjudged],
            spec="",
            solved_seconds=results.solved_seconds,
        )
        return sink.save(place, self.session.arrays())

    def conclude(self, end: str) -> None:
        """Reports how the search ended, as `go` said, and what that proves; counts solutions if that is asked for."""
        results, sink, spec = self.results, self._sink, self._spec
        solved = results.solved_seconds is not None
        # where a search for a best score met a limit of the rules, not all there is was seen
        curtailed = self.family.optimisation is not None and self.session is not None and self.session.notice()
        if end == "exhausted" and not solved and not curtailed:
            claim = self.claim()
            if claim:
                sink.note(claim)
            sink.keep(results.result(proof="exhausted", claim=claim))
            sink.finish("exhausted")
            return
        if end == "budget":
            self._handover.spent()
        if end == "finished":
            sink.note("the search has seen every game that it can play")
        enough = solved and results.enough
        if not enough or sink.remembers:
            self.save()
        if not enough:
            sink.keep(results.result(proof="solved" if solved else ""))
        if solved and spec.keep_best and spec.wanted > 1:
            judged, kept = results.best_found.judged, len(results.found)
            what = f"the best {kept:,} of them" if spec.front is None else f"{kept:,} of their Pareto front"
            sink.note(f"solutions judged: {judged:,}; {what} are kept")
        if solved and results.repeats:
            sink.note(f"solutions that came again: {results.repeats:,}")
        if not solved and self.session is not None and (unmet := self.session.unmet()):
            sink.note(unmet)
        if enough and self._counts:
            self._count(end)
        sink.finish("solved" if enough else end if end in ("budget", "reached") else "done")

    def claim(self) -> str:
        """What is proven of the best board when everything has been seen, where a score is what counts; else empty."""
        if self.family.optimisation is None:
            return ""
        parameters = self._spec.parameters
        settings = {one.name: parameters.get(one.name, one.default) for one in self.family.rules.parameters}
        return self.family.optimisation.proof_statement(self.puzzle, settings, self.results.verdict())

    def _count(self, end: str) -> None:
        """Says how many solutions there are, as far as the search itself saw it or time is given to find out."""
        found = self.session.solutions() if self.session is not None else []
        if len(found) > 1:
            self.results.count("several", found)
        elif end == "exhausted":
            self.results.count("unique", found)
        elif self._spec.count_seconds > 0:
            try:
                self.results.count(*count_solutions(self._sink, self._spec, self._handover, self.puzzle))
            except LeaveError as leave:
                if leave.order is not Order.STOP:
                    raise
                self.results.count("unknown", [self.results.board])
        elif self._spec.algorithm == "exhaustive":
            self.results.count("unknown", [self.results.board])


def count_solutions(
    sink: Sink, spec: SolveSpec, handover: Handover, puzzle: Puzzle | None = None
) -> tuple[str, list[Board]]:
    """(`unique`, `several` or `unknown`, the different solutions seen, at most two).

    Takes at most `spec.count_seconds`; neither the run's time nor its playouts go on meanwhile. Where compiled kernels
    take over from interpreted ones, those begin again. LeaveError on an order to leave.
    """
    from solvers.session import Session

    exhaustive = msgspec.structs.replace(
        spec, algorithm="exhaustive", parameters={}, prior="none", mode="", warm_start=[]
    )
    make_ready(sink, exhaustive)
    begun = sink.clock()
    with sink.guarded():
        session = Session(exhaustive, sink.worker, puzzle=puzzle)
        session.advance(0)
    handover.worked(begun)
    sink.enter("counting")
    pace, spent = Pace(sink.clock), 0.0
    while session.status == "running" and spent < spec.count_seconds:
        sink.obey()
        took = pace.slice(session.advance, lambda: session.playouts, None, spec.count_seconds - spent)
        spent += took
        if handover.after(took) and session.status == "running":
            handover.go_over()
        sink.show()
    if session.status == "running":
        handover.spent()
    boards = session.solutions()
    if session.status == "exhausted":
        return "unique", boards
    return ("several" if len(boards) > 1 else "unknown"), boards
