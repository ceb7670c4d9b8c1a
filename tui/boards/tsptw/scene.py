"""What there is to draw and to say of a tour: its visits in order, those to come, what is late. No textual.

Kinds of pieces are words; `-marked` behind one underlines it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from puzzles.family import Board, Puzzle, own
from puzzles.tsptw.puzzle import TsptwPuzzle
from puzzles.tsptw.remarks import Visit, visits
from tui.boards.drawing import fitting

LEGS = ("leg1", "leg2", "leg3", "leg4")
"""The way, by quarters of the tour, the earliest first: they show the direction of the tour."""
NODE, DEPOT, LATE, OPEN = "node", "depot", "late", "open"
"""A node that is visited in time; the depot; what is late; a node, or its window, that is not visited yet."""
SPENT, SLACK, WAIT, START = "spent", "slack", "wait", "start"
"""A window up to the start of service, and from there on; the time one waits for it to open; the start itself."""
CURSOR, QUIET, SUMMARY = "cursor", "quiet", "summary"
"""What is looked at; what is only there to help; the line of the tour's sums."""
LATE_LEG = "lateleg"
"""The way to a node that is visited too late."""
CALM_KINDS = dict.fromkeys((*LEGS, LATE_LEG, NODE, DEPOT, OPEN, SPENT, SLACK, WAIT, START), "calm")
"""All that is in time looks alike while another tour may come soon."""
MARKED = "marked"


@dataclass(frozen=True, slots=True)
class Row:
    """One node of the table. `visit` is None, and `order` 0, for one that is not visited yet."""

    node: int
    order: int
    visit: Visit | None

    @property
    def late(self) -> bool:
        """True if service begins after the window has closed."""
        return self.visit is not None and self.visit.lateness > 0


