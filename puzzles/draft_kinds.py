"""Kinds of drafts: grids whose cells are values, and nodes in a plane."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Self, cast

from puzzles.editing import Draft, Pen


class GridDraft(Draft):
    """A draft whose cells are a tuple of values row by row, `cells`, of a dataclass."""

    cells: tuple[Any, ...]

    @property
    def rows(self) -> int:
        return len(self.cells) // self.columns

    def with_cells(self, changed: Mapping[int, Any], **others: Any) -> Self:
        """The draft with some cells changed."""
        cells = list(self.cells)
        for place, value in changed.items():
            cells[place] = value
        changed_one: Self = replace(cast(Any, self), cells=tuple(cells), **others)
        return changed_one

    def clues(self) -> tuple[int, ...]:
        if not self.counts_solutions:
            return ()
        return tuple(place for place in range(len(self.cells)) if self.stops(place) and self.clear(place) != self)

    def keeping(self, clues: Collection[int]) -> Draft:
        kept: Draft = self
        for place in set(self.clues()).difference(clues):
            kept = kept.clear(place)
        return kept

    def recut(self, rows: int, columns: int, empty: Any) -> tuple[Any, ...]:
        """The cells of another size; new ones are empty."""
        return tuple(
            self.cells[row * self.columns + column] if row < self.rows and column < self.columns else empty
            for row in range(rows)
            for column in range(columns)
        )

    def next_to(self, place: int) -> int:
        """The place behind it, at the end of a row the beginning of the next one; the last stays."""
        return min(place + 1, self.rows * self.columns - 1)


class PlaneDraft(Draft):
    """A draft with nodes in a plane, which a mouse can place too."""

    @property
    @abstractmethod
    def points(self) -> Mapping[int, tuple[float, float]]:
        """Where the nodes are, of those that have a place."""

    @abstractmethod
    def node_of(self, place: int) -> int | None:
        """The node that the cell is about."""

    @abstractmethod
    def placed(self, node: int | None, x: str, y: str) -> Pen:
        """With the node at that place, a further one if it is None; the same draft if its nodes can't be placed."""
