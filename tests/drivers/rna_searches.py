"""Searches of RNA designs in a process without compiled kernels: each board, score and best board by playouts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from puzzles.rna import checker

SEARCHES = """
import json, sys
import numpy as np
from puzzles.registry import get_family
from puzzles.rna.nemo import nemo_weights
from puzzles.rna.puzzle import RnaPuzzle
from solvers.runs.spec import SolveSpec
from solvers.session import Session
family = get_family("rna")
for given in json.load(sys.stdin):
    puzzle = RnaPuzzle(**given["puzzle"])
    prior = given["algorithm"] in ("annealing", "sampling")
    spec = SolveSpec(family="rna", puzzle=family.to_json(puzzle), title="", algorithm=given["algorithm"],
        prior="nemo" if prior else "none", seed=given["seed"], parameters=given.get("parameters", {}))
    session = Session(spec, 0, np.exp(nemo_weights("program")) if prior else None)
    found = []
    for _ in range(given["playouts"]):
        session.advance(1)
        found.append([list(map(int, session.state.bases[1:-1])), session.best_score, session.best_board()])
        if session.status == "solved":
            session.go_on()
    print(json.dumps([found, session.unmet()]))
"""

WRITTEN = """
import importlib, json, random, sys
from puzzles.engine.streams import stream
from puzzles.rna.kernels.redrawing import write_move
from puzzles.rna.kernels.rules import build_state, repairing
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
given, random, found = json.load(sys.stdin), random.Random(3), []
module, name = given["writer"].split(".")
write = getattr(importlib.import_module("puzzles.rna.kernels." + module), name)
puzzle = RnaPuzzle(**given["puzzle"])
state, rng = repairing(build_state(puzzle, prior_code=2), puzzle), stream("test", 5)
for number in range(given["tries"]):
    for step in range(state.sites.size):
        write_move(state, step, random.choice(state.choices[step, : state.counts[step]].tolist()))
    state.repair.kept[:] = state.bases
    spot = 1 + number % puzzle.length
    wrote = write(state, rng, spot)
    found.append([spot, bool(wrote), *(sequence_of(one[1:-1].tolist()) for one in (state.repair.kept, state.bases))])
print(json.dumps(found))
"""


def written(writer: str, tries: int, **puzzle: str) -> list[tuple[int, bool, str, str]]:
    """What a kernel such as `copies.copy_motif` writes into random designs, one for each try, at each position in turn.

    The position, whether it wrote there, and the design before and after.
    """
    [found] = interpreted(WRITTEN, {"writer": writer, "tries": tries, "puzzle": puzzle})
    return [tuple(one) for one in found]


def searched(orders: list[dict[str, Any]]) -> list[Any]:
    """The current board after each playout, the best score and board so far, and what was refused, of each order."""
    return interpreted(SEARCHES, orders)


def interpreted(program: str, order: object, jit: str = "0") -> list[Any]:
    """What the program prints, JSON in each line, in a process whose kernels are interpreted; it reads the order.

    With jit `1` they are compiled.
    """
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(order),
        env=os.environ | {"MCS_TUI_JIT": jit, "PYTHONPATH": str(Path(checker.__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
