"""What calls from Python cost: `python -m mcs_tui.bench many FILES...` and `python -m mcs_tui.bench scores`.

CPU seconds of one process, the median of rounds. `many`: all puzzles of the files, from text to checked result, by
`solve_many`. `scores`: batches of 64 boards that a NumPy function scores, against the function alone on the same ones.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import mcs_tui
from puzzles import registry

BOARDS, MOVES = 64, 100


def seconds_of(call: Callable[[], object]) -> float:
    """The CPU seconds that it takes."""
    begun = time.process_time()
    call()
    return time.process_time() - begun


def many(texts: list[str], rounds: int) -> str:
    """How many puzzles a second and core are solved, from text to checked result."""
    solved = sum(one.solved for one in mcs_tui.solve_many(texts))  # compiles and loads
    took = [seconds_of(lambda: [one.status for one in mcs_tui.solve_many(texts)]) for _ in range(rounds)]
    each = median(took) / len(texts)
    return f"{len(texts):,} puzzles, {solved:,} solved: {1 / each:,.0f} a second and core, {each * 1000:.3g} ms each"


def scored(boards: Any, lengths: Any) -> Any:
    """A score of some ms for a batch: how often neighbouring moves differ, by a matrix of all pairs of moves."""
    within = np.arange(boards.shape[1]) < lengths[:, np.newaxis]
    pairs = np.abs(boards[:, :, np.newaxis] - boards[:, np.newaxis, :]) % 7
    return (pairs * within[:, :, np.newaxis] * within[:, np.newaxis, :]).mean(axis=(1, 2))


def scores(rounds: int, playouts: int = 40 * BOARDS) -> str:
    """The CPU time of a search by a function's scores, as a multiple of the function's own on as many such batches."""
    puzzle = mcs_tui.generate("tsptw", nodes=MOVES + 1, seed=1)[0]
    kept: list[tuple[Any, Any]] = []

    def score(boards: Any, lengths: Any) -> Any:
        kept.append((boards, lengths))
        return scored(boards, lengths)

    def search() -> object:
        return mcs_tui.solve(puzzle, "nrpa", score=score, level=2, batch=BOARDS, playouts=playouts, moves="all")

    search()  # compiles and loads
    ratios = []
    for _ in range(rounds):
        kept.clear()
        whole = seconds_of(search)
        ratios.append(whole / seconds_of(lambda: [scored(*one) for one in kept]))
    return f"{len(kept)} batches of {BOARDS} boards of {MOVES} moves: {median(ratios):.3f} times the scoring"


def main(arguments: list[str] | None = None) -> None:
    """Prints one line."""
    parser = argparse.ArgumentParser(prog="python -m mcs_tui.bench", description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("many", "scores"))
    parser.add_argument("files", nargs="*", type=Path, help="texts with puzzles, for many")
    parser.add_argument("--rounds", type=int, default=5, help="of which the median is printed [5]")
    given = parser.parse_args(arguments)
    if given.what == "scores":
        print(scores(given.rounds))
    elif given.files:
        held = [registry.read_entries(one.read_text(), source=str(one))[1] for one in given.files]
        print(many([one.text for entries in held for one in entries], given.rounds))
    else:
        parser.error("expected files with puzzles")


if __name__ == "__main__":
    main()
