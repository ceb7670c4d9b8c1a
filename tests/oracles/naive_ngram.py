"""Algorithm 5 (Cazenave, Learning a Prior, section 4.3), line by line, over words instead of numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

MOVES = {"(": ["CG", "GC", "AU", "UA", "GU", "UG"], ".": ["A", "C", "G", "U"]}

Step = tuple[str, str]  # the target's character, the move made there
Code = tuple[str, str, str, str]  # t_p, m_p, t, m


def steps_of(structure: str, sequence: str) -> list[Step]:
    """The characters with a move and their moves, from 5' to 3'; a pair's is made where its bracket opens."""
    steps = []
    for place, character in enumerate(structure):
        if character == "(":
            depth, end = 0, place
            while depth > 0 or end == place:
                depth += {"(": 1, ")": -1, ".": 0}[structure[end]]
                end += 1
            steps.append((character, sequence[place] + sequence[end - 1]))
        elif character == ".":
            steps.append((character, sequence[place]))
    return steps


def naive_ngrams(designs: Iterable[tuple[str, str]]) -> tuple[Counter[Code], Counter[Code]]:
    """count and nb by code, over pairs of a structure and a sequence."""
    count: Counter[Code] = Counter()
    nb: Counter[Code] = Counter()
    for structure, sequence in designs:
        steps = steps_of(structure, sequence)
        for (t_before, m_before), (t, made) in pairwise(steps):
            count[t_before, m_before, t, made] += 1
            for move in MOVES[t]:
                nb[t_before, m_before, t, move] += 1
    return count, nb
