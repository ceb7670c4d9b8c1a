"""The family's object: the text side of the TSP with time windows. Imports no numba."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from puzzles.errors import PuzzleError
from puzzles.family import Board, Example, FolderFamily, Puzzle, Rules, Verdict, bundled, own, setting_of
from puzzles.groups import About, Amount, Generator, Goal, Optimisation, Preset, PriorKind, Priors, Showcase, Size
from puzzles.parameters import Parameter, Value
from puzzles.tsptw import checker, picture, remarks
from puzzles.tsptw.by_hand import TsptwByHand
from puzzles.tsptw.editing import EDITOR
from puzzles.tsptw.formats import FORMATS, json_text
from puzzles.tsptw.puzzle import FEWEST_NODES, MOST_DIGITS, OBJECTIVES, PENALTY, TsptwPuzzle
from puzzles.tsptw.pyvrp_peer import PEER

LARGEST_GENERATED = 500
"""Nodes of a generated instance: with six decimals its matrix still is a text of a size that is read."""

GENERATOR_PARAMETERS = (
    Parameter("nodes", int, 21, "nodes, the depot among them", FEWEST_NODES, LARGEST_GENERATED),
    Parameter("width", int, 60, "the greatest width of a window", 0, 100_000),
    Parameter("side", int, 100, "side of the square that the nodes lie in", 1, 100_000),
    Parameter("decimals", int, 0, "decimals of the distances, which are rounded up", 0, 6),
    Parameter("service", int, 0, "time spent at each node, stated apart from the matrix", 0, 100_000),
)

RULES_PARAMETERS = (
    Parameter(
        "moves",
        str,
        "windows",
        "windows: no move after which a node in reach must be late; plain: as the paper's program; all: any node",
        choices=("windows", "plain", "all"),
    ),
    Parameter("bias", float, 10.0, "scale of the distances' bias, for the prior distance", 0.0, 1000.0),
)

PUZZLE_PARAMETERS = (
    Parameter("objective", str, OBJECTIVES[0], "what a feasible tour is scored by", choices=OBJECTIVES),
)

PRIOR_KINDS = (
    PriorKind(
        "distance",
        "log bias -bias (d - min) / (max - min): near nodes first (Generalized NRPA, 6.2)",
        1,
        source="puzzle",
        tau=1.0,
    ),
)

ALGORITHM_DEFAULTS: dict[str, dict[str, Value]] = {
    "nrpa": {"level": 4, "iterations": 100},
    # chosen on generated instances with wide windows: it begins again every second or so, unlike the paper's settings
    "gnrpa": {"level": 3, "iterations": 50, "tau": 1.4, "bias": 20.0},
    "blnrpa": {"level": 3, "iterations": 50, "tau": 1.4, "bias": 20.0},
    "lns": {"hot": 5.0, "cold": 0.5},
    "annealing": {"hot": 0.5, "cold": 0.05, "period": 200_000, "patience": 20_000.0},
}


class TsptwFamily(FolderFamily[TsptwPuzzle]):
    """The text side of the TSP with time windows. Boards hold the nodes visited after the depot, in order."""

    puzzle_class = TsptwPuzzle
    table = FORMATS
    json_module = json_text
    checker_module = checker
    picture_module = picture

    def kernel_variant(self, puzzle: Puzzle) -> str:
        """Empty for a set of cities in one word of 64 bits, else the number of words."""
        words = (self.own(puzzle).n - 1 + 63) // 64
        return "" if words == 1 else f"-{words}-words"

    def for_puzzle(self, puzzle: object) -> TsptwFamily:
        penalty = puzzle.in_file_units(puzzle.penalty) if isinstance(puzzle, TsptwPuzzle) else None
        penalty = penalty or setting_of(puzzle, "penalty") or PENALTY
        return self if penalty == PENALTY or not isinstance(penalty, (int, float)) else _by_penalty(float(penalty))

    def start_board(self, puzzle: Puzzle) -> tuple[int, ...]:
        return self.own(puzzle).begun

    def continued(self, puzzle: Puzzle, board: Board) -> TsptwPuzzle:
        """The same instance, whose tours begin with those nodes, in time or not."""
        found = self.own(puzzle)
        verdict = self.judge(puzzle, board)
        if not verdict.legal:
            raise PuzzleError(verdict.faults[-1], "a tour's beginning")
        if len(board) == found.n - 1:
            raise PuzzleError("all nodes are visited", "a tour's beginning")
        follows = found.tour[: len(board)] == tuple(board)
        return replace(found, begun=tuple(board), tour=found.tour if follows else ())

    def attached_board(self, puzzle: Puzzle) -> tuple[int, ...] | None:
        return self.own(puzzle).tour or None

    def remarks(self, puzzle: Puzzle, board: Board) -> tuple[str, ...]:
        return remarks.remarks(self.own(puzzle), board)


class TsptwPriors(Priors):
    def computed(self, kind: str, puzzle: Puzzle, settings: Mapping[str, Value]) -> tuple[float, ...]:
        """The log bias of each code i * n + j, from i to j; `settings` has the scale, `bias`."""
        self.kind(kind)
        return distance_prior(own(puzzle, TsptwPuzzle), float(settings["bias"]))


def distance_prior(puzzle: TsptwPuzzle, bias: float) -> tuple[float, ...]:
    """n * n logarithms, that of the move from i to j at i * n + j; 0 for the nearest pair, -bias for the farthest.

    The bias of the paper's TSPTW experiment: a move to a near node is likelier before anything is learnt (Cazenave,
    Generalized NRPA, 6.2: log bias = -bias * (d - min) / (max - min), printed there without the sign, which would
    favour far nodes; its results can only have come from near ones first).

    Minimum and maximum are over all entries off the diagonal, whose own logarithm is 0; all are 0 if they are equal.
    """
    n, travel = puzzle.n, puzzle.travel
    between = [value for index, value in enumerate(travel) if index % (n + 1)]
    least, spread = min(between), max(between) - min(between)
    if not spread:
        return (0.0,) * (n * n)
    return tuple(-bias * (value - least) / spread if index % (n + 1) else 0.0 for index, value in enumerate(travel))


@dataclass(frozen=True)
class TsptwOptimisation(Optimisation):
    """`penalty`: what a late visit adds to a score, in the units of the file."""

    penalty: float = PENALTY

    def finished(self, puzzle: Puzzle) -> bool:
        """True of a tour that is begun and has no node left."""
        tour = own(puzzle, TsptwPuzzle)
        return len(tour.begun) == tour.n - 1

    def amount(self, score: float, facts: Mapping[str, Value]) -> Amount:
        """The objective without penalties, and the number of late nodes.

        That number is the verdict's. Where it is not known it is told from the score, as objectives are below the
        penalty; only in runs of earlier versions, whose penalty was always the usual one, they may not be.
        """
        late = facts.get("violations")
        if not isinstance(late, int):
            late = int(-score // self.penalty) if 0 <= -score < 2**62 else 0
        return Amount(-score - late * self.penalty or 0.0, late)

    def none_acceptable(self, settings: Mapping[str, Value], facts: Mapping[str, Value]) -> bool:
        return settings["moves"] in remarks.OF_ALL_IN_TIME and facts.get("feasible") is False

    def complete(self, puzzle: Puzzle, board: Board) -> bool:
        return len(board) == own(puzzle, TsptwPuzzle).n - 1

    def proof_statement(self, puzzle: Puzzle, settings: Mapping[str, Value], verdict: Verdict) -> str:
        return remarks.proof_statement(own(puzzle, TsptwPuzzle), str(settings["moves"]), verdict)


@lru_cache(maxsize=64)
def _by_penalty(penalty: float) -> TsptwFamily:
    return replace(FAMILY, optimisation=TsptwOptimisation(cost=True, broken="late node", penalty=penalty))


PAPER_PRESET = Preset(
    "paper",
    "GNRPA, bias by distance, tau 1.4; published: cost 879.35 on average for rc204.1",
    "Cazenave, Generalized NRPA, 6.2 and Table 2",
    algorithm="gnrpa",
    prior="distance",
    parameters={"level": 4, "iterations": 100, "tau": 1.4, "bias": 10.0, "moves": "plain"},
    seconds=655.36,
)

EXAMPLES = bundled(  # all of our own generator; each file is named by what it is about, its own name has the seed
    "puzzles.tsptw.examples",
    {
        "route-13.txt": "13 nodes, windows of up to 40: a search sees most of what there is",
        "route-41.txt": "41 nodes, distances with a decimal, windows of up to 120",
        "service-21.tsptw": "21 nodes as TSPLIB and LKH have them, 10 units spent at each",
    },
)


SOURCE = "López-Ibáñez and Blum's table"
LEAST_COSTS = {
    "c37b6b845dd0": 444.54,  # rc_201.1
    "9cbf1c1118cf": 711.54,  # rc_201.2
    "ba5603a3907e": 790.61,  # rc_201.3
    "f8f18e0ca1f3": 793.64,  # rc_201.4
    "cd7dee33e2af": 771.78,  # rc_202.1
    "0f58bd9373b8": 304.14,  # rc_202.2
    "a4ffb720a734": 837.72,  # rc_202.3
    "af5e421e6a14": 793.03,  # rc_202.4
    "f0c49a136eba": 453.48,  # rc_203.1
    "061b6856db90": 784.16,  # rc_203.2
    "740563868c77": 817.53,  # rc_203.3
    "ad74a281a73e": 314.29,  # rc_203.4
    "d384767e58d7": 878.64,  # rc_204.1
    "7a3cbc1fb67a": 662.16,  # rc_204.2
    "8af495d7038d": 455.03,  # rc_204.3
    "5af9ceb4fd23": 343.21,  # rc_205.1
    "2a0ac9ed9559": 755.93,  # rc_205.2
    "1da2cebce053": 825.06,  # rc_205.3
    "84e4c908b4c4": 760.47,  # rc_205.4
    "f73f40e5293c": 117.85,  # rc_206.1
    "812fb2b1194f": 828.06,  # rc_206.2
    "a72bb1d4369c": 574.42,  # rc_206.3
    "01bc372d1eb2": 831.67,  # rc_206.4
    "fa3916b250da": 732.68,  # rc_207.1
    "c5e966ac1071": 701.25,  # rc_207.2
    "663baf367f93": 682.4,  # rc_207.3
    "2d2790f232c5": 119.64,  # rc_207.4
    "281a88c104b2": 789.25,  # rc_208.1
    "b8be8b7771a1": 533.78,  # rc_208.2
    "eb23bdc86064": 634.44,  # rc_208.3
}
"""By digest, of the thirty instances of Solomon, Potvin and Bengio: the sum of matrix entries, as published."""
LARGEST = 46
"""Nodes of the largest of them."""


def goal(puzzle: TsptwPuzzle) -> Goal | None:
    """The least known cost of the instance; None if none is published, or another objective is asked for."""
    if puzzle.objective != OBJECTIVES[0] or puzzle.n > LARGEST:
        return None
    cost = LEAST_COSTS.get(digest(puzzle))
    return None if cost is None else Goal(cost, "best known", SOURCE)


def digest(puzzle: TsptwPuzzle) -> str:
    """Tells instances apart by all their numbers; the same for a file with more decimals."""
    unit = 10 ** (MOST_DIGITS - puzzle.digits)
    numbers = [value * unit for value in (*puzzle.travel, *puzzle.service, *puzzle.earliest, *puzzle.latest)]
    return hashlib.sha256(repr(numbers).encode()).hexdigest()[:12]


TOUR = "2 3 12 11 8 7 5 4 9 6 1 10\n"
"""Of route-13: cost 558, the least there is."""


def about(route: Example) -> About:
    """`route`: the bundled instance route-13."""
    return About(
        rules=(
            "Start at the depot, visit every node once, and come back. Service at a node has to begin within its time "
            "window: who comes early waits, who comes late has missed it.",
            "The best tour keeps all windows and travels least. Waiting costs nothing.",
        ),
        in_short="Visit every node once, each within its time window, and come back by the shortest way.",
        starter="route-13",
        showcase=Showcase("Twelve stops, each in its time window: no tour is shorter.", route.text, TOUR),
        papers=("T. Cazenave: Generalized Nested Rollout Policy Adaptation",),
        goal=goal,
    )


FAMILY = TsptwFamily(
    name="tsptw",
    title="TSP with time windows",
    formats=FORMATS.texts,
    signs=FORMATS.signs,
    deciding=("penalty",),
    generator=Generator(
        "puzzles.tsptw.instances",
        GENERATOR_PARAMETERS,
        begins_interpreted=lambda parameters: True,
        sizes=tuple(Size(f"{nodes} nodes", {"nodes": nodes}) for nodes in (9, 13, 21, 41)),
    ),
    priors=TsptwPriors(PRIOR_KINDS),
    sample=Example(
        "TSP with time windows",
        "nodes, matrix, windows",
        "4\n0 5 8 6\n5 0 4 7\n8 4 0 3\n6 7 3 0\n0 40\n5 15\n8 20\n10 30\n",
    ),
    rules=Rules(
        "puzzles.tsptw.kernels.rules",
        begins_interpreted=lambda puzzle: puzzle.n <= 400,
        undo=True,
        local_search=True,
        parameters=RULES_PARAMETERS,
        features=("waiting", "slack", "distance"),
    ),
    examples=EXAMPLES,
    optimisation=TsptwOptimisation(cost=True, broken="late node"),
    default_algorithm="annealing",
    presets=(PAPER_PRESET,),
    peers=(PEER,),
    algorithm_defaults=ALGORITHM_DEFAULTS,
    puzzle_parameters=PUZZLE_PARAMETERS,
    by_hand=TsptwByHand(),
    editor=EDITOR,
    about=about(EXAMPLES[0]),
)
