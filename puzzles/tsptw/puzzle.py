"""The puzzle: travel between nodes, their time windows, and what of a tour is scored; all numbers exact integers."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from puzzles.errors import PuzzleError

FEWEST_NODES, MOST_NODES = 2, 1000
"""Nodes, the depot among them. The matrix of 1,000 fills a text of the size that is read at all."""

MOST_DIGITS = 9
"""Decimals of a number. With nine the usual penalty of 1,000 late visits is 10**18 units, which int64 holds."""

LARGEST_SUM = 2**62
"""Units that no sum of a tour (time, cost, penalty) may exceed: half of what int64 holds, so no sum can wrap."""

OBJECTIVES = ("cost", "makespan")
"""What a feasible tour is scored by: the sum of its matrix entries, or the time at which it is back at the depot."""

PENALTY = 1_000_000
"""Units of the file that a late visit costs at least (Cazenave, Generalized NRPA, section 6.2)."""


@dataclass(frozen=True)
class TsptwPuzzle:
    """A travelling salesman problem with time windows; PuzzleError if its parts don't fit each other.

    Nodes are 0 ... n - 1, 0 is the depot. All numbers are integers in units of 10**-digits of the file's own.
    `travel`: n * n, row-major, from i to j; `service`: n, spent at a node before one leaves it; `earliest`, `latest`:
    n, the window in which service begins, of the depot that of start and return. `coordinates`: a pair (x, y) a node,
    for drawing alone, or none. `tour` is one that came with the instance, its nodes after the depot; readers ask the
    checker whether it is legal. `begun`: the nodes with which every tour begins.
    """

    family: ClassVar[str] = "tsptw"
    n: int
    digits: int
    travel: tuple[int, ...]
    service: tuple[int, ...]
    earliest: tuple[int, ...]
    latest: tuple[int, ...]
    coordinates: tuple[tuple[float, float], ...] = ()
    name: str = ""
    objective: str = OBJECTIVES[0]
    note: str = field(default="", compare=False)
    tour: tuple[int, ...] = field(default=(), compare=False)
    begun: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not FEWEST_NODES <= self.n <= MOST_NODES:
            found = "1 node" if self.n == 1 else f"{self.n:,} nodes"
            raise PuzzleError(f"the puzzle has {found}", f"{FEWEST_NODES} to {MOST_NODES:,}, the depot among them")
        if not 0 <= self.digits <= MOST_DIGITS:
            raise PuzzleError(f"the numbers have {self.digits} decimals", f"at most {MOST_DIGITS}")
        if self.objective not in OBJECTIVES:
            raise PuzzleError(f"the objective is {ascii(self.objective)[:30]}", " or ".join(OBJECTIVES))
        sizes = (("travel", self.n**2), ("service", self.n), ("earliest", self.n), ("latest", self.n))
        for name, size in sizes:
            values = getattr(self, name)
            if len(values) != size:
                raise PuzzleError(f"{name} has {len(values):,} numbers", f"{size:,} for {self.n:,} nodes")
            if min(values) < 0:
                raise PuzzleError(f"{name} has a negative number", "times of 0 or more")
        if self.coordinates and len(self.coordinates) != self.n:
            raise PuzzleError(f"there are {len(self.coordinates):,} pairs of coordinates", f"{self.n:,} or none")
        for node, (opens, closes) in enumerate(zip(self.earliest, self.latest, strict=True)):
            if closes < opens:
                raise PuzzleError(f"the window of node {node} closes before it opens", "earliest, then latest")
        if len(set(self.begun)) < len(self.begun) or not all(0 < node < self.n for node in self.begun):
            raise PuzzleError("the beginning of the tour is none", f"nodes, 1 to {self.n - 1}, each once")
        if self.largest_sum > LARGEST_SUM:
            found = "the numbers are too large: a tour's sums could leave 64-bit integers"
            fewer = f"; --round {self.digits // 2} reads fewer" if self.digits else ""
            most = f"{LARGEST_SUM // 10**self.digits:,}, with {self.digits} decimals{fewer}"
            raise PuzzleError(found, f"sums of at most {most}")

    @property
    def title(self) -> str:
        """One line, such as `rc_204.1, TSP with time windows, 46 nodes, cost`, and how many are visited already."""
        named = f"{self.name}, " if self.name else ""
        begun = f", {len(self.begun)} visited" if self.begun else ""
        return f"{named}TSP with time windows, {self.n:,} nodes, {self.objective}{begun}"

    @cached_property
    def largest_sum(self) -> int:
        """A bound, in units, on every number that a tour leads to: its time, its cost, and its score with penalties."""
        longest = max(self.travel) + max(self.service)
        return max(max(self.earliest) + self.n * (longest + self.penalty), *self.latest)

    @cached_property
    def penalty(self) -> int:
        """What a late visit adds to a score, in units: more than any tour's objective, so fewer late visits are better.

        It is PENALTY times a power of ten, the least that will do; only if sums would be too large with that, the least
        number that will do.
        """
        n, makespan = self.n, self.objective == "makespan"
        rows = (self.travel[start : start + n] for start in range(0, n * n, n))
        longest = [max(max(row[:node], default=0), max(row[node + 1 :], default=0)) for node, row in enumerate(rows)]
        most = sum(longest) + (max(self.earliest) + sum(self.service) if makespan else 0)
        penalty: int = PENALTY * 10**self.digits
        while penalty <= most:
            penalty *= 10
        fits = max(self.earliest) + n * (max(self.travel) + max(self.service) + penalty) <= LARGEST_SUM
        return penalty if fits or most < PENALTY * 10**self.digits else most + 1

    def duration(self, start: int, end: int) -> int:
        """Units from the beginning of service at one node to the arrival at the other."""
        return self.service[start] + self.travel[start * self.n + end]

    def in_file_units(self, units: int) -> float:
        """The number in the file's own units; kernels divide alike, so both round alike."""
        return float(units) / 10.0**self.digits

    def shown(self, units: int) -> str:
        """The number in the file's own units, as a text."""
        return shown(units, self.digits)


def shown(value: int, digits: int) -> str:
    """The number value / 10**digits in the fewest characters, such as `35.5`, exactly."""
    if digits == 0:
        return str(value)
    sign, value = ("-", -value) if value < 0 else ("", value)
    whole, part = divmod(value, 10**digits)
    decimals = str(part).rjust(digits, "0").rstrip("0")
    return f"{sign}{whole}.{decimals}" if decimals else f"{sign}{whole}"
