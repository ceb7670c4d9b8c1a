"""The puzzle: a target structure, what each position may hold, by which energies a design is judged, and its moves.

All is checked by the letter, with the place of each fault.

Moves 0 to 5 set a pair, 5' base first: CG GC AU UA GU UG; 6 to 9 set a single base: A C G U. A playout has one step for
each pair and each unpaired position of the target (Cazenave & Fournier, Monte Carlo Inverse Folding, section 3.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from string import ascii_lowercase, ascii_uppercase
from typing import ClassVar

from puzzles.errors import PuzzleError
from puzzles.text.fields import Joined
from puzzles.text.quoting import counted, quoted

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

PAIR_MOVES = ("CG", "GC", "AU", "UA", "GU", "UG")
PAIRS = frozenset(PAIR_MOVES)
"""The pairs that ViennaRNA's energy model knows, the base nearer the 5' end first."""

LONGEST = 1000
"""Positions of a target. ViennaRNA folds a design of 1,000 in some 0.8 s and computes the probability of its fold in
some 9 s, in under 100 MB; at 2,000 these are 5 s, 50 s and 280 MB. Eterna's longest target has 400."""

HAIRPIN = 3
"""The fewest unpaired positions that a pair can enclose with nothing else in it (ViennaRNA's `min_loop_size`)."""

_PSEUDOKNOT = frozenset("[]{}<>")


def partners_of(target: Joined) -> tuple[int, ...]:
    """The position that each position pairs with, from 0; -1 where unpaired. PuzzleError if it is no target."""
    text = target.text
    if not text:
        raise target.error(0, "the target is empty", "a structure in dot-bracket, such as (((...)))")
    if len(text) > LONGEST:
        raise target.error(LONGEST, f"the target has {len(text):,} positions", f"at most {LONGEST:,}")
    partners = [-1] * len(text)
    opened: list[int] = []
    for index, letter in enumerate(text):
        if letter == "(":
            opened.append(index)
        elif letter == ")":
            if not opened:
                raise target.error(index, f"position {index + 1}: ')' closes no bracket", "a balanced structure")
            start = opened.pop()
            if index - start <= HAIRPIN:
                short = f"positions {start + 1} and {index + 1} enclose {index - start - 1}"
                raise target.error(index, short, f"a hairpin loop of at least {HAIRPIN}")
            partners[start], partners[index] = index, start
        elif letter in _PSEUDOKNOT or letter.isalpha():
            found = f"position {index + 1}: {quoted(letter)} is a pseudoknot's; pseudoknots can't be designed"
            raise target.error(index, found, "a structure of . ( and )")
        elif letter != ".":
            raise target.error(index, f"position {index + 1}: {quoted(letter)}", "a structure of . ( and )")
    if opened:
        index = opened[-1]
        raise target.error(index, f"position {index + 1}: '(' is never closed", "a balanced structure")
    return tuple(partners)


def restraints_of(letters: Joined, partners: tuple[int, ...]) -> str:
    """The restraints, upper case and with U for T; PuzzleError if they don't fit the target's pairs."""
    text = unified(letters.text)
    _check_length(letters, len(partners), "restraints")
    for index, letter in enumerate(text):
        if letter not in IUPAC:
            found = f"position {index + 1}: {quoted(letters.text[index])} is no restraint"
            raise letters.error(index, found, f"one of {' '.join(IUPAC)}")
    for index, other in enumerate(partners):
        pairs = (one + two for one in IUPAC[text[index]] for two in IUPAC[text[other]])
        if other > index and not PAIRS.intersection(pairs):
            found = f"positions {index + 1} and {other + 1} are to pair; {text[index]} and {text[other]} can't"
            raise letters.error(other, found, "restraints that admit a pair")
    return text


def start_of(bases: Joined, partners: tuple[int, ...], restraints: str) -> str:
    """The start sequence, upper case and with U for T; PuzzleError if it is no design for the target."""
    text = unified(bases.text)
    _check_length(bases, len(partners), "start sequence")
    for index, base in enumerate(text):
        if base not in BASES:
            found = f"position {index + 1}: {quoted(bases.text[index])} is no base"
            raise bases.error(index, found, f"one of {' '.join(BASES)}")
        if not admits(restraints[index], base):
            found = f"position {index + 1}: the start sequence has {base}"
            raise bases.error(index, found, f"{restraints[index]}, as the restraints")
    for index, other in enumerate(partners):
        if other > index and text[index] + text[other] not in PAIRS:
            found = f"positions {index + 1} and {other + 1} are to pair; the start sequence has "
            raise bases.error(other, f"{found}{text[index]} and {text[other]}, which can't")
    return text


def _check_length(piece: Joined, wanted: int, what: str) -> None:
    if len(piece.text) != wanted:
        at = min(wanted, max(len(piece.text) - 1, 0))
        found = f"{counted(len(piece.text), 'letter')} of {what}"
        raise piece.error(at, found, f"{wanted:,}, one a position of the target")


def admits(letter: str, base: str) -> bool:
    return base in IUPAC[letter]


def only_bases(text: str) -> bool:
    """True if the text has no other letters than A, C, G and U or T, in either case."""
    return not set(unified(text)) - set(BASES)


_KEPT = str.maketrans(f"{ascii_lowercase}T", f"{ascii_uppercase}U".replace("T", "U"))


