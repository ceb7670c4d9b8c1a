"""The draft in a text of any family, also where no puzzle is in it yet; and undo and redo of what is typed into it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from puzzles.editing import Draft, Editor, Pen, draft_of
from puzzles.errors import PuzzleError
from puzzles.family import Family, Puzzle
from puzzles.registry import get_family, labelled, read, read_entries, unified

MOST_CELLS = 6_000
"""Cells of a draft on its board, all of which are looked at with each key."""


def fitting(draft: Draft) -> Draft:
    """The draft; PuzzleError if it is too large to be edited on its board."""
    cells = draft.rows * draft.columns
    if cells > MOST_CELLS:
        raise PuzzleError(f"a board of {cells:,} cells", f"at most {MOST_CELLS:,}; its text can be edited")
    return draft


def draft_in(text: str) -> Draft:
    """The draft; PuzzleError if the text is not one of a family that is edited on its board, or too large for that."""
    return fitting(_draft_in(text))


def _draft_in(text: str) -> Draft:
    label, rest = labelled(unified(text))
    if not label:
        try:
            return _draft_from(read(text))
        except PuzzleError:
            family, entries = read_entries(text)
            if family.editor is None or len(entries) > 1:
                raise
            return family.editor.read(text)
    family = get_family(label)
    return _editor(family).read(rest) if rest.strip() else _editor(family).new({})


def draft_from(puzzle: Puzzle) -> Draft:
    """The puzzle as a draft; PuzzleError if its family is edited as text alone, or a board can't hold all of it."""
    return fitting(_draft_from(puzzle))


def _draft_from(puzzle: Puzzle) -> Draft:
    return draft_of(puzzle, _editor(get_family(puzzle.family)))


def _editor(family: Family) -> Editor:
    if family.editor is None:
        raise PuzzleError(f"{family.title} is edited as text alone", "v shows the text")
    return family.editor


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
