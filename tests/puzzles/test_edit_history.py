"""Steps of a draft that were undone are brought back, also those that others have replaced."""

from __future__ import annotations

from drivers.typed_grids import pressed

from puzzles.drafts import History
from puzzles.registry import get_family


def test_undone_changes_of_a_draft_are_brought_back() -> None:
    editor = get_family("latin").editor
    assert editor is not None
    history = History(editor.new({"order": 3}).begin())
    for key in "12":
        history.go(pressed(history.now, key))
    twelve = history.now.draft
    while history.undo():
        pass
    history.go(pressed(history.now, "3"))
    assert not history.redo()
    three = history.now.draft
    assert history.bring_back()
    assert history.now.draft == twelve
    assert history.undo()
    assert history.bring_back()
    assert history.now.draft == three
    assert history.undo()
    assert history.now.draft.count().typed == 0
