"""ns a move of uniform playouts, by design and variant: Tables I and II of Buzer & Cazenave, section IV.A.

All designs run through `solvers.searches.sampling`, in one process, in turns. Each round of a design is timed as a
whole, in CPU time; its games are then played once more from the same random stream to count their moves.
"""

from __future__ import annotations

import statistics
import time

from solvers.bench.morpion_designs import BY_NAME, DESIGNS, OURS, PAPER, Design, DesignSearch
from solvers.bench.morpion_repeats import count_moves
from solvers.bench.report import Cell, Table

ROUND = 0.04
"""CPU seconds that a round of a design is to take."""
SLOW = ("5D", "5T")
"""The variants in which all designs run; in the others the paper's and ours."""


class _Contestant:
    """A design at play: `nanoseconds` a move and `rounds`' moves and playouts so far."""

    def __init__(self, design: Design, variant: str, seed: int) -> None:
        self.design = design
        self.nanoseconds: list[float] = []
        self.moves = 0.0
        self.playouts = 0
        self._timed = DesignSearch(design, variant, "sampling", {}, seed)
        self._counted = DesignSearch(design, variant, "sampling", {}, seed)
        self._timed.play(2)
        begun = time.process_time()
        self._timed.play(8)
        self._round = max(1, int(8 * ROUND / (time.process_time() - begun)))
        count_moves(self._counted.state, self._counted.search, 10)

    def round(self) -> None:
        """One timed round."""
        begun = time.process_time()
        self._timed.play(self._round)
        took = time.process_time() - begun
        moves = count_moves(self._counted.state, self._counted.search, self._round)
        if self._counted.search.rng[0] != self._timed.search.rng[0]:
            raise RuntimeError(f"{self.design.name}: the counted games are not the timed ones")
        self.nanoseconds.append(took / moves * 1e9)
        self.moves += moves
        self.playouts += self._round


def table(variants: tuple[str, ...], rounds: int, seed: int) -> Table:
    """The designs' medians for each variant, and the median ratio to the paper's design in the same round."""
    rows: list[tuple[Cell, ...]] = []
    for variant in variants:
        designs = DESIGNS if variant in SLOW else (BY_NAME[PAPER], BY_NAME[OURS])
        contestants = [_Contestant(design, variant, seed) for design in designs]
        for _ in range(rounds):
            for one in contestants:
                one.round()
        yardstick = next(one for one in contestants if one.design.name == PAPER).nanoseconds
        for one in contestants:
            ratio = statistics.median(a / b for a, b in zip(yardstick, one.nanoseconds, strict=True))
            rows.append(
                (
                    f"{variant} {one.design.title}",
                    f"{statistics.median(one.nanoseconds):,.1f}",
                    f"{min(one.nanoseconds):,.1f}",
                    f"{ratio:.3g}",
                    f"{one.moves / one.playouts:.1f}",
                    one.design.cycles if variant == "5D" else "",
                )
            )
    heads = ("design", "ns a move, median", "least", "times the paper's", "moves a game", "Table I, cycles (5D)")
    return Table(f"Uniform playouts: {rounds} rounds in turns, one core", heads, tuple(rows), (NOTE,))


NOTE = (
    "Table I was measured in C++ on a Ryzen 9 3900X at 4.1 GHz, where 300 cycles are 73 ns; Table II has 288 cycles "
    "for 5D, 298 for 5T. Of its three slower designs the paper says what they look at; "
    "`puzzles/morpion/kernels/designs.py` says how ours scan."
)
