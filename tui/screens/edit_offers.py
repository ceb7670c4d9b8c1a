"""Which of Edit's actions make sense now, of the board and of the text."""

from __future__ import annotations

from collections.abc import Iterator

from tui.screens.text_panel import TextPanel
from tui.widgets.edit_area import EditArea


def possible_on_board(area: EditArea) -> Iterator[str]:
    draft, known = area.draft, area.known
    yield from ("new", "view", "undo")
    if known is not None and known.boards:
        yield "flip"
    last = draft.stage == len(draft.stages) - 1
    if draft.counts_solutions:
        yield "stage"
        if last:
            yield "count"
    if not last and draft.with_pairs() is not None:
        yield "pairs"
    yield from ("face", "save", "open")


def possible_in_text(typed: TextPanel) -> Iterator[str]:
    if typed.several:
        yield "choose"
    elif typed.loaded is not None:
        yield from ("face", "save")
    yield "open"
    if typed.text:
        yield "clear"
    if typed.undoes:
        yield "undo"
    yield from ("new", "view")


def idle_on_board(area: EditArea) -> list[str]:
    """Those that would only say that there is nothing to do."""
    history = area.history
    there = {"undo": history.earlier, "redo": history.undone, "bring_back": history.left}
    return [name for name, steps in there.items() if not steps]


def idle_in_text(typed: TextPanel) -> list[str]:
    return [*([] if typed.redoes else ["redo"]), *([] if typed.field.left else ["bring_back"])]
