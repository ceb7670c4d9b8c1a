"""What a new puzzle is to be: its family and size."""

from __future__ import annotations

from collections.abc import Sequence

from textual.events import Paste

from puzzles.drafts import fitting
from puzzles.editing import Draft
from puzzles.errors import PuzzleError
from puzzles.family import Family
from puzzles.parameters import Parameter, ParameterError
from puzzles.registry import families
from tui.screens.order_dialogs import OrderDialog


class NewDialog(OrderDialog[Draft | str]):
    """Answers with an empty draft, or with a text that was pasted."""

    def __init__(self, family_name: str | None = None) -> None:
        super().__init__("A new puzzle", [one for one in families() if one.editor is not None], family_name)

    def parameters(self, family: Family) -> Sequence[Parameter]:
        assert family.editor is not None
        return family.editor.sizes

    def on_mount(self) -> None:
        self.hint("A puzzle that you paste here is taken, too; Esc: type it as text.")

    def on_paste(self, event: Paste) -> None:
        """A paste where no field takes it is the puzzle."""
        event.stop()
        self.dismiss(event.text)

    def action_accept(self) -> None:
        try:
            family, sizes = self.ordered()
            assert family.editor is not None
            self.dismiss(fitting(family.editor.new(sizes)))
        except (ParameterError, PuzzleError) as error:
            self.hint(str(error), error=True)
