"""Weak Schur numbers: 1, 2, 3, ... are put into sets, none of which may hold two different numbers and their sum.

Run it: `python weak_schur.py`. To change: all four methods; of two scores the higher is better, so a cost is negated.
NRPA learns a weight for each `code`. Without that method it is the move itself, at whatever step it is played: where
that means something else each time, as here, NRPA learns nothing. help(mcs_tui.PlainPuzzle) has the optional methods.
"""

from dataclasses import dataclass

import mcs_tui


@dataclass(frozen=True)
class WeakSchur:
    sets: tuple  # of frozensets
    last: int = 0

    def moves(self):  # the sets that take the next number
        n = self.last + 1
        return [k for k, one in enumerate(self.sets) if all(n - a not in one or n == 2 * a for a in one)]

    def play(self, k):  # the position after the move; this one stays as it is
        grown = self.sets[k] | {self.last + 1}
        return WeakSchur((*self.sets[:k], grown, *self.sets[k + 1 :]), self.last + 1)

    def done(self):
        return not self.moves()

    def score(self):
        return self.last

    def code(self, k):  # by what NRPA tells moves apart: this number in that set
        return self.last, k


result = mcs_tui.solve(WeakSchur((frozenset(),) * 3), "nrpa", level=2, playouts=400, seed=1)
print(result.score, result.notation)  # WS(3) = 23
