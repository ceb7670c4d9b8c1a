"""Nanoseconds a move: of uniform playouts by design and variant, and of each activity of a move.

Playouts: Tables I and II of Buzer & Cazenave, section IV.A. All designs run through `solvers.searches.sampling`, in one
process, in turns. Each round of a design is timed as a whole, in CPU time; its games are then played once more from the
same random stream to count their moves.

Activities, beside Table III, which has them from a CPU profile. Each activity in turn is repeated twice more at each
move, with the same result (`morpion_repeats`), in random games that are the same throughout; half of what that takes
longer is the activity's time, less the time to put back what it changed. Rounds of all kinds in turns, differences
within a round, medians.

Their error. A repetition starts when its data are at hand, and runs beside its neighbours; in a move parts wait for
each other. So the parts need not add up: what is missing (or, below 0, too much) is reported as a row. Half of the
distance between the quartiles of the rounds is beside each time. What a repetition does not see is what a first run
pays alone, such as data that the processor has still to fetch, or a branch that it guesses wrong: a repetition takes
the same branches again. The table's first row has the time of the kernel without repetitions, and the one above it that
of the search `sampling`, the same games without the bench's loops.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np

from puzzles.engine.streams import stream
from solvers.bench import morpion_repeats as repeats
from solvers.bench.morpion_designs import BY_NAME, DESIGNS, OURS, PAPER, SORTED, Design, DesignSearch
from solvers.bench.report import Cell, Table, in_turns, median_ratio

PLAYOUTS_ROUND = 0.04
"""CPU seconds that a round of a design is to take."""
SLOW = ("5D", "5T")
"""The variants in which all designs run; in the others the paper's and ours."""
ACTIVITIES_ROUND = 0.02
"""CPU seconds that the games of one kind in a round are to take."""
AGAIN = 2
"""Repetitions of the activity."""
PLAIN = "search"
"""The kind that is `solvers.searches.sampling` itself."""
BASE = "base"
"""The kind with no repetition."""
ACTIVITIES = (
    ("random selection", repeats.SELECT, "9 %"),
    ("board, coordinates, hole", repeats.BOARD, "6 % + 31 %"),
    ("phase I, removals", repeats.REMOVE, "34 %"),
    ("phase II, insertion", repeats.INSERT, "20 %"),
    ("reset", repeats.RESET, "–"),
)


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
        self._round = max(1, int(8 * PLAYOUTS_ROUND / (time.process_time() - begun)))
        repeats.count_moves(self._counted.state, self._counted.search, 10)

    def round(self, number: int) -> None:
        begun = time.process_time()
        self._timed.play(self._round)
        took = time.process_time() - begun
        moves = repeats.count_moves(self._counted.state, self._counted.search, self._round)
        if self._counted.search.rng[0] != self._timed.search.rng[0]:
            raise RuntimeError(f"{self.design.name}: the counted games are not the timed ones")
        self.nanoseconds.append(took / moves * 1e9)
        self.moves += moves
        self.playouts += self._round


def playouts_table(variants: tuple[str, ...], rounds: int, seed: int) -> Table:
    """The designs' medians for each variant, and the median ratio to the paper's design in the same round."""
    rows: list[tuple[Cell, ...]] = []
    for variant in variants:
        designs = DESIGNS if variant in SLOW else (BY_NAME[PAPER], BY_NAME[SORTED], BY_NAME[OURS])
        contestants = [_Contestant(design, variant, seed) for design in designs]
        in_turns(rounds, {one.design.name: one.round for one in contestants})
        yardstick = next(one for one in contestants if one.design.name == PAPER).nanoseconds
        for one in contestants:
            ratio = median_ratio(yardstick, one.nanoseconds)
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
    return Table(f"Uniform playouts: {rounds} rounds in turns, one core", heads, tuple(rows), (PLAYOUTS_NOTE,))


PLAYOUTS_NOTE = (
    "Table I was measured in C++ on a Ryzen 9 3900X at 4.1 GHz, where 300 cycles are 73 ns; Table II has 288 cycles "
    "for 5D, 298 for 5T. Of its three slower designs the paper says what they look at; "
    "`puzzles/morpion/kernels/designs.py` says how ours scan."
)


Part = tuple[float, float]
"""Nanoseconds a move: the median over the rounds, and half of the distance between their quartiles."""


