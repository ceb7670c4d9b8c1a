"""The draft in a text of any family, also where no puzzle is in it yet."""

from __future__ import annotations

from puzzles.editing import Draft, Editor, draft_of
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
