"""IUPAC's letters for RNA: which bases each admits, and which pairs of letters can pair at all."""

from __future__ import annotations

BASES = "ACGU"
"""The bases by their code on a board, less 1."""

IUPAC: dict[str, str] = {
    "A": "A",
    "C": "C",
    "G": "G",
    "U": "U",
    "R": "AG",
    "Y": "CU",
    "S": "CG",
    "W": "AU",
    "K": "GU",
    "M": "AC",
    "B": "CGU",
    "D": "AGU",
    "H": "ACU",
    "V": "ACG",
    "N": "ACGU",
}
"""The bases that a letter admits (Cornish-Bowden, Nucleic Acids Research 13, 1985); a T is read as U beforehand."""

PAIRS = frozenset(("CG", "GC", "AU", "UA", "GU", "UG"))
"""The pairs that ViennaRNA's energy model knows, the base nearer the 5' end first."""


def admits(letter: str, base: str) -> bool:
    """True if the restraint's letter admits the base."""
    return base in IUPAC[letter]


def can_pair(letter: str, other: str) -> bool:
    """True if some pair of bases that the two letters admit is one of the six."""
    return any(one + two in PAIRS for one in IUPAC[letter] for two in IUPAC[other])


def unified(text: str) -> str:
    """The letters as we keep them: upper case, T as U."""
    return text.upper().replace("T", "U")
