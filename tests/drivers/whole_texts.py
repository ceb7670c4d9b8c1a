"""What a screen shows of its texts: which of them are cut, so that a person can't read them to the end."""

from __future__ import annotations

from textual.app import App
from textual.geometry import Region
from textual.widget import Widget
from textual.widgets import Static


def cut_texts(app: App[int]) -> list[str]:
    """A line for each text on the app's screen that is not all there and that no scrolling brings into view."""
    return [f"{_name(one)}: {why}: {_text(one)[:60]!r}" for one in _shown(app) if (why := _cut(one))]


def _shown(app: App[int]) -> list[Widget]:
    """What stands on the screen and has no parts: texts, fields, lines of keys."""
    leaves = (one for one in app.screen.query(Widget) if not one.children and one.display and one.visible and one.size)
    return [one for one in leaves if not isinstance(one, Static) or _text(one).strip()]


def _cut(widget: Widget) -> str:
    """Why the widget's text is cut; empty if it is not, or can be scrolled to."""
    if _scrolls(widget):
        return ""
    shown = widget.region.intersection(app_region(widget))
    if shown != widget.region:
        return f"at {widget.region}, of which {shown} is on the screen"
    if not isinstance(widget, Static):
        return ""
    size = widget.content_size
    needed = widget.get_content_height(widget.container_size, widget.app.size, size.width)
    if needed > size.height:
        return f"{size.height} of {needed} lines in {size.width} columns"
    if "…" in "".join(segment.text for strip in widget.render_lines(_whole(widget)) for segment in strip):
        return "" if "…" in _text(widget) else "shortened"
    return ""


def _whole(widget: Widget) -> Region:
    return Region(0, 0, widget.size.width, widget.size.height)


def app_region(widget: Widget) -> Region:
    """What of the screen all containers of the widget leave to it."""
    region = Region(0, 0, *widget.app.size)
    for one in widget.ancestors:
        if isinstance(one, Widget) and one.region:
            region = region.intersection(one.region)
    return region


def _scrolls(widget: Widget) -> bool:
    """True if the widget or what it is in can be scrolled down."""
    inside = (one for one in widget.ancestors_with_self if isinstance(one, Widget))
    return any(one.styles.overflow_y in ("auto", "scroll") and one is not one.screen for one in inside)


def _name(widget: Widget) -> str:
    return f"{type(widget).__name__}#{widget.id}" if widget.id else type(widget).__name__


def _text(widget: Widget) -> str:
    visual = widget.visual if isinstance(widget, Static) else ""
    return str(getattr(visual, "plain", visual))
