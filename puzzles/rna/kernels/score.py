"""How good a design is, from two whole numbers: its distance from the target and its energy gap.

The distance is the number of pairs in exactly one of fold and target; the gap is the design's energy in the target less
its least energy, in 0.01 kcal/mol. Both objectives are highest for a design that folds into its target.
"""

from __future__ import annotations

from puzzles.engine.kernels import inlined

NEMO, LEXICOGRAPHIC = range(2)
"""The objectives, as `puzzles.rna.puzzle.OBJECTIVES` orders them."""


@inlined
def design_score(objective, pairs, distance, gap):
    """float64, higher is better: by NEMO at most 1, lexicographically at most 0. `pairs` are the target's."""
    if objective == NEMO:
        return nemo_score(pairs, distance, gap)
    return lexicographic_score(distance, gap)


@inlined
def nemo_score(pairs, distance, gap):
    """1 for a solution, else K / (1.01 + dE) where K >= 0 and K (1.01 + dE) below (Portela's NEMO; dE in kcal/mol).

    K = 1 - distance / (2 pairs), or 1 / (1 + distance) if the target has no pair.
    """
    if distance == 0:
        return 1.0
    near = 1.0 - distance / (2.0 * pairs) if pairs > 0 else 1.0 / (1.0 + distance)
    factor = 1.01 + gap / 100.0
    return near / factor if near >= 0.0 else near * factor


@inlined
def lexicographic_score(distance, gap):
    """0 for a solution, else -distance - g / (1 + g), g the gap in kcal/mol: the distance first, then the gap."""
    if distance == 0:
        return 0.0
    kilocalories = gap / 100.0
    return -distance - kilocalories / (1.0 + kilocalories)
