"""Ensembles of our kernels beside ViennaRNA's: `python -m tests.ensembles.campaign --sequences 10000`.

Sequences are random ones of 10 to 500 nt, short ones more often, of various shares of G and C, and all those in the
files named after `--published`. Models, temperatures and concentrations of salt are drawn for random ones; published
ones are weighed at 37 C. Compared are the ensemble's energy, all pair probabilities, and of the fold its probability,
distance and defect. Ends with one line of figures; exit code 1 at the first difference above LARGEST.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import RNA

from puzzles.rna.energy_models import STANDARD, Conditions
from puzzles.rna.folding import models
from puzzles.rna.folding.ensemble import ensemble_of

SHORTEST, LONGEST = 10, 500
LARGEST = 1e-5
"""The largest relative difference; ViennaRNA gives energies of 32 bits."""

TEMPERATURES, SALTS = (0.0, 20.0, 37.0, 55.0, 80.0), (1.021, 0.3, 0.05)

RAREST = 1e-8
"""Pairs less likely than this are compared by their difference."""


class Case(NamedTuple):
    sequence: str
    model: str
    conditions: Conditions


class DifferenceError(Exception):
    """Ours and ViennaRNA's differ; the message is one line."""


def random_case(random: Random, longest: int = LONGEST) -> Case:
    length = round(math.exp(random.uniform(math.log(SHORTEST), math.log(longest))))
    strong = random.choice((0.3, 0.5, 0.5, 0.7))
    odds = [1 - strong, strong, strong, 1 - strong]
    conditions = STANDARD
    if random.random() < 0.5:
        conditions = Conditions(random.choice(TEMPERATURES), random.choice(SALTS))
    return Case("".join(random.choices("ACGU", odds, k=length)), random.choice(tuple(models.MODELS)), conditions)


def published(files: list[Path]) -> Iterator[Case]:
    """All sequences of the texts, each once, by both of Turner's parameter sets in turns."""
    found: dict[str, None] = {}
    for file in files:
        found.update(dict.fromkeys(re.findall(rf"\b[ACGU]{{{SHORTEST},{LONGEST}}}\b", file.read_text("utf-8"))))
    names = ("eterna-v2", "1999-d2")
    return (Case(sequence, names[number % 2], STANDARD) for number, sequence in enumerate(found))


def compare(case: Case) -> float:
    """The largest relative difference; DifferenceError if it is above LARGEST."""
    try:
        return _difference(case)
    finally:
        models.load("eterna-v2")  # what the library begins with: other tests of the process count on it


def _difference(case: Case) -> float:
    theirs, structure, free = _by_vienna(case)
    ours = ensemble_of(case.sequence, structure, case.model, case.conditions)
    pairs = np.array(theirs.bpp())[1:, 1:]
    apart = {
        "energy": abs(ours.energy - free) / max(abs(free), 0.1),
        "probability": abs(ours.probability / theirs.pr_structure(structure) - 1.0),
        "defect": abs(ours.defect - theirs.ensemble_defect(structure)),
        "pair": float((np.abs(pairs - ours.probabilities) / np.maximum(pairs, RAREST)).max()),
        "distance": abs(ours.distance - _distance(pairs, structure)) / max(ours.distance, 1.0),
    }
    name, worst = max(apart.items(), key=lambda one: one[1])
    if not worst <= LARGEST:
        raise DifferenceError(f"{name} differs by {worst:.2g}: {case}, {structure}")
    return worst


def _by_vienna(case: Case) -> tuple[RNA.fold_compound, str, float]:
    """A compound with its probabilities, its fold, and the ensemble's energy."""
    models.load(case.model)
    details = RNA.md()
    details.temperature, details.salt = case.conditions
    details.dangles = 2
    compound = RNA.fold_compound(case.sequence, details)
    structure, energy = compound.mfe()
    compound.exp_params_rescale(energy)
    _, free = compound.pf()
    return compound, structure, free


def _distance(pairs: np.ndarray[tuple[int, int], np.dtype[np.float64]], structure: str) -> float:
    """The expected number of pairs in exactly one of a structure and the given one."""
    wanted = np.zeros_like(pairs)
    opened: list[int] = []
    for position, letter in enumerate(structure):
        if letter == "(":
            opened.append(position)
        elif letter == ")":
            wanted[opened.pop(), position] = 1.0
    return float(np.where(wanted > 0, 1.0 - pairs, pairs).sum())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sequences", type=int, default=100, help="random sequences (default 100)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--published", type=Path, nargs="*", default=[], help="texts with sequences")
    chosen = parser.parse_args()
    random = Random(chosen.seed)
    begun, worst, count, letters = time.process_time(), 0.0, 0, 0
    cases = [*(random_case(random) for _ in range(chosen.sequences)), *published(chosen.published)]
    for case in cases:
        try:
            worst = max(worst, compare(case))
        except DifferenceError as found:
            print(found)
            return 1
        count, letters = count + 1, letters + len(case.sequence)
    seconds = time.process_time() - begun
    print(f"{count:,} sequences, {letters:,} nt: largest relative difference {worst:.2g}, {seconds:,.0f} CPU s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
