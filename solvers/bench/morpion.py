"""The tables of Buzer & Cazenave, Playout Optimization for Monte-Carlo Search Algorithms, and ours beside them."""

from __future__ import annotations

import argparse
import gc

from solvers.bench import morpion_activities, morpion_playouts, morpion_scores, morpion_searches
from solvers.bench.morpion_options import ALGORITHMS, PARTS, VARIANTS
from solvers.bench.report import Report, Table, machine

TIMED = ("5D", "5T")
"""The variants of parts other than the playouts, unless others are asked for."""


def run(chosen: argparse.Namespace) -> Report:
    """The tables of the parts that are chosen, in the order in which they are listed."""
    variants = tuple(chosen.variant or TIMED)
    gc.collect()
    gc.disable()
    tables: list[Table] = []
    for part in PARTS:
        if part not in chosen.part:
            continue
        if part == "playouts":
            tables.append(morpion_playouts.table(tuple(chosen.variant or VARIANTS), chosen.rounds, chosen.seed))
        elif part == "searches":
            asked = chosen.algorithm, chosen.level, chosen.runs
            tables.append(morpion_searches.table(variants, chosen.seed, chosen.deep, *asked))
        elif part == "activities":
            tables.append(morpion_activities.table(variants, chosen.rounds, chosen.seed))
        else:
            algorithms = (chosen.algorithm,) if chosen.algorithm else ALGORITHMS
            tables.append(
                morpion_scores.table(variants, algorithms, chosen.level, chosen.runs, chosen.seed, chosen.keep)
            )
    where = f"{machine()}; core {chosen.core}" if chosen.core is not None else machine()
    return Report("morpion", tuple(tables), machine=where)
