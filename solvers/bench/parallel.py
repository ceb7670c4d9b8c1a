"""Playouts a second of Morpion's NRPA: in lock-step on one core, by threads that share a step, by a search a core.

Each row's searches are processes of their own, pinned to their cores, which live through all rounds; in each round each
row plays for some seconds, its processes at once, in turns with the others. Root parallel: Cazenave and Jouandeau, On
the Parallelization of UCT, 2007; leaf parallel NRPA: Nagorko, Parallel Nested Rollout Policy Adaptation, 2019.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import statistics
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection

from puzzles.parameters import Value
from solvers.bench import option_values
from solvers.bench.report import FAULT, Cell, Report, Table, ended, in_turns, machine, median_ratio

SLICE = 0.05
"""Seconds between two calls of a search, as in a run."""
NRPA: dict[str, Value] = {"level": 3, "iterations": 100, "alpha": 1.0}
BEAM: dict[str, Value] = NRPA | {"batch": 4, "beam": "8"}


@dataclass(frozen=True, slots=True)
class Row:
    """A way to search: `processes` at once, each on a core or, with threads, on all. `base`: the row beside it."""

    name: str
    algorithm: str
    parameters: dict[str, Value]
    processes: int = 1
    base: str = ""


ONE, PAIR = "NRPA 3, one search", "two searches in lock-step"
STEP, TWO = "P 4, beam 8, one playout after the other", "two playouts in lock-step"


def rows(cores: int) -> list[Row]:
    """What is measured on that many cores."""
    leaf = BEAM | {"threads": cores}
    return [
        Row(ONE, "nrpa", NRPA),
        Row(PAIR, "nrpa-pair", NRPA, base=ONE),
        Row(f"root parallel, {cores} cores", "nrpa", NRPA, cores, ONE),
        Row(f"root parallel, {cores} cores, each two in lock-step", "nrpa-pair", NRPA, cores, ONE),
        Row(STEP, "nrpa", BEAM),
        Row(TWO, "nrpa", BEAM | {"threads": 1}, base=STEP),
        Row(f"leaf parallel, {cores} cores, in lock-step", "nrpa", leaf, base=TWO),
        Row(f"the same beside {STEP}", "nrpa", leaf, base=STEP),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    known = max(1, len(option_values.cores()))
    parser.add_argument("--variant", choices=("5D", "5T"), default="5D", help="of the puzzle (default 5D)")
    parser.add_argument("--rounds", type=option_values.positive, default=9, help="rounds of all rows (default 9)")
    parser.add_argument("--seconds", type=option_values.seconds, default=1.0, help="of a row's round (default 1)")
    parser.add_argument("--seed", type=option_values.positive, default=1, help="seed of the searches (default 1)")
    parser.add_argument(
        "--jobs", type=option_values.at_most(known), default=known, help="cores to use (default all, 1 to %(default)s)"
    )


def run(chosen: argparse.Namespace) -> Report:
    """The table. SystemExit, after one line on stderr, if a process fails."""
    try:
        table = measured(rows(chosen.jobs), chosen.variant, chosen.rounds, chosen.seconds, chosen.seed, chosen.jobs)
    except (EOFError, OSError) as error:
        raise ended(
            "parallel", ValueError(f"a search has ended early: {error or type(error).__name__}"), FAULT
        ) from None
    return Report("parallel", (table,), machine=machine(f"{chosen.jobs} cores"))


class Searcher:
    """A process with one search, on those cores."""

    def __init__(self, row: Row, variant: str, seed: int, cores: Sequence[int]) -> None:
        fresh = multiprocessing.get_context("spawn")
        self._link, theirs = fresh.Pipe()
        given = theirs, variant, row.algorithm, row.parameters, seed, list(cores)
        self._process = fresh.Process(target=_serve, args=given, daemon=True)
        self._process.start()
        theirs.close()
        self._link.recv()  # it is ready: its kernel is compiled, or loaded

    def ask(self, seconds: float) -> None:
        self._link.send(seconds)

    def answer(self) -> tuple[float, float]:
        """Playouts a second, and a second of CPU time."""
        playouts, wall, cpu = self._link.recv()
        return playouts / wall, playouts / cpu

    def end(self) -> None:
        self._link.close()
        self._process.join()


def measured(ways: Sequence[Row], variant: str, rounds: int, seconds: float, seed: int, cores: int) -> Table:
    """The table of those rows: medians over the rounds, ratios to the row beside each in the same round."""
    own = option_values.cores()
    searchers: dict[str, list[Searcher]] = {}
    alike: dict[str, str] = {}
    for row in ways:
        same = next((one.name for one in ways if one.name in searchers and _same(one, row)), "")
        alike[row.name] = same or row.name
        if not same:
            print(f"{row.name} ...", file=sys.stderr, flush=True)
            places = (
                [own[k : k + 1] for k in range(row.processes)] if row.parameters.get("threads", 0) in (0, 1) else []
            )
            searchers[row.name] = [
                Searcher(row, variant, seed + k, places[k] if places else own[:cores]) for k in range(row.processes)
            ]

    def round_of(at_once: Sequence[Searcher], number: int) -> tuple[float, float]:
        for one in at_once:
            one.ask(seconds)
        answers = [one.answer() for one in at_once]
        return sum(wall for wall, _ in answers), statistics.fmean(cpu for _, cpu in answers)

    found = in_turns(rounds, {name: partial(round_of, at_once) for name, at_once in searchers.items()})
    for at_once in searchers.values():
        for one in at_once:
            one.end()
    lines: list[tuple[Cell, ...]] = []
    for row in ways:
        mine = found[alike[row.name]]
        line: list[Cell] = [row.name, *(f"{statistics.median(one[k] for one in mine):,.0f}" for k in (0, 1))]
        base = found[alike[row.base]] if row.base else []
        line += [
            f"{median_ratio([one[k] for one in mine], [one[k] for one in base]):.2f}" if base else "" for k in (0, 1)
        ]
        lines.append((*line, row.base))
    heads = ("search", "playouts/s", "a CPU second", "times", "by CPU time", "that of")
    return Table(f"Morpion {variant}: {rounds} rounds of {seconds:g} s in turns", heads, tuple(lines), (NOTE,))


def _same(one: Row, other: Row) -> bool:
    return (one.algorithm, one.parameters, one.processes) == (other.algorithm, other.parameters, other.processes)


NOTE = (
    "Times: of playouts a second, the median of the rounds' ratios; on a machine that does other things too, those on "
    "one core are right by CPU time alone, and those on several not at all. Threads that wait take CPU time too."
)


def _serve(
    link: Connection, variant: str, algorithm: str, parameters: dict[str, Value], seed: int, cores: list[int]
) -> None:
    """A process's life: says when it is ready, then plays for as long as each message says."""
    from puzzles.morpion.puzzle import MorpionPuzzle
    from solvers.compiled_session import compiled_session

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if cores:
        os.sched_setaffinity(0, cores)
    session = compiled_session(MorpionPuzzle(variant), algorithm, parameters, seed=seed)
    begun = time.perf_counter()
    session.advance(2_000)
    slice_length = max(2, int(2_000 * SLICE / (time.perf_counter() - begun)))
    with suppress(EOFError, BrokenPipeError):
        link.send("ready")
        while True:
            seconds = link.recv()
            before = session.playouts
            wall, cpu = time.perf_counter(), time.process_time()
            while time.perf_counter() - wall < seconds:
                session.advance(slice_length)
            took = time.perf_counter() - wall, time.process_time() - cpu
            link.send((session.playouts - before, *took))
