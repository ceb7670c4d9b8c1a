"""The rules of inverse folding in plain Python: a design as a list of letters, scored by ViennaRNA's Python API.

Energies are of ViennaRNA's default (Turner 2004), with the dangles asked for. The formulas of codes and scores are
written out from their sources: Monte Carlo Inverse Folding, sections 2.2, 2.3 and 3.6; Learning a Prior, 4.3.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, Self

from oracles.naive_nemo import mismatches, pair_table, single_weights
from oracles.naive_nemo import pair_weights as nemo_pair_weights

from puzzles.rna.puzzle import RnaPuzzle

PAIRS = ["CG", "GC", "AU", "UA", "GU", "UG"]
BASES = ["A", "C", "G", "U"]
LETTERS = {
    "N": "ACGU", "R": "AG", "Y": "CU", "S": "CG", "W": "AU", "K": "GU", "M": "AC", "B": "CGU", "D": "AGU", "H": "ACU",
    "V": "ACG", **{base: base for base in BASES},
}  # fmt: skip


@cache
def folded(sequence: str, target: str) -> tuple[str, int, int]:
    """The MFE structure, its energy and that of the target, in 0.01 kcal/mol."""
    import RNA

    compound = RNA.fold_compound(sequence)
    structure, energy = compound.mfe()
    return structure, round(energy * 100), round(compound.eval_structure(target) * 100)


def pairs_of(structure: str) -> set[tuple[int, int]]:
    table = pair_table(structure)
    return {(i, table[i]) for i in range(1, len(table)) if table[i] > i}


def score_of(sequence: str, target: str, objective: str) -> Fraction:
    """The exact score of a design."""
    structure, least, energy = folded(sequence, target)
    distance = len(pairs_of(structure) ^ pairs_of(target))
    gap = Fraction(energy - least, 100)
    if objective == "lexicographic":
        return -distance - gap / (1 + gap) if distance else Fraction(0)
    if distance == 0:
        return Fraction(1)
    count = len(pairs_of(target))
    k = 1 - Fraction(distance, 2 * count) if count else Fraction(1, 1 + distance)
    factor = Fraction(101, 100) + gap
    return k / factor if k >= 0 else k * factor


class NaiveDesign:
    """A position: the letters set so far (N is open), and the moves that set them, such as `CG` or `A`."""

    def __init__(
        self, puzzle: RnaPuzzle, order: str = "pairs", history: int = 0, prior: str = "", odds: Any = None
    ) -> None:
        self.puzzle, self.history, self.prior, self.odds = puzzle, history, prior, odds
        self.pt = pair_table(puzzle.target)
        self.mt = mismatches(self.pt)
        self.design = [letter if letter in BASES else "N" for letter in puzzle.restraints]
        opening = [i for i in range(1, len(self.pt)) if self.pt[i] > i]
        single = [i for i in range(1, len(self.pt)) if self.pt[i] == 0]
        self.steps = opening + single if order == "pairs" else sorted(opening + single)
        self.played: list[str] = []

    @property
    def site(self) -> int:
        return self.steps[len(self.played)]

    def words(self) -> list[str]:
        """The legal moves as they are written."""
        if len(self.played) == len(self.steps):
            return []
        here = LETTERS[self.puzzle.restraints[self.site - 1]]
        if self.pt[self.site] == 0:
            return [base for base in BASES if base in here]
        there = LETTERS[self.puzzle.restraints[self.pt[self.site] - 1]]
        return [pair for pair in PAIRS if pair[0] in here and pair[1] in there]

    def moves(self, stream: object = None) -> list[int]:
        return [(PAIRS + BASES).index(word) for word in self.words()]

    def play(self, move: int) -> None:
        word = (PAIRS + BASES)[move]
        self.design[self.site - 1] = word[0]
        if len(word) == 2:
            self.design[self.pt[self.site] - 1] = word[1]
        self.played.append(word)

    def policy_code(self, move: int) -> int:
        """The step, then the earlier moves, the oldest first, each one of seven, then the move, one of six."""
        digits = [_within(word) + 1 for word in self.played[-self.history :]] if self.history else []
        digits = [0] * (self.history - len(digits)) + digits
        code = len(self.played)
        for digit in digits:
            code = code * 7 + digit
        return code * 6 + _within((PAIRS + BASES)[move])

    def prior_code(self, move: int) -> int:
        """For n-grams only; NEMO's are known by their weights (`weights`)."""
        previous = (PAIRS + BASES).index(self.played[-1]) * 10 if self.played else None
        return 100 if previous is None else previous + move

    def weights(self) -> dict[str, float]:
        """NEMO's weights at the current step, of its program."""
        if self.pt[self.site]:
            return nemo_pair_weights(self.pt, self.mt, self.site)
        return single_weights(self.pt, self.mt, self.site, self.design)

    def bias_odds(self, move: int) -> float:
        return 1.0 if not self.prior else float(self.odds[self.prior_code(move)])

    def score(self) -> float:
        return float(score_of("".join(self.design), self.puzzle.target, self.puzzle.objective))

    def solved(self) -> bool:
        if self.words() or "N" in self.design:
            return False
        return folded("".join(self.design), self.puzzle.target)[0] == self.puzzle.target

    def board(self) -> list[int]:
        return ["NACGU".index(letter) for letter in self.design]

    def copy(self) -> Self:
        other = type(self).__new__(type(self))
        other.__dict__ |= self.__dict__
        other.design, other.played = self.design.copy(), self.played.copy()
        return other


def _within(word: str) -> int:
    return PAIRS.index(word) if len(word) == 2 else BASES.index(word)
