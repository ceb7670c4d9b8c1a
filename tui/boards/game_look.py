"""How the parts of a played game look: by the age of their move, by what is marked, and by what came last."""

from __future__ import annotations

from dataclasses import dataclass

START = "given"
AGES = ("age1", "age2", "age3", "age4")
"""Quarters of the game, the earliest first."""
LAST_DOT, LAST_LINE = "last-dot", "last-line"
MARKED_DOT, MARKED_LINE = "marked-dot", "marked-line"
KINDS = (START, *AGES, LAST_DOT, LAST_LINE, MARKED_DOT, MARKED_LINE)

MARKED_OVER, LAST_OVER = 1 << 20, 1 << 21
"""Where two moves meet in one character, the later one is seen; a marked one over it, the last one over all."""


@dataclass(frozen=True, slots=True)
class Look:
    """`moves` is the game's length, for the ages; `marked` are moves' numbers from 1; `last`: the one that is set off.

    Once some are marked, all others look alike. `calm`: so do all that are not marked, start dots too.
    """

    moves: int
    marked: frozenset[int] = frozenset()
    last: int = 0
    calm: bool = False

    def rank(self, number: int) -> int:
        """What is seen where parts of several moves meet: the one of the highest rank."""
        over = (MARKED_OVER if number in self.marked else 0) + (LAST_OVER if number and number == self.last else 0)
        return number + over

    def dot(self, number: int) -> str:
        """The kind of the dot that a move has put; of a start dot for 0."""
        if not number:
            return AGES[0] if self.calm else START
        if number == self.last:
            return LAST_DOT
        return MARKED_DOT if number in self.marked else self._age(number)

    def line(self, number: int) -> str:
        """The kind of a move's line."""
        if number == self.last:
            return LAST_LINE
        return MARKED_LINE if number in self.marked else self._age(number)

    def _age(self, number: int) -> str:
        if self.marked or self.calm:
            return AGES[0]
        return AGES[min((number - 1) * len(AGES) // max(self.moves, 1), len(AGES) - 1)]
