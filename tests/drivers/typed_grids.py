"""Puzzles typed on their own boards, key by key, by whoever reads them off a page row by row."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.editing import Pen
from puzzles.kakuro.editing import EDITOR, KakuroDraft
from puzzles.kakuro.puzzle import Kakuro


def pressed(pen: Pen, key: str) -> Pen:
    """The pen after the key; AssertionError if it means nothing there."""
    after = pen.enter() if key == "enter" else pen.press(key)
    assert after is not None, f"{key!r} means nothing at {pen.draft.name_of(pen.place)}, behind {pen.typed!r}"
    return after


def kakuro_keys(puzzle: Kakuro) -> Iterator[str]:
    """The keys that type a crossword into a new draft of its size: its shape row by row, then its clues.

    No key moves the cursor. A black cell is `#`, white ones are their number; then each clue's digits.
    """
    goal = EDITOR.from_puzzle(puzzle)
    for row in range(1, goal.rows):
        white = 0
        for column in range(1, goal.columns):
            if goal.cells[row * goal.columns + column].white:
                white += 1
            else:
                yield str(white) if white else "#"
                white = 0
        if white:
            yield str(white)
    for place in range(goal.rows * goal.columns):
        runs = goal.runs_before.get(place, {})
        for across in (False, True):
            if across in runs and len(runs[across].places) > 1:
                yield from str(goal.clue(runs[across]))


def typed_kakuro(puzzle: Kakuro) -> tuple[KakuroDraft, list[str]]:
    """The draft that these keys make, and the keys."""
    pen = EDITOR.new({"rows": puzzle.rows, "columns": puzzle.columns}).begin()
    keys = list(kakuro_keys(puzzle))
    for key in keys:
        pen = pressed(pen, key)
    assert isinstance(pen.draft, KakuroDraft)
    return pen.draft, keys
