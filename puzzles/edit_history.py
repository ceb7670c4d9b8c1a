"""Undo and redo of what is typed into a draft: lists of pens, also those that other changes put aside."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from puzzles.editing import Pen

MOST_UNDONE = 10_000
"""Steps that can be undone."""
MOST_LEFT = 100
"""Lines of undone steps that can be brought back."""


@dataclass
class History:
    """The pens of one draft, one a cell that was written; `now` is the one shown."""

    now: Pen
    undone: list[Pen] = field(default_factory=list)
    earlier: list[Pen] = field(default_factory=list)
    left: list[tuple[list[Pen], Pen]] = field(default_factory=list)
    """What was undone before other changes were made, the newest last: earlier pens, and the last one."""

    def go(self, pen: Pen) -> None:
        """The next pen. Characters of one text, and moves of the cursor, are one step.

        The step begins with the first character that changes the draft: a sign before it may change nothing.
        """
        if pen.draft != self.now.draft:
            if self.undone:
                self.left = [*self.left[1 - MOST_LEFT :], self._whole()]
                self.undone = []
            if not self.now.typed or self.now.draft == self.now.base:
                self.earlier = [*self.earlier[-MOST_UNDONE:], replace(self.now, typed="", base=None)]
        self.now = pen

    def _whole(self) -> tuple[list[Pen], Pen]:
        """All pens up to the last one that was undone, and that one."""
        pens = [*self.earlier, replace(self.now, typed="", base=None, before=""), *reversed(self.undone)]
        return pens[:-1], pens[-1]

    def bring_back(self) -> bool:
        """True if there was something undone before other changes; it is there now, and what was here comes next."""
        if not self.left:
            return False
        earlier, now = self.left.pop()
        self.left.insert(0, self._whole())
        self.earlier, self.now, self.undone = earlier, now, []
        return True

    def undo(self) -> bool:
        """True if there was a step to take back."""
        while self.earlier:
            self.undone.append(replace(self.now, typed="", base=None, before=""))
            self.now = self.earlier.pop()
            if self.now.draft != self.undone[-1].draft:
                return True
        return False

    def redo(self) -> bool:
        """True if there was a step to do again."""
        if not self.undone:
            return False
        self.earlier.append(self.now)
        self.now = self.undone.pop()
        return True
