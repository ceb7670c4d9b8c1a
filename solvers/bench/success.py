"""How many instances each search solves within a doubling number of playouts: tables 1 and 2 of the paper."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from puzzles.engine.contract import InstancesModule, load
from puzzles.family import Puzzle
from puzzles.parameters import Value
from puzzles.registry import get_family
from solvers.bench.compiled_session import trained_odds
from solvers.bench.report import Cell, Table
from solvers.registry import algorithm
from solvers.runs.spec import SolveSpec
from solvers.session import Session

FIRST_COLUMN = 1_024
SLICE = 4_096
"""Playouts between two looks at whether the search is done."""


@dataclass(frozen=True, slots=True)
class Row:
    """One search to measure. `prior` is a kind's name or `none`."""

    label: str
    algorithm: str
    parameters: Mapping[str, Value] = field(default_factory=dict)
    prior: str = "none"
    tau: float = 4.0


@dataclass(frozen=True, slots=True)
class Published:
    """A row of the paper's table, for 1,024 playouts, 2,048 and so on."""

    label: str
    solved: tuple[int, ...]


def columns(playouts: int) -> list[int]:
    """1,024 and its doubles up to `playouts`."""
    found = [FIRST_COLUMN]
    while found[-1] * 2 <= playouts:
        found.append(found[-1] * 2)
    return found


def instances(family_name: str, parameters: Mapping[str, Value], seed: int, count: int) -> list[Puzzle]:
    """Fresh puzzles from the test stream, which neither training nor solving draws from."""
    generate = load(get_family(family_name).needed_generator().module, InstancesModule).generate
    return [generate(parameters, seed, index=index, purpose="test")[0] for index in range(count)]


def success_table(
    title: str, puzzles: Sequence[Puzzle], rows: Sequence[Row | Published], playouts: int, seed: int
) -> Table:
    """Each row's number of solved puzzles by column; for ours also playouts a second (CPU time).

    The count in a column is of searches whose first solution came within that many playouts of one run.
    """
    heads = columns(playouts)
    lines: list[tuple[Cell, ...]] = []
    for row in rows:
        if isinstance(row, Published):
            lines.append((row.label, *row.solved[: len(heads)], ""))
            continue
        print(f"{row.label} ...", file=sys.stderr, flush=True)
        needed, rate = _measure(row, puzzles, heads[-1], seed)
        lines.append((row.label, *[sum(1 for one in needed if one <= head) for head in heads], f"{rate:,.0f}"))
    names = ("solved of " + str(len(puzzles)), *[f"{head:,}" for head in heads], "playouts/s")
    return Table(title, names, tuple(lines))


def _measure(row: Row, puzzles: Sequence[Puzzle], playouts: int, seed: int) -> tuple[list[int], float]:
    """Playouts each puzzle needed (more than `playouts` if unsolved), and playouts a CPU second over all."""
    needed = []
    total, seconds = 0, 0.0
    for index, puzzle in enumerate(puzzles):
        session = _session(row, puzzle, seed, index)
        begun = time.process_time()
        status = "running"
        while status == "running" and session.playouts < playouts:
            status = session.advance(min(SLICE, playouts - session.playouts))
        seconds += time.process_time() - begun
        total += session.playouts
        if status == "solved":
            board = session.solutions()[0]
            verdict = get_family(puzzle.family).judge(puzzle, board)
            if not verdict.solved:
                raise RuntimeError(f"the checker refuses a solution: {verdict.faults[0]}")
            needed.append(session.playouts)
        else:
            needed.append(playouts + 1)
    return needed, total / seconds if seconds else 0.0


def _session(row: Row, puzzle: Puzzle, seed: int, index: int) -> Session:
    """The row's search on a puzzle, in paper mode, its kernel compiled."""
    spec = SolveSpec(
        family=puzzle.family,
        puzzle=get_family(puzzle.family).to_json(puzzle),
        title=puzzle.title,
        algorithm=row.algorithm,
        mode="paper",
        parameters=dict(row.parameters),
        prior=row.prior,
        prior_tau=row.tau,
        seed=seed,
    )
    wants_prior = row.prior != "none" and algorithm(row.algorithm).uses_prior
    odds = trained_odds(puzzle, row.prior, row.tau, row.parameters) if wants_prior else None
    session = Session(spec, index, odds)
    session.advance(0)
    return session
