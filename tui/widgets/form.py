"""A form made from a list of parameters: one line each, with its range and explanation when it has the focus."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Click, DescendantFocus, Resize
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Label

from puzzles.parameters import Parameter, ParameterError, Value, typed
from tui.keys.actions import Action, Scope


class Choice(Widget, can_focus=True):
    """Shows the chosen value between arrow heads."""

    DEFAULT_CSS = """
    Choice { height: 1; width: 1fr; color: $foreground; }
    Choice:focus { background: $primary 30%; text-style: bold; }
    """
    SCOPE: ClassVar[Scope] = Scope(
        "choice",
        "On a choice",
        Action("next", ("right", "l", "space"), "Next", "Next value of the setting"),
        Action("previous", ("left", "h"), "Previous", "Value before"),
        footer=False,
    )
    BINDINGS: ClassVar[list[BindingType]] = [*SCOPE.bindings]

    @dataclass
    class Changed(Message):
        """The user has chosen another value."""

        choice: Choice
        value: str

    def __init__(self, name: str, values: Sequence[str], value: str, *, plain: bool = False) -> None:
        super().__init__(name=name)
        self.values = list(values)
        self.value = value if value in self.values else self.values[0]
        self.plain = plain

    def render(self) -> Text:
        """The line; a focused one is marked by arrow heads on both sides, so that it shows without colour."""
        left, right = ("<", ">") if self.plain else ("‹", "›")
        return Text(f"{left} {self.value} {right}" if self.has_focus else f"  {self.value}")

    def action_next(self) -> None:
        self._step(1)

    def action_previous(self) -> None:
        self._step(-1)

    def on_click(self, event: Click) -> None:
        self._step(1)

    def _step(self, by: int) -> None:
        if len(self.values) > 1:
            self.value = self.values[(self.values.index(self.value) + by) % len(self.values)]
            self.refresh()
            self.post_message(self.Changed(self, self.value))


class Form(Vertical):
    """Fields for parameters. The up and down keys walk through them."""

    DEFAULT_CSS = """
    Form { height: auto; }
    Form > Horizontal { height: 1; }
    Form Label { width: 13; color: $text-muted; }
    Form Input, Form Input.-textual-compact {
        width: 1fr; height: 1; border: none; padding: 0 2; background: $foreground 6%;
    }
    Form Input:focus { background: $primary 30%; border: none; }
    """
    SCOPE: ClassVar[Scope] = Scope(
        "form",
        "In the form",
        Action("up", ("up",), "Up", "Field before (also Shift+Tab)"),
        Action("down", ("down",), "Down", "Next field (also Tab)"),
        footer=False,
    )
    BINDINGS: ClassVar[list[BindingType]] = [*SCOPE.bindings]

    @dataclass
    class Explained(Message):
        """The field called `name` has got the focus; `text` explains it."""

        name: str
        text: str

    def __init__(
        self,
        parameters: Sequence[Parameter],
        values: Mapping[str, Value] | None = None,
        *,
        plain: bool = False,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.parameters = tuple(parameters)
        self._start = dict(values or {})
        self._plain = plain
        self.fields: dict[str, Choice | Input] = {}
        self._refused = ""

    def compose(self) -> ComposeResult:
        for parameter in self.parameters:
            choices = ("off", "on") if parameter.kind is bool else parameter.choices
            text = typed(self._start.get(parameter.name, parameter.default))
            field: Choice | Input
            if parameter.other and text not in choices:
                choices = (*choices, text)
            if choices:
                field = Choice(parameter.name, choices, text, plain=self._plain)
            else:
                field = Input(text, name=parameter.name, compact=True, select_on_focus=True)
            self.fields[parameter.name] = field
            with Horizontal():
                yield Label(parameter.name.replace("_", " "))
                yield field

    def value(self, name: str) -> Value:
        """One field's value, checked; ParameterError, and the focus on the field, if it is not admitted."""
        field = self.fields[name]
        parameter = {one.name: one for one in self.parameters}[name]
        try:
            text = field.value.strip()
            return parameter.check(text.replace(",", "") if parameter.kind in (int, float) else text)
        except ParameterError:
            self.refuse(name)
            raise

    def fill(self, values: Mapping[str, Value]) -> None:
        """Puts values into fields, as if they had been chosen; nobody is reported."""
        for parameter in self.parameters:
            field = self.fields.get(parameter.name)
            if field is not None and parameter.name in values:
                field.value = typed(values[parameter.name])
                if parameter.other and isinstance(field, Choice) and field.value not in field.values:
                    field.values.append(field.value)
                field.refresh()

    def show_field(self, name: str, *, shown: bool) -> None:
        """Takes the field's line away, or brings it back."""
        row = self.fields[name].parent
        if isinstance(row, Widget):
            row.display = shown

    def refuse(self, name: str) -> None:
        """Gives the field the focus without explaining it: the caller says what is wrong with it."""
        field = self.fields[name]
        if not field.has_focus:
            self._refused = name
            field.focus()

    def values(self, without: Collection[str] = ()) -> dict[str, Value]:
        """All fields' values but those named, checked; as `value`."""
        return {one.name: self.value(one.name) for one in self.parameters if one.name not in without}

    def action_up(self) -> None:
        self.screen.focus_previous("Choice, Input")

    def action_down(self) -> None:
        self.screen.focus_next("Choice, Input")

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        widget: Widget = event.widget
        for parameter in self.parameters:
            if self.fields.get(parameter.name) is not widget:
                continue
            if self._refused == parameter.name:
                self._refused = ""  # what is wrong with it has been said, and is not to be replaced
            else:
                self.post_message(self.Explained(parameter.name, explanation(parameter)))


class FormScroll(VerticalScroll, can_focus=False):
    """Forms of which a part is in view: the field with the focus is, also when there is less room than before."""

    def on_resize(self, event: Resize) -> None:
        focused = self.screen.focused
        if focused is not None and self in focused.ancestors:
            self.call_after_refresh(focused.scroll_visible, animate=False)


def explanation(parameter: Parameter) -> str:
    """The parameter in one line: what it is, and what it may be."""
    name = parameter.name.replace("_", " ")
    if parameter.choices or parameter.kind in (bool, str):
        return f"{name}: {parameter.explanation}"
    return f"{name}: {parameter.explanation} ({parameter.range_text})"