def unified(text: str) -> str:
    """ASCII letters in upper case, T as U; others stay, as the capital of some, such as `ß`, is two letters."""
    return text.translate(_KEPT)


MODEL_NAMES = ("eterna-v2", "eterna-v1", "1999-d2")
"""Turner 2004 with dangles 2 (ViennaRNA's default), Turner 1999 with dangles 1, Turner 1999 with dangles 2."""

OBJECTIVES = ("nemo", "lexicographic")
"""NEMO's score, and the base-pair distance first, then the energy gap."""


@dataclass(frozen=True)
class RnaPuzzle:
    """A target for inverse folding; PuzzleError if its parts don't fit each other.

    `target` is dot-bracket without pseudoknots. `restraints` has one IUPAC letter a position; empty means N everywhere.
    `start` is a complete design to begin a search with, or empty. Letters may come in lower case and with T for U.
    """

    family: ClassVar[str] = "rna"
    target: str
    restraints: str = ""
    start: str = ""
    name: str = ""
    model: str = MODEL_NAMES[0]
    objective: str = OBJECTIVES[0]
    note: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        partners = partners_of(Joined(self.target))
        restraints = restraints_of(Joined(self.restraints or "N" * len(self.target)), partners)
        object.__setattr__(self, "restraints", restraints)
        if self.start:
            start = start_of(Joined(self.start), partners, restraints)
            object.__setattr__(self, "start", "" if start == restraints else start)  # all bases are fixed: no start
        if self.model not in MODEL_NAMES:
            raise PuzzleError(f"the energy model is {quoted(self.model)}", " or ".join(MODEL_NAMES))
        if self.objective not in OBJECTIVES:
            raise PuzzleError(f"the objective is {quoted(self.objective)}", " or ".join(OBJECTIVES))

    @property
    def length(self) -> int:
        return len(self.target)

    @cached_property
    def partners(self) -> tuple[int, ...]:
        """The position that each position pairs with, counted from 0; -1 where it is unpaired."""
        return partners_of(Joined(self.target))

    @property
    def pairs(self) -> int:
        return self.target.count("(")

    @property
    def title(self) -> str:
        """One line, such as `Simple Hairpin, 16 nt, 5 pairs, eterna-v2`."""
        fixed = sum(letter != "N" for letter in self.restraints)
        restrained = f", {fixed} restrained" if fixed else ""
        return f"{self.name or 'RNA target'}, {self.length} nt, {counted(self.pairs, 'pair')}{restrained}, {self.model}"

    @property
    def start_board(self) -> tuple[int, ...]:
        """The board before any move: the bases that the restraints fix, 0 elsewhere."""
        return tuple(codes_of(letter)[0] if letter in BASES else 0 for letter in self.restraints)


def codes_of(sequence: str) -> tuple[int, ...]:
    """The board of a sequence of A, C, G and U: 1, 2, 3 and 4."""
    return tuple(BASES.index(base) + 1 for base in sequence)


def admitted(letter: str) -> tuple[int, ...]:
    """The codes that a restraint's letter admits, such as (1, 3) for R."""
    return codes_of(IUPAC[letter])


def sequence_of(board: Sequence[int]) -> str:
    """The sequence of a board, N for an open position; PuzzleError at a number that is no base."""
    letters = []
    for position, code in enumerate(board, start=1):
        if not 0 <= code <= 4:
            raise PuzzleError(f"position {position}: {code} is no base", "0 to 4")
        letters.append("NACGU"[code])
    return "".join(letters)


BASE_MOVES = ("A", "C", "G", "U")
MOVES = (*PAIR_MOVES, *BASE_MOVES)
"""What each move writes, by its number."""

KIND_WIDTH = len(PAIR_MOVES)
"""The most moves at one step. A move's number within its kind is below it; the number of a single base is move - 6."""

FIVE_PRIME = tuple(codes_of(move)[0] for move in MOVES)
"""The base that each move writes at its step's position, as a code of the board (1 A, 2 C, 3 G, 4 U)."""

THREE_PRIME = tuple(codes_of(move)[1] if len(move) == 2 else 0 for move in MOVES)
"""The base that each move writes at the position paired with it; 0 for a single base."""


def sites(partners: Sequence[int], order: str) -> tuple[int, ...]:
    """The position of each step, from 0: the 5' one of a pair, or an unpaired one. KeyError for an unknown order.

    `pairs`: pairs from 5' to 3', then unpaired positions from 5' to 3', as NEMO. `string`: positions from 5' to 3', a
    pair at its opening bracket, as the n-grams are counted.
    """
    opening = [position for position, other in enumerate(partners) if other > position]
    single = [position for position, other in enumerate(partners) if other < 0]
    return {"pairs": (*opening, *single), "string": tuple(sorted(opening + single))}[order]


def moves_at(puzzle: RnaPuzzle, site: int) -> tuple[int, ...]:
    """The moves that the restraints leave at a step's position, in order of their numbers; never empty."""
    other = puzzle.partners[site]
    here = admitted(puzzle.restraints[site])
    if other < 0:
        return tuple(move for move in range(KIND_WIDTH, len(MOVES)) if FIVE_PRIME[move] in here)
    there = admitted(puzzle.restraints[other])
    return tuple(move for move in range(KIND_WIDTH) if FIVE_PRIME[move] in here and THREE_PRIME[move] in there)
