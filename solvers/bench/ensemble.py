# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls
"""Milliseconds an ensemble: ViennaRNA's partition function and ours in turns, without and with pair probabilities."""

from __future__ import annotations

import argparse
import random
import statistics
from functools import partial

import numpy as np

from puzzles.rna.energy_models import ensemble_energies, require
from puzzles.rna.folding.ensemble_state import DEFECT, LOG_SUM, THERMAL, new_ensemble
from puzzles.rna.folding.inside import inside
from puzzles.rna.folding.models import named
from puzzles.rna.folding.outside import outside
from solvers.bench.fold import clocked, designed_sequence, random_sequence
from solvers.bench.report import Cell, Report, Table, milliseconds

MODEL = "eterna-v2"
LENGTHS = (60, 100, 200, 400)
TURNS = 3
"""How often each sequence is weighed by each."""

OURS_EACH = 5
"""Ensembles of ours in a turn: a single one of a short sequence is too quick for the clock."""

CLOSE = 1e-5
"""The largest relative difference from ViennaRNA."""


def run(chosen: argparse.Namespace) -> Report:
    """A table without probabilities and one with them; each cell is the median over the sequences, all compared."""
    rows: list[list[tuple[Cell, ...]]] = [[], []]
    for length in LENGTHS:
        for kind, draw in (("random", random_sequence), ("designed", designed_sequence)):
            rng = random.Random(f"{chosen.seed} {kind} {length}")
            times = [_times(draw(rng, length)) for _ in range(chosen.instances)]
            medians = [statistics.median(one) for one in zip(*times, strict=True)]
            for table, (theirs, ours) in zip(rows, (medians[:2], medians[2:]), strict=True):
                table.append((length, kind, milliseconds(theirs), milliseconds(ours), f"{theirs / ours:.1f}"))
    head = ("nt", "sequences", "ViennaRNA", "ours", "ratio")
    kinds = ("The partition function", "The partition function and all pair probabilities")
    titles = [f"{kind}, {MODEL}, {chosen.instances} sequences a row: median milliseconds" for kind in kinds]
    return Report("ensemble", tuple(Table(title, head, tuple(one)) for title, one in zip(titles, rows, strict=True)))


def _times(sequence: str) -> tuple[float, ...]:
    """CPU seconds without probabilities, ViennaRNA's and ours, and with them. RuntimeError if results differ."""
    require()
    import RNA

    ensemble = new_ensemble((-1,) * len(sequence), named(MODEL))
    bases = np.array([0, *("ACGU".index(base) + 1 for base in sequence), 0], np.int32)
    weights = ensemble_energies(MODEL).weights

    def by_vienna(probabilities: bool) -> RNA.fold_compound:
        details = RNA.md()
        details.compute_bpp = int(probabilities)
        compound = RNA.fold_compound(sequence, details)
        compound.exp_params_subst(weights)
        compound.exp_params.model_details.compute_bpp = int(probabilities)
        return compound

    def ours(probabilities: bool) -> None:
        for _ in range(OURS_EACH):
            inside(ensemble, bases)
            if probabilities:
                outside(ensemble, bases)

    ours(True)  # compiles on its first call
    judge = by_vienna(True)
    _, free = judge.pf()
    energy = -float(ensemble.results[LOG_SUM] * ensemble.results[THERMAL])
    apart = abs(float(ensemble.results[DEFECT]) - judge.ensemble_defect("." * len(sequence)))
    if abs(energy - free) > CLOSE * max(1.0, abs(free)) or apart > CLOSE:
        raise RuntimeError(f"{sequence}: the ensemble has {energy} kcal/mol here, {free} by ViennaRNA")
    found: list[float] = []
    for probabilities in (False, True):
        theirs_taken, ours_taken = [], []
        for _ in range(TURNS):
            compound = by_vienna(probabilities)
            theirs_taken.append(clocked(compound.pf))
            ours_taken.append(clocked(partial(ours, probabilities)) / OURS_EACH)
        found += [statistics.median(theirs_taken), statistics.median(ours_taken)]
    return tuple(found)
