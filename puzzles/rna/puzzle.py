"""The puzzle: a target structure, what each position may hold, and by which energies a design is judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from puzzles.errors import PuzzleError
from puzzles.rna.target import BASES, IUPAC, partners_of, restraints_of, start_of
from puzzles.text.fields import Joined
from puzzles.text.quoting import counted, quoted

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
            object.__setattr__(
                self, "start", "" if start == restraints else start
            )  # all is fixed: nothing to begin with
        if self.model not in MODEL_NAMES:
            raise PuzzleError(f"the energy model is {quoted(self.model)}", " or ".join(MODEL_NAMES))
        if self.objective not in OBJECTIVES:
            raise PuzzleError(f"the objective is {quoted(self.objective)}", " or ".join(OBJECTIVES))

    @property
    def family(self) -> str:
        """`rna`."""
        return "rna"

    @property
    def length(self) -> int:
        """The number of positions."""
        return len(self.target)

    @cached_property
    def partners(self) -> tuple[int, ...]:
        """The position that each position pairs with, counted from 0; -1 where it is unpaired."""
        return partners_of(Joined(self.target))

    @property
    def pairs(self) -> int:
        """The number of the target's pairs."""
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
