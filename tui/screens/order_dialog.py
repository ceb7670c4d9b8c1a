"""Ordering a job: which family, with which settings. The dialog stays open until the caller says that it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Input, Label

from puzzles.family import Family
from puzzles.parameters import Parameter, ParameterError, Value
from puzzles.registry import get_family
from tui import actions
from tui.screens.dialog import Dialog
from tui.widgets.choice import Choice
from tui.widgets.form import Form


@dataclass(frozen=True, slots=True)
class Order:
    """What was ordered: the family, and a value for each parameter."""

    family: Family
    values: dict[str, Value]


class OrderDialog(Dialog[Order]):
    """Answers with the order. `able`: the families to choose from, `parameters_of` gives the form for one of them."""

    SCOPE: ClassVar[str] = "order"
    BINDINGS: ClassVar[list[BindingType]] = list(actions.bindings("order"))

    def __init__(
        self,
        title: str,
        able: Sequence[Family],
        parameters_of: Callable[[Family], Sequence[Parameter]],
        *,
        family_name: str | None = None,
        plain: bool = False,
    ) -> None:
        super().__init__(title)
        self.parameters_of = parameters_of
        self.able = [one.name for one in able]
        self.family_name = family_name if family_name in self.able else self.able[0]
        self.plain = plain

    def contents(self) -> ComposeResult:
        """The family, and the form for it."""
        with Horizontal(classes="row"):
            yield Label("puzzle")
            yield Choice("family", self.able, self.family_name, plain=self.plain)
        with VerticalScroll(classes="form", can_focus=False):
            yield Form(self.parameters_of(get_family(self.family_name)), plain=self.plain)

    def on_mount(self) -> None:
        """The family has the focus."""
        self.query_one(Choice).focus()

    def action_accept(self) -> None:
        """Answers with the form's values, if they are all admitted."""
        try:
            self.dismiss(self.ordered())
        except ParameterError as error:
            self.hint(str(error), error=True)

    def action_up(self) -> None:
        """To the field before."""
        self.focus_previous("Choice, Input")

    def action_down(self) -> None:
        """To the next field."""
        self.focus_next("Choice, Input")

    def ordered(self) -> Order:
        """The order as the form stands; ParameterError if a value is not admitted."""
        return Order(get_family(self.family_name), self.query_one(Form).values())

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_accept()

    @on(Choice.Changed)
    async def _change_family(self, event: Choice.Changed) -> None:
        if event.choice.name != "family":
            return
        self.family_name = event.value
        scroll = self.query_one(VerticalScroll)
        await scroll.remove_children()
        await scroll.mount(Form(self.parameters_of(get_family(event.value)), plain=self.plain))

    @on(Form.Explained)
    def _explain(self, event: Form.Explained) -> None:
        self.hint(event.text)
