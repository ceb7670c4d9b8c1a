"""The four variants of Morpion Solitaire: line length, touching or disjoint, start cross, and what is known of each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

Square = tuple[int, int]
"""x to the right, y down; the start cross fills 0 ... side - 1 both ways, a game may go below 0."""


@dataclass(frozen=True)
class Variant:
    """One variant, such as `5D`.

    `length`: squares of a line. `touching`: lines of one direction may share an end, though no segment between two
    neighbours (T); else they may share no square (D). `record`: moves of the longest known game, `record_by` who found
    it. `bound`: no game is longer; it is proven by `bound_by`.
    """

    name: str
    length: int
    touching: bool
    record: int
    record_by: str
    bound: int
    bound_by: str

    @property
    def side(self) -> int:
        """Rows and columns of the start cross: 10 for lines of 5, 7 for lines of 4."""
        return 3 * self.length - 5

    @property
    def optimal(self) -> bool:
        """Whether the longest known game is proven to be the longest of all."""
        return self.record == self.bound

    @property
    def marks(self) -> int:
        """How many squares of a line, from its first on, no other line of its direction may have among its own."""
        return self.length - 1 if self.touching else self.length

    @cached_property
    def cross(self) -> frozenset[Square]:
        """The start dots: the outline of a cross of arms `length` - 1 wide; 36 for lines of 5, 24 for lines of 4."""
        low, high, last = self.length - 2, 2 * self.length - 4, self.side - 1
        arm = range(low, high + 1)
        tips = {(x, y) for x in arm for y in (0, last)} | {(x, y) for y in arm for x in (0, last)}
        flanks = [i for i in range(last + 1) if not low < i < high]
        sides = {(x, y) for x in (low, high) for y in flanks} | {(x, y) for y in (low, high) for x in flanks}
        return frozenset(tips | sides)


VARIANTS = {
    one.name: one
    for one in (
        Variant("5T", 5, True, 178, "Rosin, 2011", 485, "Michalewski, Nagórko and Pawlewicz, 2015"),
        Variant("5D", 5, False, 82, "Rosin, 2010", 84, "Michalewski, Nagórko and Pawlewicz, 2016"),
        Variant("4T", 4, True, 62, "Hyyrö and Poranen, 2007", 62, "Quist, 2008"),
        Variant("4D", 4, False, 35, "Hyyrö and Poranen, 2007", 35, "Quist, 2008"),
    )
}
"""By name. Records are those of morpionsolitaire.com (C. Boyer).

Bounds: 485 - a new upper bound for Morpion Solitaire, 2015; An upper bound of 84 for Morpion Solitaire 5D, 2016; both
by linear programs. That 62 and 35 are the longest of lines of four: Quist, by search, as the records' files say.
"""