@dataclass(frozen=True)
class Scene:
    """One tour, or its beginning; `marked` are indices of visits in which two tours differ."""

    puzzle: TsptwPuzzle
    board: tuple[int, ...]
    marked: frozenset[int] = frozenset()

    @cached_property
    def visits(self) -> tuple[Visit, ...]:
        """The visits in order, and of a complete tour the return to the depot behind them."""
        return visits(self.puzzle, self.board)

    @property
    def complete(self) -> bool:
        return len(self.board) == self.puzzle.n - 1

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The visits in order, then the nodes that are not visited yet, whose windows close first before others."""
        found = [Row(visit.node, order, visit) for order, visit in enumerate(self.visits, 1)]
        left = sorted(set(range(1, self.puzzle.n)) - set(self.board), key=self._due)
        return (*found, *(Row(node, 0, None) for node in left))

    @cached_property
    def row_of(self) -> dict[int, int]:
        """Node -> its index in `rows`; the depot's is its return."""
        return {row.node: index for index, row in enumerate(self.rows)}

    @cached_property
    def late(self) -> frozenset[int]:
        """The nodes that are visited too late, the depot among them."""
        return frozenset(visit.node for visit in self.visits if visit.lateness)

    @cached_property
    def way(self) -> tuple[int, ...]:
        """The nodes from the depot on, and back to it if the tour is complete."""
        return (0, *(visit.node for visit in self.visits))

    @cached_property
    def end(self) -> int:
        """When the time axis ends, in the puzzle's units.

        Where the last window closes. If the tour takes longer, or if less than half of that is needed (a window that
        never closes may be written as any large number), at a round number behind what is needed, so that it seldom
        changes from one tour to the next.
        """
        puzzle = self.puzzle
        needed = max(*puzzle.earliest, *(visit.start for visit in self.visits), 1)
        if not self.complete:
            needed = max(needed, self._least)
        closes = max(puzzle.latest)
        return closes if needed <= closes <= 2 * needed else rounded_up(needed)

    @cached_property
    def decimals(self) -> int:
        """Decimals of numbers in the table: enough that its usual numbers have four digits."""
        usual = max(self.puzzle.earliest) or max(self.puzzle.latest)
        whole = len(str(usual // 10**self.puzzle.digits))
        return max(0, min(self.puzzle.digits, 4 - whole))

    @cached_property
    def unbound(self) -> frozenset[int]:
        """The nodes whose windows say no more than the depot's: open when first reached, and as long as one gets home.

        To within one of the file's units, as such windows are often rounded.
        """
        puzzle, one = self.puzzle, 10**self.puzzle.digits
        leave, back = puzzle.earliest[0], puzzle.latest[0]
        return frozenset(
            node
            for node in range(puzzle.n)
            if puzzle.earliest[node] <= leave + (puzzle.duration(0, node) if node else 0)
            and puzzle.latest[node] + (puzzle.duration(node, 0) if node else 0) > back - one
        )

    def number(self, units: int) -> str:
        """A number in the file's units, as the table has it."""
        return f"{self.puzzle.in_file_units(units):.{self.decimals}f}"

    def brief(self, units: int) -> str:
        """A number in the file's units with two decimals at most, or with all if it would round to 0."""
        text = f"{self.puzzle.in_file_units(units):.{min(2, self.puzzle.digits)}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
        return text if not units or text.strip("-0.") else self.puzzle.shown(units)

    @cached_property
    def _least(self) -> int:
        """No tour takes less time than the shortest way out of each node."""
        n, travel = self.puzzle.n, self.puzzle.travel
        rows = (travel[i * n : i * n + i] + travel[i * n + i + 1 : (i + 1) * n] for i in range(n))
        return sum(min(row) for row in rows) + sum(self.puzzle.service)

    def _due(self, node: int) -> tuple[int, int, int]:
        return self.puzzle.latest[node], self.puzzle.earliest[node], node


def scene_of(puzzle: Puzzle, board: Board, marked: Iterable[int] = ()) -> Scene:
    """The scene; the board must fit the puzzle."""
    return Scene(own(puzzle, TsptwPuzzle), tuple(board), frozenset(marked))


def rounded_up(number: int) -> int:
    """The least of 10, 12, 15, 20, 25, 30, 40, 50, 60, 80 times a power of ten that is not below the number."""
    power: int = 10 ** max(0, len(str(number)) - 2)
    return next(step * power for step in (10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100) if step * power >= number)


def summary(scene: Scene, width: int, *, plain: bool) -> str:
    """The tour's sums, what is wanted first: `cost 878.64 · makespan 917.83 · waiting 39.2 · all in time`."""
    puzzle, visits = scene.puzzle, scene.visits
    if not visits:
        return fitting((f"{puzzle.n - 1} nodes to visit from the depot", f"{puzzle.n - 1} nodes"), width)
    cost, end = scene.brief(visits[-1].cost), scene.brief(visits[-1].start)
    waiting = scene.brief(sum(visit.wait for visit in visits))
    late, lateness = len(scene.late), scene.brief(sum(visit.lateness for visit in visits))
    if scene.complete:
        sums = [f"cost {cost}", f"makespan {end}"]
        if puzzle.objective == "makespan":
            sums.reverse()
        whole = "all in time" if not late else f"{late} late, by {lateness} in all"
    else:
        sums = [f"{len(visits)} of {puzzle.n - 1} visited", f"cost {cost}", f"time {end}"]
        whole = f"{late} late, by {lateness} in all" if late else "none late"
    short = "in time" if not late else f"{late} late"
    dot = ", " if plain else " · "
    return fitting(
        (
            dot.join((*sums, f"waiting {waiting}", whole)),
            dot.join((*sums, f"waiting {waiting}", short)),
            dot.join((*sums, short)),
            dot.join((sums[0], short)),
        ),
        width,
    )


def of_row(scene: Scene, row: Row, width: int) -> str:
    """A visit's times, such as `visit 3 of 45, node 17: arrives at 38.1, waits 12, starts at 50.1, slack 10`."""
    opens, closes = (scene.brief(times[row.node]) for times in (scene.puzzle.earliest, scene.puzzle.latest))
    visit = row.visit
    if visit is None:
        text = f"node {row.node}: not visited yet"
        return fitting((f"{text}; open from {opens} to {closes}", f"{text}; {opens} to {closes}"), width)
    arrives, waits, starts = scene.brief(visit.arrival), scene.brief(visit.wait), scene.brief(visit.start)
    end = f"late by {scene.brief(visit.lateness)}" if visit.lateness else f"slack {scene.brief(visit.slack)}"
    place = f"node {row.node}" if row.node else "the depot"
    order = f"visit {row.order} of {scene.puzzle.n - 1}, {place}" if row.node else "back at the depot"
    waiting = f"waits {waits}, starts at {starts}, " if visit.wait else ""
    brief = f"waits {waits}, " if visit.wait else ""
    return fitting(
        (
            f"{order}: arrives at {arrives}, {waiting}{end}; open from {opens} to {closes}",
            f"{order}: arrives at {arrives}, {waiting}{end}",
            f"{place}: arrives at {arrives}, {brief}{end}",
            f"{place}: at {arrives}, {brief}{end}",
            f"{row.node}: {arrives}, {brief}{end}",
        ),
        width,
    )
