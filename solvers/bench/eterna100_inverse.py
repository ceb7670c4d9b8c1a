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
import sys
import time

from puzzles.rna import models
from puzzles.rna.checker import judge
from puzzles.rna.puzzle import RnaPuzzle, codes_of


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
