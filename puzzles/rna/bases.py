"""The alphabet: bases, the pairs that they form, and IUPAC's letters for sets of them."""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase

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

FREE_SIGNS = ".·_*?"
FREE = str.maketrans(FREE_SIGNS, "N" * len(FREE_SIGNS))
"""Signs of a line of restraints that are read as N."""

PAIR_MOVES = ("CG", "GC", "AU", "UA", "GU", "UG")
PAIRS = frozenset(PAIR_MOVES)
"""The pairs that ViennaRNA's energy model knows, the base nearer the 5' end first."""


def admits(letter: str, base: str) -> bool:
    return base in IUPAC[letter]


def only_bases(text: str) -> bool:
    """True if the text has no other letters than A, C, G and U or T, in either case, and perhaps &."""
    return not set(unified(text)) - set(BASES + "&")


_KEPT = str.maketrans(f"{ascii_lowercase}T", f"{ascii_uppercase}U".replace("T", "U"))


def unified(text: str) -> str:
    """ASCII letters in upper case, T as U; others stay, as the capital of some, such as `ß`, is two letters."""
    return text.translate(_KEPT)


def codes_of(sequence: str) -> tuple[int, ...]:
    """The board of a sequence of A, C, G and U: 1, 2, 3 and 4."""
    return tuple(BASES.index(base) + 1 for base in sequence)


def admitted(letter: str) -> tuple[int, ...]:
    """The codes that a restraint's letter admits, such as (1, 3) for R."""
    return codes_of(IUPAC[letter])
