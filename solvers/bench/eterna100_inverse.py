"""`python -m solvers.bench.eterna100_inverse`: ViennaRNA's inverse folding from random starts, for so much CPU time.

Standard input: target, restraints, energy model, seed, puzzle and seconds as a JSON list. Standard output: an empty
line for each start that led to no solution, then, with the solution, the CPU seconds that it took and the design. When
the time is spent the system ends the process by SIGPROF, in whatever start it is. `give_up` is on, as in `RNAinverse
-R` with a negative number: a start ends when it can't lead to an exact solution. RNA.inverse_fold's claims are
judged by the plain checker; what that refuses counts as a start.
"""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from typing import Any

import msgspec

from puzzles.rna.checker import judge
from puzzles.rna.folding import models
from puzzles.rna.puzzle import RnaPuzzle, codes_of
from solvers.bench.eterna100_rows import Outcome, Task

KILLED_BY_CLOCK = -signal.SIGPROF


def inverse(task: Task, puzzle: Any) -> Outcome:
    """ViennaRNA's inverse folding in a process of its own, which the system ends when its CPU time is spent."""
    asked = msgspec.json.encode([puzzle.target, puzzle.restraints, puzzle.model, task.seed, task.puzzle, task.seconds])
    command = [sys.executable, "-P", "-m", "solvers.bench.eterna100_inverse"]
    ended = subprocess.run(command, input=asked, capture_output=True, check=False)
    if ended.returncode not in (0, KILLED_BY_CLOCK):
        raise RuntimeError(f"RNA.inverse_fold ended with {ended.returncode}: {ended.stderr.decode()[-200:].strip()}")
    reported = ended.stdout.decode("ascii").split("\n")[:-1]
    solved, design = None, ""
    if reported and " " in reported[-1]:
        at, design = reported[-1].split(" ")
        solved = float(at)
    return Outcome(
        row=task.row,
        seed=task.seed,
        puzzle=task.puzzle,
        seconds=task.seconds,
        solved=solved,
        playouts=len(reported),
        design=design,
        spent=task.seconds if solved is None else solved,
    )


def main() -> None:
    """Returns after a solution."""
    target, restraints, model, seed, number, seconds = json.load(sys.stdin)
    puzzle = RnaPuzzle(target, restraints, model=model)
    models.load(model)
    import RNA

    RNA.cvar.give_up = 1
    rng = random.Random(f"{seed}-{number}")
    signal.setitimer(signal.ITIMER_PROF, seconds)
    begun, judging = time.process_time(), 0.0
    while True:
        design, distance = RNA.inverse_fold(start_of(rng, puzzle.restraints), target)
        if distance == 0:
            found = time.process_time()
            design = design.upper()
            if judge(puzzle, codes_of(design)).solved:
                print(f"{found - begun - judging:.3f} {design}", flush=True)
                return
            judging += time.process_time() - found
            signal.setitimer(signal.ITIMER_PROF, max(seconds - (time.process_time() - begun - judging), 1e-6))
        print(flush=True)


def start_of(rng: random.Random, restraints: str) -> str:
    """A random start for `RNA.inverse_fold`: fixed bases are small letters, which it leaves as they are."""
    return "".join(letter.lower() if letter in "ACGU" else rng.choice("ACGU") for letter in restraints)


if __name__ == "__main__":
    main()
