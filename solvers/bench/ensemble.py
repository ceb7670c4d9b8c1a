# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls
"""Milliseconds an ensemble: ViennaRNA's partition function and ours in turns, without and with pair probabilities.

And the sum over listed pairs, after a few bases of a design are drawn anew, beside that over all.
"""

from __future__ import annotations

import argparse
import random
import statistics
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.rna.bases import BASES, PAIR_MOVES, codes_of
from puzzles.rna.energy_models import compound, energies, ensemble_energies, require
from puzzles.rna.folding.ensemble import outside
from puzzles.rna.folding.ensemble_state import DEFECT, LOG_SUM, THERMAL, EnsembleState, new_ensemble
from puzzles.rna.folding.inside import inside
from puzzles.rna.folding.models import named
from puzzles.rna.folding.sparse import inside_sparse, list_probable
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
from solvers.bench.fold import designed_sequence, random_sequence
from solvers.bench.report import Cell, Report, Table, clocked, in_turns, milliseconds
from solvers.compiled_session import compiled_session

MODEL = "eterna-v2"
LENGTHS = (60, 100, 200, 400)
TURNS = 3
"""How often each sequence is weighed by each."""

OURS_EACH = 5
"""Ensembles of ours in a turn: a single one of a short sequence is too quick for the clock."""

PROPOSALS = 2000
"""What a design is searched by, for a target that a random structure's sequence folds into."""

CHANGES = 40
"""Changed sequences for each design: one, two or four positions are drawn anew, pairs as pairs."""

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
        found = [one for _ in range(chosen.instances) for one in _changed(length, rng)]
        worse = [one for one in found if one.lowers]
        of_listed, of_all = (statistics.median(getattr(one, name) for one in found) for name in ("listed", "whole"))
        rows.append(
            (
                length,
                round(statistics.median(one.pairs for one in found)),
                milliseconds(of_listed),
                milliseconds(of_all),
                f"{of_all / of_listed:.1f}",
                f"{statistics.median(one.lacking for one in found):.4f}",
                f"{sum(one.refused for one in worse)} of {len(worse)}",
            )
        )
    changed = f"{chosen.instances * CHANGES} changes a row of {chosen.instances} designs"
    title = f"The sum over the structures of listed pairs, {MODEL}, {changed}: median milliseconds"
    head = (
        "nt",
        "listed pairs",
        "of listed pairs",
        "of all pairs",
        "ratio",
        "ln Z lacks",
        "refused of all that lower p",
    )
    return Table(title, head, tuple(rows))


class Change(NamedTuple):
    """A change of a design, weighed both ways."""

    listed: float  # CPU seconds
    whole: float
    pairs: int
    lacking: float  # ln Z of all pairs less that of listed ones
    lowers: bool  # p
    refused: bool  # by listed pairs alone


def _changed(length: int, rng: random.Random) -> list[Change]:
    """Changes of a design of that length. RuntimeError if the sum over listed pairs is the larger one."""
    puzzle, design = _design(designed_sequence(rng, length), rng.randrange(1 << 30))
    ensemble = new_ensemble(puzzle.partners, named(MODEL))
    former = _codes(design)
    inside(ensemble, former)
    outside(ensemble, former)
    list_probable(ensemble)
    least = _log_p(puzzle, design, ensemble)
    found = []
    for _ in range(CHANGES):
        sequence = _redrawn(puzzle, design, rng)
        bases = _codes(sequence)
        inside_sparse(ensemble, bases, former)  # compiles on its first call
        listed = clocked(partial(inside_sparse, ensemble, bases, former))
        at_most, sum_listed = _log_p(puzzle, sequence, ensemble), float(ensemble.results[LOG_SUM])
        pairs = int(ensemble.listed.first[1])
        whole = clocked(partial(inside, ensemble, bases))
        lacking = float(ensemble.results[LOG_SUM]) - sum_listed
        if lacking < -CLOSE:
            raise RuntimeError(f"{sequence}: the sum over listed pairs is {-lacking:.6f} above that over all, in ln")
        lowers = _log_p(puzzle, sequence, ensemble) < least - CLOSE
        found.append(Change(listed, whole, pairs, lacking, lowers, at_most < least - CLOSE))
    return found


def _design(sequence: str, seed: int) -> tuple[RnaPuzzle, str]:
    """The structure that the sequence folds into, and the best design for it by probability in so many proposals."""
    target = compound(sequence, energies(MODEL)).mfe()[0]
    puzzle = RnaPuzzle(target, model=MODEL, objective="probability")
    session = compiled_session(puzzle, "annealing", {}, prior="nemo", seed=seed)
    session.advance(PROPOSALS)
    board = session.best_board()
    if board is None:
        raise RuntimeError(f"{target}: the search found no design")
    return puzzle, sequence_of(board)


def _codes(sequence: str) -> npt.NDArray[np.int32]:
    return np.array([0, *codes_of(sequence), 0], np.int32)


def _log_p(puzzle: RnaPuzzle, sequence: str, ensemble: EnsembleState) -> float:
    """ln p of the target, by the sum that was computed last."""
    energy = compound(sequence, energies(MODEL)).eval_structure(puzzle.target)
    return float(-energy / ensemble.results[THERMAL] - ensemble.results[LOG_SUM])


def _redrawn(puzzle: RnaPuzzle, design: str, rng: random.Random) -> str:
    """The design with one, two or four positions drawn anew; if they pair, both bases."""
    bases, partners = list(design), puzzle.partners
    for _ in range(rng.choice((1, 2, 4))):
        place = rng.randrange(len(bases))
        if partners[place] < 0:
            bases[place] = rng.choice(BASES)
        else:
            pair = rng.choice(PAIR_MOVES)
            bases[place], bases[partners[place]] = pair[0], pair[1]
    return "".join(bases)


def _times(sequence: str) -> tuple[float, ...]:
    """CPU seconds without probabilities, ViennaRNA's and ours, and with them. RuntimeError if results differ."""
    require()
    import RNA

    ensemble = new_ensemble((-1,) * len(sequence), named(MODEL))
    bases = _codes(sequence)
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

    def theirs(probabilities: bool, _: int) -> float:
        return clocked(by_vienna(probabilities).pf)

    def ours_each(probabilities: bool, _: int) -> float:
        return clocked(partial(ours, probabilities)) / OURS_EACH

    ways = {(whole, way): partial(way, whole) for whole in (False, True) for way in (theirs, ours_each)}
    return tuple(statistics.median(taken) for taken in in_turns(TURNS, ways).values())
