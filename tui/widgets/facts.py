"""A few lines of `label  value`; only values that have changed are sent to the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

LABEL_WIDTH = 12
Fact = tuple[str, str]


class Facts(Widget):
    """Labelled values, one a line."""

    DEFAULT_CSS = """
    Facts { height: auto; color: $foreground; }
    Facts > .facts--label { color: $text-muted; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"facts--label"}

    def __init__(self, labels: Sequence[str], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.facts: list[Fact] = [(label, "") for label in labels]
        self.styles.height = len(self.facts)

    def show(self, values: Sequence[str]) -> None:
        """Draws these values, one for each label."""
        regions = []
        for y, ((label, old), new) in enumerate(zip(self.facts, values, strict=True)):
            if old != new:
                self.facts[y] = (label, new)
                regions.append(Region(LABEL_WIDTH, y, max(len(old), len(new)), 1))
        if regions:
            self.refresh(*regions)

    def relabel(self, line: int, label: str) -> None:
        """Gives a line another label, and all lines no value."""
        self.facts = [(label if y == line else old, "") for y, (old, _) in enumerate(self.facts)]
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One fact."""
        if y >= len(self.facts):
            return Strip.blank(self.size.width, self.rich_style)
        label, value = self.facts[y]
        style = self.get_component_rich_style("facts--label")
        segments = [Segment(label.ljust(LABEL_WIDTH), style), Segment(value, self.rich_style)]
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)
