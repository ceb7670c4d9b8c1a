"""What annealing keeps of a whole tour, beside the tour in the making: its times, its costs, and a proposal.

Positions are 0 (the depot), 1 ... m (the m cities in their order) and m + 1 (the depot again). Times, costs and fines
are int64 in the puzzle's units. Fines take the place of the penalty that a late visit has in the score, so that a
search can move through tours with late visits: an amount for each late visit, and its lateness up to a cap. Their unit,
as the merit's, is the instance's `spread`: how much farther a near node is than the nearest. Where no tour may
keep all windows, the fewest late visits are not the least lateness. So until a tour without one is found, every second
start has fines for visits alone, as the score has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.tsptw.puzzle import LARGEST_SUM

if TYPE_CHECKING:
    from puzzles.tsptw.puzzle import TsptwPuzzle

Ints = npt.NDArray[np.int64]

# fine[...]: of a late visit, and the most that its lateness adds
VISIT, CAP = range(2)

# found[...]: how many starts there were; whether a tour without a late visit was found
STARTS, IN_TIME = range(2)

# proposal[...]
FROM, TO, CUT, FORM = range(4)
"""A proposal changes the positions from FROM to TO: first comes what was from CUT on, then what was before CUT."""

# proposal[FORM]: bits
TURN_FIRST, TURN_LAST, SWAP = 1, 2, 4
"""What was before CUT, or from CUT on, is turned round; SWAP: instead of all that the two ends change places."""

VISIT_FINE, CAP_FINE, STRICT_FINE = 2.0, 40.0, 1000.0
"""In spreads (but see WIDEST): a late visit, the most for its lateness, and a late visit if lateness is not fined."""

NEAR = 5
"""The spread is how much farther the fifth nearest node is than the nearest, on average."""

WIDEST = 100
"""The fines' unit is this part of the difference of the longest and the shortest way where that exceeds STRICT_FINE.

Else, in towns far apart, it would be cheaper to be late than to go to and fro.
"""

UNTIL_NEVER = -1
"""No time of arrival is as early."""


class Course(NamedTuple):
    """The current tour, by position; m cities, n nodes."""

    path: Ints  # int64[m + 2]: the nodes
    place: Ints  # int64[n]: the position of each node; of the depot, and of those that every tour begins with, m + 1
    start: Ints  # int64[m + 2]: when service begins
    paid: Ints  # int64[m + 2]: the travel so far
    back: Ints  # int64[m + 2]: the travel so far if each of its ways went the other way
    fined: Ints  # int64[m + 2]: the fines so far
    latest: Ints  # int64[m + 2]: the latest arrival after which no visit is late, this one included; -1: there is none
    togo: Ints  # int64[m + 2]: time to the end without waiting
    ready: Ints  # int64[m + 2]: the time at the end after the earliest possible arrival
    late: Ints  # int64[m + 1]: the positions that are late, rising
    lates: Ints  # int64[1]: how many
    fine: Ints  # int64[2]: the fines of this start
    found: Ints  # int64[2]: see above


class Draft(NamedTuple):
    """What follows from puzzle and prior, and the arrays of one proposal: nothing that a checkpoint has to hold."""

    service: Ints  # int64[n]
    opens: Ints  # int64[n]
    closes: Ints  # int64[n]
    smooth: Ints  # int64[2]: fines for late visits and their lateness
    strict: Ints  # int64[2]: fines for late visits alone
    spread: npt.NDArray[np.float64]  # float64[1]: units to 1 of merit
    proposal: Ints  # int64[4]: see above
    fresh: Ints  # int64[m + 2]: its nodes, from FROM to TO
    kept: Ints  # int64[n]: where a board to begin with has each node, from 1 on; 0 if nowhere
    cut: npt.NDArray[np.float32]  # float32[n * n]: an alias table for each node: the share of entry k that is node k
    alias: npt.NDArray[np.int32]  # int32[n * n]: the node that has the rest of it
    drawn: Ints  # int64[1]: whether the tables are made
    odds: npt.NDArray[np.float64]  # float64[n]
    stack: Ints  # int64[n]


def make_course(n: int) -> Course:
    """Arrays for a tour of n nodes, all 0."""
    sizes = dict.fromkeys(Course._fields, n + 1) | {"place": n, "late": n, "lates": 1, "fine": 2, "found": 2}
    return Course(**{name: np.zeros(size, np.int64) for name, size in sizes.items()})


def make_draft(puzzle: TsptwPuzzle) -> Draft:
    """The figures of the puzzle and the arrays of a proposal; the tables of partners are made at the first one."""
    n = puzzle.n
    travel = np.array(puzzle.travel, np.int64).reshape(n, n)
    others = travel[~np.eye(n, dtype=bool)]
    spread = _spread(travel)
    widest = float(others.max() - others.min())
    unit = spread if widest < STRICT_FINE * spread else widest / WIDEST
    most = LARGEST_SUM // (4 * n)  # the most that a visit may cost, so that no sum wraps
    visit, cap, strict = (min(round(one * unit), most // 2) for one in (VISIT_FINE, CAP_FINE, STRICT_FINE))
    return Draft(
        service=np.array(puzzle.service, np.int64),
        opens=np.array(puzzle.earliest, np.int64),
        closes=np.array(puzzle.latest, np.int64),
        smooth=np.array([visit, cap], np.int64),
        strict=np.array([strict, 0], np.int64),
        spread=np.array([spread], np.float64),
        proposal=np.zeros(4, np.int64),
        fresh=np.zeros(n + 1, np.int64),
        kept=np.zeros(n, np.int64),
        cut=np.zeros(n * n, np.float32),
        alias=np.zeros(n * n, np.int32),
        drawn=np.zeros(1, np.int64),
        odds=np.zeros(n),
        stack=np.zeros(n, np.int64),
    )


def _spread(travel: Ints) -> float:
    """Units, 1 at least. Differences alone count, as a service time in each entry of a row changes no tour's rank."""
    n = len(travel)
    others = np.sort(travel[~np.eye(n, dtype=bool)].reshape(n, n - 1).astype(np.float64), axis=1)
    spread = float(np.mean(others[:, min(NEAR, n - 1) - 1] - others[:, 0]))
    return max(spread or float(np.mean(others)), 1.0)
