"""A game of Morpion Solitaire in the making: its variant, which is its cross; lines are drawn in play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from puzzles.editing import Count, Draft, Editor, Pen, Problem, Shown, Stage, Taken
from puzzles.family import Puzzle, own
from puzzles.morpion.formats import FORMATS
from puzzles.morpion.puzzle import VARIANTS, MorpionPuzzle, Move
from puzzles.parameters import Parameter, Value, resolve
from puzzles.text.quoting import counted

SIZES = (Parameter("variant", str, "5D", "the variant: length of lines, and T or D", choices=tuple(VARIANTS)),)


@dataclass(frozen=True)
class MorpionDraft(Draft):
    """The start dots, and the dots of `moves`: those that came with the puzzle."""

    family = "morpion"
    stages = (Stage("Variant", "+ and - choose the variant.", "Lines are drawn in Play: p."),)
    cell_width = 1
    lined = False
    variant: str = "5D"
    moves: tuple[Move, ...] = ()

    @property
    def _corner(self) -> tuple[int, int]:
        return min((0, *(one.x for one in self.moves))), min((0, *(one.y for one in self.moves)))

    @property
    def rows(self) -> int:
        side = VARIANTS[self.variant].side
        return max((side, *(one.y + 1 for one in self.moves))) - self._corner[1]

    @property
    def columns(self) -> int:
        side = VARIANTS[self.variant].side
        return max((side, *(one.x + 1 for one in self.moves))) - self._corner[0]

    def shown(self, place: int) -> Shown:
        row, column = divmod(place, self.columns)
        left, top = self._corner
        dot = column + left, row + top
        if dot in VARIANTS[self.variant].cross:
            return Shown("o", "given")
        return Shown("*", "filled") if any(dot == (one.x, one.y) for one in self.moves) else Shown("", "open")

    def takes(self, place: int, text: str) -> Taken:
        return "no"

    def put(self, place: int, text: str) -> Draft:
        return self

    def clear(self, place: int) -> Draft:
        return self

    def onward(self, place: int, text: str) -> Pen:
        return Pen(self, place)

    def went_on(self, place: int) -> bool:
        return False

    def count(self) -> Count:
        return Count(len(VARIANTS[self.variant].cross), 0, f"start dots, {counted(len(self.moves), 'move')}")

    def problems(self) -> tuple[Problem, ...]:
        return ()

    @property
    def title(self) -> str:
        return self.to_puzzle().title

    def sizes(self) -> dict[str, Value]:
        return {"variant": self.variant}

    def sized(self, sizes: Mapping[str, Value]) -> Draft:
        """Another variant has no moves yet."""
        variant = str(resolve(SIZES, sizes, "Morpion Solitaire")["variant"])
        return self if variant == self.variant else MorpionDraft(variant)

    def larger(self, by: int) -> Draft:
        names = list(VARIANTS)
        return MorpionDraft(names[(names.index(self.variant) - by) % len(names)])

    def to_puzzle(self) -> MorpionPuzzle:
        return MorpionPuzzle(self.variant, self.moves)

    def text(self) -> str:
        puzzle = self.to_puzzle()
        return "# morpion\n" + FORMATS.write(puzzle, "text", None)


class MorpionEditor(Editor):
    def new(self, sizes: Mapping[str, Value]) -> MorpionDraft:
        return MorpionDraft(str(resolve(self.sizes, sizes, "Morpion Solitaire")["variant"]))

    def from_puzzle(self, puzzle: Puzzle) -> MorpionDraft:
        one = own(puzzle, MorpionPuzzle)
        return MorpionDraft(one.variant, one.moves)

    def read(self, text: str) -> MorpionDraft:
        return self.from_puzzle(FORMATS.read(text))


EDITOR = MorpionEditor(SIZES)
