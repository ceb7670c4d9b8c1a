"""The draft in a text of any family, also where no puzzle is in it yet."""

from __future__ import annotations

from puzzles.editing import Draft, Editor, draft_of
from puzzles.errors import PuzzleError
from puzzles.family import Family, Puzzle
from puzzles.registry import get_family, labelled, read, read_entries, unified


def draft_in(text: str) -> Draft:
    """The draft; PuzzleError if the text is not one of a family that is edited on its board."""
    label, rest = labelled(unified(text))
    if not label:
        try:
            return draft_from(read(text))
        except PuzzleError:
            family, entries = read_entries(text)
            if family.editor is None or len(entries) > 1:
                raise
            return family.editor.read(text)
    family = get_family(label)
    return _editor(family).read(rest) if rest.strip() else _editor(family).new({})


def draft_from(puzzle: Puzzle) -> Draft:
    """The puzzle as a draft; PuzzleError if its family is edited as text alone, or a board can't hold all of it."""
    return draft_of(puzzle, _editor(get_family(puzzle.family)))


def _editor(family: Family) -> Editor:
    if family.editor is None:
        raise PuzzleError(f"{family.title} is edited as text alone", "v shows the text")
    return family.editor
