"""Counts of two moves that follow each other in a design: the n-gram prior of inverse RNA folding.

Algorithm 5 of Cazenave, Learning a Prior, section 4.3. Imports no numba.
"""

from __future__ import annotations

import numpy as np

from priors.table import Counts
from puzzles.rna.bases import PAIR_MOVES
from puzzles.rna.puzzle import BASE_MOVES

MOVES = len(PAIR_MOVES) + len(BASE_MOVES)
FIRST = MOVES * MOVES
"""The code of a playout's first move, which follows none: never counted, so it is neutral (see `priors.table`)."""
CODES = FIRST + 1

_PAIRS = {pair: move for move, pair in enumerate(PAIR_MOVES)}
_BASES = {base: move for move, base in enumerate(BASE_MOVES, start=len(PAIR_MOVES))}
_NO_MOVE = -1


class Ngrams:
    """Counts over designs with their structures, given one by one to `add`.

    `designs` were counted. `foreign` were left out as a whole, as they have letters other than A, C, G and U: what such
    a position holds is not known, so neither is whether the design folds as the structure says. `unpairable` pairs
    are none of the six moves: only they are left out, and the n-grams that they are in.
    """

    codes = CODES

    def __init__(self) -> None:
        self.designs = 0
        self.foreign = 0
        self.unpairable = 0
        self._following = [0] * FIRST

    def add(self, structure: str, sequence: str) -> None:
        """Counts one design: its sequence in upper case with U for T, of the structure's length (`.()` alone).

        ValueError, with the position, if the structure is not valid; nothing is counted then.
        """
        partners = closing(structure)
        if not _BASES.keys() >= set(sequence):
            self.foreign += 1
            return
        self.designs += 1
        following = self._following
        before = _NO_MOVE
        for index, letter in enumerate(structure):
            if letter == ".":
                move = _BASES[sequence[index]]
            elif letter == "(":
                move = _PAIRS.get(sequence[index] + sequence[partners[index]], _NO_MOVE)
                self.unpairable += move == _NO_MOVE
            else:
                continue  # the pair's move was made at its opening bracket
            if before != _NO_MOVE != move:
                following[before * MOVES + move] += 1
            before = move

    @property
    def count(self) -> Counts:
        """int64[101]: how often a move came right after another, at 10 times the earlier one's number plus its own."""
        return np.array([*self._following, 0], np.int64)

    @property
    def nb(self) -> Counts:
        """int64[101]: how often that move was possible there.

        Algorithm 5 adds 1 for each move of the kind (pair or base) whenever one of the kind was made (lines 6 to 9),
        so all of a kind share the sum of their counts.
        """
        count = np.array(self._following, np.int64).reshape(MOVES, MOVES)
        pairs = len(PAIR_MOVES)
        possible = np.empty_like(count)
        possible[:, :pairs] = count[:, :pairs].sum(axis=1, keepdims=True)
        possible[:, pairs:] = count[:, pairs:].sum(axis=1, keepdims=True)
        return np.append(possible.ravel(), 0)

    @property
    def report(self) -> dict[str, int]:
        """What was left out, in words, each with its number; nothing that did not happen."""
        found = {
            "designs with letters other than A, C, G and U": self.foreign,
            "pairs that are none of the six": self.unpairable,
        }
        return {words: number for words, number in found.items() if number}


def closing(structure: str) -> dict[int, int]:
    """The index of the closing bracket by that of the opening one; ValueError, with the position, if it is not one."""
    opened: list[int] = []
    found: dict[int, int] = {}
    for index, letter in enumerate(structure):
        if letter == "(":
            opened.append(index)
        elif letter == ")":
            if not opened:
                raise ValueError(f"position {index + 1} of the structure: ')' closes no bracket")
            found[opened.pop()] = index
        elif letter != ".":
            raise ValueError(f"position {index + 1} of the structure: {letter!a}")
    if opened:
        raise ValueError(f"position {opened[-1] + 1} of the structure: '(' is never closed")
    return found
