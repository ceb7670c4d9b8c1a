# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls
"""Milliseconds an ensemble: ViennaRNA's partition function and ours in turns, without and with pair probabilities.

And the sum over listed pairs, after a few bases are changed, beside that over all.
"""

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
from puzzles.rna.folding.sparse import inside_sparse, list_probable
from solvers.bench.fold import clocked, designed_sequence, random_sequence
from solvers.bench.report import Cell, Report, Table, milliseconds
from solvers.statistics import quantile

MODEL = "eterna-v2"
LENGTHS = (60, 100, 200, 400)
TURNS = 3
"""How often each sequence is weighed by each."""

OURS_EACH = 5
"""Ensembles of ours in a turn: a single one of a short sequence is too quick for the clock."""

CHANGES = 40
"""Changed sequences for each sequence, of which one, two or four bases are drawn anew."""

CLOSE = 1e-5
"""The largest relative difference from ViennaRNA."""


def run(chosen: argparse.Namespace) -> Report:
    """A table without probabilities, one with them, and one of listed pairs; medians over sequences, all compared."""
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
    tables = [Table(title, head, tuple(one)) for title, one in zip(titles, rows, strict=True)]
    return Report("ensemble", (*tables, _listed_table(chosen)))


def _listed_table(chosen: argparse.Namespace) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for length in LENGTHS:
        rng = random.Random(f"{chosen.seed} listed {length}")
        found = [one for _ in range(chosen.instances) for one in _changed(designed_sequence(rng, length), rng)]
        sparse, whole, pairs, missing = zip(*found, strict=True)
        middle, most = (quantile(missing, share) for share in (0.5, 0.95))
        taken = statistics.median(sparse), statistics.median(whole)
        ratio = f"{taken[1] / taken[0]:.1f}"
        rows.append(
            (length, round(statistics.median(pairs)), *map(milliseconds, taken), ratio, f"{middle:.4f}", f"{most:.4f}")
        )
    changed = f"{chosen.instances * CHANGES} designed sequences a row with one, two or four bases drawn anew"
    title = f"The sum over the structures of listed pairs, {MODEL}, {changed}: median milliseconds"
    head = ("nt", "listed pairs", "of listed pairs", "of all pairs", "ratio", "ln Z lacks", "of 95 % at most")
    return Table(title, head, tuple(rows))


def _changed(sequence: str, rng: random.Random) -> list[tuple[float, float, float, float]]:
    """Of changes: CPU seconds of the sums over listed pairs and over all, how many are listed, and what ln Z lacks.

    RuntimeError if the sum over listed pairs is the larger one.
    """
    ensemble = new_ensemble((-1,) * len(sequence), named(MODEL))
    former = np.array([0, *("ACGU".index(base) + 1 for base in sequence), 0], np.int32)
    inside(ensemble, former)
    outside(ensemble, former)
    list_probable(ensemble)
    found = []
    for _ in range(CHANGES):
        bases = former.copy()
        for _ in range(rng.choice((1, 2, 4))):
            bases[1 + rng.randrange(len(sequence))] = 1 + rng.randrange(4)
        inside_sparse(ensemble, bases, former)  # compiles on its first call
        taken = clocked(partial(inside_sparse, ensemble, bases, former))
        listed, pairs = float(ensemble.results[LOG_SUM]), int(ensemble.listed.first[1])
        whole = clocked(partial(inside, ensemble, bases))
        missing = float(ensemble.results[LOG_SUM]) - listed
        if missing < -CLOSE:
            raise RuntimeError(f"{sequence}: the sum over listed pairs is {-missing:.6f} above that over all, in ln")
        found.append((taken, whole, float(pairs), missing))
    return found


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
