"""Cages and signs that are entered on the grid: what keys make of chosen cells, and what they leave as it is."""

from __future__ import annotations

import pytest
from drivers.typed_grids import pressed

from puzzles import registry
from puzzles.drafts import History
from puzzles.editing import CHOOSE, LEAVE, Direction, Draft, Pen
from puzzles.registry import get_family
from puzzles.sudoku.editing import EDITOR, MARKING, SudokuDraft
from puzzles.sudoku.formats.grid import write

ARROWS: dict[str, Direction] = {"→": "right", "↓": "down", "←": "left", "↑": "up"}


def begun(order: int = 6, rules: str = "") -> Pen:
    text = f"{rules}\n" + (". " * order + "\n") * order
    return EDITOR.read(text).at_stage(MARKING)


def keys(pen: Pen, typed: str) -> Pen:
    """The pen after the keys: arrows, `e` Enter, `b` Backspace; others as they are typed."""
    for key in typed:
        if key in ARROWS:
            pen = pen.moved(ARROWS[key])
        elif key == "b":
            pen = pen.backspace()
        else:
            pen = pressed(pen, "enter" if key == "e" else key)
    return pen


def marks(pen: Pen) -> list[str]:
    assert isinstance(pen.draft, SudokuDraft)
    form = pen.draft.form
    return write(form, form.grid).split("\n")[1 + form.order : -1]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (" → ↓ 12e", ["cage 12: r1c1 r1c2 r2c2"]),
        (" → ↓ 12→", ["cage 12: r1c1 r1c2 r2c2"]),
        (" → 12+", ["sum 12: r1c1 r1c2"]),
        (" → 24*", ["product 24: r1c1 r1c2"]),
        (" → 3-", ["difference 3: r1c1 r1c2"]),
        (" → 2/", ["quotient 2: r1c1 r1c2"]),
        (" → <", ["less: r1c1 r1c2"]),
        (" → >", ["less: r1c2 r1c1"]),
        ("→ ← <", ["less: r1c2 r1c1"]),
        (" ↓ C", ["consecutive: r1c1 r2c1"]),
        (" ↓ D", ["double: r1c1 r2c1"]),
        (" → ↓ → <", ["less: r1c1 r1c2 r2c2 r2c3"]),
        (" →  →  12+", ["sum 12: r1c1"]),
        (" → 12b5e", ["cage 15: r1c1 r1c2"]),
        (" → 12bb", []),
        (" → 12e→ ↓ 7e", ["cage 12: r1c1 r1c2", "cage 7: r1c3 r2c3"]),
        (" → 12e ↓ 7e", ["cage 7: r1c2 r2c2"]),
        (" → <← → >", ["less: r1c2 r1c1"]),
        (" → <12e", ["cage 12: r1c2", "less: r1c1 r1c2"]),
        (" → 3e← → <", ["cage 3: r1c1 r1c2", "less: r1c1 r1c2"]),
        (" → 12eb", []),
        (" → 12e↓↓b", ["cage 12: r1c1 r1c2"]),
        (" → e5e", ["cage 5: r1c2"]),
        ("B → 5e", ["sum 5: r1c1 r1c2"]),
        ("B5e", ["sum 5: r1c1"]),
    ],
)
def test_what_keys_make_of_chosen_cells(typed: str, expected: list[str]) -> None:
    pen = keys(begun(), typed)
    assert marks(pen) == expected
    assert isinstance(pen.draft, SudokuDraft)
    assert registry.read(pen.draft.text()) == pen.draft.to_puzzle()
    assert (pen.draft.form.boxes == (0, 0)) == ("B" in typed)


@pytest.mark.parametrize("typed", ["<", " <", " → ↓ C", " →→ C", " →→ <", " ↓→ D", " → ↓ 2/", " → ↓ 3-", " 0", "X"])
def test_what_fits_no_such_cells_is_not_taken(typed: str) -> None:
    before = keys(begun(), typed[:-1])
    assert before.press(typed[-1]) is None


def test_chosen_cells_are_lit_and_a_step_each() -> None:
    pen = keys(begun(), " → ")
    assert pen.draft.related(0) == {0, 1}
    assert [pen.draft.shown(place).text for place in range(3)] == ["*", "*", ""]
    history = History(begun())
    for typed in (" ", "→", " ", "1", "2", "e"):
        history.go(keys(history.now, typed))
    assert marks(history.now) == ["cage 12: r1c1 r1c2"]
    left = []
    while history.undo():
        left.append((marks(history.now), history.now.draft.related(0)))
    assert left == [([], {0, 1}), ([], {0}), ([], frozenset())]
    while history.redo():
        pass
    assert marks(history.now) == ["cage 12: r1c1 r1c2"]


def test_cells_are_chosen_by_shift_and_by_the_mouse() -> None:
    pen = begun().extended("right").extended("down")
    assert pen.draft.related(0) == {0, 1, 7}
    assert pen.place == 7
    assert pen.draft.brush(0) == LEAVE
    assert pen.draft.brush(8) == CHOOSE
    assert pen.draft.put(1, LEAVE).related(0) == {0, 7}
    assert begun().extended("up").draft.related(0) == {0}


def test_other_rules_and_values_stay() -> None:
    text = "boxes 2 x 2\n1 . . .\n. . . .\n. . . .\n. . . .\ndiagonals\nviews 2: r1c1-r1c4\n"
    draft = EDITOR.read(text)
    pen = keys(draft.at_stage(MARKING), "↓ → 5eb")
    assert pen.draft.to_puzzle() == registry.read(text)
    assert keys(pen, "b").draft.to_puzzle() == registry.read(text), "views are entered as text"
    assert keys(pen, " 2").draft.to_puzzle().grid[0] == 0
    windows = EDITOR.read(". . . .\n" * 4 + "windows\n").at_stage(MARKING)
    assert windows.press("B") is None, "a rule needs the boxes"


def test_large_puzzles_and_regions() -> None:
    regions = EDITOR.read(". . . .\n" * 4 + "regions:\n1 1 1 1\n2 2 2 2\n3 3 3 3\n4 4 4 4\n").at_stage(MARKING)
    assert regions.press("B") is None
    assert marks(keys(regions, " → 5e"))[-1] == "cage 5: r1c1 r1c2"
    assert EDITOR.new({"order": 64}).at_stage(MARKING).press("5") is None, "only values are compared there"


@pytest.mark.parametrize("family", [one.name for one in registry.families() if one.editor is not None])
def test_drafts_without_chosen_cells_take_no_choice(family: str) -> None:
    editor = get_family(family).editor
    assert editor is not None
    pen = editor.new({}).begin()
    draft: Draft = pen.draft
    assert draft.takes(pen.place, CHOOSE) == "no"
    assert pen.extended("right") == pen.moved("right")
