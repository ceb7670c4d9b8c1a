"""A run as one row of the Runs screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tui.wording import age_text, count_text, score_text, short_status, shorten

if TYPE_CHECKING:
    from solvers.runs.view import RunView

WIDTHS = {"status": 12, "best": 8, "effort": 9, "age": 7}
KINDS = {"solve": "", "train": "train ", "generate": "generate ", "warm": ""}
GAP = 1
LEAST_TITLE = 12


@dataclass(frozen=True, slots=True)
class Columns:
    """How wide the title may be; the other columns are fixed."""

    title: int

    @classmethod
    def of(cls, width: int) -> Columns:
        """The columns for a list of that width."""
        return cls(max(LEAST_TITLE, width - sum(WIDTHS.values()) - (len(WIDTHS) + 1) * GAP))

    def head(self) -> str:
        """The line above the list."""
        return self._line("status", "puzzle and search", "best", "playouts", "age")

    def row(self, view: RunView) -> str:
        """One run."""
        spec = view.spec
        title = view.id
        effort = count_text(view.playouts)
        if spec is not None:
            kind = str(spec.__struct_config__.tag)
            search = getattr(spec, "algorithm", "")
            title = f"{KINDS.get(kind, '')}{spec.title}" + (f", {search}" if search else "")
            if view.total:
                effort = count_text(view.done)
        return self._line(short_status(view), title, score_text(view.best_score), effort, age_text(view.created))

    def _line(self, status: str, title: str, best: str, effort: str, age: str) -> str:
        return (
            f"{shorten(status, WIDTHS['status']):<{WIDTHS['status']}} {shorten(title, self.title):<{self.title}} "
            f"{best:>{WIDTHS['best']}} {effort:>{WIDTHS['effort']}} {age:>{WIDTHS['age']}}"
        )
