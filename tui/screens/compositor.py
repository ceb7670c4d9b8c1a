"""Where widgets are on a screen; each is told its size at the layout that first has it."""

from __future__ import annotations

from textual._compositor import Compositor, ReflowResult
from textual.geometry import Size
from textual.widget import Widget


class TellingCompositor(Compositor):
    """Tells every widget its size, which Textual's own may never do for a new one (issue 5024 there).

    It compares a layout with the map of the one before. But that map is made anew in between if any widget asks for
    its region after a new one has asked to be drawn, and then holds a widget that has never been told its size.
    """

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[Widget, Size] = {}
        """The size of each widget in the last layout."""

    def reflow(self, parent: Widget, size: Size) -> ReflowResult:
        hidden = super().reflow(parent, size).hidden
        before, self._told = self._told, {widget: one.region.size for widget, one in self._full_map.items()}
        resized = {widget for widget, now in self._told.items() if before.get(widget, now) != now}
        return ReflowResult(hidden, self._told.keys() - before.keys(), resized)

    def clear(self) -> None:
        super().clear()
        self._told.clear()
