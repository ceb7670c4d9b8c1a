"""Designs with known folds for the tests of the app, and a plain reading of dot-bracket. Folds are ViennaRNA's."""

from __future__ import annotations

from puzzles.rna.puzzle import RnaPuzzle

TARGET = "((((((..((((....))))..((((....))))..))))))...."
PUZZLE = RnaPuzzle(TARGET, name="Cross")
SOLUTIONS = (
    "CAGGGCAACCCCAAAAGGGGAAGCGCAAAAGCGCAAGCCCUGAAAA",
    "CAGCGCAAAGGGAAAACCCUAAGGAGAAAACUCCAAGCGCUGAAAA",
    "CCCGACAACCACAAAAGUGGAAGCCCAAAAGGGCAAGUCGGGAAAA",
)
MISFOLDING = "GCACGGAAAGCCAAAAGGCUAAAGCCAAAAGGCUAACCGUGCAAAA"
ITS_FOLD = "((((((..((((....(((....)))....))))..))))))...."


def board_of(sequence: str) -> tuple[int, ...]:
    return tuple(".ACGU".index(base) for base in sequence)


def pair_set(structure: str) -> set[tuple[int, int]]:
    opened: list[int] = []
    found = set()
    for i, letter in enumerate(structure):
        if letter == "(":
            opened.append(i)
        elif letter == ")":
            found.add((opened.pop(), i))
    return found


def misfolded(target: str, fold: str) -> set[int]:
    """The positions of pairs that only one of the two has."""
    return {position for pair in pair_set(target) ^ pair_set(fold) for position in pair}