def activities_table(variants: tuple[str, ...], rounds: int, seed: int) -> Table:
    """The table: for each variant and activity the paper's design and ours."""
    rows: list[tuple[Cell, ...]] = []
    for variant in variants:
        theirs = parts(PAPER, variant, rounds, seed)
        mine = parts(OURS, variant, rounds, seed)
        for name, published in (
            (PLAIN, ""),
            (BASE, "100 %"),
            *((activity, share) for activity, _, share in ACTIVITIES),
            ("left over", ""),
        ):
            label = {PLAIN: "a move of the search", BASE: "a move here"}.get(name, name)
            rows.append((f"{variant} {label}", *_cells(theirs, name), *_cells(mine, name), published))
    heads = ("activity", "paper's, ns", "+-", "share", "ours, ns", "+-", "share", "Table III")
    return Table(f"Where a move's time goes: {rounds} rounds, one core", heads, tuple(rows), (ACTIVITIES_NOTE,))


def _cells(found: dict[str, Part], name: str) -> tuple[Cell, ...]:
    median, spread = found[name]
    return f"{median:.1f}", f"{spread:.1f}", "" if name == PLAIN else f"{100 * median / found[BASE][0]:.0f} %"


def parts(name: str, variant: str, rounds: int, seed: int) -> dict[str, Part]:
    """The times of a design's activities, of the whole, and what is left over."""
    play = repeats.games_of_ours if name == OURS else repeats.games_of_paper
    spent = {kind: np.array(times) for kind, times in _measure(name, variant, play, rounds, seed).items()}
    more = {kind: (spent[kind] - spent[BASE]) / AGAIN for kind in range(repeats.KINDS)}
    more[repeats.REMOVE] -= more[repeats.UNLIST]
    if name == OURS:
        more[repeats.BOARD] -= more[repeats.UNDRAW] / 2
    times = {PLAIN: spent[PLAIN], BASE: spent[BASE], **{name: more[kind] for name, kind, _ in ACTIVITIES}}
    times["left over"] = spent[BASE] - sum(more[kind] for _, kind, _ in ACTIVITIES)
    return {name: _part(list(one)) for name, one in times.items()}


def _part(times: list[float]) -> Part:
    quartiles = statistics.quantiles(times, n=4) if len(times) > 1 else [times[0]] * 3
    return quartiles[1], (quartiles[2] - quartiles[0]) / 2


def _measure(name: str, variant: str, play: Callable[..., int], rounds: int, seed: int) -> dict[str | int, list[float]]:
    """ns a move by kind, one entry a round. Raises RuntimeError if a kind played other games than the search."""
    one = DesignSearch(BY_NAME[name], variant, "sampling", {}, seed, alone=True)
    spare = np.zeros(repeats.SPARE, np.uint64)
    kinds: list[str | int] = [PLAIN, BASE, *range(repeats.KINDS)]
    rng = stream("solve", seed, 0)

    def timed(kind: str | int, games: int) -> tuple[float, int]:
        """CPU seconds of that many games from the stream, and their moves (0 for the search itself)."""
        extra = np.zeros(repeats.KINDS, np.int64)
        if isinstance(kind, int):
            extra[kind] = AGAIN
        moves = 0
        one.search.rng[0] = rng[0]
        begun = time.process_time()
        if kind == PLAIN:
            one.play(games)
        else:
            moves = play(one.state, one.search.rng, games, extra, spare)
        return time.process_time() - begun, moves

    for kind in kinds:
        timed(kind, 20)
    games = max(1, int(200 * ACTIVITIES_ROUND / timed(BASE, 200)[0]))
    spent: dict[str | int, list[float]] = {kind: [] for kind in kinds}
    for index in range(rounds):
        results: dict[str | int, tuple[float, int, int]] = {}
        for shift in range(len(kinds)):
            kind = kinds[(index + shift) % len(kinds)]
            results[kind] = (*timed(kind, games), int(one.search.rng[0]))
        moves = results[BASE][1]
        for kind, (seconds, count, after) in results.items():
            if after != results[PLAIN][2] or (kind != PLAIN and count != moves):
                raise RuntimeError(f"{name}: repeating activity {kind} changed the games")
            spent[kind].append(seconds / moves * 1e9)
        rng[0] = np.uint64(results[BASE][2])
    return spent


ACTIVITIES_NOTE = (
    "Each activity is repeated twice more at each move, to the same result; half of the difference is its time. "
    "+-: half of the distance between the quartiles of the rounds. Parts overlap in a processor, so they need not add "
    "up. To look for new moves counts with phase II in the paper's design and in Table III, with the board in ours, "
    "which does it in the same words that it draws the dot in. Coordinates count with the phase that needs them."
)
