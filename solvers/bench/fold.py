# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls
"""Milliseconds a fold: ViennaRNA's and ours in turns, random sequences and designed ones, by model and length."""

from __future__ import annotations

import argparse
import random
import statistics

import numpy as np

from puzzles.engine.kernels import kernel
from puzzles.rna.energy_models import require
from puzzles.rna.folding import models
from puzzles.rna.folding.fold import fold_design, make_fold
from puzzles.rna.puzzle import RnaPuzzle
from solvers.bench.report import Cell, Report, Table, clocked, in_turns, milliseconds

MODELS = ("eterna-v2", "eterna-v1")
LENGTHS = (60, 100, 200, 400)
TURNS = 3
"""How often each sequence is folded by each."""

OURS_EACH = 10
"""Folds of ours in a turn: a single one of a short sequence is too quick for the clock."""

HELICES = ("GC", "CG", "GC", "CG", "AU", "UA", "GU")
"""Pairs of designed helices, drawn evenly."""

UNPAIRED = "AAAAAAAGUC"
"""Bases of designed loops, drawn evenly."""


def run(chosen: argparse.Namespace) -> Report:
    """A table for each model; each cell is the median over the sequences, all folds checked against each other."""
    return Report("fold", tuple(_table(chosen, model) for model in MODELS))


def _table(chosen: argparse.Namespace, model: str) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for length in LENGTHS:
        for kind, draw in (("random", random_sequence), ("designed", designed_sequence)):
            rng = random.Random(f"{chosen.seed} {kind} {length}")
            times = [_times(model, draw(rng, length)) for _ in range(chosen.instances)]
            theirs, ours = (statistics.median(one) for one in zip(*times, strict=True))
            rows.append((length, kind, milliseconds(theirs), milliseconds(ours), f"{theirs / ours:.1f}"))
    title = f"A fold with its structure, {model}, {chosen.instances} sequences a row: median milliseconds"
    return Table(title, ("nt", "sequences", "ViennaRNA", "ours", "ratio"), tuple(rows))


def random_sequence(rng: random.Random, length: int) -> str:
    return "".join(rng.choices("ACGU", k=length))


def designed_sequence(rng: random.Random, length: int) -> str:
    """A sequence made for a random structure: paired bases in helices, few but A in loops."""
    bases = [rng.choice(UNPAIRED) for _ in range(length)]
    _fill(bases, 0, length, rng)
    return "".join(bases)


def _fill(bases: list[str], start: int, end: int, rng: random.Random) -> None:
    """Writes helices and what they enclose into bases[start:end]."""
    while end - start >= 12:
        width = end - start if end - start < 24 else rng.randint(12, end - start)
        helix = rng.randint(3, min(8, (width - 4) // 2))
        for pair in range(helix):
            bases[start + pair], bases[start + width - 1 - pair] = list(rng.choice(HELICES))
        loop = rng.randint(0, 2)
        _fill(bases, start + helix + loop, start + width - helix - rng.randint(0, 2), rng)
        start += width + rng.randint(0, 3)


def _times(model: str, sequence: str) -> tuple[float, float]:
    """CPU seconds a fold: ViennaRNA's and ours. RuntimeError if they differ in energy or structure."""
    require()
    import RNA

    fold = make_fold(RnaPuzzle("." * len(sequence), model=model))
    bases = np.array([0, *("ACGU".index(base) + 1 for base in sequence), 0], np.int32)
    details = models.details(models.load(model))
    energy = folds(fold, bases, 1)  # compiles on its first call
    structure, expected = RNA.fold_compound(sequence, details).mfe()
    partners = fold.partner[1:-1]
    found = "".join("." if not other else "(" if other > at else ")" for at, other in enumerate(partners, start=1))
    if energy != round(100 * expected) or found != structure:
        raise RuntimeError(f"{sequence} folds into {found} here, and into {structure} by ViennaRNA")
    ways = {
        "theirs": lambda _: clocked(lambda: RNA.fold_compound(sequence, details).mfe()),
        "ours": lambda _: clocked(lambda: folds(fold, bases, OURS_EACH)) / OURS_EACH,
    }
    taken = in_turns(TURNS, ways)
    return statistics.median(taken["theirs"]), statistics.median(taken["ours"])


@kernel
def folds(fold, bases, times):
    """The energies of that many folds, added up: folded in a kernel, as a search does."""
    total = np.int64(0)
    for _ in range(times):
        total += fold_design(fold, bases)
    return total
